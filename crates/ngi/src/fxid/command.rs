//! The ten commands of an effect. Each begins with a word whose lowest byte is its opcode, which alone tells how long
//! the command is.

use super::OPCODE;
use crate::CODE_PAGE;
use crate::phrases;
use relict_core::json::{Json, Serializer, Value, unfit};
use relict_core::prelude::*;
use relict_core::record::{FieldTable, Row, Scalar, Shape};
use std::ops::RangeInclusive;

bits! {
    /// What a command is. `draw_through`: while the tested point of the effect is in view, the sprites of the command
    /// show through whatever stands before them. The rest is zero in everything shipped.
    pub struct Word: u32 { opcode: 8, draw_through: 1, unk9: 23 }
}

record! {
    /// An entry of another archive. Case does not count, and what stands behind the zeros is left over from something else.
    pub struct Resource: 64 {
        /// `material.lib` where a material is named, `sounds.lib` where a sound is.
        0x00 archive: Chars<32, CODE_PAGE>,
        /// Of the entry.
        0x20 name: Chars<32, CODE_PAGE>,
    }
}

record! {
    /// A number that goes from one value to another: start + (end - start) * x ^ exp.
    pub struct Curve: 12 {
        /// At the beginning of the window, or of a particle's life.
        0x00 start: f32,
        /// At the end.
        0x04 end: f32,
        /// 1 is a straight line.
        0x08 exp: f32,
    }
}

record! {
    /// Three numbers that do the same, one for each axis: low + (high - low) * x ^ exp.
    pub struct Channel: 36 {
        /// At the beginning.
        0x00 low: [f32; 3],
        /// At the end.
        0x0C high: [f32; 3],
        /// 1 is a straight line.
        0x18 exp: [f32; 3],
    }
}

record! {
    /// A channel whose end differs from particle to particle.
    pub struct Scatter: 48 {
        /// At the beginning.
        0x00 low: [f32; 3],
        /// At the end, in the mean.
        0x0C high: [f32; 3],
        /// When a particle is born, up to half of this is added to `high` or taken away.
        0x18 jitter: [f32; 3],
        /// 1 is a straight line.
        0x24 exp: [f32; 3],
    }
}

record! {
    /// Opcode 1: a light that moves and changes.
    pub struct Light: 224 {
        /// Opcode 1.
        0x00 word: Word,
        /// 1 point, for the owner only; 2 and 5 point; 3 directional; 4 parallel point; 6 and 7 point, with flags for the manager.
        0x04 kind: u32,
        /// The part of the effect's time in which the light is on.
        0x08 window: [f32; 2],
        /// At the beginning of the window.
        0x10 position_start: [f32; 3],
        /// At its end.
        0x1C position_end: [f32; 3],
        /// Along X in nearly everything shipped.
        0x28 direction_start: [f32; 3],
        /// At the end of the window.
        0x34 direction_end: [f32; 3],
        /// Red, green, blue, alpha; may be brighter than 1.
        0x40 colour_start: [f32; 4],
        /// At the end of the window.
        0x50 colour_end: [f32; 4],
        /// Up to half of this is added or taken away.
        0x60 colour_jitter: [f32; 4],
        /// How far it shines; at least 0.01.
        0x70 range_start: f32,
        /// At the end of the window.
        0x74 range_end: f32,
        /// Up to half of this is added or taken away.
        0x78 range_jitter: f32,
        /// How light fades with distance: constant, linear, quadratic. The game does not use it.
        0x7C attenuation: [f32; 3],
        /// Nothing reads it; not zero in one effect of the game.
        0x88 unk88: [f32; 6],
        /// Nothing reads it; empty but in one effect of the game, where it is `light_w` in `material.lib`.
        0xA0 unused: Resource,
    }
}

