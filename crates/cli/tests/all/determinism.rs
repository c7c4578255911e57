//! The same input gives the same bytes: on one thread or on several, whatever the language and the time zone of the machine,
//! and in whatever order a folder gives its files. Every run is a process of its own, so hash maps have other seeds too.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::viewing::Viewing;
use crate::common::{Room, Run, Tree, sha256, tree, words};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What may be other from machine to machine.
struct World {
    threads: &'static str,
    locale: &'static str,
    zone: &'static str,
    /// The order in which files are laid into folders.
    order: fn(&mut Vec<String>),
}

/// In Turkish, the small letter of I is not i; St. John's is half an hour off; and 1 is one thread.
const WORLDS: [World; 3] = [
    World { threads: "1", locale: "C", zone: "UTC", order: |_| {} },
    World { threads: "7", locale: "ru_RU.UTF-8", zone: "Asia/Vladivostok", order: |names| names.reverse() },
    World {
        threads: "2",
        locale: "tr_TR.UTF-8",
        zone: "America/St_Johns",
        order: |names| names.sort_by_key(|name| sha256(name.as_bytes())),
    },
];

/// A hash of everything that came out, under what it came from.
type Seen = BTreeMap<String, String>;

struct Machine<'w> {
    world: &'w World,
    room: Room,
    seen: Seen,
}

impl<'w> Machine<'w> {
    fn new(world: &'w World) -> Self {
        // There, a folder gives its files in an order that depends on when they came; elsewhere mostly by their names.
        let memory = Path::new("/dev/shm");
        let room = tempfile::tempdir_in(memory).map_or_else(|_| Room::new(), |_| Room::within(memory));
        Self { world, room, seen: Seen::new() }
    }

    fn command(&self, line: &str) -> Command {
        let mut command = self.room.command(&[&["--lang", "en"], &words(line)[..]].concat());
        command.env("RAYON_NUM_THREADS", self.world.threads).env("TZ", self.world.zone);
        command.env("LC_ALL", self.world.locale).env("LANG", self.world.locale);
        command
    }

    fn run(&mut self, line: &str) -> Run {
        let run = Run::of(&mut self.command(line));
        let all = [&run.stdout[..], b"\0", run.stderr.as_bytes(), &[run.code.unwrap() as u8]].concat();
        self.seen.insert(line.to_owned(), sha256(&all));
        run
    }

    fn see(&mut self, from: &str, made: &Tree) {
        for (name, bytes) in made {
            self.seen
                .insert(format!("{from}: {name}"), bytes.as_ref().map_or_else(String::new, |b| sha256(b)));
        }
    }

    /// A copy of a folder, with its files laid into it in the order of this machine.
    fn copy(&self, from: &str, to: &str) {
        let all = tree(&self.room.at(from));
        fs::create_dir(self.room.at(to)).unwrap();
        let (folders, mut files): (Vec<_>, Vec<_>) =
            all.keys().cloned().partition(|name| all[name].is_none());
        folders.iter().for_each(|name| fs::create_dir(self.room.at(&format!("{to}/{name}"))).unwrap());
        (self.world.order)(&mut files);
        files.iter().for_each(|name| self.room.write(&format!("{to}/{name}"), all[name].as_ref().unwrap()));
    }

    fn remove(&self, names: &[&str]) {
        for name in names {
            let path = self.room.at(name);
            let _ = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        }
    }

    /// There, changed if somebody has an idea, and back.
    fn unpack_and_pack(&mut self, archive: &str, edit: impl Fn(&Room)) {
        let line = format!("unpack {archive} made");
        if self.run(&line).code == Some(0) {
            self.see(&line, &tree(&self.room.at("made")));
            self.copy("made", "laid");
            edit(&self.room);
            self.run("pack laid out --json").ended(0);
            let packed = self.room.read("out");
            self.seen.insert(format!("pack of {archive}"), sha256(&packed));
        }
        self.remove(&["made", "laid", "out"]);
    }

    fn convert(&mut self, lines: &[&str]) {
        fs::create_dir(self.room.at("out")).unwrap();
        for line in lines {
            self.run(line).ended(0);
        }
        let made = tree(&self.room.at("out"));
        self.see("convert", &made);
        self.remove(&["out"]);
    }

    fn export(&mut self, paths: &[&str]) {
        let viewer = Viewing::start(&mut self.command("view game --no-open --json"));
        for path in paths {
            let (status, zip) = viewer.ask("GET", &format!("export?form=zip&p={path}"), "");
            assert!(status == 200 && zip.starts_with(b"PK\x03\x04"), "{path}: {status}");
            self.seen.insert(format!("export of {path}"), sha256(&zip));
        }
    }
}

