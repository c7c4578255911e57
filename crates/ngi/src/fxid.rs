//! FXID: an effect. Lights, sounds, sprites and particles, each in its own part of the effect's time.

pub mod command;
mod play;
pub mod time;
mod words;

use crate::library::{self, MATERIAL, SOUND};
use crate::phrases;
use command::{Command, Resource, Word};
use relict_core::json::Json;
use relict_core::prelude::*;
use relict_core::report::hex;
use serde_json::{Map, Value};
pub use words::{FLAGS, SETTINGS, TIME_MODES};

const TYPE: Tag = Tag(*b"FXID");
/// Real effects have at most 81 commands; of more, a table in a terminal shows the first ones.
const SHOWN: usize = 4096;

bits! {
    /// What an effect does besides its commands. `jitter`: adds chance to its time. `delete_at_end`: is gone when time is
    /// up. `let_go`: leaves its attach point after the first tick. `shift`: stands a little aside, by chance.
    /// `run_hidden`: goes on while its attach point is hidden. `fold`: time runs there and back. `start_off`: waits to be
    /// switched on. `hold_clear` and `hold_set`: time stays at 0 while bit 0 of the effect manager is clear, or set.
    /// `times_progress`: time is multiplied by how far the effect is through. `hide_with_point`: nothing is drawn while
    /// the tested point is hidden. `pass_only`: drawn only in passes with an argument. `to_target`: commands are told the
    /// manager's target. `no_fog`: sprites stay out of fog. `skip_second_test`: of the attach point. `unused16`: nothing
    /// reads it.
    pub struct Flags: u32 {
        jitter: 1, delete_at_end: 1, let_go: 1, shift: 1, run_hidden: 1, fold: 1, start_off: 1, hold_clear: 1,
        hold_set: 1, times_progress: 1, hide_with_point: 1, pass_only: 1, to_target: 1, no_fog: 1, unk14: 1,
        skip_second_test: 1, unused16: 1, unk17: 15,
    }
}

bits! {
    /// The switch in the game's settings that turns the effect off, and the group of detail that it belongs to.
    pub struct Settings: u32 { switch: 8, group: 24 }
}

record! {
    /// What holds for the whole effect.
    pub struct Header: 60 {
        /// How many commands follow; 0 to 81 in the game.
        0x00 command_count: u32 = derived,
        /// What the time of the effect is made of, 0 to 17.
        0x04 time_mode: u32,
        /// In seconds.
        0x08 duration: f32,
        /// Up to half of this is added to time or taken away, if the flag says so.
        0x0C jitter: f32,
        /// Each does something of its own.
        0x10 flags: Flags,
        /// Which switch of the game's settings leaves the effect out.
        0x14 settings: Settings,
        /// Up to half of this is added to the position or taken away, if the flag says so. 0 in everything shipped.
        0x18 random_shift: [f32; 3],
        /// In the frame of the effect; what shows through needs this point in view.
        0x24 tested_point: [f32; 3],
        /// Multiplied into the size that the game asks for.
        0x30 scale: [f32; 3],
    }
}

parts! {
    /// Effect: lights, sounds, sprites and particles over time.
    pub struct Fxid<'a> {
        /// What holds for all of it.
        pub header: Header,
        /// One behind the other, without a gap.
        pub commands: Vec<Command>,
        /// Bytes behind the last command, which no effect has.
        pub tail: Bytes<'a>,
    }
}

/// The count, if so many words fit into what is left: more cannot be there, whatever their opcodes.
fn believable(header: &Header, left: usize) -> Result<usize> {
    let (stated, room) = (header.command_count as usize, left / Word::SIZE);
    if stated > room {
        return Err(broken(&COUNT, "header.command_count", args!(stated = stated, room = room)));
    }
    Ok(stated)
}

/// Whether the header is one: a known time mode, and room for its commands.
fn fits(bytes: &[u8]) -> bool {
    let header = bytes.get(..Header::SIZE).map(Header::get);
    header.is_some_and(|header| {
        words::time_mode(header.time_mode).is_some()
            && believable(&header, bytes.len() - Header::SIZE).is_ok()
    })
}

