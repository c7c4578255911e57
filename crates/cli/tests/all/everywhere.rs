//! What holds for every command: colour, silence, dry runs, pipes, languages, threads, and names that mean harm.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common;

use crate::common::{
    Room, Run, Tree, bad_archives, each, expected, good_archives, is_cyrillic, items, sha256, words,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;

const ESCAPE: u8 = 0x1b;

fn room_with(fixtures: &[&str]) -> Room {
    let room = Room::new();
    fixtures.iter().for_each(|fixture| drop(room.take(&format!("ngi/{fixture}"))));
    room
}

/// Runs that would be colourful on a terminal, and how they end.
const COLOURFUL: [(&str, i32); 7] = [
    ("info mini.rlb", 0),
    ("ls mini.rlb", 0),
    ("explain mini.rlb", 0),
    ("check nres_overlap.rlb", 1),
    ("diff mini.rlb nres_overlap.rlb", 1),
    ("info none.rlb", 2),
    ("demo --no-view", 0),
];

fn has_colour(run: &Run) -> bool {
    run.stdout.contains(&ESCAPE) || run.stderr.contains('\u{1b}')
}

#[test]
fn colour_comes_only_when_asked_for_where_there_is_no_terminal() {
    let room = room_with(&["mini.rlb", "bad/nres_overlap.rlb"]);
    for (line, code) in COLOURFUL {
        let plain = room.relict(line).ended(code);
        assert!(!has_colour(&plain), "{plain}");
        let never = room.relict(&format!("--color never {line}")).ended(code);
        let auto = room.relict(&format!("--color auto {line}")).ended(code);
        let no_colour = Run::of(room.command(&words(line)).env("NO_COLOR", "1")).ended(code);
        for same in [never, auto, no_colour] {
            assert!(same.stdout == plain.stdout && same.stderr == plain.stderr, "{same}");
        }
        let always = room.relict(&format!("--color always {line}")).ended(code);
        assert!(has_colour(&always), "{always}");
        assert_ne!(always.stdout.len() + always.stderr.len(), plain.stdout.len() + plain.stderr.len());
    }
    let help = room.fine("--help");
    assert!(!has_colour(&help), "{help}");
}

#[test]
fn answers_for_machines_never_have_colour() {
    let room = room_with(&["mini.rlb", "bad/nres_overlap.rlb"]);
    for (line, code) in COLOURFUL.into_iter().filter(|(_, code)| *code < 2) {
        let run = room.relict(&format!("--color always --json {line}")).ended(code);
        assert!(!run.stdout.contains(&ESCAPE), "{run}");
    }
}

/// With a terminal made by `script`, where there is one.
#[cfg(target_os = "linux")]
#[test]
fn on_a_terminal_there_is_colour_unless_no_color_is_set() {
    use std::process::{Command, Stdio};
    let room = room_with(&["mini.rlb"]);
    let on_terminal = |no_colour: Option<&str>| {
        let line = format!("'{}' ls mini.rlb", common::RELICT);
        let mut command = Command::new("script");
        command.args(["-qec", &line, "/dev/null"]).current_dir(room.path()).stdin(Stdio::null());
        command.env("TERM", "xterm").env("LC_ALL", "C").env_remove("NO_COLOR").env_remove("CLICOLOR");
        if let Some(value) = no_colour {
            command.env("NO_COLOR", value);
        }
        command.output().ok().filter(|output| output.status.success()).map(|output| output.stdout)
    };
    let Some(colourful) = on_terminal(None) else {
        println!("skipped, since `script` makes no terminal here");
        return;
    };
    let text = String::from_utf8_lossy(&colourful).into_owned();
    assert!(text.contains("plate.0") && colourful.contains(&ESCAPE), "{text}");
    let plain = on_terminal(Some("1")).unwrap();
    assert!(!plain.contains(&ESCAPE) && plain.len() < colourful.len());
}

#[test]
fn quiet_silences_remarks_and_keeps_what_was_asked_for() {
    let room = room_with(&["mini.rlb", "sortfold.rlb", "bad/nres_overlap.rlb"]);
    for line in [
        "check sortfold.rlb",
        "diff mini.rlb mini.rlb",
        "unpack mini.rlb %",
        "unpack --tolerant nres_overlap.rlb %",
        "convert mini.rlb %.json",
        "sample %",
        "pack sample-folder %.rlb",
    ] {
        if line.starts_with("pack") {
            room.fine("unpack mini.rlb sample-folder");
        }
        let number = room.tree().len();
        let loud = room.fine(&line.replace('%', &format!("loud{number}")));
        assert!(!loud.stdout.is_empty(), "{loud}");
        let quiet = room.fine(&format!("-q {}", line.replace('%', &format!("quiet{number}"))));
        assert!(quiet.stdout.is_empty() && quiet.stderr.is_empty(), "{quiet}");
    }
    for line in ["ls mini.rlb", "explain mini.rlb", "find plate mini.rlb", "check nres_overlap.rlb"] {
        let code = i32::from(line.starts_with("check"));
        let loud = room.relict(line).ended(code);
        let quiet = room.relict(&format!("{line} --quiet")).ended(code);
        assert!(!quiet.stdout.is_empty() && quiet.stderr.is_empty(), "{quiet}");
        let lines = |run: &Run| run.text().lines().count() + run.stderr.lines().count();
        assert!(lines(&quiet) < lines(&loud), "{quiet}");
        assert!(quiet.text().lines().all(|line| loud.text().contains(line)), "{quiet}");
    }
}

#[test]
fn nothing_but_remarks_goes_to_standard_error_when_all_is_well() {
    let room = room_with(&["mini.rlb"]);
    for line in
        ["ls mini.rlb", "check mini.rlb", "unpack mini.rlb out", "pack out out.rlb", "demo --no-view", "man"]
    {
        let run = room.fine(line);
        assert!(run.stderr.is_empty() && !run.stdout.is_empty(), "{run}");
    }
}

#[test]
fn a_dry_run_does_everything_but_write() {
    let room = room_with(&["mini.rlb", "bad/nres_overlap.rlb"]);
    room.fine("unpack mini.rlb folder");
    room.write("folder/notes.txt", "edited");
    let before = room.tree();
    for line in ["unpack mini.rlb %", "pack folder %", "convert mini.rlb %.json", "sample %", "pack folder -"]
    {
        let dry = line.replace('%', "new");
        room.fine(&format!("{dry} --dry-run"));
        let said = room.fine(&format!("{dry} --dry-run --json")).json();
        assert_eq!(said["dry_run"], true, "{line}");
        assert!(room.tree() == before, "{line}");
        // It tells what the real one then does.
        if !line.ends_with('-') {
            let mut done = room.fine(&format!("{dry} --json")).json();
            assert_eq!(done["dry_run"], false, "{line}");
            done["dry_run"] = true.into();
            assert_eq!(done, said, "{line}");
            for made in ["new", "new.json"].map(|name| room.at(name)) {
                let _ = fs::remove_file(&made).or_else(|_| fs::remove_dir_all(&made));
            }
        }
    }
    assert!(room.tree() == before);
    room.relict("unpack --dry-run nres_overlap.rlb new").ended(2);
}

#[test]
fn a_dash_is_standard_input() {
    let room = room_with(&["mini.rlb", "gaps.rlb"]);
    let bytes = room.read("mini.rlb");
    let fed = |line: &str, input: &[u8]| Run::fed(&mut room.command(&words(line)), input);
    for line in ["info %", "ls --hash %", "explain --full %", "check %", "find --json plate %"] {
        let piped = fed(&line.replace('%', "-"), &bytes).ended(0);
        let named = room.fine(&line.replace('%', "mini.rlb"));
        // A table that shows paths is as wide as they are.
        let squeezed = |text: &str| text.split([' ', '─']).filter(|w| !w.is_empty()).collect::<String>();
        assert_eq!(squeezed(piped.text()), squeezed(&named.text().replace("mini.rlb", "-")), "{line}");
    }
    fed("unpack - folder", &bytes).ended(0);
    room.fine("unpack mini.rlb named");
    let (mut piped, mut named) = (common::tree(&room.at("folder")), common::tree(&room.at("named")));
    assert_eq!(room.json("folder/relict.json")["entries"], room.json("named/relict.json")["entries"]);
    assert!(piped.remove("relict.json").is_some() && named.remove("relict.json").is_some());
    assert!(piped == named);
    fed("convert - mini.json", &bytes).ended(0);
    fed("convert - back.rlb", &room.read("mini.json")).ended(0);
    assert!(room.read("back.rlb") == bytes);
    fed("diff - mini.rlb", &bytes).ended(0);
    fed("diff gaps.rlb -", &bytes).ended(1);
    let empty = fed("ls -", b"").ended(2);
    assert!(empty.stderr.starts_with("error[file.unknown-format]: "), "{empty}");
}

#[test]
fn a_dash_is_standard_output_which_then_holds_nothing_else() {
    let room = room_with(&["mini.rlb", "rsli_presorted.lib"]);
    for name in ["mini.rlb", "rsli_presorted.lib"] {
        room.fine(&format!("unpack {name} folder-{name}"));
        for option in ["", "--json", "-v"] {
            let packed = room.fine(&format!("pack {option} folder-{name} -"));
            assert!(packed.stdout == room.read(name) && packed.stderr.is_empty(), "{name} {option}");
        }
        room.fine(&format!("convert {name} {name}.json"));
        let json = room.fine(&format!("convert --json {name} -"));
        assert!(json.stdout == room.read(&format!("{name}.json")), "{name}");
        let there = Run::fed(&mut room.command(&["convert", "-", "-"]), &room.read(name)).ended(0);
        assert!(there.stdout == json.stdout, "{name}");
    }
    assert!(!room.at("-").exists());
}

/// What a few commands answer in an environment, and the folders they make.
fn everything(room: &Room, number: usize, environment: &[(&str, &str)]) -> (Vec<Vec<u8>>, Vec<Tree>) {
    let run = |line: &str, codes: &[i32]| {
        let mut command = room.command(&[&["--lang", "en"], &words(line)[..]].concat());
        let run = Run::of(command.envs(environment.iter().copied()));
        assert!(codes.contains(&run.code.unwrap()), "{run}");
        run.stdout
    };
    let answers = [
        ("ls -r --json --hash all", &[0][..]),
        ("ls -r all", &[0]),
        ("check --json all", &[1]),
        ("check all", &[1]),
        ("find --json * all", &[0]),
        ("diff --json all/sprites.lib all/units.rlb", &[1]),
        ("diff --json all/mini.rlb all/sortfold.rlb", &[1]),
    ];
    let answers = answers.map(|(line, codes)| run(line, codes)).to_vec();
    let archives = ["all/sprites.lib", "all/units.rlb", "all/material.lib", "all/rsli_bounds.lib"];
    let trees = archives.map(|archive| {
        let folder = format!("out-{number}-{}", &archive[4..]);
        run(&format!("unpack --tolerant {archive} {folder}"), &[0]);
        assert!(run(&format!("pack {folder} -"), &[0]) == room.read(archive), "{archive}");
        common::tree(&room.at(&folder))
    });
    (answers, trees.to_vec())
}

#[test]
fn answers_do_not_depend_on_threads_or_locale() {
    let room = Room::new();
    room.fine("sample samples");
    fs::create_dir(room.at("all")).unwrap();
    let fixtures = common::fixtures().join("ngi");
    for folder in [room.at("samples/parkan"), fixtures.clone(), fixtures.join("bad")] {
        for file in
            fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).filter(|file| file.is_file())
        {
            fs::copy(&file, room.at("all").join(file.file_name().unwrap())).unwrap();
        }
    }
    let wanted = everything(&room, 0, &[("RAYON_NUM_THREADS", "1")]);
    assert!(wanted.0.iter().all(|answer| answer.len() > 100));
    for (i, environment) in [
        [("RAYON_NUM_THREADS", "4"), ("LC_ALL", "C")],
        [("RAYON_NUM_THREADS", "4"), ("LC_ALL", "ru_RU.UTF-8")],
        [("RAYON_NUM_THREADS", "3"), ("LC_ALL", "tr_TR.UTF-8")],
        [("RAYON_NUM_THREADS", "2"), ("LC_ALL", "ja_JP.SJIS")],
    ]
    .iter()
    .enumerate()
    {
        assert!(everything(&room, i + 1, environment) == wanted, "{environment:?}");
    }
}

