//! What cannot be done: always the same kind of answer, in both languages, and nothing written or lost.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common;

use crate::common::{Room, Run, bad_archives, is_cyrillic, words};
use serde_json::{Value, json};
use std::fs;

/// Runs a command that cannot be done, in both languages, and gives the first line of what it says in English.
#[track_caller]
fn refused(room: &Room, code: &str, args: &[&str]) -> String {
    let before = room.tree();
    let [english, russian] = ["en", "ru"].map(|lang| {
        let run = room.run(&[&["--lang", lang], args].concat()).ended(2);
        assert!(run.stderr.starts_with(&format!("error[{code}]: ")), "wanted {code}: {run}");
        assert!(run.stdout.is_empty(), "{run}");
        run
    });
    assert!(english.stderr.contains("\n  help: "), "{english}");
    assert!(russian.stderr.contains("\n  подсказка: "), "{russian}");
    let first = |run: &Run| run.stderr.lines().next().unwrap().to_owned();
    let (english, russian) = (first(&english), first(&russian));
    assert!(!is_cyrillic(&english) && is_cyrillic(&russian) && english != russian, "{english}\n{russian}");
    let after = room.tree();
    assert!(after == before, "{args:?} changed {:?} to {:?}", before.keys(), after.keys());
    english
}

/// The same for a line of words without spaces.
#[track_caller]
fn refuses(room: &Room, code: &str, line: &str) -> String {
    refused(room, code, &words(line))
}

fn room_with(fixtures: &[&str]) -> Room {
    let room = Room::new();
    fixtures.iter().for_each(|fixture| drop(room.take(&format!("ngi/{fixture}"))));
    room
}

fn edit_manifest(room: &Room, change: impl FnOnce(&mut Value)) {
    room.edit("folder/relict.json", change);
}

#[test]
fn a_missing_file_is_named() {
    let room = Room::new();
    for line in [
        "info none.rlb",
        "ls none.rlb",
        "find x none.rlb",
        "explain none.rlb",
        "check none.rlb",
        "unpack none.rlb out",
        "pack none out.rlb",
        "convert none.rlb out.json",
        "diff none.rlb none.rlb",
        "info no/such/folder/none.rlb",
    ] {
        assert!(refuses(&room, "io.not-found", line).contains("none"), "{line}");
    }
}

#[test]
fn a_folder_where_a_file_is_meant_is_refused() {
    let room = room_with(&["mini.rlb"]);
    fs::create_dir(room.at("folder")).unwrap();
    room.fine("unpack mini.rlb ours");
    for line in ["info folder", "explain folder", "unpack folder out", "convert folder out.json"] {
        refuses(&room, "io.is-folder", line);
    }
    for force in ["", "--force"] {
        refuses(&room, "io.is-folder", &format!("convert {force} mini.rlb folder"));
        refuses(&room, "io.is-folder", &format!("pack {force} ours folder"));
    }
}

#[test]
fn a_file_where_a_folder_is_meant_is_refused() {
    let room = room_with(&["mini.rlb"]);
    room.fine("sample s");
    refuses(&room, "io.not-folder", "pack mini.rlb out.rlb");
    refuses(&room, "io.not-folder", "diff s mini.rlb");
    refuses(&room, "io.not-folder", "diff mini.rlb s");
    for force in ["", "--force"] {
        refuses(&room, "io.not-folder", &format!("unpack {force} mini.rlb mini.rlb"));
    }
    refuses(&room, "io.not-folder", "sample mini.rlb");
    refuses(&room, "io.not-folder", "demo --keep mini.rlb");
}

#[test]
fn an_output_below_a_folder_that_is_not_there_names_that_folder() {
    let room = room_with(&["mini.rlb"]);
    room.fine("unpack mini.rlb folder");
    for line in ["pack folder none/out.rlb", "convert mini.rlb none/out.json"] {
        let said = refuses(&room, "io.not-found", line);
        assert!(said.contains("none") && !said.contains("out"), "{said}");
    }
    for line in ["pack folder mini.rlb/out.rlb", "convert mini.rlb mini.rlb/out.json"] {
        refuses(&room, "io.not-folder", line);
    }
}

