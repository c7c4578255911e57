//! Assets in a form that stays: pictures, models, JSON, bytes, and whole archives as the folder that people edit.

use super::map::{SVG, drawn};
use super::model::GLB;
use crate::answer::{Answer, Content, JSON, OCTETS, PNG, Put, Stream};
use crate::opened::Opened;
use crate::request::Request;
use crate::session::{Depends, Session};
use crate::source::Place;
use crate::zip::Zip;
use relict_toolkit::core::args;
use relict_toolkit::core::format::Context;
use relict_toolkit::core::scene::Shown;
use relict_toolkit::folder::UnpackHow;
use relict_toolkit::model::{self, Open};
use relict_toolkit::open::Asset;
use relict_toolkit::picture::{self, Alpha};
use relict_toolkit::problem::{CONVERT_ENDING, NOT_ARCHIVE, Problem, Result};
use relict_toolkit::{bundle, document};
use std::sync::Arc;

/// A folder's ZIP is made of all files below it.
pub const DEPENDS: Depends = Depends { paths: &["p"], beside: true, all: true };

const ZIP: &str = "application/zip";
/// Files of a folder that are taken apart.
const FILES: usize = 20_000;

pub fn answer(session: &Session, request: &Request) -> Result<Answer> {
    let form = request.required("form")?;
    if form == "zip" {
        return zipped(session, request);
    }
    session.asset(request.path(), |asset, opened| {
        let exported = match form {
            "raw" => raw(&asset, opened),
            "json" => json(&asset)?,
            "png" => png(session, &asset, opened, request)?,
            "svg" => Answer::new(SVG, drawn(&asset, &session.library(opened), true, None)?),
            "glb" => glb(session, &asset, opened, request)?,
            "gltf" => gltf(session, &asset, opened, request)?,
            _ => return Err(request.unfit("form")),
        };
        let name = asset.path.rsplit('/').next().unwrap_or(asset.path);
        let ending = match form {
            "raw" => String::new(),
            "gltf" => ".zip".into(),
            form => format!(".{form}"),
        };
        Ok(Answer { save_as: Some(format!("{name}{ending}")), ..exported })
    })
}

fn raw(asset: &Asset<'_>, opened: &Arc<Opened>) -> Answer {
    let content = match opened.place_of(asset.bytes) {
        Some(place) => Content::Part(Arc::clone(opened), place),
        None => Content::Bytes(asset.bytes.to_vec()),
    };
    Answer { media: OCTETS, content, save_as: None, in_parts: true }
}

fn json(asset: &Asset<'_>) -> Result<Answer> {
    let (kind, document) = asset.open()?;
    Ok(Answer::new(JSON, document::to_json(kind, &*document, asset.origin.attributes)?))
}

/// A picture with what turns it into the file again, a plan drawn, or all pictures of an archive on one sheet.
fn png(session: &Session, asset: &Asset<'_>, opened: &Opened, request: &Request) -> Result<Answer> {
    let (kind, document) = asset.open()?;
    if kind.facets.map {
        return Ok(Answer::new(PNG, drawn(asset, &session.library(opened), false, None)?));
    }
    let library = session.library(opened);
    let context = Context::new(&library);
    if let Some(picture) = picture::coloured(asset, &*document, context) {
        let level = request.number("level")?.unwrap_or(0);
        let image = picture::level(asset.path, &*picture, level)?;
        let note = (level == 0).then(|| picture::note(kind, &*picture, &image));
        return Ok(Answer::png(picture::to_png(asset.path, image, Alpha::Keep, note.as_deref())?.colours));
    }
    if !kind.is_archive() || document.model().is_some() {
        let args = args!(ending = "png", known = "json", format = kind.id);
        return Err(Problem::new(CONVERT_ENDING, asset.path, args));
    }
    if let Some(leaf) = request.word("leaf") {
        let gallery = session.galleries.get(asset, opened.stamp)?;
        return Ok(Answer::png(super::picture::png(asset.path, gallery.image(asset, leaf)?, None)?));
    }
    let sheet = picture::contact_sheet(asset, context)?;
    Ok(Answer::png(picture::to_png(asset.path, sheet, Alpha::Keep, None)?.colours))
}

/// As `relict convert` gives it, with the file along; with motions, if some are asked for.
fn scene(
    session: &Session,
    asset: &Asset<'_>,
    opened: &Opened,
    request: &Request,
) -> Result<relict_toolkit::core::scene::Scene> {
    let library = session.library(opened);
    let shown = if request.flag("all") { Shown::All } else { Shown::default() };
    let mut scene = model::scene(asset, shown, true, Context::new(&library))?;
    super::model::animate(session, &mut scene, request)?;
    Ok(scene)
}

