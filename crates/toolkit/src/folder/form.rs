//! The forms in which people edit entries: PNG for pictures, glTF for models, JSON for what is made of fields.

use super::{Form, ManifestEntry, UnpackHow};
use crate::FORMATS;
use crate::document::{self, Stated};
use crate::model::{self, Modelling, Open};
use crate::open::Asset;
use crate::phrases;
use crate::picture::{self, Drawing};
use crate::problem::{CANNOT_PACK, JSON, Problem, Result};
use relict_core::error::{Error, value};
use relict_core::format::{AttributesRef, Context, Document, Kind, Library, Origin};
use relict_core::image::{Picture, Redraw, Redrawn};
use relict_core::journal::EditNotes;
use relict_core::scene::{Companion, ModelEdit, Shown};
use serde_json::Value;

impl Form {
    pub(super) fn name(self) -> &'static str {
        &self.ending()[1..]
    }

    pub(super) fn ending(self) -> &'static str {
        match self {
            Self::Png => ".png",
            Self::Glb => ".glb",
            Self::Json => ".json",
        }
    }
}

/// An entry in a form that people edit.
pub(super) struct Edited {
    pub(super) form: Form,
    pub(super) file: Vec<u8>,
    pub(super) alpha: Option<Vec<u8>>,
    pub(super) settings: Value,
}

impl Edited {
    fn alone(form: Form, file: Vec<u8>) -> Self {
        Self { form, file, alpha: None, settings: Value::Null }
    }
}

/// The forms in which people edit files of a kind, the usual one first; none where they edit its bytes.
pub(super) fn forms(kind: &Kind) -> impl Iterator<Item = Form> + use<> {
    let forms = [
        (kind.facets.model.is_some(), Form::Glb),
        (kind.facets.picture.is_some(), Form::Png),
        (kind.has_json_form, Form::Json),
    ];
    forms.into_iter().filter_map(|(has, form)| has.then_some(form))
}

/// None if it cannot be shown in this form.
pub(super) fn edited(
    asset: &Asset<'_>,
    (kind, document): (&Kind, &dyn Document),
    form: Form,
    how: UnpackHow,
    context: Context<'_>,
) -> Option<Edited> {
    match form {
        Form::Json => {
            let json = document::to_json(kind, document, AttributesRef::default()).ok()?;
            Some(Edited::alone(Form::Json, json))
        }
        Form::Png => {
            let picture = picture::coloured(asset, document, context)?;
            let png = picture::to_png(asset.path, picture.image(0)?, how.alpha, None).ok()?;
            let (file, alpha, settings) = (png.colours, png.alpha, picture.settings());
            Some(Edited { form: Form::Png, file, alpha, settings })
        }
        Form::Glb => {
            // The original stands beside it, so it need not carry that along. A cockpit has nothing that is seen
            // from outside; then all that there is to see is shown.
            let scene = |shown| model::scene_of(asset, (kind, document), shown, context);
            let scene = scene(how.shown).or_else(|_| scene(Shown::All)).ok()?;
            let files = model::written(asset.path, &scene, Open::Glb, "").ok()?;
            Some(Edited::alone(Form::Glb, files.main))
        }
    }
}

/// The bytes of an entry, made from its edited form.
pub(super) struct Made {
    pub(super) bytes: Vec<u8>,
    pub(super) notes: EditNotes,
    /// An entry that it needs beside it.
    pub(super) companion: Option<Companion>,
}

impl Made {
    pub(super) fn alone(bytes: Vec<u8>, notes: EditNotes) -> Self {
        Self { bytes, notes, companion: None }
    }

    /// With what is noted of it by another way to the same bytes, if nothing was noted yet.
    pub(super) fn or_noted(mut self, notes: EditNotes) -> Self {
        if self.notes == EditNotes::Nothing {
            self.notes = notes;
        }
        self
    }
}

fn kind(entry: &ManifestEntry, path: &str) -> Result<&'static Kind> {
    let format = entry.format.as_deref().unwrap_or_default();
    FORMATS.named(format).ok_or_else(|| {
        let error = Error::unexpected(phrases::a_known_format(), value(format)).inside("format");
        Problem::at_field(CANNOT_PACK, path, &error)
    })
}

fn origin(entry: &ManifestEntry) -> Origin<'_> {
    Origin { name: &entry.name, attributes: AttributesRef::Map(&entry.attributes) }
}

/// Whether the settings of a picture are no longer those that it had. `path` is that of its file, for messages.
pub(super) fn settings_changed(entry: &ManifestEntry, path: &str, before: &[u8]) -> Result<bool> {
    let document = kind(entry, path)?.open(before, origin(entry)).ok();
    let picture = document.as_ref().and_then(|document| document.picture());
    let old = picture.map(Picture::settings);
    Ok(old.is_some_and(|old| old != entry.settings && !entry.settings.is_null()))
}

/// What an edited entry is made from.
pub(super) struct Source<'s> {
    pub(super) entry: &'s ManifestEntry,
    /// Of the edited file.
    pub(super) form: Form,
    /// Of the edited file, for messages.
    pub(super) path: &'s str,
    pub(super) file: &'s [u8],
    pub(super) alpha: Option<&'s [u8]>,
    /// The bytes of the entry before; none for a new one.
    pub(super) before: Option<&'s [u8]>,
}

impl Source<'_> {
    fn kind(&self) -> Result<&'static Kind> {
        kind(self.entry, self.path)
    }

    fn origin(&self) -> Origin<'_> {
        origin(self.entry)
    }

    /// A model in glTF; `around` has the entries beside it.
    fn modelled(&self, around: &dyn Library) -> Result<Made> {
        let modelling = Modelling {
            path: self.path,
            kind: self.kind()?,
            origin: self.origin(),
            like: self.before.map(|before| (self.path, before)),
            open: Open::Glb,
            file: self.file,
            beside: &|_| None,
            context: Context::new(around),
        };
        let ModelEdit { bytes, remarks, companion } = modelling.build()?;
        Ok(Made { bytes, notes: EditNotes::Model(remarks), companion })
    }

    /// The bytes that it has become.
    pub(super) fn bytes(&self, how: Redraw, around: &dyn Library) -> Result<Made> {
        match self.form {
            Form::Glb => self.modelled(around),
            Form::Json => self.built(),
            Form::Png => self.drawn(how, around),
        }
    }

    fn built(&self) -> Result<Made> {
        let stated = Stated::read(self.path, self.file)?;
        if stated.kind.id != self.kind()?.id {
            let error = Error::unexpected(value(self.kind()?.id), value(stated.kind.id)).inside("format");
            return Err(Problem::at_field(JSON, self.path, &error));
        }
        Ok(Made::alone(stated.build(self.origin())?, EditNotes::Nothing))
    }

    fn drawn(&self, how: Redraw, around: &dyn Library) -> Result<Made> {
        let drawing = Drawing {
            path: self.path,
            kind: self.kind()?,
            origin: self.origin(),
            like: self.before,
            png: self.file,
            alpha: self.alpha,
            opaque: false,
            settings: &self.entry.settings,
            how,
            context: Context::new(around),
        };
        let Redrawn { bytes, losses } = drawing.draw()?;
        Ok(Made::alone(bytes, EditNotes::Picture(losses)))
    }
}
