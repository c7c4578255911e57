//! From an archive to an editable folder.

use super::form::{self, Edited};
use super::names::Names;
use super::spread::{Spreading, Written};
use super::{
    FurtherForm, MANIFEST_NAME, Manifest, ManifestEntry, ORIGINALS, SCHEMA, joined, sha256, sha256_of,
};
use crate::allowance::Allowance;
use crate::check::{self, Scope};
use crate::library::CachedLibrary;
use crate::open::{Asset, Holder, Siblings};
use crate::picture::Alpha;
use crate::problem::{NOT_ARCHIVE, Problem, Result};
use rayon::prelude::*;
use relict_core::archive::{Archive, Entry, Stored};
use relict_core::args;
use relict_core::error::Error;
use relict_core::format::{Context, Document, Kind, Limits};
use relict_core::report::Report;
use relict_core::scene::Shown;
use relict_core::text::hex;
use relict_core::tree::EditableTree;

/// Where the folder goes and what is told meanwhile. Called from all cores.
pub trait UnpackTarget: Sync {
    /// A new file; folders on the way to it are to be made.
    fn put(&self, path: &str, bytes: &[u8]) -> Result<()>;
    /// So many bytes more of the archive are done.
    fn advance(&self, _bytes: usize) {}
}

/// Nowhere, if there is none: then all is done as usual, but nothing is written.
impl<T: UnpackTarget> UnpackTarget for Option<T> {
    fn put(&self, path: &str, bytes: &[u8]) -> Result<()> {
        self.as_ref().map_or(Ok(()), |folder| folder.put(path, bytes))
    }
}

/// What a person may want otherwise.
#[derive(Clone, Copy, Debug, Default)]
pub struct UnpackHow {
    /// Unpack what can be read even if the check finds errors.
    pub tolerant: bool,
    /// Every entry as its very bytes, and no PNG, glTF or JSON.
    pub raw: bool,
    pub alpha: Alpha,
    /// Which levels and states of models are to be edited.
    pub shown: Shown,
}

#[derive(Debug, Default)]
pub struct Unpacked {
    pub entries: usize,
    /// Nested archives, unpacked to folders of their own.
    pub folders: usize,
    /// Entries that stand in a form that people edit.
    pub converted: usize,
    /// Entries of which only the directory's word could be kept.
    pub kept_as_stated: usize,
    /// Files that are made of several entries at once.
    pub spread: usize,
    /// Why such files were left out; only when that was to be tolerated.
    pub not_spread: Vec<Problem>,
    /// What the check found; with errors only when they were to be tolerated.
    pub report: Report,
}

/// Takes an archive apart. One in which the check finds errors is refused unless that is to be tolerated; then what
/// cannot be read stands as raw bytes, and the folder still packs to the same bytes.
///
/// Each entry is checked while it is open to be taken apart, so errors are known at the end: `to` must be a place that
/// counts for nothing until then.
pub fn unpack(
    asset: &Asset<'_>,
    how: UnpackHow,
    context: Context<'_>,
    to: &dyn UnpackTarget,
) -> Result<Unpacked> {
    let (kind, document) = asset.open()?;
    if document.archive().is_none() {
        return Err(not_archive(asset, kind));
    }
    // Opened once for all: what one of them has unpacked need not be unpacked again.
    let document = (kind, &*document);
    let library = CachedLibrary::new(context.library);
    let context = Context { library: &library, ..context };
    let place = Place { folder: "", context, how };
    let allowance = Allowance::for_contents(asset.bytes.len(), context.limits);
    let checked = Scope { context, allowance: Allowance::for_size(asset.bytes.len()) };
    match take_apart(asset, document, place, allowance, Some(checked), to) {
        Ok(unpacked) if how.tolerant => Ok(unpacked),
        Ok(unpacked) => check::expect_no_errors(&unpacked.report, asset.path).map(|()| unpacked),
        // Errors of the file say more than what came of them.
        Err(problem) if !how.tolerant => {
            check::expect_no_errors(&check::open_file(asset, document, context).report, asset.path)?;
            Err(problem)
        }
        Err(problem) => Err(problem),
    }
}

