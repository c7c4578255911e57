//! A contact sheet: many pictures on one, each with its name, to be looked at by a person.

use embedded_graphics::{
    geometry::{OriginDimensions, Point},
    image::GetPixel,
    mono_font::{MonoFont, iso_8859_1, iso_8859_5},
    pixelcolor::BinaryColor,
};
use relict_core::image::{Image, Pixels};
use std::borrow::Cow;

/// One picture on the sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    pub name: String,
    /// A few words about it, such as its size; shown where there is room.
    pub caption: String,
    pub image: Image,
}

/// No side is longer, so that every viewer can show the sheet and its pixels take no more than 100 MB.
const WIDEST: usize = 1600;
const TALLEST: usize = 16_000;

/// Width to height as screens have it; sheets come near it until they are too wide.
const SHAPE: f64 = 1.5;

const BACKGROUND: [u8; 3] = [22, 24, 28];
const PLATE: [u8; 3] = [36, 39, 45];
const BOARD: [[u8; 3]; 2] = [[82, 85, 92], [110, 114, 122]];
const NAME: [u8; 3] = [226, 229, 234];
const CAPTION: [u8; 3] = [140, 148, 160];
const CROSS: [u8; 3] = [62, 67, 76];

/// Where letters are left out. The fonts have no ellipsis.
const DOTS: &str = "..";

/// Shows `count` pictures, asked for one at a time and in order. A picture that is not there becomes a cross.
/// Many pictures are shown small, many thousands without names; what even then finds no place is left out
/// (see [`capacity`]).
pub fn sheet(count: usize, mut card: impl FnMut(usize) -> Option<Card>) -> Image {
    let grid = Grid::of(count);
    let mut canvas = Canvas::new(grid.width(), grid.height());
    for index in 0..count.min(grid.columns * grid.rows) {
        let (x, y) = grid.place(index);
        canvas.fill(x, y, grid.cell.width(), grid.cell.height(), PLATE);
        match card(index) {
            Some(card) => draw_card(&mut canvas, x, y, grid.cell, &card),
            None => draw_cross(&mut canvas, x + grid.cell.pad, y + grid.cell.pad, grid.cell.side),
        }
    }
    canvas.into_image()
}

/// How many pictures one sheet can show.
pub fn capacity() -> usize {
    CELLS.iter().map(Cell::capacity).max().unwrap_or(0)
}

/// How one picture is set: a plate, on it a square that the picture is fitted into, and text below that.
#[derive(Debug)]
struct Cell {
    /// The square for the picture.
    side: usize,
    /// Between the edge of the plate and what is on it.
    pad: usize,
    /// Between plates.
    gap: usize,
    name: Option<&'static Face>,
    caption: Option<&'static Face>,
}

/// From large to small; the first is taken with which a sheet is not too tall.
static CELLS: [Cell; 5] = [
    Cell { side: 128, pad: 10, gap: 8, name: Some(&LARGE), caption: Some(&MEDIUM) },
    Cell { side: 64, pad: 6, gap: 4, name: Some(&SMALL), caption: Some(&SMALL) },
    Cell { side: 32, pad: 4, gap: 3, name: Some(&TINY), caption: None },
    Cell { side: 16, pad: 1, gap: 2, name: None, caption: None },
    Cell { side: 8, pad: 0, gap: 1, name: None, caption: None },
];

impl Cell {
    const fn width(&self) -> usize {
        self.side + 2 * self.pad
    }

    fn height(&self) -> usize {
        let lines = [self.name, self.caption].into_iter().flatten();
        self.width() + lines.map(|face| face.height() + self.leading()).sum::<usize>()
    }

    /// Above each line of text.
    const fn leading(&self) -> usize {
        self.pad / 3
    }

    /// How many plates fit in a row, or under each other, if that is `length` long.
    fn fitting(&self, plate: usize, length: usize) -> usize {
        (length - self.gap) / (plate + self.gap)
    }

    fn capacity(&self) -> usize {
        self.fitting(self.width(), WIDEST) * self.fitting(self.height(), TALLEST)
    }
}

struct Grid {
    cell: &'static Cell,
    columns: usize,
    rows: usize,
}

impl Grid {
    fn of(count: usize) -> Self {
        let smallest = &CELLS[CELLS.len() - 1];
        let cell = CELLS.iter().find(|cell| cell.capacity() >= count).unwrap_or(smallest);
        let shown = count.clamp(1, cell.capacity());
        let grid = |columns| Self { cell, columns, rows: shown.div_ceil(columns) };
        let most = cell.fitting(cell.width(), WIDEST).min(shown);
        let best = (1..=most).map(grid).min_by(|a, b| a.strain().total_cmp(&b.strain()));
        best.unwrap_or_else(|| grid(1))
    }

