//! Normals and texture coordinates in the numbers of the file.

use crate::msh::scene::unit;
use relict_core::args;
use relict_core::scene::Misfit;
use relict_core::scene::notes::misfit;

/// Each coordinate of a normal is a byte.
pub(super) fn packed_normal(normal: [f32; 3]) -> [i8; 3] {
    normal.map(|part| (part * 127.0).round().clamp(-127.0, 127.0) as i8)
}

/// How far a packed normal is from one of a scene.
pub(super) fn normal_distance([x, y, z]: [i8; 3], normal: [f32; 3]) -> f32 {
    unit([x, y, z, 0]).iter().zip(normal).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

/// Where a packed normal points, however long it is: a scene has nothing else of it.
pub(super) fn direction(normal: [i8; 3]) -> [i8; 3] {
    fn common(a: u8, b: u8) -> u8 {
        if b == 0 { a } else { common(b, a % b) }
    }
    // As scenes have it, what is beyond the largest is the largest, and what points nowhere points up.
    let normal = normal.map(|part| part.max(-127));
    match normal.iter().fold(0, |all, part| common(all, part.unsigned_abs())) {
        0 => [0, 0, 1],
        common => normal.map(|part| part / common as i8),
    }
}

/// Where vertices are on a texture. A texture repeats, so that a part which lies outside as a whole is moved inside.
pub(super) fn packed_uvs(uvs: &[[f32; 2]], mesh: &str) -> Result<(Vec<[i16; 2]>, [i32; 2]), Misfit> {
    let moved = [0, 1].map(|axis| whole_shift(uvs.iter().map(|uv| uv[axis])));
    let pack = |uv: &[f32; 2]| {
        let part = |axis: usize| i16::try_from(parts_of(uv[axis]) + i64::from(moved[axis]?) * 1024).ok();
        Some([part(0)?, part(1)?])
    };
    match uvs.iter().map(pack).collect() {
        Some(packed) => Ok((packed, moved.map(Option::unwrap_or_default))),
        None => Err(misfit("model.uv-range", args!(mesh = mesh))),
    }
}

/// In 1024 parts of a texture. What is far outside stays there.
fn parts_of(uv: f32) -> i64 {
    (f64::from(uv) * 1024.0).round().clamp(-4e15, 4e15) as i64
}

/// How many textures to go so that all fit; none if they are too far apart.
fn whole_shift(numbers: impl Iterator<Item = f32> + Clone) -> Option<i32> {
    let (low, high) = (numbers.clone().map(parts_of).min()?, numbers.map(parts_of).max()?);
    let fits =
        |shift: i64| i16::try_from(low + shift * 1024).is_ok() && i16::try_from(high + shift * 1024).is_ok();
    // As little as it takes, or to the middle.
    let shift = if fits(0) { 0 } else { -low.midpoint(high).div_euclid(1024) };
    i32::try_from(shift).ok().filter(|_| fits(shift))
}

/// A lightmap does not repeat.
pub(super) fn packed_lights(uvs: &[[f32; 2]], mesh: &str) -> Result<Vec<[u16; 2]>, Misfit> {
    let part = |uv: f32| u16::try_from(parts_of(uv)).ok();
    let packed = uvs.iter().map(|uv| Some([part(uv[0])?, part(uv[1])?])).collect::<Option<_>>();
    packed.ok_or_else(|| misfit("model.uv-range", args!(mesh = mesh)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_texture_repeats_but_not_without_end() {
        let fits = |uvs: &[[f32; 2]]| packed_uvs(uvs, "mesh").ok();
        assert_eq!(fits(&[[0.5, -0.25]]), Some((vec![[512, -256]], [0, 0])));
        assert_eq!(fits(&[[40.5, 0.0], [41.0, 0.0]]), Some((vec![[512, 0], [1024, 0]], [-40, 0])));
        assert_eq!(fits(&[[-40.0, 0.0], [-39.0, 0.0]]), Some((vec![[0, 0], [1024, 0]], [40, 0])));
        assert_eq!(fits(&[[-40.0, 0.0], [40.0, 0.0]]), None);
        assert_eq!(fits(&[[f32::MAX, 0.0]]), None);
        assert_eq!(packed_lights(&[[0.5, 1.0]], "mesh").ok(), Some(vec![[512, 1024]]));
        assert!(packed_lights(&[[-0.5, 1.0]], "mesh").is_err());
    }
}
