//! Every effect among the fixtures against what `fixtures/ngi-models/expected` says of it.

// What helps a test may stop at the first surprise as the test may.
#![allow(clippy::unwrap_used, clippy::panic)]

use relict_core::bytes::Cursor;
use relict_core::format::{AttributesRef, Context, Document, Format, Formats, Kind, Limits, Origin};
use relict_core::report::Severity;
use relict_core::text::hex;
use relict_ngi::fxid::command::{
    Bolt, Burst, Channel, Command, Curve, FarSprite, Light, OrientedSprite, Resource, Scatter, Sound, Sprite,
    Stream,
};
use relict_ngi::fxid::time::{Inputs, Random, Run, effect_time};
use relict_ngi::fxid::{Flags, Fxid, Header};
use serde_json::{Value, json};

static FORMATS: Formats = Formats(&[relict_ngi::FORMATS]);

fn fixture(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/ngi-models/");
    std::fs::read(format!("{folder}{name}")).unwrap()
}

fn expected(name: &str) -> Value {
    serde_json::from_slice(&fixture(name)).unwrap()
}

fn kind() -> &'static Kind {
    FORMATS.named("ngi.fxid").unwrap()
}

/// An entry with what the archive says of it.
struct Entry {
    name: String,
    attributes: Vec<(&'static str, Value)>,
    bytes: Vec<u8>,
}

impl Entry {
    fn origin(&self) -> Origin<'_> {
        Origin { name: &self.name, attributes: AttributesRef::List(&self.attributes) }
    }

    fn read(&self) -> Fxid<'_> {
        Fxid::read(&mut Cursor::new(&self.bytes), self.origin()).unwrap()
    }
}

fn entries() -> Vec<Entry> {
    let bytes = fixture("effects.rlb");
    let origin = Origin::named("effects.rlb");
    let document = FORMATS.of(origin, &bytes).unwrap().open(&bytes, origin).unwrap();
    let archive = document.archive().unwrap();
    let entry = |i| {
        let entry = archive.entry(i).unwrap();
        let bytes = archive.payload(i, Limits::default()).unwrap().into_owned();
        Entry { name: entry.name.clone().into_owned(), attributes: entry.attributes, bytes }
    };
    (0..archive.len()).map(entry).collect()
}

fn named(name: &str) -> Entry {
    entries().into_iter().find(|entry| entry.name == name).unwrap()
}

fn header(header: &Header) -> Value {
    json!({
        "command_count": header.command_count,
        "time_mode": header.time_mode,
        "duration": header.duration,
        "jitter": header.jitter,
        "flags": header.flags.0,
        "settings_id": header.settings.0,
        "random_shift": header.random_shift,
        "tested_point": header.tested_point,
        "scale": header.scale,
    })
}

fn resource(resource: &Resource) -> Value {
    json!([resource.archive.show(), resource.name.show()])
}

fn curve(curve: &Curve) -> Value {
    json!([curve.start, curve.end, curve.exp])
}

fn channel(channel: &Channel) -> Value {
    json!({"low": channel.low, "high": channel.high, "exp": channel.exp})
}

fn scatter(scatter: &Scatter) -> Value {
    json!({"low": scatter.low, "high": scatter.high, "jitter": scatter.jitter, "exp": scatter.exp})
}

fn light(light: &Light) -> Value {
    let mut fields = json!({
        "kind": light.kind,
        "position": [light.position_start, light.position_end],
        "direction": [light.direction_start, light.direction_end],
        "color": [light.colour_start, light.colour_end],
        "color_jitter": light.colour_jitter,
        "range": [light.range_start, light.range_end],
        "range_jitter": light.range_jitter,
        "attenuation": light.attenuation,
    });
    if !light.unused.name.text().is_empty() {
        fields["ext_resource"] = resource(&light.unused);
    }
    fields
}

fn sound(sound: &Sound) -> Value {
    json!({
        "mode": sound.mode,
        "position": [sound.position_start, sound.position_end],
        "near": sound.near,
        "far": sound.far,
        "rate": [sound.rate_start, sound.rate_end],
        "ds3d_mode": sound.ds3d_mode,
    })
}

