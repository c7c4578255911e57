//! Reading: `Cursor` reads fields by name. `Put` has the same verbs, so a `write` can be held against its `read` line by line.

use crate::error::{Error, Result, value};
use crate::phrases;
use crate::record::{Field, Part, Shape};
use crate::text::CodePage;
use crate::trace::{Trace, What};
use crate::view::View;
use std::{borrow::Cow, fmt, ops::Deref};

/// A number that a file states as the length of a list.
pub trait Count: Field + Copy + fmt::Display + TryInto<usize> + TryFrom<usize> {}
impl Count for u8 {}
impl Count for u16 {}
impl Count for i16 {}
impl Count for u32 {}
impl Count for i32 {}

/// The length that `path` states; a negative one is refused.
pub fn length(path: impl fmt::Display, stated: impl Count) -> Result<usize> {
    stated.try_into().map_err(|_| Error::unexpected(phrases::a_count(), value(stated)).inside(path))
}

/// A run of bytes that means something else than text; borrowed from the file until it is edited.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bytes<'a>(Cow<'a, [u8]>);

/// A run of bytes that is text, in the code page the game uses.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Text<'a, const PAGE: u16 = 1252>(Cow<'a, [u8]>);

impl<const PAGE: u16> Text<'_, PAGE> {
    pub const PAGE: CodePage = CodePage::numbered(PAGE);

    pub fn show(&self) -> Cow<'_, str> {
        Self::PAGE.show(&self.0)
    }
}

macro_rules! run {
    ([$($generic:tt)*] $t:ty, [$($alone:tt)*] $u:ty) => {
        impl<$($alone)*> Deref for $u {
            type Target = [u8];
            fn deref(&self) -> &[u8] {
                &self.0
            }
        }
        impl<'a, $($generic)*> From<&'a [u8]> for $t {
            fn from(bytes: &'a [u8]) -> Self {
                Self(bytes.into())
            }
        }
        impl<$($alone)*> From<Vec<u8>> for $u {
            fn from(bytes: Vec<u8>) -> Self {
                Self(bytes.into())
            }
        }
    };
}
run!([] Bytes<'a>, [] Bytes<'_>);
run!([const PAGE: u16] Text<'a, PAGE>, [const PAGE: u16] Text<'_, PAGE>);

impl<'a> Bytes<'a> {
    /// The bytes for as long as the file lives, if they are still the file's own.
    pub fn borrowed(&self) -> Option<&'a [u8]> {
        match self.0 {
            Cow::Borrowed(bytes) => Some(bytes),
            Cow::Owned(_) => None,
        }
    }
}

/// A field's name, or the name of a list and a place in it.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub name: &'static str,
    pub index: Option<usize>,
}

impl From<&'static str> for Step {
    fn from(name: &'static str) -> Self {
        Self { name, index: None }
    }
}

impl From<(&'static str, usize)> for Step {
    fn from((name, index): (&'static str, usize)) -> Self {
        Self { name, index: Some(index) }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        self.index.map_or(Ok(()), |index| write!(f, "[{index}]"))
    }
}

/// Structures nested deeper than this are refused, so that no file can exhaust the stack.
pub const MAX_DEPTH: usize = 64;

/// Reads fields by name. With a trace it also tells where each of them lies.
#[derive(Debug)]
pub struct Cursor<'a> {
    bytes: &'a [u8],
    pos: usize,
    depth: usize,
    trace: Option<Box<Trace<'a>>>,
}