#[test]
fn a_file_of_no_known_format_is_refused_with_its_first_bytes() {
    let room = Room::new();
    room.write("strange.bin", b"\x01\x02strange");
    room.write("empty.bin", b"");
    for command in ["ls", "explain"] {
        let said = refuses(&room, "file.unknown-format", &format!("{command} strange.bin"));
        assert!(said.contains("0102737472616e67"), "{said}");
        refuses(&room, "file.unknown-format", &format!("{command} empty.bin"));
    }
    refuses(&room, "file.unknown-format", "unpack strange.bin out");
    refuses(&room, "file.unknown-format", "info strange.bin/entry");
    let run = room.relict("check strange.bin").ended(1);
    assert!(run.text().contains("error[file.unknown-format]: "), "{run}");
}

#[test]
fn an_output_file_that_exists_is_overwritten_only_by_force() {
    let room = room_with(&["mini.rlb"]);
    room.fine("unpack mini.rlb folder");
    room.write("there.rlb", "precious");
    room.write("there.json", "precious");
    let lines = ["pack folder there.rlb", "convert mini.rlb there.json"];
    for line in lines {
        refuses(&room, "io.exists", line);
        refuses(&room, "io.exists", &format!("{line} --dry-run"));
    }
    for line in lines {
        room.fine(&format!("{line} --force"));
    }
    assert!(room.read("there.rlb") == room.read("mini.rlb"));
    assert!(room.read("there.json").starts_with(b"{"));
    assert_eq!(room.tree().keys().filter(|name| name.contains(".relict-")).count(), 0);
}

#[test]
fn an_output_folder_that_exists_is_replaced_only_by_force_and_only_if_it_is_ours() {
    let room = room_with(&["mini.rlb", "gaps.rlb"]);
    room.fine("unpack mini.rlb ours");
    fs::create_dir(room.at("foreign")).unwrap();
    room.write("foreign/precious.txt", "precious");
    for folder in ["ours", "foreign"] {
        refuses(&room, "io.exists", &format!("unpack gaps.rlb {folder}"));
        refuses(&room, "io.exists", &format!("unpack --dry-run gaps.rlb {folder}"));
        refuses(&room, "io.exists", &format!("sample {folder}"));
        refuses(&room, "io.exists", &format!("demo --keep {folder}"));
    }
    refuses(&room, "io.not-ours", "unpack --force gaps.rlb foreign");
    refuses(&room, "io.not-ours", "unpack --force gaps.rlb .");
    room.write("ours/left-over.txt", "from an older archive");
    room.fine("unpack --force gaps.rlb ours");
    room.fine("unpack gaps.rlb fresh");
    assert!(common::tree(&room.at("ours")) == common::tree(&room.at("fresh")));
    assert_eq!(room.tree().keys().filter(|name| name.contains(".relict-")).count(), 0);
}

#[test]
fn force_does_not_cost_the_old_folder_when_the_archive_is_bad() {
    let room = room_with(&["mini.rlb", "bad/nres_overlap.rlb", "bad/nres_short.rlb"]);
    room.fine("unpack mini.rlb ours");
    refuses(&room, "unpack.has-errors", "unpack --force nres_overlap.rlb ours");
    refuses(&room, "nres.truncated", "unpack --force nres_short.rlb ours");
}

#[test]
fn an_empty_folder_is_filled_even_the_one_we_stand_in() {
    let room = room_with(&["mini.rlb"]);
    fs::create_dir(room.at("empty")).unwrap();
    fs::create_dir(room.at("here")).unwrap();
    room.fine("unpack mini.rlb fresh");
    room.fine("unpack mini.rlb empty");
    let mut command = room.command(&["unpack", "../mini.rlb", "."]);
    Run::of(command.current_dir(room.at("here"))).ended(0);
    let fresh = common::tree(&room.at("fresh"));
    assert!(common::tree(&room.at("empty")) == fresh && common::tree(&room.at("here")) == fresh);
}

