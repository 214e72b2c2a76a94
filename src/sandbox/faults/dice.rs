/// A small seeded generator (SplitMix64): the same seed gives the same bad day.
pub struct Dice(pub u64);

impl Dice {
    /// Evenly spread over 0 ≤ x < 1.
    pub fn draw(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        // 53 bits, as many as an f64 holds exactly.
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }
}
