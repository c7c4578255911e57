//! What holds for bytes of any format, or of none.

use crate::folders;
use crate::memory::{self, within};
use crate::seeds;
use crate::{CONTEXT, words};
use rayon::{ThreadPool, ThreadPoolBuilder};
use relict_toolkit::core::archive::Archive;
use relict_toolkit::core::error::Error;
use relict_toolkit::core::format::{Document, Kind, Limits, Origin};
use relict_toolkit::core::image::{Picture, Redraw};
use relict_toolkit::core::report::Report;
use relict_toolkit::core::scene::{Model, Scene, Shown};
use relict_toolkit::core::timeline::Timeline;
use relict_toolkit::core::trace::Knowledge;
use relict_toolkit::core::traversal::{Camera, Filter, Instance, Ray, Sight, Traversal};
use relict_toolkit::list::{ListHow, list, views};
use relict_toolkit::model::{Modelling, Open};
use relict_toolkit::open::Asset;
use relict_toolkit::picture::{Alpha, Drawing};
use relict_toolkit::problem::Problem;
use relict_toolkit::{FORMATS, check, diff, document, explain, find, model, path, picture};
use serde_json::Value;
use std::sync::LazyLock;

/// The bytes as a file of a format, in every place where files of it are found.
pub(crate) fn run(kind: &'static Kind, bytes: &[u8]) {
    for seat in seeds::seats(kind) {
        Tried { kind, bytes, origin: seat.origin() }.run();
    }
}

/// Bytes that are taken for a file of a format.
#[derive(Clone, Copy)]
struct Tried<'t> {
    kind: &'static Kind,
    bytes: &'t [u8],
    origin: Origin<'t>,
}

impl<'t> Tried<'t> {
    fn run(self) {
        let Self { kind, bytes, origin } = self;
        directory_is_told(kind, bytes);
        self.every_byte_is_explained();
        let document = match within(bytes.len(), "reading", || kind.open(bytes, origin)) {
            Ok(document) => document,
            Err(error) => return refused_with_a_place(&error, bytes),
        };
        let document = &*document;
        self.read_once();
        self.rewritten(document);
        self.checked_alike(document);
        self.described(document);
        if let Some(archive) = document.archive() {
            steps_lead_back(&*archive);
            self.entries_are_rewritten(&*archive, CONTEXT.limits);
        }
        if let Some(picture) = document.picture() {
            self.drawn(picture);
        }
        if let Some(model) = document.model() {
            self.modelled(model);
        }
        if let Some(played) = document.timeline() {
            played_at_any_time(played);
        }
        if let Some(traversal) = document.traversal() {
            within(bytes.len(), "going through it", || gone_through(traversal));
        }
        if let Some(motion) = document.motion() {
            motion.clip("walk", &Scene::default(), &|_| false);
        }
        if let Some(plan) = document.map() {
            plan.drawn(&relict_toolkit::core::format::Alone);
            plan.svg(&relict_toolkit::core::format::Alone);
        }
        // The rest asks what the bytes are, and may find that they are something else.
        if self.asset().kind().is_some_and(|found| std::ptr::eq(found, kind)) {
            self.asked_as_people_do(document);
        } else {
            self.there_and_back_as_json(document);
        }
    }

