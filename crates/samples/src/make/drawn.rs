//! Bodies as Parkan draws them.

use super::mesh::{Drawn, LIGHTMAPPED, Vertex};
use crate::form::{Body, Facet, Skin};
use std::collections::HashMap;

/// A batch for each skin, in the order in which they come up.
pub(crate) fn drawn(body: &Body) -> Vec<Drawn> {
    let mut skins: Vec<Skin> = vec![];
    for facet in &body.facets {
        if !skins.contains(&facet.skin) {
            skins.push(facet.skin);
        }
    }
    let of = |skin: &Skin| batch(body.facets.iter().filter(|facet| facet.skin == *skin), *skin);
    skins.iter().map(of).collect()
}

/// Corners that are the same in all respects are one vertex.
fn batch<'f>(facets: impl Iterator<Item = &'f Facet>, skin: Skin) -> Drawn {
    let Skin { material, flags, portal } = skin;
    let mut drawn = Drawn { vertices: vec![], indices: vec![], material, flags, portal };
    let mut known = HashMap::new();
    for facet in facets {
        let mut place = |corner: usize| {
            let vertex = vertex(facet, corner);
            let key = (vertex.position.map(f32::to_bits), vertex.normal, vertex.uv, vertex.light_uv);
            *known.entry(key).or_insert_with(|| {
                drawn.vertices.push(vertex);
                drawn.vertices.len() as u16 - 1
            })
        };
        let corners: Vec<u16> = (0..facet.points.len()).map(&mut place).collect();
        let fan = (2..corners.len()).flat_map(|i| [corners[0], corners[i - 1], corners[i]]);
        drawn.indices.extend(fan);
    }
    drawn
}

fn vertex(facet: &Facet, corner: usize) -> Vertex {
    let [x, y, z] = facet.normals[corner].map(|part| (part * 127.0).round() as i8);
    let light_uv = facet.light_uvs.get(corner).copied().filter(|_| facet.skin.flags & LIGHTMAPPED != 0);
    Vertex {
        // Minus zero is zero, and the same vertex.
        position: facet.points[corner].map(|part| part + 0.0),
        normal: [x, y, z, 0],
        uv: facet.uvs[corner].map(|part| (part * 1024.0).round() as i16),
        light_uv: light_uv.unwrap_or_default().map(|part| (part * 1024.0).round() as u16),
    }
}