#[test]
fn the_language_is_that_of_the_locale_unless_one_is_asked_for() {
    let room = room_with(&["mini.rlb"]);
    let russian = |args: &[&str], environment: &[(&str, &str)]| {
        let mut command = room.command(args);
        command.env_remove("LC_ALL").envs(environment.iter().copied());
        is_cyrillic(Run::of(&mut command).ended(0).text())
    };
    let ls = &["ls", "mini.rlb"][..];
    for (environment, wanted) in [
        (&[("LC_ALL", "ru_RU.UTF-8")][..], true),
        (&[("LC_MESSAGES", "ru_RU.UTF-8"), ("LANG", "en_US.UTF-8")], true),
        (&[("LANG", "ru_RU.KOI8-R")], true),
        (&[("LANG", "ru")], true),
        (&[("LC_ALL", "C"), ("LANG", "ru_RU.UTF-8")], false),
        (&[("LC_ALL", "C"), ("RELICT_LANG", "ru")], true),
        (&[("LC_ALL", "ru_RU.UTF-8"), ("RELICT_LANG", "en")], false),
        (&[("LC_ALL", "tr_TR.UTF-8")], false),
        (&[("LC_ALL", ""), ("LANG", "de_DE.UTF-8")], false),
    ] {
        assert_eq!(russian(ls, environment), wanted, "{environment:?}");
        assert!(russian(&["--lang", "ru", "ls", "mini.rlb"], environment), "{environment:?}");
        assert!(russian(&["ls", "mini.rlb", "--lang=ru"], environment), "{environment:?}");
        assert!(!russian(&["ls", "--lang", "en", "mini.rlb"], environment), "{environment:?}");
    }
}