#[test]
fn an_archive_with_errors_is_not_unpacked_and_nothing_is_made() {
    let room = Room::new();
    for (name, _, _) in bad_archives() {
        room.take(&format!("ngi/bad/{name}"));
        let before = room.tree();
        for line in ["out", "new/folders/out", "--dry-run out"] {
            let run = room.relict(&format!("unpack {name} {line}")).ended(2);
            let code = run.stderr.split(['[', ']']).nth(1).unwrap_or_default();
            let family = name.split('_').next().unwrap();
            assert!(code == "unpack.has-errors" || code.starts_with(&format!("{family}.")), "{run}");
            refuses(&room, code, &format!("unpack {name} {line}"));
            assert!(room.tree() == before, "{run}");
        }
    }
}

#[test]
fn a_path_that_names_no_entry_shows_the_nearest_names() {
    let room = room_with(&["mini.rlb", "empty.lib"]);
    let said = refuses(&room, "path.no-entry", "info mini.rlb/plate.1");
    assert!(said.contains("plate.1") && said.contains("plate.0"), "{said}");
    let said = refuses(&room, "path.no-entry", "convert mini.rlb/note.txt out.txt");
    assert!(said.contains("notes.txt") && !said.contains("plate.0"), "{said}");
    let said = refuses(&room, "path.no-entry", "explain mini.rlb/zzzzzzzz");
    assert!(!said.contains("near"), "{said}");
    refuses(&room, "path.no-entry", "info mini.rlb/Land#3");
    refuses(&room, "path.no-entry", "info empty.lib/x");
    refuses(&room, "path.no-entry", "check mini.rlb/plate.1");
    refuses(&room, "path.no-entry", "unpack mini.rlb/plate.1 out");
    refuses(&room, "path.no-entry", "diff mini.rlb/plate.1 mini.rlb");
}

#[test]
fn what_is_no_command_option_or_value_is_told() {
    let room = room_with(&["mini.rlb"]);
    for (line, word) in [
        ("lss mini.rlb", "ls"),
        ("nonsense", "nonsense"),
        ("ls --recursiv mini.rlb", "--recursive"),
        ("ls -Z mini.rlb", "-Z"),
        ("ls mini.rlb another", "another"),
        ("ls", "PATH"),
        ("unpack mini.rlb", "DIR"),
        ("explain mini.rlb --at middle", "middle"),
        ("explain mini.rlb --at -1", "-1"),
        ("--color blue ls mini.rlb", "always"),
        ("schema everything", "explain-code"),
        ("completions csh", "powershell"),
        ("ls mini.rlb --json=yes", "--json"),
        ("ls -q -v mini.rlb", "--verbose"),
        ("explain mini.rlb --code nres.count", "--code"),
        ("ls --hash --hash mini.rlb", "--hash"),
        ("man --force", "--dir"),
        ("--json", "command"),
    ] {
        let said = refuses(&room, "cli.usage", line);
        assert!(said.contains(word), "{line}: {said}");
    }
    for (lang, word) in [("de", "de"), ("", "en")] {
        let run = room.run(&["--lang", lang, "ls", "mini.rlb"]).ended(2);
        assert!(run.stderr.starts_with("error[cli.usage]: ") && run.stderr.contains(word), "{run}");
    }
}

#[test]
fn without_a_command_the_help_is_shown_and_nothing_counts_as_done() {
    let run = Room::new().run::<&str>(&[]).ended(2);
    assert!(run.stderr.contains("Usage: relict") && run.stdout.is_empty(), "{run}");
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_unicode_is_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let room = Room::new();
    let name = OsStr::from_bytes(b"\xD2\xE0\xED\xEA.rlb");
    for lang in ["en", "ru"] {
        let run = room.run(&[OsStr::new("--lang"), OsStr::new(lang), OsStr::new("info"), name]).ended(2);
        assert!(run.stderr.starts_with("error[cli.usage]: ") && run.stdout.is_empty(), "{run}");
        assert_eq!(is_cyrillic(run.stderr.lines().next().unwrap()), lang == "ru", "{run}");
    }
}

