//! Texts as the games keep them.

use crate::make::images::File;
use relict_toolkit::core::text::LATIN_1;
use relict_toolkit::idmobile::index::{Width, written};

/// One byte for each letter, as all games have it.
fn latin(text: &str) -> Vec<u8> {
    LATIN_1.bytes(text).unwrap_or_else(|letter| panic!("{letter} is no letter of ISO-8859-1"))
}

/// A file of Doom RPG: each text with its length in front.
pub fn strings(texts: &[&str]) -> Vec<u8> {
    let counted = |text: &str| {
        let text = latin(text);
        [&(text.len() as u16).to_le_bytes()[..], &text].concat()
    };
    let count = (texts.len() as u16).to_le_bytes();
    count.into_iter().chain(texts.iter().flat_map(|text| counted(text))).collect()
}

/// The index and the files of the later games: a file for each language, with one group of texts.
pub fn banks(languages: &[&[&str]]) -> Vec<File> {
    let bank = |texts: &&[&str]| -> Vec<u8> {
        texts.iter().flat_map(|text| [latin(text), vec![0]].concat()).collect()
    };
    indexed("strings", &languages.iter().map(|texts| vec![bank(texts)]).collect::<Vec<_>>())
}

/// An index, and the chunks of each of its files.
pub fn indexed(stem: &str, files: &[Vec<Vec<u8>>]) -> Vec<File> {
    let sizes: Vec<(u8, Vec<usize>)> =
        (0..).zip(files).map(|(i, chunks)| (i, chunks.iter().map(Vec::len).collect())).collect();
    let index = written(Width::Wide, &sizes).unwrap_or_else(|| panic!("too many chunks"));
    let numbered = files.iter().enumerate().map(|(i, chunks)| (format!("{stem}{i}.bin"), chunks.concat()));
    [(format!("{stem}.idx"), index)].into_iter().chain(numbered).collect()
}

/// A picture of 8 by 8 pixels as PNG: an eye.
pub const EYE: &[u8] = b"\x89PNG\x0d\x0a\x1a\x0a\x00\x00\x00\x0dIHDR\x00\x00\x00\x08\x00\x00\x00\x08\x01\x00\x00\x00\x00\xect\x83&\x00\x00\x00\x15IDATx\xdac\xb0apb\x98\xc9\xb0\x14\x08g\x02Y6\x00\x1b\xd0\x03y&\xe5\xa7K\x00\x00\x00\x00IEND\xaeB`\x82";

/// A melody of one note, as MIDI.
pub fn melody() -> Vec<u8> {
    let track = [&[0, 0x90, 60, 100, 96, 0x80, 60, 0][..], &[0, 0xFF, 0x2F, 0]].concat();
    let head = [&b"MThd"[..], &[0, 0, 0, 6, 0, 0, 0, 1, 0, 96], b"MTrk"].concat();
    [&head[..], &(track.len() as u32).to_be_bytes(), &track].concat()
}
