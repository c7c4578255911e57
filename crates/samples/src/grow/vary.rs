//! Copies that are not quite the same: other colours, other sizes, and names that lead to the copies of what they named.

use crate::archive::archive;
use relict_toolkit::core::bytes::Cursor;
use relict_toolkit::core::error::Result;
use relict_toolkit::core::format::{Document, Format, Limits, Origin};
use relict_toolkit::core::record::Chars;
use relict_toolkit::mw3::model::Model;
use relict_toolkit::mw3::model::node::ObjectFlags;
use relict_toolkit::mw3::motion::Motion;
use relict_toolkit::ngi::fxid::Fxid;
use relict_toolkit::ngi::fxid::command::{Command, Resource};
use relict_toolkit::ngi::mat0::Mat0;
use relict_toolkit::ngi::msh::Msh;
use relict_toolkit::ngi::texm::Texm;
use relict_toolkit::open::Asset;
use serde_json::{Value, json};
use std::borrow::Cow;

/// What a copy is called: `TANK~2.0`, `mech_strider~2.flt`, `strider~2_walk`. The first has its own name.
pub(super) fn marked(name: &str, copy: usize) -> String {
    if copy == 1 {
        return name.to_owned();
    }
    let place = name.rfind('.').or_else(|| name.find('_')).unwrap_or(name.len());
    format!("{}~{copy}{}", &name[..place], &name[place..])
}

/// How large a copy is, without making it where that is much work.
pub(super) fn varied_size(format: &str, bytes: &[u8], copy: usize) -> usize {
    if format == "ngi.wear" { wear(bytes, copy).len() } else { bytes.len() }
}

/// A copy of an entry.
pub(super) fn varied<'b>(
    format: &str,
    origin: Origin<'_>,
    bytes: &'b [u8],
    copy: usize,
) -> Result<Cow<'b, [u8]>> {
    if copy == 1 {
        return Ok(bytes.into());
    }
    let varied = match format {
        "ngi.texm" => texture(bytes, origin, copy)?,
        "ngi.mat0" => material(bytes, origin, copy)?,
        "ngi.wear" => wear(bytes, copy),
        "ngi.fxid" => effect(bytes, origin, copy)?,
        "ngi.msh" => model(bytes, origin, copy)?,
        "mw3.model" => mech(bytes, origin, copy)?,
        "mw3.motion" => motion(bytes, origin, copy)?,
        "mw3.image" => image(bytes, copy),
        _ if bytes.starts_with(b"RIFF") => sound(bytes, copy),
        _ => return Ok(bytes.into()),
    };
    Ok(varied.into())
}

/// A copy of a file that is no archive of many entries. Games for phones count their versions up.
pub(super) fn file<'b>(path: &str, bytes: &'b [u8], copy: usize) -> Cow<'b, [u8]> {
    let format = Asset::file(path, bytes).kind().map_or("", |kind| kind.id);
    match format {
        _ if copy == 1 => bytes.into(),
        "idmobile.jar" => game(path, bytes, copy).map_or(bytes.into(), Cow::from),
        "ngi.wear" => wear(bytes, copy).into(),
        _ => bytes.into(),
    }
}

/// Where colours go: each of three channels from another, and some bits turned over.
fn mixed(copy: usize) -> ([usize; 3], usize) {
    let orders = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0], [0, 2, 1], [1, 0, 2]];
    (orders[(copy - 1) % 6], (copy - 1) / 6 % 4)
}

/// A word of three channels, so many bits each, the first the highest; what is above them stays.
fn repainted(word: u16, bits: [u32; 3], copy: usize) -> u16 {
    let (order, turned) = mixed(copy);
    let shifts = [bits[1] + bits[2], bits[2], 0];
    let deep = |i: usize| u32::from(word >> shifts[i]) & ((1 << bits[i]) - 1);
    // All channels with as many bits as the widest, so that they can change places.
    let wide = bits.iter().copied().max().unwrap_or(0);
    let channels = [0, 1, 2].map(|i| deep(i) << (wide - bits[i]));
    let total: u32 = bits.iter().sum();
    let high = if total < 16 { word >> total << total } else { 0 };
    let put = |i: usize| ((channels[order[i]] ^ turned as u32) >> (wide - bits[i])) << shifts[i];
    high | (put(0) | put(1) | put(2)) as u16
}

fn each_word(bytes: &mut [u8], change: impl Fn(u16) -> u16) {
    for pair in bytes.chunks_exact_mut(2) {
        let word = change(u16::from_le_bytes([pair[0], pair[1]]));
        pair.copy_from_slice(&word.to_le_bytes());
    }
}

