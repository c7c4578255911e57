//! How far numbers may be apart and still mean the same: programs write the last digits of a number in their own way.

/// Of a number that a program only passes on; of one, or of what it is.
pub const EXACT: f32 = 1e-6;
/// Of a place or rotation that a program calculates again.
pub const PLACEMENT: f32 = 1e-5;
/// Of a scale that does nothing.
const SCALE: f32 = 1e-4;

/// Whether each number is near the other, by a part of one or of what it is. NaN is near nothing.
pub fn is_near<const N: usize>(own: [f32; N], other: [f32; N], tolerance: f32) -> bool {
    own.iter().zip(other).all(|(own, other)| (own - other).abs() <= tolerance * own.abs().max(1.0))
}

/// Whether two rotations of length one turn the same way. A rotation and its negative do.
pub fn is_same_rotation(a: [f32; 4], b: [f32; 4], tolerance: f32) -> bool {
    let far = |sign: f32| a.iter().zip(b).map(|(a, b)| (a - sign * b).abs()).fold(0.0, f32::max);
    far(1.0).min(far(-1.0)) <= tolerance
}

pub fn is_unscaled(scale: &[f32; 3]) -> bool {
    scale.iter().all(|part| (part - 1.0).abs() <= SCALE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_may_be_further_apart_than_small_ones() {
        assert!(is_near([1000.0, 0.0], [1000.0005, 1e-6], EXACT));
        assert!(!is_near([1.0], [1.0005], EXACT));
        assert!(!is_near([f32::NAN], [f32::NAN], EXACT));
    }

    #[test]
    fn a_rotation_and_its_negative_are_the_same() {
        let turn = [0.5, -0.5, 0.5, 0.5];
        assert!(is_same_rotation(turn, turn.map(|part| -part), EXACT));
        assert!(!is_same_rotation(turn, [0.5, 0.5, 0.5, 0.5], EXACT));
    }
}