#[test]
fn answers_for_machines_differ_by_language_only_in_their_messages() {
    let room = room_with(&["mini.rlb", "bad/nres_overlap.rlb"]);
    for line in ["ls --json --hash mini.rlb", "explain --json mini.rlb", "info --json mini.rlb"] {
        let [english, russian] = ["en", "ru"].map(|lang| room.fine(&format!("{line} --lang {lang}")).json());
        assert_eq!(english, russian, "{line}");
    }
    let [mut english, mut russian] =
        ["en", "ru"].map(|lang| room.relict(&format!("check --json nres_overlap.rlb --lang {lang}")).json());
    for (a, b) in english["findings"].as_array_mut().unwrap().iter_mut().zip(items(&russian["findings"])) {
        assert_ne!((&a["message"], &a["help"]), (&b["message"], &b["help"]));
    }
    for answer in [&mut english, &mut russian] {
        for finding in answer["findings"].as_array_mut().unwrap() {
            (finding["message"], finding["help"]) = (Value::Null, Value::Null);
        }
    }
    assert_eq!(english, russian);
}

#[test]
fn the_demo_shows_a_table_and_finds_every_byte_the_same() {
    let room = Room::new();
    let text = room.fine("demo --no-view");
    let answer = room.fine("demo --json").json();
    assert_eq!(answer["identical"], true);
    let files = items(&answer["files"]);
    assert!(files.len() >= 5, "{answer}");
    for file in files {
        assert_eq!((&file["identical"], &file["errors"]), (&json!(true), &json!(0)), "{file}");
        assert_eq!(file["explained"], file["size"], "{file}");
        let path = file["path"].as_str().unwrap();
        let row = text.text().lines().find(|line| line.starts_with(path)).unwrap_or_else(|| panic!("{text}"));
        assert!(row.contains("100 %") && row.contains("identical"), "{row}");
    }
    assert!(room.tree().is_empty(), "without --keep nothing stays");
    room.fine("demo --no-view --keep kept");
    let packed = common::tree(&room.at("kept/packed"));
    assert!(packed == common::tree(&room.at("kept/samples")) && packed.len() > files.len());
}

