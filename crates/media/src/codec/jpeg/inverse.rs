//! Inverse DCT to blocks of `N` × `N` pixels, from the lowest `N` × `N` of the 8 × 8 coefficients.
//!
//! The lowest coefficients of a cosine transform are those of the same picture with fewer pixels, so a
//! smaller picture takes less work.

use std::f32::consts::{FRAC_1_SQRT_2, SQRT_2};

use wide::{bytemuck, f32x4, i16x8, i32x4, u8x16};

/// The zigzag order: for each coefficient in file order, its index in the block in row order.
#[rustfmt::skip]
pub const ZIGZAG: [u8; 64] = [
     0,  1,  8, 16,  9,  2,  3, 10, 17, 24, 32, 25, 18, 11,  4,  5,
    12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13,  6,  7, 14, 21, 28,
    35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51,
    58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
];

/// Dequantization factors of one component, for blocks reduced to `side` pixels.
pub struct Dequantizer {
    /// For each coefficient in zigzag order: its index in the transposed block, and its factor.
    pub factors: [(u8, f32); 64],
    /// How many coefficients matter; the rest are skipped unread.
    pub count: usize,
}

impl Dequantizer {
    /// `quantizers` is the quantization table in zigzag order.
    pub fn new(quantizers: &[u16; 64], side: usize) -> Self {
        let mut factors = [(0, 0.0); 64];
        let mut read = 0;
        for (index, (weight, &index_in_block)) in factors.iter_mut().zip(&ZIGZAG).enumerate() {
            let (row, column) = (usize::from(index_in_block / 8), usize::from(index_in_block % 8));
            if row < side && column < side && !(side == 4 && row + column == 6) {
                // The unnormalised transforms of all sizes share a factor of 1/8.
                let scale = if side == 8 { AAN_SCALE[row] * AAN_SCALE[column] } else { 1.0 };
                *weight = ((column * side + row) as u8, f32::from(quantizers[index]) * scale / 8.0);
                read = index + 1;
            } else {
                // Decoded because a later coefficient matters, and stored in an unused element.
                *weight = ((side * side) as u8, 0.0);
            }
        }
        Self { factors, count: read }
    }
}

/// The coefficients of a block, transposed, and one unused element for those that are ignored.
pub type Block<const M: usize> = [f32; M];

/// Rounds a value around 0 to a byte around 128.
#[inline(always)]
fn pixel(value: f32) -> u8 {
    // Adding 1.5 · 2²³ leaves the integer part in the lowest bits.
    ((value + 128.0).clamp(0.0, 255.0) + 12_582_912.0).to_bits() as u8
}

/// The inverse DCT of size 1: `dc` as a pixel.
pub fn idct_1(dc: f32) -> u8 {
    pixel(dc)
}

/// The inverse DCT of size 2.
#[inline(always)]
pub fn idct_2(block: &Block<5>) -> [[u8; 2]; 2] {
    let [a, c, b, d] = [block[0], block[1], block[2], block[3]];
    [[pixel(a + b + c + d), pixel(a - b + c - d)], [pixel(a + b - c - d), pixel(a - b - c + d)]]
}

#[inline(always)]
fn idct_3_lanes(x: [[f32; 3]; 3]) -> [[f32; 3]; 3] {
    // √2 · cos(π/6), √2 · cos(2π/6)
    const C1: f32 = 1.224_744_9;
    const C2: f32 = FRAC_1_SQRT_2;
    let mut out = [[0.0; 3]; 3];
    for lane in 0..3 {
        let (e, o) = (x[0][lane] + C2 * x[2][lane], C1 * x[1][lane]);
        out[0][lane] = e + o;
        out[1][lane] = x[0][lane] - SQRT_2 * x[2][lane];
        out[2][lane] = e - o;
    }
    out
}

/// The inverse DCT of size 3.
#[inline(always)]
pub fn idct_3(block: &Block<10>) -> [[u8; 3]; 3] {
    let mut columns = [[0.0; 3]; 3];
    for (column, values) in columns.iter_mut().zip(block.chunks_exact(3)) {
        column.copy_from_slice(values);
    }
    let half_done = idct_3_lanes(columns);
    let rows = idct_3_lanes([0, 1, 2].map(|row| [half_done[0][row], half_done[1][row], half_done[2][row]]));
    let mut out = [[0; 3]; 3];
    for (row, values) in out.iter_mut().zip(&rows) {
        for (to, &value) in row.iter_mut().zip(values) {
            *to = pixel(value);
        }
    }
    out
}

