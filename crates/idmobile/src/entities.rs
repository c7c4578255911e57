//! `entities.db` of Doom RPG, `entities.bin` of Orcs & Elves II, Wolfenstein RPG and Doom II RPG: what stands on maps, from
//! doors to demons.

use crate::CODE_PAGE;
use crate::names::is_called;
use crate::phrases;
use relict_core::prelude::*;

const DB: &str = "entities.db";
const BIN: &str = "entities.bin";

record! {
    /// A kind of thing, with its name.
    pub struct NamedEntity: 24 {
        /// The sprite or texture that shows it.
        0x00 tile: i16,
        /// What it is.
        0x02 kind: u8,
        /// Which of its kind.
        0x03 subtype: u8,
        /// Depends on the kind.
        0x04 parameter: i32,
        /// Its name in the game.
        0x08 name: Chars<16, CODE_PAGE>,
    }
}

record! {
    /// A kind of thing whose name stands in `entities.str`, at the same place.
    pub struct PlainEntity: 8 {
        /// The sprite or texture that shows it.
        0x00 tile: i16,
        /// What it is.
        0x02 kind: u8,
        /// Which of its kind.
        0x03 subtype: u8,
        /// Depends on the kind.
        0x04 parameter: i32,
    }
}

record! {
    /// A kind of thing whose texts stand in the group of entities.
    pub struct Entity: 8 {
        /// The tile that shows it.
        0x00 tile: i16,
        /// What it is.
        0x02 kind: u8,
        /// Which of its kind.
        0x03 subtype: u8,
        /// Depends on the kind.
        0x04 parameter: u8,
        /// Number of its name.
        0x05 name: u8,
        /// Number of its long name.
        0x06 long_name: u8,
        /// Number of its description.
        0x07 description: u8,
    }
}

parts! {
    /// Kinds of things that stand on maps.
    pub struct Entities<'a> {
        /// Those of Doom RPG, with names.
        pub named: Option<View<'a, NamedEntity>> = sparse,
        /// Those of Doom RPG for Java phones, whose names are elsewhere.
        pub plain: Option<View<'a, PlainEntity>> = sparse,
        /// Those of the later games.
        pub entities: Option<View<'a, Entity>> = sparse,
        /// Bytes behind the last, which no game has.
        pub tail: Bytes<'a>,
    }
}

/// Which records a file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Records {
    Named,
    Plain,
    Later,
}

impl Records {
    /// The name tells the game, the size the rest.
    fn of(origin: Origin<'_>, bytes: &[u8]) -> Self {
        let count = bytes.get(..2).map_or(0, |count| usize::from(u16::get(count)));
        match is_called(origin, DB) {
            true if bytes.len() == 2 + count * PlainEntity::SIZE && count > 0 => Self::Plain,
            true => Self::Named,
            false => Self::Later,
        }
    }

    /// Whether the count at the beginning makes up the whole file.
    fn fit(self, bytes: &[u8]) -> bool {
        let count = bytes.get(..2).map(|count| usize::from(u16::get(count)));
        let each = match self {
            Self::Named => NamedEntity::SIZE,
            Self::Plain => PlainEntity::SIZE,
            Self::Later => Entity::SIZE,
        };
        count.is_some_and(|count| count > 0 && bytes.len() == 2 + count * each)
    }
}

