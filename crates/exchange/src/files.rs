//! A model that is more than one file, and what those files are called.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::collections::HashSet;

/// A file and those beside it, which it calls by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    pub main: Vec<u8>,
    pub beside: Vec<(String, Vec<u8>)>,
}

/// Gives names to files beside one another: distinct ones, also where case does not count, and without
/// anything that a tool or file system minds.
#[derive(Debug)]
pub(crate) struct Namer {
    stem: String,
    taken: HashSet<String>,
}

impl Namer {
    pub(crate) fn new(stem: &str) -> Self {
        let stem = Some(safe(stem)).filter(|stem| !stem.is_empty()).unwrap_or_else(|| "model".into());
        Self { stem, taken: HashSet::new() }
    }

    /// The name of the one file with this ending.
    pub(crate) fn own(&mut self, ending: &str) -> String {
        self.free(&self.stem.clone(), ending)
    }

    /// The name of a file of which there may be several. It begins as the model does, so that models in one folder
    /// do not take each other's files.
    pub(crate) fn named(&mut self, name: &str, ending: &str) -> String {
        self.free(&format!("{}_{}", self.stem, safe(name)), ending)
    }

    fn free(&mut self, name: &str, ending: &str) -> String {
        let numbered = (2..).map(|number| format!("{name}_{number}.{ending}"));
        let mut names = std::iter::once(format!("{name}.{ending}")).chain(numbered);
        let free = names.find(|name| self.taken.insert(name.to_lowercase()));
        free.unwrap_or_default()
    }
}

/// Letters, digits, lines and dots; no dots at the ends, and not so long that a file system minds.
fn safe(name: &str) -> String {
    let keep = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' };
    let name: String = name.chars().take(80).map(keep).collect();
    name.trim_matches('.').to_owned()
}

/// The address of a file: tools stumble over letters that are not ASCII.
pub(crate) fn address(file: &str) -> String {
    utf8_percent_encode(file, PLAIN).to_string()
}

/// What stands for itself in an address.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');

/// The file that a relative address means; none for an address that leads out of the folder.
pub(crate) fn beside(uri: &str) -> Option<String> {
    let name = percent_decode_str(uri).decode_utf8().ok()?;
    let climbs = name.split('/').any(|step| step.is_empty() || step == "..");
    let odd = name.contains(['\\', ':', '\0']);
    (!climbs && !odd).then(|| name.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_plain_and_distinct() {
        let mut namer = Namer::new("../танк 1");
        assert_eq!(namer.own("bin"), "_танк_1.bin");
        assert_eq!(address("_танк_1.bin"), "_%D1%82%D0%B0%D0%BD%D0%BA_1.bin");
        assert_eq!(namer.named("Skin.tga", "png"), "_танк_1_Skin.tga.png");
        assert_eq!(namer.named("skin.tga", "png"), "_танк_1_skin.tga_2.png");
        assert_eq!(Namer::new("..").own("bin"), "model.bin");
    }

    #[test]
    fn an_address_that_leads_out_means_nothing() {
        assert_eq!(beside("a%20b/%D0%B0.png").as_deref(), Some("a b/а.png"));
        for uri in
            ["", "/etc/passwd", "../a", "a/../../b", "%2e%2e/a", "C:/a", "http://a/b", "a\\b", "a//b", "%ff"]
        {
            assert_eq!(beside(uri), None, "{uri}");
        }
    }
}
