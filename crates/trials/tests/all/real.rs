//! The runner for files that people own, tried on files that nobody owns: samples and fixtures, with facts made here.

use relict_toolkit::core::text::hex;
use relict_trials::real::{Back, folder, look, table};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

fn sample(name: &str) -> Vec<u8> {
    let samples = relict_specimens::specimens();
    samples.into_iter().find(|sample| sample.path.ends_with(name)).unwrap().bytes
}

fn facts(bytes: &[u8], more: &Value) -> Vec<Value> {
    let mut facts =
        json!({"schema": "relict.facts/1", "sha256": hex(&Sha256::digest(bytes)), "size": bytes.len()});
    facts.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    vec![json!({"schema": "relict.facts/1", "sha256": "of another file"}), facts]
}

#[test]
fn facts_that_hold_are_counted_and_a_file_without_facts_does_not_fall_short() {
    let bytes = sample("wolf.jar");
    let counts =
        json!({"images": 7, "raw_images": 4, "raw_images_index_0_clear": 1, "skies": 1, "unused_tiles": 502});
    let facts = facts(&bytes, &json!({"game": "wolfenstein_rpg", "counts": counts}));
    let verdict = look("wolf.jar", &bytes, &facts);
    let agreement = verdict.facts.clone().unwrap();
    assert_eq!((agreement.agree, agreement.differ), (8, vec![]));
    assert_eq!((&verdict.back, &verdict.release), (&Back::Same, &None));
    assert!(!verdict.falls_short(), "{}", table(&[verdict]));
    let unknown = look("wolf.jar", &bytes, &facts[..1]);
    assert!(unknown.facts.is_none() && !unknown.falls_short());
    assert!(table(&[unknown]).contains("not a known release"));
}

#[test]
fn facts_that_do_not_hold_are_named() {
    let bytes = sample("wolf.jar");
    let wrong = json!({"game": "doom_rpg", "counts": {"images": 8, "ghosts": 3}, "skies": [{"width": 64}, {"width": 128}]});
    let verdict = look("wolf.jar", &bytes, &facts(&bytes, &wrong));
    assert!(verdict.falls_short());
    let differ = verdict.facts.clone().unwrap().differ;
    let names: Vec<&str> = differ.iter().filter_map(|fact| fact.split(':').next()).collect();
    assert_eq!(names, ["game", "counts.images", "counts.ghosts", "skies[0].width", "skies[1]"]);
    let table = table(&[verdict]);
    assert!(table.contains("2 of 7") && table.contains("wolf.jar: fact counts.ghosts"), "{table}");
}

#[test]
fn errors_and_files_that_cannot_be_unpacked_fall_short() {
    let mut bytes = sample("doom.jar");
    let end = bytes.len();
    bytes[end / 2] ^= 0x55;
    let verdict = look("doom.jar", &bytes, &[]);
    assert!(verdict.falls_short() && matches!(verdict.back, Back::Refused(_)), "{verdict:?}");
    assert!(table(&[verdict]).contains("REFUSED"));
}

#[test]
fn a_folder_is_walked_with_all_its_folders_and_other_files_are_named() {
    let (games, known) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (wolf, doom) = (sample("wolf.jar"), sample("doom.jar"));
    std::fs::write(games.path().join("b.jar"), &wolf).unwrap();
    std::fs::create_dir(games.path().join("a")).unwrap();
    std::fs::write(games.path().join("a").join("doom.zip"), &doom).unwrap();
    std::fs::write(games.path().join("notes.txt"), "mine").unwrap();
    let fact = &facts(&wolf, &json!({"counts": {"images": 7}}))[1];
    std::fs::write(known.path().join("wolf.json"), fact.to_string()).unwrap();
    std::fs::write(known.path().join("README.md"), "what they are").unwrap();
    let facts = folder::facts(known.path()).unwrap();
    let (verdicts, others) = folder::verdicts(games.path(), &facts).unwrap();
    assert_eq!(others, ["notes.txt"]);
    let names: Vec<String> = verdicts.iter().map(|verdict| verdict.name.replace('\\', "/")).collect();
    assert_eq!(names, ["a/doom.zip", "b.jar"]);
    assert_eq!(verdicts.iter().map(|verdict| verdict.facts.is_some()).collect::<Vec<_>>(), [false, true]);
    assert!(!verdicts.iter().any(relict_trials::real::Verdict::falls_short), "{}", table(&verdicts));
}

/// The images of the fixtures, by what their independent author says of them.
#[test]
fn images_of_the_fixtures_are_what_an_independent_reader_says() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/idmobile");
    for name in ["wolfenstein-rpg-j2me", "doom2-rpg-j2me"] {
        let bytes = std::fs::read(format!("{root}/good/{name}.jar")).unwrap();
        let expected = std::fs::read(format!("{root}/expected/{name}.json")).unwrap();
        let expected: Value = serde_json::from_slice(&expected).unwrap();
        let image = |image: &Value| {
            json!({
                "number": image["media"], "width": image["width"], "height": image["height"], "kind": image["kind"],
                "bounds": image["bounds"], "tiles": image["tiles"], "palette": image["palette_owner"],
                "rgba_sha256": image["rgba_upright_sha256"],
            })
        };
        let images: Vec<Value> = expected["media"].as_array().unwrap().iter().map(image).collect();
        let facts = facts(&bytes, &json!({"game": expected["game"], "images": images}));
        let agreement = look(name, &bytes, &facts).facts.unwrap();
        assert_eq!(agreement.differ, Vec::<String>::new(), "{name}");
        assert_eq!(agreement.agree, 3 + 8 * images.len(), "{name}");
    }
}
