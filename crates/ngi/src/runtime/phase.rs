//! A phase as the engine holds it in memory, and what it blends of two (spec 3.3, 4.4).

use crate::mat0::Phase;
use relict_core::prelude::*;

/// No texture, no cell.
pub const NONE: i32 = -1;

record! {
    /// A Direct3D material of 68 bytes, a slot of the texture cache, and a cell. Colours are r, g, b, a.
    pub struct Phase76: 76 {
        0x00 diffuse: [f32; 4],
        /// Light that the surface gives by itself; the alpha is the one that reaches the screen.
        0x10 ambient: [f32; 4],
        0x20 specular: [f32; 4],
        0x30 emissive: [f32; 4],
        /// An exponent: the device gets two to this power.
        0x40 power: u32,
        /// A slot of the texture cache; -1 for none.
        0x44 texture: i32,
        /// A place in the page of the texture; -1 for all of it.
        0x48 cell: i32,
    }
}

/// What a mask asks to blend (spec 4.4). The three other alphas, power, texture and cell never are.
mod mask {
    pub(super) const AMBIENT: u32 = 0x01;
    pub(super) const DIFFUSE: u32 = 0x02;
    pub(super) const SPECULAR: u32 = 0x04;
    pub(super) const EMISSIVE: u32 = 0x08;
    pub(super) const AMBIENT_ALPHA: u32 = 0x10;
}

impl Phase76 {
    /// The record of a phase whose texture went into `slot`. Without a name, neither texture nor cell is kept.
    pub fn of(phase: &Phase, slot: i32) -> Self {
        let unit = |[r, g, b, a]: [u8; 4]| [r, g, b, a].map(|byte| f32::from(byte) / 255.0);
        let [r, g, b] = phase.ambient;
        let mut ambient = unit([r, g, b, 0]);
        ambient[3] = f32::from(phase.ambient_alpha) * 0.01;
        let textured = phase.has_texture();
        Self {
            diffuse: unit(phase.diffuse),
            ambient,
            specular: unit(phase.specular),
            emissive: unit(phase.emissive),
            power: phase.power.into(),
            texture: if textured { slot } else { NONE },
            cell: if textured { phase.cell.into() } else { NONE },
        }
    }

    /// The record as it lies in memory.
    pub fn to_bytes(&self) -> [u8; 76] {
        let mut bytes = [0; 76];
        self.put(&mut bytes);
        bytes
    }

    /// The colours in the order of the record.
    pub fn floats(&self) -> [f32; 16] {
        let colours = [self.diffuse, self.ambient, self.specular, self.emissive];
        std::array::from_fn(|i| colours[i / 4][i % 4])
    }

    /// This, as far on the way to `next` as `factor` says, in what `mask` asks for.
    ///
    /// The offsets that the seeds give for the masks are four bytes too high for this record; see the proof in spec 4.4.
    /// That the three other alphas are those of `self` rests on one source (spec 10).
    #[must_use]
    pub fn blended(&self, next: &Self, factor: f32, mask: u32) -> Self {
        let mut out = self.clone();
        let blend = |a: &mut f32, b: f32| *a += (b - *a) * factor;
        for (bit, colour, other) in [
            (mask::AMBIENT, &mut out.ambient, &next.ambient),
            (mask::DIFFUSE, &mut out.diffuse, &next.diffuse),
            (mask::SPECULAR, &mut out.specular, &next.specular),
            (mask::EMISSIVE, &mut out.emissive, &next.emissive),
        ] {
            if mask & bit != 0 {
                colour.iter_mut().zip(other).take(3).for_each(|(a, b)| blend(a, *b));
            }
        }
        if mask & mask::AMBIENT_ALPHA != 0 {
            blend(&mut out.ambient[3], next.ambient[3]);
        }
        out
    }
}

/// Before anything was sampled, the scratch record is what static memory is.
impl Default for Phase76 {
    fn default() -> Self {
        Self::get(&[0; 76])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A phase on disk whose bytes are 0, 1, 2 and so on, and whose texture has a name.
    fn counted() -> Phase {
        let mut bytes: [u8; 34] = std::array::from_fn(|i| i as u8);
        bytes[18..].fill(b'x');
        bytes[17] = 0xFE;
        Phase::get(&bytes)
    }

    #[test]
    fn each_byte_goes_to_the_offset_of_the_table_in_3_3() {
        let bytes = Phase76::of(&counted(), 5).to_bytes();
        let float = |at: usize| f32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        for (byte, at) in [(0, 16), (1, 20), (2, 24), (4, 0), (5, 4), (6, 8), (7, 12), (8, 32), (11, 44)] {
            assert_eq!(float(at), f32::from(byte as u8) / 255.0, "p{byte}");
        }
        assert_eq!((float(28), float(48), float(60)), (0.03, 12.0 / 255.0, 15.0 / 255.0));
        assert_eq!(&bytes[64..], [16, 0, 0, 0, 5, 0, 0, 0, 0xFE, 0xFF, 0xFF, 0xFF]);
    }

    #[test]
    fn without_a_name_there_is_neither_texture_nor_cell() {
        let mut phase = counted();
        phase.texture.0[0] = 0;
        let record = Phase76::of(&phase, 5);
        assert_eq!((record.texture, record.cell), (NONE, NONE));
    }

    #[test]
    fn each_bit_of_the_mask_blends_its_fields_and_no_other() {
        let zero = Phase76::default();
        let one = Phase76 {
            diffuse: [1.0; 4],
            ambient: [1.0; 4],
            specular: [1.0; 4],
            emissive: [1.0; 4],
            power: 1,
            texture: 1,
            cell: 1,
        };
        for (mask, changed) in [
            (0x01, &[16, 20, 24][..]),
            (0x02, &[0, 4, 8]),
            (0x04, &[32, 36, 40]),
            (0x08, &[48, 52, 56]),
            (0x10, &[28]),
            (0x1F, &[0, 4, 8, 16, 20, 24, 28, 32, 36, 40, 48, 52, 56]),
            (0xFFFF_FFE0, &[]),
        ] {
            let bytes = zero.blended(&one, 0.5, mask).to_bytes();
            let fields = bytes.chunks_exact(4).enumerate();
            let half = 0.5f32.to_le_bytes();
            let found: Vec<usize> = fields.filter(|(_, field)| **field == half).map(|(i, _)| i * 4).collect();
            assert_eq!(found, changed, "{mask:#x}");
        }
    }
}
