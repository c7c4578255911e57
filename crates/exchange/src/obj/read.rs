//! OBJ as a scene without nodes above nodes: one for each object, which shows what bears its name.

use super::outline::{self, Flaw, Work};
use super::{Faces, ObjError, Read, flipped};
use crate::budget::Budget;
use crate::phrases::{self, Phrase};
use crate::{files, png};
use relict_core::scene::{Extras, Material, Mesh, Node, Part, Scene, Shape, Texture, Up, Variant};
use std::borrow::Cow;
use std::collections::HashMap;
use std::str::FromStr;

/// Where files beside the model come from.
type Beside<'b> = &'b dyn Fn(&str) -> Option<Vec<u8>>;

/// What an object, a part or a material takes besides its vertices, at most and about; a line makes one.
const OBJECT: usize = 512;

pub(super) fn scene(text: &[u8], up: Up, limit: usize, beside: Beside<'_>) -> Result<Read, ObjError> {
    let mut reader = Reader::new(up, limit);
    for (number, line) in lines(text) {
        reader.line(number, &line)?;
    }
    if reader.positions.is_empty() && reader.objects.is_empty() {
        return Err(ObjError::NotObj);
    }
    reader.libraries(beside);
    let faces = reader.faces;
    Ok(Read { scene: reader.finish(), faces })
}

/// Lines and their numbers; one that ends in a backslash goes on in the next.
fn lines(text: &[u8]) -> impl Iterator<Item = (usize, Cow<'_, str>)> {
    let mut rest = (1..).zip(text.split(|c| *c == b'\n').map(<[u8]>::trim_ascii));
    std::iter::from_fn(move || {
        let (number, line) = rest.next()?;
        let Some(start) = line.strip_suffix(b"\\") else {
            return Some((number, String::from_utf8_lossy(line)));
        };
        let mut joined = start.to_vec();
        for (_, line) in rest.by_ref() {
            let (line, more) = line.strip_suffix(b"\\").map_or((line, false), |line| (line, true));
            joined.push(b' ');
            joined.extend_from_slice(line);
            if !more {
                break;
            }
        }
        Some((number, String::from_utf8_lossy(&joined).into_owned().into()))
    })
}

/// A corner of a face: places of its vertex and, where there are any, texture coordinates and normal.
type Corner = (u32, Option<u32>, Option<u32>);

struct Reader {
    up: Up,
    budget: Budget,
    work: Work,
    faces: Faces,
    positions: Vec<[f32; 3]>,
    uvs: Vec<[f32; 2]>,
    normals: Vec<[f32; 3]>,
    /// Names of objects and of variants of them, in the order of first use.
    objects: Vec<Object>,
    known: HashMap<(String, Variant), usize>,
    /// The name that the next faces belong to, and whether an `o` gave it; then groups do not count.
    name: String,
    named: bool,
    /// Where they go; none before the first face of an object.
    at: Option<(usize, usize)>,
    material: Option<usize>,
    materials: Vec<Material>,
    material_places: HashMap<String, usize>,
    textures: Vec<Texture>,
    /// By address; none where there is nothing to see, so that nobody asks twice.
    texture_places: HashMap<String, Option<usize>>,
    libraries: Vec<String>,
}

/// What one node shows in one variant.
struct Object {
    node: String,
    variant: Variant,
    name: String,
    sets: Vec<Set>,
    /// By material.
    places: HashMap<Option<usize>, usize>,
}

/// The triangles of one material.
#[derive(Default)]
struct Set {
    material: Option<usize>,
    corners: Vec<Corner>,
    places: HashMap<Corner, u32>,
    indices: Vec<u32>,
}

impl Reader {
    fn new(up: Up, limit: usize) -> Self {
        Self {
            up,
            budget: Budget::new(limit),
            work: Work::new(),
            faces: Faces::default(),
            positions: vec![],
            uvs: vec![],
            normals: vec![],
            objects: vec![],
            known: HashMap::new(),
            name: String::new(),
            named: false,
            at: None,
            material: None,
            materials: vec![],
            material_places: HashMap::new(),
            textures: vec![],
            texture_places: HashMap::new(),
            libraries: vec![],
        }
    }