impl<'a> Format<'a> for Fxid<'a> {
    const ID: &'static str = "ngi.fxid";
    const ENDINGS: &'static [&'static str] = &["fxid"];
    const RULES: Rules = RULES;
    const MEASURES: Measures = MEASURES;
    const HAS_JSON_FORM: bool = true;
    const FACETS: Facets<Self> = Facets::<Self>::NONE
        .timeline(|fxid| Some(fxid))
        .tables(Self::make_tables)
        .references(Self::find_references);

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        let stated = origin.attribute("type").is_some();
        Claim::of_named(origin.is(TYPE, ".fxid"), || stated || fits(bytes))
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let header = c.get("header")?;
        let count = believable(&header, c.left())?;
        let commands = (0..count).map(|i| Command::read(c, i)).collect::<Result<_>>()?;
        Ok(Self { header, commands, tail: c.tail("tail") })
    }

    fn write(&self, out: &mut Put) {
        match u32::try_from(self.commands.len()) {
            Ok(command_count) => out.put(&Header { command_count, ..self.header.clone() }),
            Err(_) => {
                out.fail(
                    Error::unexpected(phrases::fewer_commands(), self.commands.len()).inside("commands"),
                );
            }
        }
        out.each("commands", &self.commands, Command::write);
        out.bytes(&self.tail);
    }

    fn facts(&self) -> Facts {
        let mut kinds = Map::new();
        for kind in command::KINDS {
            let count = self.commands.iter().filter(|command| command.kind().word == kind.word).count();
            if count > 0 {
                kinds.insert(words::plain(kind.word).into(), count.into());
            }
        }
        let header = &self.header;
        let flags: Vec<_> = words::set_flags(header.flags).map(|(_, word)| words::plain(word)).collect();
        let mode = words::time_mode(header.time_mode).map(words::plain);
        vec![
            ("commands", self.commands.len().into()),
            ("kinds", kinds.into()),
            ("time_mode", mode.map_or_else(|| header.time_mode.into(), Into::into)),
            ("duration", Json::to_json(&header.duration)),
            ("flags", flags.join(", ").into()),
            ("settings", words::settings(header.settings).map_or(Value::Null, |w| words::plain(w).into())),
        ]
    }

    fn check(&self, report: &mut Report, _: Context<'_>) {
        report.expect(self.tail.is_empty(), &TAIL, "tail", || args!(size = self.tail.len()));
        report.part("header", &self.header, Header::check);
        report.each("commands", &self.commands, Command::check);
        for (i, command) in self.commands.iter().enumerate() {
            for (field, value) in command.not_finite() {
                let args = args!(found = value.to_string());
                report.add(&NOT_FINITE, format!("commands[{i}].{field}"), None, args);
            }
        }
    }

    fn measure(&self, cases: &mut Cases, origin: Origin<'_>) {
        let attributes = ["attr1", "attr2", "attr3"].map(|name| origin.attribute(name)?.as_u64());
        if attributes.iter().all(Option::is_some) {
            cases.claim(&ATTRIBUTES, attributes == [0, 0, 1].map(Some));
        }
        cases.claim(&NO_SHIFT, self.header.random_shift == [0.0; 3]);
        cases.claim(&ENDS, self.tail.is_empty());
        cases.tally(&MODES, self.header.time_mode);
        for command in &self.commands {
            cases.tally(&OPCODES, command.kind().opcode);
            if let Command::Sound(sound) = command {
                cases.tally(&SOUND_MODES, sound.mode);
                cases.claim(&ALONG_X, sound.direction_end == [1.0, 0.0, 0.0]);
            }
        }
    }
}

impl Fxid<'_> {
    fn make_tables(&self) -> Vec<Table> {
        let shown = self.commands.iter().take(SHOWN).enumerate();
        vec![
            Table { title: "header", columns: vec!["field", "value", "meaning"], rows: self.header.rows() },
            Table {
                title: "commands",
                columns: vec!["number", "command", "window", "draw-through", "resource"],
                rows: shown.map(command_row).collect(),
            },
        ]
    }

    /// Only into the libraries that the roles stand for: another archive that a command names is not followed.
    fn find_references(&self) -> Vec<Reference> {
        let mut found = vec![];
        for (i, command) in self.commands.iter().enumerate() {
            let material =
                command.material().map(|resource| (&MATERIAL, library::MATERIALS, "material", resource));
            let sound = command.sound().map(|resource| (&SOUND, library::SOUNDS, "sound", resource));
            for (role, library, field, resource) in material.into_iter().chain(sound) {
                if resource.archive.show().eq_ignore_ascii_case(library) && !resource.name.text().is_empty() {
                    let (name, field) =
                        (resource.name.show().into_owned(), format!("commands[{i}].{field}.name"));
                    found.push(Reference { role, name, field });
                }
            }
        }
        found
    }
}

