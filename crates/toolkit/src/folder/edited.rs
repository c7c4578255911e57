//! What has become of entries that stand in forms which people edit, and what other entries see of them meanwhile.

use super::form::{self, Made};
use super::pack::{Packer, Taken};
use super::source::{Content, missing};
use super::{Form, ManifestEntry, joined, sha256_of};
use crate::phrases;
use crate::problem::{CANNOT_PACK, Problem, Result, TWO_EDITS};
use relict_core::args;
use relict_core::error::{Error, value};
use relict_core::format::Library;
use relict_core::image::Palette;
use std::borrow::Cow;
use std::sync::OnceLock;

/// One of the files in which an entry stands.
#[derive(Clone, Copy)]
struct FormFile<'e> {
    path: &'e str,
    form: Form,
    sha256: Option<&'e str>,
    alpha: Option<&'e str>,
}

impl ManifestEntry {
    /// The first form, then the further ones. What is told of a picture goes with the one that is PNG.
    fn form_files(&self) -> impl Iterator<Item = FormFile<'_>> {
        let first = self.file.as_deref().zip(self.form);
        let first = first.map(|(path, form)| (path, form, self.sha256.as_deref()));
        let also = self.also.iter().map(|also| (also.file.as_str(), also.form, also.sha256.as_deref()));
        first.into_iter().chain(also).map(|(path, form, sha256)| {
            let alpha = self.alpha.as_deref().filter(|_| form == Form::Png);
            FormFile { path, form, sha256, alpha }
        })
    }
}

/// One of them that is no longer as it was unpacked, and what is in it.
struct Edit<'e> {
    path: &'e str,
    form: Form,
    file: Vec<u8>,
    alpha: Option<Vec<u8>>,
}

/// What an entry is now.
enum Became<'e> {
    /// What is stored in this file.
    Original(&'e str),
    Made(Made),
}

/// What an entry is to those beside it; none if it is as it was.
pub(super) type Beside = Result<Option<Vec<u8>>>;

impl<'p> Packer<'p> {
    /// What nobody would look at is a slip, not a wish.
    pub(super) fn check_forms(&self, index: usize, entry: &ManifestEntry) -> Result<()> {
        let picture = entry.form_files().any(|file| file.form == Form::Png);
        let alone = entry.file.is_none() || entry.form.is_none() || entry.shared;
        let idle = [
            ("settings", !entry.settings.is_null() && !picture, phrases::nothing_since_no_png()),
            ("alpha", entry.alpha.is_some() && !picture, phrases::nothing_since_no_png()),
            ("also", !entry.also.is_empty() && alone, phrases::nothing_since_no_form()),
        ];
        let refused = |error: Error| {
            Problem::at_field(CANNOT_PACK, &self.path, &error.inside(format_args!("entries[{index}]")))
        };
        if let Some((field, _, wanted)) = idle.into_iter().find(|(_, stated, _)| *stated) {
            return Err(refused(Error::unexpected(wanted, phrases::some()).inside(field)));
        }
        let forms: Vec<Form> = entry.form_files().map(|file| file.form).collect();
        match (1..forms.len()).find(|&i| forms[..i].contains(&forms[i])) {
            Some(i) => {
                let error = Error::unexpected(phrases::a_form_of_no_other_file(), value(forms[i].name()));
                Err(refused(error.inside(format_args!("also[{}].form", i - 1))))
            }
            None => Ok(()),
        }
    }

