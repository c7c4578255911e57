//! Positions to be looked up, and directions of triangles.

/// A position that can be looked up; there is one zero.
pub(super) fn bits(position: [f32; 3]) -> [u32; 3] {
    position.map(|part| (part + 0.0).to_bits())
}

/// Twice the area of a triangle, as a vector out of its front.
pub(super) fn cross([a, b, c]: [[f32; 3]; 3]) -> [f64; 3] {
    let [u, v] = [b, c].map(|point| [0, 1, 2].map(|axis| f64::from(point[axis]) - f64::from(a[axis])));
    [0, 1, 2].map(|axis| {
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        u[next] * v[last] - u[last] * v[next]
    })
}

/// A vector of length one; zero stays zero.
pub(super) fn normalised(vector: [f64; 3]) -> [f64; 3] {
    let length = vector.iter().map(|part| part * part).sum::<f64>().sqrt();
    if length > 0.0 && length.is_finite() { vector.map(|part| part / length) } else { [0.0; 3] }
}
