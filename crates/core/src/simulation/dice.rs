//! Reproducible random numbers.

use std::ops::Range;
use std::time::Duration;

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Draws the same numbers from the same seed on every computer.
#[derive(Clone, Debug)]
pub struct Dice(SplitMix64);

impl Dice {
    /// `salt` is part of what a seed means: those that once found a fault were drawn with the one of their
    /// simulator.
    pub fn new(seed: u64, salt: u64) -> Self {
        Self(SplitMix64::seed_from_u64(seed ^ salt))
    }

    pub fn below(&mut self, end: u64) -> u64 {
        self.0.next_u64() % end.max(1)
    }

    pub fn within(&mut self, range: Range<u64>) -> u64 {
        range.start + self.below(range.end - range.start)
    }

    /// True with a probability of `chance` per mille.
    pub fn per_mille(&mut self, chance: u64) -> bool {
        self.below(1000) < chance
    }

    /// The same for a probability of [`Conditions`](super::Conditions).
    pub fn hits(&mut self, chance: u16) -> bool {
        self.per_mille(chance.into())
    }

    pub fn millis(&mut self, range: Range<u64>) -> Duration {
        Duration::from_millis(self.within(range))
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[usize::try_from(self.below(from.len() as u64)).unwrap_or(0)]
    }
}

/// A seed that found a bug is worth keeping only as long as it produces the same world.
#[test]
fn a_seed_always_draws_the_same_numbers() {
    let mut dice = Dice::new(17, 0x5851_f42d_4c95_7f2d);
    let drawn: Vec<u64> = (0..5).map(|_| dice.below(u64::MAX)).collect();
    assert_eq!(
        drawn,
        [
            15_853_474_550_460_058_758,
            9_885_214_716_395_466_394,
            5_658_066_884_161_609_920,
            6_527_741_669_427_178_858,
            9_764_043_264_204_089_045,
        ]
    );
}