    /// How far the sheet is from the shape that it should have; one is exactly that.
    fn strain(&self) -> f64 {
        let shape = self.width() as f64 / self.height() as f64;
        (shape / SHAPE).max(SHAPE / shape)
    }

    fn width(&self) -> usize {
        self.columns * (self.cell.width() + self.cell.gap) + self.cell.gap
    }

    fn height(&self) -> usize {
        self.rows * (self.cell.height() + self.cell.gap) + self.cell.gap
    }

    /// The corner of a plate.
    fn place(&self, index: usize) -> (usize, usize) {
        let (column, row) = (index % self.columns, index / self.columns);
        let gap = self.cell.gap;
        (gap + column * (self.cell.width() + gap), gap + row * (self.cell.height() + gap))
    }
}

fn draw_card(canvas: &mut Canvas, x: usize, y: usize, cell: &Cell, card: &Card) {
    draw_picture(canvas, x + cell.pad, y + cell.pad, cell.side, &card.image);
    // Text may come nearer to the edge than the picture does.
    let margin = cell.pad / 2;
    let room = cell.width() - 2 * margin;
    let mut line = y + cell.pad + cell.side + cell.leading();
    if let Some(face) = cell.name {
        let name = cut_inside(&card.name, face.fitting(room));
        line += cell.leading();
        face.draw_centred(canvas, x + margin, line, room, &name, NAME);
        line += face.height();
    }
    if let Some(face) = cell.caption {
        let caption = cut_off(&card.caption, face.fitting(room));
        line += cell.leading();
        face.draw_centred(canvas, x + margin, line, room, &caption, CAPTION);
    }
}

fn draw_cross(canvas: &mut Canvas, x: usize, y: usize, side: usize) {
    for step in 0..side {
        canvas.put(x + step, y + step, CROSS);
        canvas.put(x + step, y + side - 1 - step, CROSS);
    }
}

/// Draws a picture in the middle of a square: a small one larger by a whole number, so that its pixels are seen as
/// they are, and a large one smaller.
fn draw_picture(canvas: &mut Canvas, x: usize, y: usize, side: usize, image: &Image) {
    let (width, height) = (fitted(image.width, image, side), fitted(image.height, image, side));
    let colours = colours(image);
    if width == 0 || height == 0 || image.width.checked_mul(image.height) != Some(colours.len()) {
        return draw_cross(canvas, x, y, side);
    }
    let (left, top) = (x + (side - width) / 2, y + (side - height) / 2);
    let square = (side / 16).max(2);
    for row in 0..height {
        let down = Share::of(row, height, image.height);
        for column in 0..width {
            let across = Share::of(column, width, image.width);
            let board = BOARD[(column / square + row / square) % 2];
            canvas.put(left + column, top + row, mean(&colours, image.width, &across, &down, board));
        }
    }
}

/// The length that one side of a picture has on the sheet.
fn fitted(length: usize, image: &Image, side: usize) -> usize {
    match image.width.max(image.height) {
        0 => 0,
        longest if longest <= side => length * (side / longest),
        // Not more than the square, and in between at least a line.
        longest => (length as u128 * side as u128 / longest as u128).max(length.min(1) as u128) as usize,
    }
}

fn colours(image: &Image) -> Cow<'_, [[u8; 4]]> {
    match &image.pixels {
        Pixels::Rgba(pixels) => pixels.into(),
        Pixels::Indexed { .. } => image.to_rgba().into(),
    }
}

/// The stretch of a row (or column) of the picture that falls into one pixel of the sheet, which has `shown` of them
/// for `length`. Measured in parts of which a pixel of the picture has `shown`, so that all is whole numbers.
struct Share {
    start: usize,
    end: usize,
    shown: usize,
}

impl Share {
    fn of(place: usize, shown: usize, length: usize) -> Self {
        Self { start: place * length, end: (place + 1) * length, shown }
    }

    /// Each pixel of the picture in it, with how much of it is.
    fn pixels(&self) -> impl Iterator<Item = (usize, u64)> {
        let &Self { start, end, shown } = self;
        (start / shown..end.div_ceil(shown))
            .map(move |pixel| (pixel, (end.min((pixel + 1) * shown) - start.max(pixel * shown)) as u64))
    }
}

