//! The numbers behind animations of mode 3, from outside: the runtime has no chance of its own.

/// What the engine's `rand()` gives.
pub trait Random {
    fn rand(&mut self) -> u32;
}

/// The generator of Microsoft's C runtime: 0 to 32767. That the engine uses it is inferred (spec 4.2, C).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CRuntime {
    state: u32,
}

impl CRuntime {
    /// As after `srand(seed)`.
    pub fn seeded(seed: u32) -> Self {
        Self { state: seed }
    }

    /// As after so many calls, without making them: two steps are one step with other numbers.
    #[must_use]
    pub fn after(self, mut calls: u64) -> Self {
        let (mut state, mut factor, mut add) = (self.state, FACTOR, ADD);
        while calls > 0 {
            if calls & 1 == 1 {
                state = state.wrapping_mul(factor).wrapping_add(add);
            }
            add = add.wrapping_mul(factor.wrapping_add(1));
            factor = factor.wrapping_mul(factor);
            calls >>= 1;
        }
        Self { state }
    }
}

const FACTOR: u32 = 214_013;
const ADD: u32 = 2_531_011;

/// As in a program that never calls `srand`.
impl Default for CRuntime {
    fn default() -> Self {
        Self::seeded(1)
    }
}

impl Random for CRuntime {
    fn rand(&mut self) -> u32 {
        self.state = self.state.wrapping_mul(FACTOR).wrapping_add(ADD);
        (self.state >> 16) & 0x7FFF
    }
}

/// Values that someone chose, one after the other; when they are used up, those of the C runtime.
#[derive(Clone, Debug, Default)]
pub struct Chosen {
    values: std::collections::VecDeque<u32>,
    then: CRuntime,
}

impl Chosen {
    pub fn new(values: impl IntoIterator<Item = u32>) -> Self {
        Self { values: values.into_iter().collect(), then: CRuntime::default() }
    }

    /// Puts a value in front of the others.
    pub fn next_is(&mut self, value: u32) {
        self.values.push_front(value);
    }
}

impl Random for Chosen {
    fn rand(&mut self) -> u32 {
        self.values.pop_front().unwrap_or_else(|| self.then.rand())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_c_runtime_gives_the_numbers_that_every_program_of_its_time_saw_first() {
        let mut random = CRuntime::default();
        let first: Vec<u32> = (0..5).map(|_| random.rand()).collect();
        assert_eq!(first, [41, 18467, 6334, 26500, 19169]);
    }

    #[test]
    fn calls_may_be_passed_over() {
        let mut random = CRuntime::default();
        for calls in 0..100 {
            assert_eq!(CRuntime::default().after(calls), random, "{calls}");
            random.rand();
        }
        let far = CRuntime::default().after(1 << 40);
        assert_eq!(far, CRuntime::default().after(1 << 39).after(1 << 39));
    }

    #[test]
    fn chosen_values_come_first() {
        let mut random = Chosen::new([7, 8]);
        random.next_is(6);
        let got: Vec<u32> = (0..4).map(|_| random.rand()).collect();
        assert_eq!(got, [6, 7, 8, 41]);
    }
}