    fn asset(&self) -> Asset<'t> {
        Asset { path: self.origin.name, origin: self.origin, bytes: self.bytes, holder: None }
    }

    /// In order, without a gap, to the last byte: also of what cannot be read to its end.
    fn every_byte_is_explained(self) {
        let Self { kind, bytes, origin } = self;
        for (full, depth) in [(false, 0), (true, 8)] {
            let mut end = 0;
            let explained = within(bytes.len(), "explaining", || {
                explain::explain(kind, bytes, origin, full, depth, &mut |line| {
                    assert_eq!(line.range.start, end, "{}", line.field);
                    assert!(!line.range.is_empty(), "{line:?}");
                    assert!(line.knowledge == Knowledge::Uncovered || !line.field.is_empty(), "{line:?}");
                    end = line.range.end;
                })
            });
            assert_eq!(end, bytes.len(), "explained to here");
            let of = explained.coverage;
            assert_eq!(of.named + of.padding + of.opaque + of.uncovered, bytes.len());
            // An entry that cannot be read does not stop the reader of the archive.
            assert!(explained.stopped.is_some() || depth > 0 || of.uncovered == 0, "{of:?}");
        }
    }

    /// No byte is read as two things, and no name is made up.
    fn read_once(self) {
        let mut seen = vec![false; self.bytes.len()];
        let strays = self.kind.trace(self.bytes, self.origin, true, &mut |span| {
            for byte in &mut seen[span.range.clone()] {
                assert!(!std::mem::replace(byte, true), "{} is read twice", span.path);
            }
        });
        assert_eq!(strays.unwrap(), Vec::<String>::new());
    }

    fn rewritten(self, document: &dyn Document) {
        let written = within(self.bytes.len(), "writing", || document.to_bytes());
        assert!(written.unwrap() == self.bytes, "what is read is not what is written");
    }

    fn checked_alike(self, document: &dyn Document) {
        let Self { kind, bytes, origin } = self;
        let checked = || kind.check(document, bytes, origin, CONTEXT);
        let report = within(bytes.len(), "checking", checked);
        assert!(told(&report) == told(&checked()), "checked twice, found two things");
        for finding in &report.findings {
            let range = finding.range.as_ref().unwrap_or_else(|| panic!("{finding} has no place"));
            assert!(range.start <= range.end && range.end <= bytes.len(), "{finding} is outside");
        }
        words::expect_for_findings(&report);
    }

    fn described(self, document: &dyn Document) {
        let told = within(self.bytes.len(), "describing", || {
            (document.facts(), document.tables(), document.references())
        });
        for sheet in told.1 {
            assert!(sheet.rows.iter().all(|row| row.len() == sheet.columns.len()), "{sheet:?}");
        }
        views(Some((self.kind, document)), self.bytes);
    }

    fn there_and_back_as_json(self, document: &dyn Document) {
        let mut text = vec![];
        document.json_to(&mut text).unwrap();
        let json: Value = serde_json::from_slice(&text).unwrap_or_else(|e| panic!("{e}"));
        match self.kind.build(&json, self.origin) {
            Ok(built) => assert!(built == self.bytes, "JSON comes back as other bytes"),
            Err(error) => panic!("JSON does not come back: {error}"),
        }
    }

    /// Every entry is what it is, as deep as limits allow.
    fn entries_are_rewritten(self, archive: &dyn Archive, limits: Limits) {
        if limits.depth == 0 {
            return;
        }
        for i in 0..archive.len().min(64) {
            let Some(entry) = archive.entry(i) else { continue };
            let Ok(bytes) = archive.payload(i, limits) else { continue };
            let origin = entry.origin();
            let Some(kind) = FORMATS.of(origin, &bytes) else { continue };
            let inner = Tried { kind, bytes: &bytes, origin };
            if let Ok(document) = kind.open(&bytes, origin) {
                inner.rewritten(&*document);
                if let Some(archive) = document.archive() {
                    inner.entries_are_rewritten(&*archive, limits.deeper());
                }
            }
        }
    }

    /// Pictures as PNG, and the PNG as the file again.
    fn drawn(self, picture: &dyn Picture) {
        let (path, kind) = (self.origin.name, self.kind);
        for level in 1..picture.levels().min(16) {
            let _ = picture.image(level);
        }
        let (image, taken) = memory::measured(|| picture::level(path, picture, 0));
        let Ok(image) = image else { return };
        let pixels = image.width * image.height * 4;
        memory::expect(taken, self.bytes.len() + pixels, "a picture");
        let redrawn = picture.redrawn(&image, &picture.settings(), Redraw::default());
        let redrawn = redrawn.unwrap_or_else(|unfit| panic!("{unfit:?}"));
        assert!(redrawn.bytes == self.bytes, "its own picture changes the file: {:?}", redrawn.losses);
        let note = picture::note(kind, picture, &image);
        let png = picture::to_png(path, image, Alpha::Keep, Some(&note)).unwrap();
        let drawing = Drawing {
            path,
            kind,
            origin: self.origin,
            like: None,
            png: &png.colours,
            alpha: None,
            opaque: false,
            settings: &Value::Null,
            how: Redraw::default(),
            context: CONTEXT,
        };
        let back = drawing.draw().unwrap_or_else(|problem| panic!("{problem}"));
        assert!(back.bytes == self.bytes, "the PNG is another file: {:?}", back.losses);
    }

    /// A model is what its scene says.
    fn modelled(self, model: &dyn Model) {
        let context = relict_toolkit::core::format::Context { origin: self.origin, ..CONTEXT };
        let Ok(scene) = model.scene(Shown::All, context) else { return };
        model::facts(&scene);
        if let Ok(same) = model.with_scene(&scene, context) {
            assert!(same.bytes == self.bytes, "its own scene changes the file: {:?}", same.remarks);
        }
    }

    /// What the commands do. What the check calls valid can be had in every form.
    fn asked_as_people_do(self, document: &dyn Document) {
        let asset = self.asset();
        let report = checked_on_any_number_of_cores(&asset);
        self.differs_only_where_it_does();
        let json = document::to_json(self.kind, document, self.origin.attributes).unwrap();
        let stated = document::Stated::read("x.json", &json).unwrap();
        let built = stated.build(self.origin).unwrap_or_else(|problem| panic!("{problem}"));
        assert!(built == self.bytes, "the document comes back as other bytes");
        if document.model().is_some() {
            self.there_and_back_as_a_model(&report);
        }
        if let Some(archive) = document.archive() {
            listed(&asset);
            folders::there_and_back(&asset, &*archive, report.errors() == 0);
            let _ = picture::contact_sheet(&asset, CONTEXT);
        }
    }

    fn there_and_back_as_a_model(self, report: &Report) {
        // What is not converted was told by the check: as an error, or as something that nobody knows.
        let told = |problem: &Problem| report.errors() > 0 || report.codes().contains(&problem.code);
        let scene = match model::scene(&self.asset(), Shown::All, true, CONTEXT) {
            Ok(scene) => scene,
            Err(problem) => return assert!(told(&problem), "valid, and {problem}"),
        };
        for open in [Open::Glb, Open::Gltf, Open::Obj] {
            let files = match model::written("x", &scene, open, "x") {
                Ok(files) => files,
                Err(problem) => {
                    assert!(told(&problem), "valid, and {problem}");
                    continue;
                }
            };
            let modelling = Modelling {
                path: "x",
                kind: self.kind,
                origin: self.origin,
                like: None,
                open,
                file: &files.main,
                beside: &|name| {
                    files.beside.iter().find(|(file, _)| file == name).map(|(_, bytes)| bytes.clone())
                },
                context: CONTEXT,
            };
            match modelling.build() {
                Ok(built) if open != Open::Obj => {
                    assert!(built.bytes == self.bytes, "{open:?} is another file: {:?}", built.remarks);
                }
                Ok(_) => {}
                Err(problem) => words::expect_for(&problem),
            }
        }
    }

    /// A file is as itself, and not as itself with another byte.
    fn differs_only_where_it_does(self) {
        let asset = self.asset();
        assert_eq!(diff::diff(&asset, &asset, CONTEXT.limits).unwrap(), vec![]);
        let mut other = self.bytes.to_vec();
        if let Some(byte) = other.get_mut(self.bytes.len() / 2) {
            *byte ^= 0x11;
            let other = Asset { bytes: &other, ..asset };
            let found = diff::diff(&asset, &other, CONTEXT.limits).unwrap();
            assert!(!found.is_empty(), "another byte makes no difference");
        }
    }
}

