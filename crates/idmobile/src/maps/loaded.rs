//! What the Java engines of both Orcs & Elves load for a map, and what they have room for.
//!
//! An engine goes through the map and lists the entries of the mappings that it needs, each once: textures and frames of
//! sprites. The list of textures has 64 places and that of frames 256; one more and the game ends. How many frames a sprite
//! has does not stand in the data: the engine knows it by the number of the sprite, and so do the tables here. They were read
//! in the programs of both games.

use super::{BLOBS, FRAMES, TEXTURES};
use crate::mappings::{Form, Mappings, UNUSED};
use crate::orc_map::{Dialect, WholeMap};
use relict_core::args;
use relict_core::report::Report;
use relict_core::view::View;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

const MOST_TEXTURES: usize = 64;
const MOST_FRAMES: usize = 256;
/// Orcs & Elves II finds texels by numbers of 16 bits.
const MOST_BLOBS: usize = 8;

/// A door that is locked and one that is not: with one of them comes the other.
const DOORS: [u16; 2] = [18, 19];

/// Numbers of sprites in a row.
type Numbers = RangeInclusive<u8>;

/// What an engine loads beyond what a map names.
struct Engine {
    /// Sprites that have several frames. The first line that tells of a sprite holds.
    frames: &'static [(Numbers, usize)],
    /// Sprites that others bring along, such as what a monster throws.
    companions: &'static [(Numbers, &'static [u8])],
    /// Sprites of all maps: what the player holds, and what flies and bursts.
    always: &'static [Numbers],
    /// Single frames of all maps.
    single: &'static [(u8, usize)],
    /// Sprites of one map.
    one_map: &'static [(usize, u8)],
    /// Steps of events that name a sprite or a texture: what to do, and where in the first argument the number begins.
    commands: &'static [(u8, u32, u32)],
}

const FIRST: Engine = Engine {
    frames: &[
        (38..=40, 11),
        (57..=57, 10),
        (59..=59, 10),
        (17..=64, 9),
        (211..=212, 4),
        (216..=217, 3),
        (219..=219, 3),
        (209..=218, 2),
        (12..=12, 2),
    ],
    companions: &[
        (35..=37, &[233]),
        (56..=56, &[126]),
        (57..=57, &[127, 255]),
        (58..=58, &[125]),
        (59..=59, &[132, 233]),
        (116..=116, &[118]),
        (136..=136, &[193]),
        (142..=142, &[141]),
        (145..=145, &[146]),
        (147..=148, &[141]),
        (173..=173, &[174]),
        (174..=174, &[173]),
        (185..=185, &[184, 186, 187, 189]),
        (204..=204, &[205]),
        (205..=205, &[204]),
    ],
    always: &[
        98..=99,
        105..=105,
        114..=114,
        191..=192,
        198..=198,
        209..=219,
        234..=236,
        242..=243,
        246..=246,
        254..=255,
    ],
    single: &[(23, 8)],
    one_map: &[(1, 237)],
    commands: &[],
};

const SECOND: Engine = Engine {
    frames: &[
        (38..=40, 11),
        (17..=22, 10),
        (44..=46, 10),
        (57..=57, 10),
        (17..=64, 9),
        (3..=5, 3),
        (142..=142, 3),
        (144..=144, 3),
        (1..=11, 2),
        (121..=121, 2),
        (143..=143, 2),
        (145..=145, 2),
        (147..=147, 2),
    ],
    companions: &[
        (20..=22, &[114]),
        (23..=25, &[98, 99, 114]),
        (29..=31, &[192]),
        (32..=34, &[15]),
        (35..=37, &[198, 233]),
        (41..=43, &[105]),
        (44..=46, &[98, 99]),
        (56..=57, &[113]),
        (58..=58, &[15]),
        (59..=59, &[236]),
        (60..=60, &[206, 236]),
        (121..=121, &[141]),
        (136..=136, &[193]),
        (142..=142, &[143]),
        (144..=144, &[145]),
        (148..=148, &[141]),
        (153..=153, &[152]),
        (173..=173, &[174]),
        (174..=174, &[173]),
    ],
    always: &[1..=11, 13..=16, 70..=70, 130..=130, 234..=234, 237..=237, 242..=243, 254..=255],
    single: &[],
    one_map: &[],
    commands: &[(25, 16, 0xFF), (34, 13, u32::MAX)],
};