    fn line(&mut self, number: usize, line: &str) -> Result<(), ObjError> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let broken = |why: Phrase| ObjError::Broken { line: number, why: why.into() };
        match word {
            "v" => {
                self.budget.take(1, 12)?;
                self.positions.push(self.up.from_y(vector(rest).map_err(broken)?));
            }
            "vn" => {
                self.budget.take(1, 12)?;
                self.normals.push(self.up.from_y(vector(rest).map_err(broken)?));
            }
            "vt" => {
                self.budget.take(1, 8)?;
                let (u, v) = coordinates(rest).map_err(broken)?;
                self.uvs.push([u, flipped(v) as f32]);
            }
            "f" => self.face(number, rest)?,
            "o" => {
                self.start(rest);
                self.named = true;
            }
            "g" if !self.named => self.start(rest),
            "usemtl" => self.use_material(rest)?,
            "mtllib" => self.libraries.push(rest.trim().to_owned()),
            _ => {}
        }
        Ok(())
    }

    fn start(&mut self, name: &str) {
        self.name = name.trim().to_owned();
        self.at = None;
    }

    fn use_material(&mut self, name: &str) -> Result<(), ObjError> {
        let name = name.trim();
        self.at = None;
        if let Some(known) = self.material_places.get(name) {
            self.material = Some(*known);
            return Ok(());
        }
        self.budget.take(OBJECT + name.len() * 2, 1)?;
        self.material_places.insert(name.to_owned(), self.materials.len());
        self.material = Some(self.materials.len());
        self.materials.push(Material { name: name.to_owned(), ..Material::default() });
        Ok(())
    }

    fn face(&mut self, line: usize, rest: &str) -> Result<(), ObjError> {
        let broken = |why: Phrase| ObjError::Broken { line, why: why.into() };
        let count = rest.split_ascii_whitespace().count();
        if !(3..=outline::MOST_CORNERS).contains(&count) {
            return Err(broken(phrases::obj_face_corners(count)));
        }
        let counts = [self.positions.len(), self.uvs.len(), self.normals.len()];
        let corners = rest.split_ascii_whitespace().map(|text| corner(text, counts));
        let corners: Vec<Corner> = corners.collect::<Result<_, _>>().map_err(broken)?;
        if let &[a, b, c] = &corners[..] {
            return self.triangle([a, b, c]);
        }
        for triangle in self.cut(line, &corners)? {
            self.triangle(triangle.map(|place| corners[place]))?;
        }
        Ok(())
    }

    /// A face with more than three corners as triangles; none if there is nothing to see of it.
    fn cut(&mut self, line: usize, corners: &[Corner]) -> Result<Vec<[usize; 3]>, ObjError> {
        let outline: Vec<[f32; 3]> = corners.iter().map(|corner| self.positions[corner.0 as usize]).collect();
        match outline::triangles(&outline, &mut self.work) {
            Ok(cut) => {
                self.faces.cut += 1;
                self.faces.repeated += usize::from(cut.repeated);
                Ok(cut.triangles)
            }
            Err(Flaw::Flat) => {
                self.faces.flat += 1;
                Ok(vec![])
            }
            Err(Flaw::Crossed) => {
                Err(ObjError::Outline { object: self.name.clone(), line, corners: corners.len() })
            }
            Err(Flaw::Costly) => Err(ObjError::TooLarge),
        }
    }

    fn triangle(&mut self, corners: [Corner; 3]) -> Result<(), ObjError> {
        let (object, set) = self.place()?;
        for corner in corners {
            // The vertex, and what finds it again.
            self.budget.take(1, 4)?;
            let set = &mut self.objects[object].sets[set];
            let place = match set.places.get(&corner) {
                Some(place) => *place,
                None => {
                    self.budget.take(1, 96)?;
                    let place = set.corners.len() as u32;
                    set.corners.push(corner);
                    set.places.insert(corner, place);
                    place
                }
            };
            set.indices.push(place);
        }
        Ok(())
    }

    /// Where the next faces go.
    fn place(&mut self) -> Result<(usize, usize), ObjError> {
        if let Some(at) = self.at {
            return Ok(at);
        }
        let (node, variant) = Variant::of_name(&self.name).unwrap_or((&self.name, Variant::default()));
        let known = self.known.get(&(node.to_owned(), variant)).copied();
        let object = match known {
            Some(known) => known,
            None => {
                self.budget.take(OBJECT + self.name.len() * 3, 1)?;
                let (node, name) = (node.to_owned(), self.name.clone());
                self.known.insert((node.clone(), variant), self.objects.len());
                self.objects.push(Object { node, variant, name, sets: vec![], places: HashMap::new() });
                self.objects.len() - 1
            }
        };
        let Object { sets, places, .. } = &mut self.objects[object];
        let set = match places.get(&self.material) {
            Some(known) => *known,
            None => {
                self.budget.take(OBJECT, 1)?;
                places.insert(self.material, sets.len());
                sets.push(Set { material: self.material, ..Set::default() });
                sets.len() - 1
            }
        };
        self.at = Some((object, set));
        Ok((object, set))
    }

    /// What is known of the materials that are used; where files are missing, their names are.
    fn libraries(&mut self, beside: Beside<'_>) {
        let libraries = std::mem::take(&mut self.libraries);
        // One that says nothing new costs as much as another.
        for library in libraries.iter().take(16) {
            let Some(text) = files::beside(library).and_then(|name| beside(&name)) else { continue };
            self.library(&text, beside);
        }
    }

    fn library(&mut self, text: &[u8], beside: Beside<'_>) {
        let mut place = None;
        for (_, line) in lines(text) {
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            if word == "newmtl" {
                place = self.material_places.get(rest.trim()).copied();
            }
            let Some(place) = place else { continue };
            match word {
                "Kd" => set_colours(&mut self.materials[place].colour[..3], rest),
                "Ke" => set_colours(&mut self.materials[place].emissive, rest),
                "d" => set_colours(&mut self.materials[place].colour[3..], rest),
                "map_Kd" => self.texture(place, rest.trim(), beside),
                _ => {}
            }
        }
    }

    /// The picture of a material; its name alone if it is not to be had.
    fn texture(&mut self, material: usize, uri: &str, beside: Beside<'_>) {
        let file = uri.rsplit('/').next().unwrap_or_default();
        let name = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let place = match self.texture_places.get(uri) {
            Some(known) => *known,
            None => self.picture(name, uri, beside),
        };
        self.texture_places.insert(uri.to_owned(), place);
        let material = &mut self.materials[material];
        material.texture = place;
        if place.is_none() {
            material.extras.insert("texture".into(), name.into());
        }
    }

    fn picture(&mut self, name: &str, uri: &str, beside: Beside<'_>) -> Option<usize> {
        let bytes = beside(&files::beside(uri)?)?;
        let image = png::read(&bytes, self.budget.left()).ok()?.image;
        self.budget.take(image.width.checked_mul(image.height)?, 4).ok()?;
        self.textures.push(Texture { name: name.to_owned(), image });
        Some(self.textures.len() - 1)
    }

    fn finish(self) -> Scene {
        let (mut nodes, mut meshes): (Vec<Node>, Vec<Mesh>) = (vec![], vec![]);
        let mut places: HashMap<String, usize> = HashMap::new();
        for object in self.objects {
            let place = *places.entry(object.node.clone()).or_insert(nodes.len());
            if place == nodes.len() {
                nodes.push(Node { name: object.node, ..Node::default() });
            }
            nodes[place].shapes.push(Shape { variant: object.variant, mesh: meshes.len() });
            let part = |set| part(set, &self.positions, &self.uvs, &self.normals);
            let parts = object.sets.into_iter().map(part).collect();
            meshes.push(Mesh { name: object.name, parts, extras: Extras::new() });
        }
        let (materials, textures) = (self.materials, self.textures);
        Scene { up: self.up, nodes, meshes, materials, textures, flat: true, ..Scene::default() }
    }
}

