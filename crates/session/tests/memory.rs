//! A session over files that lie in memory: what a shell without a server and without a disk has to bring.

#![allow(clippy::unwrap_used, clippy::panic)]

use relict_session::{
    CHANGES, Child, Content, Draft, FileBytes, Opened, Place, ROUTES, Request, Session, Source, Stamp, join,
    split_last, steps,
};
use relict_toolkit::core::args;
use relict_toolkit::messages::Language;
use relict_toolkit::problem::{EXISTS, NOT_FOUND, PATH_OUTSIDE, Problem, Result, VIEWER_CHANGED};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// The number of its version, and its bytes.
type File = (u64, Vec<u8>);

#[derive(Clone, Debug, Default)]
struct Files(Arc<Mutex<BTreeMap<String, File>>>);

impl Files {
    fn of_samples() -> Self {
        let files = Self::default();
        relict_samples::all().into_iter().for_each(|sample| files.put(&sample.path, sample.bytes));
        files
    }

    fn put(&self, path: &str, bytes: Vec<u8>) {
        let mut files = self.0.lock().unwrap();
        let version = files.get(path).map_or(1, |(version, _)| version + 1);
        files.insert(path.to_owned(), (version, bytes));
    }

    fn get(&self, path: &str) -> Option<(Stamp, Vec<u8>)> {
        let files = self.0.lock().unwrap();
        let (version, bytes) = files.get(path)?;
        Some((Stamp::new(bytes.len() as u64, None, *version), bytes.clone()))
    }

    fn found(&self, path: &str) -> Result<(Stamp, Vec<u8>)> {
        self.get(path).ok_or_else(|| Problem::new(NOT_FOUND, path, args!(reached = ".")))
    }
}

impl Source for Files {
    fn name(&self) -> &str {
        "memory"
    }

    fn locate(&self, path: &str) -> Result<Place> {
        let mut at = String::new();
        let steps = steps(path)?;
        for (taken, step) in steps.iter().enumerate() {
            let children = self.children(&at)?;
            let exact = children.iter().find(|child| child.name == *step);
            let alike = || children.iter().find(|child| child.name.to_lowercase() == step.to_lowercase());
            let missing = || Problem::new(NOT_FOUND, path, args!(reached = at.as_str()));
            let child = exact.or_else(alike).ok_or_else(missing)?;
            at = join(&at, &child.name);
            if !child.is_folder {
                let inner = steps[taken + 1..].iter().map(|step| (*step).to_owned()).collect();
                return Ok(Place::File { file: at, inner });
            }
        }
        Ok(Place::Folder(at))
    }

    fn children(&self, folder: &str) -> Result<Vec<Child>> {
        let files = self.0.lock().unwrap();
        let mut found = BTreeMap::new();
        for (path, (version, bytes)) in files.iter() {
            let inner = if folder.is_empty() { Some(path.as_str()) } else { path.strip_prefix(folder) };
            let Some(inner) = inner.map(|inner| inner.trim_start_matches('/')) else { continue };
            let (name, is_folder) = inner.split_once('/').map_or((inner, false), |(name, _)| (name, true));
            let stamp = Stamp::new(bytes.len() as u64, None, *version);
            let child = Child { name: name.to_owned(), is_folder, is_link: false, stamp };
            found.insert((!is_folder, name.to_lowercase()), child);
        }
        Ok(found.into_values().collect())
    }

    fn beside(&self, folder: &str) -> Vec<Child> {
        self.children(folder).unwrap().into_iter().filter(|child| !child.is_folder).collect()
    }

    fn stamp(&self, file: &str) -> Result<Stamp> {
        Ok(self.found(file)?.0)
    }

    fn open(&self, file: &str) -> Result<(Stamp, Box<dyn FileBytes>)> {
        let (stamp, bytes) = self.found(file)?;
        Ok((stamp, Box::new(bytes)))
    }

    fn draft(&self, _: &str) -> Result<Box<dyn Draft>> {
        Ok(Box::new(Written(vec![])))
    }