record! {
    /// Opcode 2: a sound at a place that may move.
    pub struct Sound: 148 {
        /// Opcode 2.
        0x00 word: Word,
        /// 0 and 1 play once, 2 and 3 in a loop.
        0x04 mode: u32,
        /// A sound that is played once begins as time passes the first number; a loop plays from the first to the second.
        0x08 window: [f32; 2],
        /// At the beginning of the window.
        0x10 position_start: [f32; 3],
        /// At its end.
        0x1C position_end: [f32; 3],
        /// At the beginning of the window.
        0x28 direction_start: [f32; 3],
        /// Along X in everything shipped; read, but what for is not known.
        0x34 direction_end: [f32; 3],
        /// Up to this distance the sound has its full volume; beyond it, `near` divided by the distance.
        0x40 near: f32,
        /// Beyond this distance a sound that is played once stops; a loop goes on.
        0x44 far: f32,
        /// How fast it is played; 1 is as recorded.
        0x48 rate_start: f32,
        /// At the end of the window.
        0x4C rate_end: f32,
        /// Mode of DirectSound 3D; 0.
        0x50 ds3d_mode: u32,
        /// In `sounds.lib`.
        0x54 sound: Resource,
    }
}

/// The three sprites differ only in what stands behind the material.
macro_rules! sprite {
    ($(#[doc = $about:literal])* pub struct $name:ident: $size:literal { $($more:tt)* }) => {
        record! {
            $(#[doc = $about])*
            pub struct $name: $size {
                /// Opcode 3, 4 or 9.
                0x00 word: Word,
                /// How it is drawn.
                0x04 mode: u32,
                /// Where in the animation of its material it is; a start below 0 means that it runs by seconds.
                0x08 phase: Curve,
                /// Its alpha.
                0x14 fade: Curve,
                /// The part of the effect's time in which it is there.
                0x20 window: [f32; 2],
                /// In the frame of the effect.
                0x28 position: Channel,
                /// Matters only where the sprite does not face the camera.
                0x4C direction_low: [f32; 3],
                /// At the end of the window.
                0x58 direction_high: [f32; 3],
                /// A factor for each axis.
                0x64 size: Channel,
                /// What it looks like.
                0x88 material: Resource,
                $($more)*
            }
        }
    };
}

sprite! {
    /// Opcode 3: one picture that moves, grows and fades.
    pub struct Sprite: 200 {}
}

sprite! {
    /// Opcode 4: a sprite that depends on its distance.
    pub struct FarSprite: 204 {
        /// The engine keeps 1 divided by this.
        0xC8 distance: f32,
    }
}

sprite! {
    /// Opcode 9: a sprite that need not face the camera.
    pub struct OrientedSprite: 208 {
        /// 0, 1 or 2.
        0xC8 render_kind: u32,
        /// 0 adds a bit to how it is drawn.
        0xCC render_flag: u32,
    }
}

record! {
    /// Opcode 5: a beam from a start point to where the effect is now.
    pub struct Bolt: 112 {
        /// Opcode 5.
        0x00 word: Word,
        /// Its alpha at the beginning of the window.
        0x04 fade_start: f32,
        /// At its end.
        0x08 fade_end: f32,
        /// The part of the effect's time in which it is there.
        0x0C window: [f32; 2],
        /// At most so many sprites.
        0x14 sprite_limit: u32,
        /// At the beginning of the window.
        0x18 width_start: f32,
        /// At its end.
        0x1C width_end: f32,
        /// After this length the texture begins anew.
        0x20 repeat_length: f32,
        /// One sprite for each such length.
        0x24 sprite_length: f32,
        /// Where in the animation of its material it is; below 0 it runs by seconds.
        0x28 phase_start: f32,
        /// At the end of the window.
        0x2C phase_end: f32,
        /// What it looks like.
        0x30 material: Resource,
    }
}

record! {
    /// Opcode 6: does nothing, and is nowhere in the game.
    pub struct Nothing: 4 {
        /// Opcode 6.
        0x00 word: Word,
    }
}

record! {
    /// Opcodes 7 and 10: particles that are all born together, as sprites (7) or as debris (10).
    pub struct Burst: 208 {
        /// Opcode 7 or 10.
        0x00 word: Word,
        /// Opcode 7: 1 draws them as a burst, anything else facing the camera. Opcode 10: 16 or 32.
        0x04 mode: u32,
        /// Their alpha.
        0x08 fade: Curve,
        /// The part of the effect's time in which they are there.
        0x14 window: [f32; 2],
        /// How long one of them lives.
        0x1C life: f32,
        /// How fast the animation of the material runs: once in this part of a life, or, above 1, so many times in it.
        /// A negative rate keeps the material at its first key.
        0x20 phase_rate: f32,
        /// There are this many times the next number of them.
        0x24 count_a: u32,
        /// See above.
        0x28 count_b: u32,
        /// In the frame of the effect.
        0x2C position: Scatter,
        /// A factor for each axis.
        0x5C size: Scatter,
        /// What slows them, or draws them down.
        0x8C drag: f32,
        /// What they look like.
        0x90 material: Resource,
    }
}

record! {
    /// Opcode 8: particles that are born one after the other.
    pub struct Stream: 248 {
        /// Opcode 8.
        0x00 word: Word,
        /// Their alpha.
        0x04 fade: Curve,
        /// The part of the effect's time in which they are born.
        0x10 window: [f32; 2],
        /// Seconds from one to the next, at the beginning of the window.
        0x18 interval_start: f32,
        /// At its end.
        0x1C interval_end: f32,
        /// Where in the animation of its material a particle is: its age to this power; below 0, somewhere by chance.
        0x20 phase_exp: f32,
        /// There are at most so many, and one lives for so many intervals.
        0x24 ring: u32,
        /// Looks like a direction.
        0x28 unk28: [f32; 3],
        /// The engine reads it; what for is not known.
        0x34 unk34: [f32; 3],
        /// Looks like directions.
        0x40 unk40: [f32; 6],
        /// In the frame of the effect.
        0x58 position: Scatter,
        /// A factor for each axis.
        0x88 size: Scatter,
        /// What they look like.
        0xB8 material: Resource,
    }
}

/// A command. Boxed, since a file may hold many that are nothing but their word.
#[derive(Clone, Debug)]
pub enum Command {
    Light(Box<Light>),
    Sound(Box<Sound>),
    Sprite(Box<Sprite>),
    FarSprite(Box<FarSprite>),
    Bolt(Box<Bolt>),
    Nothing(Nothing),
    Burst(Box<Burst>),
    Stream(Box<Stream>),
    OrientedSprite(Box<OrientedSprite>),
    Debris(Box<Burst>),
}

/// The same for every command: `each!(self, body => body.word)`. Of [`Nothing`] something else may be said.
macro_rules! each {
    ($command:expr, $body:ident => $then:expr) => {
        each!($command, $body => $then, Command::Nothing($body) => $then)
    };
    ($command:expr, $body:ident => $then:expr, $nothing:pat => $else:expr) => {
        match $command {
            Command::Light($body) => $then,
            Command::Sound($body) => $then,
            Command::Sprite($body) => $then,
            Command::FarSprite($body) => $then,
            Command::Bolt($body) => $then,
            $nothing => $else,
            Command::Burst($body) => $then,
            Command::Stream($body) => $then,
            Command::OrientedSprite($body) => $then,
            Command::Debris($body) => $then,
        }
    };
}

/// What is the same for all commands of one opcode.
#[derive(Debug)]
pub struct Kind {
    pub opcode: u8,
    /// What it is: a word of the catalogue.
    pub word: &'static str,
    /// With its word.
    pub size: usize,
    /// Places of floats that the engine is known to load; it may load more.
    live: &'static [RangeInclusive<usize>],
}

const SPRITE_LIVE: &[RangeInclusive<usize>] = &[8..=12, 24..=72, 100..=132];
const BURST_LIVE: &[RangeInclusive<usize>] = &[12..=32, 44..=140];

macro_rules! kinds {
    ($($opcode:literal $word:literal $body:ident $live:expr,)*) => {
        /// In the order of their opcodes.
        pub static KINDS: &[Kind] =
            &[$(Kind { opcode: $opcode, word: $word, size: <$body as Field>::SIZE, live: $live }),*];
    };
}

kinds! {
    1 "fx-light" Light &[8..=12, 28..=36, 52..=60, 80..=92, 112..=120],
    2 "fx-sound" Sound &[8..=12, 28..=36, 52..=76],
    3 "fx-sprite" Sprite SPRITE_LIVE,
    4 "fx-far-sprite" FarSprite SPRITE_LIVE,
    5 "fx-bolt" Bolt &[4..=16, 24..=44],
    6 "fx-nothing" Nothing &[],
    7 "fx-burst" Burst BURST_LIVE,
    8 "fx-stream" Stream &[8..=32, 52..=60, 88..=132, 136..=180],
    9 "fx-oriented-sprite" OrientedSprite SPRITE_LIVE,
    10 "fx-debris" Burst BURST_LIVE,
}

impl Command {
    /// The command at the cursor, which is number `i`. What another opcode would be is not known, not even its length.
    pub(super) fn read(c: &mut Cursor<'_>, i: usize) -> Result<Self> {
        let step = ("commands", i);
        let opcode = c.peek::<Word>().map(Word::opcode);
        Ok(match opcode {
            Some(1) => Self::Light(c.get(step).map(Box::new)?),
            Some(2) => Self::Sound(c.get(step).map(Box::new)?),
            Some(3) => Self::Sprite(c.get(step).map(Box::new)?),
            Some(4) => Self::FarSprite(c.get(step).map(Box::new)?),
            Some(5) => Self::Bolt(c.get(step).map(Box::new)?),
            Some(6) | None => Self::Nothing(c.get(step)?),
            Some(7) => Self::Burst(c.get(step).map(Box::new)?),
            Some(8) => Self::Stream(c.get(step).map(Box::new)?),
            Some(9) => Self::OrientedSprite(c.get(step).map(Box::new)?),
            Some(10) => Self::Debris(c.get(step).map(Box::new)?),
            Some(found) => {
                return Err(broken(&OPCODE, format_args!("commands[{i}].word"), args!(found = found)));
            }
        })
    }

    pub(super) fn write(&self, out: &mut Put) {
        let (opcode, found) = (u32::from(self.kind().opcode), self.word().opcode());
        if opcode != found {
            out.fail(Error::unexpected(opcode, found).inside("word.opcode"));
        }
        out.bytes(&self.bytes());
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; self.kind().size];
        each!(self, body => body.put(&mut bytes));
        bytes
    }

    fn shape(&self) -> &'static Shape {
        fn of<T: Field>(_: &T) -> &'static Shape {
            T::SHAPE
        }
        each!(self, body => of(&**body), Self::Nothing(body) => of(body))
    }

    pub fn word(&self) -> Word {
        each!(self, body => body.word)
    }

    pub fn kind(&self) -> &'static Kind {
        let place = match self {
            Self::Light(_) => 0,
            Self::Sound(_) => 1,
            Self::Sprite(_) => 2,
            Self::FarSprite(_) => 3,
            Self::Bolt(_) => 4,
            Self::Nothing(_) => 5,
            Self::Burst(_) => 6,
            Self::Stream(_) => 7,
            Self::OrientedSprite(_) => 8,
            Self::Debris(_) => 9,
        };
        &KINDS[place]
    }

    /// The part of the effect's time in which the command does something.
    pub fn window(&self) -> Option<[f32; 2]> {
        each!(self, body => Some(body.window), Self::Nothing(_) => None)
    }

    /// What it looks like, by name.
    pub fn material(&self) -> Option<&Resource> {
        match self {
            Self::Light(_) | Self::Sound(_) | Self::Nothing(_) => None,
            Self::Sprite(body) => Some(&body.material),
            Self::FarSprite(body) => Some(&body.material),
            Self::Bolt(body) => Some(&body.material),
            Self::Burst(body) | Self::Debris(body) => Some(&body.material),
            Self::Stream(body) => Some(&body.material),
            Self::OrientedSprite(body) => Some(&body.material),
        }
    }

    pub fn sound(&self) -> Option<&Resource> {
        match self {
            Self::Sound(body) => Some(&body.sound),
            _ => None,
        }
    }

    /// Fields that the engine loads and that hold no number, with the first such value of each.
    pub(super) fn not_finite(&self) -> Vec<(String, f32)> {
        if self.kind().live.is_empty() {
            return vec![];
        }
        let live = |at: &usize| self.kind().live.iter().any(|range| range.contains(at));
        let (bytes, mut found) = (self.bytes(), vec![]);
        self.shape().leaves(&mut String::new(), 0, "", &mut |path, at, shape, _| {
            if is_float(shape) {
                let places = (at..at + shape.size()).step_by(f32::SIZE).filter(live);
                let mut values = places.map(|at| f32::get(&bytes[at..at + f32::SIZE]));
                found.extend(values.find(|value| !value.is_finite()).map(|value| (path.to_owned(), value)));
            }
        });
        found
    }
}

