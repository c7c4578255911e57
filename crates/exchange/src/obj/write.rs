//! A scene as OBJ.

use super::{Files, ObjError, flipped};
use crate::files::Namer;
use crate::phrases::{self, Phrase};
use crate::png;
use crate::space::{affine, carry, is_still};
use glam::DAffine3;
use relict_core::scene::{Alpha, Mesh, Node, Part, Scene, Shape, Up};
use std::borrow::Cow;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;

pub(super) fn files(scene: &Scene, stem: &str) -> Result<Files, ObjError> {
    scene
        .validate_structure()
        .map_err(|flaw| ObjError::Unwritable(phrases::flawed(flaw.field, flaw.not_finite).into()))?;
    let mut namer = Namer::new(stem);
    let library = namer.own("mtl");
    let materials = distinct(scene.materials.iter().map(|material| word(&material.name, "material")));
    let (mtl, pictures) = library_text(scene, &materials, &mut namer)?;
    let mut text =
        Text { scene, materials, material: None, out: String::new(), count: [0; 3], taken: HashSet::new() };
    text.out.push_str("# Relict\n");
    if !mtl.is_empty() {
        let _ = writeln!(text.out, "mtllib {library}");
    }
    let ways = ways(&scene.nodes);
    for (node, way) in scene.nodes.iter().zip(&ways) {
        node.shapes.iter().for_each(|shape| text.object(node, shape, way.as_ref()));
    }
    let mtl = Some((library, mtl.into_bytes())).filter(|(_, mtl)| !mtl.is_empty());
    Ok(Files { main: text.out.into_bytes(), beside: mtl.into_iter().chain(pictures).collect() })
}

/// From each node to the whole model; none where nothing changes, so that numbers stay as they are.
fn ways(nodes: &[Node]) -> Vec<Option<DAffine3>> {
    let mut ways: Vec<Option<DAffine3>> = vec![];
    for node in nodes {
        let step = (!is_still(&node.placement)).then(|| affine(&node.placement));
        let above = node.parent.and_then(|parent| ways.get(parent).copied().flatten());
        ways.push(match (above, step) {
            (Some(above), Some(step)) => Some(above * step),
            (above, step) => above.or(step),
        });
    }
    ways
}

struct Text<'s> {
    scene: &'s Scene,
    /// Their names.
    materials: Vec<String>,
    /// What faces are now of.
    material: Option<usize>,
    out: String,
    /// How many vertices, texture coordinates and normals there are; all objects count on.
    count: [usize; 3],
    taken: HashSet<String>,
}

impl Text<'_> {
    fn object(&mut self, node: &Node, shape: &Shape, way: Option<&DAffine3>) {
        let mesh: &Mesh = &self.scene.meshes[shape.mesh];
        // OBJ has no alpha of vertices: what is blended by it would hide what it lies on.
        let drawn = |part: &&Part| !part.positions.is_empty() && !part.indices.is_empty() && !part.is_over();
        if !mesh.parts.iter().any(|part| drawn(&part)) {
            return;
        }
        let given = word(&node.name, "node");
        let numbered = (2..).map(|number| format!("{given}_{number}"));
        let mut names = std::iter::once(given.clone()).chain(numbered).map(|name| shape.variant.named(&name));
        let name = names.find(|name| self.taken.insert(name.clone())).unwrap_or_default();
        let _ = writeln!(self.out, "o {name}");
        for part in mesh.parts.iter().filter(drawn) {
            let mut part = Cow::Borrowed(part);
            if let Some(way) = way {
                carry(part.to_mut(), way);
            }
            self.part(&part);
        }
    }

    fn part(&mut self, part: &Part) {
        let up = self.scene.up;
        self.vectors("v", up, &part.positions);
        for uv in part.uvs.iter().flatten() {
            let [u, v] = uv.map(finite);
            let _ = writeln!(self.out, "vt {u} {}", flipped_text(v));
        }
        self.vectors("vn", up, part.normals.as_deref().unwrap_or_default());
        self.use_material(part.material);
        let [v, vt, vn] = self.count;
        for corners in part.indices.as_chunks::<3>().0 {
            self.out.push('f');
            for corner in corners.map(|corner| corner as usize + 1) {
                let _ = match (&part.uvs, &part.normals) {
                    (None, None) => write!(self.out, " {}", v + corner),
                    (Some(_), None) => write!(self.out, " {}/{}", v + corner, vt + corner),
                    (None, Some(_)) => write!(self.out, " {}//{}", v + corner, vn + corner),
                    (Some(_), Some(_)) => write!(self.out, " {}/{}/{}", v + corner, vt + corner, vn + corner),
                };
            }
            self.out.push('\n');
        }
        let uvs = part.uvs.as_ref().map_or(0, Vec::len);
        let normals = part.normals.as_ref().map_or(0, Vec::len);
        self.count = [v + part.positions.len(), vt + uvs, vn + normals];
    }

    /// A material goes on until the next; none is one that nobody knows.
    fn use_material(&mut self, material: Option<usize>) {
        if material != self.material {
            let name = material.map_or("none", |material| &self.materials[material]);
            let _ = writeln!(self.out, "usemtl {name}");
            self.material = material;
        }
    }

    fn vectors(&mut self, kind: &str, up: Up, vectors: &[[f32; 3]]) {
        for vector in vectors {
            let [x, y, z] = up.to_y(vector.map(finite));
            let _ = writeln!(self.out, "{kind} {x} {y} {z}");
        }
    }
}

