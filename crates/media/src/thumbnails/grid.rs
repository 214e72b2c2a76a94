//! Pictures reduced to a small grid, by which they are compared.

use crate::Pixels;

/// The side of the grid in cells.
pub const GRID_SIDE: usize = 32;
/// The number of cells.
pub const CELLS: usize = GRID_SIDE * GRID_SIDE;
/// The number of frequencies in each direction.
const FREQUENCIES: usize = 8;

/// Mean colours on a grid, with transparent parts shown on white.
pub fn grid_colors(pixels: &Pixels) -> Option<[[f32; 3]; CELLS]> {
    let (width, height) = (pixels.width as usize, pixels.height as usize);
    let mut cells = [[0.0; 3]; CELLS];
    for (index, cell) in cells.iter_mut().enumerate() {
        // At least one pixel, even if the picture is smaller than the grid.
        let range = |index: usize, length: usize| {
            let begin = index * length / GRID_SIDE;
            begin..((index + 1) * length / GRID_SIDE).max(begin + 1)
        };
        let (rows, columns) = (range(index / GRID_SIDE, height), range(index % GRID_SIDE, width));
        let count = (rows.len() * columns.len()) as f32;
        let mut sum = [0_u32; 3];
        for y in rows {
            let row = pixels.rgba.get(4 * (y * width + columns.start)..4 * (y * width + columns.end))?;
            for pixel in row.chunks_exact(4) {
                let alpha = u32::from(pixel[3]);
                for (sum, &channel) in sum.iter_mut().zip(pixel) {
                    *sum += u32::from(channel) * alpha / 255 + (255 - alpha);
                }
            }
        }
        *cell = sum.map(|sum| sum as f32 / count);
    }
    Some(cells)
}

/// The brightness of a colour, from 0 to 255.
pub fn luma([r, g, b]: [f32; 3]) -> f32 {
    0.299 * r + 0.587 * g + 0.114 * b
}

/// The blue and red chroma of a colour.
pub fn chroma([r, g, b]: [f32; 3]) -> [f32; 2] {
    let luma = luma([r, g, b]);
    [0.564 * (b - luma), 0.713 * (r - luma)]
}

/// The strengths of the lowest frequencies of a cosine transform, without the constant one, which is only the
/// overall brightness.
pub fn frequencies(brightness: &[f32; CELLS]) -> [f32; FREQUENCIES * FREQUENCIES - 1] {
    let wave: [[f32; GRID_SIDE]; FREQUENCIES] = std::array::from_fn(|wave| {
        std::array::from_fn(|at| {
            (std::f32::consts::PI * wave as f32 * (at as f32 + 0.5) / GRID_SIDE as f32).cos()
        })
    });
    std::array::from_fn(|index| {
        let (down, across) = (&wave[(index + 1) / FREQUENCIES], &wave[(index + 1) % FREQUENCIES]);
        let row = |row: &[f32]| row.iter().zip(across).map(|(cell, wave)| cell * wave).sum::<f32>();
        brightness.chunks_exact(GRID_SIDE).zip(down).map(|(cells, wave)| row(cells) * wave).sum()
    })
}