fn glb(session: &Session, asset: &Asset<'_>, opened: &Opened, request: &Request) -> Result<Answer> {
    let scene = scene(session, asset, opened, request)?;
    Ok(Answer::new(GLB, model::written(asset.path, &scene, Open::Glb, model::stem(asset.path))?.main))
}

/// Several files, so they come as a ZIP.
fn gltf(session: &Session, asset: &Asset<'_>, opened: &Opened, request: &Request) -> Result<Answer> {
    let scene = scene(session, asset, opened, request)?;
    let stem = model::stem(asset.path);
    let files = model::written(asset.path, &scene, Open::Gltf, stem)?;
    let mut zip = Zip::default();
    let mut bytes = zip.file(&format!("{stem}.gltf"), &files.main);
    files.beside.iter().for_each(|(name, file)| bytes.extend(zip.file(name, file)));
    bytes.extend(zip.end());
    Ok(Answer::new(ZIP, bytes))
}

/// The folder that `relict unpack` writes. Damaged archives too: what cannot be read stands as raw bytes. Of a folder, all
/// that is known in it.
fn zipped(session: &Session, request: &Request) -> Result<Answer> {
    let last = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
    let name = match session.locate(request.path())? {
        Place::Folder(folder) if folder.is_empty() => session.source.name().to_owned(),
        Place::Folder(folder) => last(&folder),
        Place::File { .. } => session.asset(request.path(), |asset, _| {
            let kind = asset.known_kind()?;
            let no_archive = || Problem::new(NOT_ARCHIVE, asset.path, args!(format = kind.id, name = ""));
            if kind.is_archive() { Ok(last(asset.path)) } else { Err(no_archive()) }
        })?,
    };
    let path = request.path().to_owned();
    let stream = Stream(Box::new(move |session, put| {
        let mut sink = Sink { zip: Zip::default(), put };
        unpack(session, &path, &mut sink)?;
        sink.finish()
    }));
    Ok(Answer {
        media: ZIP,
        content: Content::Stream(stream),
        save_as: Some(format!("{name}.zip")),
        in_parts: false,
    })
}

fn unpack(session: &Session, path: &str, sink: &mut Sink<'_, '_>) -> Result<()> {
    match session.locate(path)? {
        Place::Folder(folder) => unpack_all(session, &folder, sink),
        Place::File { .. } => session.asset(path, |asset, opened| {
            unpack_one(session, &asset, opened, &mut |path, bytes| sink.put(path, bytes))
        }),
    }
}

fn unpack_one(
    session: &Session,
    asset: &Asset<'_>,
    opened: &Opened,
    put: &mut (dyn FnMut(&str, &[u8]) -> Result<()> + Send),
) -> Result<()> {
    let how = UnpackHow { tolerant: true, ..UnpackHow::default() };
    let library = session.library(opened);
    bundle::stream(asset, how, Context::new(&library), put).map(drop)
}

/// All files of a folder that are known: archives as folders of their names, the others as they are.
fn unpack_all(session: &Session, folder: &str, sink: &mut Sink<'_, '_>) -> Result<()> {
    for file in session.source.files_below(folder, FILES).0 {
        // One that is gone by now is not there to be had.
        let Ok(opened) = session.look_at(&file.name) else { continue };
        let asset = opened.asset();
        let Some(kind) = asset.kind() else { continue };
        let name = file.name.strip_prefix(folder).unwrap_or(&file.name).trim_start_matches('/');
        let mut begun = false;
        let mut put = |path: &str, bytes: &[u8]| {
            begun = true;
            sink.put(&format!("{name}/{path}"), bytes)
        };
        let unpacked = if kind.is_archive() {
            unpack_one(session, &asset, &opened, &mut put)
        } else {
            Err(Problem::new(NOT_ARCHIVE, asset.path, args!(format = kind.id, name = "")))
        };
        match unpacked {
            Err(problem) if begun => return Err(problem),
            // What cannot be taken apart comes as it is.
            Err(_) => sink.put(name, asset.bytes)?,
            Ok(()) => {}
        }
    }
    Ok(())
}

/// A folder that becomes a ZIP on its way to somebody.
struct Sink<'s, 'p> {
    zip: Zip,
    put: &'s mut Put<'p>,
}

impl Sink<'_, '_> {
    fn put(&mut self, path: &str, bytes: &[u8]) -> Result<()> {
        let packed = self.zip.file(path, bytes);
        (self.put)(packed)
    }

    /// The list of files, without which nobody takes the ZIP for whole.
    fn finish(self) -> Result<()> {
        (self.put)(self.zip.end())
    }
}
