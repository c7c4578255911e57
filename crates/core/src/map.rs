//! What is no picture and yet can be drawn, with what lies beside it: a map, seen from above.

use crate::format::Library;
use crate::image::Image;

/// A file that can be drawn. What is not found beside it is drawn plainly.
pub trait Map: Sync {
    fn drawn(&self, around: &dyn Library) -> Image;
    fn svg(&self, around: &dyn Library) -> String;
}
