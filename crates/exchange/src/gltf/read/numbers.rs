//! The numbers of a document: buffers, views of them, and accessors that tell what they are.

use super::{Beside, GltfError, broken};
use crate::budget::Budget;
use crate::files;
use crate::phrases;
use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use gltf_json::accessor::{ComponentType, IndexComponentType, Type};
use gltf_json::buffer::View;
use gltf_json::validation::{Checked, USize64};
use gltf_json::{Accessor, Buffer, Index, Root};
use std::borrow::Cow;

pub(super) struct Numbers<'d> {
    root: &'d Root,
    buffers: Vec<Cow<'d, [u8]>>,
    pub(super) budget: Budget,
    /// Whether there were numbers that are none, now zero.
    pub(super) not_finite: bool,
}

/// Items of a fixed size in bytes, some way apart.
#[derive(Clone, Copy)]
struct Items<'d> {
    bytes: &'d [u8],
    stride: usize,
    size: usize,
}

impl<'d> Items<'d> {
    fn iter(self) -> impl Iterator<Item = &'d [u8]> {
        self.bytes.chunks(self.stride.max(1)).map(move |item| &item[..self.size.min(item.len())])
    }
}

impl<'d> Numbers<'d> {
    pub(super) fn new(
        root: &'d Root,
        own: Option<&'d [u8]>,
        budget: Budget,
        beside: Beside<'_>,
    ) -> Result<Self, GltfError> {
        let mut numbers = Self { root, buffers: vec![], budget, not_finite: false };
        for (place, buffer) in root.buffers.iter().enumerate() {
            let bytes = numbers.buffer(buffer, own.filter(|_| place == 0), beside)?;
            numbers.buffers.push(bytes);
        }
        Ok(numbers)
    }

    fn buffer(
        &mut self,
        buffer: &Buffer,
        own: Option<&'d [u8]>,
        beside: Beside<'_>,
    ) -> Result<Cow<'d, [u8]>, GltfError> {
        let mut bytes = match (&buffer.uri, own) {
            (Some(uri), _) => Cow::Owned(self.file(uri, beside)?),
            (None, Some(own)) => Cow::Borrowed(own),
            (None, None) => return Err(broken(phrases::gltf_buffer_without_bytes())),
        };
        let length = size(buffer.byte_length)?;
        if length > bytes.len() {
            return Err(broken(phrases::gltf_buffer_size(length, bytes.len())));
        }
        match &mut bytes {
            Cow::Borrowed(bytes) => *bytes = &bytes[..length],
            Cow::Owned(bytes) => bytes.truncate(length),
        }
        Ok(bytes)
    }

    /// What an address means: bytes that it holds itself, or a file.
    pub(super) fn file(&mut self, uri: &str, beside: Beside<'_>) -> Result<Vec<u8>, GltfError> {
        if let Some(data) = uri.strip_prefix("data:") {
            let (_, text) =
                data.split_once(";base64,").ok_or_else(|| broken(phrases::gltf_data_not_base64()))?;
            self.budget.take(text.len() / 4, 3)?;
            let lenient =
                GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
            let decoded = GeneralPurpose::new(&STANDARD, lenient).decode(text);
            return decoded.map_err(|e| broken(phrases::gltf_bad_base64(e.to_string())));
        }
        let name = files::beside(uri).ok_or_else(|| GltfError::Outside { uri: uri.into() })?;
        let bytes = beside(&name).ok_or(GltfError::Missing { uri: name })?;
        self.budget.take(bytes.len(), 1)?;
        Ok(bytes)
    }

    /// The bytes of a view.
    pub(super) fn view(&self, index: Index<View>) -> Result<&[u8], GltfError> {
        let outside = || broken(phrases::gltf_view_outside(index.value()));
        let view = self.root.buffer_views.get(index.value()).ok_or_else(outside)?;
        let buffer = self.buffers.get(view.buffer.value()).ok_or_else(outside)?;
        let rest = buffer.get(size(view.byte_offset.unwrap_or_default())?..).ok_or_else(outside)?;
        rest.get(..size(view.byte_length)?).ok_or_else(outside)
    }

    /// `count` items of `size` bytes in a view.
    fn items(
        &self,
        index: Index<View>,
        offset: USize64,
        count: usize,
        item: usize,
    ) -> Result<Items<'_>, GltfError> {
        let outside = || broken(phrases::gltf_numbers_outside(index.value()));
        let bytes = self.view(index)?.get(size(offset)?..).ok_or_else(outside)?;
        let stride = self.root.buffer_views.get(index.value()).and_then(|view| view.byte_stride);
        let stride = stride.map_or(item, |stride| stride.0);
        if stride < item {
            return Err(broken(phrases::gltf_numbers_overlap(index.value())));
        }
        let length = match count.checked_sub(1) {
            Some(last) => last.checked_mul(stride).and_then(|start| start.checked_add(item)),
            None => Some(0),
        };
        let bytes = length.and_then(|length| bytes.get(..length)).ok_or_else(outside)?;
        Ok(Items { bytes, stride, size: item })
    }

    fn accessor(&self, index: Index<Accessor>) -> Result<&'d Accessor, GltfError> {
        let missing = || broken(phrases::gltf_no_accessor(index.value()));
        self.root.accessors.get(index.value()).ok_or_else(missing)
    }

    /// How many items an accessor has.
    pub(super) fn count(&self, index: Index<Accessor>) -> Result<usize, GltfError> {
        size(self.accessor(index)?.count)
    }

    /// Numbers of any kind, N for each item. What has fewer gets `rest` behind it.
    pub(super) fn vectors<const N: usize>(
        &mut self,
        index: Index<Accessor>,
        kinds: &[Type],
        rest: f32,
    ) -> Result<Vec<[f32; N]>, GltfError> {
        let accessor = self.accessor(index)?;
        let odd = || broken(phrases::gltf_odd_accessor(index.value()));
        let Checked::Valid(kind) = accessor.type_ else { return Err(odd()) };
        let Checked::Valid(component) = accessor.component_type else { return Err(odd()) };
        if !kinds.contains(&kind) {
            return Err(odd());
        }
        let (width, count) = (kind.multiplicity(), size(accessor.count)?);
        self.budget.take(count, N * 4)?;
        let form = Form { component: component.0, normalized: accessor.normalized };
        let mut values = vec![[rest; N]; count];
        values.iter_mut().for_each(|value| value[..width.min(N)].fill(0.0));
        if let Some(view) = accessor.buffer_view {
            let offset = accessor.byte_offset.unwrap_or_default();
            let items = self.items(view, offset, count, form.size() * width)?;
            form.fill(values.iter_mut().zip(items.iter()));
        }
        if let Some(sparse) = &accessor.sparse {
            let places = self.sparse_places(sparse, count)?;
            let view = sparse.values.buffer_view;
            let items = self.items(view, sparse.values.byte_offset, places.len(), form.size() * width)?;
            for (place, item) in places.into_iter().zip(items.iter()) {
                form.fill(values.get_mut(place).map(|value| (value, item)).into_iter());
            }
        }
        for value in values.iter_mut().flatten().filter(|value| !value.is_finite()) {
            *value = 0.0;
            self.not_finite = true;
        }
        Ok(values)
    }

    /// Where the values go that replace others.
    fn sparse_places(
        &mut self,
        sparse: &gltf_json::accessor::sparse::Sparse,
        count: usize,
    ) -> Result<Vec<usize>, GltfError> {
        let changed = size(sparse.count)?;
        self.budget.take(changed, size_of::<usize>())?;
        let Checked::Valid(IndexComponentType(kind)) = sparse.indices.component_type else {
            return Err(broken(phrases::gltf_sparse_kind()));
        };
        let items =
            self.items(sparse.indices.buffer_view, sparse.indices.byte_offset, changed, kind.size())?;
        let places: Vec<usize> = items.iter().map(|item| whole(item) as usize).collect();
        match places.iter().find(|place| **place >= count) {
            Some(place) => Err(broken(phrases::gltf_sparse_place(*place, count))),
            None => Ok(places),
        }
    }

    /// Whole numbers, one for each item.
    pub(super) fn indices(&mut self, index: Index<Accessor>) -> Result<Vec<u32>, GltfError> {
        let accessor = self.accessor(index)?;
        let odd = || broken(phrases::gltf_accessor_without_indices(index.value()));
        let Checked::Valid(component) = accessor.component_type else { return Err(odd()) };
        let whole_numbers =
            matches!(component.0, ComponentType::U8 | ComponentType::U16 | ComponentType::U32);
        if accessor.type_ != Checked::Valid(Type::Scalar) || !whole_numbers {
            return Err(odd());
        }
        let (count, item) = (size(accessor.count)?, component.0.size());
        self.budget.take(count, 4)?;
        let mut indices = vec![0; count];
        if let Some(view) = accessor.buffer_view {
            let items = self.items(view, accessor.byte_offset.unwrap_or_default(), count, item)?;
            indices.iter_mut().zip(items.iter()).for_each(|(index, item)| *index = whole(item));
        }
        if let Some(sparse) = &accessor.sparse {
            let places = self.sparse_places(sparse, count)?;
            let items =
                self.items(sparse.values.buffer_view, sparse.values.byte_offset, places.len(), item)?;
            places.into_iter().zip(items.iter()).for_each(|(place, item)| indices[place] = whole(item));
        }
        Ok(indices)
    }
}

