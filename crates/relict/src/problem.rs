//! Problems of commands: a code, a place, and the arguments of the message.

use crate::phrases::{self, Phrase};
use relict_core::args;
use relict_core::error::{Error, FaultKind};
use relict_core::format::Kind;
use relict_core::report::{Arg, Args};
use relict_core::text::printable;
use std::fmt;
use std::sync::LazyLock;

/// Says what was wrong; the catalogue puts it in words, and says what to try.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    pub code: &'static str,
    /// The file or asset it is about; empty if none.
    pub path: String,
    /// The field in it, where one is to blame.
    pub field: String,
    pub offset: Option<usize>,
    pub args: Args,
    /// The row of bytes around `offset`, and where it begins.
    pub excerpt: Option<(usize, Vec<u8>)>,
}

/// The codes of problems that are not rules of a format, in the order of the book. Families add those of whole games.
pub static CODES: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| [OWN, relict_idmobile::spread::CODES].concat());

static OWN: &[&str] = &[
    UNKNOWN_FORMAT,
    NO_ENTRY,
    NOT_ARCHIVE,
    TOO_DEEP,
    HAS_ERRORS,
    NO_MANIFEST,
    MANIFEST,
    MANIFEST_SCHEMA,
    MANIFEST_FORMAT,
    OUTSIDE,
    MISSING_FILE,
    REPEATED_ID,
    SHARED_ENTRY,
    TWO_EDITS,
    CANNOT_PACK,
    SPREAD_SIZE,
    SPREAD_GONE,
    SPREAD_FOLDER,
    NO_COMPANION,
    LIKE_MANIFEST,
    LIKE_WHOLE,
    LIKE_LAYOUT,
    SIGNED,
    JSON,
    USAGE,
    NOT_FOUND,
    IS_FOLDER,
    NOT_FOLDER,
    EXISTS,
    NOT_OURS,
    PERMISSION,
    DISK_FULL,
    INPUT_OUTPUT,
    PATTERN,
    CONVERT_ENDING,
    IMAGE_NONE,
    IMAGE_PNG,
    IMAGE_LIKE,
    IMAGE_COLOURS,
    IMAGE_ALPHA,
    IMAGE_GREY,
    IMAGE_SIZE,
    IMAGE_SETTINGS,
    MODEL_MOTION,
    MODEL_MOTIONS,
    MODEL_NONE,
    MODEL_LOOK,
    MODEL_FILE,
    MODEL_TRIANGLES,
    MODEL_LIKE,
    MODEL_SOURCE,
    MODEL_UNLIKE,
    MODEL_BEFORE,
    // Reported by the formats.
    "model.unknown-node",
    "model.parent-order",
    "model.scale",
    "model.variant",
    "model.unknown-material",
    "model.uv-range",
    "model.too-many-indices",
    "model.too-many",
    "model.not-finite",
    "model.malformed",
    "model.ground",
    "model.parent-fixed",
    "model.one-mesh",
    "model.level-moved",
    "model.level-mesh",
    "model.no-material",
    UNKNOWN_CODE,
    NO_OFFSET,
    EDIT_NO_FIELD,
    EDIT_VALUE,
    EDIT_RESHAPES,
    EDIT_TOO_LARGE,
    EDIT_UNFIT,
    SCENARIO,
    POSE_NO_MODEL,
    POSE_TIME,
    POSE_NOT_FINITE,
    PATH_OUTSIDE,
    VIEWER_PORT,
    VIEWER_READ_ONLY,
    VIEWER_QUERY,
    VIEWER_BODY,
    VIEWER_TOO_MUCH,
    VIEWER_FAILED,
    VIEWER_NOT_TEXT,
    VIEWER_NOT_INDEXED,
    VIEWER_NO_GALLERY,
    VIEWER_NO_LEAF,
    VIEWER_NO_TIMELINE,
    VIEWER_NOTHING_DONE,
    VIEWER_CHANGED,
    VIEWER_NO_PLACE,
    VIEWER_SAVE_NAME,
];