/// On some systems every name is Unicode, and such a file cannot be made.
#[cfg(target_os = "linux")]
#[test]
fn a_file_whose_name_is_not_unicode_is_listed_and_checked_with_its_folder() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let room = room_with(&["mini.rlb"]);
    fs::create_dir(room.at("game")).unwrap();
    let name = OsStr::from_bytes(b"\xD2\xE0\xED\xEA.rlb");
    fs::copy(room.at("mini.rlb"), room.at("game").join(name)).unwrap();
    assert_eq!(room.fine("check --json game").json()["files"], 1);
    assert_eq!(room.fine("find --json notes game").json()["matches"].as_array().unwrap().len(), 1);
    assert_eq!(room.fine("ls --json game").json()["entries"].as_array().unwrap().len(), 1);
}

#[test]
fn a_folder_without_a_manifest_is_not_packed() {
    let room = room_with(&["mini.rlb"]);
    fs::create_dir(room.at("folder")).unwrap();
    let said = refuses(&room, "folder.no-manifest", "pack folder out.rlb");
    assert!(said.contains("relict.json"), "{said}");
    room.fine("unpack mini.rlb folder");
    fs::remove_file(room.at("folder/relict.json")).unwrap();
    refuses(&room, "folder.no-manifest", "pack folder out.rlb");
}

#[test]
fn a_manifest_that_is_nonsense_is_refused_with_its_place() {
    let room = room_with(&["mini.rlb"]);
    room.fine("unpack mini.rlb folder");
    let good = room.read("folder/relict.json");
    room.write("folder/relict.json", &good[..good.len() / 2]);
    let said = refuses(&room, "folder.manifest", "pack folder out.rlb");
    assert!(said.contains("line "), "{said}");
    room.write("folder/relict.json", b"\xFF\xFE\0\0");
    refuses(&room, "folder.manifest", "pack folder out.rlb");
    room.write("folder/relict.json", "[".repeat(100_000));
    refuses(&room, "folder.manifest", "pack folder out.rlb");
    room.write("folder/relict.json", "[]");
    refuses(&room, "folder.schema", "pack folder out.rlb");
    type Spoil = fn(&mut Value);
    let spoils: [(&str, &str, Spoil); 11] = [
        ("folder.schema", "relict.folder/2", |json| json["schema"] = "relict.folder/2".into()),
        ("folder.format", "zip", |json| json["format"] = "zip".into()),
        ("folder.manifest", "colour", |json| json["entries"][0]["colour"] = 1.into()),
        ("folder.manifest", "", |json| json["entries"] = json!({})),
        ("folder.repeated-id", "STEEL", |json| json["entries"][1]["id"] = 0.into()),
        ("folder.missing-file", "none.bin", |json| json["entries"][0]["file"] = "none.bin".into()),
        ("folder.missing-file", "none.bin", |json| json["blobs"] = json!(["none.bin"])),
        ("folder.cannot-pack", "", |json| json["entries"][0]["name"] = "x".repeat(36).into()),
        ("folder.cannot-pack", "", |json| json["entries"][0]["attributes"]["attr1"] = json!(-1)),
        ("folder.cannot-pack", "", |json| json["entries"][0]["attributes"]["attr9"] = json!(1)),
        ("folder.cannot-pack", "", |json| drop(json["entries"][0].as_object_mut().unwrap().remove("file"))),
    ];
    for (code, word, spoil) in spoils {
        room.write("folder/relict.json", &good);
        edit_manifest(&room, spoil);
        for dry in ["", "--dry-run"] {
            let said = refuses(&room, code, &format!("pack {dry} folder out.rlb"));
            assert!(said.contains(word), "{said}");
        }
    }
    room.write("folder/relict.json", &good);
    room.fine("pack folder out.rlb");
}

