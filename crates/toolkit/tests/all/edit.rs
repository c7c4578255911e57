//! Changing one thing in a file: what is not touched keeps its bytes.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common;

use crate::common::{Asset, assets};
use relict_toolkit::core::format::{Context, Limits};
use relict_toolkit::core::image::{Image, Pixels};
use relict_toolkit::core::pieces::Pieces;
use relict_toolkit::core::trace::What;
use relict_toolkit::core::tree::Content;
use relict_toolkit::diff::{Change as Changed, diff};
use relict_toolkit::edit::{Change, EditHow, Edited, apply};
use relict_toolkit::explain::{Line, explain};
use relict_toolkit::folder::{Memory, PackHow, SignaturePolicy, pack_like};
use relict_toolkit::open;
use relict_toolkit::picture::{Alpha, to_png};
use relict_toolkit::problem::{
    EDIT_NO_FIELD, EDIT_RESHAPES, EDIT_TOO_LARGE, EDIT_UNFIT, EDIT_VALUE, NO_ENTRY, Problem, SHARED_ENTRY,
    SIGNED,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const HOW: EditHow = EditHow {
    redraw: relict_toolkit::core::image::Redraw {
        smaller: relict_toolkit::core::image::Smaller::Made,
        quantise: false,
    },
    lenient: false,
    deepen: false,
    signature: SignaturePolicy::Keep,
    limits: Limits { unpacked: 1 << 24, depth: 8 },
};

/// What comes of a change, without what it is borrowed from.
fn changed(
    asset: &open::Asset<'_>,
    steps: &[&str],
    change: Change<'_>,
    how: EditHow,
) -> Result<Edited<'static>, Problem> {
    apply(asset, steps, change, how, |Edited { pieces, journal }| {
        Ok(Edited { pieces: pieces.into_owned(), journal })
    })
}

fn replaced(
    asset: &open::Asset<'_>,
    steps: &[&str],
    bytes: &[u8],
    how: EditHow,
) -> Result<Pieces<'static>, Problem> {
    changed(asset, steps, Change::Bytes(bytes), how).map(|edited| edited.pieces)
}

fn set_field(
    asset: &open::Asset<'_>,
    offset: usize,
    value: &Value,
    how: EditHow,
) -> Result<Pieces<'static>, Problem> {
    changed(asset, &[], Change::Field { offset, value }, how).map(|edited| edited.pieces)
}

fn named(label: &str) -> Asset {
    assets().into_iter().find(|asset| asset.label == label).unwrap_or_else(|| panic!("{label}"))
}

/// The steps of an archive's entries, and their bytes.
fn entries(asset: &Asset) -> Vec<(String, Vec<u8>)> {
    let (_, document) = asset.open().open().unwrap();
    let archive = document.archive().unwrap();
    let steps = relict_toolkit::path::steps(&*archive).into_iter().enumerate();
    steps.map(|(i, step)| (step, archive.payload(i, HOW.limits).unwrap().into_owned())).collect()
}

/// A few of many, first and last among them.
fn some<T>(all: Vec<T>, most: usize) -> impl Iterator<Item = T> {
    let (len, step) = (all.len(), all.len().div_ceil(most).max(1));
    all.into_iter().enumerate().filter(move |(i, _)| i % step == 0 || i + 1 == len).map(|(_, item)| item)
}

fn paths_that_differ(before: &Asset, after: &[u8]) -> Vec<String> {
    let after = open::Asset { bytes: after, ..before.open() };
    let found = diff(&before.open(), &after, HOW.limits).unwrap();
    let mut paths: Vec<String> = found.into_iter().map(|difference| difference.path).collect();
    // Pictures that several entries make up are told of beside those entries.
    paths.retain(|path| !path.contains("/Unpacked/"));
    paths.dedup();
    paths
}

#[test]
fn an_entry_that_is_replaced_by_itself_changes_nothing() {
    let mut count = 0;
    for asset in assets().iter().filter(|asset| asset.kind.is_archive()) {
        for (step, bytes) in some(entries(asset), 40) {
            let steps = relict_toolkit::path::split(&step);
            let pieces = replaced(&asset.open(), &steps, &bytes, HOW).unwrap();
            assert!(pieces.is(&asset.bytes), "{}/{step}", asset.label);
            count += 1;
        }
    }
    assert!(count > 500, "{count}");
}