const CONVERTED: [&str; 16] = [
    "convert game/parkan/units.rlb out/units.json",
    "convert out/units.json out/units.rlb",
    "convert game/parkan/units.rlb/tank.msh out/tank.glb --all",
    "convert game/parkan/units.rlb/tank.msh out/tank.gltf",
    "convert game/parkan/units.rlb/tank.msh out/tank.obj",
    "convert game/parkan/units.rlb/tank.msh out/bare.glb --bare",
    "convert out/bare.glb out/new.msh",
    "convert out/tank.obj out/worn.msh",
    "convert out/bare.glb out/like.msh --like game/parkan/units.rlb/tank.msh",
    "convert game/parkan/Textures.lib/TANK.0 out/tank.png",
    "convert out/tank.png out/tank.texm --set format=565",
    "convert game/parkan/Textures.lib out/sheet.png",
    "convert game/mechwarrior3/mechlib.zbd/mech_strider.flt out/mech.glb --motions game/mechwarrior3/motion.zbd",
    "convert out/mech.glb out/mech.flt --like game/mechwarrior3/mechlib.zbd/mech_strider.flt",
    "convert game/idmobile/doom.jar/level01.bsp out/map.png",
    "convert game/idmobile/doom.jar/level01.bsp out/map.svg",
];

const ASKED: [&str; 17] = [
    "check --json game",
    "check game",
    "ls -r --json --hash game",
    "ls -r game",
    "find --json * game",
    "find *i* game",
    "refs --json game",
    "refs game",
    "diff --json game/mechwarrior3/mechlib.zbd game/piratesmoon/mechlib.zbd",
    "diff game/idmobile/orcs.jar game/idmobile/orcs2.jar",
    "diff --json game/mechwarrior3 game/piratesmoon",
    "explain --json game/parkan/units.rlb",
    "explain --full game/idmobile/doom.jar",
    "info --json game/idmobile/doom.jar",
    "pose --json game/parkan/units.rlb/walker.msh --time 1.5",
    "man",
    "schema check",
];

fn everything(world: &World) -> (Seen, Vec<String>) {
    let mut machine = Machine::new(world);
    machine.run("sample made --json").ended(0);
    let samples = tree(&machine.room.at("made"));
    machine.see("sample", &samples);
    machine.copy("made", "game");
    machine.remove(&["made"]);
    let found = fs::read_dir(machine.room.at("game/parkan")).unwrap();
    let order = found.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    for (name, _) in samples.iter().filter(|(_, bytes)| bytes.is_some()) {
        machine.unpack_and_pack(&format!("game/{name}"), |_| {});
    }
    machine.unpack_and_pack("game/idmobile/loose", |_| {});
    machine.unpack_and_pack("game/parkan/Textures.lib --alpha split", |room| {
        for (from, to) in [("TANK.0", "WALKER.0"), ("TANKBURN.0", "WALKBURN.0")] {
            room.write(&format!("laid/{to}.png"), room.read(&format!("laid/{from}.png")));
        }
    });
    machine.unpack_and_pack("game/parkan/units.rlb --all", |room| {
        room.fine("convert --bare --force game/parkan/units.rlb/tower.msh laid/tower.msh.glb");
    });
    machine.convert(&CONVERTED);
    for line in ASKED {
        assert!(machine.run(line).code != Some(2), "{line}");
    }
    machine.export(&["parkan/units.rlb", "idmobile/doom.jar", "mechwarrior3/mechlib.zbd"]);
    (machine.seen, order)
}

#[test]
fn the_same_input_gives_the_same_bytes_on_every_machine() {
    let seen: Vec<(Seen, Vec<String>)> = WORLDS.par_iter().map(everything).collect();
    let [(first, order), others @ ..] = &seen[..] else { panic!() };
    assert!(first.len() > 500, "{}", first.len());
    for (world, (other, _)) in WORLDS[1..].iter().zip(others) {
        let differ: Vec<&String> = first.keys().filter(|key| first.get(*key) != other.get(*key)).collect();
        assert!(differ.is_empty() && first.len() == other.len(), "{}: {differ:?}", world.locale);
    }
    let orders = others.iter().filter(|(_, other)| other != order).count();
    println!("{} things compared; {orders} of 2 folders in another order than the first", first.len());
    if cfg!(target_os = "linux") && Path::new("/dev/shm").is_dir() {
        assert_eq!(orders, 2, "the folders were all in the same order");
    }
}