fn finite(value: f32) -> f32 {
    if value.is_finite() { value } else { 0.0 }
}

/// The shortest text that comes back as it was.
fn flipped_text(v: f32) -> String {
    let short = flipped(v.into()) as f32;
    let text = short.to_string();
    let back = text.parse().map(|text| flipped(text) as f32);
    if back == Ok(v) { text } else { flipped(v.into()).to_string() }
}

/// One word that no reader takes for more: lines end at blanks for some, and at these signs for others.
fn word(given: &str, instead: &str) -> String {
    let odd = |c: char| c.is_control() || c.is_whitespace() || "#\\".contains(c);
    let word: String = given.chars().map(|c| if odd(c) { '_' } else { c }).collect();
    if word.is_empty() { instead.into() } else { word }
}

/// The same names, with numbers where one is there before.
fn distinct(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut taken = HashSet::new();
    let own = |(place, name): (usize, String)| {
        let mut own = name.clone();
        while !taken.insert(own.clone()) {
            own = format!("{own}_{place}");
        }
        own
    };
    names.enumerate().map(own).collect()
}

type Pictures = Vec<(String, Vec<u8>)>;

/// All materials, and the files of their textures.
fn library_text(scene: &Scene, names: &[String], namer: &mut Namer) -> Result<(String, Pictures), ObjError> {
    let mut out = String::new();
    let mut files: BTreeMap<usize, String> = BTreeMap::new();
    let mut pictures = vec![];
    for (own, material) in names.iter().zip(&scene.materials) {
        let [r, g, b, alpha] = material.colour.map(|value| finite(value).clamp(0.0, 1.0));
        let [er, eg, eb] = material.emissive.map(|value| finite(value).clamp(0.0, 1.0));
        let _ = writeln!(out, "newmtl {own}\nKd {r} {g} {b}\nKe {er} {eg} {eb}\nd {alpha}");
        let Some(texture) = material.texture else { continue };
        if let Entry::Vacant(free) = files.entry(texture) {
            let (name, picture) = picture(scene, texture, namer)?;
            free.insert(name.clone());
            pictures.push((name, picture));
        }
        let name = &files[&texture];
        let _ = writeln!(out, "map_Kd {name}");
        if material.alpha != Alpha::Opaque {
            let _ = writeln!(out, "map_d {name}");
        }
    }
    Ok((out, pictures))
}

fn picture(scene: &Scene, place: usize, namer: &mut Namer) -> Result<(String, Vec<u8>), ObjError> {
    let texture = &scene.textures[place];
    let why = |e| phrases::texture_unwritable(texture.name.as_str(), Phrase::from(&e));
    let unwritable = |e| ObjError::Unwritable(why(e).into());
    let picture = png::write(&texture.image, None).map_err(unwritable)?;
    Ok((namer.named(&texture.name, "png"), picture))
}