fn each_colour(bytes: &mut [u8], copy: usize) {
    let (order, turned) = mixed(copy);
    for pixel in bytes.chunks_exact_mut(4) {
        let old = [pixel[0], pixel[1], pixel[2]];
        (0..3).for_each(|i| pixel[i] = old[order[i]] ^ (turned as u8) << 4);
    }
}

fn texture(bytes: &[u8], origin: Origin<'_>, copy: usize) -> Result<Vec<u8>> {
    let mut texm = Texm::read(&mut Cursor::new(bytes), origin)?;
    for level in &mut texm.levels {
        let mut pixels = level.to_vec();
        match texm.header.format {
            565 => each_word(&mut pixels, |word| repainted(word, [5, 6, 5], copy)),
            556 => each_word(&mut pixels, |word| repainted(word, [5, 5, 6], copy)),
            4444 => each_word(&mut pixels, |word| repainted(word, [4; 3], copy)),
            88 => each_word(&mut pixels, |word| word ^ (copy as u16 & 0x3F)),
            888 | 8888 => each_colour(&mut pixels, copy),
            _ => {}
        }
        *level = pixels.into();
    }
    for colour in texm.palette.iter_mut().flatten() {
        each_colour(colour, copy);
    }
    texm.to_bytes()
}

/// Its textures are the copies, and its colours a little darker.
fn material(bytes: &[u8], origin: Origin<'_>, copy: usize) -> Result<Vec<u8>> {
    let mut material = Mat0::read(&mut Cursor::new(bytes), origin)?;
    for phase in material.phases.iter_mut().filter(|phase| phase.has_texture()) {
        let name = marked(&phase.texture.show(), copy);
        phase.texture = Chars::new(name.as_bytes(), true).unwrap_or(phase.texture);
        phase.diffuse[copy % 3] = phase.diffuse[copy % 3].saturating_sub((copy % 64) as u8);
    }
    material.to_bytes()
}

/// Rows are a number and a name; only names that lead somewhere change.
fn wear(bytes: &[u8], copy: usize) -> Vec<u8> {
    let text = String::from_utf8_lossy(bytes);
    let row = |line: &str| match line.split_once(' ') {
        Some((number, name)) => format!("{number} {}", marked_line(name, copy)),
        None => line.to_owned(),
    };
    text.split_inclusive('\n').map(row).collect::<String>().into_bytes()
}

/// The same with the end of the line behind it.
fn marked_line(name: &str, copy: usize) -> String {
    let bare = name.trim_end();
    marked(bare, copy) + &name[bare.len()..]
}

fn effect(bytes: &[u8], origin: Origin<'_>, copy: usize) -> Result<Vec<u8>> {
    let mut effect = Fxid::read(&mut Cursor::new(bytes), origin)?;
    let mark = |resource: &mut Resource| {
        let name = marked(&resource.name.show(), copy);
        resource.name = Chars::new(name.as_bytes(), true).unwrap_or(resource.name);
    };
    for command in &mut effect.commands {
        match command {
            Command::Sound(sound) => mark(&mut sound.sound),
            Command::Sprite(sprite) => mark(&mut sprite.material),
            Command::FarSprite(sprite) => mark(&mut sprite.material),
            Command::OrientedSprite(sprite) => mark(&mut sprite.material),
            Command::Bolt(bolt) => mark(&mut bolt.material),
            Command::Burst(burst) | Command::Debris(burst) => mark(&mut burst.material),
            Command::Stream(stream) => mark(&mut stream.material),
            Command::Light(_) | Command::Nothing(_) => {}
        }
    }
    effect.header.duration *= 1.0 + (copy % 8) as f32 / 8.0;
    effect.to_bytes()
}

/// A little larger, in every direction alike.
fn model(bytes: &[u8], origin: Origin<'_>, copy: usize) -> Result<Vec<u8>> {
    let mut msh = Msh::read(&mut Cursor::new(bytes), origin)?;
    let by = 1.0 + (copy % 16) as f32 / 32.0;
    let grow = |point: &mut [f32; 3]| *point = point.map(|part| part * by);
    let streams = &mut msh.streams;
    streams.positions.iter_mut().flatten().for_each(grow);
    streams.keys.iter_mut().flatten().for_each(|key| grow(&mut key.translation));
    streams.hall_points.iter_mut().flatten().for_each(|point| grow(&mut point.position));
    streams.probes.iter_mut().flatten().for_each(|probe| grow(&mut probe.position));
    for slot in streams.slots.iter_mut().flatten() {
        [&mut slot.aabb_min, &mut slot.aabb_max, &mut slot.sphere_center].into_iter().for_each(grow);
        slot.sphere_radius *= by;
    }
    if let Some(bounds) = &mut streams.bounds {
        bounds.corners.iter_mut().for_each(grow);
        [&mut bounds.sphere_center, &mut bounds.axis_low, &mut bounds.axis_high].into_iter().for_each(grow);
        bounds.sphere_radius *= by;
        bounds.axis_radius *= by;
    }
    msh.to_bytes()
}

