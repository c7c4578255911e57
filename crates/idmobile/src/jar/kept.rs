//! What came out of the members of a JAR, for who asks again: a check, pictures made of several members, and the files of an
//! unpacked folder want the same few, and inflating takes longer than all else that is done with them.

use relict_core::error::Result;
use std::borrow::Cow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// How many times the packed bytes are kept: more than games unpack to, and little of a bomb.
const TIMES: usize = 6;

/// Nothing of it is in the file, and nothing depends on it but time.
#[derive(Default)]
pub struct Kept(OnceLock<Slots>);

struct Slots {
    members: Box<[Slot]>,
    /// For so many bytes more.
    room: AtomicUsize,
}

#[derive(Default)]
struct Slot {
    bytes: OnceLock<Vec<u8>>,
    /// Held by who unpacks the member: two at once would only be in each other's way.
    turn: Mutex<()>,
}

impl super::Jar<'_> {
    fn kept(&self) -> &Slots {
        self.kept.0.get_or_init(|| {
            let packed: usize = self.members.iter().map(|member| member.payload.len()).sum();
            Slots {
                members: self.directory.iter().map(|_| Slot::default()).collect(),
                room: packed.saturating_mul(TIMES).into(),
            }
        })
    }

    /// Whether so many bytes of a member would be kept.
    pub(super) fn has_room(&self, size: usize) -> bool {
        self.kept().room.load(Ordering::Relaxed) >= size
    }

    /// What came out of a member before, or else what `make` lets come out of it, `size` bytes.
    pub(super) fn kept_or(
        &self,
        entry: usize,
        size: usize,
        make: impl FnOnce() -> Result<Vec<u8>>,
    ) -> Result<Cow<'_, [u8]>> {
        let slots = self.kept();
        let Some(slot) = slots.members.get(entry) else { return make().map(Cow::Owned) };
        if let Some(bytes) = slot.bytes.get() {
            return Ok(bytes.into());
        }
        if !self.has_room(size) {
            return make().map(Cow::Owned);
        }
        let _turn = slot.turn.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bytes) = slot.bytes.get() {
            return Ok(bytes.into());
        }
        let bytes = make()?;
        let taken = |room: usize| room.checked_sub(size);
        if slots.room.fetch_update(Ordering::Relaxed, Ordering::Relaxed, taken).is_err() {
            return Ok(bytes.into());
        }
        Ok(slot.bytes.get_or_init(|| bytes).into())
    }
}

/// What a copy needs, it unpacks for itself.
impl Clone for Kept {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl std::fmt::Debug for Kept {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Kept")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jar::Jar;
    use relict_core::bytes::Cursor;
    use relict_core::error::Error;
    use relict_core::format::{Format as _, Origin};
    use std::sync::Barrier;

    const JAR: &[u8] = include_bytes!("../../../../fixtures/idmobile/good/doom-rpg.jar");

    #[test]
    fn what_many_ask_for_at_once_is_unpacked_once() {
        let jar = Jar::read(&mut Cursor::new(JAR), Origin::default()).unwrap();
        let (made, start) = (AtomicUsize::new(0), Barrier::new(4));
        let make = || {
            made.fetch_add(1, Ordering::Relaxed);
            // So long that all the others have asked, too.
            std::thread::sleep(std::time::Duration::from_millis(20));
            Ok(vec![1, 2, 3])
        };
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    start.wait();
                    assert!(matches!(jar.kept_or(0, 3, make), Ok(Cow::Borrowed([1, 2, 3]))));
                });
            }
        });
        assert_eq!(made.into_inner(), 1);
    }

    #[test]
    fn what_failed_is_tried_again_and_what_finds_no_room_is_handed_over() {
        let jar = Jar::read(&mut Cursor::new(JAR), Origin::default()).unwrap();
        assert!(jar.kept_or(0, 1, || Err(Error::truncated(1, 0))).is_err());
        assert!(matches!(jar.kept_or(0, 1, || Ok(vec![1])), Ok(Cow::Borrowed([1]))));
        let larger = JAR.len() * TIMES;
        assert!(matches!(jar.kept_or(1, larger, || Ok(vec![2])), Ok(Cow::Owned(_))));
        assert!(matches!(jar.kept_or(1, 1, || Ok(vec![3])), Ok(Cow::Borrowed([3]))));
    }
}