/// The mean of a part of a picture, over a board that shows where it is transparent.
fn mean(colours: &[[u8; 4]], width: usize, across: &Share, down: &Share, board: [u8; 3]) -> [u8; 3] {
    let (mut sum, mut cover, mut whole) = ([0_u64; 3], 0_u64, 0_u64);
    for (row, tall) in down.pixels() {
        let row = &colours[row * width..][..width];
        for (column, wide) in across.pixels() {
            let [r, g, b, alpha] = row[column].map(u64::from);
            let weight = wide * tall * alpha;
            sum = [sum[0] + r * weight, sum[1] + g * weight, sum[2] + b * weight];
            cover += weight;
            whole += wide * tall * 255;
        }
    }
    let mixed = |channel: usize| sum[channel] + u64::from(board[channel]) * (whole - cover);
    [0, 1, 2].map(|channel| ((mixed(channel) + whole / 2) / whole) as u8)
}

/// A font of one size, in two alphabets.
#[derive(Debug)]
struct Face {
    latin: &'static MonoFont<'static>,
    cyrillic: &'static MonoFont<'static>,
}

static LARGE: Face = Face { latin: &iso_8859_1::FONT_7X13, cyrillic: &iso_8859_5::FONT_7X13 };
static MEDIUM: Face = Face { latin: &iso_8859_1::FONT_6X10, cyrillic: &iso_8859_5::FONT_6X10 };
static SMALL: Face = Face { latin: &iso_8859_1::FONT_5X7, cyrillic: &iso_8859_5::FONT_5X7 };
static TINY: Face = Face { latin: &iso_8859_1::FONT_4X6, cyrillic: &iso_8859_5::FONT_4X6 };

impl Face {
    fn width(&self) -> usize {
        self.latin.character_size.width as usize
    }

    fn height(&self) -> usize {
        self.latin.character_size.height as usize
    }

    /// How many letters there is room for.
    fn fitting(&self, room: usize) -> usize {
        room / self.width()
    }

    fn draw_centred(&self, canvas: &mut Canvas, x: usize, y: usize, room: usize, text: &str, ink: [u8; 3]) {
        let left = x + room.saturating_sub(text.chars().count() * self.width()) / 2;
        for (place, letter) in text.chars().enumerate() {
            self.draw_letter(canvas, left + place * self.width(), y, letter, ink);
        }
    }

    /// A letter that neither alphabet has is drawn as a question mark; the fonts see to that.
    fn draw_letter(&self, canvas: &mut Canvas, x: usize, y: usize, letter: char, ink: [u8; 3]) {
        let font = if letter <= '\u{FF}' { self.latin } else { self.cyrillic };
        let in_row = font.image.size().width as usize / self.width();
        let glyph = font.glyph_mapping.index(letter);
        let (left, top) = (glyph % in_row * self.width(), glyph / in_row * self.height());
        for row in 0..self.height() {
            for column in 0..self.width() {
                let dot = Point::new((left + column) as i32, (top + row) as i32);
                if font.image.pixel(dot) == Some(BinaryColor::On) {
                    canvas.put(x + column, y + row, ink);
                }
            }
        }
    }
}

/// At most `room` letters of a name. What is left out is in the middle: names in one archive begin alike and are told
/// apart by their ends.
fn cut_inside(name: &str, room: usize) -> String {
    let length = name.chars().count();
    if length <= room {
        return name.into();
    }
    let tail: String = name.chars().skip(length - room.saturating_sub(DOTS.len()) / 2).collect();
    cut_off(name, room - tail.chars().count()) + &tail
}

/// At most `room` letters of a text, from its beginning.
fn cut_off(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.into();
    }
    text.chars().take(room.saturating_sub(DOTS.len())).chain(DOTS.chars()).take(room).collect()
}

/// What is drawn on; all of it opaque.
struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 4]>,
}

impl Canvas {
    fn new(width: usize, height: usize) -> Self {
        let [r, g, b] = BACKGROUND;
        Self { width, height, pixels: vec![[r, g, b, 255]; width * height] }
    }

    fn put(&mut self, x: usize, y: usize, [r, g, b]: [u8; 3]) {
        if x < self.width && y < self.height {
            self.pixels[y * self.width + x] = [r, g, b, 255];
        }
    }

    fn fill(&mut self, x: usize, y: usize, width: usize, height: usize, colour: [u8; 3]) {
        for row in y..y + height {
            (x..x + width).for_each(|column| self.put(column, row, colour));
        }
    }

