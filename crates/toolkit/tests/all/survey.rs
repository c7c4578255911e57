//! A survey counts what is there, and tells nothing of it.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{CONTEXT, Folder, assets};
use relict_samples::Sample;
use relict_toolkit::FORMATS;
use relict_toolkit::answer::{SurveyAnswer, SurveyFile};
use relict_toolkit::core::format::{Context, Limits};
use relict_toolkit::core::record::Shape;
use relict_toolkit::core::rng::noise;
use relict_toolkit::core::survey::{Counts, doubts, has_doubts, is_guessed, is_unknown};
use relict_toolkit::core::trace::What;
use relict_toolkit::messages::{Language, key};
use relict_toolkit::open::Asset;
use relict_toolkit::survey::{self, Surveyed, Verdict, compare, measures};
use serde_json::Value;
use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;

static ALL: LazyLock<Vec<Sample>> = LazyLock::new(relict_samples::all);

/// The sample world with its report.
static WORLD: LazyLock<SurveyAnswer> = LazyLock::new(|| {
    let (mut counted, mut files) = (Surveyed::default(), vec![]);
    for sample in ALL.iter() {
        let (of, row) = surveyed(sample);
        counted = counted.merged(of);
        files.push(row);
    }
    SurveyAnswer::new(counted, files)
});

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The files of the folder that a sample lies in.
fn beside(path: &str) -> Folder {
    let here = ALL.iter().filter(|sample| folder(&sample.path) == folder(path));
    Folder(
        here.map(|sample| (sample.path[folder(path).len() + 1..].to_owned(), sample.bytes.clone())).collect(),
    )
}

fn surveyed(sample: &Sample) -> (Surveyed, SurveyFile) {
    let (asset, library) = (Asset::file(&sample.path, &sample.bytes), beside(&sample.path));
    let counted = survey::file(&asset, Context { library: &library, ..CONTEXT }, &|_| ());
    let format = asset.kind().map(|kind| kind.id);
    let hash = relict_toolkit::core::text::hex(&[0xAB; 32]);
    let row = SurveyFile::of(&sample.path, sample.bytes.len(), format, Some(hash), &counted);
    (counted, row)
}

/// What was counted in a file alone.
fn alone(name: &str, bytes: &[u8]) -> Surveyed {
    survey::file(&Asset::file(name, bytes), CONTEXT, &|_| ())
}

fn report(counted: Surveyed) -> SurveyAnswer {
    SurveyAnswer::new(counted, vec![])
}

/// The bytes of a file, and of everything in it at every depth.
fn payloads(asset: &Asset<'_>, depth: usize, hear: &mut dyn FnMut(&[u8])) {
    hear(asset.bytes);
    let Some(archive_kind) = asset.kind().filter(|kind| kind.is_archive() && depth > 0) else { return };
    let Ok(document) = archive_kind.open(asset.bytes, asset.origin) else { return };
    let Some(archive) = document.archive() else { return };
    for i in 0..archive.len() {
        if let (Ok(bytes), Some(entry)) = (archive.payload(i, Limits::default()), archive.entry(i)) {
            let inner = Asset { path: "", origin: entry.origin(), bytes: &bytes, holder: None };
            payloads(&inner, depth - 1, hear);
        }
    }
}

/// All that a report may say in letters: what this program calls things, and names and hashes of files.
fn vocabulary(json: &Value) -> BTreeSet<String> {
    let mut known: BTreeSet<String> = BTreeSet::new();
    for kind in FORMATS.iter() {
        known.insert(kind.id.into());
        known.extend(kind.rules.iter().map(|rule| rule.code.to_owned()));
        known.extend(kind.measures.iter().map(|measure| measure.code.to_owned()));
        for table in kind.file.all() {
            for row in table.rows {
                known.insert(format!("{}.{}", table.name, row.name));
                if let Some((_, Shape::Bits(_, parts))) = row.place {
                    known.extend(parts.iter().map(|(part, _)| format!("{}.{}.{part}", table.name, row.name)));
                }
            }
        }
    }
    known.extend(["error", "warning", "relict.survey/1", env!("CARGO_PKG_VERSION"), ""].map(String::from));
    for file in json["files"].as_array().unwrap() {
        known.extend([&file["path"], &file["sha256"]].map(|text| text.as_str().unwrap().to_owned()));
    }
    known
}