impl Header {
    fn check(&self, report: &mut Report) {
        let mode = self.time_mode;
        report.expect(words::time_mode(mode).is_some(), &TIME_MODE, "time_mode", || args!(found = mode));
        let unknown = words::unknown_flags(self.flags);
        report.expect(unknown == 0, &ODD_FLAGS, "flags", || args!(found = hex(unknown)));
        let settings = self.settings;
        report.expect(words::settings(settings).is_some(), &ODD_SETTINGS, "settings", || {
            args!(found = hex(settings.0))
        });
        let floats: [(&'static str, &[f32]); 5] = [
            ("duration", &[self.duration]),
            ("jitter", &[self.jitter]),
            ("random_shift", &self.random_shift),
            ("tested_point", &self.tested_point),
            ("scale", &self.scale),
        ];
        for (field, values) in floats {
            let odd = values.iter().find(|value| !value.is_finite());
            let found = || args!(found = odd.map(f32::to_string).unwrap_or_default());
            report.expect(odd.is_none(), &NOT_FINITE, field, found);
        }
    }

    /// What the numbers mean.
    fn rows(&self) -> Vec<Vec<Cell>> {
        let row = |field: &str, value: String, word: Option<&'static str>| {
            vec![Cell::Text(field.into()), Cell::Text(value), Cell::Word(word.unwrap_or("unknown"))]
        };
        let mut rows = vec![row("time_mode", self.time_mode.to_string(), words::time_mode(self.time_mode))];
        rows.push(row("settings", hex(self.settings.0), words::settings(self.settings)));
        rows.extend(words::set_flags(self.flags).map(|(bit, word)| row("flags", hex(bit), Some(word))));
        match words::unknown_flags(self.flags) {
            0 => {}
            unknown => rows.push(row("flags", hex(unknown), None)),
        }
        rows
    }
}

fn command_row((i, command): (usize, &Command)) -> Vec<Cell> {
    let resource = command.material().or(command.sound());
    let named = |resource: &Resource| format!("{}/{}", resource.archive.show(), resource.name.show());
    let window = command.window().map(|[low, high]| Cell::Text(format!("{low} … {high}")));
    vec![
        Cell::Number(i as i64),
        Cell::Word(command.kind().word),
        window.unwrap_or(Cell::Nothing),
        if command.word().draw_through() == 1 { Cell::Word("yes") } else { Cell::Nothing },
        resource.map_or(Cell::Nothing, |resource| Cell::Text(named(resource))),
    ]
}

impl Command {
    fn check(&self, report: &mut Report) {
        if let Some([low, high]) = self.window() {
            // What is no number is said once, and not here.
            let fine = !low.is_finite() || !high.is_finite() || 0.0 <= low && low <= high && high <= 1.0;
            report.expect(fine, &WINDOW, "window", || args!(low = low.to_string(), high = high.to_string()));
        }
        if let Some(material) = self.material() {
            report.part("material", material, Resource::check);
        }
        if let Some(sound) = self.sound() {
            report.part("sound", sound, Resource::check);
        }
    }
}

impl Resource {
    fn check(&self, report: &mut Report) {
        for (field, text) in [("archive", &self.archive), ("name", &self.name)] {
            report.expect(!text.text().is_empty(), &EMPTY_NAME, field, || args!(field = field));
            report.expect(text.terminated(), &UNTERMINATED, field, || args!(name = text.show().as_ref()));
        }
    }
}

measures! { "fxid":
    Claim ATTRIBUTES = "attributes";
    Claim NO_SHIFT = "no-random-shift";
    Claim ENDS = "nothing-behind";
    Claim ALONG_X = "sound-direction-x";
    Tally MODES = "time-modes";
    Tally OPCODES = "opcodes";
    Tally SOUND_MODES = "sound-modes";
}

