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
    /// Others that were found at the same time.
    pub also: Vec<Problem>,
}

/// The codes of problems that are not rules of a format, in the order of the book. Families add those of whole games.
pub static CODES: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| [OWN, relict_idmobile::spread::CODES].concat());

/// Declares each code once: its name here, and in `OWN` its place in the book. Those without a name are told by formats.
macro_rules! codes {
    ($($($name:ident =)? $code:literal;)*) => {
        $($(pub const $name: &str = $code;)?)*

        static OWN: &[&str] = &[$($code),*];
    };
}

codes! {
    UNKNOWN_FORMAT = "file.unknown-format";
    NO_ENTRY = "path.no-entry";
    NOT_ARCHIVE = "path.not-archive";
    TOO_DEEP = "path.too-deep";
    HAS_ERRORS = "unpack.has-errors";
    NO_MANIFEST = "folder.no-manifest";
    MANIFEST = "folder.manifest";
    MANIFEST_SCHEMA = "folder.schema";
    MANIFEST_FORMAT = "folder.format";
    OUTSIDE = "folder.outside";
    MISSING_FILE = "folder.missing-file";
    REPEATED_ID = "folder.repeated-id";
    SHARED_ENTRY = "folder.shared-entry";
    TWO_EDITS = "folder.two-edits";
    CANNOT_PACK = "folder.cannot-pack";
    SPREAD_SIZE = "unpack.spread-size";
    SPREAD_GONE = "folder.spread-gone";
    SPREAD_FOLDER = "folder.spread-folder";
    NO_COMPANION = "pack.no-companion";
    LIKE_MANIFEST = "pack.like-manifest";
    LIKE_WHOLE = "pack.like-whole";
    LIKE_LAYOUT = "pack.like-layout";
    SIGNED = "pack.signed";
    ADD_ARCHIVE = "pack.add-archive";
    ADD_ENTRY = "pack.add-entry";
    ADD_FOLDER = "pack.add-folder";
    ADD_TAKEN = "pack.add-taken";
    JSON = "json.value";
    USAGE = "cli.usage";
    NOT_FOUND = "io.not-found";
    IS_FOLDER = "io.is-folder";
    NOT_FOLDER = "io.not-folder";
    EXISTS = "io.exists";
    NOT_OURS = "io.not-ours";
    PERMISSION = "io.permission";
    DISK_FULL = "io.disk-full";
    INPUT_OUTPUT = "io.failed";
    PATTERN = "find.pattern";
    NOT_A_REPORT = "survey.not-a-report";
    CONVERT_ENDING = "convert.ending";
    IMAGE_NONE = "image.none";
    IMAGE_PNG = "image.png";
    IMAGE_LIKE = "image.like";
    IMAGE_COLOURS = "image.colours";
    IMAGE_OUTER_COLOURS = "image.outer-colours";
    IMAGE_PALETTE = "image.palette";
    PALETTE_SIZE = "palette.size";
    IMAGE_ALPHA = "image.alpha";
    IMAGE_GREY = "image.grey";
    IMAGE_SIZE = "image.size";
    IMAGE_SETTINGS = "image.settings";
    MODEL_MOTION = "model.motion";
    MODEL_MOTIONS = "model.motions";
    MODEL_NONE = "model.none";
    MODEL_LOOK = "model.look";
    MODEL_FILE = "model.file";
    MODEL_TRIANGLES = "model.triangles";
    MODEL_OUTLINE = "model.outline";
    MODEL_LIKE = "model.like";
    MODEL_SOURCE = "model.source";
    MODEL_UNLIKE = "model.unlike";
    MODEL_BEFORE = "model.before";
    // What does not fit is told by the formats.
    "model.unknown-node";
    "model.parent-order";
    "model.scale";
    "model.variant";
    "model.unknown-material";
    "model.uv-range";
    "model.too-many-indices";
    "model.too-many";
    "model.not-finite";
    "model.malformed";
    "model.ground";
    "model.ground-over";
    "model.ground-variant";
    "model.parent-fixed";
    "model.one-mesh";
    "model.level-moved";
    "model.level-mesh";
    "model.no-material";
    "model.wear";
    UNKNOWN_CODE = "explain.unknown-code";
    NO_OFFSET = "explain.no-offset";
    EDIT_NO_FIELD = "edit.no-field";
    EDIT_VALUE = "edit.value";
    EDIT_RESHAPES = "edit.reshapes";
    EDIT_TOO_LARGE = "edit.too-large";
    EDIT_UNFIT = "edit.unfit";
    SCENARIO = "runtime.scenario";
    POSE_NO_MODEL = "pose.no-model";
    POSE_TIME = "pose.time";
    POSE_NOT_FINITE = "pose.not-finite";
    DRAW_NO_MODEL = "draw.no-model";
    DRAW_CAMERA = "draw.camera";
    PICK_NO_MODEL = "pick.no-model";
    PICK_RAY = "pick.ray";
    PICK_NO_ROUNDS = "pick.no-rounds";
    PATH_OUTSIDE = "path.outside";
    VIEWER_PORT = "viewer.port";
    VIEWER_READ_ONLY = "viewer.read-only";
    VIEWER_QUERY = "viewer.query";
    VIEWER_BODY = "viewer.body";
    VIEWER_TOO_MUCH = "viewer.too-much";
    VIEWER_FAILED = "viewer.failed";
    VIEWER_NOT_TEXT = "viewer.not-text";
    VIEWER_NOT_INDEXED = "viewer.not-indexed";
    VIEWER_NO_GALLERY = "viewer.no-gallery";
    VIEWER_NO_LEAF = "viewer.no-leaf";
    VIEWER_NO_TIMELINE = "viewer.no-timeline";
    VIEWER_NOTHING_DONE = "viewer.nothing-done";
    VIEWER_CHANGED = "viewer.changed";
    VIEWER_NO_PLACE = "viewer.no-place";
    VIEWER_SAVE_NAME = "viewer.save-name";
}

impl Problem {
    pub fn new(code: &'static str, path: impl Into<String>, args: Args) -> Self {
        Self {
            code,
            path: path.into(),
            field: String::new(),
            offset: None,
            args,
            excerpt: None,
            also: vec![],
        }
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
            also: vec![],
        }
    }

    /// The first of several, with the others; none if there are none.
    pub fn of_all(problems: Vec<Self>) -> Option<Self> {
        let mut problems = problems.into_iter().flat_map(|mut problem| {
            let also = std::mem::take(&mut problem.also);
            std::iter::once(problem).chain(also)
        });
        let first = problems.next()?;
        Some(Self { also: problems.collect(), ..first })
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