    /// An entry that stands in forms that people edit.
    pub(super) fn edited_content(&self, entry: &ManifestEntry) -> Result<Taken<'p>> {
        let around = Neighbours::of(self);
        let became = self.became(entry, &around).map_err(|problem| around.blamed(problem))?;
        match became {
            Became::Original(original) => self.original(entry, original).map(Taken::from),
            Became::Made(Made { bytes, notes, companion }) => {
                Ok(Taken { content: Content::edited(bytes, notes), companion })
            }
        }
    }

    fn became<'e>(&self, entry: &'e ManifestEntry, around: &dyn Library) -> Result<Became<'e>> {
        let edits = self.edits(entry)?;
        let before = if edits.is_empty() { None } else { self.before(entry)? };
        let mut all: Option<(&str, Made)> = None;
        for edit in &edits {
            let source = form::Source {
                entry,
                form: edit.form,
                path: &joined(&self.folder, edit.path),
                file: &edit.file,
                alpha: edit.alpha.as_deref(),
                before: before.as_deref(),
            };
            let made = source.bytes(self.how.redraw, around)?;
            // A program may write a file anew without changing what it says.
            if entry.original.is_some() && before.as_ref() == Some(&made.bytes) {
                continue;
            }
            all = Some(match all {
                None => (edit.path, made),
                Some((path, first)) if first.bytes == made.bytes => (path, first.or_noted(made.notes)),
                Some((path, _)) => return Err(self.two_edits(entry, path, edit.path)),
            });
        }
        match (all, &entry.original) {
            (Some((_, made)), _) => Ok(Became::Made(made)),
            (None, Some(original)) => Ok(Became::Original(original)),
            (None, None) => Err(missing(joined(&self.folder, &entry.name), &entry.name)),
        }
    }

    fn two_edits(&self, entry: &ManifestEntry, one: &str, other: &str) -> Problem {
        let args = args!(other = other, name = entry.name.as_str());
        Problem::new(TWO_EDITS, joined(&self.folder, one), args)
    }

    /// The files that somebody edited. Without stored bytes the entry is made from one in any case: from JSON if there
    /// is some, since that tells everything.
    fn edits<'e>(&self, entry: &'e ManifestEntry) -> Result<Vec<Edit<'e>>> {
        let mut edits = vec![];
        for of in entry.form_files() {
            let edit = self.read_form(entry, of)?;
            let runs = [&edit.file[..], edit.alpha.as_deref().unwrap_or_default()];
            self.from.advance(edit.file.len());
            if of.sha256 != Some(&sha256_of(runs)) || self.settings_changed(entry, of)? {
                edits.push(edit);
            }
        }
        if edits.is_empty() && entry.original.is_none() {
            let json = entry.form_files().find(|file| file.form == Form::Json);
            let of = json.or_else(|| entry.form_files().next());
            edits.extend(of.map(|of| self.read_form(entry, of)).transpose()?);
        }
        Ok(edits)
    }

    fn read_form<'e>(&self, entry: &ManifestEntry, of: FormFile<'e>) -> Result<Edit<'e>> {
        let alpha = of.alpha.map(|path| self.read(path, &entry.name)).transpose()?;
        Ok(Edit { path: of.path, form: of.form, file: self.read(of.path, &entry.name)?, alpha })
    }

    /// Of what nobody touched, only a picture needs another look: its settings stand in the manifest.
    fn settings_changed(&self, entry: &ManifestEntry, of: FormFile<'_>) -> Result<bool> {
        if of.form != Form::Png || entry.settings.is_null() {
            return Ok(false);
        }
        let Some(before) = self.before(entry)? else { return Ok(false) };
        form::settings_changed(entry, &joined(&self.folder, of.path), &before)
    }

    /// The bytes of an entry as it was unpacked; none of a new one.
    fn before(&self, entry: &ManifestEntry) -> Result<Option<Vec<u8>>> {
        let path = entry.unpacked.as_ref().or(entry.original.as_ref());
        path.map(|path| self.read(path, &entry.name)).transpose()
    }

    /// What it is to those beside it. Itself it sees the others as they were, or two could wait for each other forever.
    fn beside(&self, entry: &ManifestEntry) -> Beside {
        Ok(match self.became(entry, &Originals(self))? {
            Became::Original(_) => None,
            Became::Made(made) => Some(made.bytes),
        })
    }

    fn named(&self, name: &str) -> Option<(usize, &ManifestEntry)> {
        let entries = self.manifest.entries.iter().enumerate();
        entries.into_iter().find(|(_, entry)| entry.name.eq_ignore_ascii_case(name))
    }
}

/// The entries beside one that is being made, as they are going to be packed.
pub(super) struct Neighbours<'n> {
    packer: &'n Packer<'n>,
    /// Of a neighbour that was asked for and cannot be made.
    problem: OnceLock<Problem>,
}

impl<'n> Neighbours<'n> {
    pub(super) fn of(packer: &'n Packer<'n>) -> Self {
        Self { packer, problem: OnceLock::new() }
    }

    /// Who lacks a neighbour says so; that the neighbour cannot be made tells more.
    pub(super) fn blamed(self, problem: Problem) -> Problem {
        self.problem.into_inner().unwrap_or(problem)
    }
}

