//! Faces with more than three corners as triangles, by clipping ears.
//!
//! A face is looked at along the axis that it faces most. That drops one coordinate and leaves the others exact, so corners
//! on one line are on one line here, too. A face that is not flat is cut like its shadow.

/// So many corners nobody draws; and all pairs of edges are looked at.
pub(super) const MOST_CORNERS: usize = 10_000;

/// Corners are on one line if none is further from it than this part of its length: floats hold no more.
const THIN: f64 = 1e-6;

/// Why a face is not cut into triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flaw {
    /// All corners are on one line or in one place, so there is nothing to see.
    Flat,
    /// Its outline crosses or touches itself, as that of a face with a hole does.
    Crossed,
    /// It takes more work than is left.
    Costly,
}

/// How much looking and comparing may still be done: a file may ask for it without end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work(usize);

impl Work {
    pub(super) fn new() -> Self {
        Self(1 << 29)
    }

    fn take(&mut self, steps: usize) -> Result<(), Flaw> {
        self.0 = self.0.checked_sub(steps).ok_or(Flaw::Costly)?;
        Ok(())
    }
}

/// A face as triangles.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Triangles {
    /// Places of corners in the outline, wound as it is.
    pub triangles: Vec<[usize; 3]>,
    /// Whether corners were left out that are where the one before is.
    pub repeated: bool,
}

/// Cuts the face with this outline; all corners but repeated ones are corners of triangles.
pub(super) fn triangles(outline: &[[f32; 3]], work: &mut Work) -> Result<Triangles, Flaw> {
    let places = distinct(outline);
    let corners: Vec<[f64; 3]> = places.iter().map(|&place| outline[place].map(f64::from)).collect();
    if is_flat(&corners) {
        return Err(Flaw::Flat);
    }
    let shadow = shadow(&corners).ok_or(Flaw::Crossed)?;
    if !is_convex(&shadow) && !is_simple(&shadow, work)? {
        return Err(Flaw::Crossed);
    }
    let triangles = Clipper::new(&shadow).triangles(work)?;
    let triangles = triangles.into_iter().map(|triangle| triangle.map(|corner| places[corner])).collect();
    Ok(Triangles { triangles, repeated: places.len() < outline.len() })
}

/// Places of corners that are not where the one before is.
fn distinct(outline: &[[f32; 3]]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..outline.len()).collect();
    places.dedup_by(|b, a| outline[*b] == outline[*a]);
    while places.len() > 1 && outline[places[0]] == outline[places[places.len() - 1]] {
        places.pop();
    }
    places
}

fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn length(a: [f64; 3]) -> f64 {
    a.iter().map(|part| part * part).sum::<f64>().sqrt()
}

/// Whether all corners are on the line from the first to the one that is furthest from it.
fn is_flat(corners: &[[f64; 3]]) -> bool {
    let Some((&first, rest)) = corners.split_first() else { return true };
    let away = || rest.iter().map(|corner| minus(*corner, first));
    let line = away().max_by(|a, b| length(*a).total_cmp(&length(*b))).unwrap_or_default();
    let reach = length(line);
    away().all(|to| length(cross(line, to)) <= THIN * reach * reach)
}

/// The corners without the coordinate along which the face is seen best, so that they go round against the clock. None if
/// it has as much of a front as of a back.
fn shadow(corners: &[[f64; 3]]) -> Option<Vec<[f64; 2]>> {
    let first = *corners.first()?;
    let mut normal = [0.0; 3];
    for pair in corners.windows(2) {
        let part = cross(minus(pair[0], first), minus(pair[1], first));
        normal = [normal[0] + part[0], normal[1] + part[1], normal[2] + part[2]];
    }
    let axis = (0..3).max_by(|a, b| normal[*a].abs().total_cmp(&normal[*b].abs()))?;
    let (mut u, mut v) = ((axis + 1) % 3, (axis + 2) % 3);
    if normal[axis] < 0.0 {
        (u, v) = (v, u);
    }
    (normal[axis] != 0.0).then(|| corners.iter().map(|corner| [corner[u], corner[v]]).collect())
}

/// Above zero if the way from `a` over `b` to `c` turns left, zero if it is straight on or back.
fn turn(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Whether the way goes back on itself at `b`.
fn returns(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> bool {
    let ahead = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]);
    turn(a, b, c) == 0.0 && ahead <= 0.0
}

/// Three corners in a row, for each corner in the middle.
fn threes(shadow: &[[f64; 2]]) -> impl Iterator<Item = [[f64; 2]; 3]> {
    let count = shadow.len();
    (0..count).map(move |i| [shadow[(i + count - 1) % count], shadow[i], shadow[(i + 1) % count]])
}