#[test]
fn an_entry_that_is_replaced_by_other_bytes_is_the_only_one_that_differs() {
    let (mut fine, mut refused) = (0, BTreeMap::<_, usize>::new());
    for asset in assets().iter().filter(|asset| asset.kind.is_archive()) {
        for (step, mut bytes) in some(entries(asset), 6) {
            match bytes.last_mut() {
                Some(last) => *last ^= 1,
                None => bytes.push(7),
            }
            let steps = relict_toolkit::path::split(&step);
            match replaced(&asset.open(), &steps, &bytes, HOW) {
                Ok(pieces) => {
                    let differ = paths_that_differ(asset, &pieces.into_bytes());
                    let inside = |path: &String| *path == step || path.starts_with(&format!("{step}/"));
                    assert!(!differ.is_empty(), "{}/{step}", asset.label);
                    assert!(differ.iter().all(inside), "{}/{step}: {differ:?}", asset.label);
                    fine += 1;
                }
                Err(problem) => *refused.entry((asset.kind.id, problem.code)).or_default() += 1,
            }
        }
    }
    // Only palettes that many images share, entries without bytes of their own, and the ends of texts that an index
    // cuts, do not change alone.
    let known = |(_, code): &(&str, &str)| [EDIT_UNFIT, SHARED_ENTRY, "game.shifted"].contains(code);
    assert!(refused.keys().all(known), "{refused:?}");
    assert!(fine > 100 && refused.values().sum::<usize>() < fine / 4, "{fine} {refused:?}");
}

#[test]
fn an_entry_may_grow_and_shrink_at_any_depth() {
    let units = named("samples/parkan/units.rlb");
    let steps = ["tank.msh", "Res3"];
    let before = units.open().descend(&steps, HOW.limits, |entry| Ok(entry.bytes.to_vec())).unwrap();
    for bytes in [[&before[..], &before[..12]].concat(), before[..before.len() - 12].to_vec(), vec![]] {
        let edited = changed(&units.open(), &steps, Change::Bytes(&bytes), HOW).unwrap();
        let after = edited.pieces.into_bytes();
        let file = open::Asset::file("units.rlb", &after);
        let found = file.descend(&steps, HOW.limits, |entry| Ok(entry.bytes.to_vec())).unwrap();
        assert_eq!(found, bytes);
        let differ = paths_that_differ(&units, &after);
        assert!(differ.iter().all(|path| path.starts_with("tank.msh/")), "{differ:?}");
        // And back again: all that follows from the size of an entry is as it was.
        let asset = open::Asset { bytes: &after, ..units.open() };
        assert!(replaced(&asset, &steps, &before, HOW).unwrap().is(&units.bytes));
    }
}

#[test]
fn a_way_that_leads_nowhere_is_a_problem() {
    let units = named("samples/parkan/units.rlb");
    let code = |steps: &[&str]| replaced(&units.open(), steps, b"", HOW).unwrap_err().code;
    assert_eq!(code(&["nothing"]), NO_ENTRY);
    assert_eq!(code(&["readme.txt", "deeper"]), relict_toolkit::problem::UNKNOWN_FORMAT);
    let shallow = EditHow { limits: Limits { depth: 1, ..HOW.limits }, ..HOW };
    let deep = replaced(&units.open(), &["tank.msh", "Res3"], b"", shallow).unwrap_err();
    assert_eq!(deep.code, relict_toolkit::problem::TOO_DEEP);
}