impl<'a> Format<'a> for Entities<'a> {
    const ID: &'static str = "idmobile.entities";
    const ENDINGS: &'static [&'static str] = &[BIN, DB];
    const RULES: Rules = RULES;
    const HAS_JSON_FORM: bool = true;
    const FACETS: Facets<Self> = Facets::<Self>::NONE.tables(Self::make_tables);

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        Claim::of_named(is_called(origin, BIN) || is_called(origin, DB), || {
            Records::of(origin, bytes).fit(bytes)
        })
    }

    fn read(c: &mut Cursor<'a>, origin: Origin<'_>) -> Result<Self> {
        let records = Records::of(origin, c.whole());
        let name = match records {
            Records::Named => "named",
            Records::Plain => "plain",
            Records::Later => "entities",
        };
        let count = c.count::<u16>(name)?;
        let named = c.view_if(records == Records::Named, name, count)?;
        let plain = c.view_if(records == Records::Plain, name, count)?;
        let entities = c.view_if(records == Records::Later, name, count)?;
        Ok(Self { named, plain, entities, tail: c.tail("tail") })
    }

    fn write(&self, out: &mut Put) {
        let lists = [
            self.named.as_ref().map(|list| ("named", list.len(), list.bytes())),
            self.plain.as_ref().map(|list| ("plain", list.len(), list.bytes())),
            self.entities.as_ref().map(|list| ("entities", list.len(), list.bytes())),
        ];
        let mut lists = lists.into_iter().flatten();
        match (lists.next(), lists.next()) {
            (Some((name, count, records)), None) => {
                out.count::<u16>(name, count);
                out.bytes(records);
            }
            _ => out.fail(
                Error::unexpected(phrases::one_list_of_entities(), phrases::none_or_several())
                    .inside("entities"),
            ),
        }
        out.bytes(&self.tail);
    }

    fn facts(&self) -> Facts {
        vec![("entities", self.rows().len().into())]
    }

    fn check(&self, report: &mut Report, _: Context<'_>) {
        report.expect(self.tail.is_empty(), &TAIL, "tail", || args!(size = self.tail.len()));
        if let Some(named) = &self.named {
            let named: Vec<NamedEntity> = named.iter().collect();
            report.each("named", &named, |entity, report| {
                let shown = || args!(name = entity.name.show().as_ref());
                report.expect(entity.name.terminated(), &NAME_UNTERMINATED, "name", shown);
            });
        }
    }
}

impl Entities<'_> {
    fn make_tables(&self) -> Vec<Table> {
        vec![Table {
            title: "entities",
            columns: vec!["number", "tile", "kind", "subtype", "parameter", "name"],
            rows: self.rows(),
        }]
    }
}

impl Entities<'_> {
    fn rows(&self) -> Vec<Vec<Cell>> {
        let named = self.named.iter().flat_map(View::iter).map(|entity| {
            let name = Cell::Text(entity.name.show().into_owned());
            cells(entity.tile, entity.kind, entity.subtype, entity.parameter, name)
        });
        let plain = self.plain.iter().flat_map(View::iter);
        let plain = plain
            .map(|entity| cells(entity.tile, entity.kind, entity.subtype, entity.parameter, Cell::Nothing));
        let later = self.entities.iter().flat_map(View::iter).map(|entity| {
            let name = Cell::Number(entity.name.into());
            cells(entity.tile, entity.kind, entity.subtype, entity.parameter.into(), name)
        });
        let numbered = |(i, cells): (usize, Vec<Cell>)| [vec![Cell::Number(i as i64)], cells].concat();
        named.chain(plain).chain(later).enumerate().map(numbered).collect()
    }
}

fn cells(tile: i16, kind: u8, subtype: u8, parameter: i32, name: Cell) -> Vec<Cell> {
    let numbers = [i64::from(tile), kind.into(), subtype.into(), parameter.into()];
    numbers.into_iter().map(Cell::Number).chain([name]).collect()
}

rules! { "entities":
    Error TAIL = "tail";
    Warning NAME_UNTERMINATED = "name-unterminated";
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict_core::format::Document;

    fn read<'a>(name: &str, bytes: &'a [u8]) -> Result<Entities<'a>> {
        Entities::read(&mut Cursor::new(bytes), Origin::named(name))
    }

    #[test]
    fn names_and_sizes_tell_the_records() {
        let mut named = vec![1, 0, 5, 0, 2, 3, 0xFF, 0xFF, 0xFF, 0xFF];
        named.extend(b"Imp\0\0\0\0\0\0\0\0\0\0\0\0\0");
        let entities = read("entities.db", &named).unwrap();
        let entity = entities.named.as_ref().unwrap().get(0).unwrap();
        assert_eq!((entity.tile, entity.parameter, entity.name.show().as_ref()), (5, -1, "Imp"));
        assert_eq!(entities.to_bytes().unwrap(), named);
        let plain = read("x/ENTITIES.DB", &named[..10]).unwrap();
        assert_eq!(plain.plain.unwrap().get(0).unwrap().parameter, -1);
        let later = read("entities.bin", &named[..10]).unwrap();
        assert_eq!(later.entities.unwrap().get(0).unwrap().description, 255);
        assert!(read("entities.db", &named[..20]).is_err());
    }
}
