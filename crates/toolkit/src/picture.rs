//! Pictures out of files and into them: PNG, and the sheet of all that an archive holds.

use crate::allowance::Allowance;
use crate::open::{Asset, Holder, Siblings, Surroundings};
use crate::phrases::Phrase;
use crate::problem::{
    IMAGE_ALPHA, IMAGE_COLOURS, IMAGE_GREY, IMAGE_LIKE, IMAGE_NONE, IMAGE_OUTER_COLOURS, IMAGE_PALETTE,
    IMAGE_PNG, IMAGE_SETTINGS, IMAGE_SIZE, NOT_ARCHIVE, PALETTE_SIZE, Problem, Result,
};
use relict_core::archive::Archive;
use relict_core::args;
use relict_core::format::{Context, Document, Kind, Limits, Origin};
use relict_core::image::{Coloured, Image, Palette, Picture, Pixels, Rect, Redraw, Redrawn, Smaller, Unfit};
use relict_core::tree::{Content, EditableTree};
use relict_exchange::png;
use relict_exchange::sheet::{self, Card};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// What becomes of alpha, which in these games is often gloss rather than transparency.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Alpha {
    /// It stays the alpha of the picture.
    #[default]
    Keep,
    /// It is left out: every pixel is opaque.
    Opaque,
    /// It becomes a grey picture of its own.
    Split,
}

/// A picture as PNG.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Png {
    pub colours: Vec<u8>,
    /// Alone, if it was split.
    pub alpha: Option<Vec<u8>>,
}

/// What a PNG file begins with.
pub fn is_png(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x89PNG\r\n\x1a\n")
}

pub(crate) fn unwritable(path: &str) -> impl Fn(png::PngError) -> Problem + '_ {
    move |error| Problem::new(IMAGE_PNG, path, args!(reason = Phrase::from(&error)))
}

/// The picture that a document is, in its colours, which may be in a file or entry beside it.
pub fn coloured<'d>(
    asset: &Asset<'_>,
    document: &'d dyn Document,
    context: Context<'_>,
) -> Option<Coloured<'d>> {
    let around = Surroundings { library: context.library, holder: asset.holder, limits: context.limits };
    Some(Coloured::of(document.picture()?, &around))
}

/// A palette for pictures that have none of their own, from a file that somebody names.
pub fn palette(path: &str, bytes: &[u8]) -> Result<Palette> {
    let size = || Problem::new(PALETTE_SIZE, path, args!(size = bytes.len()));
    relict_ngi::pal::palette(bytes).ok_or_else(size)
}

/// One level of a picture.
pub fn level(path: &str, picture: &dyn Picture, level: usize) -> Result<Image> {
    let none = || Problem::new(IMAGE_NONE, path, args!(level = level, levels = picture.levels()));
    picture.image(level).ok_or_else(none)
}

/// Properties of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts {
    /// Sizes, the largest first.
    pub levels: Vec<(usize, usize)>,
    pub has_alpha: bool,
    /// Red, green, blue, alpha; none for a picture in true colour.
    pub palette: Option<Vec<[u8; 4]>>,
    /// The places of the palette that the largest level uses.
    pub used: Option<Vec<u8>>,
    pub rects: Vec<Rect>,
    pub settings: Value,
}

impl Facts {
    /// How the file holds pixels, as far as its settings tell.
    pub fn format(&self) -> Option<String> {
        self.settings
            .get("format")
            .map(|format| format.as_str().map_or_else(|| format.to_string(), Into::into))
    }
}

/// What there is to tell of a picture. One whose colours nobody knows is a problem.
pub fn facts(path: &str, picture: &dyn Picture) -> Result<Facts> {
    let largest = level(path, picture, 0)?;
    let smaller = (1..picture.levels()).filter_map(|level| picture.image(level));
    let smaller = smaller.map(|image| (image.width, image.height));
    let used = largest.used();
    let has_alpha = largest.has_alpha;
    let levels = [(largest.width, largest.height)].into_iter().chain(smaller).collect();
    let palette = match largest.pixels {
        Pixels::Indexed { palette, .. } => Some(palette),
        Pixels::Rgba(_) => None,
    };
    Ok(Facts { levels, has_alpha, palette, used, rects: picture.rects(), settings: picture.settings() })
}