    fn save(&self, file: &str, overwrite: bool, from: &Opened) -> Result<()> {
        if self.is_taken(file) && !overwrite {
            return Err(Problem::new(EXISTS, file, vec![]));
        }
        self.put(file, from.bytes().to_vec());
        Ok(())
    }

    fn is_taken(&self, file: &str) -> bool {
        self.get(file).is_some()
    }

    fn is_same(&self, a: &str, b: &str) -> bool {
        a == b
    }
}

struct Written(Vec<u8>);

impl Draft for Written {
    fn put(&mut self, bytes: &[u8]) -> Result<()> {
        self.0.extend_from_slice(bytes);
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Box<dyn FileBytes>> {
        Ok(Box::new(self.0))
    }
}

fn session(files: &Files) -> Session {
    Session::new(Box::new(files.clone()), true, Language::English)
}

/// What a route answers, or the code of its problem; what is made while it is sent, whole.
fn ask(session: &Session, path: &str, query: &str) -> std::result::Result<Vec<u8>, &'static str> {
    let request = Request::new(path, query, session.language);
    let answer = match ROUTES.iter().find(|route| route.path == path) {
        Some(route) => (route.work)(session, &request),
        None => panic!("{path} is no route"),
    };
    match answer.map_err(|problem| problem.code)?.content {
        Content::Bytes(bytes) => Ok(bytes),
        Content::Part(opened, part) => opened.held.copy(part).map_err(|problem| problem.code),
        Content::Stream(stream) => {
            let mut all = vec![];
            let made = (stream.0)(session, &mut |piece| {
                all.extend(piece);
                Ok(())
            });
            made.map(|()| all).map_err(|problem| problem.code)
        }
    }
}

fn json(session: &Session, path: &str, query: &str) -> Value {
    let answer = ask(session, path, query).unwrap_or_else(|code| panic!("{path}?{query}: {code}"));
    serde_json::from_slice(&answer).unwrap()
}