/// Of all three kinds, with what each of them adds.
macro_rules! sprite {
    ($sprite:expr $(, $key:literal: $value:ident)*) => {
        json!({
            "mode": $sprite.mode,
            "phase": curve(&$sprite.phase),
            "fade": curve(&$sprite.fade),
            "position": channel(&$sprite.position),
            "direction": {"low": $sprite.direction_low, "high": $sprite.direction_high},
            "size": channel(&$sprite.size),
            $($key: $sprite.$value,)*
        })
    };
}

fn plain_sprite(sprite: &Sprite) -> Value {
    sprite!(sprite)
}

fn far_sprite(sprite: &FarSprite) -> Value {
    sprite!(sprite, "distance_norm": distance)
}

fn oriented_sprite(sprite: &OrientedSprite) -> Value {
    sprite!(sprite, "render_kind": render_kind, "render_flag": render_flag)
}

fn bolt(bolt: &Bolt) -> Value {
    json!({
        "fade": [bolt.fade_start, bolt.fade_end],
        "max_sprites": bolt.sprite_limit,
        "width": [bolt.width_start, bolt.width_end],
        "texture_repeat": bolt.repeat_length,
        "segment_len": bolt.sprite_length,
        "phase": [bolt.phase_start, bolt.phase_end],
    })
}

fn burst(burst: &Burst) -> Value {
    json!({
        "mode": burst.mode,
        "fade": curve(&burst.fade),
        "life": burst.life,
        "phase_rate": burst.phase_rate,
        "counts": [burst.count_a, burst.count_b],
        "position": scatter(&burst.position),
        "size": scatter(&burst.size),
        "drag": burst.drag,
    })
}

fn stream(stream: &Stream) -> Value {
    json!({
        "fade": curve(&stream.fade),
        "interval": [stream.interval_start, stream.interval_end],
        "phase_exp": stream.phase_exp,
        "ring": stream.ring,
        "position": scatter(&stream.position),
        "size": scatter(&stream.size),
    })
}

/// A command in the words of the expectations.
fn told(command: &Command, index: usize, offset: usize) -> Value {
    let fields = match command {
        Command::Light(body) => light(body),
        Command::Sound(body) => sound(body),
        Command::Sprite(body) => plain_sprite(body),
        Command::FarSprite(body) => far_sprite(body),
        Command::Bolt(body) => bolt(body),
        Command::Nothing(_) => Value::Null,
        Command::Burst(body) | Command::Debris(body) => burst(body),
        Command::Stream(body) => stream(body),
        Command::OrientedSprite(body) => oriented_sprite(body),
    };
    let mut told = json!({
        "index": index,
        "offset": offset,
        "word": command.word().0,
        "opcode": command.kind().opcode,
        "bit8": command.word().draw_through() == 1,
        "size": command.kind().size,
        "window": command.window(),
        "resource": command.material().or(command.sound()).map(resource),
    });
    if !fields.is_null() {
        told["fields"] = fields;
    }
    told
}

/// The same but for what floats lose on their way through decimals.
fn same(a: &Value, b: &Value, path: &str) {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            let keys = |of: &serde_json::Map<String, Value>| {
                let mut keys: Vec<_> = of.keys().cloned().collect();
                keys.sort();
                keys
            };
            assert_eq!(keys(a), keys(b), "{path}");
            a.iter().for_each(|(key, value)| same(value, &b[key], &format!("{path}.{key}")));
        }
        (Value::Array(a), Value::Array(b)) => {
            assert_eq!(a.len(), b.len(), "{path}");
            a.iter().zip(b).enumerate().for_each(|(i, (a, b))| same(a, b, &format!("{path}[{i}]")));
        }
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.as_f64().unwrap(), b.as_f64().unwrap());
            assert!((a - b).abs() <= 1e-6, "{path}: {a} is not {b}");
        }
        _ => assert_eq!(a, b, "{path}"),
    }
}

