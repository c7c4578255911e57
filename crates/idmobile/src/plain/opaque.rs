//! What lies in a JAR and is kept as it is: the program of the game, two files of the publisher whose form nobody has told
//! (`Font.rff`, `moregames`), photographs, signatures, and folders.

use crate::game::is_signature;
use crate::names::is_called;
use relict_core::prelude::*;

/// What every class begins with.
const CLASS: &[u8; 4] = b"\xCA\xFE\xBA\xBE";
/// What every JPEG begins with. Somebody who handed a game on put two into it, under names of classes.
const JPEG: &[u8; 3] = b"\xFF\xD8\xFF";

parts! {
    /// File that is kept as it is: a class, a folder, a file of the publisher.
    pub struct Opaque<'a> {
        /// All of it.
        pub content: Bytes<'a>,
    }
}

/// How sure it is that nobody takes a file apart.
fn claim(origin: Origin<'_>, bytes: &[u8]) -> Claim {
    let is_folder = origin.name.ends_with('/') && bytes.is_empty();
    let is_marked = bytes.starts_with(CLASS) && origin.ends_with(".class") || bytes.starts_with(JPEG);
    let is_publishers = ["Font.rff", "moregames"].iter().any(|name| is_called(origin, name));
    let is_known = is_folder || is_marked || is_publishers || is_signature(origin.name);
    Claim::of_named(is_known && crate::publisher::is_of_a_jar(origin), || is_marked || is_folder)
}

impl<'a> Format<'a> for Opaque<'a> {
    const ID: &'static str = "idmobile.opaque";
    const ENDINGS: &'static [&'static str] = &["class", "rff"];
    const RULES: Rules = &[];

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        claim(origin, bytes)
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        Ok(Self { content: c.tail("content") })
    }

    fn write(&self, out: &mut Put) {
        out.bytes(&self.content);
    }

    fn facts(&self) -> Facts {
        vec![("bytes", self.content.len().into())]
    }

    fn check(&self, _: &mut Report, _: Context<'_>) {}
}
