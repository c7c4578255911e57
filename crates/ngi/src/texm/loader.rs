//! What the engine makes of a texture when it loads one, as pure functions: for viewers and ports that must agree
//! with it. Nothing here is needed to read or write a file.
//!
//! All of it was learned by others from the disassembled loader in `Ngi32.dll`; what they leave open is said where
//! it matters.

use super::{COLOURS, Header, PixelFormat, Rect, Texm};
use relict_core::prelude::*;
use relict_core::record::Part;

/// What the caller asks of the loader: a word of its own, not the flags in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LoadFlags(pub u32);

impl LoadFlags {
    /// Opaque, even if the pixels have alpha: lit skins keep gloss there.
    pub const OPAQUE: Self = Self(0x0008_0000);
    /// The texture is for stage 1 and not for stage 0.
    pub const STAGE_1: Self = Self(0x0020_0000);
    /// The page is wanted; set for every texture of a material.
    pub const PAGE: Self = Self(0x0040_0000);

    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Switches in the registry under `HKCU\Software\Nikita\NgiTool`. None of them changes how a file is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Switches {
    /// `Disable MultiTexturing`: draw without a second texture.
    pub disable_multitexturing: bool,
    /// `DisableMipmap`
    pub disable_mipmap: bool,
    /// `Force 16-bit textures`
    pub force_16_bit_textures: bool,
    /// `UseFirstCard`: of several graphics cards.
    pub use_first_card: bool,
    /// `DisableD3DCalls`: for debugging.
    pub disable_d3d_calls: bool,
    /// `DisableDSound`
    pub disable_dsound: bool,
    /// `ForceCpu`: see [`force_cpu`].
    pub force_cpu: Option<u32>,
}

/// Instructions that the engine uses without asking the processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForcedCpu {
    pub sse: bool,
    pub three_d_now: bool,
    pub fxch: bool,
    pub mmx: bool,
}

/// What a value of `ForceCpu` forces; none for values that no source lists.
pub fn force_cpu(value: u32) -> Option<ForcedCpu> {
    let [sse, three_d_now, fxch, mmx] = match value {
        2 => [true, false, false, false],
        3 => [false, true, false, false],
        4 => [true, true, false, false],
        5 => [true, true, true, true],
        6 => [true, true, true, false],
        7 => [false, false, false, true],
        _ => return None,
    };
    Some(ForcedCpu { sse, three_d_now, fxch, mmx })
}

/// The bits that [`mip_skip`] goes by.
pub const MIP_POLICY: u32 = 0x7200_0000;

/// How many of the largest levels are left out when loading.
///
/// Which word the flags are is not settled. One source has `flags5` of the header, but no file sets any of these
/// bits there; more likely they are load flags, with the texture detail that the player chose.
pub fn mip_skip(flags: u32, width: u32, height: u32, mips: u32) -> u32 {
    let two_if_there = if mips > 2 { 2 } else { 1 };
    match flags & MIP_POLICY {
        _ if mips <= 1 => 0,
        0x0200_0000 => two_if_there,
        0x1000_0000 => 1,
        0x2000_0000 if width >= 256 || height >= 256 => 1,
        0x4000_0000 if width > 128 && height > 128 => two_if_there,
        0x4000_0000 if width == 128 || height == 128 => 1,
        _ => 0,
    }
}

/// Which of two words [`mip_skip`] is asked with: the sources differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MipFlags {
    /// The flags of the caller, with the texture detail that the player chose.
    #[default]
    Load,
    /// `flags5` of the header.
    Header,
}

impl MipFlags {
    pub fn word(self, header: &Header, flags: LoadFlags) -> u32 {
        match self {
            Self::Load => flags.0,
            Self::Header => header.flags5,
        }
    }
}

/// One record of the table that the engine makes of a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellRect {
    /// In pixels: left, top, right, bottom, shifted left by the levels left out. That is what one source gives, and
    /// it cannot be right together with the rest, so rely on the other four.
    pub bounds: [i32; 4],
    /// Where the cell begins, as a share of the width.
    pub u0: f32,
    pub v0: f32,
    /// How much of the width it takes.
    pub du: f32,
    pub dv: f32,
}

impl CellRect {
    /// Texture coordinates of the cell as those of the whole texture.
    pub fn place(&self, [u, v]: [f32; 2]) -> [f32; 2] {
        [self.u0 + u * self.du, self.v0 + v * self.dv]
    }
}