    fn into_image(self) -> Image {
        Image::rgba(self.width, self.height, self.pixels, false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: [u8; 4] = [255, 0, 0, 255];
    const BLUE: [u8; 4] = [0, 0, 255, 255];

    fn plain(width: usize, height: usize, colour: [u8; 4]) -> Image {
        Image::rgba(width, height, vec![colour; width * height], colour[3] != 255)
    }

    fn card(image: Image) -> Card {
        Card { name: String::new(), caption: String::new(), image }
    }

    fn one(image: &Image) -> Image {
        sheet(1, |_| Some(card(image.clone())))
    }

    /// The rectangle that has a colour: its corner and its size.
    fn area(sheet: &Image, wanted: impl Fn([u8; 4]) -> bool) -> Option<(usize, usize, usize, usize)> {
        let places: Vec<_> = (0..sheet.width * sheet.height)
            .zip(sheet.to_rgba())
            .filter(|(_, pixel)| wanted(*pixel))
            .map(|(place, _)| (place % sheet.width, place / sheet.width))
            .collect();
        let (xs, ys) = (|| places.iter().map(|place| place.0), || places.iter().map(|place| place.1));
        let (left, top) = (xs().min()?, ys().min()?);
        Some((left, top, xs().max()? - left + 1, ys().max()? - top + 1))
    }

    fn size_of(image: &Image) -> (usize, usize) {
        let (_, _, width, height) = area(&one(image), |pixel| pixel == RED).unwrap();
        (width, height)
    }

    /// The sheet with a name on it and nothing else that has its colour.
    fn named(name: &str) -> Vec<[u8; 4]> {
        let card = Card { name: name.into(), caption: String::new(), image: plain(1, 1, BLUE) };
        sheet(1, |_| Some(card.clone())).to_rgba()
    }

    #[test]
    fn small_pictures_grow_by_whole_numbers_and_large_ones_shrink() {
        assert_eq!(size_of(&plain(2, 2, RED)), (128, 128));
        assert_eq!(size_of(&plain(8, 4, RED)), (128, 64));
        assert_eq!(size_of(&plain(50, 10, RED)), (100, 20));
        assert_eq!(size_of(&plain(65, 128, RED)), (65, 128));
        assert_eq!(size_of(&plain(256, 128, RED)), (128, 64));
        assert_eq!(size_of(&plain(129, 300, RED)), (55, 128));
        assert_eq!(size_of(&plain(4096, 1, RED)), (128, 1));
    }

    #[test]
    fn a_picture_stands_in_the_middle() {
        let sheet = one(&plain(256, 128, RED));
        let (left, top, width, _) = area(&sheet, |pixel| pixel == RED).unwrap();
        assert_eq!(left, sheet.width - left - width);
        assert_eq!(top, CELLS[0].gap + CELLS[0].pad + 32);
    }

    #[test]
    fn a_grown_pixel_is_a_square_of_its_colour() {
        let sheet = one(&Image::indexed(2, 1, vec![1, 0], vec![BLUE, RED]));
        let (left, top, width, height) = area(&sheet, |pixel| pixel == RED).unwrap();
        assert_eq!(area(&sheet, |pixel| pixel == BLUE), Some((left + 64, top, 64, 64)));
        assert_eq!((width, height), (64, 64));
    }

    #[test]
    fn a_shrunk_picture_has_the_mean_of_its_pixels() {
        let stripes = Image::rgba(256, 256, [RED, BLUE].repeat(128 * 256), false);
        assert!(area(&one(&stripes), |pixel| pixel == [128, 0, 128, 255]).is_some_and(|area| area.2 == 128));
        let share = |place| Share::of(place, 2, 3).pixels().collect::<Vec<_>>();
        assert_eq!([share(0), share(1)], [[(0, 2), (1, 1)], [(1, 1), (2, 2)]]);
    }

    #[test]
    fn the_board_shows_through_what_is_transparent() {
        let sheet = one(&plain(4, 4, [255, 0, 0, 0])).to_rgba();
        let on_board = |[r, g, b]: [u8; 3]| sheet.iter().filter(|pixel| **pixel == [r, g, b, 255]).count();
        assert_eq!(BOARD.map(on_board), [128 * 128 / 2; 2]);
        let half = one(&plain(4, 4, [255, 0, 0, 128])).to_rgba();
        assert!(half.contains(&[169, 42, 46, 255]));
    }

    #[test]
    fn a_sheet_without_pictures_is_small_and_a_picture() {
        let none = sheet(0, |_| panic!("there is none"));
        assert!(none.width > 0 && none.height > 0 && none.width < 300 && none.height < 300);
        assert_eq!(none.to_rgba().len(), none.width * none.height);
        assert!(crate::png::write(&none, None).is_ok());
    }

    #[test]
    fn a_picture_that_is_not_there_or_not_whole_is_a_cross() {
        let absent = sheet(1, |_| None);
        let [r, g, b] = CROSS;
        assert!(area(&absent, |pixel| pixel == [r, g, b, 255]).is_some());
        assert_eq!(one(&plain(0, 5, RED)), absent);
        assert_eq!(one(&Image::rgba(4, 4, vec![RED; 3], false)), absent);
        assert_eq!(one(&Image::rgba(usize::MAX, usize::MAX, vec![RED], false)), absent);
    }

    #[test]
    fn pictures_are_asked_for_once_and_in_order() {
        let mut asked = vec![];
        sheet(37, |index| {
            asked.push(index);
            None
        });
        assert_eq!(asked, (0..37).collect::<Vec<_>>());
    }

    #[test]
    fn sheets_have_the_shape_of_a_screen_until_they_are_too_wide() {
        for count in 12..70 {
            let grid = Grid::of(count);
            assert!((1.1..2.0).contains(&(grid.width() as f64 / grid.height() as f64)), "{count}");
        }
        assert_eq!(Grid::of(400).columns, 10);
    }

    #[test]
    fn every_number_of_pictures_has_room_within_bounds() {
        for count in (0..3000).chain([9_999, 10_000, 50_000, capacity() - 1, capacity()]) {
            let grid = Grid::of(count);
            assert!(grid.columns * grid.rows >= count, "{count}");
            assert!(grid.width() <= WIDEST && grid.height() <= TALLEST, "{count}");
        }
        let full = Grid::of(usize::MAX);
        assert!(full.width() <= WIDEST && full.height() <= TALLEST);
        assert_eq!(full.columns * full.rows, capacity());
    }

    #[test]
    fn the_last_picture_is_on_the_sheet() {
        for count in [1, 7, 400, 1000] {
            let sheet = sheet(count, |index| (index == count - 1).then(|| card(plain(1, 1, RED))));
            let side = Grid::of(count).cell.side;
            let (_, _, width, height) = area(&sheet, |pixel| pixel == RED).unwrap();
            assert_eq!((width, height), (side, side), "{count}");
        }
    }

    #[test]
    fn names_have_both_alphabets_and_a_mark_for_the_others() {
        assert_ne!(named("стена"), named("?????"));
        assert_ne!(named("Ёж №"), named("?? ?"));
        assert_ne!(named("é×ß"), named("???"));
        assert_eq!(named("木\u{1}\u{80}😀"), named("????"));
    }

    #[test]
    fn names_differ_by_letters_that_look_different_only() {
        assert_eq!(named("A"), named("A"));
        assert_ne!(named("A"), named("B"));
        assert_ne!(named(""), named("_"));
    }

    #[test]
    fn long_names_are_cut_in_the_middle_and_captions_at_the_end() {
        assert_eq!(cut_inside("стена_0042.tga", 10), "стен...tga");
        assert_eq!(cut_inside("стена_0042.tga", 14), "стена_0042.tga");
        assert_eq!(cut_off("64×64 565", 7), "64×64..");
        for room in 0..20 {
            for text in ["", "a", "ab", "abcdefghij", "абвгдежзийклмн"] {
                let wanted = text.chars().count().min(room);
                assert_eq!(cut_inside(text, room).chars().count(), wanted, "{text} {room}");
                assert_eq!(cut_off(text, room).chars().count(), wanted, "{text} {room}");
            }
        }
    }

    #[test]
    fn text_stays_on_its_plate() {
        let long = Card { name: "Ш".repeat(500), caption: "W".repeat(500), image: plain(1, 1, RED) };
        for count in [1, 1000, 3000] {
            let sheet = sheet(count, |index| (index == 0).then(|| long.clone()));
            let cell = Grid::of(count).cell;
            for ink in [NAME, CAPTION] {
                let Some(area) = area(&sheet, |pixel| pixel[..3] == ink) else { continue };
                assert!(area.0 >= cell.gap && area.0 + area.2 <= cell.gap + cell.width(), "{count}");
                assert!(area.1 + area.3 <= cell.gap + cell.height(), "{count}");
            }
        }
    }

    #[test]
    fn both_fonts_of_a_face_have_one_size() {
        for face in [&LARGE, &MEDIUM, &SMALL, &TINY] {
            assert_eq!(face.latin.character_size, face.cyrillic.character_size);
        }
    }

    #[test]
    fn the_same_pictures_give_the_same_sheet() {
        let make = || sheet(30, |index| Some(card(plain(index + 1, 90, [index as u8, 3, 200, 99]))));
        assert_eq!(make(), make());
    }
}
