//! An allocator that tells the trials what is taken and given back. The fuzz targets have it, too.

// An allocator cannot be written without `unsafe`.
#![allow(unsafe_code)]

use relict_trials::memory;
use std::alloc::{GlobalAlloc, Layout, System};

#[derive(Debug)]
pub struct Counting;

// SAFETY: everything is done by the system's allocator; this one only counts.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        memory::took(layout.size());
        // SAFETY: the caller keeps the promises that this needs.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        memory::took(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        memory::took(size);
        // SAFETY: as above.
        let moved = unsafe { System.realloc(at, layout, size) };
        memory::gave(layout.size());
        moved
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        memory::gave(layout.size());
        // SAFETY: as above.
        unsafe { System.dealloc(at, layout) }
    }
}
