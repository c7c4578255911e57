//! Every step in which a command changes the disk, failing: what was there stays, what is there is whole, and the next run
//! clears away what a killed one left. `RELICT_FAULT` names the step; only a program built for tests listens to it.

// A program built to be handed out knows no faults.
#![cfg(debug_assertions)]
// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::viewing::Viewing;
use crate::common::{Room, Run, Tree, tree, words};
use rayon::prelude::*;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStderr, Command, Stdio};

const FAULT: &str = "RELICT_FAULT";
const UNFINISHED: &str = ".relict-unfinished-";

/// A command, and the folder that it is given in.
struct Case {
    line: &'static str,
    before: Tree,
    /// How the disk is other than usual.
    disk: &'static str,
    /// Whether what it writes is more than one file or folder, so that some may be there and others not.
    pieces: bool,
}

/// A room in which these things stand.
fn room_of(tree: &Tree) -> Room {
    let room = Room::new();
    for (name, bytes) in tree {
        match bytes {
            Some(bytes) => room.write(name, bytes),
            None => fs::create_dir(room.at(name)).unwrap(),
        }
    }
    room
}

/// What stands under its own name: no folders, and nothing unfinished.
fn finished(tree: &Tree) -> Tree {
    let is_finished = |name: &str| !name.split('/').any(|step| step.starts_with(UNFINISHED));
    tree.iter().filter(|(name, bytes)| bytes.is_some() && is_finished(name)).map(clone).collect()
}

fn clone((name, bytes): (&String, &Option<Vec<u8>>)) -> (String, Option<Vec<u8>>) {
    (name.clone(), bytes.clone())
}

fn unfinished(tree: &Tree) -> Vec<&String> {
    tree.keys().filter(|name| name.contains(UNFINISHED)).collect()
}

impl Case {
    fn command(&self, room: &Room, fault: &str) -> Command {
        let mut command = room.command(&words(self.line));
        // One thread, so that the steps come in the same order every time.
        command.env("RAYON_NUM_THREADS", "1").env(FAULT, format!("{},{fault}", self.disk));
        command
    }

    fn run(&self, room: &Room, fault: &str) -> Run {
        Run::of(&mut self.command(room, fault))
    }

    /// What each step does, and what there is when all are taken.
    fn steps(&self) -> (Vec<String>, Tree) {
        let room = room_of(&self.before);
        let run = self.run(&room, "count").ended(0);
        let after = room.tree();
        assert!(unfinished(&after).is_empty() && after != self.before, "{run}");
        let steps: Vec<String> =
            run.stderr.lines().filter_map(|line| line.strip_prefix("step ")).map(what).collect();
        assert!(steps.len() >= 3, "{run}");
        (steps, after)
    }

    /// Lets every step fail in every way that it can.
    fn withstands_everything(&self) {
        let (steps, after) = self.steps();
        let faults = |what: &str| match what {
            "create" | "mkdir" | "write" | "sync" => ["full", "denied+", "stop"],
            _ => ["denied", "denied+", "stop"],
        };
        let all: Vec<(usize, &str)> =
            (1..=steps.len()).flat_map(|step| faults(&steps[step - 1]).map(|fault| (step, fault))).collect();
        all.par_iter().for_each(|(step, fault)| {
            let room = room_of(&self.before);
            let told = format!("{}: {fault} at step {step}, {}", self.line, steps[step - 1]);
            if *fault == "stop" {
                Held::at(&mut self.command(&room, &format!("stop@{step}"))).killed();
            } else {
                let (name, on) = fault.split_at(fault.trim_end_matches('+').len());
                let run = self.run(&room, &format!("{name}@{step}{on}"));
                self.expect_told(&run, name, &steps[step - 1], &told);
                if on.is_empty() && steps[step - 1] != "remove" {
                    assert_eq!(unfinished(&room.tree()), Vec::<&String>::new(), "{told}");
                }
            }
            self.expect_whole(&room.tree(), &after, &told);
            self.expect_next_run_fine(&room, &after, &told);
        });
        println!("{}: {} steps", self.line, steps.len());
    }