#[test]
fn sample_writes_all_that_it_lists_and_the_same_every_time() {
    let room = Room::new();
    let mut first = room.fine("sample --json a").json();
    let mut second = room.fine("sample --json deep/er/b").json();
    (first["folder"], second["folder"]) = (Value::Null, Value::Null);
    assert_eq!(first, second);
    let tree = common::tree(&room.at("a"));
    assert!(tree == common::tree(&room.at("deep/er/b")));
    let written: BTreeMap<&str, usize> =
        tree.iter().filter_map(|(name, bytes)| Some((name.as_str(), bytes.as_ref()?.len()))).collect();
    let size = |file: &Value| usize::try_from(file["size"].as_u64().unwrap()).unwrap();
    let listed: BTreeMap<&str, usize> =
        items(&first["files"]).iter().map(|file| (file["path"].as_str().unwrap(), size(file))).collect();
    assert_eq!(written, listed);
    for file in items(&first["files"]) {
        assert!(!file["about"].as_str().unwrap().starts_with("sample-"), "{file}");
    }
    room.fine("check a");
}

/// The commands, as the help lists them.
fn commands(room: &Room) -> Vec<String> {
    let help = room.fine("--help");
    let listed = help.text().lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = listed.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("    "));
    let names: Vec<String> = names.map(|line| words(line)[0].to_owned()).collect();
    assert!(names.len() >= 14, "{names:?}");
    names
}