pub const UNKNOWN_FORMAT: &str = "file.unknown-format";
pub const NO_ENTRY: &str = "path.no-entry";
pub const NOT_ARCHIVE: &str = "path.not-archive";
pub const TOO_DEEP: &str = "path.too-deep";
pub const HAS_ERRORS: &str = "unpack.has-errors";
pub const NO_MANIFEST: &str = "folder.no-manifest";
pub const MANIFEST: &str = "folder.manifest";
pub const MANIFEST_SCHEMA: &str = "folder.schema";
pub const MANIFEST_FORMAT: &str = "folder.format";
pub const OUTSIDE: &str = "folder.outside";
pub const MISSING_FILE: &str = "folder.missing-file";
pub const REPEATED_ID: &str = "folder.repeated-id";
pub const SHARED_ENTRY: &str = "folder.shared-entry";
pub const TWO_EDITS: &str = "folder.two-edits";
pub const CANNOT_PACK: &str = "folder.cannot-pack";
pub const SPREAD_SIZE: &str = "unpack.spread-size";
pub const SPREAD_GONE: &str = "folder.spread-gone";
pub const SPREAD_FOLDER: &str = "folder.spread-folder";
pub const NO_COMPANION: &str = "pack.no-companion";
pub const LIKE_MANIFEST: &str = "pack.like-manifest";
pub const LIKE_WHOLE: &str = "pack.like-whole";
pub const LIKE_LAYOUT: &str = "pack.like-layout";
pub const SIGNED: &str = "pack.signed";
pub const JSON: &str = "json.value";
pub const USAGE: &str = "cli.usage";
pub const NOT_FOUND: &str = "io.not-found";
pub const IS_FOLDER: &str = "io.is-folder";
pub const NOT_FOLDER: &str = "io.not-folder";
pub const EXISTS: &str = "io.exists";
pub const NOT_OURS: &str = "io.not-ours";
pub const PERMISSION: &str = "io.permission";
pub const DISK_FULL: &str = "io.disk-full";
pub const INPUT_OUTPUT: &str = "io.failed";
pub const PATTERN: &str = "find.pattern";
pub const CONVERT_ENDING: &str = "convert.ending";
pub const IMAGE_NONE: &str = "image.none";
pub const IMAGE_PNG: &str = "image.png";
pub const IMAGE_LIKE: &str = "image.like";
pub const IMAGE_COLOURS: &str = "image.colours";
pub const IMAGE_ALPHA: &str = "image.alpha";
pub const IMAGE_GREY: &str = "image.grey";
pub const IMAGE_SIZE: &str = "image.size";
pub const IMAGE_SETTINGS: &str = "image.settings";
pub const MODEL_MOTION: &str = "model.motion";
pub const MODEL_MOTIONS: &str = "model.motions";
pub const MODEL_NONE: &str = "model.none";
pub const MODEL_LOOK: &str = "model.look";
pub const MODEL_FILE: &str = "model.file";
pub const MODEL_TRIANGLES: &str = "model.triangles";
pub const MODEL_LIKE: &str = "model.like";
pub const MODEL_SOURCE: &str = "model.source";
pub const MODEL_UNLIKE: &str = "model.unlike";
pub const MODEL_BEFORE: &str = "model.before";
pub const UNKNOWN_CODE: &str = "explain.unknown-code";
pub const NO_OFFSET: &str = "explain.no-offset";
pub const EDIT_NO_FIELD: &str = "edit.no-field";
pub const EDIT_VALUE: &str = "edit.value";
pub const EDIT_RESHAPES: &str = "edit.reshapes";
pub const EDIT_TOO_LARGE: &str = "edit.too-large";
pub const EDIT_UNFIT: &str = "edit.unfit";
pub const SCENARIO: &str = "runtime.scenario";
pub const POSE_NO_MODEL: &str = "pose.no-model";
pub const POSE_TIME: &str = "pose.time";
pub const POSE_NOT_FINITE: &str = "pose.not-finite";
pub const PATH_OUTSIDE: &str = "path.outside";
pub const VIEWER_PORT: &str = "viewer.port";
pub const VIEWER_READ_ONLY: &str = "viewer.read-only";
pub const VIEWER_QUERY: &str = "viewer.query";
pub const VIEWER_BODY: &str = "viewer.body";
pub const VIEWER_TOO_MUCH: &str = "viewer.too-much";
pub const VIEWER_FAILED: &str = "viewer.failed";
pub const VIEWER_NOT_TEXT: &str = "viewer.not-text";
pub const VIEWER_NOT_INDEXED: &str = "viewer.not-indexed";
pub const VIEWER_NO_GALLERY: &str = "viewer.no-gallery";
pub const VIEWER_NO_LEAF: &str = "viewer.no-leaf";
pub const VIEWER_NO_TIMELINE: &str = "viewer.no-timeline";
pub const VIEWER_NOTHING_DONE: &str = "viewer.nothing-done";
pub const VIEWER_CHANGED: &str = "viewer.changed";
pub const VIEWER_NO_PLACE: &str = "viewer.no-place";
pub const VIEWER_SAVE_NAME: &str = "viewer.save-name";

