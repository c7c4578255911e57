//! Turns, without sines of the system's library: those differ from machine to machine.

use super::{Point, cross, dot, plus, times, unit};

/// Cosine and sine of a part of a whole turn, by their series.
pub(crate) fn circle(turns: f32) -> [f32; 2] {
    let turns = f64::from(turns).rem_euclid(1.0);
    let quarter = (turns * 4.0 + 0.5).floor();
    let angle = (turns - quarter / 4.0) * std::f64::consts::TAU;
    let square = angle * angle;
    // Up to an eighth of a turn these are good to the last digit of 32 bits.
    let cosine = 1.0 - square / 2.0 * (1.0 - square / 12.0 * (1.0 - square / 30.0 * (1.0 - square / 56.0)));
    let sine =
        angle * (1.0 - square / 6.0 * (1.0 - square / 20.0 * (1.0 - square / 42.0 * (1.0 - square / 72.0))));
    let [cosine, sine] = [cosine as f32, sine as f32];
    match quarter as i32 % 4 {
        0 => [cosine, sine],
        1 => [-sine, cosine],
        2 => [-cosine, -sine],
        _ => [sine, -cosine],
    }
}

/// There and back again, from -1 to 1, smooth.
pub(crate) fn swing(turns: f32) -> f32 {
    circle(turns)[1]
}

/// A quaternion: w, x, y, z.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Turn(pub(crate) [f32; 4]);

impl Turn {
    pub(crate) const NONE: Self = Self([1.0, 0.0, 0.0, 0.0]);

    /// About an axis of length one, by a part of a whole turn, against the clock as seen from its tip.
    pub(crate) fn about([x, y, z]: Point, turns: f32) -> Self {
        let [w, sine] = circle(turns / 2.0);
        Self([w, x * sine, y * sine, z * sine])
    }

    /// The shortest that brings one direction to another, which are not opposite.
    pub(crate) fn between(from: Point, to: Point) -> Self {
        let (from, to) = (unit(from), unit(to));
        let [x, y, z] = cross(from, to);
        Self([1.0 + dot(from, to), x, y, z]).whole()
    }

    /// First the other, then this.
    pub(crate) fn after(self, other: Self) -> Self {
        let ([w, a @ ..], [v, b @ ..]) = (self.0, other.0);
        let [x, y, z] = plus(plus(times(b, w), times(a, v)), cross(a, b));
        Self([w * v - dot(a, b), x, y, z])
    }

    pub(crate) fn back(self) -> Self {
        let [w, x, y, z] = self.0;
        Self([w, -x, -y, -z])
    }

    fn whole(self) -> Self {
        let length = self.0.iter().map(|part| part * part).sum::<f32>().sqrt();
        Self(self.0.map(|part| part / length))
    }

    pub(crate) fn apply(self, point: Point) -> Point {
        let [w, axis @ ..] = self.0;
        let sideways = times(cross(axis, point), 2.0);
        plus(plus(point, times(sideways, w)), cross(axis, sideways))
    }
}

pub(crate) const X: Point = [1.0, 0.0, 0.0];
pub(crate) const Y: Point = [0.0, 1.0, 0.0];
pub(crate) const Z: Point = [0.0, 0.0, 1.0];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::{length, minus};

    #[test]
    fn the_circle_is_round_and_quarters_are_exact() {
        assert_eq!([0.0, 0.25, 0.5, 0.75].map(circle), [[1.0, 0.0], [-0.0, 1.0], [-1.0, -0.0], [0.0, -1.0]]);
        for i in 0..1000 {
            let turns = i as f32 / 1000.0;
            let [cosine, sine] = circle(turns);
            let wanted = (turns * std::f32::consts::TAU).sin_cos();
            assert!((sine - wanted.0).abs() < 1e-6 && (cosine - wanted.1).abs() < 1e-6, "{turns}");
        }
    }

    #[test]
    fn turns_turn() {
        let near = |a: Point, b: Point| length(minus(a, b)) < 1e-6;
        assert!(near(Turn::about(Z, 0.25).apply(X), Y));
        assert!(near(Turn::between(X, Z).apply(X), Z));
        let both = Turn::about(X, 0.25).after(Turn::about(Z, 0.25));
        assert!(near(both.apply(X), Z), "{:?}", both.apply(X));
        assert!(near(both.back().apply(both.apply(Y)), Y));
    }
}
