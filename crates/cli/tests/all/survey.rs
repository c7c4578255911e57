//! Reports of surveys as people make them: written whole or not at all, the same everywhere, and without the folder's name.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{Room, Run, is_cyrillic, sha256, words};

fn room() -> Room {
    let room = Room::new();
    room.fine("-q sample secret-folder");
    room
}

#[test]
fn a_report_is_written_once_and_again_only_by_force() {
    let room = room();
    let dry = room.fine("survey secret-folder --out report.json --dry-run");
    assert!(!room.at("report.json").exists() && dry.text().contains("report.json"), "{dry}");
    room.fine("survey secret-folder --out report.json");
    let first = room.read("report.json");
    let again = room.relict("survey secret-folder/parkan --out report.json").ended(2);
    assert!(again.stderr.starts_with("error[io.exists]: "), "{again}");
    assert!(room.read("report.json") == first);
    room.fine("survey secret-folder/parkan --out report.json --force");
    assert!(room.read("report.json").len() < first.len());
}

#[test]
fn a_report_is_the_same_on_any_number_of_cores_and_in_any_language() {
    let room = room();
    let one = |threads: &str, locale: &str| {
        let mut command = room.command(&words("survey --json secret-folder"));
        Run::of(command.env("RAYON_NUM_THREADS", threads).env("LC_ALL", locale)).ended(0).stdout
    };
    let first = one("1", "C");
    assert!(first == one("7", "ru_RU.UTF-8"));
    assert!(!String::from_utf8(first).unwrap().contains("secret-folder"));
}

#[test]
fn files_go_by_their_path_below_the_folder_with_their_hash() {
    let room = room();
    let report = room.fine("survey --json secret-folder").json();
    let files = report["files"].as_array().unwrap();
    assert!(files.len() > 20);
    for file in files {
        let bytes = room.read(&format!("secret-folder/{}", file["path"].as_str().unwrap()));
        assert_eq!(
            (file["size"].as_u64(), file["sha256"].as_str()),
            (Some(bytes.len() as u64), Some(&*sha256(&bytes)))
        );
    }
    let bare = room.fine("survey --json --no-hash secret-folder/parkan/units.rlb/tank.msh").json();
    // An entry goes by the name of its file.
    assert_eq!(bare["files"][0]["path"], "units.rlb");
    assert!(bare["files"][0].get("sha256").is_none());
}

#[test]
fn people_read_a_report_and_a_comparison_in_their_language() {
    let room = room();
    room.fine("-q survey secret-folder --out a.json");
    room.fine("-q survey secret-folder/parkan --out b.json");
    for lang in ["en", "ru"] {
        let shown = room.fine(&format!("--lang {lang} survey secret-folder")).text().to_owned();
        let compared = room.relict(&format!("--lang {lang} -v survey --compare a.json b.json")).ended(1);
        for text in [shown.as_str(), compared.text()] {
            assert!(!text.contains("cli-") && !text.contains("claim-") && !text.contains("tally-"), "{text}");
            assert_eq!(is_cyrillic(text), lang == "ru", "{text}");
        }
    }
    let differing = room.relict("survey --compare a.json b.json").ended(1);
    assert!(
        differing.text().lines().count()
            < room.relict("-v survey --compare a.json b.json").text().lines().count()
    );
    room.fine("survey --compare a.json a.json");
    room.write("c.json", "{}");
    let wrong = [
        ("a.json none.json", "io.not-found"),
        ("a.json secret-folder/parkan/Land1.wea", "survey.not-a-report"),
        ("c.json a.json", "survey.not-a-report"),
    ];
    for (wrong, code) in wrong {
        let run = room.relict(&format!("survey --compare {wrong}")).ended(2);
        assert!(run.stderr.starts_with(&format!("error[{code}]: ")), "{run}");
    }
}
