//! JARs, put together by Relict's own writer.

use crate::archive::{Entry, archive};
use relict_toolkit::FORMATS;
use serde_json::{Value, json};

/// A JAR with these members, name and bytes, in this order. All are deflated, as most tools do it.
pub fn jar(members: &[(&str, &[u8])]) -> Vec<u8> {
    let entries: Vec<Entry<'_>> = members.iter().map(|(name, bytes)| (*name, json!({}), *bytes)).collect();
    archive("idmobile.jar", Value::Null, &entries)
}

/// The manifest of a game, as phones want it.
pub fn manifest(title: &str, class: &str) -> Vec<u8> {
    let lines = [
        "Manifest-Version: 1.0".to_owned(),
        format!("MIDlet-1: {title}, /icon.png, {class}"),
        format!("MIDlet-Name: {title}"),
        "MIDlet-Version: 1.0.0".to_owned(),
        "MIDlet-Vendor: Relict".to_owned(),
        "MicroEdition-Configuration: CLDC-1.0".to_owned(),
        "MicroEdition-Profile: MIDP-2.0".to_owned(),
    ];
    let lines = lines.iter().map(|line| format!("{line}\r\n"));
    lines.chain(["\r\n".to_owned()]).collect::<String>().into_bytes()
}

/// A ZIP that is no game, with what the ZIPs of others have: stored and deflated members, a folder, comments, an extra
/// field, a member whose sums follow its bytes, and one that the directory names last and that lies first.
pub fn extras() -> Vec<u8> {
    let at = |time: &str, method: &str| json!({"time": time, "method": method});
    let walk = "north north east south ".repeat(12);
    let mut notes = at("2006-05-09T20:15:30", "deflate");
    notes["comment"] = "not for those who like to search".into();
    let entries: [Entry<'_>; 4] = [
        ("readme.txt", at("2006-05-09T20:00:00", "stored"), b"Put this beside the game.\r\n"),
        ("notes/", at("2006-05-09T20:10:00", "stored"), b""),
        ("notes/walkthrough.txt", notes, walk.as_bytes()),
        ("notes/Заметки.txt", at("2006-05-09T20:20:00", "deflate"), "Ключ под ковриком.".as_bytes()),
    ];
    let order = json!([{"entry": 3}, {"entry": 0}, {"entry": 1}, {"entry": 2}]);
    let frame = json!({"comment": "Made by Relict, of nothing.", "data": order});
    streamed(&archive("idmobile.jar", frame, &entries), 2)
}

/// The ZIP with the sums of the member that lies last behind its bytes, and an extra field in front of them: as programs
/// write it that cannot go back.
fn streamed(zip: &[u8], entry: usize) -> Vec<u8> {
    let kind = FORMATS.named("idmobile.jar").unwrap_or_else(|| panic!("no format for JARs"));
    let document = kind.open(zip, Default::default()).unwrap_or_else(|e| panic!("{e}"));
    let mut json = document.to_json();
    // A number of its own, its size, and what it is: the time once more, to the second.
    let extra = "55540500014efa6044";
    let mut sums = json!({});
    for field in ["crc", "packed_size", "unpacked_size"] {
        sums[field] = json["directory"][entry]["header"][field].clone();
    }
    let last = json["members"].as_array().map_or(0, |members| members.len() - 1);
    let member = &mut json["members"][last];
    for (field, value) in
        [("crc", 0), ("packed_size", 0), ("unpacked_size", 0), ("flags", 8), ("extra_size", 9)]
    {
        member["header"][field] = value.into();
    }
    member["extra"] = extra.into();
    member["descriptor"] = json!({"signature": "PK\u{7}\u{8}", "sums": sums});
    json["directory"][entry]["header"]["flags"] = 8.into();
    let offset = json["end"]["directory_offset"].as_u64().unwrap_or_default();
    json["end"]["directory_offset"] = (offset + 9 + 16).into();
    kind.build(&json, Default::default()).unwrap_or_else(|e| panic!("{e}"))
}