#[test]
fn effects_are_as_expected() {
    let expected = expected("expected/effects.json");
    let found = entries();
    assert_eq!(found.len(), expected.as_array().unwrap().len());
    for (entry, expected) in found.iter().zip(expected.as_array().unwrap()) {
        assert_eq!(FORMATS.of(entry.origin(), &entry.bytes).unwrap().id, "ngi.fxid");
        let effect = entry.read();
        let mut offset = 60;
        let mut commands = vec![];
        for (i, command) in effect.commands.iter().enumerate() {
            commands.push(told(command, i, offset));
            offset += command.kind().size;
        }
        let attributes = ["attr1", "attr2", "attr3"].map(|name| entry.origin().attribute(name).cloned());
        let found = json!({
            "name": entry.name,
            "size": entry.bytes.len(),
            "attrs": attributes,
            "header": header(&effect.header),
            "commands": commands,
        });
        same(&found, expected, &entry.name);
        assert_eq!((offset, effect.tail.len()), (entry.bytes.len(), 0), "{}", entry.name);
        assert_eq!(effect.to_bytes().unwrap(), entry.bytes, "{}", entry.name);
        assert_eq!(errors(entry), Vec::<&str>::new(), "{}", entry.name);
    }
}

#[test]
fn what_no_field_explains_is_kept() {
    let entry = named("ext_tail");
    let effect = entry.read();
    let [Command::Light(light), Command::Sprite(sprite)] = &effect.commands[..] else {
        panic!("{:?}", effect.commands)
    };
    assert_eq!(light.unused.name.show(), "light_w");
    assert_eq!((sprite.word.draw_through(), sprite.word.unk9()), (1, 11_206_915 >> 9));
    assert_eq!(sprite.material.name.text(), b"x");
    assert!(!sprite.material.name.clean() || !sprite.material.archive.clean(), "{sprite:?}");
    assert_eq!(kind().build(&effect.to_json(), entry.origin()).unwrap(), entry.bytes);
    // A new name in JSON takes the place of the old one and of what stood behind it.
    let mut json = effect.to_json();
    json["commands"][1]["material"]["name"] = json!("smoke");
    let bytes = kind().build(&json, entry.origin()).unwrap();
    let (name, end) = (284 + 168, 284 + 200);
    assert_eq!((&bytes[..name], &bytes[end..]), (&entry.bytes[..name], &entry.bytes[end..]));
    assert_eq!(bytes[name..end].trim_ascii_end(), [&b"smoke"[..], &[0; 27]].concat());
}

/// The codes of all errors in a file.
fn errors(entry: &Entry) -> Vec<&'static str> {
    let document = match kind().open(&entry.bytes, entry.origin()) {
        Ok(document) => document,
        Err(error) => {
            assert!(error.offset.is_some(), "{}: {error}", entry.name);
            return vec![kind().broken_rule(&error).code];
        }
    };
    assert_eq!(document.to_bytes().unwrap(), entry.bytes, "{}", entry.name);
    let report = kind().check(&*document, &entry.bytes, entry.origin(), Context::ALONE);
    let errors = report.findings.iter().filter(|finding| finding.rule.severity == Severity::Error);
    errors
        .inspect(|finding| assert!(finding.range.is_some(), "{finding}"))
        .map(|finding| finding.rule.code)
        .collect()
}

/// The rule that each bad effect breaks.
const BAD: [(&str, &str); 7] = [
    ("fx_short_header.fxid", "fxid.truncated"),
    ("fx_truncated.fxid", "fxid.truncated"),
    ("fx_unknown_opcode.fxid", "fxid.opcode"),
    ("fx_opcode_zero.fxid", "fxid.opcode"),
    ("fx_tail.fxid", "fxid.tail"),
    ("fx_count_huge.fxid", "fxid.count"),
    ("fx_count_short.fxid", "fxid.count"),
];

#[test]
fn every_bad_effect_is_refused_or_found_out() {
    let manifest = expected("bad/manifest.json");
    let bad =
        manifest.as_array().unwrap().iter().filter(|bad| bad["file"].as_str().unwrap().starts_with("fx_"));
    let mut seen = 0;
    for bad in bad {
        let name = bad["file"].as_str().unwrap();
        let entry = Entry { name: name.into(), attributes: vec![], bytes: fixture(&format!("bad/{name}")) };
        assert_eq!(FORMATS.of(entry.origin(), &entry.bytes).unwrap().id, "ngi.fxid", "{name}");
        let code = BAD.iter().find(|(file, _)| *file == name).unwrap().1;
        assert_eq!(errors(&entry), [code], "{name}");
        let refused = kind().open(&entry.bytes, entry.origin()).is_err();
        assert_eq!(refused, bad["reject_in"] == "both", "{name}");
        seen += 1;
    }
    assert_eq!(seen, BAD.len());
}