/// An image as PNG. `note` is what the file takes besides it (see [`note`]).
pub fn to_png(path: &str, image: Image, alpha: Alpha, note: Option<&[u8]>) -> Result<Png> {
    let split = (alpha == Alpha::Split && image.has_alpha).then(|| image.alpha());
    let image = if alpha == Alpha::Keep { image } else { image.opaque() };
    let written = |image: &Image, note| png::write(image, note).map_err(unwritable(path));
    // Without its alpha, a picture is no longer what the note completes.
    let note = note.filter(|_| alpha == Alpha::Keep);
    let alpha = split.map(|split| written(&split, None)).transpose()?;
    Ok(Png { colours: written(&image, note)?, alpha })
}

/// All that a file is besides its largest level. A PNG carries it along, so that it can become the file again by itself.
pub fn note(kind: &Kind, picture: &dyn Picture, image: &Image) -> Vec<u8> {
    [kind.id.as_bytes(), &[0], &fingerprint(image)[..], &picture.blank()].concat()
}

/// The file that a note holds, and the fingerprint of the picture that was in it.
fn noted<'n>(kind: &Kind, note: &'n [u8]) -> Option<(&'n [u8], &'n [u8; 32])> {
    let note = note.strip_prefix(kind.id.as_bytes())?.strip_prefix(&[0])?;
    let (fingerprint, file) = note.split_first_chunk()?;
    Some((file, fingerprint))
}

/// Tells whether a picture is still the same.
fn fingerprint(image: &Image) -> [u8; 32] {
    let mut hash = Sha256::new();
    // In so many bytes on every machine: a note is read where it was not written.
    hash.update((image.width as u64).to_le_bytes());
    match &image.pixels {
        Pixels::Rgba(pixels) => hash.update(pixels.as_flattened()),
        Pixels::Indexed { indices, palette } => {
            hash.update(indices);
            hash.update(palette.as_flattened());
        }
    }
    hash.finalize().into()
}

/// A picture on its way into a file.
#[derive(Clone, Copy, Debug)]
pub struct Drawing<'d> {
    /// Of the PNG, for messages.
    pub path: &'d str,
    pub kind: &'static Kind,
    pub origin: Origin<'d>,
    /// The file that it goes into; none for a new one.
    pub like: Option<&'d [u8]>,
    pub png: &'d [u8],
    /// A PNG whose grey is the alpha.
    pub alpha: Option<&'d [u8]>,
    /// Whether the alpha of the PNG is of no interest.
    pub opaque: bool,
    pub settings: &'d Value,
    pub how: Redraw,
    /// What lies around the file that it goes into.
    pub context: Context<'d>,
}

