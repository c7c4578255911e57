//! What `draw` and `pick` are told of a model alike: where, when and how it stands; and numbers as arguments.

use relict_toolkit::core::traversal::{IDENTITY, Instance, Matrix};
use std::str::FromStr;

#[derive(Debug, clap::Args)]
pub struct InstanceArgs {
    /// Time, in frames (default: the rest pose)
    #[arg(long, value_name = "FRAME", allow_hyphen_values = true, value_parser = number)]
    time: Option<f32>,
    /// Damage state: 0 is intact, 1 and 2 are damaged
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, value_parser = clap::value_parser!(u8).range(0..=2))]
    state: u8,
    /// LOD: 0 is the nearest, 4 is the inside view
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, value_parser = clap::value_parser!(u8).range(0..=4))]
    level: u8,
    /// Where the model stands: X,Y,Z, or a matrix of sixteen numbers, row by row
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true, value_parser = placement)]
    placement: Option<Placement>,
    /// Let the first node move, too; in the game, its unit moves instead
    #[arg(long)]
    root_motion: bool,
    /// Accept a model with errors, as far as it can be read
    #[arg(long)]
    tolerant: bool,
}

impl InstanceArgs {
    pub fn instance(&self) -> Instance {
        Instance {
            time: self.time,
            state: self.state,
            level: self.level,
            placement: self.placement.map_or(IDENTITY, |placement| placement.0),
            root_motion: self.root_motion,
            strict: !self.tolerant,
        }
    }
}

/// A matrix that moves, turns and scales.
#[derive(Clone, Copy, Debug)]
pub struct Placement(Matrix);

fn placement(text: &str) -> Result<Placement, String> {
    let mut matrix = IDENTITY;
    match list(text)?[..] {
        [x, y, z] => (matrix[3], matrix[7], matrix[11]) = (x, y, z),
        ref all => matrix = all.try_into().map_err(|_| "3 or 16 numbers".to_owned())?,
    }
    if matrix[12..] == IDENTITY[12..] { Ok(Placement(matrix)) } else { Err("a last row of 0,0,0,1".into()) }
}

/// A number that is one, and not infinite.
pub fn number(text: &str) -> Result<f32, String> {
    let number = f32::from_str(text.trim()).ok().filter(|number| number.is_finite());
    number.ok_or_else(|| "a finite number".into())
}

fn list(text: &str) -> Result<Vec<f32>, String> {
    text.split(',').map(number).collect()
}

/// Three numbers with commas between them.
pub fn point(text: &str) -> Result<[f32; 3], String> {
    list(text)?.try_into().map_err(|_| "three numbers".into())
}

/// A number by another, `4:3`, or what that comes to.
pub fn ratio(text: &str) -> Result<f32, String> {
    match text.split_once(':') {
        Some((width, height)) => Ok(number(width)? / number(height)?),
        None => number(text),
    }
}

/// Bits, decimal or, with `0x`, hexadecimal.
pub fn bits<T: TryFrom<u32>>(text: &str) -> Result<T, String> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let number = digits.map_or_else(|| text.parse(), |digits| u32::from_str_radix(digits, 16));
    number.ok().and_then(|number| T::try_from(number).ok()).ok_or_else(|| "a number of bits".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_placement_is_a_place_or_a_matrix_without_perspective() {
        let place = placement("1, -2,3.5").unwrap().0;
        assert_eq!([place[3], place[7], place[11], place[0]], [1.0, -2.0, 3.5, 1.0]);
        assert!(placement("2,0,0,0, 0,2,0,0, 0,0,2,0, 0,0,0,1").is_ok());
        for bad in ["", "1,2", "1,2,nan", "1,2,3,4", "1,0,0,0,0,1,0,0,0,0,1,0,1,0,0,1"] {
            assert!(placement(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn bits_and_ratios_are_written_as_people_write_them() {
        assert_eq!((bits::<u16>("0x24"), bits::<u32>("36")), (Ok(0x24), Ok(36)));
        assert!(bits::<u16>("0x10000").is_err() && bits::<u16>("-1").is_err());
        assert_eq!((ratio("4:2"), ratio("1.5")), (Ok(2.0), Ok(1.5)));
    }
}