/// How a number is stored.
#[derive(Clone, Copy)]
struct Form {
    component: ComponentType,
    normalized: bool,
}

impl Form {
    fn size(self) -> usize {
        self.component.size()
    }

    /// Reads items into values; numbers that stand for parts of one are brought to it.
    fn fill<'v, const N: usize>(self, items: impl Iterator<Item = (&'v mut [f32; N], &'v [u8])>) {
        let part = |value: f32, full: f32| if self.normalized { value / full } else { value };
        // There is one more step below zero than above it.
        let signed =
            |value: f32, full: f32| part(value, full).max(if self.normalized { -1.0 } else { f32::MIN });
        match self.component {
            ComponentType::F32 => fill(items, f32::from_le_bytes),
            ComponentType::U8 => fill(items, |v| part(u8::from_le_bytes(v).into(), 255.0)),
            ComponentType::U16 => fill(items, |v| part(u16::from_le_bytes(v).into(), 65_535.0)),
            ComponentType::U32 => fill(items, |v| part(u32::from_le_bytes(v) as f32, u32::MAX as f32)),
            ComponentType::I8 => fill(items, |v| signed(i8::from_le_bytes(v).into(), 127.0)),
            ComponentType::I16 => fill(items, |v| signed(i16::from_le_bytes(v).into(), 32_767.0)),
        }
    }
}

fn fill<'v, const N: usize, const SIZE: usize>(
    items: impl Iterator<Item = (&'v mut [f32; N], &'v [u8])>,
    number: impl Fn([u8; SIZE]) -> f32,
) {
    for (value, item) in items {
        value.iter_mut().zip(item.as_chunks().0).for_each(|(value, bytes)| *value = number(*bytes));
    }
}

/// A whole number of one, two or four bytes.
fn whole(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte))
}

fn size(number: USize64) -> Result<usize, GltfError> {
    usize::try_from(number.0).map_err(|_| GltfError::TooLarge)
}
