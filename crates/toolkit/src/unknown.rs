//! What can be told of bytes that no format claims: what they look like, and what the archive around them says of them.

mod signs;

use crate::answer::Attributes;
use crate::open::{Asset, Holder};
use crate::plain;
use relict_core::archive::{RecordTable, Stored};
use relict_core::format::Facts;
use relict_core::text::{CodePage, hex};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// So much of a file is looked at; the rest of it will be like that.
const SAMPLE: usize = 4 << 20;
/// So many bytes are shown.
const FIRST: usize = 32;
/// Of fewer bytes it cannot be told whether they are packed: also random ones repeat too few of the 256 values.
const ENOUGH: usize = 512;
/// Bits of information in each byte. Compressed and encrypted data comes close to eight, sounds and numbers stay below.
const PACKED: f64 = 7.5;

/// Bytes of no known format, at a glance.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Content {
    /// What they most likely are: `empty`; `zeros`; `filled` with another byte; `records`, if the archive says so; `text`;
    /// `packed`, which is compressed, encrypted or random; `data`, which is anything else; or a kind of file that is known
    /// elsewhere, such as `png`, `wave` or `zip`.
    pub likely: &'static str,
    /// How the bytes of a text are taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<&'static str>,
    /// The only byte that there is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filled_with: Option<u8>,
    /// The table that they are, as the archive around them says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub records: Option<Records>,
    /// Bits of information in each byte, from 0 for a single value to 8 for noise; of the first four megabytes.
    pub entropy: f64,
    /// In hex.
    pub first_bytes: String,
    /// The same bytes as text, with dots for what no letter stands for.
    pub first_text: String,
}

/// A table of so many records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Records {
    pub count: usize,
    /// Bytes of one record.
    pub size: usize,
    /// Bytes in front of the first record.
    pub head: usize,
}

/// An entry as the archive around it has it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StoredEntry {
    pub name: String,
    /// What it is, where its name does not tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meaning: Option<&'static str>,
    /// Where its stored bytes begin in the archive.
    pub offset: usize,
    /// How many bytes it takes in the archive; none where no bytes are its own.
    pub stored_size: Option<usize>,
    pub attributes: Attributes<'static>,
}

impl From<RecordTable> for Records {
    fn from(RecordTable { head, size, count }: RecordTable) -> Self {
        Self { count, size, head }
    }
}

impl Content {
    pub fn of(asset: &Asset<'_>) -> Self {
        let table = asset.holder.and_then(|holder| holder.archive.record_table(holder.index));
        Self::of_bytes(asset.bytes, table.map(Records::from))
    }

    fn of_bytes(bytes: &[u8], records: Option<Records>) -> Self {
        let sample = whole_letters(&bytes[..bytes.len().min(SAMPLE)]);
        let entropy = entropy(sample);
        let filled_with = bytes.first().copied().filter(|first| bytes.iter().all(|byte| byte == first));
        let sign = filled_with.is_none().then(|| signs::find(bytes)).flatten();
        let encoding =
            encoding(sample).filter(|_| filled_with.is_none() && sign.is_none() && records.is_none());
        let likely = match filled_with {
            _ if bytes.is_empty() => "empty",
            Some(0) => "zeros",
            Some(_) => "filled",
            None if sign.is_some() => sign.unwrap_or_default(),
            None if records.is_some() => "records",
            None if encoding.is_some() => "text",
            None if is_packed(sample, entropy) => "packed",
            None => "data",
        };
        let first = &bytes[..bytes.len().min(FIRST)];
        let (first_bytes, first_text) = (hex(first), as_text(first, encoding));
        let entropy = (entropy * 100.0).round() / 100.0;
        Self { likely, encoding, filled_with, records, entropy, first_bytes, first_text }
    }

    /// For people, in the order in which they ask; the words for them are those of facts.
    pub fn facts(&self) -> Facts {
        let Self { likely, encoding, filled_with, records, entropy, first_bytes, first_text } = self;
        let mut facts: Facts = vec![("likely", (*likely).into())];
        facts.extend(encoding.map(|encoding| ("encoding", encoding.into())));
        facts.extend(filled_with.filter(|byte| *byte != 0).map(|byte| ("filled_with", byte_shown(byte))));
        if let Some(Records { count, size, head }) = *records {
            facts.extend([("record_count", count.into()), ("record_size", size.into())]);
            facts.extend((head > 0).then(|| ("record_head", head.into())));
        }
        if !first_bytes.is_empty() {
            facts.push(("entropy", (*entropy).into()));
            facts.push(("first_bytes", in_fours(first_bytes).into()));
            facts.push(("first_text", first_text.as_str().into()));
        }
        facts
    }
}