/// Whether the outline goes round once and only ever to the left.
fn is_convex(shadow: &[[f64; 2]]) -> bool {
    let left = threes(shadow).all(|[a, b, c]| turn(a, b, c) >= 0.0 && !returns(a, b, c));
    // Going round twice, it would also go to the right twice.
    let ways = threes(shadow).map(|[_, b, c]| c[0] - b[0]).filter(|way| *way != 0.0);
    let ways: Vec<bool> = ways.map(|way| way > 0.0).collect();
    let changes = (0..ways.len()).filter(|&i| ways[i] != ways[(i + 1) % ways.len()]).count();
    left && changes <= 2
}

/// Whether no two edges meet but where one follows the other.
fn is_simple(shadow: &[[f64; 2]], work: &mut Work) -> Result<bool, Flaw> {
    let count = shadow.len();
    work.take(count * count)?;
    let edge = |i: usize| [shadow[i], shadow[(i + 1) % count]];
    let follow = |i: usize, j: usize| j == i + 1 || (i == 0 && j == count - 1);
    let meets = |i: usize| (i + 1..count).any(|j| !follow(i, j) && meet(edge(i), edge(j)));
    Ok(!threes(shadow).any(|[a, b, c]| returns(a, b, c)) && !(0..count).any(meets))
}

/// Whether two edges have a point in common.
fn meet([a, b]: [[f64; 2]; 2], [c, d]: [[f64; 2]; 2]) -> bool {
    let apart = |axis: usize| {
        let (low, high) = (a[axis].min(b[axis]), a[axis].max(b[axis]));
        c[axis].max(d[axis]) < low || c[axis].min(d[axis]) > high
    };
    let beside = |a, b, c, d| {
        let (one, other): (f64, f64) = (turn(a, b, c), turn(a, b, d));
        (one > 0.0 && other > 0.0) || (one < 0.0 && other < 0.0)
    };
    !(apart(0) || apart(1) || beside(a, b, c, d) || beside(c, d, a, b))
}

/// An outline from which ears are clipped. It goes round against the clock and meets itself nowhere.
struct Clipper<'c> {
    shadow: &'c [[f64; 2]],
    before: Vec<usize>,
    after: Vec<usize>,
    /// Corners of half a turn and more: only they can be in the way of an ear. Clipping makes none.
    blunt: Vec<usize>,
}

impl<'c> Clipper<'c> {
    fn new(shadow: &'c [[f64; 2]]) -> Self {
        let count = shadow.len();
        let mut clipper = Self {
            shadow,
            before: (0..count).map(|i| (i + count - 1) % count).collect(),
            after: (0..count).map(|i| (i + 1) % count).collect(),
            blunt: vec![],
        };
        clipper.blunt = (0..count).filter(|corner| !clipper.is_sharp(*corner)).collect();
        clipper
    }

    fn turn(&self, a: usize, b: usize, c: usize) -> f64 {
        turn(self.shadow[a], self.shadow[b], self.shadow[c])
    }

    fn is_sharp(&self, corner: usize) -> bool {
        self.turn(self.before[corner], corner, self.after[corner]) > 0.0
    }

    /// Whether the triangle at a corner can go: nothing is in it, and no corner lies on the cut.
    fn is_ear(&self, corner: usize) -> bool {
        let (a, b, c) = (self.before[corner], corner, self.after[corner]);
        let inside =
            |p: usize| self.turn(a, b, p) >= 0.0 && self.turn(b, c, p) >= 0.0 && self.turn(c, a, p) >= 0.0;
        self.is_sharp(corner) && !self.blunt.iter().any(|&p| ![a, b, c].contains(&p) && inside(p))
    }

    fn clip(&mut self, corner: usize) {
        let (a, c) = (self.before[corner], self.after[corner]);
        (self.after[a], self.before[c]) = (c, a);
        let sharp = [a, c].map(|corner| self.is_sharp(corner));
        self.blunt.retain(|p| !(*p == a && sharp[0] || *p == c && sharp[1]));
    }

