//! The unpacked folder as a stream of files, for example to write it into a ZIP.
//!
//! [`folder::unpack`] works on all cores, and so its files come in any order. What is handed on here comes in the order of
//! the archive, the same every time, and is not held: one core makes a file, hands it on and makes the next.
//!
//! ```
//! use relict_toolkit::core::format::Context;
//! use relict_toolkit::{bundle, folder::UnpackHow, open::Asset};
//!
//! let units = relict_samples::all().into_iter().find(|sample| sample.path == "parkan/units.rlb").unwrap();
//! let asset = Asset::file("units.rlb", &units.bytes);
//! let mut names = vec![];
//! bundle::stream(&asset, UnpackHow::default(), Context::ALONE, |path, _| {
//!     names.push(path.to_owned());
//!     Ok(())
//! })
//! .unwrap();
//! assert!(names.contains(&"tank.msh.glb".to_owned()));
//! assert_eq!(names.last().unwrap(), "relict.json");
//! ```

use crate::folder::{self, UnpackHow, UnpackTarget, Unpacked};
use crate::open::Asset;
use crate::problem::{INPUT_OUTPUT, Problem, Result};
use relict_core::args;
use relict_core::format::Context;
use std::sync::{Mutex, PoisonError};

/// Hands the files of an unpacked folder to `sink`, by path and bytes. Its first problem ends the work.
pub fn stream(
    asset: &Asset<'_>,
    how: UnpackHow,
    context: Context<'_>,
    sink: impl FnMut(&str, &[u8]) -> Result<()> + Send,
) -> Result<Unpacked> {
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let alone = alone.map_err(|e| Problem::new(INPUT_OUTPUT, asset.path, args!(reason = e.to_string())))?;
    let sink = Sink(Mutex::new(sink));
    alone.install(|| folder::unpack(asset, how, context, &sink))
}

struct Sink<F>(Mutex<F>);

impl<F: FnMut(&str, &[u8]) -> Result<()> + Send> UnpackTarget for Sink<F> {
    fn put(&self, path: &str, bytes: &[u8]) -> Result<()> {
        let mut sink = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        sink(path, bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::Memory;
    use crate::problem::DISK_FULL;

    type Files = Vec<(String, Vec<u8>)>;

    fn streamed(asset: &Asset<'_>) -> Files {
        let mut files = vec![];
        let how = UnpackHow { tolerant: true, ..UnpackHow::default() };
        let took = stream(asset, how, Context::ALONE, |path, bytes| {
            files.push((path.to_owned(), bytes.to_vec()));
            Ok(())
        });
        took.unwrap();
        files
    }

    #[test]
    fn the_files_are_those_of_the_folder_and_come_in_one_order() {
        for path in ["parkan/units.rlb", "mechwarrior3/motion.zbd", "idmobile/doom.jar"] {
            let samples = relict_samples::all();
            let file = samples.iter().find(|sample| sample.path == path).unwrap();
            let asset = Asset::file(path, &file.bytes);
            let files = streamed(&asset);
            assert!(files == streamed(&asset), "{path}");
            let memory = Memory::default();
            let how = UnpackHow { tolerant: true, ..UnpackHow::default() };
            folder::unpack(&asset, how, Context::ALONE, &memory).unwrap();
            let mut sorted = files;
            sorted.sort();
            assert!(sorted.into_iter().eq(memory.files()), "{path}");
        }
    }

    #[test]
    fn a_sink_that_is_full_ends_the_work() {
        let samples = relict_samples::all();
        let units = samples.iter().find(|sample| sample.path == "parkan/units.rlb").unwrap();
        let mut taken = 0;
        let problem = stream(&Asset::file("", &units.bytes), UnpackHow::default(), Context::ALONE, |_, _| {
            taken += 1;
            if taken > 3 { Err(Problem::new(DISK_FULL, "", vec![])) } else { Ok(()) }
        });
        assert_eq!(problem.unwrap_err().code, DISK_FULL);
        assert!(taken < 10, "{taken}");
    }
}
