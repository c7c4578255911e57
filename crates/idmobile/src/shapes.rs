//! What is visible of sprites: `bitshapes.bin` of Doom RPG, and the data files of `shapes.idx` of Orcs & Elves.

use crate::resource::{base, folder, may_be_empty, numbered};
use crate::sprite::{HEAD, RoomRule, mask, pitch, texel_bytes};
use relict_core::prelude::*;

record! {
    /// How a shape begins.
    pub struct Head: 12 {
        /// Doom RPG: where its texels begin, in pixels, as if those of sprites followed those of walls. Orcs & Elves: the place of its texels in `stexels.idx`.
        0x00 texels: u32,
        /// 4 more than the mask has bytes.
        0x04 stated_size: u16,
        /// How much room the engine makes for it, in units of 16 bits: four, two for each column, and two for each run of visible pixels; in Orcs & Elves one for each run.
        0x06 decoded_size: u16,
        /// The first column, on a canvas of 64 by 64 pixels.
        0x08 x0: u8,
        /// The last column.
        0x09 x1: u8,
        /// The first row.
        0x0A y0: u8,
        /// The last row.
        0x0B y1: u8,
    }
}

parts! {
    /// One shape.
    pub struct Shape<'a> {
        /// In front of the mask.
        pub head: Head,
        /// For each column from the left so many bytes as its rows need; bit 0 of the first is the topmost row. Set bits are visible.
        pub mask: Bytes<'a>,
    }
}

parts! {
    /// Shapes of sprites: what is visible of each.
    pub struct Shapes<'a> {
        /// How many bytes follow; only in `bitshapes.bin`.
        pub stated_size: Option<u32> = sparse,
        /// One behind the other. Sprites name them by where they begin, or by their place in `shapes.idx`.
        pub shapes: Vec<Shape<'a>>,
        /// What cannot be told apart, from the first shape on that makes no sense.
        pub tail: Bytes<'a>,
    }
}

impl Head {
    /// Width and height; none if an end comes before its beginning.
    pub fn size(&self) -> Option<(usize, usize)> {
        let side = |first: u8, last: u8| Some(usize::from(last.checked_sub(first)?) + 1);
        Some((side(self.x0, self.x1)?, side(self.y0, self.y1)?))
    }

    /// How many bytes the mask has, if the head makes sense.
    pub fn mask_size(&self) -> Option<usize> {
        let (width, height) = self.size()?;
        let size = width * pitch(height);
        (usize::from(self.stated_size) == size + 4).then_some(size)
    }
}

impl<'a> Shape<'a> {
    /// The shape that begins the bytes; none if it makes no sense, or they are too short.
    pub fn first(bytes: &'a [u8]) -> Option<Self> {
        let head = bytes.get(..HEAD).map(Head::get)?;
        let mask = bytes[HEAD..].get(..head.mask_size()?)?.into();
        Some(Self { head, mask })
    }

    pub fn len(&self) -> usize {
        HEAD + self.mask.len()
    }

    pub fn is_empty(&self) -> bool {
        false
    }

    /// The room that the shape states, and those that it would have by each rule.
    fn rooms(&self) -> Option<(usize, [usize; 2])> {
        let (width, height, mask) = self.visible()?;
        let rooms = RoomRule::ALL.map(|rule| rule.room(&mask, width, height));
        Some((self.head.decoded_size.into(), rooms))
    }

    /// Width, height, and what is visible.
    pub fn visible(&self) -> Option<(usize, usize, Vec<bool>)> {
        let (width, height) = self.head.size()?;
        Some((width, height, mask(&self.mask, width, height)?))
    }

    fn read(c: &mut Cursor<'a>, mask: usize) -> Result<Self> {
        Ok(Self { head: c.get("head")?, mask: c.bytes("mask", mask)? })
    }

    pub fn write(&self, out: &mut Put) {
        out.put(&self.head);
        out.bytes(&self.mask);
    }
}

