//! An archive that is edited as a whole, with one of its files drawn anew.

use super::pieces::Pieces;
use super::{EditHow, Edited};
use crate::folder::{Memory, OneEdited, PackHow, gathered_into};
use crate::open::Asset;
use crate::problem::{LIKE_WHOLE, NO_ENTRY, Problem, Result};
use relict_core::args;
use relict_core::tree::Refused;

impl EditHow {
    fn pack_how(self) -> PackHow {
        let Self { redraw, lenient, deepen, signature, .. } = self;
        PackHow { canonical: false, redraw, lenient, deepen, signature }
    }
}

/// The archive that a file of its spread folder makes of it: a PNG, or the JSON or text that stands there. The file is
/// named by its path inside the folder; a name that the folder does not have is refused.
pub fn redraw_leaf<'a>(asset: &Asset<'a>, leaf: &str, file: &[u8], how: EditHow) -> Result<Edited<'a>> {
    let (kind, document) = asset.open()?;
    let whole = || Problem::new(LIKE_WHOLE, asset.path, args!(format = kind.id));
    let spread = document.open_tree().ok_or_else(whole)?;
    let spread = spread.map_err(|error| Problem::unreadable(kind, asset.path, asset.bytes, &error))?;
    let Some(folder) = OneEdited::new(&*spread, leaf, file) else {
        let args = args!(name = leaf, near = "", count = 0, entries = spread.leaves().len());
        return Err(Problem::new(NO_ENTRY, asset.path, args));
    };
    let refused = |refused: Refused| {
        Problem::new(refused.code, format!("{}/{}", asset.path, refused.file), refused.args)
    };
    let gathered = spread.gathered(&folder, how.pack_how().gather()).map_err(refused)?;
    if gathered.is_nothing() {
        let remarks = gathered.remarks;
        return Ok(Edited { pieces: Pieces::whole(asset.bytes), losses: None, remarks });
    }
    let nowhere = Memory::default();
    let packed = gathered_into(asset, gathered, &nowhere, how.pack_how(), how.limits)?;
    let pieces = Pieces::from(nowhere.archive(&packed));
    Ok(Edited { pieces, losses: None, remarks: packed.remarks })
}