/// A signed JAR, and what it says to a change.
fn signed(how: SignaturePolicy) -> Result<Vec<String>, &'static str> {
    let is_signed = |asset: &Asset| {
        let (_, document) = asset.open().open().unwrap();
        document.facts().contains(&("signed", true.into()))
    };
    let jars = assets().into_iter().filter(|asset| asset.kind.id == "idmobile.jar");
    let jar = jars.into_iter().find(is_signed).expect("a signed JAR");
    let (_, document) = jar.open().open().unwrap();
    let archive = document.archive().unwrap();
    let names: Vec<_> = (0..archive.len()).filter_map(|i| archive.name(i)).collect();
    let seal =
        (jar.kind.package().unwrap().signature)(&names.iter().map(AsRef::as_ref).collect::<Vec<_>>(), &|i| {
            Some(archive.payload(i, HOW.limits).ok()?.into_owned())
        });
    let covered = &names[seal.unwrap().covered[0]];
    let steps = relict_toolkit::path::split(covered);
    let pieces = replaced(&jar.open(), &steps, b"other", EditHow { signature: how, ..HOW });
    pieces.map(|pieces| paths_that_differ(&jar, &pieces.into_bytes())).map_err(|problem| problem.code)
}

#[test]
fn a_signature_is_broken_or_taken_away_only_if_somebody_says_so() {
    assert_eq!(signed(SignaturePolicy::Refuse), Err(SIGNED));
    let kept = signed(SignaturePolicy::Keep).unwrap();
    let stripped = signed(SignaturePolicy::Strip).unwrap();
    assert_eq!(kept.len(), 1, "{kept:?}");
    assert!(stripped.len() > 1 && stripped.iter().any(|path| path.starts_with("META-INF")), "{stripped:?}");
}

/// Every field that stands in a file as it is: offset, path, value.
fn fields(asset: &Asset) -> Vec<(usize, String, Value)> {
    let mut fields = vec![];
    explain(asset.kind, &asset.bytes, asset.origin(), true, 0, &mut |line| {
        if line.editable {
            fields.push((line.range.start, line.field.to_string(), line.value.clone()));
        }
    });
    fields
}

#[test]
fn every_field_that_gets_its_own_value_stays_as_it_is() {
    let mut count = 0;
    for asset in assets() {
        asset.kind.explain(&asset.bytes, asset.origin(), true, &mut |span| {
            let (What::Field(shape) | What::Count(shape)) = span.what else { return };
            let mut bytes = vec![0; span.bytes.len()];
            shape.put_value(&span.value(), &mut bytes).unwrap();
            assert_eq!(bytes, span.bytes, "{} {}", asset.label, span.path);
        });
        for (offset, field, value) in some(fields(&asset), 30) {
            let pieces = set_field(&asset.open(), offset, &value, HOW).unwrap();
            assert!(pieces.is(&asset.bytes), "{} {field}", asset.label);
            count += 1;
        }
    }
    assert!(count > 2000, "{count}");
}

/// Another value of the same form.
fn other(value: &Value) -> Value {
    match value {
        Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
            (Some(whole), ..) => (whole ^ 1).into(),
            (_, Some(whole), _) => (whole + 1).into(),
            (.., float) => (if float == Some(0.5) { 0.25 } else { 0.5 }).into(),
        },
        Value::String(text) if text.starts_with("0x") => json!(0.5),
        Value::String(text) if text.starts_with('Z') => text.replacen('Z', "Y", 1).into(),
        Value::String(text) => format!("Z{}", text.chars().skip(1).collect::<String>()).into(),
        Value::Array(items) => {
            let first = items.first().map(other);
            first.into_iter().chain(items.iter().skip(1).cloned()).collect()
        }
        Value::Object(parts) => {
            let mut parts = parts.clone();
            let first = parts.values_mut().next().unwrap();
            *first = other(first);
            parts.into()
        }
        other => other.clone(),
    }
}

fn lines(asset: &Asset, bytes: &[u8]) -> Vec<(std::ops::Range<usize>, String, Value)> {
    let mut lines = vec![];
    let mut take = |line: &Line<'_>| {
        // Where an entry lies, its name is told, too.
        let value = if line.kind == "payload" { Value::Null } else { line.value.clone() };
        lines.push((line.range.clone(), line.field.to_string(), value));
    };
    explain(asset.kind, bytes, asset.origin(), true, 0, &mut take);
    lines
}