/// Calls `hear` with every text of a report, but for the types of numbers and of entries.
fn texts(json: &Value, hear: &mut dyn FnMut(&str)) {
    match json {
        Value::String(text) => hear(text),
        Value::Array(items) => items.iter().for_each(|item| texts(item, hear)),
        Value::Object(members) => {
            members.iter().filter(|(name, _)| *name != "type").for_each(|(_, item)| texts(item, hear));
        }
        _ => {}
    }
}

#[test]
fn whatever_a_report_says_in_letters_is_a_name_of_ours_or_of_a_file() {
    let json: Value = serde_json::from_str(&WORLD.to_text()).unwrap();
    let known = vocabulary(&json);
    let mut count = 0;
    texts(&json, &mut |text| {
        assert!(known.contains(text), "{text}");
        count += 1;
    });
    assert!(count > 500, "{count}");
    let types =
        |of: &str| json[of].as_array().unwrap().iter().map(|row| row["type"].as_str().unwrap().to_owned());
    // Of entries that no format knows, an archive's own four letters; of fields, the name of a type.
    assert!(types("unknown").all(|name| name.len() <= 4));
    assert!(types("fields").all(|name| name.contains(['8', '6', '2']) && name.len() < 12));
}

/// A text as bytes in every way in which it could carry some: as it is, and hex digits and Base64 for what they stand for.
fn carried(text: &str) -> Vec<Vec<u8>> {
    use base64::Engine;
    let mut all = vec![text.as_bytes().to_owned()];
    for run in text.split(|c: char| !c.is_ascii_hexdigit()).filter(|run| run.len() >= 16) {
        for start in 0..2 {
            let digits: Vec<char> = run[start..].chars().collect();
            let pairs =
                digits.chunks_exact(2).map(|pair| u8::from_str_radix(&pair.iter().collect::<String>(), 16));
            all.push(pairs.collect::<Result<_, _>>().unwrap());
        }
    }
    let is_base64 = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/');
    for run in text.split(|c: char| !is_base64(c)).filter(|run| run.len() >= 11) {
        for start in 0..4 {
            let whole = &run[start..][..(run.len() - start) / 4 * 4];
            all.extend(base64::engine::general_purpose::STANDARD_NO_PAD.decode(whole));
        }
    }
    all
}

/// The numbers of every field in the order of the report, as the file would hold them.
fn packed_numbers(report: &SurveyAnswer) -> Vec<Vec<u8>> {
    let bytes = |kind: &str, value: f64| match kind.split('[').next().unwrap() {
        "u8" => vec![value as u8],
        "i8" => (value as i8).to_le_bytes().to_vec(),
        "u16le" => (value as u16).to_le_bytes().to_vec(),
        "i16le" => (value as i16).to_le_bytes().to_vec(),
        "f32le" => (value as f32).to_le_bytes().to_vec(),
        "i32le" => (value as i32).to_le_bytes().to_vec(),
        _ => (value as u32).to_le_bytes().to_vec(),
    };
    // The least and the greatest are a number each: of eight or more, nobody knows which two they are.
    let values = |field: &relict_toolkit::answer::SurveyField| {
        field.values.values.iter().flat_map(|value| bytes(&field.kind, value.value.0)).collect()
    };
    report.fields.iter().map(values).collect()
}

/// Runs of eight bytes that are no trace of anything: small numbers in steps, zeros, a byte over and over.
fn says_nothing(run: &[u8]) -> bool {
    run.iter().collect::<BTreeSet<_>>().len() < 5 || run.windows(2).all(|pair| pair[0].abs_diff(pair[1]) <= 1)
}