impl StoredEntry {
    /// None for a file, which no archive has.
    pub fn of(asset: &Asset<'_>) -> Option<Self> {
        let Holder { archive, index, .. } = asset.holder?;
        let entry = archive.entry(index)?;
        let stored_size = match archive.stored(index) {
            Stored::Plain(bytes) | Stored::Packed(bytes) => Some(bytes.len()),
            Stored::Nowhere => None,
        };
        Some(Self {
            name: entry.name.into_owned(),
            meaning: archive.meaning(index),
            offset: entry.offset,
            stored_size,
            attributes: Attributes { stated: entry.attributes.into(), facts: entry.facts.into() },
        })
    }

    /// For people; of the attributes only those that are its own.
    pub fn facts(&self) -> Facts {
        let mut facts: Facts = vec![("name", self.name.as_str().into())];
        facts.extend(self.meaning.map(|meaning| ("meaning", meaning.into())));
        facts.extend(self.attributes.stated.iter().cloned());
        facts.push(("offset", format!("{:#x}", self.offset).into()));
        facts.push(("stored_size", self.stored_size.into()));
        facts
    }
}

/// All that can be told of an asset of no known format.
pub fn facts(asset: &Asset<'_>) -> Facts {
    let entry = StoredEntry::of(asset).as_ref().map(StoredEntry::facts).unwrap_or_default();
    entry.into_iter().chain(Content::of(asset).facts()).collect()
}

/// Without the beginning of a letter that goes on behind the end of a sample.
fn whole_letters(sample: &[u8]) -> &[u8] {
    match std::str::from_utf8(sample) {
        Err(error) if error.error_len().is_none() => &sample[..error.valid_up_to()],
        _ => sample,
    }
}

/// How bytes that are text are to be taken.
fn encoding(bytes: &[u8]) -> Option<&'static str> {
    let in_pairs = bytes.len() > 2 && bytes.len().is_multiple_of(2);
    match bytes {
        [0xFF, 0xFE, ..] if in_pairs => Some("utf-16le"),
        [0xFE, 0xFF, ..] if in_pairs => Some("utf-16be"),
        _ => plain::encoding(bytes).map(CodePage::name),
    }
}

/// By Shannon, of single bytes.
fn entropy(bytes: &[u8]) -> f64 {
    let mut counts = [0_u32; 256];
    bytes.iter().for_each(|byte| counts[usize::from(*byte)] += 1);
    let all = bytes.len() as f64;
    let shares = counts.iter().filter(|count| **count > 0).map(|count| f64::from(*count) / all);
    shares.map(|share| -share * share.log2()).sum()
}

/// The less there is, the further noise stays below eight bits: every value has one chance less to have its share.
fn is_packed(bytes: &[u8], entropy: f64) -> bool {
    let short_of_it = 255.0 / (2.0 * bytes.len() as f64 * std::f64::consts::LN_2);
    bytes.len() >= ENOUGH && entropy >= PACKED - short_of_it
}

fn as_text(bytes: &[u8], encoding: Option<&str>) -> String {
    let pages = [CodePage::Utf8, CodePage::Windows1251, CodePage::Windows1252];
    match pages.into_iter().find(|page| encoding == Some(page.name())) {
        Some(page) => page.show(whole_letters(bytes)).replace(char::is_control, "."),
        None => bytes
            .iter()
            .map(|byte| if matches!(byte, b' '..=b'~') { char::from(*byte) } else { '.' })
            .collect(),
    }
}

fn byte_shown(byte: u8) -> Value {
    format!("{byte:#04x}").into()
}