/// Beside the one before it.
fn mech(bytes: &[u8], origin: Origin<'_>, copy: usize) -> Result<Vec<u8>> {
    let mut model = Model::read(&mut Cursor::new(bytes), origin)?;
    if let Some(object) = model.nodes.first_mut().and_then(|node| node.object.as_mut()) {
        object.flags = ObjectFlags(0x20);
        object.matrix[3] = [12.0 * (copy % 100) as f32, 0.0, 12.0 * (copy / 100) as f32];
    }
    model.to_bytes()
}

/// Slower.
fn motion(bytes: &[u8], origin: Origin<'_>, copy: usize) -> Result<Vec<u8>> {
    let mut motion = Motion::read(&mut Cursor::new(bytes), origin)?;
    motion.header.loop_time *= 1.0 + (copy % 8) as f32 / 8.0;
    motion.to_bytes()
}

/// Colours of an image, or of its palette. Black can be transparent, and so nothing becomes or ceases to be black.
fn image(bytes: &[u8], copy: usize) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let number = |at: usize| usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
    let (pixels, colours, flags) = (number(4) * number(6), number(12), bytes[0]);
    let (full, global) = (flags & 8 != 0, flags & 16 != 0);
    let start = match colours {
        0 => 16,
        _ => 16 + pixels + if full { pixels } else { 0 },
    };
    let words = if colours == 0 { pixels } else { colours };
    if !global && let Some(list) = bytes.get_mut(start..start + 2 * words) {
        each_word(list, |word| if word == 0 { 0 } else { repainted(word, [5, 6, 5], copy).max(1) });
    }
    bytes
}

/// Noisier.
fn sound(bytes: &[u8], copy: usize) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes.iter_mut().skip(44).step_by(7).for_each(|sample| *sample ^= copy as u8 & 15);
    bytes
}

/// The game with another version in its manifest; none if it has no manifest.
fn game(path: &str, bytes: &[u8], copy: usize) -> Option<Vec<u8>> {
    let (_, document) = Asset::file(path, bytes).open().ok()?;
    let jar = document.archive()?;
    let manifest = jar.find("META-INF/MANIFEST.MF")?;
    let member = |i: usize| {
        let mut bytes = jar.payload(i, Limits::default()).ok()?.into_owned();
        if i == manifest {
            let text = String::from_utf8_lossy(&bytes);
            bytes =
                text.replace("MIDlet-Version: 1.0.0", &format!("MIDlet-Version: 1.0.{copy}")).into_bytes();
        }
        Some((jar.entry(i)?.name.into_owned(), bytes))
    };
    let members = (0..jar.len()).map(member).collect::<Option<Vec<_>>>()?;
    let entries: Vec<_> =
        members.iter().map(|(name, bytes)| (name.as_str(), json!({}), bytes.as_slice())).collect();
    Some(archive("idmobile.jar", Value::Null, &entries))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_have_names_of_their_own_in_the_place_that_counts() {
        let all = [("TANK.0", "TANK~2.0"), ("strider_walk", "strider~2_walk"), ("smoke", "smoke~2")];
        all.into_iter().for_each(|(name, copy)| assert_eq!(marked(name, 2), copy));
        assert_eq!(marked("TANK.0", 1), "TANK.0");
        assert_eq!(
            wear(b"1\r\n0 TANK\r\n\r\nLIGHTMAPS\r\n1\r\n0 a.0\r\n", 3),
            b"1\r\n0 TANK~3\r\n\r\nLIGHTMAPS\r\n1\r\n0 a~3.0\r\n"
        );
    }

    #[test]
    fn colours_change_places_and_alpha_does_not() {
        assert_eq!(repainted(0xF81F, [5, 6, 5], 4), 0xF81F);
        assert_eq!(repainted(0xF800, [5, 6, 5], 4), 0x001F);
        assert_eq!(repainted(0xAF00, [4; 3], 4), 0xA00F);
        assert_eq!(repainted(0x1234, [5, 6, 5], 1), 0x1234);
    }
}