/// An archive that people edit as a whole, or why it cannot be had as one.
type SpreadOut<'d> = Option<relict_core::error::Result<Box<dyn EditableTree + 'd>>>;

fn spread_out(document: &dyn Document, how: UnpackHow) -> SpreadOut<'_> {
    if how.raw { None } else { document.open_tree() }
}

/// Where an archive is taken apart, and how.
#[derive(Clone, Copy)]
struct Place<'p> {
    folder: &'p str,
    context: Context<'p>,
    how: UnpackHow,
}

fn not_archive(asset: &Asset<'_>, kind: &Kind) -> Problem {
    Problem::new(NOT_ARCHIVE, asset.path, args!(format = kind.id, name = ""))
}

fn take_apart(
    asset: &Asset<'_>,
    (kind, document): (&Kind, &dyn Document),
    place: Place<'_>,
    allowance: Allowance,
    checked: Option<Scope<'_>>,
    to: &dyn UnpackTarget,
) -> Result<Unpacked> {
    let folder = place.folder;
    let own = || checked.map(|scope| kind.check(document, asset.bytes, asset.origin, scope.context));
    let (own, spread) = rayon::join(own, || spread_out(document, place.how));
    let archive = document.archive().ok_or_else(|| not_archive(asset, kind))?;
    let archive = &*archive;
    let mut unpacked = Unpacked::default();
    let unmade = |error: &Error| Problem::unreadable(kind, asset.path, asset.bytes, error);
    let spread = match spread {
        Some(Err(error)) if place.how.tolerant => {
            unpacked.not_spread.push(unmade(&error));
            None
        }
        spread => spread.transpose().map_err(|error| unmade(&error))?,
    };
    let spread = spread.as_deref();
    let mut names = Names::new();
    let spread_folder = spread.map(|spread| own_folder(&spread.folder(), &mut names));
    let files: Vec<String> =
        (0..archive.len()).map_while(|i| archive.name(i)).map(|name| names.give(&name)).collect();
    let check = checked.map(|scope| check::Entries::of(archive, scope.context, scope.allowance));
    let allowances = allowance.shared_out(archive);
    let siblings = &Siblings::new(place.context.limits);
    let taker = Taker { archive, spread, place, allowances, siblings, check: check.as_ref(), to };
    let entries = || -> Result<Vec<(String, Unpacked)>> {
        let entry = |(i, name): (usize, &String)| Some(taker.entry(i, &archive.entry(i)?, name));
        // One by one: of a few large models, the last would keep one core busy while the others wait.
        files.par_iter().with_max_len(1).enumerate().filter_map(entry).collect()
    };
    let spread_files = || {
        let (spread, folder) = spread.zip(spread_folder.as_deref())?;
        let (room, tolerant) = (allowance.bytes(), place.how.tolerant);
        Some(Spreading { spread, outer: place.folder, folder, room, tolerant, unmade: &unmade }.put(to))
    };
    // Together: one entry may be nearly all of the archive, and keep one core busy while the others wait.
    let (taken, spread_files) = rayon::join(entries, spread_files);
    let (taken, spread_files) = (taken?, spread_files.transpose()?);
    unpacked.entries = taken.len();
    let (mut lines, mut reports) = (Vec::with_capacity(taken.len()), Vec::with_capacity(taken.len()));
    for (line, inner) in taken {
        unpacked.entries += inner.entries;
        unpacked.folders += inner.folders;
        unpacked.converted += inner.converted;
        unpacked.kept_as_stated += inner.kept_as_stated;
        unpacked.spread += inner.spread;
        unpacked.not_spread.extend(inner.not_spread);
        lines.push(line);
        reports.push(inner.report);
    }
    if let Some((check, own)) = check.as_ref().zip(own) {
        unpacked.report = check.gathered(own, reports);
    }
    let frame = archive.frame();
    let blob = |i| format!("{ORIGINALS}/{}", names.give(&format!("gap_{i}.bin")));
    let blobs: Vec<String> = (0..frame.blobs.len()).map(blob).collect();
    for (path, bytes) in blobs.iter().zip(&frame.blobs) {
        to.put(&joined(folder, path), bytes)?;
    }
    let listed_spread = spread_files.map(|Written { listed, files, left_out }| {
        unpacked.spread += files;
        unpacked.not_spread.extend(left_out);
        listed
    });
    let bare = frame.json.as_object().is_some_and(serde_json::Map::is_empty);
    let manifest = Manifest {
        schema: SCHEMA.into(),
        format: kind.id.into(),
        name: asset.origin.name.into(),
        frame: if bare { serde_json::Value::Null } else { frame.json },
        blobs,
        spread: listed_spread,
        unsealed: kind
            .package()
            .map_or_else(Vec::new, |package| package.missing_signed(archive, place.context.limits)),
        entries: vec![],
    };
    to.put(&joined(folder, MANIFEST_NAME), &manifest.to_json(&lines))?;
    Ok(unpacked)
}