/// Hex with a space after every four bytes.
fn in_fours(digits: &str) -> String {
    digits.as_bytes().chunks(8).map(String::from_utf8_lossy).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Language;

    fn likely(bytes: &[u8]) -> &'static str {
        Content::of_bytes(bytes, None).likely
    }

    /// Noise, always the same.
    fn noise(size: usize) -> Vec<u8> {
        let mut state = 0x2545_F491_4F6C_DD1D_u64;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 32) as u8
        };
        (0..size).map(|_| next()).collect()
    }

    #[test]
    fn what_bytes_look_like_is_told() {
        assert_eq!(likely(b""), "empty");
        assert_eq!(likely(&[0; 70]), "zeros");
        assert_eq!(Content::of_bytes(&[0xFF; 70], None).filled_with, Some(0xFF));
        assert_eq!(likely(b"\x89PNG\r\n\x1a\nmore"), "png");
        assert_eq!(likely(b"RIFF\x04\0\0\0WAVEfmt "), "wave");
        assert_eq!(likely(b"RIFF\x04\0\0\0CDDAfmt "), "riff");
        assert_eq!(likely(b"two lines\r\nof text"), "text");
        assert_eq!(likely(&noise(600)), "packed");
        assert_eq!(likely(&noise(1 << 16)), "packed");
        assert_eq!(likely(&noise(100)), "data", "too few to tell");
        let numbers: Vec<u8> = (0..4000_u32).flat_map(|i| (i as f32 / 7.0).to_le_bytes()).collect();
        assert_eq!(likely(&numbers), "data");
    }

    #[test]
    fn a_text_has_its_encoding_and_its_first_letters() {
        let of = |bytes: &[u8]| {
            let content = Content::of_bytes(bytes, None);
            (content.encoding, content.first_text)
        };
        assert_eq!(of(b"a\r\nb"), (Some("utf-8"), "a..b".into()));
        assert_eq!(of("Паркан: Железная стратегия".as_bytes()), (Some("utf-8"), "Паркан: Железная ".into()));
        assert_eq!(of(b"\xcf\xe0\xf0\xea\xe0\xed"), (Some("windows-1251"), "Паркан".into()));
        assert_eq!(of(b"\xff\xfea\0b\0"), (Some("utf-16le"), "..a.b.".into()));
        assert_eq!(of(b"\x01\x02strange"), (None, "..strange".into()));
    }

    #[test]
    fn a_long_text_is_one_wherever_it_is_cut() {
        for extra in 0..3 {
            let text = ["x".repeat(extra), "ш".repeat(SAMPLE)].concat();
            assert_eq!(likely(text.as_bytes()), "text", "{extra}");
        }
    }

    #[test]
    fn records_are_what_the_archive_says_unless_the_bytes_say_more() {
        let records = Some(Records { count: 3, size: 4, head: 0 });
        let of = |bytes: &[u8]| Content::of_bytes(bytes, records);
        assert_eq!((of(b"abcdefghijkl").likely, of(b"abcdefghijkl").encoding), ("records", None));
        assert_eq!((of(&[0; 12]).likely, of(&[0; 12]).records), ("zeros", records));
        assert_eq!(of(b"PK\x03\x04abcdefgh").likely, "zip");
    }

    #[test]
    fn entropy_is_counted_in_bits_of_each_byte() {
        let all: Vec<u8> = (0..=255).collect();
        let of = |bytes: &[u8]| Content::of_bytes(bytes, None).entropy;
        assert_eq!([of(b""), of(b"aaaa"), of(b"abab"), of(b"abcd"), of(&all)], [0.0, 0.0, 1.0, 2.0, 8.0]);
    }

    #[test]
    fn every_meaning_has_its_words_in_both_languages() {
        let mut words = 0;
        for ops in crate::FORMATS.iter().filter_map(|kind| kind.facets.archive) {
            for word in (ops.meanings)() {
                for language in [Language::English, Language::Russian] {
                    let said = language.catalogue().fact_value("meaning", word);
                    assert!(said.starts_with(&format!("{word} (")), "{said} in {language:?}");
                }
                words += 1;
            }
        }
        assert!(words > 20, "{words}");
    }

    #[test]
    fn every_kind_has_a_name_in_both_languages() {
        let own = ["empty", "zeros", "filled", "records", "text", "packed", "data"];
        for id in own.into_iter().chain(signs::ids()) {
            for language in [Language::English, Language::Russian] {
                let said = language.catalogue().get(&format!("fact-likely-{id}"), &vec![]);
                assert!(said.is_some(), "{id} in {language:?}");
            }
        }
    }
}