impl<'a> Cursor<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, pos: 0, depth: 0, trace: None }
    }

    pub fn tracing(bytes: &'a [u8], trace: Trace<'a>) -> Self {
        Self { trace: Some(Box::new(trace)), ..Self::new(bytes) }
    }

    pub fn into_trace(self) -> Option<Trace<'a>> {
        self.trace.map(|trace| *trace)
    }

    #[inline]
    pub fn pos(&self) -> usize {
        self.pos
    }

    /// The whole file, wherever the cursor stands.
    pub fn whole(&self) -> &'a [u8] {
        self.bytes
    }

    #[inline]
    pub fn left(&self) -> usize {
        self.bytes.len() - self.pos
    }

    /// Whether somebody wants to hear of the fields of such a structure. If not, what need not be looked at may be passed
    /// over at once.
    #[inline]
    pub fn is_traced_in<T: Part>(&mut self) -> bool {
        self.trace.as_mut().is_some_and(|trace| !trace.passes_over(T::TABLE))
    }

    /// Goes to an offset; past the end counts as the end.
    #[inline]
    pub fn seek(&mut self, offset: usize) {
        self.pos = offset.min(self.bytes.len());
    }

    /// One field or record.
    #[inline]
    pub fn get<T: Field>(&mut self, name: impl Into<Step>) -> Result<T> {
        match self.bytes[self.pos..].get(..T::SIZE) {
            Some(taken) => {
                self.note(name, taken, What::Field(T::SHAPE))?;
                Ok(T::get(taken))
            }
            None => Err(self.short(name.into(), T::SHAPE)),
        }
    }

    /// A field that is there only under a condition.
    pub fn get_if<T: Field>(&mut self, present: bool, name: &'static str) -> Result<Option<T>> {
        present.then(|| self.get(name)).transpose()
    }

    /// A field without moving past it.
    pub fn peek<T: Field>(&self) -> Option<T> {
        self.bytes[self.pos..].get(..T::SIZE).map(T::get)
    }

    /// The stated length of the list `name`.
    pub fn count<T: Count>(&mut self, name: &'static str) -> Result<usize> {
        let at = self.pos;
        let taken = self.bytes[at..]
            .get(..T::SIZE)
            .ok_or_else(|| self.short("count".into(), T::SHAPE).inside(name))?;
        self.note(name, taken, What::Count(T::SHAPE))?;
        length("count", T::get(taken)).map_err(|e| e.at(Some(at)).inside(name))
    }

    /// `count` fields or records of one kind. The bytes must be there before memory is.
    pub fn list<T: Field>(&mut self, name: impl Into<Step>, count: usize) -> Result<Vec<T>> {
        let name = name.into();
        let taken = self.room::<T>(name, count)?;
        self.note(name, taken, What::List(T::SHAPE, count))?;
        Ok(T::list(taken))
    }

    /// The same, read where it lies.
    #[inline]
    pub fn view<T: Field>(&mut self, name: impl Into<Step>, count: usize) -> Result<View<'a, T>> {
        let name = name.into();
        let taken = self.room::<T>(name, count)?;
        self.note(name, taken, What::List(T::SHAPE, count))?;
        Ok(View::new(taken))
    }

    /// The same where the file holds the records enciphered: `plain` gives what the bytes stand for, at the same length.
    pub fn list_deciphered<T: Field>(
        &mut self,
        name: &'static str,
        count: usize,
        plain: impl FnOnce(&[u8]) -> Vec<u8>,
    ) -> Result<Vec<T>> {
        let plain = plain(self.room::<T>(name.into(), count)?);
        if let Some(trace) = self.trace.as_mut() {
            trace.note_deciphered(name.into(), self.pos, &plain, What::List(T::SHAPE, count))?;
        }
        self.pos += plain.len();
        Ok(T::list(&plain))
    }

    #[inline]
    fn room<T: Field>(&mut self, name: Step, count: usize) -> Result<&'a [u8]> {
        let size = count.saturating_mul(T::SIZE);
        if let Some(taken) = self.bytes[self.pos..].get(..size) {
            return Ok(taken);
        }
        let whole = self.left() / T::SIZE;
        self.pos += whole * T::SIZE;
        Err(self.short(Step { index: Some(whole), ..name }, T::SHAPE))
    }

    pub fn view_if<T: Field>(
        &mut self,
        present: bool,
        name: &'static str,
        count: usize,
    ) -> Result<Option<View<'a, T>>> {
        present.then(|| self.view(name, count)).transpose()
    }

    pub fn list_if<T: Field>(
        &mut self,
        present: bool,
        name: &'static str,
        count: usize,
    ) -> Result<Option<Vec<T>>> {
        present.then(|| self.list(name, count)).transpose()
    }

    /// One structure of varying length, by its own `read`.
    pub fn part<T: Part>(
        &mut self,
        name: impl Into<Step>,
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        self.within::<T, T>(name, read)
    }

    /// The same for one that is put where it belongs as it is read, or not kept at all: what is large is moved only once.
    #[inline]
    pub fn within<T: Part, R>(
        &mut self,
        name: impl Into<Step>,
        read: impl FnOnce(&mut Self) -> Result<R>,
    ) -> Result<R> {
        let name = name.into();
        if self.depth == MAX_DEPTH {
            return Err(self.too_deep(name));
        }
        self.depth += 1;
        let passed_over = self.trace.as_mut().is_some_and(|trace| trace.passes_over(T::TABLE));
        let aside = if passed_over { self.trace.take() } else { None };
        if let Some(trace) = self.trace.as_mut() {
            trace.enter(name, T::TABLE);
        }
        let part = read(self);
        if let Some(trace) = self.trace.as_mut() {
            trace.leave();
        }
        if passed_over {
            self.trace = aside;
        }
        self.depth -= 1;
        part.map_err(|e| e.inside(name))
    }

    #[cold]
    fn too_deep(&self, name: Step) -> Error {
        let error = Error::unexpected(phrases::at_most_levels(MAX_DEPTH), phrases::one_more());
        error.at(Some(self.pos)).inside(name)
    }

    pub fn part_if<T: Part>(
        &mut self,
        present: bool,
        name: &'static str,
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<Option<T>> {
        present.then(|| self.part(name, read)).transpose()
    }

    /// `count` structures of varying length. Grows as they are read, whatever `count` promises.
    pub fn each<T: Part>(
        &mut self,
        name: &'static str,
        count: usize,
        mut read: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        if count > self.left() {
            let most = phrases::at_most_one_per_byte(self.left());
            return Err(Error::unexpected(most, count).inside("count").inside(name).at(Some(self.pos)));
        }
        let mut all = vec![];
        for i in 0..count {
            all.push(self.part((name, i), &mut read)?);
        }
        Ok(all)
    }

    /// One structure of varying length for each of `items`, which say what it holds.
    pub fn along<T: Part, I>(
        &mut self,
        name: &'static str,
        items: &[I],
        read: impl Fn(&mut Self, &I) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut all = vec![];
        for (i, item) in items.iter().enumerate() {
            all.push(self.part((name, i), |c| read(c, item))?);
        }
        Ok(all)
    }

    pub fn bytes(&mut self, name: impl Into<Step>, size: usize) -> Result<Bytes<'a>> {
        self.run(name, size, What::Bytes).map(Bytes::from)
    }

    pub fn text<const PAGE: u16>(&mut self, name: impl Into<Step>, size: usize) -> Result<Text<'a, PAGE>> {
        self.run(name, size, What::Text(CodePage::numbered(PAGE))).map(Text::from)
    }

    /// Text in letters that only the file tells.
    pub fn text_in(&mut self, name: impl Into<Step>, size: usize, page: CodePage) -> Result<&'a [u8]> {
        self.run(name, size, What::Text(page))
    }

    /// Text as long as `belongs` says; possibly none.
    pub fn text_while<const PAGE: u16>(
        &mut self,
        name: &'static str,
        belongs: impl Fn(u8) -> bool,
    ) -> Text<'a, PAGE> {
        let rest = &self.bytes[self.pos..];
        let size = rest.iter().position(|&byte| !belongs(byte)).unwrap_or(rest.len());
        self.pass(name, &rest[..size], What::Text(CodePage::numbered(PAGE)));
        rest[..size].into()
    }

    /// Text with its length in front.
    pub fn counted_text<T: Count, const PAGE: u16>(&mut self, name: &'static str) -> Result<Text<'a, PAGE>> {
        let size = self.count::<T>(name)?;
        self.text(name, size)
    }

    /// The rest of a line, with its end.
    pub fn line<const PAGE: u16>(&mut self, name: &'static str) -> Text<'a, PAGE> {
        let rest = &self.bytes[self.pos..];
        let size = rest.iter().position(|&byte| byte == b'\n').map_or(rest.len(), |end| end + 1);
        self.pass(name, &rest[..size], What::Text(CodePage::numbered(PAGE)));
        rest[..size].into()
    }

    /// The bytes of a container's entry.
    pub fn payload(&mut self, name: impl Into<Step>, size: usize, entry: usize) -> Result<Bytes<'a>> {
        self.run(name, size, What::Payload(entry)).map(Bytes::from)
    }

    /// Bytes that only bring what follows to its place.
    pub fn padding(&mut self, name: impl Into<Step>, size: usize) -> Result<Bytes<'a>> {
        self.run(name, size, What::Padding).map(Bytes::from)
    }

    /// Bytes that no field describes.
    pub fn gap(&mut self, name: impl Into<Step>, size: usize) -> Result<Bytes<'a>> {
        self.run(name, size, What::Gap).map(Bytes::from)
    }

    /// Whatever is left; it is kept, but no field describes it.
    pub fn tail(&mut self, name: &'static str) -> Bytes<'a> {
        let rest = &self.bytes[self.pos..];
        self.pass(name, rest, What::Gap);
        rest.into()
    }

    /// Nothing may follow.
    pub fn end(&self) -> Result<()> {
        match self.left() {
            0 => Ok(()),
            left => Err(Error::unexpected(phrases::the_end(), phrases::more_bytes(left))
                .at(Some(self.pos))
                .inside("tail")),
        }
    }

    fn run(&mut self, name: impl Into<Step>, size: usize, what: What) -> Result<&'a [u8]> {
        let name = name.into();
        let taken = self.bytes[self.pos..].get(..size).ok_or_else(|| self.lacks(size).inside(name))?;
        self.note(name, taken, what)?;
        Ok(taken)
    }

    /// Moves past `taken`, and tells the trace. An error if whoever listens to it has heard enough.
    #[inline]
    fn note(&mut self, name: impl Into<Step>, taken: &[u8], what: What) -> Result<()> {
        let told = match self.trace.as_mut() {
            Some(trace) => trace.note(name.into(), self.pos, taken, what),
            None => Ok(()),
        };
        self.pos += taken.len();
        told
    }

    /// The same for what cannot fail: who has heard enough says so to the next read.
    #[inline]
    fn pass(&mut self, name: impl Into<Step>, taken: &[u8], what: What) {
        let _ = self.note(name, taken, what);
    }

    fn lacks(&self, needed: usize) -> Error {
        Error::truncated(needed, self.left()).at(Some(self.pos))
    }

    /// The first field of `shape` that the remaining bytes do not reach.
    #[cold]
    fn short(&self, name: Step, shape: &'static Shape) -> Error {
        let mut error = None;
        shape.leaves(&mut String::new(), 0, "", &mut |path, at, leaf, _| {
            if at + leaf.size() > self.left() && error.is_none() {
                let missing = Error::truncated(leaf.size(), self.left().saturating_sub(at));
                error = Some(missing.at(Some((self.pos + at).min(self.bytes.len()))).inside(path));
            }
        });
        error.unwrap_or_else(|| self.lacks(shape.size())).inside(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::record! {
        /// A point with a weight.
        pub struct Point: 14 {
            0x00 at: [f32; 3],
            0x0C weight: u16,
        }
    }

    crate::parts! {
        /// A box in a box in a box.
        pub struct Nest {
            pub inner: Vec<Nest>,
        }
    }

    impl Nest {
        fn read(c: &mut Cursor<'_>) -> Result<Self> {
            let count = c.count::<u16>("inner")?;
            Ok(Self { inner: c.each("inner", count, Self::read)? })
        }
    }

    #[test]
    fn a_cut_list_names_the_field_that_is_missing() {
        let error = Cursor::new(&[0; 14 + 13]).list::<Point>("points", 2).unwrap_err();
        assert_eq!(error.to_string(), "points[1].weight at 0x1a: needs 2 bytes, 1 left");
    }

    #[test]
    fn a_huge_count_is_refused_before_memory_is_asked_for() {
        let error = Cursor::new(&[0; 100]).list::<Point>("points", usize::MAX).unwrap_err();
        assert_eq!(error.to_string(), "points[7].at at 0x62: needs 12 bytes, 2 left");
        let error = Cursor::new(&[0xFF, 0xFF, 0, 0]).part("nest", Nest::read).unwrap_err();
        assert_eq!(
            error.to_string(),
            "nest.inner.count at 0x2: wanted at most 2, one for each byte left, found 65535"
        );
    }

    #[test]
    fn nesting_without_end_is_refused() {
        let error = Cursor::new(&[1, 0].repeat(100_000)).part("nest", Nest::read).unwrap_err();
        assert!(error.to_string().ends_with("wanted at most 64 levels, found one more"), "{error}");
    }

    #[test]
    fn enciphered_records_are_traced_with_what_they_stand_for() {
        let mut seen = vec![];
        let bytes = [0xFE, 0xFF, 0xFD, 0xFF];
        let mut sink = |span: &crate::trace::Span<'_>| {
            assert!(span.enciphered);
            seen.push((span.range.clone(), span.path.to_owned(), span.value()));
            std::ops::ControlFlow::Continue(())
        };
        let mut c = Cursor::tracing(&bytes, Trace::new(true, &mut sink));
        let plain = |bytes: &[u8]| bytes.iter().map(|byte| !byte).collect();
        assert_eq!(c.list_deciphered::<u16>("keys", 2, plain).unwrap(), [1, 2]);
        drop(c);
        assert_eq!(seen, [(0..2, "keys[0]".to_owned(), 1.into()), (2..4, "keys[1]".to_owned(), 2.into())]);
    }
}