/// The names in a report, which are ours or those of files, and every number with a type of its own: none of it comes from
/// inside a file. What is left is looked for in every file of the world.
#[test]
fn no_run_of_eight_bytes_of_any_payload_stands_in_a_report() {
    let report = &*WORLD;
    let mut text = report.to_text();
    let json: Value = serde_json::from_str(&text).unwrap();
    let mut words: Vec<String> = vocabulary(&json).into_iter().filter(|word| !word.is_empty()).collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    for word in &words {
        text = text.replace(&format!("\"{word}\""), "\"\"");
    }
    let mut runs: HashSet<[u8; 8]> = HashSet::new();
    for bytes in carried(&text) {
        runs.extend(bytes.windows(8).map(|run| <[u8; 8]>::try_from(run).unwrap()));
    }
    let packed = packed_numbers(report);
    let told = packed.iter().flat_map(|bytes| bytes.windows(8)).filter(|run| !says_nothing(run));
    runs.extend(told.map(|run| <[u8; 8]>::try_from(run).unwrap()));
    assert!(runs.len() > 1000, "{}", runs.len());
    let (mut looked, mut found) = (0, BTreeSet::new());
    for sample in ALL.iter() {
        payloads(&Asset::file(&sample.path, &sample.bytes), 8, &mut |bytes| {
            looked += bytes.len();
            for run in bytes.windows(8).filter(|run| runs.contains(*run)) {
                found.insert((sample.path.clone(), String::from_utf8_lossy(run).into_owned()));
            }
        });
    }
    assert!(looked > 4 << 20, "{looked}");
    assert_eq!(found, BTreeSet::new());
}

/// Noise in every field that nobody understands, which is all that a report could tell of what is in a file.
#[test]
fn of_rare_numbers_a_report_tells_no_more_than_the_least_and_the_greatest() {
    let (secret, mut planted_in) = (noise(7, 1 << 16), 0);
    for asset in assets().into_iter().filter(|asset| has_doubts(asset.kind.file)) {
        let (mut bytes, mut next) = (asset.bytes.clone(), 0);
        let mut places = vec![];
        asset
            .kind
            .trace_doubts(&asset.bytes, asset.origin(), &mut |span| {
                let (What::Field(shape) | What::List(shape, _)) = span.what else { panic!() };
                let own = span.path.split_once('.').unwrap_or_default();
                for doubt in doubts(own.0, own.1, shape).iter().filter(|doubt| doubt.bits.is_none()) {
                    for record in (span.range.start..span.range.end).step_by(shape.size()) {
                        let start = record + doubt.at;
                        let end = start + doubt.count * Shape::Scalar(doubt.scalar).size();
                        places.extend((!span.enciphered).then_some(start..end));
                    }
                }
            })
            .unwrap();
        for place in places {
            for byte in &mut bytes[place] {
                *byte = secret[next % secret.len()];
                next += 1;
            }
        }
        let Ok(document) = asset.kind.open(&bytes, asset.origin()) else { continue };
        drop(document);
        planted_in += 1;
        let report = report(survey::file(&Asset { bytes: &bytes, ..asset.open() }, CONTEXT, &|_| ()));
        for field in
            report.fields.iter().filter(|field| field.format == asset.kind.id && !field.kind.contains("u8"))
        {
            assert!(field.values.values.iter().all(|value| value.cases >= 3), "{}: {field:?}", asset.label);
            assert!(field.values.range.is_none() || field.values.cases >= 8, "{}: {field:?}", asset.label);
        }
        let (text, mut found) = (report.to_text(), 0);
        let carried: Vec<Vec<u8>> = carried(&text).into_iter().chain(packed_numbers(&report)).collect();
        for run in secret[..next.min(secret.len())].windows(8) {
            found += usize::from(carried.iter().any(|bytes| bytes.windows(8).any(|other| other == run)));
        }
        assert_eq!(found, 0, "{}", asset.label);
    }
    assert!(planted_in > 10, "{planted_in}");
}

