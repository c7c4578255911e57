//! The container of `.glb`: a header, the JSON, the numbers.

use super::GltfError;
use crate::phrases;

pub(super) const MAGIC: &[u8; 4] = b"glTF";

const VERSION: u32 = 2;
const JSON: u32 = u32::from_le_bytes(*b"JSON");
const BIN: u32 = u32::from_le_bytes(*b"BIN\0");

/// The JSON of a file and the numbers in it, if it has any.
pub(super) fn split(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), GltfError> {
    let Some(rest) = bytes.strip_prefix(MAGIC) else { return Ok((bytes, None)) };
    let cut = || GltfError::Broken(phrases::gltf_cut().into());
    let (version, rest) = number(rest).ok_or_else(cut)?;
    if version != VERSION {
        return Err(GltfError::Version { found: version.to_string() });
    }
    let (length, _) = number(rest).ok_or_else(cut)?;
    // The length counts the header too.
    let rest = bytes.get(12..length as usize).ok_or_else(cut)?;
    let (kind, json, rest) = chunk(rest).ok_or_else(cut)?;
    if kind != JSON {
        return Err(GltfError::Broken(phrases::gltf_first_chunk().into()));
    }
    if rest.is_empty() {
        return Ok((json, None));
    }
    let (kind, numbers, _) = chunk(rest).ok_or_else(cut)?;
    Ok((json, (kind == BIN).then_some(numbers)))
}

fn number(bytes: &[u8]) -> Option<(u32, &[u8])> {
    bytes.split_first_chunk().map(|(number, rest)| (u32::from_le_bytes(*number), rest))
}

fn chunk(bytes: &[u8]) -> Option<(u32, &[u8], &[u8])> {
    let (length, rest) = number(bytes)?;
    let (kind, rest) = number(rest)?;
    let (content, rest) = rest.split_at_checked(length as usize)?;
    Some((kind, content, rest))
}

/// One file of both. There are `count` bytes of numbers, in whole words, which `numbers` appends.
pub(super) fn join(
    json: &[u8],
    count: usize,
    numbers: impl FnOnce(&mut Vec<u8>),
) -> Result<Vec<u8>, GltfError> {
    let padded = json.len().next_multiple_of(4);
    let length = 12 + 8 + padded + if count > 0 { 8 + count } else { 0 };
    let stated = |size: usize| {
        u32::try_from(size).map_err(|_| GltfError::Unwritable(phrases::gltf_too_many_bytes(size).into()))
    };
    let header = [VERSION, stated(length)?, stated(padded)?, JSON];
    let mut out = Vec::with_capacity(length);
    out.extend_from_slice(MAGIC);
    out.extend(header.iter().flat_map(|word| word.to_le_bytes()));
    out.extend_from_slice(json);
    out.resize(out.len() + padded - json.len(), b' ');
    if count > 0 {
        out.extend([stated(count)?, BIN].iter().flat_map(|word| word.to_le_bytes()));
        numbers(&mut out);
    }
    Ok(out)
}
