//! JARs that break their rules.

use super::{Broken, edited, samples};
use relict_samples::archive::{Entry, archive};
use relict_samples::make::jar::{jar, manifest};
use serde_json::{Value, json};

pub(super) fn all() -> Vec<Broken> {
    [zips(), games()].concat()
}

/// What can be wrong with any ZIP. The first member is deflated, the second stored.
fn zips() -> Vec<Broken> {
    let stored = json!({"method": "stored"});
    let entries: [Entry<'_>; 2] =
        [("one.txt", json!({}), b"one one one one one one"), ("two.txt", stored, b"two two two")];
    let good = archive("idmobile.jar", Value::Null, &entries);
    let changed = |change: &dyn Fn(&mut Value)| edited("idmobile.jar", &good, change);
    let end = |field: &'static str, value: u64| changed(&|json| json["end"][field] = value.into());
    let listed = |entry: usize, field: &'static str, value: u64| {
        changed(&|json| json["directory"][entry]["header"][field] = value.into())
    };
    let both =
        |entry: usize, field: &'static str, value: u64| changed(&|json| set_both(json, entry, field, value));
    let nameless = changed(&|json| {
        json["directory"][1]["name"] = "".into();
        json["directory"][1]["header"]["name_size"] = 0.into();
        let size = json["end"]["directory_size"].as_u64().unwrap_or_default();
        json["end"]["directory_size"] = (size - 7).into();
    });
    let damaged = changed(&|json| {
        let payload = json["members"][0]["payload"].as_str().unwrap_or_default().to_owned();
        json["members"][0]["payload"] = format!("07{}", &payload[2..]).into();
    });
    let bomb = edited("idmobile.jar", &jar(&[("wtexels.bin", &[0; 4])]), |json| {
        set_both(json, 0, "unpacked_size", 20 << 20);
    });
    let many: Vec<String> = (0..5).map(|i| format!("{i}.txt")).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|name| (name.as_str(), &b"large"[..])).collect();
    let bombs = edited("idmobile.jar", &jar(&many), |json| {
        (0..5).for_each(|entry| set_both(json, entry, "unpacked_size", 60 << 20));
    });
    let size = changed(&|json| {
        let size = json["end"]["directory_size"].as_u64().unwrap_or_default();
        json["end"]["directory_size"] = (size + 1).into();
    });
    let undescribed = changed(&|json| {
        set_both(json, 1, "flags", 8);
        ["crc", "packed_size", "unpacked_size"]
            .iter()
            .for_each(|sum| json["members"][1]["header"][*sum] = 0.into());
    });
    let climbs = [("../../one.txt", json!({}), &b"one"[..])];
    samples(
        "zip",
        vec![
            ("jar.truncated", good[..10].to_vec()),
            ("jar.end", good[..good.len() - 10].to_vec()),
            ("jar.directory", end("entries", 3)),
            ("jar.zip64", end("directory_offset", 0xFFFF_FFFF)),
            ("jar.disks", end("disk", 1)),
            ("jar.directory-size", size),
            ("jar.entry-outside", listed(1, "offset", 5000)),
            ("jar.entry-overlap", listed(1, "offset", 0)),
            ("jar.encrypted", both(1, "flags", 1)),
            ("jar.method", both(0, "method", 12)),
            ("jar.name-empty", nameless),
            ("jar.name-repeated", jar(&[("tables.bin", b"one"), ("tables.bin", b"two")])),
            ("jar.other-repeated", jar(&[("one.txt", b"one"), ("one.txt", b"two")])),
            ("jar.name-differs", changed(&|json| json["members"][1]["name"] = "six.txt".into())),
            ("jar.header-differs", changed(&|json| json["members"][1]["header"]["crc"] = 7.into())),
            ("jar.descriptor", undescribed),
            // The sums stand in the header, although it announces them behind the bytes.
            ("jar.descriptor-absent", both(1, "flags", 8)),
            ("jar.size", both(1, "unpacked_size", 12)),
            ("jar.size", both(0, "unpacked_size", 12)),
            ("jar.stream", damaged),
            ("jar.crc", both(0, "crc", 7)),
            ("jar.too-large", bomb),
            ("jar.total-size", bombs),
            ("jar.name-unsafe", archive("idmobile.jar", Value::Null, &climbs)),
            ("jar.unindexed", [&good[..], b"left over"].concat()),
            ("jar.no-game", good.clone()),
        ],
    )
}

/// Sets a field of both headers of a member; members lie in the order of the directory.
fn set_both(json: &mut Value, entry: usize, field: &str, value: u64) {
    for list in ["members", "directory"] {
        json[list][entry]["header"][field] = value.into();
    }
}

/// What can be wrong with the game in it. Textures and palettes are there, but none of them.
fn games() -> Vec<Broken> {
    let none = &[0; 4][..];
    let of = |manifest: &[u8]| {
        jar(&[("META-INF/MANIFEST.MF", manifest), ("wtexels.bin", none), ("palettes.bin", none)])
    };
    let two =
        b"Manifest-Version: 1.0\r\nMIDlet-1: Doom RPG, /icon.png, A\r\nMIDlet-Name: Orcs & Elves\r\n\r\n";
    samples(
        "jar",
        vec![
            ("jar.unknown-game", jar(&[("META-INF/MANIFEST.MF", &manifest("Solitaire", "S"))])),
            ("jar.unknown-game", jar(&[("Main.class", b"\xCA\xFE\xBA\xBE")])),
            ("jar.missing-resource", jar(&[("META-INF/MANIFEST.MF", &manifest("Doom RPG", "DoomRPG"))])),
            ("jar.no-manifest", jar(&[("wtexels.bin", none), ("palettes.bin", none)])),
            ("jar.titles", of(two)),
            ("jar.other-resources", of(&manifest("Wolfenstein RPG", "Wolf"))),
        ],
    )
}