/// How many numbers of doubtful fields a full trace tells of.
fn told_in_full(asset: &crate::common::Asset) -> u64 {
    let mut count = 0;
    let trace = asset.kind.trace(&asset.bytes, asset.origin(), true, &mut |span| {
        let What::Field(shape) = span.what else { return };
        let name = span.path.rsplit('.').next().unwrap().split('[').next().unwrap();
        let is_doubtful = is_unknown(name) || is_guessed(name);
        count += match shape {
            Shape::Bits(_, parts) if !is_doubtful => {
                parts.iter().filter(|(part, _)| is_unknown(part) || is_guessed(part)).count()
            }
            Shape::Scalar(_) | Shape::Bits(..) if is_doubtful => 1,
            Shape::Array(..) if is_doubtful => doubts("", name, shape).iter().map(|doubt| doubt.count).sum(),
            _ => 0,
        } as u64;
    });
    trace.unwrap();
    count
}

#[test]
fn a_survey_hears_of_every_number_that_nobody_understands() {
    let mut all = 0;
    for asset in assets() {
        let counted = survey::file(
            &asset.open(),
            Context { limits: Limits { depth: 0, ..Limits::USUAL }, ..CONTEXT },
            &|_| (),
        );
        let heard: u64 = counted.fields.into_values().map(|of| of.numbers.finished().cases).sum();
        assert_eq!(heard, told_in_full(&asset), "{}", asset.label);
        all += heard;
    }
    assert!(all > 10_000, "{all}");
}

#[test]
fn what_is_written_is_what_was_read_and_that_is_seen() {
    for asset in assets() {
        let document = asset.kind.open(&asset.bytes, asset.origin()).unwrap();
        assert!(document.is_written_as(&asset.bytes).unwrap(), "{}", asset.label);
        let mut other = asset.bytes.clone();
        if let Some(last) = other.last_mut() {
            *last ^= 1;
            assert!(!document.is_written_as(&other).unwrap(), "{}", asset.label);
        }
    }
    assert!(WORLD.formats.iter().all(|of| of.same == of.assets - of.unreadable));
}

#[test]
fn measures_have_their_words_and_each_is_counted_somewhere() {
    let mut counted = Surveyed::default();
    for asset in assets() {
        counted = counted.merged(survey::file(&asset.open(), CONTEXT, &|_| ()));
    }
    let mut codes = BTreeSet::new();
    for measure in measures() {
        let word = if measure.counts == Counts::Claim { "claim" } else { "tally" };
        for language in [Language::English, Language::Russian] {
            let id = format!("{word}-{}", key(measure.code));
            assert!(language.catalogue().get(&id, &vec![]).is_some(), "{language:?} lacks {id}");
        }
        let seen = match measure.counts {
            Counts::Claim => counted.cases.claims.contains_key(measure.code),
            Counts::Tally => counted.cases.tallies.contains_key(measure.code),
        };
        assert!(seen, "no sample shows {}", measure.code);
        codes.insert(measure.code);
    }
    assert_eq!(codes.len(), measures().count(), "a code stands twice");
    // Samples are sound, but not all claims hold of them: a claim that cannot fail would be none.
    let partly = counted.cases.claims.values().filter(|held| held.held < held.cases).count();
    assert!(partly > 8, "{partly}");
}

/// A sample with a few bytes changed, and in how many cases a claim holds in it.
fn held(path: &str, code: &str, change: impl Fn(&mut Vec<u8>)) -> (u64, u64) {
    let mut bytes = ALL.iter().find(|sample| sample.path == path).unwrap().bytes.clone();
    change(&mut bytes);
    let held = alone(path, &bytes).cases.claims[code];
    (held.held, held.cases)
}

/// The first place of a few bytes.
fn place(bytes: &[u8], of: &[u8]) -> usize {
    bytes.windows(of.len()).position(|window| window == of).unwrap()
}