impl Engine {
    fn of(dialect: Dialect) -> &'static Self {
        match dialect {
            Dialect::First => &FIRST,
            Dialect::Second => &SECOND,
        }
    }

    /// How many frames a sprite has.
    fn frames(&self, sprite: u8) -> usize {
        self.frames.iter().find(|(numbers, _)| numbers.contains(&sprite)).map_or(1, |(_, frames)| *frames)
    }

    fn companions(&self, sprite: u8) -> &'static [u8] {
        let found = self.companions.iter().find(|(numbers, _)| numbers.contains(&sprite));
        found.map_or(&[], |(_, companions)| companions)
    }

    /// What commands name: from 257 on textures, below that sprites.
    fn commanded(&self, map: &WholeMap<'_>) -> Vec<u32> {
        let named = map.commands.iter().filter_map(|command| {
            let (_, shift, mask) = self.commands.iter().find(|(id, ..)| *id == command.id)?;
            Some(command.arg1 >> shift & mask)
        });
        named.collect()
    }
}

/// Textures of commands begin with this number.
const COMMANDED_TEXTURES: u32 = 257;

/// Entries of the mappings that an engine lists for a map.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Loaded {
    textures: BTreeSet<usize>,
    frames: BTreeSet<usize>,
}

impl Loaded {
    /// For the map with this number. None where nobody knows what the engine does: the build for BREW.
    pub(super) fn of(map: &WholeMap<'_>, number: usize, mappings: &Mappings<'_>) -> Option<Self> {
        if mappings.form() == Form::Six {
            return None;
        }
        let dialect = if map.second_header.is_some() { Dialect::Second } else { Dialect::First };
        let engine = Engine::of(dialect);
        let commanded = engine.commanded(map);
        let textures = textures(map, &commanded);
        let textures = textures.into_iter().filter_map(|number| entry(&mappings.texture_ids, number.into()));
        let standing = map.sprites_shown().flat_map(|sprite| {
            engine.companions(sprite).iter().copied().chain(std::iter::once(sprite)).collect::<Vec<_>>()
        });
        let called = commanded.iter().filter_map(|&number| u8::try_from(number).ok());
        let only = engine.one_map.iter().filter(|(map, _)| *map == number).map(|(_, sprite)| *sprite);
        let sprites = standing.chain(called).chain(only).chain(engine.always.iter().cloned().flatten());
        let sprites: BTreeSet<u8> = sprites.collect();
        let frames = sprites.into_iter().flat_map(|sprite| {
            let first = entry(&mappings.sprite_ids, sprite.into());
            first.into_iter().flat_map(move |first| first..first + engine.frames(sprite))
        });
        let single = engine
            .single
            .iter()
            .filter_map(|&(sprite, frame)| Some(entry(&mappings.sprite_ids, sprite.into())? + frame));
        Some(Self { textures: textures.collect(), frames: frames.chain(single).collect() })
    }

    /// Reports what is more than the engine has room for.
    pub(super) fn check(&self, map: &WholeMap<'_>, mappings: &Mappings<'_>, report: &mut Report) {
        let expect = |report: &mut Report, rule, found: usize, most: usize| {
            report.expect(found <= most, rule, "", || args!(found = found, most = most));
        };
        expect(report, &TEXTURES, self.textures.len(), MOST_TEXTURES);
        expect(report, &FRAMES, self.frames.len(), MOST_FRAMES);
        if map.second_header.is_some() {
            let pairs = mappings.texture_pairs();
            let pictures = self.textures.iter().filter_map(|&entry| Some(pairs.get(entry)?.picture));
            expect(report, &BLOBS, pictures.collect::<BTreeSet<u32>>().len(), MOST_BLOBS);
        }
    }
}

/// The textures of a map, by the numbers that the mappings list.
fn textures(map: &WholeMap<'_>, commanded: &[u32]) -> BTreeSet<u16> {
    let lines: BTreeSet<u16> = map.lines.iter().flat_map(|line| map.textures(&line)).collect();
    let doors = DOORS.into_iter().filter(|_| DOORS.iter().any(|door| lines.contains(door)));
    let commanded = commanded.iter().filter_map(|number| number.checked_sub(COMMANDED_TEXTURES));
    let commanded = commanded.filter_map(|number| u16::try_from(number).ok());
    let rest: Vec<u16> = doors.chain(map.wall_sprites()).chain(commanded).collect();
    lines.into_iter().chain(rest).collect()
}