#[test]
fn a_field_that_gets_another_value_is_the_only_one_that_differs() {
    let (mut fine, mut refused) = (0, BTreeMap::<&str, usize>::new());
    for asset in assets() {
        let before = lines(&asset, &asset.bytes);
        for (offset, field, value) in some(fields(&asset), 16) {
            let value = other(&value);
            match set_field(&asset.open(), offset, &value, HOW) {
                Ok(pieces) => {
                    let after = lines(&asset, &pieces.to_bytes());
                    let differ: Vec<_> = before.iter().zip(&after).filter(|(a, b)| a != b).collect();
                    assert_eq!((before.len(), differ.len()), (after.len(), 1), "{} {field}", asset.label);
                    let (_, (range, name, found)) = differ[0];
                    assert_eq!((range.start, name, found), (offset, &field, &value), "{}", asset.label);
                    fine += 1;
                }
                Err(problem) => {
                    assert_eq!(problem.offset, Some(offset), "{} {field}: {problem}", asset.label);
                    *refused.entry(problem.code).or_default() += 1;
                }
            }
        }
    }
    let known = [EDIT_RESHAPES, EDIT_VALUE];
    assert!(refused.keys().all(|code| known.contains(code)), "{refused:?}");
    assert!(fine > 800 && refused[EDIT_RESHAPES] > 20, "{fine} {refused:?}");
}

/// Where a field of an archive's entry lies in the archive.
fn place(asset: &Asset, field: &str) -> usize {
    let mut found = None;
    explain(asset.kind, &asset.bytes, asset.origin(), true, 8, &mut |line| {
        if line.field == field {
            assert!(line.editable);
            found = Some(line.range.start);
        }
    });
    found.unwrap_or_else(|| panic!("{field}"))
}

#[test]
fn a_field_inside_an_entry_is_reached_by_its_offset_in_the_archive() {
    let library = named("samples/parkan/Material.lib");
    let offset = place(&library, "BEACON/phases[0].power");
    let pieces = set_field(&library.open(), offset, &json!(9), HOW).unwrap();
    let after = open::Asset { bytes: &pieces.to_bytes(), ..library.open() };
    let found = diff(&library.open(), &after, HOW.limits).unwrap();
    let [difference] = &found[..] else { panic!("{found:?}") };
    assert_eq!((difference.path.as_str(), difference.change), ("BEACON", Changed::Field));
    assert_eq!((difference.field.as_str(), &difference.b), ("phases[0].power", &json!(9)));
}

#[test]
fn a_field_in_a_stored_member_of_a_jar_renews_its_checksum() {
    let jars: Vec<Asset> = assets().into_iter().filter(|asset| asset.kind.id == "idmobile.jar").collect();
    let mut edited = 0;
    for jar in &jars {
        let mut found = None;
        explain(jar.kind, &jar.bytes, jar.origin(), true, 8, &mut |line| {
            let inside = line.editable && line.field.contains(".bin/") && line.value.is_u64();
            if inside && found.is_none() {
                found = Some((line.range.start, line.field.to_string(), line.value.clone()));
            }
        });
        let Some((offset, field, value)) = found else { continue };
        match set_field(&jar.open(), offset, &other(&value), HOW) {
            Ok(pieces) => {
                let after = pieces.into_bytes();
                let new = open::Asset { bytes: &after, ..jar.open() };
                let report = relict_toolkit::check::file(&new, common::CONTEXT).report;
                assert!(!report.codes().contains(&"jar.crc"), "{} {field}", jar.label);
                edited += 1;
            }
            Err(problem) => assert_eq!(problem.code, EDIT_RESHAPES, "{} {field}", jar.label),
        }
    }
    assert!(edited > 0, "of {}", jars.len());
}