rules! { "fxid":
    Error OPCODE = "opcode";
    Error COUNT = "count";
    Error TAIL = "tail";
    Warning TIME_MODE = "time-mode";
    Warning ODD_FLAGS = "flags";
    Warning ODD_SETTINGS = "settings";
    Warning WINDOW = "window";
    Warning EMPTY_NAME = "empty-name";
    Warning UNTERMINATED = "unterminated";
    Warning NOT_FINITE = "not-finite";
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict_core::format::Document;

    /// A head and one command that does nothing.
    fn idle() -> Vec<u8> {
        let mut bytes = vec![0; 64];
        (bytes[0], bytes[60]) = (1, 6);
        bytes
    }

    /// A head and a command of one opcode, otherwise zero, with names.
    fn one(opcode: u8, name_at: usize) -> Vec<u8> {
        let mut bytes = idle();
        bytes[60] = opcode;
        bytes.resize(60 + command::KINDS[usize::from(opcode) - 1].size, 0);
        let archive: &[u8] = if opcode == 2 { b"SOUNDS.lib" } else { b"material.LIB" };
        bytes[60 + name_at..][..archive.len()].copy_from_slice(archive);
        bytes[60 + name_at + 32..][..4].copy_from_slice(b"name");
        bytes
    }

    fn read(bytes: &[u8]) -> Result<Fxid<'_>> {
        Fxid::read(&mut Cursor::new(bytes), Origin::default())
    }

    fn codes(bytes: &[u8]) -> Vec<&'static str> {
        let effect = read(bytes).unwrap();
        assert_eq!(effect.to_bytes().unwrap(), bytes);
        let mut report = Report::default();
        effect.check(&mut report, Context::ALONE);
        report.codes()
    }

    /// What the check says about bytes with others at an offset.
    fn patched(bytes: &[u8], at: usize, with: &[u8]) -> Vec<&'static str> {
        let mut bytes = bytes.to_vec();
        bytes[at..at + with.len()].copy_from_slice(with);
        codes(&bytes)
    }

    #[test]
    fn what_cannot_be_stepped_over_is_refused() {
        for opcode in [0, 11, 255] {
            let mut bytes = idle();
            bytes[60] = opcode;
            let error = read(&bytes).unwrap_err().to_string();
            assert_eq!(error, format!("commands[0].word: fxid.opcode found={opcode}"));
        }
        let mut bytes = idle();
        bytes[0] = 2;
        let error = read(&bytes).unwrap_err().to_string();
        assert_eq!(error, "header.command_count: fxid.count stated=2 room=1");
        bytes.resize(68, 0);
        bytes[64] = 2;
        let error = read(&bytes).unwrap_err().to_string();
        assert_eq!(error, "commands[1].mode at 0x44: needs 4 bytes, 0 left");
        for end in 0..60 {
            assert!(read(&bytes[..end]).unwrap_err().to_string().starts_with("header."), "cut at {end}");
        }
    }

    #[test]
    fn a_command_is_as_long_as_its_opcode_says() {
        let sizes: Vec<_> = command::KINDS.iter().map(|kind| (kind.opcode, kind.size)).collect();
        let wanted = [
            (1, 224),
            (2, 148),
            (3, 200),
            (4, 204),
            (5, 112),
            (6, 4),
            (7, 208),
            (8, 248),
            (9, 208),
            (10, 208),
        ];
        assert_eq!(sizes, wanted);
        // Four bytes in a file must not become hundreds in memory.
        assert!(size_of::<Command>() <= 16);
    }

    #[test]
    fn one_odd_field_is_one_finding() {
        let idle = idle();
        assert_eq!(codes(&idle), [""; 0]);
        assert_eq!(codes(&[&idle[..], b"!"].concat()), ["fxid.tail"]);
        assert_eq!(patched(&idle, 0x04, &[17]), [""; 0]);
        assert_eq!(patched(&idle, 0x04, &[18]), ["fxid.time-mode"]);
        assert_eq!(patched(&idle, 0x10, &[0xFF, 0xBF, 1]), [""; 0]);
        assert_eq!(patched(&idle, 0x11, &[0x40]), ["fxid.flags"]);
        assert_eq!(patched(&idle, 0x12, &[2]), ["fxid.flags"]);
        assert_eq!(patched(&idle, 0x14, &[0x11, 3]), [""; 0]);
        assert_eq!(patched(&idle, 0x14, &[6]), ["fxid.settings"]);
        assert_eq!(patched(&idle, 0x16, &[1]), ["fxid.settings"]);
        let endless = f32::INFINITY.to_le_bytes();
        for at in (0x18..60).step_by(4).chain([0x08, 0x0C]) {
            assert_eq!(patched(&idle, at, &endless), ["fxid.not-finite"], "{at:#x}");
        }
        let sprite = one(3, 136);
        assert_eq!(codes(&sprite), [""; 0]);
        assert_eq!(patched(&sprite, 60 + 136, &[0]), ["fxid.empty-name"]);
        assert_eq!(patched(&sprite, 60 + 168, &[0]), ["fxid.empty-name"]);
        assert_eq!(patched(&sprite, 60 + 168, &[b'x'; 32]), ["fxid.unterminated"]);
        assert_eq!(patched(&sprite, 61, &[0xFF; 3]), [""; 0], "bits that nobody knows are kept");
    }

    #[test]
    fn windows_are_ordered_and_inside_of_time() {
        let sprite = one(3, 136);
        let window = |low: f32, high: f32| {
            patched(&sprite, 60 + 32, &[low.to_le_bytes(), high.to_le_bytes()].concat())
        };
        for (low, high) in [(0.0, 1.0), (0.5, 0.5), (-0.0, 0.0)] {
            assert_eq!(window(low, high), [""; 0]);
        }
        for (low, high) in [(0.5, 0.25), (-0.5, 0.5), (0.0, 1.5)] {
            assert_eq!(window(low, high), ["fxid.window"]);
        }
        assert_eq!(window(f32::NAN, 0.5), ["fxid.not-finite"]);
    }

    /// Places of the floats that the engine loads, as the specification lists them.
    fn live(opcode: u8) -> Vec<usize> {
        let ranges: &[(usize, usize)] = match opcode {
            1 => &[(8, 12), (28, 36), (52, 60), (80, 92), (112, 120)],
            2 => &[(8, 12), (28, 36), (52, 60), (64, 76)],
            3 | 4 | 9 => &[(8, 12), (24, 60), (64, 72), (100, 120), (124, 132)],
            5 => &[(4, 16), (24, 44)],
            7 | 10 => &[(12, 32), (44, 140)],
            8 => &[(8, 32), (52, 60), (88, 120), (124, 132), (136, 168), (172, 180)],
            _ => &[],
        };
        ranges.iter().flat_map(|&(first, last)| (first..=last).step_by(4)).collect()
    }

    #[test]
    fn floats_that_the_engine_loads_must_be_numbers_and_others_may_be_anything() {
        let names = [(1, 160), (2, 84), (3, 136), (4, 136), (5, 48), (7, 144), (8, 184), (9, 136), (10, 144)];
        for (opcode, name_at) in names {
            let bytes = one(opcode, name_at);
            for at in (4..name_at).step_by(4) {
                let found = patched(&bytes, 60 + at, &f32::NAN.to_le_bytes());
                let wanted = if live(opcode).contains(&at) { vec!["fxid.not-finite"] } else { vec![] };
                assert_eq!(found, wanted, "opcode {opcode}, offset {at}");
            }
        }
    }

    #[test]
    fn names_in_other_files_are_told() {
        let told = |bytes: &[u8]| -> Vec<(&'static str, String, String)> {
            let names = read(bytes).unwrap().references().into_iter();
            names.map(|found| (found.role.name, found.name, found.field)).collect()
        };
        let field = |role: &'static str| vec![(role, "name".to_owned(), format!("commands[0].{role}.name"))];
        for (opcode, at) in [(3, 136), (4, 136), (5, 48), (7, 144), (8, 184), (9, 136), (10, 144)] {
            assert_eq!(told(&one(opcode, at)), field("material"), "opcode {opcode}");
        }
        assert_eq!(told(&one(2, 84)), field("sound"));
        assert_eq!(told(&one(1, 160)), [], "nothing reads what a light names");
        let mut elsewhere = one(3, 136);
        elsewhere[60 + 136] = b'x';
        assert_eq!(told(&elsewhere), [], "which archive that is, nobody knows");
        let mut nameless = one(3, 136);
        nameless[60 + 168] = 0;
        assert_eq!(told(&nameless), []);
    }

    #[test]
    fn a_command_under_another_opcode_cannot_be_written() {
        let bytes = one(3, 136);
        let mut effect = read(&bytes).unwrap();
        if let Command::Sprite(sprite) = &mut effect.commands[0] {
            sprite.word = Word(4);
        }
        let error = effect.to_bytes().unwrap_err().to_string();
        assert_eq!(error, "commands[0].word.opcode: wanted 3, found 4");
    }

    #[test]
    fn what_is_shown_has_a_word_for_everything_known() {
        let mut bytes = idle();
        bytes[0x10..0x14].copy_from_slice(&[0xFF; 4]);
        bytes[0x04] = 99;
        let sheets = read(&bytes).unwrap().make_tables();
        let [header, commands] = &sheets[..] else { panic!("{sheets:?}") };
        assert_eq!(header.rows.len(), 2 + FLAGS.len() + 1);
        assert_eq!(header.rows[0][2], Cell::Word("unknown"));
        assert_eq!(commands.rows[0][1], Cell::Word("fx-nothing"));
    }
}