#[test]
fn a_manifest_that_names_a_file_outside_is_refused() {
    let room = room_with(&["mini.rlb"]);
    room.write("secret.txt", "secret");
    room.fine("unpack mini.rlb folder");
    let good = room.read("folder/relict.json");
    let absolute = room.at("secret.txt").display().to_string();
    let outside =
        ["../secret.txt", "./../secret.txt", "a/../../secret.txt", "..\\secret.txt", "C:secret.txt", ""];
    for path in outside.into_iter().chain([absolute.as_str()]) {
        type Spoil<'s> = &'s dyn Fn(&mut Value);
        let in_file: Spoil<'_> = &|json| json["entries"][0]["file"] = path.into();
        let in_original: Spoil<'_> = &|json| json["entries"][0]["original"] = path.into();
        let in_blobs: Spoil<'_> = &|json| json["blobs"] = json!([path]);
        let in_folder: Spoil<'_> = &|json| {
            let entry = json["entries"][0].as_object_mut().unwrap();
            entry.remove("file");
            entry.insert("folder".into(), path.into());
        };
        for spoil in [in_file, in_original, in_blobs, in_folder] {
            room.write("folder/relict.json", &good);
            edit_manifest(&room, spoil);
            refuses(&room, "folder.outside", "pack folder out.rlb");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_outside_is_not_followed_but_one_inside_is() {
    use std::os::unix::fs::symlink;
    let room = room_with(&["mini.rlb"]);
    fs::create_dir(room.at("elsewhere")).unwrap();
    room.write("elsewhere/secret.txt", "secret");
    room.fine("unpack mini.rlb folder");
    // A file that is a link itself, a file behind a folder that is one, the manifest, and a link to nowhere.
    fs::rename(room.at("folder/notes.txt"), room.at("folder/real.txt")).unwrap();
    symlink("../elsewhere/secret.txt", room.at("folder/notes.txt")).unwrap();
    refuses(&room, "folder.outside", "pack folder out.rlb");
    fs::remove_file(room.at("folder/notes.txt")).unwrap();
    symlink("nowhere", room.at("folder/notes.txt")).unwrap();
    refuses(&room, "io.not-found", "pack folder out.rlb");
    fs::remove_file(room.at("folder/notes.txt")).unwrap();
    symlink("real.txt", room.at("folder/notes.txt")).unwrap();
    room.fine("pack folder out.rlb");
    assert!(room.read("out.rlb") == room.read("mini.rlb"));
    symlink("../elsewhere", room.at("folder/way")).unwrap();
    edit_manifest(&room, |json| json["entries"][3]["file"] = "way/secret.txt".into());
    refuses(&room, "folder.outside", "pack folder again.rlb");
    fs::rename(room.at("folder/relict.json"), room.at("elsewhere/relict.json")).unwrap();
    symlink("../elsewhere/relict.json", room.at("folder/relict.json")).unwrap();
    refuses(&room, "folder.outside", "pack folder again.rlb");
}

#[cfg(unix)]
#[test]
fn a_pipe_beside_a_file_is_not_waited_for() {
    let room = Room::new();
    room.fine("sample samples");
    let textures = room.at("samples/parkan/Textures.lib");
    fs::remove_file(&textures).unwrap();
    match std::process::Command::new("mkfifo").arg(&textures).status() {
        Ok(status) if status.success() => {
            room.fine("check samples/parkan/Material.lib");
            room.fine("unpack samples/parkan/units.rlb folder");
        }
        other => println!("skipped, since no pipe can be made: {other:?}"),
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_in_the_place_of_a_file_does_not_make_pack_wait() {
    let room = room_with(&["mini.rlb"]);
    room.fine("unpack mini.rlb folder");
    fs::remove_file(room.at("folder/notes.txt")).unwrap();
    match std::process::Command::new("mkfifo").arg(room.at("folder/notes.txt")).status() {
        Ok(status) if status.success() => drop(refuses(&room, "folder.missing-file", "pack folder out.rlb")),
        other => println!("skipped, since no pipe can be made: {other:?}"),
    }
}

#[test]
fn explain_refuses_an_offset_behind_the_end_and_a_code_that_is_not() {
    let room = room_with(&["mini.rlb", "empty.lib"]);
    for line in ["mini.rlb --at 856", "mini.rlb --at 0xffffffffffff", "empty.lib --at 16"] {
        refuses(&room, "explain.no-offset", &format!("explain {line}"));
    }
    let said = refuses(&room, "explain.unknown-code", "explain --code nres.nonsense");
    assert!(said.contains("nres.magic"), "{said}");
    refuses(&room, "explain.unknown-code", "explain --code nonsense");
}

#[test]
fn explain_of_a_file_that_breaks_off_tells_what_it_can_and_then_where_it_stopped() {
    let room = room_with(&["bad/nres_short.rlb"]);
    let run = room.relict("explain nres_short.rlb").ended(2);
    assert!(run.stderr.starts_with("error[nres.truncated]: ") && run.stderr.contains("@ 0xc"), "{run}");
    assert!(run.stderr.contains("help: ") && run.text().contains("unread"), "{run}");
}

#[test]
fn find_refuses_what_is_no_pattern() {
    let room = room_with(&["mini.rlb"]);
    for pattern in ["[a", "{a", "a[z-a]", "*[!"] {
        let said = refused(&room, "find.pattern", &["find", pattern, "mini.rlb"]);
        assert!(said.contains(pattern), "{said}");
    }
}

#[test]
fn convert_refuses_an_ending_that_the_asset_cannot_become() {
    let room = room_with(&["mini.rlb", "README.md"]);
    for out in ["out.xyz", "out.glb", "out", "out.exe"] {
        let said = refuses(&room, "convert.ending", &format!("convert mini.rlb {out}"));
        assert!(said.contains("json"), "{said}");
    }
    for out in ["out.json", "out.png", "out.glb", "out.gltf", "out.obj"] {
        refuses(&room, "convert.ending", &format!("convert README.md {out}"));
    }
    room.fine("convert mini.rlb mini.json");
    refuses(&room, "convert.ending", "convert mini.json mini.png");
}

#[test]
fn json_that_describes_no_file_is_refused_with_its_place() {
    let room = room_with(&["mini.rlb"]);
    room.fine("convert mini.rlb good.json");
    for text in ["", "{", "[]", "{}", "{\"format\": \"zip\"}", "{\"format\": \"ngi.nres\"}"] {
        room.write("bad.json", text);
        refuses(&room, "json.value", "convert bad.json out.rlb");
    }
    fs::copy(room.at("good.json"), room.at("bad.json")).unwrap();
    room.edit("bad.json", |json| json["document"]["speling"] = 1.into());
    let run = room.relict("convert bad.json out.rlb").ended(2);
    assert!(run.stderr.contains("speling"), "{run}");
}

/// A pipe that nobody reads any more.
fn closed_pipe() -> std::io::PipeWriter {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    writer
}

#[test]
fn a_reader_who_leaves_early_is_no_failure() {
    let room = room_with(&["mini.rlb", "rsli_presorted.lib"]);
    room.fine("sample s");
    room.fine("unpack rsli_presorted.lib folder");
    for line in [
        "info mini.rlb",
        "ls -r s",
        "ls -r --json --hash s",
        "find * s",
        "find --json * s",
        "explain --full rsli_presorted.lib",
        "explain --json mini.rlb",
        "explain --code nres.magic",
        "check s",
        "check --json s",
        "diff mini.rlb mini.rlb",
        "pack folder -",
        "convert rsli_presorted.lib -",
        "sample --dry-run out",
        "demo",
        "completions bash",
        "man",
        "schema ls",
        "--help",
        "ls --help",
        "--version",
    ] {
        let run = Run::of(room.command(&words(line)).stdout(closed_pipe())).ended(0);
        assert!(!run.stderr.contains("error"), "{run}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_behind_standard_output_does_not_go_unnoticed() {
    let room = room_with(&["mini.rlb", "empty.lib"]);
    room.fine("unpack empty.lib folder");
    for line in [
        "info mini.rlb",
        "ls mini.rlb",
        "ls --json mini.rlb",
        "find * mini.rlb",
        "explain mini.rlb",
        "check mini.rlb",
        "pack folder -",
        "convert empty.lib -",
        "completions fish",
        "man",
        "schema ls",
    ] {
        for lang in ["en", "ru"] {
            let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
            let args = [&["--lang", lang], &words(line)[..]].concat();
            let run = Run::of(room.command(&args).stdout(full)).ended(2);
            assert!(run.stderr.starts_with("error[io.disk-full]: "), "{run}");
        }
    }
}

/// What the system forbids. Root may do everything, so root's tests run the program as somebody else.
#[cfg(unix)]
mod permission {
    use super::*;
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;
    use std::path::Path;
    use std::process::Command;

    const NOBODY: u32 = 65534;

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    /// Runs the program without root's rights; none where that cannot be done.
    fn run(room: &Room, args: &[&str]) -> Option<Run> {
        let root = fs::metadata(room.path()).unwrap().uid() == 0;
        let mut command = room.command(args);
        if root {
            // The program may lie where nobody else can go. Copied by us, it would be busy while others start theirs.
            let program = room.at("relict");
            if !program.exists() {
                assert!(Command::new("cp").arg(common::RELICT).arg(&program).status().unwrap().success());
            }
            let mut as_nobody = Command::new(&program);
            as_nobody.args(args).current_dir(room.path()).uid(NOBODY).gid(NOBODY);
            as_nobody.env_clear().env("LC_ALL", "C");
            command = as_nobody;
        }
        match command.output() {
            Ok(output) => Some(Run::new(&command, output)),
            Err(e) if root => {
                println!("skipped, since root cannot become somebody else here: {e}");
                None
            }
            Err(e) => panic!("{e}"),
        }
    }

    #[test]
    fn what_may_not_be_read_or_written_is_told_and_nothing_is_made() {
        let room = room_with(&["mini.rlb", "gaps.rlb"]);
        room.fine("unpack mini.rlb folder");
        for folder in ["closed", "sealed"] {
            fs::create_dir(room.at(folder)).unwrap();
            room.write(&format!("{folder}/old.json"), "old");
        }
        set_mode(room.path(), 0o755);
        set_mode(&room.at("gaps.rlb"), 0o000);
        set_mode(&room.at("closed"), 0o555);
        set_mode(&room.at("sealed"), 0o000);
        for line in [
            "info gaps.rlb",
            "check gaps.rlb",
            "ls sealed",
            "find x sealed",
            "info sealed/x.rlb",
            "pack folder closed/out.rlb",
            "convert mini.rlb closed/out.json",
            "convert --force mini.rlb closed/old.json",
            "unpack mini.rlb closed/out",
            "unpack mini.rlb closed/deep/out",
            "sample closed/out",
        ] {
            for lang in ["en", "ru"] {
                let args = [&["--lang", lang], &words(line)[..]].concat();
                let Some(run) = run(&room, &args) else { return };
                assert_eq!(run.code, Some(2), "{run}");
                assert!(run.stderr.starts_with("error[io.permission]: ") && run.stdout.is_empty(), "{run}");
                let help = if lang == "ru" { "подсказка: " } else { "help: " };
                assert!(run.stderr.contains(help), "{run}");
                assert_eq!(is_cyrillic(&run.stderr), lang == "ru", "{run}");
            }
        }
        // So that it can be looked into, and removed.
        set_mode(&room.at("closed"), 0o755);
        set_mode(&room.at("sealed"), 0o755);
        assert_eq!(common::tree(&room.at("closed")).into_keys().collect::<Vec<_>>(), ["old.json"]);
        assert_eq!(room.read("closed/old.json"), b"old");
    }
}

/// A disk without room, which takes a mount: root's own, or in a space of its own where the system grants that.
#[cfg(target_os = "linux")]
mod full_disk {
    use super::*;
    use std::io::Write;
    use std::path::{Path, PathBuf};
    use std::process::{Command, Stdio};

    const INSIDE: &str = "RELICT_TEST_MOUNTS";
    const NAME: &str = "full_disk::a_full_disk_leaves_what_was_there_and_nothing_half_written";

    /// A small disk, gone when the test ends.
    struct Disk(PathBuf);

    impl Disk {
        fn mounted(at: &Path) -> Option<Self> {
            fs::create_dir(at).unwrap();
            let mut mount = Command::new("mount");
            mount.args(["-t", "tmpfs", "-o", "size=256k", "none"]).arg(at).stderr(Stdio::null());
            mount.status().is_ok_and(|status| status.success()).then(|| Self(at.to_owned()))
        }
    }

    impl Drop for Disk {
        fn drop(&mut self) {
            let _ = Command::new("umount").arg("-l").arg(&self.0).status();
        }
    }

    /// Leaves a few pages free, not enough for anything here.
    fn fill(disk: &Path) {
        let mut filler = fs::File::create(disk.join("filler")).unwrap();
        while filler.write_all(&[0; 4096]).is_ok() {}
        let length = filler.metadata().unwrap().len();
        filler.set_len(length - 2 * 4096).unwrap();
    }

    /// Whether this test can be run again where it may mount.
    fn runs_again_inside() -> bool {
        let unshare = || {
            let mut command = Command::new("unshare");
            command.args(["--user", "--map-root-user", "--mount"]);
            command
        };
        let possible = unshare().arg("true").stderr(Stdio::null()).status().is_ok_and(|s| s.success());
        if std::env::var_os(INSIDE).is_some() || !possible {
            return false;
        }
        let program = std::env::current_exe().unwrap();
        let mut again = unshare();
        again.arg(program).args(["--exact", NAME, "--nocapture"]).env(INSIDE, "1");
        let output = again.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        print!("{}", String::from_utf8_lossy(&output.stdout));
        true
    }

    #[test]
    fn a_full_disk_leaves_what_was_there_and_nothing_half_written() {
        let room = room_with(&["mini.rlb", "gaps.rlb", "rsli_presorted.lib"]);
        let Some(disk) = Disk::mounted(&room.at("disk")) else {
            if !runs_again_inside() {
                println!("skipped, since nothing may be mounted here");
            }
            return;
        };
        room.fine("unpack gaps.rlb disk/folder");
        room.fine("unpack rsli_presorted.lib large");
        room.write("disk/old.lib", "old");
        room.write("disk/old.json", "old");
        fs::create_dir(room.at("disk/empty")).unwrap();
        fill(&disk.0);
        for line in [
            "pack large disk/new.lib",
            "pack --force large disk/old.lib",
            "convert rsli_presorted.lib disk/new.json",
            "convert --force rsli_presorted.lib disk/old.json",
            "unpack rsli_presorted.lib disk/new",
            "unpack rsli_presorted.lib disk/deep/new",
            "unpack rsli_presorted.lib disk/empty",
            "unpack --force rsli_presorted.lib disk/folder",
            "sample disk/new",
            "demo --keep disk/empty",
        ] {
            // The demo keeps what it made, being about the way and not the goal.
            if line.starts_with("demo") {
                room.relict(line).ended(2);
            } else {
                refuses(&room, "io.disk-full", line);
            }
        }
        println!("tried on a full disk");
    }
}