#[test]
fn the_help_of_every_command_is_there_in_both_languages() {
    let room = Room::new();
    for command in commands(&room).into_iter().chain([String::new()]) {
        let english = room.fine(&format!("{command} --help"));
        let russian = room.fine(&format!("--lang ru {command} --help"));
        assert!(!is_cyrillic(english.text()), "{english}");
        for run in [&english, &russian] {
            for key in ["help-", "cli-", "fact-", "sample-"] {
                assert!(!run.text().contains(key), "{run}");
            }
        }
        let short = room.fine(&format!("{command} -h"));
        assert_eq!(short.text(), english.text(), "{command}");
        // Every argument and option has its words, and all that English has.
        let described =
            |line: &&str| line.trim_start().starts_with(['-', '<', '[']) && line.starts_with("  ");
        let count = |run: &Run| run.text().lines().filter(described).count();
        assert_eq!(count(&english), count(&russian), "{english}\n{russian}");
        assert!(count(&russian) > 4, "{russian}");
        for line in russian.text().lines().filter(described) {
            assert!(is_cyrillic(line), "{command}: {line}");
        }
        for heading in ["Usage:", "Options:", "Arguments:", "Commands:", "Print help"] {
            assert!(!russian.text().contains(heading), "{russian}");
        }
    }
}

