//! Everything that formats share; nothing here knows a format, a file system or a terminal.

#![forbid(unsafe_code)]

pub mod archive;
pub mod bytes;
pub mod derived;
pub mod error;
pub mod facets;
pub mod format;
pub mod image;
pub mod journal;
pub mod json;
pub mod layout;
pub mod lookup;
pub mod map;
pub mod phrases;
pub mod pieces;
pub mod put;
pub mod record;
pub mod refs;
pub mod region;
pub mod repack;
pub mod report;
pub mod rng;
pub mod scene;
pub mod signature;
pub mod survey;
pub mod tables;
pub mod text;
pub mod tidy;
pub mod timeline;
pub mod trace;
pub mod traversal;
pub mod tree;
pub mod view;
pub mod walk;

/// What a format file imports.
pub mod prelude {
    pub use crate::archive::{
        Archive, Attributes, Directory, Entry, EntrySpec, Frame, Payloads, RecordTable, Source, Stored,
    };
    pub use crate::bytes::{Bytes, Cursor, Text, length};
    pub use crate::error::{Error, Result, broken, quoted, value};
    pub use crate::facets::{
        AddOps, ArchiveOps, Faceted, Facets, ModelOps, NewEntry, PackageOps, PictureOps,
    };
    pub use crate::format::{Claim, Context, Facts, Format, Limits, Origin};
    pub use crate::image::{Image, Losses, Palette, Picture, Pixels, Rect, Redraw, Redrawn, Smaller, Unfit};
    pub use crate::layout::{self, Laid, Rebuild};
    pub use crate::lookup::{self, Flaw};
    pub use crate::put::Put;
    pub use crate::record::{Chars, Field, Tag, U16Be, U32Be};
    pub use crate::refs::{Reference, Role};
    pub use crate::region::{self, Body, Owner, Place, Segment, Stray};
    pub use crate::report::{Report, Rules};
    pub use crate::survey::{Cases, Measures};
    pub use crate::tables::{Cell, Table};
    pub use crate::text::CodePage;
    pub use crate::view::View;
    pub use crate::{args, bits, measures, parts, record, rules};
}