/// The record that a material's cell selects: -1 is the whole texture.
pub fn cell(cells: &[CellRect], cell: i32) -> Option<&CellRect> {
    cells.get(usize::try_from(i64::from(cell) + 1).ok()?)
}

/// What kind of surface a texture gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surface {
    Opaque,
    Alpha,
}

/// What the loader makes of the palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaletteUse {
    /// Every colour opaque.
    Plain,
    /// Colour 0 transparent, the others opaque.
    Keyed,
    /// 32 steps of one colour, from nearly transparent to opaque, with the alphas of [`FADE`]. What the other
    /// entries hold then is not known, and neither is whether `colour` is counted before or after the change.
    Fade { colour: u8 },
}

/// The alphas of a fade.
pub const FADE: [u8; 32] = {
    let mut steps = [0; 32];
    let mut step = 0;
    while step < 32 {
        steps[step] = (step * 8 + 7) as u8;
        step += 1;
    }
    steps
};

/// A texture as the engine holds it.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// As copied from the file; [`object_offset`] tells where in the texture object.
    pub header: Header,
    /// Levels left out.
    pub skipped: u32,
    /// Of what is left. Plain shifts, so a side of one pixel becomes 0.
    pub width: u32,
    pub height: u32,
    pub mip_count: u32,
    /// Where the first level that is left begins in the file, by adding up those before it. What the engine takes is
    /// [`engine_pixel_offset`].
    pub pixel_offset: usize,
    pub surface: Surface,
    pub palette: Option<PaletteUse>,
    /// Texture stage, 0 or 1.
    pub stage: u32,
    /// Record 0 is the whole texture; the page follows if it was asked for.
    pub cells: Vec<CellRect>,
    /// Whether the engine may make smaller levels itself. Under which further conditions it does is not known.
    pub may_build_mips: bool,
    /// Whether 32 bits for a pixel become 16. How they are converted is not known.
    pub sixteen_bit: bool,
}

/// Where the copy of the header begins in the texture object.
pub const OBJECT_HEADER: usize = 56;

/// Where in the texture object a field of the header is kept.
pub fn object_offset(field: &str) -> Option<usize> {
    let (at, _) = Header::TABLE.row(field)?.place?;
    Some(OBJECT_HEADER + at)
}

/// What the loader (`sub_1000FB30`) makes of a texture; none if its header makes no sense.
/// The flags also decide which levels are left out: see [`mip_skip`].
pub fn load(texm: &Texm<'_>, flags: LoadFlags, switches: &Switches) -> Option<Loaded> {
    load_skipping(texm, flags, switches, policy(&texm.header, flags, MipFlags::Load))
}

/// How many levels are left out of a texture.
pub fn policy(header: &Header, flags: LoadFlags, mips: MipFlags) -> u32 {
    mip_skip(mips.word(header, flags), header.width, header.height, header.mip_count)
}

/// The same with so many levels left out, whatever the flags say. At least one is left.
pub fn load_skipping(texm: &Texm<'_>, flags: LoadFlags, switches: &Switches, skipped: u32) -> Option<Loaded> {
    let header = &texm.header;
    let format = header.layout()?;
    let skipped = skipped.min(header.mip_count - 1);
    let mip_count = header.mip_count - skipped;
    let surface = surface(header, format, flags);
    let mut cells = texm.cells(skipped);
    if !flags.has(LoadFlags::PAGE) {
        cells.truncate(1);
    }
    Some(Loaded {
        skipped,
        width: header.width >> skipped,
        height: header.height >> skipped,
        mip_count,
        pixel_offset: pixel_offset(texm, skipped as usize),
        surface,
        palette: format.is_indexed().then(|| palette_use(header, surface)),
        stage: flags.has(LoadFlags::STAGE_1).into(),
        cells,
        may_build_mips: !switches.disable_mipmap && mip_count == 1,
        sixteen_bit: switches.force_16_bit_textures && format.bytes_per_pixel() == 4,
        header: header.clone(),
    })
}

fn pixel_offset(texm: &Texm<'_>, skipped: usize) -> usize {
    first_pixel(texm) + texm.levels.iter().take(skipped).map(|level| level.len()).sum::<usize>()
}

/// Where the largest level begins.
fn first_pixel(texm: &Texm<'_>) -> usize {
    Header::SIZE + if texm.palette.is_some() { COLOURS * 4 } else { 0 }
}