    /// Ear by ear, on from the one that was clipped last: what is convex becomes a fan around its first corner.
    fn triangles(mut self, work: &mut Work) -> Result<Vec<[usize; 3]>, Flaw> {
        let (mut left, mut corner, mut passed) = (self.shadow.len(), 1, 0);
        let mut triangles = Vec::with_capacity(left.saturating_sub(2));
        while left > 3 {
            work.take(1 + self.blunt.len())?;
            let next = self.after[corner];
            if self.is_ear(corner) {
                triangles.push([self.before[corner], corner, next]);
                self.clip(corner);
                (left, passed) = (left - 1, 0);
            } else {
                passed += 1;
            }
            // An outline that does not meet itself has an ear; where rounding says otherwise, it nearly does.
            if passed > left {
                return Err(Flaw::Crossed);
            }
            corner = next;
        }
        triangles.push([self.before[corner], corner, self.after[corner]]);
        Ok(triangles)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict_core::rng::Rng;

    fn cut(outline: &[[f32; 3]]) -> Result<Triangles, Flaw> {
        triangles(outline, &mut Work::new())
    }

    fn flat(outline: &[[f32; 2]]) -> Vec<[f32; 3]> {
        outline.iter().map(|[x, y]| [*x, *y, 0.0]).collect()
    }

    fn area(corners: &[[f32; 3]]) -> [f64; 3] {
        let corners: Vec<_> = corners.iter().map(|corner| corner.map(f64::from)).collect();
        let mut sum = [0.0; 3];
        for i in 0..corners.len() {
            let part = cross(corners[i], corners[(i + 1) % corners.len()]);
            (0..3).for_each(|axis| sum[axis] += part[axis]);
        }
        sum
    }

    /// All corners are used, no triangle is without area or the wrong way round, and together they are the face: then they
    /// neither lie on each other nor leave a gap.
    fn expect_cut(outline: &[[f32; 3]]) -> Vec<[usize; 3]> {
        let cut = cut(outline).unwrap_or_else(|flaw| panic!("{flaw:?}: {outline:?}"));
        let whole = area(outline);
        let axis = (0..3).max_by(|a, b| whole[*a].abs().total_cmp(&whole[*b].abs())).unwrap();
        let mut used = vec![false; outline.len()];
        let mut sum = 0.0;
        for triangle in &cut.triangles {
            triangle.iter().for_each(|&corner| used[corner] = true);
            let part = area(&triangle.map(|corner| outline[corner]))[axis];
            assert!(part * whole[axis] > 0.0, "{triangle:?} of {outline:?}");
            sum += part;
        }
        assert_eq!(cut.triangles.len(), outline.len() - 2);
        assert!(used.iter().all(|used| *used), "{:?}", cut.triangles);
        assert!((sum - whole[axis]).abs() <= 1e-5 * whole[axis].abs(), "{sum} {whole:?}");
        cut.triangles
    }

    /// From every corner on, in both directions, and lying in every plane.
    fn expect_cut_however(outline: &[[f32; 2]]) {
        for start in 0..outline.len() {
            let mut turned = outline.to_vec();
            turned.rotate_left(start);
            for _ in 0..2 {
                turned.reverse();
                for axis in 0..3 {
                    let lying = turned.iter().map(|[u, v]| {
                        let mut corner = [2.0; 3];
                        (corner[(axis + 1) % 3], corner[(axis + 2) % 3]) = (*u, *v);
                        corner
                    });
                    expect_cut(&lying.collect::<Vec<_>>());
                }
            }
        }
    }

    #[test]
    fn what_is_convex_becomes_a_fan() {
        let square = flat(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
        assert_eq!(expect_cut(&square), [[0, 1, 2], [0, 2, 3]]);
        let turned: Vec<_> = (0..7).map(|i| (i as f32 * std::f32::consts::TAU / 7.0).sin_cos()).collect();
        let ring: Vec<_> = turned.iter().map(|(sin, cos)| [*cos, 5.0, *sin]).collect();
        assert_eq!(expect_cut(&ring), [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5], [0, 5, 6]]);
    }

    #[test]
    fn concave_outlines_are_cut_inside_of_themselves() {
        let arrow = [[0.0, 0.0], [4.0, 4.0], [0.0, 2.0], [-4.0, 4.0]];
        let letter = [[0.0, 0.0], [3.0, 0.0], [3.0, 1.0], [1.0, 1.0], [1.0, 3.0], [0.0, 3.0]];
        let comb = [[0.0, 0.0], [5.0, 0.0], [5.0, 3.0], [4.0, 1.0], [3.0, 3.0], [2.0, 1.0], [1.0, 3.0]];
        let spiral = [
            [0.0, 0.0],
            [6.0, 0.0],
            [6.0, 6.0],
            [1.0, 6.0],
            [1.0, 2.0],
            [4.0, 2.0],
            [4.0, 4.0],
            [3.0, 4.0],
            [3.0, 3.0],
            [2.0, 3.0],
            [2.0, 5.0],
            [5.0, 5.0],
            [5.0, 1.0],
            [0.0, 1.0],
        ];
        for outline in [&arrow[..], &letter, &comb, &spiral] {
            expect_cut_however(outline);
        }
    }

    #[test]
    fn corners_on_a_straight_edge_get_triangles_too() {
        let square = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0], [0.0, 1.0]];
        let side = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [3.0, 0.0], [1.0, 3.0]];
        let notch =
            [[0.0, 0.0], [2.0, 0.0], [4.0, 0.0], [4.0, 2.0], [3.0, 2.0], [2.0, 1.0], [1.0, 2.0], [0.0, 2.0]];
        for outline in [&square[..], &side, &notch] {
            expect_cut_however(outline);
        }
    }

    #[test]
    fn a_face_that_is_not_flat_is_cut_like_its_shadow() {
        let saddle = [[0.0, 0.0, 0.5], [1.0, 0.0, -0.5], [1.0, 1.0, 0.5], [0.0, 1.0, -0.5]];
        assert_eq!(expect_cut(&saddle).len(), 2);
        let bent = [[0.0, 0.0, 0.0], [4.0, 0.0, 1.0], [4.0, 4.0, 0.0], [2.0, 1.0, 3.0], [0.0, 4.0, -1.0]];
        expect_cut(&bent);
    }

    #[test]
    fn outlines_that_meet_themselves_are_refused() {
        let tie = [[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.0]];
        let lopsided = [[0.0, 0.0], [3.0, 2.0], [2.0, 0.0], [0.0, 3.0]];
        let star = [[0.0, 3.0], [-2.0, -3.0], [3.0, 1.0], [-3.0, 1.0], [2.0, -3.0]];
        let touching = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 0.0], [0.0, 4.0]];
        let spike = [[0.0, 0.0], [4.0, 0.0], [2.0, 0.0], [2.0, 2.0]];
        // A square with a square hole, and the bridge between them.
        let hole = [
            [0.0, 0.0],
            [9.0, 0.0],
            [9.0, 9.0],
            [0.0, 9.0],
            [0.0, 0.0],
            [3.0, 3.0],
            [3.0, 6.0],
            [6.0, 6.0],
            [6.0, 3.0],
            [3.0, 3.0],
        ];
        let twice =
            [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        for outline in [&tie[..], &lopsided, &star, &touching, &spike, &hole, &twice] {
            assert_eq!(cut(&flat(outline)), Err(Flaw::Crossed), "{outline:?}");
        }
    }

    #[test]
    fn what_goes_round_twice_is_not_convex() {
        let twice = (0..10).map(|i| {
            let (sin, cos) = (i as f64 * std::f64::consts::TAU / 5.0).sin_cos();
            [cos * f64::from(20 + i), sin * f64::from(20 + i)]
        });
        let twice: Vec<_> = twice.collect();
        assert!(!is_convex(&twice));
        assert_eq!(is_simple(&twice, &mut Work::new()), Ok(false));
    }

    #[test]
    fn what_has_no_area_is_flat_and_repeated_corners_are_left_out() {
        let line = [[0.0, 0.0], [0.1, 0.3], [0.2, 0.6], [0.3, 0.9], [0.7, 2.1]];
        for outline in [&line[..], &[[1.0, 1.0]; 5], &[[0.0, 0.0], [1.0, 0.0], [0.0, 0.0], [1.0, 0.0]], &[]] {
            assert_eq!(cut(&flat(outline)), Err(Flaw::Flat), "{outline:?}");
        }
        let repeated = flat(&[[0.0, 0.0], [0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [1.0, 1.0], [0.0, 0.0]]);
        let wanted = Triangles { triangles: vec![[0, 2, 3]], repeated: true };
        assert_eq!(cut(&repeated), Ok(wanted));
    }

    #[test]
    fn work_comes_to_an_end() {
        let mut work = Work(100);
        let comb: Vec<_> =
            (0..40).map(|i| [i as f32, if i % 2 == 0 { 0.0 } else { 5.0 + i as f32 }, 0.0]).collect();
        assert_eq!(triangles(&comb, &mut work), Err(Flaw::Costly));
    }

    /// Around a middle, the corners in the order of their angles: whatever their distance, such an outline is simple.
    #[test]
    fn many_outlines_are_cut_into_what_they_are() {
        let mut rng = Rng::new(7);
        for round in 0..2000 {
            let count = 4 + rng.below(40);
            let outline = (0..count).map(|i| {
                let angle =
                    (i as f64 + 0.8 * rng.below(1000) as f64 / 1000.0) * std::f64::consts::TAU / count as f64;
                let reach = 1.0 + rng.below(1000) as f64 / 30.0;
                let (x, y) = (angle.cos() * reach, angle.sin() * reach);
                let bend = (round % 3) as f64 * rng.below(10) as f64 * reach / 100.0;
                [x as f32, y as f32, (0.3 * x + 0.2 * y + bend) as f32]
            });
            expect_cut(&outline.collect::<Vec<_>>());
        }
    }
}