#[test]
fn what_is_no_field_or_does_not_fit_is_refused() {
    let library = named("samples/parkan/Material.lib");
    let code =
        |offset: usize, value: Value| set_field(&library.open(), offset, &value, HOW).unwrap_err().code;
    assert_eq!(code(library.bytes.len(), json!(1)), EDIT_NO_FIELD);
    assert_eq!(code(usize::MAX, json!(1)), EDIT_NO_FIELD);
    let power = place(&library, "BEACON/phases[0].power");
    for value in [json!(256), json!(-1), json!("9"), json!(null), json!([1]), json!(1.5)] {
        assert_eq!(code(power, value), EDIT_VALUE);
    }
    assert_eq!(code(place(&library, "BEACON/phases.count"), json!(1)), EDIT_RESHAPES);
    let tight = EditHow { limits: Limits { unpacked: 100, ..HOW.limits }, ..HOW };
    let (start, _, value) = fields(&library).remove(1);
    let problem = set_field(&library.open(), start, &other(&value), tight).unwrap_err();
    assert_eq!(problem.code, EDIT_TOO_LARGE);
    let enciphered = assets().into_iter().find(|asset| asset.kind.id == "ngi.rsli").unwrap();
    let mut table = None;
    explain(enciphered.kind, &enciphered.bytes, enciphered.origin(), true, 8, &mut |line| {
        table = table.or(line.field.starts_with("table[0]").then_some(line.range.start));
    });
    let problem = set_field(&enciphered.open(), table.unwrap(), &json!(1), HOW).unwrap_err();
    assert_eq!(problem.code, EDIT_NO_FIELD);
}

/// The picture with the colours of its first pixel and of another that differs from it changed about.
fn touched(mut image: Image) -> Image {
    fn swap<T: PartialEq>(pixels: &mut [T]) {
        let other = pixels.iter().position(|pixel| *pixel != pixels[0]).expect("two colours");
        pixels.swap(0, other);
    }
    match &mut image.pixels {
        Pixels::Rgba(pixels) => swap(pixels),
        Pixels::Indexed { indices, .. } => swap(indices),
    }
    image
}

fn png(image: Image) -> Vec<u8> {
    to_png("", image, Alpha::Keep, None).unwrap().colours
}

#[test]
fn a_picture_is_drawn_anew_inside_its_archive_and_nothing_else_changes() {
    for label in ["samples/parkan/Textures.lib", "samples/mechwarrior3/rmechtex.zbd"] {
        let archive = named(label);
        let (step, _) = &entries(&archive)[0];
        let asset = archive.open();
        let image = asset
            .descend(&[step], HOW.limits, |entry| {
                let (_, document) = entry.open()?;
                Ok(document.picture().unwrap().image(0).unwrap())
            })
            .unwrap();
        let change = |image: Image| {
            let png = png(image);
            let (settings, context) = (&Value::Null, Context::ALONE);
            changed(&asset, &[step], Change::Picture { png: &png, settings, context }, HOW).unwrap()
        };
        assert!(change(image.clone()).pieces.is(&archive.bytes), "{label}/{step}");
        let edited = change(touched(image));
        let [change] = &edited.journal.changes[..] else { panic!("{:?}", edited.journal) };
        assert!(change.path == *step && change.notes.losses().is_some());
        let differ = paths_that_differ(&archive, &edited.pieces.into_bytes());
        assert!(!differ.is_empty() && differ.iter().all(|path| path == step), "{label}: {differ:?}");
    }
}

/// The pictures of a game, each with its path in the spread folder.
fn leaves(jar: &Asset) -> Vec<(String, Image)> {
    let (_, document) = jar.open().open().unwrap();
    let Some(Ok(spread)) = document.open_tree() else { return vec![] };
    let picture = |(leaf, path): (usize, &str)| match spread.content(leaf).ok()? {
        Content::Picture(image) => Some((path.to_owned(), image)),
        _ => None,
    };
    spread.leaves().into_iter().enumerate().filter_map(picture).collect()
}

#[test]
fn a_picture_of_a_game_is_drawn_anew_in_the_entries_that_it_is_made_of() {
    let (mut games, mut drawn) = (0, 0);
    for jar in assets().iter().filter(|asset| asset.kind.id == "idmobile.jar") {
        let leaves = leaves(jar);
        games += usize::from(!leaves.is_empty());
        for (leaf, image) in some(leaves, 4) {
            let redrawn = |image: Image| {
                changed(&jar.open(), &[], Change::TreeFile { path: &leaf, file: &png(image) }, HOW)
            };
            assert!(redrawn(image.clone()).unwrap().pieces.is(&jar.bytes), "{} {leaf}", jar.label);
            let two = image.to_rgba().iter().any(|pixel| *pixel != image.to_rgba()[0]);
            if let Some(Ok(edited)) = two.then(|| redrawn(touched(image))) {
                let differ = paths_that_differ(jar, &edited.pieces.into_bytes());
                // One pixel of a colour's cell says nothing about the colour.
                let least = usize::from(!leaf.contains("Palettes/"));
                assert!((least..4).contains(&differ.len()), "{} {leaf}: {differ:?}", jar.label);
                drawn += least;
            }
        }
        let nothing = Change::TreeFile { path: "../../nothing.png", file: b"" };
        let nothing = changed(&jar.open(), &[], nothing, HOW).unwrap_err();
        assert!([NO_ENTRY, relict_toolkit::problem::LIKE_WHOLE].contains(&nothing.code), "{nothing}");
    }
    assert!(games > 3 && drawn > 3, "{games} {drawn}");
}