/// Where the engine takes the first level that is left to begin: behind the largest, or behind 1.25 times as many bytes
/// for two. That is wrong where a side is odd; see [`Loaded::pixel_offset`]. It never leaves out more.
pub fn engine_pixel_offset(texm: &Texm<'_>, skipped: u32) -> Option<u64> {
    let largest = u64::try_from(texm.levels.first()?.len()).ok()?;
    let passed = match skipped {
        0 => 0,
        1 => largest,
        2 => largest.checked_mul(5)? / 4,
        _ => return None,
    };
    Some(u64::try_from(first_pixel(texm)).ok()? + passed)
}

/// Alpha is drawn only where the format or the flags of the file ask for it, and the caller does not forbid it.
fn surface(header: &Header, format: PixelFormat, flags: LoadFlags) -> Surface {
    let asked = matches!(format, PixelFormat::Argb4444 | PixelFormat::Argb8888);
    let flagged = header.keyed() || header.fade().is_some();
    if (asked || flagged) && !flags.has(LoadFlags::OPAQUE) { Surface::Alpha } else { Surface::Opaque }
}

/// The sources speak of alpha surfaces only, so on an opaque one the palette is taken to stay plain.
fn palette_use(header: &Header, surface: Surface) -> PaletteUse {
    match surface {
        Surface::Opaque => PaletteUse::Plain,
        Surface::Alpha => header.fade().map_or(PaletteUse::Keyed, |colour| PaletteUse::Fade { colour }),
    }
}

impl Texm<'_> {
    /// The table that the engine makes of the page (`sub_1000FF60`) with `skipped` levels left out: first the whole
    /// texture, then each rectangle. Shares are those of the largest level, whatever was left out.
    pub fn cells(&self, skipped: u32) -> Vec<CellRect> {
        let Header { width, height, .. } = self.header;
        let left = |size: u32| i32::try_from(size.checked_shr(skipped).unwrap_or(0)).unwrap_or(i32::MAX);
        let bounds = [0, 0, left(width), left(height)];
        let whole = CellRect { bounds, u0: 0.0, v0: 0.0, du: 1.0, dv: 1.0 };
        let cell = |rect: &Rect| {
            let [x, y, w, h] = [rect.x, rect.y, rect.width, rect.height].map(i32::from);
            let share = |part: i32, of: u32| part as f32 / of.max(1) as f32;
            CellRect {
                bounds: [x, y, x + w, y + h].map(|edge| edge.wrapping_shl(skipped)),
                u0: share(x, width),
                v0: share(y, height),
                du: share(w, width),
                dv: share(h, height),
            }
        };
        [whole].into_iter().chain(self.page_rects().iter().map(cell)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn either_word_may_decide_which_levels_are_left_out() {
        let header = Header::get(&{
            let words = [0x6D78_6554, 256, 64, 9, 32, 0x1000_0000, 0, 565u32];
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            <[u8; 32]>::try_from(bytes).unwrap()
        });
        let flags = LoadFlags(0x0240_0000);
        assert_eq!(policy(&header, flags, MipFlags::Load), 2);
        assert_eq!(policy(&header, flags, MipFlags::Header), 1);
        assert_eq!(policy(&header, LoadFlags(0), MipFlags::Load), 0);
        assert_eq!(policy(&header, LoadFlags(0), MipFlags::Header), 1);
    }

    #[test]
    fn the_header_is_copied_to_where_the_object_keeps_it() {
        let places = ["magic", "width", "height", "mip_count", "flags4", "flags5", "mean_colour", "format"];
        let offsets: Vec<_> = places.into_iter().filter_map(object_offset).collect();
        assert_eq!(offsets, [56, 60, 64, 68, 72, 76, 80, 84]);
        assert_eq!(object_offset("palette"), None);
    }

    #[test]
    fn a_fade_goes_up_to_opaque() {
        assert_eq!((FADE[0], FADE[1], FADE[31]), (7, 15, 255));
    }

    #[test]
    fn a_processor_is_forced_only_by_values_that_are_known() {
        let forced = |value| force_cpu(value).map(|cpu| [cpu.sse, cpu.three_d_now, cpu.fxch, cpu.mmx]);
        assert_eq!(forced(2), Some([true, false, false, false]));
        assert_eq!(forced(5), Some([true; 4]));
        assert_eq!(forced(6), Some([true, true, true, false]));
        assert_eq!(forced(7), Some([false, false, false, true]));
        assert_eq!((forced(0), forced(1), forced(8)), (None, None, None));
    }
}
