//! The members of a JSON object, each asked for by name; what nobody asked for is a mistake. Mistakes are collected, and
//! what is asked for in vain is replaced by a default: whoever has mistakes does not use it.

use crate::phrases;
use relict_core::error::{Error, Result, Term, value};
use relict_core::json::unfit;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::cell::RefCell;
use std::fmt::Display;

/// What a member must be, said only where it is not.
pub(super) type Wanted = fn() -> Term;

pub(super) struct Fields<'j> {
    /// None for something else than an object, which is a mistake by itself.
    map: Option<&'j Map<String, Value>>,
    known: RefCell<Vec<&'static str>>,
    mistakes: RefCell<Vec<Error>>,
}

impl<'j> Fields<'j> {
    pub(super) fn of(json: &'j Value) -> Self {
        let map = json.as_object();
        let mistakes = map.is_none().then(|| unfit(phrases::an_object(), json));
        Self { map, known: RefCell::default(), mistakes: RefCell::new(mistakes.into_iter().collect()) }
    }

    pub(super) fn mistake(&self, error: Error) {
        self.mistakes.borrow_mut().push(error);
    }

    /// The mistakes of something inside.
    pub(super) fn mistakes_inside(&self, name: impl Display, mistakes: Vec<Error>) {
        self.mistakes.borrow_mut().extend(mistakes.into_iter().map(|e| e.inside(&name)));
    }

    /// A member as it stands, if it does.
    pub(super) fn raw(&self, name: &'static str) -> Option<&'j Value> {
        self.known.borrow_mut().push(name);
        self.map?.get(name)
    }

    /// A member that may be left out.
    pub(super) fn read<T>(&self, name: &'static str, read: impl FnOnce(&'j Value) -> Result<T>) -> Option<T> {
        let found = read(self.raw(name)?);
        found.map_err(|e| self.mistake(e.inside(name))).ok()
    }

    /// A member that may be left out; `wanted` says what it must be.
    pub(super) fn get<T: DeserializeOwned>(&self, name: &'static str, wanted: Wanted) -> Option<T> {
        self.read(name, |json| serde_json::from_value(json.clone()).map_err(|_| unfit(wanted(), json)))
    }

    /// Whether a member is a text, of which more can be said than that it is none.
    pub(super) fn is_text(&self, name: &str) -> bool {
        self.map.and_then(|map| map.get(name)).is_some_and(Value::is_string)
    }

    /// That a member must be there, whatever it is.
    pub(super) fn expect(&self, name: &'static str, wanted: Wanted) {
        if self.map.is_some_and(|map| !map.contains_key(name)) {
            self.mistake(Error::unexpected(wanted(), phrases::nothing()).inside(name));
        }
    }

    /// A member that must be there.
    pub(super) fn need<T: DeserializeOwned + Default>(&self, name: &'static str, wanted: Wanted) -> T {
        self.expect(name, wanted);
        self.get(name, wanted).unwrap_or_default()
    }

    /// An object inside, which may be left out.
    pub(super) fn inner<T: Default>(
        &self,
        name: &'static str,
        read: impl FnOnce(&Fields<'j>) -> T,
    ) -> Option<T> {
        let inner = Fields::of(self.raw(name)?);
        let found = read(&inner);
        self.mistakes_inside(name, inner.finish());
        Some(found)
    }

    /// All of it, for the answer.
    pub(super) fn stated(&self) -> Map<String, Value> {
        self.map.cloned().unwrap_or_default()
    }

    /// The mistakes; one more for each member that nobody asked for.
    pub(super) fn finish(self) -> Vec<Error> {
        let (known, mut mistakes) = (self.known.into_inner(), self.mistakes.into_inner());
        let unknown = self.map.into_iter().flat_map(Map::keys).filter(|key| !known.contains(&key.as_str()));
        let wanted = || phrases::one_of(known.join(", "));
        mistakes.extend(unknown.map(|key| Error::unexpected(wanted(), value(key)).inside(key)));
        mistakes
    }

    /// The mistakes alone, where it is not known which members there should be.
    pub(super) fn mistakes(self) -> Vec<Error> {
        self.mistakes.into_inner()
    }
}