impl Drawing<'_> {
    pub fn draw(&self) -> Result<Redrawn> {
        let unlike = || Problem::new(IMAGE_LIKE, self.path, args!(format = self.kind.id));
        if self.kind.facets.picture.is_none() {
            return Err(unlike());
        }
        let read = self.read(self.png)?;
        let mut image = read.image;
        if self.opaque {
            image = image.opaque();
        }
        let mut narrowed = read.narrowed;
        if let Some(alpha) = self.alpha {
            let alpha = self.read(alpha)?;
            image = self.joined(&image, &alpha.image)?;
            narrowed |= alpha.narrowed;
        }
        let noted = read.note.as_deref().and_then(|note| noted(self.kind, note));
        let new = || self.kind.canvas(&image);
        let (like, blank) = match (self.like, noted) {
            (Some(like), _) => (like.to_vec(), false),
            (None, Some((file, _))) => (file.to_vec(), true),
            (None, None) => (new().ok_or_else(unlike)?, true),
        };
        let same = noted.is_some_and(|(_, noted)| *noted == fingerprint(&image));
        // The smaller levels in a note go with the picture that was noted.
        let mut how = self.how;
        if self.like.is_none() && same {
            how.smaller = Smaller::Kept;
        }
        let document = self.kind.open(&like, self.origin);
        let document = document.map_err(|e| Problem::unreadable(self.kind, self.path, &like, &e))?;
        let own = document.picture().ok_or_else(unlike)?;
        let picture = Coloured::drawable(own, self.context.library);
        if same && picture.image(0) != own.image(0) {
            adopt_colours(&mut image, &*picture);
        }
        let completed = if blank { None } else { with_alpha_of(&*picture, &image) };
        let draw = |image: &Image| picture.redrawn(image, self.settings, how);
        let redrawn = match draw(completed.as_ref().unwrap_or(&image)) {
            // The settings ask for a file without alpha, and the picture has none: then the old one is not in the way.
            Err(Unfit::Alpha { .. }) if completed.is_some() => draw(&image),
            drawn => drawn,
        };
        let mut redrawn = redrawn.map_err(|unfit| self.unfit(unfit))?;
        redrawn.losses.narrowed = narrowed;
        // As they were, so they are no news.
        redrawn.losses.indices_taken &= !same;
        if !image.has_alpha && picture.image(0).is_some_and(|old| old.has_alpha) {
            let kept = self.keeps_alpha(&redrawn.bytes, completed.is_some());
            (redrawn.losses.alpha_kept, redrawn.losses.alpha_lost) = (kept, !kept);
        }
        Ok(redrawn)
    }

    /// Whether the alpha of before is still in a file that a picture without alpha was drawn into: because it was
    /// `completed`, or because it goes with a colour of the palette.
    fn keeps_alpha(&self, bytes: &[u8], completed: bool) -> bool {
        let document = self.kind.open(bytes, self.origin).ok();
        let new = document.as_ref().and_then(|document| document.picture()?.image(0));
        new.is_some_and(|new| new.has_alpha && (completed || matches!(new.pixels, Pixels::Indexed { .. })))
    }

    fn read(&self, png: &[u8]) -> Result<png::Read> {
        png::read(png, Limits::USUAL.unpacked).map_err(unwritable(self.path))
    }

    fn joined(&self, image: &Image, alpha: &Image) -> Result<Image> {
        if (image.width, image.height) != (alpha.width, alpha.height) {
            return Err(self.unfit(Unfit::Size { width: alpha.width, height: alpha.height }));
        }
        Ok(image.with_alpha(alpha.to_rgba().into_iter().map(|[grey, ..]| grey)))
    }

    fn unfit(&self, unfit: Unfit) -> Problem {
        let (code, args) = match unfit {
            Unfit::Colours { missing, room } => (IMAGE_COLOURS, args!(missing = missing, room = room)),
            Unfit::OuterColours { missing } => (IMAGE_OUTER_COLOURS, args!(missing = missing)),
            Unfit::Palette { missing } => (IMAGE_PALETTE, args!(missing = missing)),
            Unfit::Alpha { pixels } => (IMAGE_ALPHA, args!(pixels = pixels)),
            Unfit::Grey { pixels } => (IMAGE_GREY, args!(pixels = pixels)),
            Unfit::Size { width, height } => (IMAGE_SIZE, args!(width = width, height = height)),
            Unfit::Settings(error) => return Problem::at_field(IMAGE_SETTINGS, self.path, &error),
        };
        Problem::new(code, self.path, args)
    }
}

/// Gives an indexed picture that nobody has changed the colours that the file has now: where those are not in the file,
/// it may have been shown with others, or with none.
fn adopt_colours(image: &mut Image, now: &dyn Picture) {
    let now = now.image(0).map(|image| image.pixels);
    if let (Pixels::Indexed { palette, .. }, Some(Pixels::Indexed { palette: now, .. })) =
        (&mut image.pixels, now)
    {
        image.has_alpha = now.iter().any(|colour| colour[3] != 255);
        *palette = now;
    }
}