/// Mappings of Orcs & Elves II with as many frames as the engine has room for, seven for each of the first sprites.
fn with_many_frames(mappings: &[u8]) -> Vec<u8> {
    let counter = |i: usize| u16::from_le_bytes([mappings[2 * i], mappings[2 * i + 1]]);
    let [textures, sprites, texture_ids, _] = [0, 1, 2, 3].map(counter);
    let [first_sprite, first_id] = [textures, textures + sprites].map(|pairs| 8 + 4 * usize::from(pairs));
    let counters = [textures, 475, texture_ids, 256].map(u16::to_le_bytes);
    let frames = mappings[first_sprite..first_sprite + 4].repeat(475);
    let numbers = &mappings[first_id..first_id + 2 * usize::from(texture_ids)];
    let first_frame = |sprite: u16| if sprite < 66 { 7 * sprite } else { 0x7FFF };
    let sprites: Vec<u8> = (0..256).flat_map(|sprite| first_frame(sprite).to_le_bytes()).collect();
    [counters.as_flattened(), &mappings[8..first_sprite], &frames, numbers, &sprites].concat()
}

#[test]
fn an_edit_of_an_archive_tells_what_packing_it_tells() {
    let game = named("idmobile/good/orcs-elves-2-j2me.jar");
    let mappings = entries(&game).into_iter().find(|(step, _)| step == "mappings.bin").unwrap().1;
    let roomy = replaced(&game.open(), &["mappings.bin"], &with_many_frames(&mappings), HOW).unwrap();
    let (name, roomy) = (game.name.clone(), roomy.load().unwrap());
    let jar = open::Asset::file(&name, &roomy);
    let (_, document) = jar.open().unwrap();
    let spread = document.open_tree().unwrap().unwrap();
    let leaves = spread.leaves();
    let (number, leaf) = leaves.iter().enumerate().find(|(_, leaf)| leaf.ends_with("map_00.json")).unwrap();
    let Ok(Content::Json(mut map)) = spread.content(number) else { panic!("{leaf}") };
    let told = |map: &Value| {
        let bytes = map.to_string().into_bytes();
        let edited = changed(&jar, &[], Change::TreeFile { path: leaf, file: &bytes }, HOW).unwrap();
        let folder = Memory::of([(format!("{}/{leaf}", spread.folder()), bytes)].into());
        let how = PackHow { signature: HOW.signature, ..PackHow::default() };
        let packed = pack_like(&folder, &jar, how, Context::ALONE).unwrap();
        assert_eq!(edited.journal.remarks, packed.journal.remarks);
        assert!(edited.pieces.is(&packed.pieces.load().unwrap()));
        edited.journal.remarks
    };
    assert_eq!(told(&map), []);
    // Monsters of all kinds, with nine frames each.
    let monsters = (17..65)
        .map(|number| json!({"x": 100, "y": number, "number": number, "flags": 0}))
        .collect::<Vec<_>>();
    map["sprites"].as_array_mut().unwrap().splice(0..0, monsters);
    let remarks = told(&map);
    assert_eq!(remarks.len(), 1, "{remarks:?}");
    let (id, args) = &remarks[0];
    let arg = |name: &str| args.iter().find(|(known, _)| *known == name).map(|(_, value)| value.to_string());
    assert_eq!(*id, "pack-new-findings");
    assert_eq!(arg("code").as_deref(), Some("maps.sprite-frames"));
    assert!(arg("entry").unwrap().ends_with("maps0.bin"), "{args:?}");
}
