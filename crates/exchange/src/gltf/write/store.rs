//! The numbers of a document: first what they are and where, then themselves. So the text in front of them is known
//! before the first is written, and all go to their place at once.

use gltf_json::accessor::{Accessor, ComponentType, GenericComponentType, Type};
use gltf_json::buffer::{Target, View};
use gltf_json::validation::{Checked, USize64};
use gltf_json::{Index, Root};
use serde_json::Value;

/// Appends the bytes that it promised.
type Run<'s> = Box<dyn FnOnce(&mut Vec<u8>) + 's>;

#[derive(Default)]
pub(in crate::gltf) struct Store<'s> {
    /// How many bytes there will be.
    length: usize,
    runs: Vec<Run<'s>>,
    views: Vec<View>,
    accessors: Vec<Accessor>,
    /// The view of all keys of clips and where it starts; vertices have views of their own.
    keys: Option<(Index<View>, usize)>,
}

/// The smallest and the largest of numbers, by component.
type Bounds<const N: usize> = ([f32; N], [f32; N]);

impl<'s> Store<'s> {
    pub(in crate::gltf) fn length(&self) -> usize {
        self.length
    }

    /// Writes all of it.
    pub(in crate::gltf) fn pour(self, out: &mut Vec<u8>) {
        out.reserve(self.length);
        self.runs.into_iter().for_each(|run| run(out));
    }

    /// Promises bytes, up to the next whole word; tells where they begin.
    fn run(&mut self, length: usize, run: impl FnOnce(&mut Vec<u8>) + 's) -> usize {
        let start = self.length;
        let padding = length.next_multiple_of(4) - length;
        self.length += length + padding;
        self.runs.push(Box::new(move |out| {
            run(out);
            out.resize(out.len() + padding, 0);
        }));
        start
    }

    fn vectors<const N: usize>(&mut self, values: impl ExactSizeIterator<Item = [f32; N]> + 's) -> usize {
        self.run(values.len() * N * 4, |out| put(out, values))
    }

    /// Values of vertices.
    pub(super) fn attribute<const N: usize>(
        &mut self,
        values: impl ExactSizeIterator<Item = [f32; N]> + 's,
    ) -> Index<Accessor> {
        let count = values.len();
        let start = self.vectors(values);
        let view = self.view(start, count * N * 4, Some(Target::ArrayBuffer));
        self.accessor(view, 0, count, ComponentType::F32, N, None)
    }

    /// Places of vertices, whose bounds everybody wants to know.
    pub(super) fn positions(
        &mut self,
        values: impl ExactSizeIterator<Item = [f32; 3]> + Clone + 's,
    ) -> Index<Accessor> {
        let (count, bounds) = (values.len(), bounds(values.clone()));
        let start = self.vectors(values);
        let view = self.view(start, count * 12, Some(Target::ArrayBuffer));
        self.accessor(view, 0, count, ComponentType::F32, 3, Some(&bounds))
    }

    /// Corners of triangles, in two bytes each where they fit. The largest number of either size means a new start
    /// to some programs, so no vertex may have it.
    pub(super) fn indices(&mut self, indices: &'s [u32], vertices: usize) -> Index<Accessor> {
        let most = u32::from(u16::MAX);
        let narrow = vertices <= most as usize || indices.iter().all(|index| *index < most);
        let kind = if narrow { ComponentType::U16 } else { ComponentType::U32 };
        let length = indices.len() * kind.size();
        let start = self.run(length, move |out| {
            if narrow {
                put_each(out, indices.iter().map(|&index| (index as u16).to_le_bytes()));
            } else {
                put_each(out, indices.iter().map(|index| index.to_le_bytes()));
            }
        });
        let view = self.view(start, length, Some(Target::ElementArrayBuffer));
        self.accessor(view, 0, indices.len(), kind, 1, None)
    }

    /// Times of keys.
    pub(super) fn times(&mut self, times: Vec<f32>) -> Index<Accessor> {
        let (count, bounds) = (times.len(), bounds(times.iter().map(|time| [*time])));
        let start = self.vectors(times.into_iter().map(|time| [time]));
        let (view, first) = self.keys(start);
        self.accessor(view, start - first, count, ComponentType::F32, 1, Some(&bounds))
    }

