//! The members of a JSON object, each asked for by name; what nobody asked for is refused.

use crate::phrases;
use relict_core::error::{Error, Result, Term, value};
use relict_core::json::unfit;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::cell::RefCell;

/// What a member must be, said only where it is not.
pub(super) type Wanted = fn() -> Term;

pub(super) struct Fields<'j> {
    map: &'j Map<String, Value>,
    known: RefCell<Vec<&'static str>>,
}

impl<'j> Fields<'j> {
    pub(super) fn of(json: &'j Value) -> Result<Self> {
        let map = json.as_object().ok_or_else(|| unfit(phrases::an_object(), json))?;
        Ok(Self { map, known: RefCell::default() })
    }

    /// A member as it stands, if it does.
    pub(super) fn raw(&self, name: &'static str) -> Option<&'j Value> {
        self.known.borrow_mut().push(name);
        self.map.get(name)
    }

    /// A member that may be left out; `wanted` says what it must be.
    pub(super) fn get<T: DeserializeOwned>(&self, name: &'static str, wanted: Wanted) -> Result<Option<T>> {
        let read = |json: &Value| {
            serde_json::from_value(json.clone()).map_err(|_| unfit(wanted(), json).inside(name))
        };
        self.raw(name).map(read).transpose()
    }

    /// A member that must be there.
    pub(super) fn need<T: DeserializeOwned>(&self, name: &'static str, wanted: Wanted) -> Result<T> {
        self.get(name, wanted)?.ok_or_else(|| Error::unexpected(wanted(), phrases::nothing()).inside(name))
    }

    /// All of it, for the answer.
    pub(super) fn stated(&self) -> Map<String, Value> {
        self.map.clone()
    }

    /// Everything was asked for that is there.
    pub(super) fn finish(&self) -> Result<()> {
        let known = self.known.borrow();
        match self.map.keys().find(|key| !known.contains(&key.as_str())) {
            Some(key) => Err(Error::unexpected(phrases::one_of(known.join(", ")), value(key)).inside(key)),
            None => Ok(()),
        }
    }
}