    /// What could not be done is told; only what cannot be cleared away is no failure.
    fn expect_told(&self, run: &Run, fault: &str, step: &str, told: &str) {
        let code = if fault == "full" { "io.disk-full" } else { "io.permission" };
        match run.code {
            Some(0) => assert_eq!(step, "remove", "{told}\n{run}"),
            _ => assert!(run.stderr.contains(&format!("error[{code}]: ")), "{told}\n{run}"),
        }
    }

    fn expect_whole(&self, now: &Tree, after: &Tree, told: &str) {
        let now = finished(now);
        if self.pieces {
            let known = |(name, bytes): (&String, &Option<Vec<u8>>)| {
                let bytes = Some(bytes);
                bytes == self.before.get(name) || bytes == after.get(name)
            };
            assert!(now.iter().all(known), "{told}: {:?}", now.keys());
        } else {
            assert!(now == finished(&self.before) || now == finished(after), "{told}: {:?}", now.keys());
        }
    }

    /// The same command again, with nothing in its way.
    fn expect_next_run_fine(&self, room: &Room, after: &Tree, told: &str) {
        let done = finished(&room.tree()) == finished(after);
        let run = self.run(room, "");
        let now = room.tree();
        // What was finished before it was killed, or is finished now by clearing up, is there and is not written over.
        if run.code != Some(0) {
            assert!((done || self.pieces) && run.stderr.contains("error[io.exists]: "), "{told}\n{run}");
        }
        assert!(now == *after, "{told}\n{run}{:?}\n{:?}", now.keys(), after.keys());
    }
}

fn what(step: &str) -> String {
    step.split(": ").nth(1).unwrap().to_owned()
}

/// A program that waits in the middle of its work.
struct Held {
    child: Child,
    line: String,
    stderr: BufReader<ChildStderr>,
}

impl Held {
    fn at(command: &mut Command) -> Self {
        let line = format!("{command:?}");
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        let mut said = String::new();
        while !said.contains("held at step ") {
            assert!(stderr.read_line(&mut said).unwrap() > 0, "{line} was not held: {said}");
        }
        Self { child, line, stderr }
    }

    /// As by `kill -9`.
    fn killed(mut self) {
        self.child.kill().unwrap();
        assert_eq!(self.child.wait().unwrap().code(), None, "{}", self.line);
    }

    /// Goes on to its end.
    fn released(mut self) -> (Option<i32>, String) {
        drop(self.child.stdin.take());
        let mut said = String::new();
        self.stderr.read_to_string(&mut said).unwrap();
        (self.child.wait().unwrap().code(), said)
    }
}

/// A small archive, another one, and what they unpack to.
fn archives() -> Room {
    let room = Room::new();
    room.take("ngi/mini.rlb");
    room.take("ngi/gaps.rlb");
    room.fine("unpack --raw gaps.rlb other");
    room.fine("unpack --raw mini.rlb folder");
    room
}

fn case(room: &Room, line: &'static str) -> Case {
    Case { line, before: room.tree(), disk: "", pieces: false }
}

#[test]
fn pack_withstands_every_fault() {
    let room = archives();
    case(&room, "pack folder out.rlb").withstands_everything();
    room.write("out.rlb", "what was there");
    case(&room, "pack --force folder out.rlb").withstands_everything();
}

#[test]
fn pack_with_its_descriptor_withstands_every_fault() {
    let room = Room::new();
    room.take("idmobile/good/orcs-elves-seed.jar");
    room.fine("unpack --raw orcs-elves-seed.jar folder");
    room.write("out.jar", "what was there");
    room.write("out.jad", "MIDlet-Jar-Size: 1\nMIDlet-Jar-URL: out.jar\n");
    Case { pieces: true, ..case(&room, "pack --force --update-jad folder out.jar") }.withstands_everything();
}

