//! The promise of the unpacked folder, for every archive there is: untouched it packs to the same bytes, and one edit changes one entry.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{Asset, CONTEXT, TOLERANT, assets};
use relict_toolkit::core::trace::What;
use relict_toolkit::folder::{
    MANIFEST_NAME, Memory, PackHow, PackSource, SignaturePolicy, UnpackHow, pack, unpack,
};
use relict_toolkit::problem::{self, Problem};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

type Files = BTreeMap<String, Vec<u8>>;

fn archives() -> impl Iterator<Item = Asset> {
    assets().into_iter().filter(|asset| asset.kind.is_archive())
}

fn unpacked(asset: &relict_toolkit::open::Asset<'_>) -> Files {
    let folder = Memory::default();
    unpack(asset, UnpackHow::default(), CONTEXT, &folder).unwrap_or_else(|e| panic!("{}: {e}", asset.path));
    folder.files()
}

/// Whoever edits a signed archive here knows that.
fn packed(files: Files) -> Result<Vec<u8>, Problem> {
    let folder = Memory::of(files);
    pack(&folder, PackHow { signature: SignaturePolicy::Keep, ..PackHow::default() })?.bytes()
}

fn manifest(files: &Files) -> Value {
    serde_json::from_slice(&files[MANIFEST_NAME]).unwrap()
}

fn with_manifest(mut files: Files, change: impl FnOnce(&mut Value)) -> Files {
    let mut json = manifest(&files);
    change(&mut json);
    files.insert(MANIFEST_NAME.into(), serde_json::to_vec(&json).unwrap());
    files
}

/// Whether entries stand for themselves. Where the archive knows what is in them, they are parts of one thing, and none
/// can go or change without the others.
fn is_collection(asset: &Asset) -> bool {
    let mut payloads = 0;
    let told = asset.kind.trace(&asset.bytes, asset.origin(), false, &mut |span| {
        payloads += usize::from(matches!(span.what, What::Payload(_)));
    });
    // Where an entry can be missing, the others need it.
    let needs_all = asset.kind.rules.iter().any(|rule| rule.code.ends_with("missing"));
    // Where entries have no names but their places, none can have another.
    let (_, document) = asset.open().open().unwrap();
    let numbered = document.archive().and_then(|archive| archive.find("0")).is_some();
    told.is_ok() && payloads > 0 && !needs_all && !numbered
}

/// A good archive with several entries, of each format.
fn roomy() -> Vec<Asset> {
    let mut seen = vec![];
    archives()
        .filter(|asset| {
            let entries = asset.open().open().unwrap().1.archive().unwrap().len();
            let new = entries >= 3 && !seen.contains(&asset.kind.id) && is_collection(asset);
            if new {
                seen.push(asset.kind.id);
            }
            new
        })
        .collect()
}

#[test]
fn an_untouched_folder_packs_to_the_same_bytes() {
    for asset in archives() {
        assert!(packed(unpacked(&asset.open())).unwrap() == asset.bytes, "{}", asset.label);
    }
}

/// The fixtures that are not as a writer leaves them, as their README says; and those whose stored names are no table.
const UNTIDY: [&str; 2] = ["ngi/gaps.rlb", "ngi/rsli_unsorted.lib"];

#[test]
fn a_tidy_archive_made_anew_is_the_same() {
    for asset in archives().filter(|asset| asset.outermost && asset.label.starts_with("ngi")) {
        let folder = Memory::of(unpacked(&asset.open()));
        let how = PackHow { canonical: true, ..PackHow::default() };
        let made = pack(&folder, how).and_then(|packed| packed.bytes()).unwrap();
        assert_eq!(made == asset.bytes, !UNTIDY.contains(&asset.label.as_str()), "{}", asset.label);
    }
}

#[test]
fn no_name_leaves_the_folder_and_none_overwrites_another() {
    for asset in archives() {
        let files = unpacked(&asset.open());
        let mut folded: Vec<String> = files.keys().map(|path| path.to_lowercase()).collect();
        folded.dedup();
        assert_eq!(folded.len(), files.len(), "{}", asset.label);
        for path in files.keys() {
            assert!(!path.split('/').any(|step| matches!(step, "" | "." | "..")), "{}: {path}", asset.label);
        }
    }
}

