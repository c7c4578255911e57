//! JSON as a person would lay it out: a structure over many lines, but a colour or a row of numbers on one.

use serde_json::ser::{CompactFormatter, Formatter};
use std::io::{self, Write};

/// For `serde_json::Serializer::with_formatter`.
#[derive(Debug, Default)]
pub struct Tidy {
    depth: usize,
    /// For each open list or object, whether something inside it has a line of its own.
    tall: Vec<bool>,
    /// A value of a list comes next, and whether it is the first.
    item: Option<bool>,
}

/// So deep a line is indented at once.
const DEPTH: usize = 16;
const LINE: &[u8; 1 + 2 * DEPTH] = b"\n                                ";

impl Tidy {
    fn line<W: ?Sized + Write>(&self, out: &mut W) -> io::Result<()> {
        let (at_once, more) = (self.depth.min(DEPTH), self.depth.saturating_sub(DEPTH));
        out.write_all(&LINE[..1 + 2 * at_once])?;
        (0..more).try_for_each(|_| out.write_all(b"  "))
    }

    /// In front of a value that fits into a line.
    fn flat<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        if self.item.take() == Some(false) { out.write_all(b" ") } else { Ok(()) }
    }

    /// In front of a list or object; in a list it gets a line of its own.
    fn open<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        if self.item.take().is_some() {
            if let Some(tall) = self.tall.last_mut() {
                *tall = true;
            }
            self.line(out)?;
        }
        self.depth += 1;
        self.tall.push(false);
        Ok(())
    }

    fn close<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.item = None;
        self.depth = self.depth.saturating_sub(1);
        if self.tall.pop() == Some(true) { self.line(out) } else { Ok(()) }
    }
}

macro_rules! flat {
    ($($method:ident: $type:ty),* $(,)?) => {$(
        fn $method<W: ?Sized + Write>(&mut self, out: &mut W, value: $type) -> io::Result<()> {
            self.flat(out)?;
            CompactFormatter.$method(out, value)
        }
    )*};
}

impl Formatter for Tidy {
    flat! {
        write_bool: bool, write_i8: i8, write_i16: i16, write_i32: i32, write_i64: i64,
        write_u8: u8, write_u16: u16, write_u32: u32, write_u64: u64,
    }

    fn write_null<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.flat(out)?;
        out.write_all(b"null")
    }

    fn write_f32<W: ?Sized + Write>(&mut self, out: &mut W, value: f32) -> io::Result<()> {
        self.flat(out)?;
        CompactFormatter.write_f32(out, value)
    }

    fn write_f64<W: ?Sized + Write>(&mut self, out: &mut W, value: f64) -> io::Result<()> {
        self.flat(out)?;
        CompactFormatter.write_f64(out, value)
    }

    fn write_number_str<W: ?Sized + Write>(&mut self, out: &mut W, value: &str) -> io::Result<()> {
        self.flat(out)?;
        out.write_all(value.as_bytes())
    }

    fn begin_string<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.flat(out)?;
        out.write_all(b"\"")
    }

    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(out)?;
        out.write_all(b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out)?;
        out.write_all(b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.item = Some(first);
        if first { Ok(()) } else { out.write_all(b",") }
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(out)?;
        out.write_all(b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out)?;
        out.write_all(b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        if let Some(tall) = self.tall.last_mut() {
            *tall = true;
        }
        if !first {
            out.write_all(b",")?;
        }
        self.line(out)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Serialize;
    use serde_json::{Value, json};

    fn tidy(value: &Value) -> String {
        let mut text = vec![];
        let mut to = serde_json::Serializer::with_formatter(&mut text, Tidy::default());
        value.serialize(&mut to).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn numbers_stay_on_a_line_and_structures_get_theirs() {
        let value =
            json!({"a": [1, 2.5, null, "x\n"], "b": [[1, 2], [3]], "c": [{"d": true}, {}], "e": [], "f": {}});
        let text = tidy(&value);
        let wanted = r#"{
  "a": [1, 2.5, null, "x\n"],
  "b": [
    [1, 2],
    [3]
  ],
  "c": [
    {
      "d": true
    },
    {}
  ],
  "e": [],
  "f": {}
}"#;
        assert_eq!(text, wanted);
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }
}
