//! Numbers that look random and are the same on every machine: for data that is made up, and for tests.

/// A small generator (xorshift).
#[derive(Clone, Debug)]
pub struct Rng(u32);

impl Rng {
    /// Different seeds give different numbers, also where the seeds are neighbours.
    pub fn new(seed: u32) -> Self {
        let mixed = (seed ^ 0x5EED_5EED).wrapping_mul(0x9E37_79B1);
        // A state of zero would stay zero.
        Self((mixed ^ mixed >> 15).max(1))
    }

    fn step(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }

    /// A number below `limit`; zero where there is none.
    pub fn below(&mut self, limit: usize) -> usize {
        // The high bits of the product: its low ones are not as good.
        ((u64::from(self.step()) * limit as u64) >> 32) as usize
    }

    pub fn byte(&mut self) -> u8 {
        (self.step() >> 8) as u8
    }
}

/// Bytes that look like data and not like a pattern.
pub fn noise(seed: u32, size: usize) -> Vec<u8> {
    // Not mixed: samples and fixtures are made of exactly these bytes.
    let mut rng = Rng(seed | 1);
    (0..size).map(|_| rng.byte()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn numbers_are_below_their_limit_and_reach_all_of_it() {
        let mut rng = Rng::new(0);
        let rolled: HashSet<usize> = (0..200).map(|_| rng.below(6)).collect();
        assert_eq!(rolled, (0..6).collect());
        assert_eq!((rng.below(0), rng.below(1)), (0, 0));
    }

    #[test]
    fn neighbouring_seeds_give_other_numbers() {
        let first = |seed| {
            let mut rng = Rng::new(seed);
            [(); 4].map(|()| rng.byte())
        };
        assert_eq!((0..1000).map(first).collect::<HashSet<_>>().len(), 1000);
    }

    #[test]
    fn noise_stays_the_same() {
        assert_eq!(noise(7, 4), NOISE);
    }

    const NOISE: [u8; 4] = [224, 146, 193, 82];
}
