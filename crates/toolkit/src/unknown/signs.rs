//! Kinds of files of the wide world, by the bytes that they begin with. Relict reads none of them; it only knows them when
//! it sees them.

type Test = fn(&[u8]) -> bool;

/// What a kind is called, where its mark stands, and the mark. Of two that fit, the first counts.
const MARKS: &[(&str, usize, &[u8])] = &[
    // Pictures and models.
    ("png", 0, b"\x89PNG\r\n\x1a\n"),
    ("jpeg", 0, b"\xff\xd8\xff"),
    ("gif", 0, b"GIF87a"),
    ("gif", 0, b"GIF89a"),
    ("tiff", 0, b"II*\0"),
    ("tiff", 0, b"MM\0*"),
    ("dds", 0, b"DDS "),
    ("psd", 0, b"8BPS"),
    ("gltf", 0, b"glTF"),
    ("blend", 0, b"BLENDER"),
    ("directx-model", 0, b"xof 0303"),
    // Sounds and films.
    ("wave", 8, b"WAVE"),
    ("avi", 8, b"AVI "),
    ("midi", 8, b"RMID"),
    ("midi", 0, b"MThd"),
    ("ogg", 0, b"OggS"),
    ("flac", 0, b"fLaC"),
    ("mp3", 0, b"ID3"),
    ("voc", 0, b"Creative Voice File\x1a"),
    ("bink", 0, b"BIK"),
    ("smacker", 0, b"SMK2"),
    ("smacker", 0, b"SMK4"),
    ("mpeg", 0, b"\0\0\x01\xba"),
    ("quicktime", 4, b"moov"),
    ("quicktime", 4, b"mdat"),
    ("mp4", 4, b"ftyp"),
    ("riff", 0, b"RIFF"),
    ("iff", 0, b"FORM"),
    // Archives.
    ("zip", 0, b"PK\x03\x04"),
    ("zip", 0, b"PK\x05\x06"),
    ("gzip", 0, b"\x1f\x8b\x08"),
    ("bzip2", 0, b"BZh"),
    ("xz", 0, b"\xfd7zXZ\0"),
    ("7z", 0, b"7z\xbc\xaf\x27\x1c"),
    ("rar", 0, b"Rar!\x1a\x07"),
    ("cab", 0, b"MSCF"),
    ("installshield", 0, b"ISc("),
    ("szdd", 0, b"SZDD\x88\xf0\x27\x33"),
    ("lha", 2, b"-lh"),
    // Programs and documents.
    ("elf", 0, b"\x7fELF"),
    ("java-class", 0, b"\xca\xfe\xba\xbe"),
    ("pdf", 0, b"%PDF-"),
    ("rtf", 0, b"{\\rtf"),
    ("winhelp", 0, b"?_\x03\0"),
    ("chm", 0, b"ITSF"),
    ("sqlite", 0, b"SQLite format 3\0"),
    ("ole", 0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
];

/// Kinds whose mark is so short that something else must fit, too.
const TESTS: &[(&str, Test)] = &[
    ("bmp", |bytes| bytes.starts_with(b"BM") && states_its_size(bytes, 2)),
    ("flic", |bytes| matches!(bytes.get(4..6), Some(b"\x11\xaf" | b"\x12\xaf")) && states_its_size(bytes, 0)),
    ("3ds", |bytes| bytes.starts_with(b"MM") && states_its_size(bytes, 2)),
    ("pcx", is_pcx),
    ("tga", |bytes| bytes.ends_with(b"TRUEVISION-XFILE.\0")),
    ("exe", is_program),
    ("zlib", is_zlib),
];

/// The kind of file that the bytes are by their marks.
pub(super) fn find(bytes: &[u8]) -> Option<&'static str> {
    let stands =
        |(_, at, mark): &&(&str, usize, &[u8])| bytes.get(*at..).is_some_and(|rest| rest.starts_with(mark));
    // Behind the name of a group, the second mark alone would be four letters of any text.
    let in_group = |mark: &&(&str, usize, &[u8])| mark.1 != 8 || bytes.starts_with(b"RIFF");
    let marked = MARKS.iter().find(|mark| in_group(mark) && stands(mark)).map(|(id, ..)| *id);
    marked.or_else(|| TESTS.iter().find(|(_, fits)| fits(bytes)).map(|(id, _)| *id))
}

#[cfg(test)]
pub(super) fn ids() -> impl Iterator<Item = &'static str> {
    MARKS.iter().map(|(id, ..)| *id).chain(TESTS.iter().map(|(id, _)| *id))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<usize> {
    let field = bytes.get(at..)?.first_chunk()?;
    usize::try_from(u32::from_le_bytes(*field)).ok()
}

fn states_its_size(bytes: &[u8], at: usize) -> bool {
    u32_at(bytes, at) == Some(bytes.len())
}

/// The maker's number, a version that there was, run-length encoding, and bits per pixel.
fn is_pcx(bytes: &[u8]) -> bool {
    bytes.len() > 128 && matches!(bytes, [0x0A, 0 | 2..=5, 1, 1 | 2 | 4 | 8, ..])
}

/// A program of DOS, or of Windows behind one.
fn is_program(bytes: &[u8]) -> bool {
    let header = u32_at(bytes, 0x3C).and_then(|at| bytes.get(at..)).unwrap_or_default();
    bytes.starts_with(b"MZ") && [&b"PE\0\0"[..], b"NE", b"LE"].iter().any(|mark| header.starts_with(mark))
}

/// A window of 32 KiB, no dictionary, and a check that comes out even.
fn is_zlib(bytes: &[u8]) -> bool {
    bytes.len() > 8 && matches!(bytes, [0x78, 0x01 | 0x5E | 0x9C | 0xDA, ..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_mark_alone_is_none() {
        let with_size = |mark: &[u8], at: usize| {
            let mut bytes = vec![0; 60];
            bytes[..mark.len()].copy_from_slice(mark);
            bytes[at] = 60;
            bytes
        };
        assert_eq!(find(&with_size(b"BM", 2)), Some("bmp"));
        assert_eq!(find(b"BM is a name"), None);
        assert_eq!(find(&with_size(b"MM", 2)), Some("3ds"));
        assert_eq!(find(b"MZ and no more"), None);
        assert_eq!(find(b"letters:WAVE"), None);
        assert_eq!(find(b"\x78\x9c\x01\x02\x03\x04\x05\x06\x07"), Some("zlib"));
        assert_eq!(find(b"x"), None);
    }

    #[test]
    fn a_program_is_known_by_its_second_header() {
        let mut program = vec![0; 0x48];
        program[..2].copy_from_slice(b"MZ");
        program[0x3C] = 0x40;
        program[0x40..0x44].copy_from_slice(b"PE\0\0");
        assert_eq!(find(&program), Some("exe"));
        program[0x3F] = 0xFF;
        assert_eq!(find(&program), None);
    }
}