/// A picture without alpha, with that of the file it goes into: a paint program that drops alpha must not cost it.
/// None where there is nothing to keep.
fn with_alpha_of(picture: &dyn Picture, image: &Image) -> Option<Image> {
    if image.has_alpha {
        return None;
    }
    let old = picture.image(0)?;
    let same_size = (old.width, old.height) == (image.width, image.height);
    if !old.has_alpha || !same_size || matches!(old.pixels, Pixels::Indexed { .. }) {
        return None;
    }
    Some(image.with_alpha(old.to_rgba().into_iter().map(|[.., alpha]| alpha)))
}

/// All pictures of an archive on one sheet, with their names.
pub fn contact_sheet(asset: &Asset<'_>, context: Context<'_>) -> Result<Image> {
    let (kind, document) = asset.open()?;
    let not_archive = || Problem::new(NOT_ARCHIVE, asset.path, args!(format = kind.id, name = ""));
    let archive = document.archive().ok_or_else(not_archive)?;
    if let Some(Ok(spread)) = document.open_tree()
        && let Some(sheet) = spread_sheet(&*spread)
    {
        return Ok(sheet);
    }
    // Thousands of entries may lie on the same bytes; those that cost too much are shown as a cross.
    let allowances = Allowance::for_contents(asset.bytes.len(), context.limits).shared_out(&*archive);
    let affordable = |i: usize| allowances.get(i).is_some_and(Option::is_some);
    let siblings = Siblings::new(context.limits);
    let cards = Cards { archive: &*archive, siblings: &siblings, context };
    let is_picture = |&i: &usize| !affordable(i) || cards.card(i, |_, _| ()).is_some();
    let pictures: Vec<usize> = (0..archive.len()).filter(is_picture).collect();
    if pictures.is_empty() {
        return Err(Problem::new(IMAGE_NONE, asset.path, args!(level = 0, levels = 0)));
    }
    Ok(sheet::sheet(pictures.len(), |i| {
        Some(pictures[i]).filter(|&i| affordable(i)).and_then(|i| cards.card(i, shown)?)
    }))
}

/// The pictures of an archive that is edited as a whole, in the colours that they have there; none if there are none.
fn spread_sheet(spread: &dyn EditableTree) -> Option<Image> {
    let shown = spread.shown();
    let card = |i: usize| {
        let (name, leaf) = shown.get(i)?;
        let Content::Picture(image) = spread.content(*leaf).ok()? else { return None };
        let caption = format!("{}×{}", image.width, image.height);
        Some(Card { name: name.clone(), caption, image })
    };
    (!shown.is_empty()).then(|| sheet::sheet(shown.len(), card))
}

/// The pictures among the entries of an archive.
struct Cards<'c> {
    archive: &'c dyn Archive,
    siblings: &'c Siblings,
    context: Context<'c>,
}

impl Cards<'_> {
    /// Hands the name and picture of an entry to `then`, if it is one.
    fn card<R>(&self, index: usize, then: impl FnOnce(&str, &dyn Picture) -> R) -> Option<R> {
        let Self { archive, siblings, context } = *self;
        let (entry, bytes) = (archive.entry(index)?, archive.payload(index, context.limits).ok()?);
        let holder = Some(Holder::of_many(archive, index, siblings));
        let asset = Asset { path: "", origin: entry.origin(), bytes: &bytes, holder };
        asset.kind().filter(|kind| kind.facets.picture.is_some())?;
        let (_, document) = asset.open().ok()?;
        let picture = coloured(&asset, &*document, context)?;
        Some(then(&entry.name, &*picture))
    }
}

fn shown(name: &str, picture: &dyn Picture) -> Option<Card> {
    let image = picture.image(0)?;
    let settings = picture.settings();
    let format = settings.get("format").map(|format| match format.as_str() {
        Some(name) => format!(" {name}"),
        None => format!(" {format}"),
    });
    let format = format.unwrap_or_default();
    let caption = format!("{}×{}{format}", image.width, image.height);
    Some(Card { name: name.to_owned(), caption, image })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_is_the_same_on_every_machine() {
        let image = Image::rgba(2, 1, vec![[1, 2, 3, 4], [5, 6, 7, 8]], true);
        let all = [2, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8];
        assert_eq!(fingerprint(&image), <[u8; 32]>::from(Sha256::digest(all)));
    }
}
