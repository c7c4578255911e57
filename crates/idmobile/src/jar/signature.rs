//! The signature of a JAR: digests of its entries in the manifest, and files that sign those.

use crate::game::{MANIFEST, Manifest, is_signature};
use relict_core::signature::{Bytes, Signature};
use std::collections::HashSet;

pub(super) fn of(names: &[&str], bytes: Bytes<'_>) -> Option<Signature> {
    let places = |wanted: &dyn Fn(&str) -> bool| -> Vec<usize> {
        names.iter().enumerate().filter(|(_, name)| wanted(name)).map(|(i, _)| i).collect()
    };
    let own = places(&is_signature);
    let manifest = names.iter().position(|name| name.eq_ignore_ascii_case(MANIFEST));
    let text = manifest.and_then(bytes).unwrap_or_default();
    let read = Manifest::read(&text);
    if own.is_empty() && read.digests == 0 {
        return None;
    }
    // What is signed, if nothing has a digest, nobody can tell: then it is everything.
    let signed: HashSet<&str> = read.signed.iter().map(String::as_str).collect();
    let is_signed = |name: &str| signed.is_empty() || signed.contains(name);
    let is_manifest = |name: &str| name.eq_ignore_ascii_case(MANIFEST);
    let covered = places(&|name| !is_signature(name) && (is_manifest(name) || is_signed(name)));
    let here: HashSet<&str> = names.iter().copied().collect();
    let gone = read.signed.iter().filter(|name| !here.contains(name.as_str())).cloned().collect();
    let main = Manifest::main_section(&text);
    let without = manifest.filter(|_| main != text).map(|i| (i, main.to_vec()));
    Some(Signature { covered, gone, own, without: without.into_iter().collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 4] = ["META-INF/MANIFEST.MF", "a", "b", "META-INF/X.SF"];

    fn seal(manifest: &[u8], names: &[&str]) -> Option<Signature> {
        of(names, &|i| (i == 0).then(|| manifest.to_vec()))
    }

    #[test]
    fn what_has_a_digest_is_covered_and_so_is_the_manifest() {
        let manifest = b"A: 1\r\n\r\nName: b\r\nSHA1-Digest: y\r\n\r\n";
        let without = vec![(0, b"A: 1\r\n\r\n".to_vec())];
        let all = Signature { covered: vec![0, 2], gone: vec![], own: vec![3], without };
        assert_eq!(seal(manifest, &NAMES), Some(all.clone()));
        assert_eq!(seal(manifest, &NAMES[..3]), Some(Signature { own: vec![], ..all.clone() }));
        let gone = vec!["b".to_owned()];
        assert_eq!(
            seal(manifest, &NAMES[..2]),
            Some(Signature { covered: vec![0], gone, own: vec![], ..all })
        );
    }

    #[test]
    fn without_digests_everything_is_covered_and_without_anything_there_is_no_seal() {
        let wanted = Signature { covered: vec![0, 1, 2], gone: vec![], own: vec![3], without: vec![] };
        assert_eq!(seal(b"A: 1\n", &NAMES), Some(wanted));
        assert_eq!(seal(b"A: 1\n\nName: b\nB: 1\n", &NAMES[..3]), None);
        assert_eq!(of(&[], &|_| None), None);
    }
}