/// The entry that a file of the folder belongs to, as the manifest has it and by its path in the archive. Its `form` is
/// that of the file.
fn entry_of(asset: &Asset, files: &Files, path: &str) -> Option<(Value, String)> {
    let mut entries = manifest(files)["entries"].as_array().unwrap().clone();
    for entry in &mut entries {
        let also = entry["also"].as_array().and_then(|also| also.iter().find(|also| also["file"] == *path));
        if let Some(also) = also.cloned() {
            (entry["file"], entry["form"]) = (also["file"].clone(), also["form"].clone());
        }
    }
    let place = entries.iter().position(|entry| entry["file"] == *path)?;
    let (_, document) = asset.open().open().unwrap();
    let step = relict_toolkit::path::steps(&*document.archive().unwrap()).into_iter().nth(place)?;
    Some((entries[place].clone(), step))
}

/// The differences that an edited folder makes to its archive; each must be in the entry `wanted`.
fn differences(asset: &Asset, bytes: &[u8], wanted: &str) -> Vec<relict_toolkit::diff::Difference> {
    let other = relict_toolkit::open::Asset { bytes, ..asset.open() };
    let found = relict_toolkit::diff::diff(&asset.open(), &other, CONTEXT.limits).unwrap();
    assert!(!found.is_empty(), "{}/{wanted}", asset.label);
    let is_below = |path: &str, outer: &str| {
        path.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    // Pictures that are made of the entry, beside others, are told by their files.
    let (_, document) = asset.open().open().unwrap();
    let pictures = document.open_tree().and_then(Result::ok).map(|spread| spread.folder());
    let is_picture = |path: &str| pictures.as_ref().is_some_and(|folder| is_below(path, folder));
    let inside = found.iter().all(|found| is_below(&found.path, wanted) || is_picture(&found.path));
    assert!(found.iter().any(|found| is_below(&found.path, wanted)), "{}/{wanted}: {found:?}", asset.label);
    assert!(inside, "{}/{wanted}: {found:?}", asset.label);
    found
}

#[test]
fn one_edited_file_changes_exactly_its_entry() {
    for asset in archives() {
        let files = unpacked(&asset.open());
        for path in files.keys() {
            let Some((entry, step)) = entry_of(&asset, &files, path) else { continue };
            // What has a form of its own for editing is not edited by adding bytes.
            if !entry["form"].is_null() {
                continue;
            }
            for edit in [|bytes: &mut Vec<u8>| bytes.push(b'!'), |bytes: &mut Vec<u8>| bytes.insert(0, b'x')]
            {
                let mut edited = files.clone();
                edit(edited.get_mut(path).unwrap());
                let bytes = match packed(edited) {
                    // An index beside it would no longer fit.
                    Err(problem) if problem.code == "game.shifted" => {
                        assert!(
                            problem.arg("name").is_some_and(|name| name.to_string() == step),
                            "{problem}"
                        );
                        continue;
                    }
                    // Parts of one thing may have to keep their sizes.
                    Err(_) if !is_collection(&asset) => continue,
                    packed => packed.unwrap_or_else(|e| panic!("{}: {path}: {e}", asset.label)),
                };
                differences(&asset, &bytes, &step);
                // What a known format makes of such an edit is its own affair.
                if entry["format"].is_null() && is_collection(&asset) {
                    let other = relict_toolkit::open::Asset { bytes: &bytes, ..asset.open() };
                    let errors = |asset| relict_toolkit::check::file(asset, CONTEXT).report.errors();
                    assert_eq!(errors(&other), errors(&asset.open()), "{}: {path}", asset.label);
                }
            }
        }
    }
}

/// Whole numbers of what is edited as JSON, one of which nearly each of them has.
const NUMBERS: [&str; 4] = ["phases[0].power", "header.time_mode", "header.version", "root[5][0]"];

/// `a[3].b` as `/document/a/3/b`.
fn pointer(field: &str) -> String {
    format!("/document/{}", field.replace(['.', '['], "/").replace(']', ""))
}

#[test]
fn a_number_edited_in_json_changes_exactly_that_field() {
    let mut edited = 0;
    for asset in archives() {
        let files = unpacked(&asset.open());
        for path in files.keys() {
            let Some((entry, step)) = entry_of(&asset, &files, path) else { continue };
            // The headers of maps of Orcs & Elves tell how the file that they lie in is cut.
            if entry["form"] != "json" || asset.label.ends_with("maps0.bin") {
                continue;
            }
            let mut json: Value = serde_json::from_slice(&files[path]).unwrap();
            let is_number = |field: &&str| json.pointer(&pointer(field)).is_some_and(Value::is_u64);
            let Some(field) = NUMBERS.into_iter().find(is_number) else { continue };
            let number = json.pointer_mut(&pointer(field)).unwrap();
            *number = json!(number.as_u64().unwrap() ^ 1);
            let mut files = files.clone();
            files.insert(path.clone(), serde_json::to_vec(&json).unwrap());
            let bytes = packed(files).unwrap_or_else(|e| panic!("{}: {path}: {e}", asset.label));
            let fields: Vec<_> = differences(&asset, &bytes, &step).into_iter().map(|d| d.field).collect();
            assert_eq!(fields, [field], "{}: {path}", asset.label);
            edited += 1;
        }
    }
    assert!(edited > 20, "{edited}");
}

#[test]
fn entries_are_removed_added_renamed_and_reordered_through_the_manifest() {
    use relict_toolkit::diff::Change;
    for asset in roomy() {
        let files = unpacked(&asset.open());
        let changes = |files: Files| {
            let bytes = packed(files).unwrap_or_else(|e| panic!("{}: {e}", asset.label));
            let other = relict_toolkit::open::Asset { bytes: &bytes, ..asset.open() };
            assert_eq!(relict_toolkit::check::file(&other, CONTEXT).report.errors(), 0, "{}", asset.label);
            let found = relict_toolkit::diff::diff(&asset.open(), &other, CONTEXT.limits).unwrap();
            found.into_iter().map(|d| (d.change, d.path)).collect::<Vec<_>>()
        };
        let name = |i: usize| manifest(&files)["entries"][i]["name"].as_str().unwrap().to_owned();
        let removed = with_manifest(files.clone(), |json| {
            json["entries"].as_array_mut().unwrap().remove(1);
        });
        assert_eq!(changes(removed), [(Change::Removed, name(1))], "{}", asset.label);
        let mut added = with_manifest(files.clone(), |json| {
            let mut entry = json["entries"][0].clone();
            let object = entry.as_object_mut().unwrap();
            ["id", "sha256", "original", "raw_name", "folder", "also"]
                .iter()
                .for_each(|key| drop(object.remove(*key)));
            if object.get("form").is_none_or(|form| form != "png") {
                ["form", "format"].iter().for_each(|key| drop(object.remove(*key)));
            }
            (entry["name"], entry["file"]) = ("NEW.BIN".into(), "new".into());
            json["entries"].as_array_mut().unwrap().insert(1, entry);
        });
        // Among pictures, another picture is new.
        let first = &manifest(&files)["entries"][0];
        let picture =
            first["file"].as_str().filter(|file| first["form"] == "png" && files.contains_key(*file));
        let bytes = picture.map_or(b"brand new, brand new".to_vec(), |file| files[file].clone());
        added.insert("new".into(), bytes);
        assert_eq!(changes(added), [(Change::Added, "NEW.BIN".to_owned())], "{}", asset.label);
        let renamed = with_manifest(files.clone(), |json| json["entries"][1]["name"] = "AAAA".into());
        assert_eq!(changes(renamed), [(Change::Renamed, name(1))], "{}", asset.label);
        let reordered =
            with_manifest(files.clone(), |json| json["entries"].as_array_mut().unwrap().swap(0, 2));
        assert_eq!(changes(reordered), [(Change::Order, String::new())], "{}", asset.label);
    }
}

#[test]
fn a_manifest_that_is_nonsense_is_refused() {
    let asset = roomy().remove(0);
    let files = unpacked(&asset.open());
    let code = |files: Files| packed(files).unwrap_err().code;
    let mut gone = files.clone();
    gone.remove(MANIFEST_NAME);
    assert_eq!(code(gone), problem::NO_MANIFEST);
    let mut torn = files.clone();
    torn.get_mut(MANIFEST_NAME).unwrap().truncate(40);
    assert_eq!(code(torn), problem::MANIFEST);
    let edit = |change: &dyn Fn(&mut Value)| code(with_manifest(files.clone(), |json| change(json)));
    assert_eq!(edit(&|json| *json = json!([])), problem::MANIFEST_SCHEMA);
    assert_eq!(edit(&|json| json["schema"] = "relict.folder/99".into()), problem::MANIFEST_SCHEMA);
    assert_eq!(edit(&|json| json["format"] = "zip".into()), problem::MANIFEST_FORMAT);
    assert_eq!(edit(&|json| json["entries"] = json!({})), problem::MANIFEST);
    assert_eq!(edit(&|json| json["entries"][0]["colour"] = json!(1)), problem::MANIFEST);
    assert_eq!(edit(&|json| json["frame"] = json!([1])), problem::CANNOT_PACK);
    assert_eq!(edit(&|json| json["frame"] = json!({"data": [{"entry": -1}]})), problem::CANNOT_PACK);
    assert_eq!(edit(&|json| json["entries"][0]["attributes"] = json!({"speling": 1})), problem::CANNOT_PACK);
    assert_eq!(edit(&|json| json["entries"][0]["name"] = "x".repeat(70_000).into()), problem::CANNOT_PACK);
    let fixed_width = roomy().into_iter().find(|asset| asset.kind.id == "ngi.nres").unwrap();
    let long_name = with_manifest(unpacked(&fixed_width.open()), |json| {
        json["entries"][0]["name"] = "x".repeat(99).into();
    });
    assert_eq!(code(long_name), problem::CANNOT_PACK);
    assert_eq!(edit(&|json| json["entries"][1]["id"] = json!(0)), problem::REPEATED_ID);
    for path in ["../secret", "/etc/passwd", "a/../../b", "C:\\x", ""] {
        assert_eq!(edit(&|json| json["entries"][0]["file"] = path.into()), problem::OUTSIDE, "{path}");
    }
    assert_eq!(edit(&|json| json["entries"][0]["file"] = "no such file".into()), problem::MISSING_FILE);
    assert_eq!(edit(&|json| json["blobs"] = json!(["no such file"])), problem::MISSING_FILE);
}

#[test]
fn an_archive_with_errors_is_unpacked_only_when_tolerated_and_then_packs_to_the_same_bytes() {
    for broken in relict_specimens::broken() {
        let asset = relict_toolkit::open::Asset::file(&broken.name, &broken.bytes);
        let Ok((_, document)) = asset.open() else { continue };
        if document.archive().is_none() {
            continue;
        }
        let errors = relict_toolkit::check::file(&asset, CONTEXT).report.errors();
        let strict = unpack(&asset, UnpackHow::default(), CONTEXT, &Memory::default());
        assert_eq!(strict.is_ok(), errors == 0, "{}", broken.name);
        let folder = Memory::default();
        unpack(&asset, TOLERANT, CONTEXT, &folder).unwrap_or_else(|e| panic!("{}: {e}", broken.name));
        let bytes = packed(folder.files()).unwrap_or_else(|e| panic!("{}: {e}", broken.name));
        assert!(bytes == broken.bytes, "{}", broken.name);
    }
}

/// A file with a change in its JSON form, which a writer takes as it is.
fn rewritten(asset: &Asset, change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let mut json = asset.open().open().unwrap().1.to_json();
    change(&mut json);
    (asset.kind.from_json)(&json).unwrap().to_bytes().unwrap()
}

#[test]
fn an_entry_named_like_a_file_of_ours_does_not_take_its_place() {
    let asset = roomy().into_iter().find(|asset| asset.kind.id == "ngi.rsli").unwrap();
    let bytes = rewritten(&asset, |json| {
        json["table"]
            .as_array_mut()
            .unwrap()
            .iter_mut()
            .for_each(|record| record["name"] = "gap_0.bin".into());
        json["data"].as_array_mut().unwrap().push(json!({"owner": "gap", "bytes": "77".repeat(100)}));
    });
    let folder = Memory::default();
    unpack(&relict_toolkit::open::Asset { bytes: &bytes, ..asset.open() }, TOLERANT, CONTEXT, &folder)
        .unwrap();
    assert!(packed(folder.files()).unwrap() == bytes);
}

#[test]
fn stored_bytes_that_are_gone_are_made_anew() {
    let asset = archives().find(|asset| asset.label == "samples/parkan/sprites.lib").unwrap();
    let files = with_manifest(unpacked(&asset.open()), |json| {
        json["entries"].as_array_mut().unwrap().iter_mut().for_each(|entry| entry["original"] = Value::Null);
    });
    let bytes = packed(files).unwrap();
    let other = relict_toolkit::open::Asset { bytes: &bytes, ..asset.open() };
    assert_eq!(relict_toolkit::check::file(&other, CONTEXT).report.errors(), 0);
    let (_, old) = asset.open().open().unwrap();
    let (_, new) = other.open().unwrap();
    let (old, new) = (old.archive().unwrap(), new.archive().unwrap());
    for i in 0..old.len() {
        let payload = |archive: &dyn relict_toolkit::core::archive::Archive| {
            archive.payload(i, CONTEXT.limits).unwrap().into_owned()
        };
        assert!(payload(&*old) == payload(&*new), "{i}");
    }
}

#[test]
fn no_entry_gets_lost_by_a_word_too_many_or_too_few() {
    let asset = roomy().remove(0);
    let files = unpacked(&asset.open());
    let error = |change: &dyn Fn(&mut Value)| packed(with_manifest(files.clone(), |json| change(json))).err();
    let shared = error(&|json| json["entries"][1]["shared"] = true.into()).unwrap();
    assert_eq!((shared.code, shared.field.as_str()), (problem::CANNOT_PACK, "entries[1]"));
    let stray = json!([{"entry": 1, "data_offset": 16, "size": 4}]);
    let kept = with_manifest(files.clone(), |json| json["frame"]["strays"] = stray);
    assert!(packed(kept).unwrap() == asset.bytes, "an entry with bytes is no stray");
    let folder = error(&|json| {
        for i in 0..2 {
            (json["entries"][i]["file"], json["entries"][i]["folder"]) = (Value::Null, "same".into());
        }
    });
    assert_eq!(folder.unwrap().field, "entries[1].folder");
}

/// A folder of which somebody deletes a file that has been read so many times.
struct Vanishing<'v> {
    folder: &'v Memory,
    path: &'v str,
    after: usize,
    reads: AtomicUsize,
}