#[test]
fn convert_withstands_every_fault() {
    let room = archives();
    case(&room, "convert mini.rlb out.json").withstands_everything();
    room.write("out.json", "what was there");
    case(&room, "convert --force mini.rlb out.json").withstands_everything();
}

#[test]
fn convert_to_several_files_withstands_every_fault() {
    let room = Room::new();
    room.take("ngi-models/models.rlb");
    Case { pieces: true, ..case(&room, "convert models.rlb/arm.msh arm.gltf") }.withstands_everything();
}

#[test]
fn unpack_withstands_every_fault() {
    let room = archives();
    case(&room, "unpack --raw mini.rlb new").withstands_everything();
    case(&room, "unpack --raw gaps.rlb deep/er/new").withstands_everything();
    fs::create_dir(room.at("empty")).unwrap();
    Case { pieces: true, ..case(&room, "unpack --raw gaps.rlb empty") }.withstands_everything();
}

#[test]
fn unpack_over_a_folder_withstands_every_fault() {
    let room = archives();
    case(&room, "unpack --raw --force gaps.rlb folder").withstands_everything();
}

/// Where two folders cannot change places at once, there is a moment at which neither is there. Then the old one is kept
/// beside, and whoever comes next brings it back.
#[test]
fn unpack_over_a_folder_in_two_steps_loses_nothing() {
    let room = archives();
    let case = Case { disk: "plain", pieces: true, ..case(&room, "unpack --raw --force gaps.rlb folder") };
    case.withstands_everything();
    let (steps, after) = case.steps();
    let mut missing = 0;
    for step in 1..=steps.len() {
        for fault in ["stop", "denied+"] {
            let room = room_of(&case.before);
            match fault {
                "stop" => Held::at(&mut case.command(&room, &format!("stop@{step}"))).killed(),
                _ => drop(case.run(&room, &format!("denied@{step}+"))),
            }
            missing += usize::from(!room.at("folder").exists());
            // Another command, which replaces nothing.
            room.relict("unpack --raw gaps.rlb folder").ended(2);
            let now = room.tree();
            assert!(now == case.before || now == after, "{fault} at step {step}: {:?}", now.keys());
        }
    }
    assert!(missing >= 2, "no step was between the two");
}

/// To make all samples takes a while, so only some of the steps are tried: those at both ends, where the folder is made
/// and put in its place, and some between.
#[test]
fn sample_withstands_faults() {
    let room = Room::new();
    room.take("ngi/gaps.rlb");
    let case = case(&room, "sample new");
    let (steps, after) = case.steps();
    let some = [1, 2, 3, 5, steps.len() / 2, steps.len() - 2, steps.len()];
    some.par_iter().for_each(|step| {
        let room = room_of(&case.before);
        let told = format!("{} at step {step}", case.line);
        Held::at(&mut case.command(&room, &format!("stop@{step}"))).killed();
        case.expect_whole(&room.tree(), &after, &told);
        // Whoever comes next clears up.
        room.fine("unpack --raw gaps.rlb other");
        let now = room.tree();
        assert_eq!(unfinished(&now), Vec::<&String>::new(), "{told}");
        assert_eq!(now.contains_key("new"), *step > steps.len() - 2, "{told}");
    });
}

