//! What is made of a file once and used many times, such as an index of the names in a library.

use crate::format::Library;
use std::any::{Any, TypeId};
use std::sync::Arc;

pub type Derived = Arc<dyn Any + Send + Sync>;

/// From the bytes of a file; none if it is not what it should be.
pub type Make<'m> = &'m dyn Fn(&[u8]) -> Option<Derived>;

/// What `make` makes of the file `name` of a library. It must follow from the bytes alone: whoever asks for the same type
/// later may get what was made before.
pub fn of_file<T: Any + Send + Sync>(
    library: &dyn Library,
    name: &str,
    make: impl Fn(&[u8]) -> Option<T>,
) -> Option<Arc<T>> {
    let make = |bytes: &[u8]| make(bytes).map(|made| Arc::new(made) as Derived);
    library.derived(name, TypeId::of::<T>(), &make)?.downcast().ok()
}

/// The same of an entry beside the open file.
pub fn of_sibling<T: Any + Send + Sync>(
    library: &dyn Library,
    name: &str,
    make: impl Fn(&[u8]) -> Option<T>,
) -> Option<Arc<T>> {
    let make = |bytes: &[u8]| make(bytes).map(|made| Arc::new(made) as Derived);
    library.derived_sibling(name, TypeId::of::<T>(), &make)?.downcast().ok()
}