fn change(
    session: &Session,
    path: &str,
    query: &str,
    body: &Value,
) -> std::result::Result<Value, &'static str> {
    let request = Request::new(path, query, session.language);
    let change = CHANGES.iter().find(|change| change.path == path).unwrap();
    let answer = (change.work)(session, &request, body.to_string().as_bytes());
    match answer.map_err(|problem| problem.code)?.content {
        Content::Bytes(bytes) => Ok(serde_json::from_slice(&bytes).unwrap()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_file_of_the_samples_is_listed_explained_and_exported_as_it_is() {
    let files = Files::of_samples();
    let session = session(&files);
    let (mut folders, mut seen) = (vec![String::new()], 0);
    while let Some(folder) = folders.pop() {
        for entry in json(&session, "/api/list", &format!("p={folder}"))["entries"].as_array().unwrap() {
            let path = entry["path"].as_str().unwrap();
            if entry["kind"] == "folder" {
                folders.push(path.to_owned());
                continue;
            }
            let (_, bytes) = files.get(path).unwrap();
            let told = json(&session, "/api/info", &format!("p={path}"));
            assert_eq!(told["size"], bytes.len(), "{path}");
            assert_eq!(told["format"], entry["format"], "{path}");
            let explained = json(&session, "/api/explain", &format!("p={path}&coverage=1"));
            assert_eq!(explained["coverage"]["uncovered"], 0, "{path}");
            assert_eq!(ask(&session, "/api/bytes", &format!("p={path}")).unwrap(), bytes, "{path}");
            seen += 1;
        }
    }
    assert_eq!(seen, relict_samples::all().len());
    let checked = json(&session, "/api/check", "");
    assert_eq!((&checked["files"], &checked["errors"]), (&json!(seen), &json!(0)), "{checked}");
    let zip = ask(&session, "/api/export", "p=parkan&form=zip").unwrap();
    assert!(zip.starts_with(b"PK") && zip.len() > 10_000);
}

#[test]
fn a_model_finds_its_libraries_beside_it_in_the_source() {
    let session = session(&Files::of_samples());
    let model = json(&session, "/api/model/info", "p=parkan/units.rlb/tank.msh");
    let paths = model["materials"].as_array().unwrap().iter().filter_map(|it| it["path"].as_str());
    assert!(paths.clone().count() > 0, "{model}");
    assert!(paths.clone().all(|path| path.starts_with("parkan/")), "{model}");
    assert!(ask(&session, "/api/model", "p=parkan/units.rlb/tank.msh").unwrap().starts_with(b"glTF"));
}

#[test]
fn an_edit_is_a_version_until_it_is_saved_to_the_source() {
    let files = Files::of_samples();
    let session = session(&files);
    let (path, query) = ("parkan/Material.lib", "p=parkan/Material.lib/BEACON");
    let before = files.get(path).unwrap().1;
    let spans = json(&session, "/api/explain", query);
    let is_number = |span: &&Value| span["type"] == "u8" && span["value"].is_u64();
    let span = spans["spans"].as_array().unwrap().iter().find(is_number).unwrap();
    let (start, value) = (span["start"].as_u64().unwrap(), span["value"].as_u64().unwrap());
    let edit = json!({"start": start, "value": (value + 1) % 256});
    change(&session, "/api/edit/field", query, &edit).unwrap();
    assert_eq!(files.get(path).unwrap().1, before, "nothing is saved yet");
    let now = ask(&session, "/api/bytes", "p=parkan/Material.lib").unwrap();
    let differing: Vec<usize> = (0..now.len()).filter(|at| now[*at] != before[*at]).collect();
    assert_eq!((now.len(), differing.len()), (before.len(), 1));
    let differences = json(&session, "/api/diff", "a=parkan/Material.lib&original=1");
    assert_eq!(differences["differences"].as_array().unwrap().len(), 1, "{differences}");

    change(&session, "/api/undo", query, &json!({})).unwrap();
    assert_eq!(ask(&session, "/api/bytes", "p=parkan/Material.lib").unwrap(), before);
    change(&session, "/api/redo", query, &json!({})).unwrap();
    assert_eq!(change(&session, "/api/save", query, &json!({})), Err(EXISTS));
    assert_eq!(change(&session, "/api/save", query, &json!({"to": "../x.lib"})), Err("viewer.save-name"));
    files.put(path, before.iter().copied().chain([0]).collect());
    assert_eq!(change(&session, "/api/save", query, &json!({"overwrite": true})), Err(VIEWER_CHANGED));
    change(&session, "/api/save", query, &json!({"to": "New.lib"})).unwrap();
    assert_eq!(files.get("parkan/New.lib").unwrap().1, now);
}

#[test]
fn what_is_dropped_is_a_draft_of_the_source() {
    let files = Files::of_samples();
    let session = session(&files);
    let mut draft = session.begin_upload().unwrap();
    let (_, bytes) = files.get("parkan/Textures.lib").unwrap();
    bytes.chunks(1000).for_each(|piece| draft.put(piece).unwrap());
    let path = session.keep_upload("a/b/Textures.lib", draft.finish().unwrap()).unwrap();
    assert_eq!(split_last(&path), ("dropped:1", "Textures.lib"));
    assert_eq!(json(&session, "/api/info", &format!("p={path}"))["format"], "ngi.nres");
    assert_eq!(change(&session, "/api/save", &format!("p={path}"), &json!({})), Err("viewer.no-place"));
    assert!(files.get("Textures.lib").is_none());
}

#[test]
fn paths_that_lead_nowhere_are_problems() {
    let session = session(&Files::of_samples());
    assert_eq!(ask(&session, "/api/info", "p=nothing"), Err(NOT_FOUND));
    assert_eq!(ask(&session, "/api/info", "p=a//b"), Err(PATH_OUTSIDE));
    assert_eq!(ask(&session, "/api/info", "p=dropped:7/x"), Err(NOT_FOUND));
}