impl PackSource for Vanishing<'_> {
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, Problem> {
        if path == self.path && self.reads.fetch_add(1, Ordering::Relaxed) >= self.after {
            return Ok(None);
        }
        self.folder.read(path)
    }
    fn size(&self, path: &str) -> Result<Option<usize>, Problem> {
        self.folder.size(path)
    }
    fn files(&self, folder: &str) -> Result<Vec<String>, Problem> {
        self.folder.files(folder)
    }
}

#[test]
fn a_file_that_vanishes_while_it_is_packed_is_missing_and_not_empty() {
    let how = PackHow { signature: SignaturePolicy::Keep, canonical: true, ..PackHow::default() };
    let mut vanished = 0;
    for asset in archives() {
        let files = unpacked(&asset.open());
        let paths: Vec<String> = files.keys().filter(|path| *path != MANIFEST_NAME).cloned().collect();
        let folder = Memory::of(files);
        for path in paths.iter().step_by(paths.len().div_ceil(8).max(1)) {
            for after in 0..3 {
                let vanishing = Vanishing { folder: &folder, path, after, reads: AtomicUsize::new(0) };
                let packed = pack(&vanishing, how).map(drop);
                if vanishing.reads.into_inner() <= after {
                    break;
                }
                vanished += 1;
                let found = packed.map_err(|problem| problem.code);
                let wanted =
                    if path.ends_with(MANIFEST_NAME) { problem::NO_MANIFEST } else { problem::MISSING_FILE };
                assert_eq!(found, Err(wanted), "{}: {path} after {after}", asset.label);
            }
        }
    }
    assert!(vanished > 50, "{vanished}");
}
