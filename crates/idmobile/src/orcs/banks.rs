//! Games whose textures are in banks, as the community's editor reads them.

use crate::gallery::palette_edits::repainted;
use crate::gallery::texels::texels_of;
use crate::gallery::{Blob, Changes, Edits, Gallery, Lookup, Refusal, Square, Trouble, Which};
use crate::palettes::Palettes;
use crate::resource::{MAPPINGS, PALETTES, need, sound};
use crate::sprite::DEPTH;
use crate::texture::{BYTES, SIDE};
use crate::wtexels::Wtexels;
use relict_core::record::Field;

/// A texture with its depth in front.
const CHUNK: usize = BYTES + 1;

/// A bank of textures as the community's editor reads it.
#[derive(Clone, Debug)]
struct Bank {
    name: String,
    number: usize,
    /// Whether every texture has its depth in front, and no size stands at the front of all.
    prefixed: bool,
    bytes: Vec<u8>,
}

impl Bank {
    fn load(lookup: Lookup<'_, '_>, number: usize) -> Result<Option<Self>, Trouble> {
        let name = format!("wtexels{number}.bin");
        let Some(bytes) = lookup(&name) else { return Ok(None) };
        let bytes = bytes.into_owned();
        let sized = sound::<Wtexels<'_>>(&name, &bytes).map(drop);
        let chunks = bytes.chunks(CHUNK);
        let prefixed =
            !bytes.is_empty() && bytes.len().is_multiple_of(CHUNK) && chunks.clone().all(|c| c[0] == DEPTH);
        match sized {
            Err(trouble) if !prefixed => Err(trouble),
            sized => Ok(Some(Self { name, number, prefixed: sized.is_err(), bytes })),
        }
    }

    /// Where the first texture begins, and how far it is from one to the next.
    fn steps(&self) -> (usize, usize) {
        if self.prefixed { (1, CHUNK) } else { (4, BYTES) }
    }

    fn len(&self) -> usize {
        self.bytes.len() / self.steps().1
    }

    fn texels(&mut self, i: usize) -> Option<&mut [u8]> {
        let (first, step) = self.steps();
        self.bytes.get_mut(first.checked_add(i.checked_mul(step)?)?..)?.get_mut(..BYTES)
    }

    fn blobs(&self) -> Vec<Blob<'static>> {
        let (first, step) = self.steps();
        let blob = |i: usize| {
            let start = first + i * step;
            let drawing = Square::new(self.bytes.get(start..start + BYTES)?.to_vec(), DEPTH)?;
            let (offset, size) = if self.prefixed { (start - 1, CHUNK) } else { (start, BYTES) };
            Some(Blob {
                file: self.name.clone().into(),
                bank: self.number,
                offset,
                size,
                depth: DEPTH,
                drawing,
            })
        };
        (0..self.len()).filter_map(blob).collect()
    }

    fn push(&mut self, texels: &[u8]) -> Result<(), Refusal> {
        if self.prefixed {
            self.bytes.push(DEPTH);
        }
        self.bytes.extend(texels);
        if !self.prefixed {
            let size = u32::try_from(self.bytes.len() - 4)
                .map_err(|_| Refusal::Full { resource: self.name.clone() })?;
            size.put(&mut self.bytes[..4]);
        }
        Ok(())
    }
}

/// A game whose textures are in banks. With which palettes they are shown is not known.
pub(super) struct Banks {
    banks: Vec<Bank>,
    palettes: Vec<u8>,
}

impl Banks {
    pub(super) fn load(lookup: Lookup<'_, '_>) -> Result<Self, Trouble> {
        need(lookup, "wtexels0.bin")?;
        let mut banks = vec![];
        for number in 0..2 {
            banks.extend(Bank::load(lookup, number)?);
        }
        Ok(Self { banks, palettes: need(lookup, PALETTES)?.into_owned() })
    }

    fn parsed_palettes(&self) -> Result<Palettes<'_>, Trouble> {
        sound(PALETTES, &self.palettes)
    }

    pub(super) fn gallery(&self) -> Result<Gallery<'static>, Trouble> {
        Ok(Gallery {
            palettes: self.parsed_palettes()?.gallery(),
            textures: self.banks.iter().flat_map(Bank::blobs).collect(),
            ..Gallery::default()
        })
    }

    pub(super) fn change(mut self, lookup: Lookup<'_, '_>, edits: &Edits) -> Result<Changes, Refusal> {
        let gallery = self.gallery()?;
        let wrong =
            edits.flats.keys().map(|&i| Which::Flat(i)).chain(edits.shapes.keys().map(|&i| Which::Shape(i)));
        if let Some(which) = wrong.into_iter().next() {
            return Err(Refusal::Missing(which));
        }
        // Whether maps show a texture cannot be told.
        if edits.dropped.values().any(|count| *count > 0) {
            return Err(Refusal::Needs { resource: MAPPINGS });
        }
        for (&i, indices) in &edits.textures {
            let which = Which::Texture(i);
            let old = gallery.textures.get(i).ok_or(Refusal::Missing(which))?;
            let texels = texels_of(which, indices, SIDE, DEPTH)?;
            let before = gallery.textures.iter().take(i).filter(|other| other.bank == old.bank).count();
            let bank = self.banks.iter_mut().find(|bank| bank.number == old.bank);
            let room = bank.and_then(|bank| bank.texels(before)).ok_or(Refusal::Missing(which))?;
            room.copy_from_slice(&texels);
        }
        let last = self.banks.last().map_or(0, |bank| bank.number);
        for (number, indices) in &edits.added {
            let bank = self.banks.iter_mut().find(|bank| bank.number == *number);
            let bank = bank.ok_or(Refusal::NotLast { bank: *number, last })?;
            bank.push(&texels_of(Which::Texture(bank.len()), indices, SIDE, DEPTH)?)?;
        }
        let mut changes = Changes::default();
        // Nor can it be told of a palette.
        let palettes = repainted(&self.parsed_palettes()?, None, 1, edits)?;
        changes.put(lookup, PALETTES, palettes);
        for bank in self.banks {
            changes.put(lookup, &bank.name, bank.bytes);
        }
        Ok(changes)
    }
}
