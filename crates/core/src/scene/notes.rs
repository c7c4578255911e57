//! What a person should know of the way from a scene to a file, in words of a length that can be read.

use super::{Extras, Misfit, Remark};
use crate::args;
use crate::report::{Arg, Args};
use std::borrow::Cow;
use std::collections::HashSet;

/// How many remarks a person may be expected to read.
const READ: usize = 100;

/// Remarks, each once.
#[derive(Debug, Default)]
pub struct Notes {
    remarks: Vec<Remark>,
    said: HashSet<String>,
    left_out: usize,
}

impl Notes {
    /// When there is enough to read, only what has not been said of anything yet.
    pub fn say(&mut self, what: &'static str, args: Args) {
        let args = brief(args);
        if !self.said.insert(format!("{what} {args:?}")) {
            return;
        }
        if self.remarks.len() < READ || self.remarks.iter().all(|remark| remark.what != what) {
            self.remarks.push(Remark { what, args });
        } else {
            self.left_out += 1;
        }
    }

    pub fn into_remarks(self) -> Vec<Remark> {
        let more = (self.left_out > 0).then(|| Remark { what: "more", args: args!(count = self.left_out) });
        self.remarks.into_iter().chain(more).collect()
    }
}

/// Names longer than this are cut.
const LONG: usize = 100;

fn cut(name: &str) -> Cow<'_, str> {
    match name.char_indices().nth(LONG) {
        Some((end, _)) => format!("{}…", &name[..end]).into(),
        None => name.into(),
    }
}

fn brief(mut args: Args) -> Args {
    for (name, arg) in &mut args {
        match arg {
            // A list of names, each of which is short already.
            Arg::Text(text) if *name != "known" && text.len() > LONG => *text = cut(text).into_owned(),
            _ => {}
        }
    }
    args
}

/// The first names of a list.
pub fn listed(names: &[String], most: usize) -> String {
    let first: Vec<_> = names.iter().take(most).map(|name| cut(name)).collect();
    first.join(", ") + if names.len() > most { ", …" } else { "" }
}

pub fn misfit(code: &'static str, args: Args) -> Misfit {
    Misfit::Scene { code, args: brief(args) }
}

/// Nobody counts further than this.
const COUNTED: usize = 999_999_999;

pub fn too_many(what: &'static str, found: usize, limit: usize) -> Misfit {
    misfit("model.too-many", args!(what = what, found = found.min(COUNTED), limit = limit))
}

/// Numbers among extras. Tools turn whole numbers into others.
pub trait Extra {
    fn number<T: TryFrom<u64>>(&self, name: &str) -> Option<T>;
}

impl Extra for Extras {
    fn number<T: TryFrom<u64>>(&self, name: &str) -> Option<T> {
        let whole =
            |number: f64| ((0.0..1e9).contains(&number) && number.fract() == 0.0).then_some(number as u64);
        let value = self.get(name)?;
        T::try_from(value.as_u64().or_else(|| value.as_f64().and_then(whole))?).ok()
    }
}