impl<'a> Format<'a> for Shapes<'a> {
    const ID: &'static str = "idmobile.shapes";
    const ENDINGS: &'static [&'static str] = &["bin"];
    const RULES: Rules = RULES;
    const MEASURES: Measures = MEASURES;
    const FACETS: Facets<Self> = Facets::<Self>::NONE.tables(Self::make_tables);

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        let base = base(origin.name);
        if base == "bitshapes.bin" {
            let stated = bytes.get(..4).map(|size| u32::get(size) as usize);
            return Claim::of_named(true, || {
                stated.is_some_and(|stated| Some(stated) == bytes.len().checked_sub(4))
            });
        }
        Claim::of_named(numbered(&base, "shapes").is_some(), || Shape::first(bytes).is_some())
    }

    fn read(c: &mut Cursor<'a>, origin: Origin<'_>) -> Result<Self> {
        let alone = numbered(&base(origin.name), "shapes").is_some();
        let stated_size = c.get_if(!alone, "stated_size")?;
        let is_empty = c.left() == 0 && may_be_empty(&base(origin.name), "shapes");
        if alone && c.left() < HEAD && !is_empty {
            c.get::<Head>("shapes")?;
        }
        let mut shapes = vec![];
        while let Some(shape) = Shape::first(&c.whole()[c.pos()..]) {
            let mask = shape.mask.len();
            shapes.push(c.part(("shapes", shapes.len()), |c| Shape::read(c, mask))?);
        }
        Ok(Self { stated_size, shapes, tail: c.tail("tail") })
    }

    fn write(&self, out: &mut Put) {
        out.put_if(&self.stated_size);
        self.shapes.iter().enumerate().for_each(|(i, shape)| out.part(("shapes", i), shape, Shape::write));
        out.bytes(&self.tail);
    }

    fn measure(&self, cases: &mut Cases, _: Origin<'_>) {
        for (stated, [first, second]) in self.shapes.iter().filter_map(Shape::rooms) {
            cases.claim(&FIRST_ROOM, stated == first);
            cases.claim(&SECOND_ROOM, stated == second);
        }
    }

    fn facts(&self) -> Facts {
        let visible =
            |shape: &Shape<'_>| shape.visible().map_or(0, |(_, _, mask)| mask.iter().filter(|v| **v).count());
        let pixels: usize = self.shapes.iter().map(visible).sum();
        vec![("shapes", self.shapes.len().into()), ("pixels", pixels.into())]
    }

    fn check(&self, report: &mut Report, context: Context<'_>) {
        if let Some(stated) = self.stated_size {
            let size = self.shapes.iter().map(Shape::len).sum::<usize>() + self.tail.len();
            let fine = stated as usize == size;
            report.expect(fine, &HEADER_SIZE, "stated_size", || args!(stated = stated, size = size));
        }
        report.expect(self.tail.is_empty(), &BOUNDS, "tail", || self.told_of_tail());
        let texels = Texels::beside(context).filter(|_| self.stated_size.is_some());
        let (rule, numbered) = (self.room_rule(), self.stated_size.is_none());
        report.each("shapes", &self.shapes, |shape, report| {
            let Some((_, _, mask)) = shape.visible() else { return };
            check_room(shape, rule, report);
            let size = shape.len();
            report.expect(!numbered || size <= MOST_BYTES, &RECORD_SIZE, "head.stated_size", || {
                args!(size = size, most = MOST_BYTES)
            });
            let visible = mask.iter().filter(|visible| **visible).count();
            let held = texels.as_ref().is_none_or(|texels| texels.hold(shape.head.texels, visible));
            report
                .expect(held, &TEXELS, "head.texels", || args!(start = shape.head.texels, visible = visible));
        });
    }
}

impl Shapes<'_> {
    fn make_tables(&self) -> Vec<Table> {
        let row = |(i, shape): (usize, &Shape<'_>)| {
            let (width, height) = shape.head.size().unwrap_or_default();
            let (x, y) = (shape.head.x0.into(), shape.head.y0.into());
            [i as i64, x, y, width as i64, height as i64, shape.head.texels.into()].map(Cell::Number).to_vec()
        };
        let rows = self.shapes.iter().enumerate().map(row).collect();
        vec![Table { title: "shapes", columns: vec!["index", "x", "y", "width", "height", "texels"], rows }]
    }
}

/// The bytes of a record that both Orcs & Elves have room for.
const MOST_BYTES: usize = 1024;

/// Less room than the engine needs is an error; any other than by the rule of the file is only unusual.
fn check_room(shape: &Shape<'_>, rule: Option<RoomRule>, report: &mut Report) {
    let Some((stated, rooms)) = shape.rooms() else { return };
    let [usual, least] = rooms;
    let args = |wanted: usize| args!(stated = stated, wanted = wanted);
    if stated < least {
        return report.expect(false, &SHORT, "head.decoded_size", || args(least));
    }
    let (fine, wanted) = match rule {
        Some(RoomRule::OnePerRun) => (stated == least, least),
        Some(RoomRule::TwoPerRun) => (stated == usual, usual),
        None => (rooms.contains(&stated), usual),
    };
    report.expect(fine, &DECODED_SIZE, "head.decoded_size", || args(wanted));
}

/// The texels of Doom RPG, counted in pixels from the first wall texel on.
pub(crate) struct Texels {
    /// Where those of sprites begin.
    pub(crate) first: u64,
    /// How many bytes there are of them.
    pub(crate) bytes: usize,
}

impl Texels {
    fn beside(context: Context<'_>) -> Option<Self> {
        let folder = folder(context.origin.name);
        let beside = |name: &str| context.library.sibling(&format!("{folder}{name}"));
        let walls = beside("wtexels.bin").and_then(|bytes| bytes.get(..4).map(u32::get))?;
        let bytes = beside("stexels.bin")?.len().checked_sub(4)?;
        Some(Self { first: 2 * u64::from(walls), bytes })
    }