#[test]
fn the_version_is_told() {
    let run = Room::new().fine("--version");
    assert_eq!(run.text(), format!("relict {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn every_shell_gets_its_completions() {
    let room = Room::new();
    let mut seen = vec![];
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = room.fine(&format!("completions {shell}"));
        for word in ["relict", "unpack", "tolerant", "explain"] {
            assert!(script.text().contains(word), "{shell}: {word}");
        }
        assert!(!seen.contains(&script.stdout), "{shell}");
        seen.push(script.stdout);
    }
}

#[test]
fn the_man_page_is_roff_and_there_is_one_for_each_command() {
    let room = Room::new();
    for lang in ["en", "ru"] {
        let page = room.fine(&format!("man --lang {lang}"));
        assert!(page.text().starts_with(".ie ") || page.text().starts_with(".TH "), "{page}");
        assert!(page.text().contains("\n.TH relict 1") && page.text().contains("\n.SH "), "{page}");
        assert_eq!(is_cyrillic(page.text()), lang == "ru");
    }
    room.fine("man --dir pages");
    let written: Vec<String> = common::tree(&room.at("pages")).into_keys().collect();
    let mut wanted: Vec<String> = commands(&room).iter().map(|name| format!("relict-{name}.1")).collect();
    wanted.push("relict.1".into());
    wanted.sort();
    assert_eq!(written, wanted);
    assert!(room.read("pages/relict.1") == room.fine("man").stdout);
}

/// An NRes archive, made here byte by byte, so that names may be anything.
fn nres(entries: &[(&[u8], &[u8])]) -> Vec<u8> {
    let number = |n: usize| u32::try_from(n).unwrap().to_le_bytes();
    let mut order: Vec<usize> = (0..entries.len()).collect();
    order.sort_by_key(|place| entries[*place].0.to_ascii_lowercase());
    let (mut data, mut directory) = (vec![], vec![]);
    for ((name, payload), place) in entries.iter().zip(order) {
        let mut field = name.to_vec();
        field.resize(36, 0);
        directory.extend([b"TEXT".to_vec(), vec![0; 8], number(payload.len()).into(), vec![0; 4]].concat());
        directory.extend([field, number(16 + data.len()).into(), number(place).into()].concat());
        data.extend_from_slice(payload);
        data.resize(data.len().next_multiple_of(8), 0);
    }
    let size = number(16 + data.len() + directory.len());
    [&b"NRes\0\x01\0\0"[..], &number(entries.len()), &size, &data, &directory].concat()
}

/// Names that would lead astray, hide, break or meet each other.
const HARMFUL: [&[u8]; 22] = [
    b"../../x",
    b"..\\..\\x",
    b"/etc/x",
    b"\\\\host\\share\\x",
    b"C:\\x",
    b"C:x",
    b"..",
    b".",
    b"~/x",
    b"a/b",
    b"relict.json",
    b"RELICT.JSON",
    b"original",
    b"original/x",
    b"CON",
    b"aux.txt",
    b"name",
    b"NAME",
    b"trailing. ",
    b"-rf",
    b"\x1b[31mred",
    b"\xD2\xE0\xED\xEA\n*?<>|\"",
];

/// Unpacks an archive with harmful names deep in a folder, and looks at what became of them.
fn stays_below(room: &Room, archive: &str) {
    fs::create_dir_all(room.at("a/b/c")).unwrap();
    let outside = room.tree();
    room.fine(&format!("unpack {archive} a/b/c/out"));
    let manifest = room.json("a/b/c/out/relict.json");
    let entries = items(&manifest["entries"]);
    let inside = common::tree(&room.at("a/b/c/out"));
    let mut all = room.tree();
    all.retain(|name, _| !name.starts_with("a/b/c/out"));
    assert!(all == outside, "{:?}", all.keys());
    // Each has a file of its own, directly in the folder, under a name that every system takes.
    let mut files: Vec<String> =
        each(&manifest["entries"], "file").into_iter().map(str::to_lowercase).collect();
    files.sort();
    files.dedup();
    assert_eq!(files.len(), entries.len());
    for file in each(&manifest["entries"], "file") {
        assert!(matches!(inside.get(file), Some(Some(_))), "{file}");
        assert!(!file.contains(['/', '\\', ':', '*', '?', '"', '<', '>', '|']), "{file}");
        assert!(!file.starts_with('.') && !file.ends_with(['.', ' ']), "{file}");
        assert!(!file.chars().any(char::is_control), "{file:?}");
        let stem = file.split('.').next().unwrap().to_lowercase();
        assert!(!matches!(stem.as_str(), "con" | "aux" | "original"), "{file}");
    }
    room.fine("pack a/b/c/out again");
    assert!(room.read("again") == room.read(archive), "{archive}");
}

#[test]
fn names_in_archives_never_leave_the_folder() {
    let entries: Vec<(&[u8], &[u8])> = HARMFUL.iter().map(|name| (*name, *name)).collect();
    let room = Room::new();
    room.write("evil.rlb", nres(&entries));
    let checked = room.fine("check --json evil.rlb").json();
    assert_eq!((&checked["errors"], &checked["assets"]), (&json!(0), &json!(1 + HARMFUL.len())));
    stays_below(&room, "evil.rlb");
    let room = Room::new();
    room.fine("sample s");
    fs::copy(room.at("s/parkan/oddities.rlb"), room.at("oddities.rlb")).unwrap();
    stays_below(&room, "oddities.rlb");
}

#[test]
fn names_in_packed_archives_never_leave_the_folder() {
    let room = Room::new();
    fs::create_dir(room.at("folder")).unwrap();
    room.write("folder/bytes", "some bytes");
    let names =
        ["../../X", "/ETC/X", "C:\\X", "..", ".", "A/B", "RELICT.JSON", "ORIGINAL", "CON", "NAME", "NAME"];
    let entry = |name: &&str| json!({"name": name, "attributes": {"flags": 0x40}, "file": "bytes"});
    let entries: Vec<Value> = names.iter().map(entry).collect();
    let manifest = json!({"schema": "relict.folder/1", "format": "ngi.rsli", "name": "", "entries": entries});
    room.write("folder/relict.json", manifest.to_string());
    room.fine("pack folder evil.lib");
    stays_below(&room, "evil.lib");
}

#[test]
fn names_never_steer_the_terminal() {
    let room = Room::new();
    room.write("evil.rlb", nres(&[(b"\x1b[31mred\x07\x9b", b"x"), (b"a\r\nb", b"y")]));
    for line in ["ls evil.rlb", "find * evil.rlb", "explain evil.rlb", "check evil.rlb"] {
        for colour in ["auto", "always"] {
            let run = room.fine(&format!("--color {colour} {line}"));
            let text = run.text();
            assert!(!text.contains("\u{1b}[31mred") && !text.contains(['\u{7}', '\u{9b}', '\r']), "{run}");
            assert!(line.starts_with("check") || text.contains("red"), "{run}");
        }
    }
    let run = room.run(&["info", "evil.rlb/\u{1b}[31mblue"]).ended(2);
    assert!(run.stderr.contains("blue") && !run.stderr.contains('\u{1b}'), "{run}");
}

/// The lines of the manifest that are entries, for editing as text.
fn edit_lines(room: &Room, change: impl FnOnce(&mut Vec<String>)) {
    let text = String::from_utf8(room.read("folder/relict.json")).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let first = lines.iter().position(|line| line.contains("\"id\":0,")).unwrap();
    let mut entries = lines.split_off(first);
    change(&mut entries);
    room.write("folder/relict.json", [lines, entries].concat().join("\n"));
}

#[test]
fn entries_are_removed_added_renamed_and_reordered_in_the_manifest() {
    let attributes = [("mini.rlb", "\"type\":\"TEXT\",\"attr3\":1"), ("rsli_presorted.lib", "\"flags\":64")];
    for (archive, attributes) in attributes {
        let room = room_with(&[archive]);
        let names = |archive: &str| -> Vec<String> {
            let answer = room.fine(&format!("ls --json {archive}")).json();
            each(&answer["entries"], "name").into_iter().map(str::to_owned).collect()
        };
        let before = names(archive);
        // Packs an edited folder; gives the names, and what differs how.
        let packed = |change: &dyn Fn(&mut Vec<String>)| {
            room.fine(&format!("unpack --force {archive} folder"));
            room.write("folder/new file.txt", "brand new");
            edit_lines(&room, change);
            room.fine("pack --force folder edited");
            room.fine("check edited");
            let diff = room.relict(&format!("diff --json {archive} edited")).ended(1).json();
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            let changes: Vec<(String, String)> =
                items(&diff["differences"]).iter().map(|d| (text(&d["change"]), text(&d["path"]))).collect();
            (names("edited"), changes)
        };
        let change = |change: &str, path: &str| vec![(change.to_owned(), path.to_owned())];

        let mut wanted = before.clone();
        let gone = wanted.remove(1);
        assert_eq!(packed(&|lines| drop(lines.remove(1))), (wanted, change("removed", &gone)), "{archive}");

        let mut wanted = before.clone();
        wanted.insert(2, "NEW.TXT".into());
        let line =
            format!("{{\"name\":\"NEW.TXT\",\"attributes\":{{{attributes}}},\"file\":\"new file.txt\"}},");
        let added = packed(&|lines| lines.insert(2, line.clone()));
        assert_eq!(added, (wanted, change("added", "NEW.TXT")), "{archive}");
        room.fine("convert edited/NEW.TXT new.bin");
        assert_eq!(room.read("new.bin"), b"brand new");

        let mut wanted = before.clone();
        let old = std::mem::replace(&mut wanted[1], "OTHER".into());
        let (from, to) = (format!("\"name\":\"{old}\""), "\"name\":\"OTHER\"");
        let renamed = packed(&|lines| lines[1] = lines[1].replace(&from, to));
        assert_eq!(renamed, (wanted, change("renamed", &old)), "{archive}");

        let mut wanted = before.clone();
        wanted.swap(1, 2);
        let reordered = packed(&|lines| lines.swap(1, 2));
        assert_eq!(reordered, (wanted, change("order", "")), "{archive}");
    }
}

/// Broken beyond finding what they hold.
const UNOPENABLE: [&str; 7] = [
    "nres_dirbeforeheader.rlb",
    "nres_magic.rlb",
    "nres_negcount.rlb",
    "nres_short.rlb",
    "rsli_magic.lib",
    "rsli_negcount.lib",
    "rsli_table.lib",
];

#[test]
fn what_is_unpacked_tolerantly_packs_to_the_same_bytes() {
    let room = Room::new();
    for (name, _, _) in bad_archives() {
        room.take(&format!("ngi/bad/{name}"));
        let run = room.relict(&format!("unpack --tolerant --json {name} folder-{name}"));
        if UNOPENABLE.contains(&name.as_str()) {
            run.ended(2);
            assert!(!room.at(&format!("folder-{name}")).exists(), "{name}");
            continue;
        }
        assert!(run.json()["errors"].as_u64() > Some(0), "{run}");
        assert!(run.stderr.contains("tolerated"), "{run}");
        room.fine(&format!("pack folder-{name} again-{name}"));
        assert!(room.read(&format!("again-{name}")) == room.read(&name), "{name}");
    }
}

#[test]
fn a_canonical_pack_is_what_a_canonical_writer_makes() {
    let room = room_with(&["gaps.rlb"]);
    room.fine("unpack gaps.rlb folder");
    room.fine("pack --canonical folder clean.rlb");
    let wanted = expected("gaps.rlb");
    assert_eq!(sha256(&room.read("clean.rlb")), wanted["canonical_repack_sha256"].as_str().unwrap());
    let checked = room.fine("check --json clean.rlb").json();
    assert_eq!(checked["warnings"], 0);
    // Cleaned once, there is nothing left to clean.
    room.fine("unpack clean.rlb again");
    room.fine("pack --canonical again again.rlb");
    assert!(room.read("again.rlb") == room.read("clean.rlb"));
}

#[test]
fn a_canonical_pack_keeps_every_entry_and_its_bytes() {
    let room = Room::new();
    for (name, expected) in good_archives() {
        room.take(&format!("ngi/{name}"));
        room.fine(&format!("unpack --force {name} folder"));
        room.fine("pack --force --canonical folder clean");
        room.fine("check clean");
        let entries = |archive: &str| -> Vec<(Value, Value)> {
            let answer = room.fine(&format!("ls --json --hash {archive}")).json();
            items(&answer["entries"]).iter().map(|row| (row["name"].clone(), row["sha256"].clone())).collect()
        };
        assert_eq!(entries("clean"), entries(&name), "{name}");
        // What the game's own tools wrote is canonical already.
        if expected.get("xor_seed").is_none() && expected.get("canonical_repack_sha256").is_none() {
            assert!(room.read("clean") == room.read(&name), "{name}");
        }
    }
}

#[test]
fn a_folder_may_be_named_with_a_slash_behind_it() {
    let room = Room::new();
    room.fine("sample s");
    let rows = |line: &str| -> Vec<String> {
        room.fine(line)
            .text()
            .lines()
            .map(|line| words(line).first().copied().unwrap_or("").to_owned())
            .collect()
    };
    assert_eq!(rows("ls s/parkan/"), rows("ls s/parkan"));
    assert!(rows("ls s/parkan/").contains(&"units.rlb".to_owned()));
    assert_eq!(rows("ls -r s/"), rows("ls -r s"));
    room.fine("unpack s/parkan/units.rlb/ out/");
    room.fine("pack out/ again.rlb");
    assert!(room.read("again.rlb") == room.read("s/parkan/units.rlb"));
}