    /// Values of keys.
    pub(super) fn key_values<const N: usize>(&mut self, values: Vec<[f32; N]>) -> Index<Accessor> {
        let count = values.len();
        let start = self.vectors(values.into_iter());
        let (view, first) = self.keys(start);
        self.accessor(view, start - first, count, ComponentType::F32, N, None)
    }

    /// The bytes of a picture.
    pub(super) fn picture(&mut self, picture: Vec<u8>) -> Index<View> {
        let length = picture.len();
        let start = self.run(length, move |out| out.extend_from_slice(&picture));
        self.view(start, length, None)
    }

    /// The view of keys, which now reaches to the end of the bytes.
    fn keys(&mut self, start: usize) -> (Index<View>, usize) {
        let (view, first) = match self.keys {
            Some(keys) => keys,
            None => (self.view(start, 0, None), start),
        };
        self.keys = Some((view, first));
        if let Some(view) = self.views.get_mut(view.value()) {
            view.byte_length = USize64::from(self.length - first);
        }
        (view, first)
    }

    fn view(&mut self, start: usize, length: usize, target: Option<Target>) -> Index<View> {
        let view = View {
            buffer: Index::new(0),
            byte_length: USize64::from(length),
            byte_offset: (start > 0).then(|| USize64::from(start)),
            byte_stride: None,
            name: None,
            target: target.map(Checked::Valid),
            extensions: None,
            extras: None,
        };
        Index::push(&mut self.views, view)
    }

    fn accessor(
        &mut self,
        view: Index<View>,
        offset: usize,
        count: usize,
        component: ComponentType,
        width: usize,
        bounds: Option<&dyn AsBounds>,
    ) -> Index<Accessor> {
        let types = [Type::Scalar, Type::Vec2, Type::Vec3, Type::Vec4];
        let accessor = Accessor {
            buffer_view: Some(view),
            byte_offset: (offset > 0).then(|| USize64::from(offset)),
            count: USize64::from(count),
            component_type: Checked::Valid(GenericComponentType(component)),
            extensions: None,
            extras: None,
            type_: types.get(width - 1).map_or(Checked::Invalid, |kind| Checked::Valid(*kind)),
            min: bounds.map(AsBounds::smallest),
            max: bounds.map(AsBounds::largest),
            name: None,
            normalized: false,
            sparse: None,
        };
        Index::push(&mut self.accessors, accessor)
    }

    /// Tells the document what there is.
    pub(super) fn describe(&mut self, root: &mut Root) {
        root.buffer_views = std::mem::take(&mut self.views);
        root.accessors = std::mem::take(&mut self.accessors);
    }
}

/// Bounds of any width, exactly as the numbers are.
trait AsBounds {
    fn smallest(&self) -> Value;
    fn largest(&self) -> Value;
}

impl<const N: usize> AsBounds for Bounds<N> {
    fn smallest(&self) -> Value {
        self.0.map(f64::from).to_vec().into()
    }

    fn largest(&self) -> Value {
        self.1.map(f64::from).to_vec().into()
    }
}

fn put<const N: usize>(out: &mut Vec<u8>, values: impl ExactSizeIterator<Item = [f32; N]>) {
    let start = out.len();
    out.resize(start + values.len() * N * 4, 0);
    let slots = out[start..].as_chunks_mut::<4>().0.as_chunks_mut::<N>().0;
    slots.iter_mut().zip(values).for_each(|(slot, value)| *slot = value.map(f32::to_le_bytes));
}

fn put_each<const N: usize>(out: &mut Vec<u8>, values: impl ExactSizeIterator<Item = [u8; N]>) {
    let start = out.len();
    out.resize(start + values.len() * N, 0);
    out[start..].as_chunks_mut().0.iter_mut().zip(values).for_each(|(slot, value)| *slot = value);
}

/// What values lie between.
fn bounds<const N: usize>(values: impl Iterator<Item = [f32; N]>) -> Bounds<N> {
    let (mut least, mut most) = ([f32::MAX; N], [f32::MIN; N]);
    for value in values {
        for ((value, least), most) in value.iter().zip(&mut least).zip(&mut most) {
            *least = if *value < *least { *value } else { *least };
            *most = if *value > *most { *value } else { *most };
        }
    }
    (least, most)
}