impl Problem {
    pub fn new(code: &'static str, path: impl Into<String>, args: Args) -> Self {
        Self { code, path: path.into(), field: String::new(), offset: None, args, excerpt: None }
    }

    /// A file that could not be read as what it claims to be.
    pub fn unreadable(kind: &Kind, path: impl Into<String>, bytes: &[u8], error: &Error) -> Self {
        let row = |offset: usize| {
            let start = offset.min(bytes.len().saturating_sub(1)) / 16 * 16;
            (start, bytes[start..bytes.len().min(start + 16)].to_vec())
        };
        let excerpt = error.offset.map(row);
        Self { excerpt, ..Self::placed(kind.broken_rule(error).code, path, error) }
    }

    /// Something that a person or program stated and that does not fit.
    pub fn at_field(code: &'static str, path: impl Into<String>, error: &Error) -> Self {
        let args = match &error.kind {
            FaultKind::Unexpected { .. } => error.kind.args(),
            // What was stated makes a file, but none that could be read again.
            FaultKind::Truncated { needed, left } => {
                args!(wanted = phrases::bytes_count(*needed), found = *left)
            }
            broken => args!(wanted = phrases::a_readable_file(), found = Phrase::from(broken)),
        };
        Self { args, ..Self::placed(code, path, error) }
    }

    /// The same, but a rule that is also a problem code keeps its code.
    pub fn refused(code: &'static str, path: impl Into<String>, error: &Error) -> Self {
        match &error.kind {
            FaultKind::Broken { rule, .. } if CODES.contains(&rule.code) => {
                Self::placed(rule.code, path, error)
            }
            _ => Self::at_field(code, path, error),
        }
    }

    fn placed(code: &'static str, path: impl Into<String>, error: &Error) -> Self {
        Self {
            code,
            path: path.into(),
            field: error.path.clone(),
            offset: error.offset,
            args: error.kind.args(),
            excerpt: None,
        }
    }

    pub fn arg(&self, name: &str) -> Option<&Arg> {
        self.args.iter().find(|(key, _)| *key == name).map(|(_, value)| value)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error[{}]", self.code)?;
        for part in [&self.path, &self.field] {
            if !part.is_empty() {
                write!(f, " {}", printable(part))?;
            }
        }
        if let Some(offset) = self.offset {
            write!(f, " at {offset:#x}")?;
        }
        self.args.iter().try_for_each(|(name, value)| write!(f, " {name}={value}"))
    }
}

impl std::error::Error for Problem {}

pub type Result<T, E = Problem> = std::result::Result<T, E>;