fn is_float(shape: &Shape) -> bool {
    match shape {
        Shape::Scalar(scalar) => *scalar == Scalar::F32,
        Shape::Array(item, _) => is_float(item),
        _ => false,
    }
}

const fn row(name: &'static str, ty: &'static str, doc: &'static str, inner: Inner) -> Row {
    Row { name, doc, ty, place: None, derived: false, inner }
}

type Inner = fn() -> Option<&'static FieldTable>;

/// For the book: a command is one of these. In JSON it is its fields, and the opcode tells which.
static TABLE: FieldTable = FieldTable {
    name: "Command",
    doc: "What an effect is made of: one of these, by the opcode.",
    size: None,
    rows: &[
        row("1", "Light", "Shines.", <Light as Json>::inner),
        row("2", "Sound", "Plays a sound.", <Sound as Json>::inner),
        row("3", "Sprite", "Shows a picture.", <Sprite as Json>::inner),
        row("4", "FarSprite", "Shows a picture by its distance.", <FarSprite as Json>::inner),
        row("5", "Bolt", "Draws a beam.", <Bolt as Json>::inner),
        row("6", "Nothing", "Does nothing.", <Nothing as Json>::inner),
        row("7", "Burst", "Lets particles fly apart.", <Burst as Json>::inner),
        row("8", "Stream", "Lets particles flow.", <Stream as Json>::inner),
        row("9", "OrientedSprite", "Shows a picture that is turned.", <OrientedSprite as Json>::inner),
        row("10", "Burst", "Lets debris fly apart.", <Burst as Json>::inner),
    ],
};

impl Json for Command {
    fn inner() -> Option<&'static FieldTable> {
        Some(&TABLE)
    }

    fn write_json<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        each!(self, body => body.write_json(to))
    }

    fn from_json(json: &Value) -> Result<Self> {
        fn boxed<T: Json>(json: &Value) -> Result<Box<T>> {
            T::from_json(json).map(Box::new)
        }
        let opcode = json.pointer("/word/opcode").unwrap_or(&Value::Null);
        match opcode.as_u64() {
            Some(1) => boxed(json).map(Self::Light),
            Some(2) => boxed(json).map(Self::Sound),
            Some(3) => boxed(json).map(Self::Sprite),
            Some(4) => boxed(json).map(Self::FarSprite),
            Some(5) => boxed(json).map(Self::Bolt),
            Some(6) => Nothing::from_json(json).map(Self::Nothing),
            Some(7) => boxed(json).map(Self::Burst),
            Some(8) => boxed(json).map(Self::Stream),
            Some(9) => boxed(json).map(Self::OrientedSprite),
            Some(10) => boxed(json).map(Self::Debris),
            _ => Err(unfit(phrases::range(1, 10), opcode).inside("word.opcode")),
        }
    }
}
