//! Transforms pixels to quantized coefficients: the forward DCT (Arai, Agui, Nakajima) and quantization.

use std::f32::consts::FRAC_1_SQRT_2;

use wide::{bytemuck, f32x4, i16x8};

use super::inverse::{AAN_SCALE, ZIGZAG, saturate_to_i16, transpose_8x8};

/// The coefficients of a block in zigzag order, with a bit set in `nonzero` for each that is not zero.
pub struct QuantizedBlock {
    pub coefficients: [i16; 64],
    pub nonzero: u64,
}

impl Default for QuantizedBlock {
    fn default() -> Self {
        Self { coefficients: [0; 64], nonzero: 0 }
    }
}

/// Factors that turn the transform's output into quantized values, transposed as the transform leaves them.
pub struct Quantizer([[f32x4; 2]; 8]);

impl Quantizer {
    /// `steps` is the quantization table in row order.
    pub fn new(steps: &[u16; 64]) -> Self {
        Self(bytemuck::cast::<[f32; 64], _>(std::array::from_fn(|at| {
            let (column, row) = (at / 8, at % 8);
            1.0 / (f32::from(steps[row * 8 + column]) * AAN_SCALE[row] * AAN_SCALE[column] * 8.0)
        })))
    }

    /// Transforms and quantizes the block that begins at index `at` of a plane with rows of `stride` pixels.
    #[inline(always)]
    pub fn quantize_block(&self, plane: &[u8], stride: usize, at: usize, to: &mut QuantizedBlock) {
        let mut halves = [[f32x4::ZERO; 8]; 2];
        for (row, pixels) in plane[at..].chunks(stride).take(8).enumerate() {
            let value = |column: usize| f32::from(pixels[column]);
            halves[0][row] = f32x4::new([value(0), value(1), value(2), value(3)]) - 128.0;
            halves[1][row] = f32x4::new([value(4), value(5), value(6), value(7)]) - 128.0;
        }
        let [above, below] = transpose_8x8(halves.map(dct_8_lanes)).map(dct_8_lanes);
        let steps: [i16x8; 8] = std::array::from_fn(|column| {
            let step = |half: f32x4, weight: f32x4| (half * weight).fast_round_int();
            saturate_to_i16(step(above[column], self.0[column][0]), step(below[column], self.0[column][1]))
        });
        let steps: [i16; 64] = bytemuck::cast(steps);
        for (coefficient, &index) in to.coefficients.iter_mut().zip(&TRANSPOSED_ZIGZAG) {
            *coefficient = steps[usize::from(index & 63)];
        }
        let mut flags = [0_u8; 64];
        for (flag, &coefficient) in flags.iter_mut().zip(&to.coefficients) {
            *flag = u8::from(coefficient != 0);
        }
        to.nonzero = 0;
        for (eighth, flags) in flags.as_chunks::<8>().0.iter().enumerate() {
            // Gathers the lowest bit of each byte in the highest byte.
            let bits = u64::from_le_bytes(*flags).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            to.nonzero |= bits << (8 * eighth);
        }
    }
}

/// For each coefficient in zigzag order, its index in a transposed block.
const TRANSPOSED_ZIGZAG: [u8; 64] = {
    let mut indices = ZIGZAG;
    let mut at = 0;
    while at < 64 {
        indices[at] = ZIGZAG[at] % 8 * 8 + ZIGZAG[at] / 8;
        at += 1;
    }
    indices
};

#[inline(always)]
fn dct_8_lanes(x: [f32x4; 8]) -> [f32x4; 8] {
    let (s07, d07) = (x[0] + x[7], x[0] - x[7]);
    let (s16, d16) = (x[1] + x[6], x[1] - x[6]);
    let (s25, d25) = (x[2] + x[5], x[2] - x[5]);
    let (s34, d34) = (x[3] + x[4], x[3] - x[4]);

    let (e0, e3, e1, e2) = (s07 + s34, s07 - s34, s16 + s25, s16 - s25);
    let z1 = (e2 + e3) * FRAC_1_SQRT_2;

    let (o0, o1, o2) = (d34 + d25, d25 + d16, d16 + d07);
    let z5 = (o0 - o2) * 0.382_683_43;
    let z2 = o0 * 0.541_196_1 + z5;
    let z4 = o2 * 1.306_563 + z5;
    let z3 = o1 * FRAC_1_SQRT_2;
    let (z11, z13) = (d07 + z3, d07 - z3);
    [e0 + e1, z11 + z4, e3 + z1, z13 - z2, e0 - e1, z13 + z2, e3 - z1, z11 - z4]
}
