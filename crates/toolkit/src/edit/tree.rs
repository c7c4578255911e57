//! An archive that is edited as a whole, with one of the files that it is edited as in another state.

use super::{EditHow, Edited, Then};
use crate::folder::{OneEdited, PackHow, Packed, with_gathered};
use crate::open::Asset;
use crate::problem::{LIKE_WHOLE, NO_ENTRY, Problem, Result};
use relict_core::args;
use relict_core::journal::Journal;
use relict_core::tree::Refused;

impl EditHow {
    fn pack_how(self) -> PackHow {
        let Self { redraw, lenient, deepen, signature, .. } = self;
        PackHow { redraw, lenient, deepen, signature, ..PackHow::default() }
    }
}

/// Hands on the archive that a file of its tree makes of it: a PNG, or the JSON or text that stands there. The file is
/// named by its path inside the tree; a name that the tree does not have is refused.
pub(super) fn set_file<R>(
    asset: &Asset<'_>,
    path: &str,
    file: &[u8],
    how: EditHow,
    then: Then<'_, R>,
) -> Result<R> {
    let (kind, document) = asset.open()?;
    let whole = || Problem::new(LIKE_WHOLE, asset.path, args!(format = kind.id));
    let tree = document.open_tree().ok_or_else(whole)?;
    let tree = tree.map_err(|error| Problem::unreadable(kind, asset.path, asset.bytes, &error))?;
    let Some(folder) = OneEdited::new(&*tree, path, file) else {
        let args = args!(name = path, near = "", count = 0, entries = tree.leaves().len());
        return Err(Problem::new(NO_ENTRY, asset.path, args));
    };
    let refused = |refused: Refused| {
        Problem::new(refused.code, format!("{}/{}", asset.path, refused.file), refused.args)
    };
    let gathered = tree.gathered(&folder, how.pack_how().gather()).map_err(refused)?;
    if gathered.is_nothing() {
        let remarks = gathered.remarks;
        return then(Edited { journal: Journal { remarks, ..Journal::default() }, ..asset.bytes.into() });
    }
    with_gathered(asset, (kind, &*document), gathered, how.pack_how(), how.limits, |packed| {
        let Packed { pieces, journal, .. } = packed;
        then(Edited { pieces: pieces.loaded()?, journal })
    })
}