fn refused_with_a_place(error: &Error, bytes: &[u8]) {
    assert!(!error.path.is_empty(), "{error} names no field");
    assert!(error.offset.is_some_and(|offset| offset <= bytes.len()), "{error} has no place");
}

/// The directory as it lies in the file tells what the archive tells.
fn directory_is_told(kind: &Kind, bytes: &[u8]) {
    let Some(directory) = within(bytes.len(), "the directory", || (kind.facets.archive?.directory)(bytes))
    else {
        return;
    };
    for i in 0..directory.len().min(256) {
        assert_eq!(directory.name(i), directory.entry(i).map(|entry| entry.name));
    }
    let document = kind.open(bytes, Origin::default());
    if let Some(archive) = document.ok().as_ref().and_then(|document| document.archive()) {
        assert_eq!(directory.len(), archive.len(), "the directory is not the archive's");
    }
}

fn steps_lead_back(archive: &dyn Archive) {
    for (i, step) in path::steps(archive).iter().enumerate().take(256) {
        assert_eq!(path::find(archive, step), Some(i), "{step:?}");
    }
}

/// As far as a person could tell two reports apart.
fn told(report: &Report) -> String {
    report.findings.iter().map(|finding| format!("{finding:?}\n")).collect()
}

/// With one core, and with more than there are.
static CORES: LazyLock<[ThreadPool; 2]> =
    LazyLock::new(|| [1, 3].map(|cores| ThreadPoolBuilder::new().num_threads(cores).build().unwrap()));