impl Library for Neighbours<'_> {
    fn file(&self, _: &str) -> Option<Cow<'_, [u8]>> {
        None
    }

    fn beside_holder(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        self.packer.from.around().file(name)
    }

    fn palette(&self) -> Option<&Palette> {
        self.packer.from.around().palette()
    }

    fn sibling(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        let Some((index, entry)) = self.packer.named(name) else {
            return self.packer.addition_named(name).map(Cow::Owned);
        };
        if entry.form.is_none() {
            return Originals(self.packer).of(entry).map(Cow::Owned);
        }
        // Every model of an archive may ask for the same materials.
        match self.packer.known_beside(index, || self.packer.beside(entry)) {
            Ok(Some(made)) => Some(made.into()),
            Ok(None) => Originals(self.packer).of(entry).map(Cow::Owned),
            Err(problem) => {
                self.problem.get_or_init(|| problem.clone());
                None
            }
        }
    }
}

/// The entries as they were unpacked; of those that stand as their very bytes there is no other state.
struct Originals<'o>(&'o Packer<'o>);

impl Originals<'_> {
    fn of(&self, entry: &ManifestEntry) -> Option<Vec<u8>> {
        match &entry.file {
            Some(file) if entry.form.is_none() => self.0.read(file, &entry.name).ok(),
            _ => self.0.before(entry).ok().flatten().filter(|_| entry.form.is_some()),
        }
    }
}

impl Library for Originals<'_> {
    fn file(&self, _: &str) -> Option<Cow<'_, [u8]>> {
        None
    }

    fn beside_holder(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        self.0.from.around().file(name)
    }

    fn palette(&self) -> Option<&Palette> {
        self.0.from.around().palette()
    }

    fn sibling(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        let (_, entry) = self.0.named(name)?;
        self.of(entry).map(Cow::Owned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::{MANIFEST_NAME, Manifest, Memory, PackHow, UnpackHow, unpack};
    use crate::open::Asset;
    use crate::problem::JSON;
    use relict_core::format::Context;
    use std::sync::Arc;

    const MATERIALS: &str = "materials.json";

    /// Unpacks a mechlib, whose materials stand as JSON, and hands on what stands around its models.
    fn around(edit: impl FnOnce(&str) -> String, then: impl FnOnce(&Packer<'_>, &[u8])) {
        let samples = relict_samples::all();
        let mechlib = samples.iter().find(|sample| sample.path == "mechwarrior3/mechlib.zbd").unwrap();
        let asset = Asset::file("mechlib.zbd", &mechlib.bytes);
        let folder = Memory::default();
        unpack(&asset, UnpackHow::default(), Context::ALONE, &folder).unwrap();
        let mut files = folder.files();
        let json = edit(std::str::from_utf8(&files[MATERIALS]).unwrap());
        files.insert(MATERIALS.into(), json.into());
        let original = files["original/materials"].clone();
        let manifest = Manifest::from_json(MANIFEST_NAME, &files[MANIFEST_NAME]).unwrap();
        let (from, how) = (&Memory::of(files), PackHow::default());
        let packer = Packer::new(from, Arc::from(vec![]), String::new(), manifest, MANIFEST_NAME.into(), how);
        then(&packer, &original);
    }

    #[test]
    fn an_untouched_neighbour_is_seen_as_it_was_whatever_its_form() {
        for edit in [str::to_owned, |json: &str| format!("{json}\n\n")] {
            around(edit, |packer, original| {
                let neighbours = Neighbours::of(packer);
                assert_eq!(neighbours.sibling("MATERIALS").as_deref(), Some(original));
                assert_eq!(neighbours.sibling("format").as_deref(), Some(&[1, 0, 0, 0][..]));
                assert_eq!(neighbours.sibling("nobody"), None);
            });
        }
    }

    #[test]
    fn an_edited_neighbour_is_seen_as_it_is_packed_but_not_by_other_neighbours() {
        let edit = |json: &str| json.replacen("\"hull\"", "\"HULL\"", 1);
        around(edit, |packer, original| {
            let neighbours = Neighbours::of(packer);
            let seen = neighbours.sibling("materials").unwrap();
            assert!(*seen != *original && seen.len() == original.len());
            assert!(seen.windows(4).any(|text| text == b"HULL"));
            assert_eq!(Originals(packer).sibling("materials").as_deref(), Some(original));
        });
    }

    #[test]
    fn a_neighbour_that_cannot_be_made_is_to_blame() {
        around(
            |_| "{".into(),
            |packer, _| {
                let neighbours = Neighbours::of(packer);
                assert_eq!(neighbours.sibling("materials"), None);
                let problem = neighbours.blamed(Problem::new(CANNOT_PACK, "", vec![]));
                assert_eq!((problem.code, problem.path.as_str()), (JSON, MATERIALS));
            },
        );
    }
}
