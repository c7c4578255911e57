//! Resources of the id mobile games, checked together with those that lie in the same JAR.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{CONTEXT, fixture_files};
use relict_toolkit::check;
use relict_toolkit::open::Asset;

/// What `check` says of a JAR of the folder `bad`.
fn codes(name: &str) -> Vec<(String, &'static str)> {
    let label = format!("idmobile/bad/{name}.jar");
    let (_, bytes) = fixture_files(true).into_iter().find(|(other, _)| *other == label).unwrap();
    let report = check::file(&Asset::file(&label, &bytes), CONTEXT).report;
    report.findings.into_iter().map(|finding| (finding.asset, finding.rule.code)).collect()
}

#[test]
fn what_only_another_resource_shows_to_be_wrong_is_found() {
    let cases = [
        ("mappings-texture-out-of-range", "mappings.bin", "mappings.texture-out-of-range"),
        ("mappings-palette-out-of-range", "mappings.bin", "mappings.palette-out-of-range"),
        ("bitshape-texels-out-of-range", "bitshapes.bin", "shapes.texels-out-of-range"),
        ("oe-idx-missing-file", "wtexels.idx", "index.missing-resource"),
        ("oe-idx-out-of-range", "wtexels.idx", "index.chunk-out-of-range"),
    ];
    for (name, resource, code) in cases {
        let found = codes(name);
        assert!(found.contains(&(resource.to_owned(), code)), "{name}: {found:?}");
    }
}

#[test]
fn good_resources_fit_each_other() {
    let good = fixture_files(false).into_iter().filter(|(name, _)| name.starts_with("idmobile/good/"));
    let mut seen = 0;
    for (name, bytes) in good {
        let report = check::file(&Asset::file(&name, &bytes), CONTEXT).report;
        assert_eq!(report.errors(), 0, "{name}: {:?}", report.codes());
        seen += 1;
    }
    assert_eq!(seen, 13);
}