#[inline(always)]
fn idct_4_lanes([a, b, c, d]: [f32x4; 4]) -> [f32x4; 4] {
    // √2 · cos(π/8), √2 · cos(3π/8)
    const C1: f32 = 1.306_563;
    const C3: f32 = 0.541_196_1;
    let (e0, e1) = (a + c, a - c);
    let (o0, o1) = (b * C1 + d * C3, b * C3 - d * C1);
    [e0 + o0, e1 + o1, e1 - o1, e0 - o0]
}

/// The inverse DCT of size 4.
#[inline(always)]
pub fn idct_4(block: &Block<17>) -> [[u8; 4]; 4] {
    let columns: [f32x4; 4] = bytemuck::cast(*block.first_chunk::<16>().unwrap_or(&[0.0; 16]));
    let [a, b, c, d] = idct_4_lanes(f32x4::transpose(idct_4_lanes(columns))).map(round_to_pixels);
    bytemuck::cast(u8x16::narrow_i16x8(saturate_to_i16(a, b), saturate_to_i16(c, d)))
}

/// Rounds to integers, shifted from around 0 to around 128.
#[inline(always)]
fn round_to_pixels(values: f32x4) -> i32x4 {
    (values + 128.0).fast_round_int()
}

/// Packs two vectors to 16 bits with saturation.
#[inline(always)]
pub fn saturate_to_i16(a: i32x4, b: i32x4) -> i16x8 {
    i16x8::from_i32x8_saturate(bytemuck::cast([a, b]))
}

/// cos(kπ/16) · √2, and 1 for k = 0: the factors that the transform below leaves to (de)quantization (Arai,
/// Agui, Nakajima).
pub const AAN_SCALE: [f32; 8] =
    [1.0, 1.387_039_8, 1.306_563, 1.175_875_6, 1.0, 0.785_694_96, 0.541_196_1, 0.275_899_4];

#[inline(always)]
fn idct_8_lanes(x: [f32x4; 8]) -> [f32x4; 8] {
    let (t10, t11) = (x[0] + x[4], x[0] - x[4]);
    let t13 = x[2] + x[6];
    let t12 = (x[2] - x[6]) * SQRT_2 - t13;
    let (e0, e3, e1, e2) = (t10 + t13, t10 - t13, t11 + t12, t11 - t12);
    let (z13, z10) = (x[5] + x[3], x[5] - x[3]);
    let (z11, z12) = (x[1] + x[7], x[1] - x[7]);
    let o7 = z11 + z13;
    let z5 = (z10 + z12) * 1.847_759;
    let o6 = z5 - z10 * 2.613_126 - o7;
    let o5 = (z11 - z13) * SQRT_2 - o6;
    let o4 = z5 - z12 * 1.082_392_2 - o5;
    [e0 + o7, e1 + o6, e2 + o5, e3 + o4, e3 - o4, e2 - o5, e1 - o6, e0 - o7]
}

/// Transposes an 8 × 8 block given as its left and right halves.
#[inline(always)]
pub fn transpose_8x8([left, right]: [[f32x4; 8]; 2]) -> [[f32x4; 8]; 2] {
    let quarter = |half: &[f32x4; 8], from: usize| {
        f32x4::transpose([half[from], half[from + 1], half[from + 2], half[from + 3]])
    };
    let joined = |above: [f32x4; 4], below: [f32x4; 4]| bytemuck::cast([above, below]);
    [joined(quarter(&left, 0), quarter(&right, 0)), joined(quarter(&left, 4), quarter(&right, 4))]
}

/// The inverse DCT of size 8.
#[inline(always)]
pub fn idct_8(block: &Block<65>) -> [[u8; 8]; 8] {
    let columns: [[f32x4; 2]; 8] = bytemuck::cast(*block.first_chunk::<64>().unwrap_or(&[0.0; 64]));
    let halves = [columns.map(|column| column[0]), columns.map(|column| column[1])];
    let [left, right] = transpose_8x8(halves.map(idct_8_lanes)).map(idct_8_lanes);
    let mut out = [[0; 8]; 8];
    for (at, rows) in out.as_chunks_mut::<2>().0.iter_mut().enumerate() {
        let row = |at: usize| saturate_to_i16(round_to_pixels(left[at]), round_to_pixels(right[at]));
        *rows = bytemuck::cast(u8x16::narrow_i16x8(row(2 * at), row(2 * at + 1)));
    }
    out
}