/// A viewer of a folder with one archive in it, which was edited. Its temporary files lie in the room as well.
fn edited(room: &Room, fault: &str) -> Viewing {
    let mut command = room.command(&words("view game --edit --no-open --json"));
    let viewer = Viewing::start(command.env("TMPDIR", room.at("tmp")).env(FAULT, fault));
    let (status, said) =
        viewer.ask("POST", "edit/field?p=textures.lib/RGB565.0", r#"{"start":16,"value":1}"#);
    assert_eq!(status, 200, "{}", String::from_utf8_lossy(&said));
    viewer
}

/// The steps in which the first edit of a session makes room for itself.
const EDIT_STEPS: usize = 3;

#[test]
fn saving_in_the_viewer_withstands_every_fault() {
    let start = Room::new();
    start.take("ngi/textures.lib");
    for folder in ["game", "tmp"] {
        fs::create_dir(start.at(folder)).unwrap();
    }
    fs::rename(start.at("textures.lib"), start.at("game/textures.lib")).unwrap();
    let before = start.tree();
    for (body, target) in
        [(r#"{"to":"new.lib"}"#, "game/new.lib"), (r#"{"to":null,"overwrite":true}"#, "game/textures.lib")]
    {
        let save = |viewer: &Viewing| viewer.ask("POST", "save?p=textures.lib", body);
        let room = room_of(&before);
        let viewer = edited(&room, "count");
        assert_eq!(save(&viewer).0, 200);
        let after = room.read(target);
        assert!(Some(&Some(after.clone())) != before.get(target));
        drop(viewer);
        // Nothing is saved that the edit of another session left, and that is cleared away.
        assert!(!unfinished(&tree(&room.at("tmp"))).is_empty());
        drop(edited(&room, ""));
        assert_eq!(fs::read_dir(room.at("tmp")).unwrap().count(), 1);

        let steps = 3 + usize::from(before.contains_key(target));
        for step in EDIT_STEPS + 1..=EDIT_STEPS + steps {
            for (fault, code) in [("full", "io.disk-full"), ("denied", "io.permission")] {
                let room = room_of(&before);
                let viewer = edited(&room, &format!("{fault}@{step}"));
                let (status, said) = save(&viewer);
                let said = String::from_utf8_lossy(&said);
                assert!(status >= 400 && said.contains(code), "{fault} at step {step}: {status} {said}");
                assert!(tree(&room.at("game")) == tree(&start.at("game")), "{fault} at step {step}");
                // The edit is not lost.
                assert_eq!(save(&viewer).0, 200);
                assert!(room.read(target) == after);
            }
            let room = room_of(&before);
            let mut viewer = edited(&room, &format!("stop@{step}"));
            let _unanswered = viewer.send("POST", "save?p=textures.lib", body);
            viewer.says(&format!("held at step {step}"));
            drop(viewer);
            assert!(finished(&tree(&room.at("game"))) == tree(&start.at("game")), "killed at step {step}");
            assert_eq!(save(&edited(&room, "")).0, 200);
            assert!(room.read(target) == after);
            assert!(unfinished(&tree(&room.at("game"))).is_empty(), "killed at step {step}");
        }
        // And there are no more steps than these.
        let room = room_of(&before);
        assert_eq!(save(&edited(&room, &format!("denied@{}+", EDIT_STEPS + steps + 1))).0, 200);
    }
}

/// Lets one program wait at each of its steps, and another one begin and end meanwhile.
fn all_meetings(first: &Case, second: &'static str, expect: impl Fn(&Room, [Option<i32>; 2], &str) + Sync) {
    let (steps, _) = first.steps();
    (1..=steps.len()).into_par_iter().for_each(|step| {
        let room = room_of(&first.before);
        let held = Held::at(&mut first.command(&room, &format!("hold@{step}")));
        let other = Run::of(room.command(&words(second)).env(FAULT, first.disk));
        let (code, said) = held.released();
        let told = format!("{} | {second}, at step {step}: {said}\n{other}", first.line);
        for (code, said) in [(code, &said), (other.code, &other.stderr)] {
            assert!(code == Some(0) || said.contains("error[io.exists]: "), "{told}");
        }
        assert!(unfinished(&room.tree()).is_empty(), "{told}: {:?}", room.tree().keys());
        expect(&room, [code, other.code], &told);
    });
}

const DONE: Option<i32> = Some(0);
const REFUSED: Option<i32> = Some(2);

#[test]
fn of_two_that_pack_to_one_file_one_wins_whole() {
    let room = archives();
    let (mini, gaps) = (room.read("mini.rlb"), room.read("gaps.rlb"));
    all_meetings(&case(&room, "pack folder out.rlb"), "pack other out.rlb", |room, codes, told| {
        let expected = match codes {
            [DONE, REFUSED] => &mini,
            [REFUSED, DONE] => &gaps,
            _ => panic!("{told}"),
        };
        assert!(room.read("out.rlb") == *expected, "{told}");
    });
    let force = case(&room, "pack --force folder out.rlb");
    all_meetings(&force, "pack --force other out.rlb", |room, codes, told| {
        assert_eq!(codes, [DONE, DONE], "{told}");
        assert!([&mini, &gaps].contains(&&room.read("out.rlb")), "{told}");
    });
}

#[test]
fn of_two_that_unpack_to_one_folder_one_wins_whole() {
    let room = archives();
    let (mini, gaps) = (tree(&room.at("folder")), tree(&room.at("other")));
    let one_wins = |place: &'static str| {
        let (mini, gaps) = (&mini, &gaps);
        move |room: &Room, codes: [Option<i32>; 2], told: &str| {
            let expected = match codes {
                [DONE, REFUSED] => mini,
                [REFUSED, DONE] => gaps,
                _ => panic!("{told}"),
            };
            assert!(tree(&room.at(place)) == *expected, "{told}");
        }
    };
    let new = case(&room, "unpack --raw mini.rlb new");
    all_meetings(&new, "unpack --raw gaps.rlb new", one_wins("new"));
    fs::create_dir(room.at("empty")).unwrap();
    let filled = case(&room, "unpack --raw mini.rlb empty");
    all_meetings(&filled, "unpack --raw gaps.rlb empty", one_wins("empty"));
    for disk in ["", "plain"] {
        let force = Case { disk, ..case(&room, "unpack --raw --force mini.rlb other") };
        all_meetings(&force, "unpack --raw --force gaps.rlb other", |room, codes, told| {
            assert!(codes == [DONE, DONE] || disk == "plain", "{told}");
            assert!([&mini, &gaps].contains(&&tree(&room.at("other"))), "{told}");
        });
    }
}

/// Without anybody waiting for anybody.
#[test]
fn of_two_at_once_one_wins_whole() {
    let room = archives();
    let (mini, gaps) = (room.read("mini.rlb"), room.read("gaps.rlb"));
    for round in 0..10 {
        let at_once = |force: &str| {
            let out = format!("{round}.rlb");
            let lines = ["folder", "other"].map(|folder| format!("pack {force} {folder} {out}"));
            let children = lines.map(|line| {
                room.command(&words(&line)).stderr(Stdio::null()).stdout(Stdio::null()).spawn().unwrap()
            });
            let codes = children.map(|mut child| child.wait().unwrap().code());
            (codes, room.read(&out))
        };
        match at_once("") {
            ([DONE, REFUSED], won) => assert!(won == mini),
            ([REFUSED, DONE], won) => assert!(won == gaps),
            (codes, _) => panic!("{codes:?}"),
        }
        let (codes, won) = at_once("--force");
        assert!(codes == [DONE, DONE] && (won == mini || won == gaps), "{codes:?}");
    }
    assert!(unfinished(&room.tree()).is_empty());
}

/// What only looks like ours, and what somebody works on, is left alone.
#[test]
fn clearing_up_takes_nothing_else() {
    let room = archives();
    for name in
        [".relict-notes", ".relict-unfinished", ".relict-unfinished-more-of-it", ".relict-unfinished-ab.de1"]
    {
        room.write(name, "mine");
    }
    fs::create_dir(room.at(".relict-unfinished-abcdef")).unwrap();
    room.write(".relict-unfinished-abcdef/notes.txt", "mine");
    #[cfg(unix)]
    std::os::unix::fs::symlink("mini.rlb", room.at(".relict-unfinished-aaaaaa")).unwrap();
    let before = room.tree();
    room.write(".relict-unfinished-000000", "left by a program that was killed");
    room.fine("pack folder out.rlb");
    room.fine("unpack --raw mini.rlb new");
    let mut now = room.tree();
    now.retain(|name, _| !name.starts_with("new") && name != "out.rlb");
    assert!(now == before, "{:?}\n{:?}", now.keys(), before.keys());
}
