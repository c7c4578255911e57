//! Lists whose items several corners share: vertices and normals. An item changes in its place if no corner needs it as it
//! was; otherwise the corners that change it get a new one.

use std::collections::{HashMap, HashSet};

type Item = [f32; 3];

fn bits(item: Item) -> [u32; 3] {
    item.map(f32::to_bits)
}

pub(super) struct SharedList {
    items: Vec<Item>,
    /// How many there were.
    before: usize,
    /// Items that some corner needs as they are.
    kept: HashSet<u32>,
    /// The first other value that a corner wants of an item.
    wanted: HashMap<u32, Item>,
    /// Where a value is, for new ones.
    places: HashMap<[u32; 3], u32>,
}

impl SharedList {
    pub(super) fn new(items: Vec<Item>) -> Self {
        let before = items.len();
        Self { items, before, kept: HashSet::new(), wanted: HashMap::new(), places: HashMap::new() }
    }

    /// What a corner wants of its item: another value, or none.
    pub(super) fn claim(&mut self, place: u32, other: Option<Item>) {
        match other {
            Some(other) => {
                self.wanted.entry(place).or_insert(other);
            }
            None => {
                self.kept.insert(place);
            }
        }
    }

    /// After all claims: items that no corner needs as they are get their new value.
    pub(super) fn settle(&mut self) {
        for (place, other) in &self.wanted {
            if let Some(item) = self.items.get_mut(*place as usize).filter(|_| !self.kept.contains(place)) {
                *item = *other;
            }
        }
        for (place, item) in (0u32..).zip(&self.items) {
            self.places.entry(bits(*item)).or_insert(place);
        }
    }

    /// The item of a corner that claimed this.
    pub(super) fn settled(&mut self, place: u32, other: Option<Item>) -> u32 {
        match other {
            None => place,
            Some(other) if self.items.get(place as usize).is_some_and(|item| bits(*item) == bits(other)) => {
                place
            }
            Some(other) => self.add(other),
        }
    }

    /// The item with this value; a new one if there is none.
    pub(super) fn add(&mut self, item: Item) -> u32 {
        let next = self.items.len() as u32;
        *self.places.entry(bits(item)).or_insert_with(|| {
            self.items.push(item);
            next
        })
    }

    /// The items without those that were used and no longer are, and where each went.
    pub(super) fn used(self, were: &HashSet<u32>, are: &HashSet<u32>) -> CompactList {
        let stays = |place: &u32| are.contains(place) || !were.contains(place);
        let kept: Vec<u32> = (0..self.items.len() as u32).filter(stays).collect();
        let places = (0u32..).zip(&kept).map(|(new, old)| (*old, new)).collect();
        let items = kept.iter().map(|place| self.items[*place as usize]).collect();
        CompactList { items, places, kept, before: self.before }
    }
}

pub(super) struct CompactList {
    pub items: Vec<Item>,
    /// From where an item was to where it is.
    pub places: HashMap<u32, u32>,
    /// Where each item was.
    kept: Vec<u32>,
    before: usize,
}

impl CompactList {
    /// A list that runs beside this one: items that were there keep theirs, new ones get what they are themselves.
    pub(super) fn beside(&self, list: &[Item]) -> Vec<Item> {
        let item = |(old, new): (&u32, &Item)| {
            let old = *old as usize;
            list.get(old).filter(|_| old < self.before).copied().unwrap_or(*new)
        };
        self.kept.iter().zip(&self.items).map(item).collect()
    }
}