/// A folder that no entry has, with the inner folders that are wanted.
fn own_folder(wanted: &str, names: &mut Names) -> String {
    match wanted.split_once('/') {
        Some((outer, inner)) => format!("{}/{inner}", names.give(outer)),
        None => names.give(wanted),
    }
}

struct Taker<'t> {
    archive: &'t dyn Archive,
    spread: Option<&'t dyn EditableTree>,
    place: Place<'t>,
    /// For what is inside each entry.
    allowances: Vec<Option<Allowance>>,
    siblings: &'t Siblings,
    /// None in an archive that a check passes over.
    check: Option<&'t check::Entries<'t>>,
    to: &'t dyn UnpackTarget,
}

impl Taker<'_> {
    /// Puts down one entry; its line of the manifest comes back.
    fn entry(&self, index: usize, entry: &Entry<'_>, name: &str) -> Result<(String, Unpacked)> {
        let mut listed = ManifestEntry {
            id: Some(index),
            name: entry.name.clone().into_owned(),
            raw_name: entry.odd_name.then(|| hex(entry.raw_name)),
            attributes: entry
                .attributes
                .iter()
                .map(|(key, value)| ((*key).to_owned(), value.clone()))
                .collect(),
            packing: entry.packing.clone(),
            ..Default::default()
        };
        let allowance = self.allowances.get(index).copied().flatten();
        // Many strays on the same bytes, or bombs in bombs, would fill any disk.
        let payload = || allowance.and_then(|_| self.archive.payload(index, self.place.context.limits).ok());
        // What cannot be had, or stands as somebody else's bytes, is checked like any other.
        let as_stated =
            || Unpacked { kept_as_stated: 1, report: self.report_of(index), ..Unpacked::default() };
        let put = |bytes: &[u8], listed: &mut ManifestEntry| {
            let holder = Some(Holder::of_many(self.archive, index, self.siblings));
            self.bytes(index, &Asset { path: name, origin: entry.origin(), bytes, holder }, allowance, listed)
        };
        let done = match self.archive.stored(index) {
            Stored::Nowhere => {
                listed.shared = true;
                if let Some(bytes) = payload() {
                    self.put_file(name, &bytes, &mut listed)?;
                }
                as_stated()
            }
            Stored::Plain(bytes) => put(bytes, &mut listed)?,
            // What cannot be unpacked stands as it is stored.
            Stored::Packed(packed) => {
                listed.original = Some(self.put_original(name, packed)?);
                payload().map_or_else(|| Ok(as_stated()), |bytes| put(&bytes, &mut listed))?
            }
        };
        self.to.advance(entry.size);
        Ok((listed.line(), done))
    }

    /// What the check finds in an entry that is not opened to be taken apart.
    fn report_of(&self, index: usize) -> Report {
        self.check.map_or_else(Report::default, |check| check.entry(index, &|_| ()).report)
    }

    /// An entry within what the check finds around it; none if it passes it over.
    fn checked<R>(&self, index: usize, then: impl FnOnce(Option<Scope<'_>>) -> R) -> R {
        match self.check {
            Some(check) => check.look(index, then),
            None => then(None),
        }
    }

    /// The bytes of an entry: a folder if they are an archive that can be taken apart, else a file. They are parsed once,
    /// for the check and for all forms.
    fn bytes(
        &self,
        index: usize,
        asset: &Asset<'_>,
        allowance: Option<Allowance>,
        listed: &mut ManifestEntry,
    ) -> Result<Unpacked> {
        let Some(kind) = asset.kind() else {
            return self.put_file(asset.path, asset.bytes, listed).map(|()| Unpacked::default());
        };
        listed.format = Some(kind.id.to_owned());
        let opened = kind.open(asset.bytes, asset.origin);
        // What files of the spread show stands as its bytes, and in no other form.
        let covered = self.spread.is_some_and(|spread| spread.covers(index));
        let mut done = Unpacked::default();
        if let Some(document) = opened.as_deref().ok().filter(|_| !covered).map(|document| (kind, document)) {
            if !self.place.how.raw && self.put_forms(asset, document, allowance, listed)? {
                done.converted = 1;
            } else if let Some(allowance) = allowance.filter(|_| self.is_deeper(kind)) {
                return self.checked(index, |scope| self.folder(asset, document, allowance, scope, listed));
            }
        }
        if done.converted == 0 {
            self.put_file(asset.path, asset.bytes, listed)?;
        }
        done.report = self.checked(index, |scope| {
            let Some(Scope { context, allowance }) = scope else { return Report::default() };
            check::known(asset, (kind, &opened), context, allowance, &|_| ()).report
        });
        Ok(done)
    }

    fn is_deeper(&self, kind: &Kind) -> bool {
        kind.is_archive() && self.place.context.limits.depth > 0
    }

    fn folder(
        &self,
        asset: &Asset<'_>,
        document: (&Kind, &dyn Document),
        allowance: Allowance,
        checked: Option<Scope<'_>>,
        listed: &mut ManifestEntry,
    ) -> Result<Unpacked> {
        listed.folder = Some(asset.path.to_owned());
        // Where the stored form cannot be made again, the folder's bytes decide whether it still holds.
        listed.sha256 = listed.original.is_some().then(|| sha256(asset.bytes));
        let limits = self.place.context.limits.deeper();
        let folder = joined(self.place.folder, asset.path);
        let place =
            Place { folder: &folder, context: Context { limits, ..self.place.context }, ..self.place };
        let mut inner = take_apart(asset, document, place, allowance, checked, self.to)?;
        inner.folders += 1;
        Ok(inner)
    }

    /// An entry in the forms that people edit, with its bytes behind them; false if there are none. One form is made
    /// and put down before the next: those of a large model take many times its memory.
    fn put_forms(
        &self,
        asset: &Asset<'_>,
        (kind, document): (&Kind, &dyn Document),
        allowance: Option<Allowance>,
        listed: &mut ManifestEntry,
    ) -> Result<bool> {
        // What it draws from other files may take as much as its own inside.
        let room = allowance.map_or(0, Allowance::bytes);
        let limits = self.place.context.limits;
        let limits = Limits { unpacked: limits.unpacked.min(room), ..limits };
        let context = Context { limits, ..self.place.context };
        for form in form::forms(kind) {
            let edited = form::edited(asset, (kind, document), form, self.place.how, context);
            let Some(edited) = edited else { continue };
            if listed.form.is_none() {
                self.put_behind(asset.path, asset.bytes, listed)?;
            }
            self.put_edited(asset.path, edited, listed)?;
        }
        Ok(listed.form.is_some())
    }

    /// Stored packed, an entry has its original already; what is edited is put into what that unpacks to.
    fn put_behind(&self, name: &str, bytes: &[u8], listed: &mut ManifestEntry) -> Result<()> {
        match &listed.original {
            None => listed.original = Some(self.put_original(name, bytes)?),
            Some(_) => listed.unpacked = Some(self.put_original(&format!("{name}.unpacked"), bytes)?),
        }
        Ok(())
    }

    fn put_edited(&self, name: &str, edited: Edited, listed: &mut ManifestEntry) -> Result<()> {
        let put = |ending: &str, bytes: &[u8]| {
            let file = format!("{name}{ending}");
            self.to.put(&joined(self.place.folder, &file), bytes).map(|()| file)
        };
        let Edited { form, file, alpha, settings } = edited;
        let sha256 = Some(sha256_of([&file[..], alpha.as_deref().unwrap_or_default()]));
        if let Some(alpha) = alpha {
            listed.alpha = Some(put(".alpha.png", &alpha)?);
        }
        if !settings.is_null() {
            listed.settings = settings;
        }
        let file = put(form.ending(), &file)?;
        match listed.form {
            None => (listed.file, listed.form, listed.sha256) = (Some(file), Some(form), sha256),
            Some(_) => listed.also.push(FurtherForm { file, form, sha256 }),
        }
        Ok(())
    }

    fn put_file(&self, name: &str, bytes: &[u8], listed: &mut ManifestEntry) -> Result<()> {
        self.to.put(&joined(self.place.folder, name), bytes)?;
        (listed.file, listed.sha256) = (Some(name.to_owned()), Some(sha256(bytes)));
        Ok(())
    }

    fn put_original(&self, name: &str, bytes: &[u8]) -> Result<String> {
        let path = format!("{ORIGINALS}/{name}");
        self.to.put(&joined(self.place.folder, &path), bytes)?;
        Ok(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FORMATS;
    use crate::folder::{Form, Memory};
    use relict_core::facets::{Known, PictureOps};

    /// The forms of a model that has these facets, and JSON besides.
    fn in_forms(facets: fn(Known) -> Known, stored_packed: bool) -> ManifestEntry {
        let samples = relict_samples::all();
        let units = samples.iter().find(|sample| sample.path == "parkan/units.rlb").unwrap();
        let units = Asset::file("units.rlb", &units.bytes);
        let kind = FORMATS.named("ngi.msh").unwrap();
        let kind = Kind { facets: facets(kind.facets), has_json_form: true, ..*kind };
        let (_, document) = units.open().unwrap();
        let archive = document.archive().unwrap();
        let place = Place { folder: "", context: Context::ALONE, how: UnpackHow::default() };
        let (to, siblings) = (Memory::default(), Siblings::new(Limits::USUAL));
        let taker = Taker {
            archive: &*archive,
            spread: None,
            place,
            allowances: vec![],
            siblings: &siblings,
            check: None,
            to: &to,
        };
        let original = stored_packed.then(|| "original/tank.msh".to_owned());
        let mut listed = ManifestEntry { original, ..Default::default() };
        let put = |asset: Asset<'_>| {
            let (_, document) = asset.open()?;
            let asset = Asset { path: "tank.msh", ..asset };
            let room = Some(Allowance::for_size(asset.bytes.len()));
            taker.put_forms(&asset, (&kind, &*document), room, &mut listed)
        };
        assert!(units.descend(&["tank.msh"], Limits::USUAL, put).unwrap());
        let files = to.files();
        let named = listed.also.iter().map(|also| (&also.file, &also.sha256));
        for (file, hash) in named.chain([(listed.file.as_ref().unwrap(), &listed.sha256)]) {
            assert_eq!(*hash, Some(sha256(&files[file])), "{file}");
        }
        assert!(files.contains_key(listed.unpacked.as_ref().or(listed.original.as_ref()).unwrap()));
        listed
    }

    #[test]
    fn an_entry_may_stand_in_two_forms_each_with_its_own_hash() {
        for stored_packed in [false, true] {
            let listed = in_forms(|facets| facets, stored_packed);
            assert_eq!((listed.file.as_deref(), listed.form), (Some("tank.msh.glb"), Some(Form::Glb)));
            let [also] = &listed.also[..] else { panic!("{:?}", listed.also) };
            assert_eq!((also.file.as_str(), also.form), ("tank.msh.json", Form::Json));
            assert_eq!(listed.unpacked.is_some(), stored_packed);
        }
    }

    #[test]
    fn what_cannot_be_shown_in_its_first_form_stands_in_the_next() {
        let picture =
            |facets| Known { model: None, picture: Some(PictureOps { canvas: |_| None }), ..facets };
        let listed = in_forms(picture, false);
        assert_eq!((listed.form, listed.also.len()), (Some(Form::Json), 0));
    }
}
