//! What a document can be besides its fields: an archive, a picture, a model, a map.
//!
//! A format declares its facets once, as a table of functions ([`Facets`]). From that table comes what is known of the
//! format without a document ([`Known`]), and what a document hands out ([`Faceted`]); so the two cannot contradict each
//! other, and asking which facets there are decodes nothing. A new facet is one line of `facets!` and the trait it names.

use crate::archive::{Archive, Directory, EntrySpec, Frame, Payloads};
use crate::format::{AttributesRef, Context, Format, Limits};
use crate::image::{Image, Picture};
use crate::map::Map;
use crate::put::Put;
use crate::refs::Reference;
use crate::scene::{Companion, Misfit, Model, ModelEdit, Motion, Remark, Scene, Up};
use crate::signature::{self, Signature};
use crate::tables::Table;
use crate::timeline::Timeline;
use crate::traversal::Traversal;
use crate::tree::AsTree;
use std::fmt;

macro_rules! facets {
    (
        with_operations { $($(#[doc = $odoc:literal])* $oname:ident: $oview:ty, $ops:ty;)* }
        plain { $($(#[doc = $doc:literal])* $name:ident: $view:ty;)* }
        lists { $($(#[doc = $ldoc:literal])* $lname:ident: $item:ty;)* }
    ) => {
        /// The facets of documents of type `T`: how to get each from a document, and what can be done without one.
        pub struct Facets<T> {
            $($(#[doc = $odoc])* $oname: Option<($ops, for<'d> fn(&'d T) -> Option<$oview>)>,)*
            $($(#[doc = $doc])* $name: Option<for<'d> fn(&'d T) -> Option<$view>>,)*
            $($(#[doc = $ldoc])* $lname: Option<fn(&T) -> Vec<$item>>,)*
        }

        impl<T> Facets<T> {
            /// Documents that are nothing but their fields.
            pub const NONE: Self = Self { $($oname: None,)* $($name: None,)* $($lname: None,)* };

            $($(#[doc = $odoc])*
            #[must_use]
            pub const fn $oname(mut self, ops: $ops, view: for<'d> fn(&'d T) -> Option<$oview>) -> Self {
                self.$oname = Some((ops, view));
                self
            })*

            $($(#[doc = $doc])*
            #[must_use]
            pub const fn $name(mut self, view: for<'d> fn(&'d T) -> Option<$view>) -> Self {
                self.$name = Some(view);
                self
            })*

            $($(#[doc = $ldoc])*
            #[must_use]
            pub const fn $lname(mut self, list: fn(&T) -> Vec<$item>) -> Self {
                self.$lname = Some(list);
                self
            })*

            /// What is known of them without a document.
            pub const fn known(&self) -> Known {
                Known {
                    $($oname: match &self.$oname { Some((ops, _)) => Some(*ops), None => None },)*
                    $($name: self.$name.is_some(),)*
                    $($lname: self.$lname.is_some(),)*
                }
            }
        }

        /// Which facets the documents of a format have, and what can be done without a document.
        #[derive(Clone, Copy, Debug)]
        pub struct Known {
            $($(#[doc = $odoc])* pub $oname: Option<$ops>,)*
            $($(#[doc = $doc])* pub $name: bool,)*
            $($(#[doc = $ldoc])* pub $lname: bool,)*
        }

        /// The facets of one document. One that its format has may still be missing from a certain file.
        pub trait Faceted {
            $($(#[doc = $odoc])* fn $oname<'d>(&'d self) -> Option<$oview>;)*
            $($(#[doc = $doc])* fn $name<'d>(&'d self) -> Option<$view>;)*
            $($(#[doc = $ldoc])* fn $lname(&self) -> Vec<$item>;)*
        }

        impl<'a, T: Format<'a>> Faceted for T {
            $(fn $oname<'d>(&'d self) -> Option<$oview> {
                T::FACETS.$oname.and_then(|(_, view)| view(self))
            })*
            $(fn $name<'d>(&'d self) -> Option<$view> {
                T::FACETS.$name.and_then(|view| view(self))
            })*
            $(fn $lname(&self) -> Vec<$item> {
                T::FACETS.$lname.map_or_else(Vec::new, |list| list(self))
            })*
        }
    };
}

facets! {
    with_operations {
        /// It holds other files. What that takes to index is made here, not when reading.
        archive: Box<dyn Archive + 'd>, ArchiveOps;
        /// It is a picture.
        picture: &'d dyn Picture, PictureOps;
        /// It is a model.
        model: &'d dyn Model, ModelOps;
    }
    plain {
        /// It is known how its engine draws it, and what a ray hits.
        traversal: &'d dyn Traversal;
        /// It moves a model.
        motion: &'d dyn Motion;
        /// It can be drawn from above.
        map: &'d dyn Map;
        /// It plays over time.
        timeline: &'d dyn Timeline;
        /// It is edited as a tree of files that are made of several entries at once.
        tree: &'d dyn AsTree;
    }
    lists {
        /// Tables of what is in it, for people.
        tables: Table;
        /// What it names in other files.
        references: Reference;
    }
}

impl<T> fmt::Debug for Facets<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.known().fmt(f)
    }
}

/// What can be done with archives of a format, without one.
#[derive(Clone, Copy, Debug)]
pub struct ArchiveOps {
    /// An archive from its frame and entries.
    pub assemble: fn(&Frame, &[EntrySpec], &dyn Payloads, &mut Put),
    /// What of the frame is normal, and is kept even when everything around the entries is written canonically.
    pub kept_when_canonical: &'static [&'static str],
    /// The directory as it lies in the file, where reading everything would cost much more; none where it would not,
    /// or where only reading tells whether the file is whole.
    pub directory: for<'a> fn(&'a [u8]) -> Option<Box<dyn Directory + 'a>>,
    /// What else belongs to a program that is handed out as such an archive.
    pub package: Option<PackageOps>,
    /// What [`Directory::meaning`] may say of an entry, each word with a message `fact-meaning-…` in the catalogue.
    pub meanings: fn() -> Vec<&'static str>,
    /// How files become new entries; none where an entry is more than a name and bytes.
    pub add: Option<AddOps>,
}

impl ArchiveOps {
    pub const fn new(assemble: fn(&Frame, &[EntrySpec], &dyn Payloads, &mut Put)) -> Self {
        Self {
            assemble,
            kept_when_canonical: &[],
            directory: |_| None,
            package: None,
            meanings: Vec::new,
            add: None,
        }
    }
}

/// How files that somebody adds become entries of an archive.
#[derive(Clone, Copy, Debug)]
pub struct AddOps {
    /// The format that a PNG becomes; none where it is an entry as it is.
    pub picture: Option<&'static str>,
    /// The format that glTF and OBJ become; none where they are entries as they are.
    pub model: Option<&'static str>,
    /// Whether names of entries may have folders in them.
    pub folders: bool,
    /// What the directory says of a new entry, or why it cannot be one.
    pub spec: fn(&NewEntry<'_>) -> crate::error::Result<EntrySpec>,
}

/// A file on its way into an archive.
#[derive(Clone, Copy, Debug)]
pub struct NewEntry<'n> {
    /// That of the file, without the ending that told how its bytes were made.
    pub name: &'n str,
    /// What its bytes are, if that is known.
    pub format: Option<&'static str>,
    /// What is known of it besides: what a JSON says.
    pub attributes: AttributesRef<'n>,
    /// The entries that are there: their names, and what the directory says of them.
    pub others: &'n [(&'n str, &'n serde_json::Map<String, serde_json::Value>)],
}

impl NewEntry<'_> {
    /// The value of an attribute that is told with the file; else the one that all entries `alike` have.
    pub fn attribute(
        &self,
        attribute: &str,
        alike: impl Fn(&str, &serde_json::Map<String, serde_json::Value>) -> bool,
    ) -> Option<serde_json::Value> {
        if let Some(told) = self.attributes.get(attribute) {
            return Some(told.clone());
        }
        let alike = self.others.iter().filter(|(name, attributes)| alike(name, attributes));
        let mut found = alike.map(|(_, attributes)| attributes.get(attribute));
        let first = found.next()??;
        found.all(|other| other == Some(first)).then(|| first.clone())
    }

    /// Whether a name ends as that of the new entry does.
    pub fn ends_alike(&self, name: &str) -> bool {
        let ending = |name: &str| name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
        ending(self.name).is_some_and(|own| ending(name) == Some(own))
    }
}

/// What can be done with packages: signed archives that may lie loose in a folder, with a description beside them.
#[derive(Clone, Copy, Debug)]
pub struct PackageOps {
    /// How names of files end that lie beside a package, are called as it is, and state its size or sign it.
    pub companions: &'static [&'static str],
    /// A companion as it should be for a package of that name and size.
    pub companion: fn(&[u8], name: &str, size: usize) -> Option<Vec<u8>>,
    /// The signature over entries of these names, if there is one.
    pub signature: fn(&[&str], signature::Bytes<'_>) -> Option<Signature>,
    /// Files of these names, loose in a folder, as the entries of the package that they would be; none if they would be none.
    pub loose: fn(&[&str]) -> Option<Vec<EntrySpec>>,
}

impl PackageOps {
    /// What the signature of a package vouches for, and the package does not have.
    pub fn missing_signed(&self, archive: &dyn Archive, limits: Limits) -> Vec<String> {
        let names: Vec<_> = (0..archive.len()).map_while(|i| archive.name(i)).collect();
        let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
        let bytes = |i: usize| Some(archive.payload(i, limits).ok()?.into_owned());
        (self.signature)(&names, &bytes).map_or_else(Vec::new, |signature| signature.gone)
    }
}

/// What can be done with pictures of a format, without one.
#[derive(Clone, Copy, Debug)]
pub struct PictureOps {
    /// A new file of the size and kind of an image, for it to be drawn into; none if it does not fit.
    pub canvas: fn(&Image) -> Option<Vec<u8>>,
}

/// A new file from a scene, or why there is none. The context tells its name, and what will be beside it.
pub type FromScene = fn(&Scene, Context<'_>) -> Result<ModelEdit, Misfit>;

/// The file that a model needs beside it, as far as a scene of it tells, and what there is to say of that; none if it is there.
pub type CompanionOf = fn(&[u8], &Scene, Context<'_>) -> Result<(Option<Companion>, Vec<Remark>), Misfit>;

/// What can be done with models of a format, without one.
#[derive(Clone, Copy, Debug)]
pub struct ModelOps {
    /// Which way is up.
    pub up: Up,
    /// A new file from a scene.
    pub from_scene: Option<FromScene>,
    /// What one needs that comes without what was beside it.
    pub companion: Option<CompanionOf>,
}
