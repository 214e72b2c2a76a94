//! What a photo looks like, in a few numbers: the same for a copy that was rescaled, saved anew or made brighter.

use crate::media::{ContentHash, Pixels};

/// By what one photo is told to be another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhotoFingerprint {
    pub content: ContentHash,
    pub looks: Option<PerceptualHash>,
}

/// What two photos are to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duplicate {
    /// Byte for byte.
    Same,
    Alike,
}

impl PhotoFingerprint {
    pub fn twin(&self, other: &Self) -> Option<Duplicate> {
        if self.content == other.content {
            return Some(Duplicate::Same);
        }
        self.looks?.is_like(&other.looks?).then_some(Duplicate::Alike)
    }
}

/// Two photos whose looks are alike are most likely one picture. That they are not says nothing for sure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerceptualHash {
    /// By frequency, whether the brightness has more or less of it than of the middle one,
    pattern: u64,
    /// and whether by so much that a copy has it alike.
    certain: u64,
    /// Bluish and reddish, of each quarter of the picture.
    tints: [[i16; 2]; 4],
    /// Width by height, in 64ths.
    shape: u32,
}

/// By which pictures are kept apart that cannot be alike, so that not all have to be compared.
pub type Cell = [i16; 4];

/// Of all that is certain. Copies stay below; in other pictures about half is otherwise, with goods before the same wall a fifth.
const LARGEST_DISTANCE: f32 = 0.11;
/// Of the mean difference to the middle frequency.
const CERTAIN: f32 = 0.1;
/// Of 255. The same cup in another colour is another photo.
const LARGEST_TINT: u16 = 9;
/// Of brightness, from the mean: a picture of nothing but a wall has no pattern to know it by.
const MIN_CONTRAST: f32 = 4.0;

/// Pixels a side that are looked at.
const SIDE: usize = 32;
/// Frequencies each way.
const WAVES: usize = 8;

impl PerceptualHash {
    /// `None`: there is hardly anything to be seen.
    pub fn of(pixels: &Pixels) -> Option<Self> {
        let cells = cells(pixels)?;
        let brightness = cells.map(|[r, g, b]| 0.299 * r + 0.587 * g + 0.114 * b);
        let mean = brightness.iter().sum::<f32>() / brightness.len() as f32;
        let contrast = brightness.iter().map(|cell| (cell - mean).abs()).sum::<f32>() / brightness.len() as f32;
        let shape = 64 * pixels.width / pixels.height.max(1);
        let (pattern, certain) = pattern(&brightness);
        (contrast >= MIN_CONTRAST).then(|| Self { pattern, certain, tints: tints(&cells), shape })
    }

    /// The cell this picture is in, by the colours of two of its quarters.
    pub fn cell(&self) -> Cell {
        let width = LARGEST_TINT.cast_signed() + 1;
        let [[a, b], _, _, [c, d]] = self.tints;
        [a, b, c, d].map(|tint| tint.div_euclid(width))
    }

    /// The cells that pictures like this one are in: its own and those beside it.
    pub fn cells_around(&self) -> impl Iterator<Item = Cell> {
        let own = self.cell();
        (0..81).map(move |n| std::array::from_fn(|axis| own[axis] + n / [1, 3, 9, 27][axis] % 3 - 1))
    }

    pub fn is_like(&self, other: &Self) -> bool {
        let tints = self.tints.as_flattened().iter().zip(other.tints.as_flattened());
        self.distance(other) <= LARGEST_DISTANCE
            && tints.into_iter().all(|(a, b)| a.abs_diff(*b) <= LARGEST_TINT)
            && self.shape.abs_diff(other.shape) <= self.shape.max(other.shape) / 20 + 1
    }

    /// How much of what is certain in either is otherwise in the other: 0 to 1.
    fn distance(&self, other: &Self) -> f32 {
        let certain = self.certain | other.certain;
        ((self.pattern ^ other.pattern) & certain).count_ones() as f32 / certain.count_ones().max(1) as f32
    }
}

