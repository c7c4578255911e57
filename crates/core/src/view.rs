//! Lists that are read where they lie: what a file has many of need not be copied to be looked at.

use crate::error::Result;
use crate::json::{Json, Serializer, Shaped, Value, array};
use crate::record::{Field, FieldTable};
use std::{borrow::Cow, fmt, marker::PhantomData};

/// A list of fields or records, as the bytes it stands for; borrowed from the file until it is edited.
pub struct View<'a, T> {
    bytes: Cow<'a, [u8]>,
    items: PhantomData<fn() -> T>,
}

impl<'a, T: Field> View<'a, T> {
    /// The items that the bytes hold; a rest that is no whole item is none.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes: Cow::Borrowed(&bytes[..bytes.len() / T::SIZE * T::SIZE]), items: PhantomData }
    }

    pub fn len(&self) -> usize {
        self.bytes.len() / T::SIZE
    }

    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    pub fn get(&self, index: usize) -> Option<T> {
        let start = index.checked_mul(T::SIZE)?;
        self.bytes.get(start..)?.get(..T::SIZE).map(T::get)
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = T> + DoubleEndedIterator + '_ {
        self.bytes.chunks_exact(T::SIZE).map(T::get)
    }

    /// As they lie in the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl<T: Field> FromIterator<T> for View<'_, T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let items = items.into_iter();
        let mut bytes = Vec::with_capacity(items.size_hint().0.saturating_mul(T::SIZE));
        for item in items {
            let start = bytes.len();
            bytes.resize(start + T::SIZE, 0);
            item.put(&mut bytes[start..]);
        }
        Self { bytes: bytes.into(), items: PhantomData }
    }
}

impl<T> Clone for View<'_, T> {
    fn clone(&self) -> Self {
        Self { bytes: self.bytes.clone(), items: PhantomData }
    }
}

impl<T> Default for View<'_, T> {
    fn default() -> Self {
        Self { bytes: Cow::Borrowed(&[]), items: PhantomData }
    }
}

impl<T: Field + fmt::Debug> fmt::Debug for View<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: Field> Json for View<'_, T> {
    fn inner() -> Option<&'static FieldTable> {
        T::SHAPE.table()
    }
    fn write_json<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.bytes.chunks_exact(T::SIZE).map(|bytes| Shaped(T::SHAPE, bytes)))
    }
    fn from_json(json: &Value) -> Result<Self> {
        let items = array(json)?;
        let mut bytes = vec![0; items.len() * T::SIZE];
        for (i, (json, bytes)) in items.iter().zip(bytes.chunks_exact_mut(T::SIZE)).enumerate() {
            T::SHAPE.put_value(json, bytes).map_err(|e| e.inside(format_args!("[{i}]")))?;
        }
        Ok(Self { bytes: bytes.into(), items: PhantomData })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::Cursor;

    #[test]
    fn items_are_read_where_they_lie_and_kept_to_the_bit() {
        let bytes = [1, 0, 2, 0, 0xFF, 0xFF, 9];
        let mut c = Cursor::new(&bytes);
        let view: View<'_, i16> = c.view("numbers", 3).unwrap();
        assert_eq!((view.iter().collect::<Vec<_>>(), c.pos()), (vec![1, 2, -1], 6));
        assert_eq!((view.get(1), view.get(3), view.get(usize::MAX)), (Some(2), None, None));
        assert_eq!(view.bytes(), View::<i16>::from_json(&Json::to_json(&view)).unwrap().bytes());
    }

    #[test]
    fn a_list_that_is_not_all_there_is_refused() {
        let error = Cursor::new(&[0; 7]).view::<i16>("numbers", usize::MAX).unwrap_err();
        assert_eq!(error.to_string(), "numbers[3] at 0x6: needs 2 bytes, 1 left");
    }
}