fn checked_on_any_number_of_cores(asset: &Asset<'_>) -> Report {
    let check = || check::file(asset, CONTEXT);
    let one = within(asset.bytes.len(), "checking all of it", || CORES[0].install(check));
    let many = within(asset.bytes.len(), "checking all of it at once", || CORES[1].install(check));
    assert_eq!(told(&one.report), told(&many.report), "another answer on more cores");
    assert_eq!(one.assets, many.assets);
    one.report
}

fn listed(asset: &Asset<'_>) {
    let recursive = ListHow { recursive: true, contents: false };
    let listing = || list(asset, recursive, |listing| listing.rows("", |row| row.path.len()).len());
    if let Err(problem) = within(asset.bytes.len(), "listing", listing) {
        words::expect_for(&problem);
    }
    let everything = find::Pattern::new("*").unwrap();
    within(asset.bytes.len(), "finding", || find::in_file(asset, &everything).len());
}

/// Tracks that are looked at, and moments of each.
const TRACKS: usize = 4;
const MOMENTS: [f64; 8] = [0.0, 1.0, 999.5, -1.0, 1e9, 1e300, f64::INFINITY, f64::NAN];

fn played_at_any_time(played: &dyn Timeline) {
    played.looks();
    let tracks = played.tracks();
    for (number, track) in tracks.iter().enumerate().take(TRACKS) {
        for time in MOMENTS.into_iter().chain([track.length]) {
            let _ = played.play(number, time);
        }
    }
    assert!(played.play(tracks.len(), 0.0).is_none(), "a track that is not there");
}

/// Whatever the engine would draw or hit: each triangle that a ray meets is one that the traversal visits.
fn gone_through(traversal: &dyn Traversal) {
    let camera = Camera {
        position: [9.0, -20.0, 5.0],
        target: [0.0; 3],
        fov: 60.0,
        aspect: 1.5,
        near: 0.5,
        far: 700.0,
    };
    let ray = Ray { origin: [3.0; 3], direction: [-1.0; 3] }.normalised().unwrap();
    for (time, level) in [(None, 0), (Some(1.3), 0), (Some(-1e30), 4)] {
        let instance = Instance { time, level, strict: false, ..Instance::default() };
        for camera in [None, Some(camera)] {
            let sight = Sight { camera, inside: level == 4, ..Sight::default() };
            let _ = traversal.draw(&instance, &sight, CONTEXT);
        }
        let filter = Filter { both_sides: true, ..Filter::default() };
        let Ok(hits) = traversal.hits(&instance, &ray, filter, usize::MAX, CONTEXT) else { continue };
        let visits = traversal.walk(&instance, filter).unwrap_or_default();
        assert!(hits.windows(2).all(|pair| pair[0].distance <= pair[1].distance), "the nearest first");
        for hit in hits.iter().take(TRACKS) {
            assert!(visits.contains(&hit.visit), "{hit:?}");
            let _ = traversal.joined(hit.visit.triangle, filter);
        }
    }
}