/// Mean colours, on white.
fn cells(pixels: &Pixels) -> Option<[[f32; 3]; SIDE * SIDE]> {
    let (width, height) = (pixels.width as usize, pixels.height as usize);
    let mut cells = [[0.0; 3]; SIDE * SIDE];
    for (place, cell) in cells.iter_mut().enumerate() {
        // At least one pixel, also of a picture smaller than the cells.
        let range = |index: usize, length: usize| {
            let begin = index * length / SIDE;
            begin..((index + 1) * length / SIDE).max(begin + 1)
        };
        let (rows, columns) = (range(place / SIDE, height), range(place % SIDE, width));
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

/// The lowest frequencies of a cosine transform, each set against the middle one.
fn pattern(brightness: &[f32; SIDE * SIDE]) -> (u64, u64) {
    let wave: [[f32; SIDE]; WAVES] =
        std::array::from_fn(|wave| std::array::from_fn(|at| (std::f32::consts::PI * wave as f32 * (at as f32 + 0.5) / SIDE as f32).cos()));
    let mut strengths = [0.0; WAVES * WAVES];
    for (place, strength) in strengths.iter_mut().enumerate() {
        let (down, across) = (&wave[place / WAVES], &wave[place % WAVES]);
        let row = |row: &[f32]| row.iter().zip(across).map(|(cell, wave)| cell * wave).sum::<f32>();
        *strength = brightness.chunks_exact(SIDE).zip(down).map(|(cells, wave)| row(cells) * wave).sum();
    }
    // How bright it is in all says nothing.
    let [_, others @ ..] = strengths;
    let mut sorted = others;
    sorted.sort_by(f32::total_cmp);
    let middle = sorted[sorted.len() / 2];
    let differences = others.map(|strength| strength - middle);
    let certain = CERTAIN * differences.iter().map(|difference| difference.abs()).sum::<f32>() / differences.len() as f32;
    let bits = |of: &dyn Fn(f32) -> bool| differences.iter().fold(0, |bits, &difference| bits << 1 | u64::from(of(difference)));
    (bits(&|difference| difference > 0.0), bits(&|difference| difference.abs() > certain))
}

fn tints(cells: &[[f32; 3]; SIDE * SIDE]) -> [[i16; 2]; 4] {
    let mut tints = [[0.0; 2]; 4];
    for (place, [r, g, b]) in cells.iter().enumerate() {
        let quarter = 2 * usize::from(place / SIDE >= SIDE / 2) + usize::from(place % SIDE >= SIDE / 2);
        tints[quarter][0] += 0.564 * (b - (0.299 * r + 0.587 * g + 0.114 * b));
        tints[quarter][1] += 0.713 * (r - (0.299 * r + 0.587 * g + 0.114 * b));
    }
    tints.map(|quarter| quarter.map(|sum| (sum / (SIDE * SIDE / 4) as f32).round() as i16))
}

#[cfg(test)]
mod tests {
    use image::{DynamicImage, RgbImage};
    use proptest::prelude::*;

    use super::*;
    use crate::media::thumbnail;

    /// Soft shapes as photos have them; another seed, another picture.
    fn picture(seed: u32, width: u32, height: u32) -> DynamicImage {
        let mut state = seed.wrapping_mul(2_654_435_761) | 1;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 24) as f32
        };
        let spots: Vec<[f32; 6]> = (0..6).map(|_| std::array::from_fn(|_| next())).collect();
        RgbImage::from_fn(width, height, |x, y| {
            let (x, y) = (x as f32 / width as f32, y as f32 / height as f32);
            let mut color = [225.0, 222.0, 215.0];
            for [left, top, size, r, g, b] in &spots {
                let near = (-((x - left).powi(2) + (y - top).powi(2)) / (0.004 + 0.03 * size)).exp();
                color.iter_mut().zip([r, g, b]).for_each(|(channel, spot)| *channel += near * (spot * 255.0 - *channel));
            }
            image::Rgb(color.map(|channel| channel as u8))
        })
        .into()
    }

    fn looks(picture: &DynamicImage, quality: u8) -> PerceptualHash {
        let mut bytes = Vec::new();
        picture.write_with_encoder(image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, quality)).unwrap();
        PerceptualHash::of(&thumbnail(&bytes, 256).unwrap()).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

        #[test]
        fn a_copy_rescaled_saved_anew_and_brightened_looks_alike(seed: u32, side in 90u32..400, quality in 35u8..95, brighter in -25i32..25) {
            let original = picture(seed, 320, 240);
            let copy = original.resize(side, side, image::imageops::FilterType::CatmullRom).brighten(brighter);
            let (a, b) = (looks(&original, 92), looks(&copy, quality));
            prop_assert!(a.is_like(&b), "{}, {a:?}, {b:?}", a.distance(&b));
        }

        #[test]
        fn other_pictures_do_not(seed: u32, other: u32) {
            prop_assume!(seed | 1 != other | 1);
            let (a, b) = (looks(&picture(seed, 200, 150), 85), looks(&picture(other, 200, 150), 85));
            prop_assert!(!a.is_like(&b), "{}", a.distance(&b));
        }

        #[test]
        fn any_size_has_looks_or_none(width in 1u32..70, height in 1u32..70, seed: u32) {
            let rgba = picture(seed, width, height).into_rgba8().into_raw();
            let looks = PerceptualHash::of(&Pixels { width, height, rgba });
            prop_assert!(looks.is_none_or(|looks| looks.is_like(&looks)));
        }
    }

    #[test]
    fn the_same_thing_in_another_colour_or_turned_is_another_photo() {
        let red = picture(7, 200, 150);
        let swapped = RgbImage::from_fn(200, 150, |x, y| {
            let [r, g, b] = red.as_rgb8().unwrap().get_pixel(x, y).0;
            image::Rgb([b, g, r])
        });
        assert!(!looks(&red, 85).is_like(&looks(&swapped.into(), 85)));
        assert!(!looks(&red, 85).is_like(&looks(&red.fliph(), 85)));
        assert!(!looks(&red, 85).is_like(&looks(&red.rotate90(), 85)));
    }

    #[test]
    fn what_shows_nothing_looks_like_nothing() {
        let wall = Pixels { width: 30, height: 20, rgba: [200, 198, 190, 255].repeat(600) };
        assert_eq!(PerceptualHash::of(&wall), None);
        let empty = Pixels { width: 0, height: 0, rgba: Vec::new() };
        assert_eq!(PerceptualHash::of(&empty), None);
    }
}