/// Lists that only some corners have are filled with zeros for the others.
fn part(set: Set, positions: &[[f32; 3]], uvs: &[[f32; 2]], normals: &[[f32; 3]]) -> Part {
    fn picked<const N: usize>(
        places: impl Iterator<Item = Option<u32>> + Clone,
        list: &[[f32; N]],
    ) -> Option<Vec<[f32; N]>> {
        let item = |place: Option<u32>| place.and_then(|place| list.get(place as usize)).copied();
        let any = places.clone().any(|place| place.is_some());
        any.then(|| places.map(|place| item(place).unwrap_or([0.0; N])).collect())
    }
    let corners = set.corners.iter();
    Part {
        material: set.material,
        positions: picked(corners.clone().map(|corner| Some(corner.0)), positions).unwrap_or_default(),
        uvs: picked(corners.clone().map(|corner| corner.1), uvs),
        normals: picked(corners.map(|corner| corner.2), normals),
        indices: set.indices,
        ..Part::default()
    }
}

/// A number as far as scenes hold it. One of half the precision is not read by way of the other: that rounds twice.
fn number<T: FromStr + Copy + Into<f64>>(text: Option<&str>) -> Result<T, Phrase> {
    let text = text.ok_or_else(phrases::obj_missing_number)?;
    let number = text.parse().ok().filter(|number: &T| (Into::<f64>::into(*number) as f32).is_finite());
    number.ok_or_else(|| phrases::obj_not_a_number(text))
}

/// Three numbers; what stands behind them, such as colours, is left out.
fn vector(text: &str) -> Result<[f32; 3], Phrase> {
    let mut words = text.split_ascii_whitespace();
    Ok([number(words.next())?, number(words.next())?, number(words.next())?])
}

fn coordinates(text: &str) -> Result<(f32, f64), Phrase> {
    let mut words = text.split_ascii_whitespace();
    let u = number(words.next())?;
    Ok((u, words.next().map_or(Ok(0.0), |word| number(Some(word)))?))
}

/// As far as there are numbers.
fn set_colours(colours: &mut [f32], text: &str) {
    for (colour, word) in colours.iter_mut().zip(text.split_ascii_whitespace()) {
        *colour = number(Some(word)).unwrap_or(*colour);
    }
}

/// A corner such as `7`, `7/1`, `7//3` or `7/1/3`; from one, or from the last backwards.
fn corner(text: &str, counts: [usize; 3]) -> Result<Corner, Phrase> {
    let mut parts = text.split('/');
    let mut next = |count: usize| match parts.next() {
        None | Some("") => Ok(None),
        Some(part) => place(part, count).map(Some).ok_or_else(|| phrases::obj_outside(part, text, count)),
    };
    let (v, vt, vn) = (next(counts[0])?, next(counts[1])?, next(counts[2])?);
    v.map(|v| (v, vt, vn)).ok_or_else(|| phrases::obj_no_vertex(text))
}

fn place(text: &str, count: usize) -> Option<u32> {
    let number: i64 = text.parse().ok()?;
    let count = i64::try_from(count).ok()?;
    let place = if number < 0 { count.checked_add(number)? } else { number - 1 };
    u32::try_from(place).ok().filter(|place| i64::from(*place) < count)
}