/// The entry of a list of pairs that a number in maps stands for.
fn entry(ids: &View<'_, i16>, number: usize) -> Option<usize> {
    let id = ids.get(number).filter(|id| *id != UNUSED)?;
    usize::try_from(id).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bsp::{Command, Sprite};
    use crate::orc_map::{FirstHeader, OrcLine, SecondHeader};
    use relict_core::bytes::Cursor;
    use relict_core::format::{Format, Origin};
    use relict_core::record::Field;

    /// As many places of each list as there are numbers; every sprite has room for eleven frames of its own.
    fn mappings() -> Vec<u8> {
        let counters = [300u32, 3000, 256, 256].iter().flat_map(|count| count.to_le_bytes());
        let pairs = (0..3300u32).flat_map(|place| [place, 0]).flat_map(u32::to_le_bytes);
        let ids = (0..256u16).chain((0..256).map(|sprite| sprite * 11)).flat_map(u16::to_le_bytes);
        counters.chain(pairs).chain(ids).collect()
    }

    fn map(dialect: Dialect) -> WholeMap<'static> {
        let (header, second_header) = match dialect {
            Dialect::First => (Some(FirstHeader::get(&[0; FirstHeader::SIZE])), None),
            Dialect::Second => (None, Some(SecondHeader::get(&[0; SecondHeader::SIZE]))),
        };
        WholeMap {
            header,
            second_header,
            tile_flags: vec![].into(),
            nodes: Default::default(),
            lines: Default::default(),
            sprites: Default::default(),
            high: Default::default(),
            events: Default::default(),
            commands: Default::default(),
        }
    }

    fn loaded(map: &WholeMap<'_>, number: usize) -> [usize; 2] {
        let bytes = mappings();
        let mappings = Mappings::read(&mut Cursor::new(&bytes), Origin::named("mappings.bin")).unwrap();
        let loaded = Loaded::of(map, number, &mappings).unwrap();
        [loaded.textures.len(), loaded.frames.len()]
    }

    fn standing(numbers: &[u8], flags: u16) -> View<'static, Sprite> {
        numbers.iter().map(|&number| Sprite { x: 0, y: 0, number, flags }).collect()
    }

    #[test]
    fn an_empty_map_has_what_the_engine_always_loads() {
        // 15 sprites of one frame, eleven that have 29 together, and one frame of another.
        assert_eq!(loaded(&map(Dialect::First), 0), [0, 15 + 29 + 1]);
        assert_eq!(loaded(&map(Dialect::First), 1), [0, 15 + 29 + 2]);
        // Eleven that have 25 together, and twelve of one frame.
        assert_eq!(loaded(&map(Dialect::Second), 1), [0, 25 + 12]);
    }

    #[test]
    fn sprites_bring_their_frames_and_their_companions() {
        let empty = |dialect| loaded(&map(dialect), 0)[1];
        let with = |dialect, numbers: &[u8]| {
            let map = WholeMap { sprites: standing(numbers, 0), ..map(dialect) };
            loaded(&map, 0)[1] - empty(dialect)
        };
        assert_eq!(with(Dialect::First, &[38]), 11);
        assert_eq!(with(Dialect::First, &[35, 35]), 9 + 1);
        assert_eq!(with(Dialect::First, &[185]), 5);
        assert_eq!(with(Dialect::First, &[98]), 0, "it is always there");
        assert_eq!(with(Dialect::Second, &[23]), 9 + 3);
        assert_eq!(with(Dialect::Second, &[142]), 3 + 2);
    }

    #[test]
    fn sprites_that_show_walls_and_commands_bring_textures() {
        let walls = WholeMap { sprites: standing(&[5, 6], 0x40), ..map(Dialect::First) };
        assert_eq!(loaded(&walls, 0)[0], 2);
        let line = |texture| OrcLine { texture, ..OrcLine::get(&[0; OrcLine::SIZE]) };
        let door = WholeMap { lines: [line(3), line(18)].into_iter().collect(), ..map(Dialect::First) };
        assert_eq!(loaded(&door, 0)[0], 3, "the other door comes along");
        let command = |id, arg1| Command { id, arg1, arg2: 0 };
        let commands =
            [command(34, 260 << 13), command(34, 38 << 13), command(25, 40 << 16), command(1, 39 << 16)];
        let [none, some] = [vec![], commands.to_vec()].map(|commands| {
            loaded(&WholeMap { commands: commands.into_iter().collect(), ..map(Dialect::Second) }, 0)
        });
        assert_eq!([some[0] - none[0], some[1] - none[1]], [1, 22]);
    }
}