#[test]
fn a_claim_fails_where_the_file_is_changed() {
    let materials = "parkan/Material.lib";
    let (six, all) = held(materials, "mat0.version-six", |_| ());
    assert!(all > six && six > 10, "{six} of {all}");
    let older = |bytes: &mut Vec<u8>| {
        // The last record of the directory whose attr2 is 6.
        let records = (1..=all as usize).map(|back| bytes.len() - back * 64 + 8);
        let version = records.into_iter().find(|at| bytes[*at] == 6).unwrap();
        bytes[version] = 5;
    };
    assert_eq!(held(materials, "mat0.version-six", older), (six - 1, all));
    assert_eq!(held(materials, "nres.sorted-by-folded-names", |_| ()), (1, 1));
    let swapped = |bytes: &mut Vec<u8>| {
        let (first, last) = (bytes.len() - 64 + 0x3C, bytes.len() - 128 + 0x3C);
        bytes.swap(first, last);
    };
    assert_eq!(held(materials, "nres.sorted-by-folded-names", swapped), (0, 1));
    let wears = "parkan/Land1.wea";
    assert_eq!(
        held(wears, "wear.numbers-are-places", |_| ()).0,
        held(wears, "wear.numbers-are-places", |_| ()).1
    );
    let (held_rows, rows) = held(wears, "wear.numbers-are-places", |bytes| {
        let line = place(bytes, b"\n0 ") + 1;
        bytes[line] = b'7';
    });
    assert_eq!(held_rows, rows - 1);
}

#[test]
fn a_report_is_the_same_in_whatever_order_files_come() {
    let merged = |samples: &mut dyn Iterator<Item = &Sample>| {
        let all = samples.map(|sample| surveyed(sample).0).fold(Surveyed::default(), Surveyed::merged);
        report(all).to_text()
    };
    let few = || ALL.iter().filter(|sample| sample.bytes.len() < 200_000);
    assert_eq!(merged(&mut few()), merged(&mut few().rev()));
}

#[test]
fn a_report_comes_back_from_its_text() {
    let text = WORLD.to_text();
    let again: SurveyAnswer = serde_json::from_str(&text).unwrap();
    assert_eq!(again.to_text(), text);
    assert!(!text.contains("        "), "runs of blanks stand in files of games, too");
    let (rows, left_out) = compare(&WORLD, &again);
    assert!(rows.len() > 200 && left_out == 0);
    assert!(rows.iter().all(|row| row.verdict == Verdict::Same));
}

#[test]
fn references_name_what_a_survey_counts() {
    for name in survey::REFERENCES {
        let reference = survey::reference(name).unwrap();
        assert!(reference.reference.is_some() && reference.schema == WORLD.schema);
        let codes: BTreeSet<_> = measures().map(|measure| measure.code).collect();
        for claim in &reference.claims {
            assert!(
                codes.contains(&*claim.code) && claim.held <= claim.cases && claim.source.is_some(),
                "{claim:?}"
            );
        }
        let in_files = reference.files.iter().flat_map(|file| &file.tallies);
        for tally in reference.tallies.iter().chain(in_files) {
            let sum: u64 = tally.values.values.iter().map(|value| value.cases).sum();
            assert!(
                codes.contains(&*tally.code) && sum == tally.values.cases && tally.source.is_some(),
                "{tally:?}"
            );
        }
        for field in &reference.fields {
            let known =
                WORLD.fields.iter().find(|of| (&of.format, &of.field) == (&field.format, &field.field));
            assert_eq!(known.map(|of| &of.kind), Some(&field.kind), "{field:?}");
        }
        let held = reference.files.iter().flat_map(|file| &file.holds).map(|held| &held.format);
        for format in reference.formats.iter().map(|of| &of.format).chain(held) {
            assert!(FORMATS.named(format).is_some(), "{format}");
        }
    }
}

#[test]
fn what_differs_from_a_reference_comes_first() {
    let reference = survey::reference("parkan-iron-strategy").unwrap();
    let (rows, left_out) = compare(&reference, &WORLD);
    assert!(rows.is_sorted_by_key(|row| row.verdict) && left_out > 50, "{left_out}");
    let verdict = |what: &str| rows.iter().find(|row| row.what == what).map(|row| row.verdict);
    // A sentence that holds everywhere does so in fewer cases, too; files are found in whatever folder.
    assert_eq!(verdict("nres.sorted-by-folded-names"), Some(Verdict::Agrees));
    assert_eq!(verdict("textures.lib: ngi.texm"), Some(Verdict::Differs));
    assert!(rows.iter().all(|row| row.verdict != Verdict::OnlyB && row.source.is_some()));
    let (rows, left_out) = compare(&reference, &reference);
    assert!(left_out == 0 && rows.iter().all(|row| row.verdict == Verdict::Same));
}