    /// Where the texels of a sprite begin, in bytes behind the header of `stexels.bin`, if they are all there.
    /// They always begin with a byte of their own.
    pub(crate) fn start(&self, stated: u32, visible: usize) -> Option<usize> {
        let pixels = u64::from(stated).checked_sub(self.first).filter(|pixels| pixels.is_multiple_of(2))?;
        let start = usize::try_from(pixels / 2).ok()?;
        let end = start.checked_add(texel_bytes(visible, 4))?;
        (end <= self.bytes).then_some(start)
    }

    fn hold(&self, stated: u32, visible: usize) -> bool {
        self.start(stated, visible).is_some()
    }
}

impl Shapes<'_> {
    /// What the shapes of the file count their rooms by; none if they do not tell.
    pub fn room_rule(&self) -> Option<RoomRule> {
        RoomRule::of(self.shapes.iter().filter_map(Shape::rooms))
    }

    /// What a message about a shape that makes no sense speaks of.
    fn told_of_tail(&self) -> relict_core::report::Args {
        told_of(&self.tail, self.shapes.len())
    }
}

/// The same for any bytes that should be a shape.
pub(crate) fn told_of(bytes: &[u8], number: usize) -> relict_core::report::Args {
    let bounds = bytes.get(..HEAD).map(Head::get);
    let bounds =
        bounds.map_or_else(String::new, |head| format!("{}..{}, {}..{}", head.x0, head.x1, head.y0, head.y1));
    args!(number = number, bounds = bounds, size = bytes.len())
}

measures! { "shapes":
    Claim FIRST_ROOM = "first-rule";
    Claim SECOND_ROOM = "second-rule";
}

rules! { "shapes":
    Error BOUNDS = "bad-shape-bounds";
    Error TEXELS = "texels-out-of-range";
    Warning HEADER_SIZE = "header-size";
    Warning DECODED_SIZE = "decoded-size";
    Error SHORT = "decoded-size-short";
    Warning RECORD_SIZE = "record-size";
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A shape of two columns: two runs in the first, one in the second.
    fn shape(room: u16) -> Vec<u8> {
        [&[0, 0, 0, 0, 6, 0][..], &room.to_le_bytes(), &[3, 4, 5, 7], &[0b101, 0b010]].concat()
    }

    fn codes(name: &str, bytes: &[u8]) -> Vec<&'static str> {
        let shapes = Shapes::read(&mut Cursor::new(bytes), Origin::named(name)).unwrap();
        let mut report = Report::default();
        shapes.check(&mut report, Context { origin: Origin::named(name), ..Context::ALONE });
        report.codes()
    }

    // idmobile-real 10, row 7
    #[test]
    fn each_file_has_its_own_rule_for_the_room_of_shapes() {
        let (two, one) = (14, 11);
        let all = |rooms: &[u16]| {
            codes("shapes0.bin", &rooms.iter().flat_map(|room| shape(*room)).collect::<Vec<_>>())
        };
        let none = Vec::<&str>::new();
        assert_eq!((all(&[two, two]), all(&[one, one])), (none.clone(), none.clone()));
        assert_eq!(all(&[one, one, two]), ["shapes.decoded-size"], "larger is harmless");
        assert_eq!(all(&[two, two, one]), ["shapes.decoded-size"], "there is room enough");
        assert_eq!(all(&[two, two, 10]), ["shapes.decoded-size-short"]);
        assert_eq!(all(&[one, one, 10]), ["shapes.decoded-size-short"]);
        assert_eq!(all(&[one, two]), none, "what the rule is cannot be told");
        assert_eq!(all(&[13]), ["shapes.decoded-size"]);
    }

    // idmobile-real 3: engine limits
    #[test]
    fn a_record_of_more_than_1024_bytes_is_reported() {
        let record = |width: u8| {
            let mask = vec![0; 32 * usize::from(width)];
            let sizes = [mask.len() as u16 + 4, 4 + 2 * u16::from(width)].map(u16::to_le_bytes);
            [&[0; 4][..], sizes.as_flattened(), &[0, width - 1, 0, 255], &mask].concat()
        };
        assert_eq!(record(31).len(), 1004);
        assert_eq!(codes("shapes0.bin", &record(31)), Vec::<&str>::new());
        assert_eq!(codes("shapes0.bin", &record(32)), ["shapes.record-size"]);
        let doom = [&(record(32).len() as u32).to_le_bytes()[..], &record(32)].concat();
        assert_eq!(codes("bitshapes.bin", &doom), Vec::<&str>::new(), "only Orcs & Elves has the limit");
    }

    // idmobile-real 10, row 4
    #[test]
    fn a_file_of_shapes_behind_the_first_may_be_empty() {
        assert_eq!(codes("shapes1.bin", &[]), Vec::<&str>::new());
        assert!(Shapes::read(&mut Cursor::new(&[]), Origin::named("shapes0.bin")).is_err());
    }
}
