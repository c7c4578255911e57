//! Ranges that should cover a list, each item once: the lines of leaves, the commands of events.

/// How often each of a list is used by ranges of it; a range that leads beyond its end counts as far as it goes.
pub(crate) struct Cover(Vec<u8>);

impl Cover {
    pub(crate) fn new(count: usize) -> Self {
        Self(vec![0; count])
    }

    pub(crate) fn add(&mut self, first: usize, count: usize) {
        let end = first.saturating_add(count).min(self.0.len());
        let used = self.0.get_mut(first..end).into_iter().flatten();
        used.for_each(|times| *times = times.saturating_add(1));
    }

    /// The first that is not used just once.
    pub(crate) fn flaw(&self) -> Option<(usize, u8)> {
        let times = |(_, times): &(usize, &u8)| **times != 1;
        self.0.iter().enumerate().find(times).map(|(place, times)| (place, *times))
    }
}