/// Refused, or kept to the last byte and checked.
fn ask(entry: &Entry, bytes: &[u8]) {
    if let Ok(document) = kind().open(bytes, entry.origin()) {
        assert!(document.to_bytes().unwrap() == bytes, "{}: {}", entry.name, hex(bytes));
        kind().check(&*document, bytes, entry.origin(), Context::ALONE);
        document.facts();
        document.tables();
        document.references();
        let built = kind().build(&document.to_json(), entry.origin()).unwrap();
        assert!(built == bytes, "{}: {}", entry.name, hex(bytes));
    }
}

#[test]
fn whatever_is_cut_or_flipped_is_refused_or_kept() {
    let tail = Entry { name: "fx_tail.fxid".into(), attributes: vec![], bytes: fixture("bad/fx_tail.fxid") };
    for entry in entries().into_iter().chain([tail]) {
        for end in 0..=entry.bytes.len() {
            ask(&entry, &entry.bytes[..end]);
        }
        let mut bytes = entry.bytes.clone();
        for at in 0..bytes.len() {
            for flip in [0x01, 0x80, 0xFF] {
                bytes[at] ^= flip;
                ask(&entry, &bytes);
                bytes[at] ^= flip;
            }
        }
    }
}

#[test]
fn json_shows_a_command_by_its_fields_and_takes_new_ones() {
    let entry = named("loop_sound");
    let mut json = entry.read().to_json();
    assert_eq!(json["commands"][0]["sound"], json!({"archive": "sounds.lib", "name": "hum.wav"}));
    assert_eq!(json["commands"][0]["word"], json!({"opcode": 2, "draw_through": 0, "unk9": 0}));
    // The count follows.
    let second = json["commands"][0].clone();
    json["commands"].as_array_mut().unwrap().push(second);
    let bytes = kind().build(&json, entry.origin()).unwrap();
    assert_eq!(bytes.len(), 60 + 2 * 148);
    assert_eq!((bytes[0], &bytes[60..208], &bytes[208..]), (2, &entry.bytes[60..], &entry.bytes[60..]));
}

#[test]
fn json_of_another_opcode_is_refused_by_name() {
    let entry = named("loop_sound");
    let json = entry.read().to_json();
    let refused = |opcode: Value| {
        let mut json = json.clone();
        json["commands"][0]["word"]["opcode"] = opcode;
        kind().build(&json, entry.origin()).unwrap_err().to_string()
    };
    assert_eq!(refused(json!(11)), "commands[0].word.opcode: wanted 1 to 10, found 11");
    assert_eq!(refused(json!("sound")), "commands[0].word.opcode: wanted 1 to 10, found \"sound\"");
    let other = refused(json!(1));
    assert!(other.starts_with("commands[0]: wanted a field of Light, found"), "{other}");
}

#[test]
fn time_passes_as_expected() {
    let expected = expected("expected/effect_time.json");
    let rows = expected["rows"].as_array().unwrap();
    for row in rows {
        let number = |name: &str| row[name].as_f64().unwrap();
        let start = number("start_ms");
        let run = Run { start, end: start + 1000.0 * number("duration_s") };
        let inputs = Inputs { external: 0.375, ..Inputs::at(number("now_ms"), run) };
        let t = effect_time(number("mode") as u32, Flags(number("flags") as u32), &inputs).unwrap();
        assert!((f64::from(t) - number("t")).abs() < 1e-6, "{row}: {t}");
    }
    assert_eq!(rows.len(), 96);
}

#[test]
fn a_run_is_as_long_as_its_header_says() {
    let entry = named("all_ops");
    assert_eq!(Run::new(250.0, &entry.read().header), Run { start: 250.0, end: 1750.0 });
}

#[test]
fn chance_gives_the_expected_numbers() {
    let expected = expected("expected/effect_time.json");
    for row in expected["rand16"].as_array().unwrap() {
        let mut random = Random::seeded(row["seed"].as_u64().unwrap().try_into().unwrap());
        for wanted in row["outputs"].as_array().unwrap() {
            assert_eq!(random.step(), *wanted, "{row}");
        }
    }
    let mut random = Random::seeded(0x1234_5678);
    assert_eq!(random.spread(2.0), 47070.0 * 2.0 / 65536.0 - 1.0);
}
