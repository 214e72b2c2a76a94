//! Perceptual hashes: equal for a copy that was rescaled, re-encoded or brightened.

use super::grid::{CELLS, GRID_SIDE, chroma, frequencies, grid_colors, luma};
use crate::{ContentHash, Pixels};

/// Identifies a photo by its content and its appearance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhotoFingerprint {
    /// The hash of the file's bytes.
    pub content: ContentHash,
    /// `None` for pictures without visible contrast.
    pub perceptual: Option<PerceptualHash>,
}

/// How two photos duplicate each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duplicate {
    /// Their files are identical.
    Exact,
    /// They look the same.
    Similar,
}

impl PhotoFingerprint {
    /// Compares two photos. `None`: they are different.
    pub fn compare(&self, other: &Self) -> Option<Duplicate> {
        if self.content == other.content {
            return Some(Duplicate::Exact);
        }
        self.perceptual?.is_similar(&other.perceptual?).then_some(Duplicate::Similar)
    }
}

/// A hash of how a photo looks. Similar hashes mean most likely the same picture; different hashes prove
/// nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerceptualHash {
    /// One bit per frequency: whether its amplitude is above the median.
    pattern: u64,
    /// Bits whose amplitude differs from the median by more than the confidence threshold, so that copies
    /// agree on them.
    confident: u64,
    /// Blue and red chroma of each quarter of the picture.
    tints: [[i16; 2]; 4],
    /// Width divided by height, in 64ths.
    shape: u32,
}

/// A cell of the colour space. Pictures can be similar only within neighbouring cells, so not all have to be
/// compared.
pub type ColorCell = [i16; 4];

/// The share of confident bits that may differ. Copies stay below; unrelated pictures differ in about half,
/// goods before the same wall in a fifth.
const MAX_DISTANCE: f32 = 0.11;
/// The confidence threshold: a share of the mean difference from the median.
const CONFIDENCE_THRESHOLD: f32 = 0.1;
/// The maximum chroma difference, out of 255: the same cup in another colour is another photo.
const MAX_TINT_DIFFERENCE: u16 = 9;
/// The minimum mean deviation of brightness, out of 255: a picture of a plain wall has no pattern to
/// recognise.
const MIN_CONTRAST: f32 = 4.0;

impl PerceptualHash {
    /// Hashes a picture. `None`: it has hardly any contrast.
    pub fn of(pixels: &Pixels) -> Option<Self> {
        let cells = grid_colors(pixels)?;
        let brightness = cells.map(luma);
        let mean = brightness.iter().sum::<f32>() / brightness.len() as f32;
        let contrast =
            brightness.iter().map(|cell| (cell - mean).abs()).sum::<f32>() / brightness.len() as f32;
        let shape = 64 * pixels.width / pixels.height.max(1);
        let (pattern, confident) = frequency_bits(&brightness);
        (contrast >= MIN_CONTRAST).then(|| Self { pattern, confident, tints: tints(&cells), shape })
    }

    /// To be stored.
    pub fn to_bytes(&self) -> Vec<u8> {
        let tints = self.tints.as_flattened().iter().flat_map(|tint| tint.to_le_bytes());
        let pattern = [self.pattern, self.confident].into_iter().flat_map(u64::to_le_bytes);
        pattern.chain(tints).chain(self.shape.to_le_bytes()).collect()
    }

    /// `None` if these are not the bytes of a hash.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (pattern, rest) = bytes.split_first_chunk()?;
        let (confident, rest) = rest.split_first_chunk()?;
        let (tints, shape) = rest.split_first_chunk::<16>()?;
        let tint = |at: usize| i16::from_le_bytes([tints[2 * at], tints[2 * at + 1]]);
        Some(Self {
            pattern: u64::from_le_bytes(*pattern),
            confident: u64::from_le_bytes(*confident),
            tints: std::array::from_fn(|quarter| [tint(2 * quarter), tint(2 * quarter + 1)]),
            shape: u32::from_le_bytes(shape.try_into().ok()?),
        })
    }

    /// The cell of this picture, by the chroma of two of its quarters.
    pub fn color_cell(&self) -> ColorCell {
        let width = MAX_TINT_DIFFERENCE.cast_signed() + 1;
        let [[a, b], _, _, [c, d]] = self.tints;
        [a, b, c, d].map(|tint| tint.div_euclid(width))
    }

    /// This picture's cell and its neighbours: the cells of all pictures that can be similar.
    pub fn neighboring_cells(&self) -> impl Iterator<Item = ColorCell> {
        let own = self.color_cell();
        (0..81).map(move |n| std::array::from_fn(|axis| own[axis] + n / [1, 3, 9, 27][axis] % 3 - 1))
    }

    /// Whether the pictures look the same.
    pub fn is_similar(&self, other: &Self) -> bool {
        let tints = self.tints.as_flattened().iter().zip(other.tints.as_flattened());
        self.distance(other) <= MAX_DISTANCE
            && tints.into_iter().all(|(a, b)| a.abs_diff(*b) <= MAX_TINT_DIFFERENCE)
            && self.shape.abs_diff(other.shape) <= self.shape.max(other.shape) / 20 + 1
    }

    /// The share of confident bits that differ, from 0 to 1.
    fn distance(&self, other: &Self) -> f32 {
        let confident = self.confident | other.confident;
        ((self.pattern ^ other.pattern) & confident).count_ones() as f32
            / confident.count_ones().max(1) as f32
    }
}

/// Which of the lowest frequencies are stronger than their median, and which of them surely.
fn frequency_bits(brightness: &[f32; CELLS]) -> (u64, u64) {
    let others = frequencies(brightness);
    let mut sorted = others;
    sorted.sort_by(f32::total_cmp);
    let middle = sorted[sorted.len() / 2];
    let differences = others.map(|strength| strength - middle);
    let confident = CONFIDENCE_THRESHOLD * differences.iter().map(|difference| difference.abs()).sum::<f32>()
        / differences.len() as f32;
    let bits = |of: &dyn Fn(f32) -> bool| {
        differences.iter().fold(0, |bits, &difference| bits << 1 | u64::from(of(difference)))
    };
    (bits(&|difference| difference > 0.0), bits(&|difference| difference.abs() > confident))
}

fn tints(cells: &[[f32; 3]; CELLS]) -> [[i16; 2]; 4] {
    let mut tints = [[0.0; 2]; 4];
    for (index, &color) in cells.iter().enumerate() {
        let quarter = 2 * usize::from(index / GRID_SIDE >= GRID_SIDE / 2)
            + usize::from(index % GRID_SIDE >= GRID_SIDE / 2);
        tints[quarter].iter_mut().zip(chroma(color)).for_each(|(sum, chroma)| *sum += chroma);
    }
    tints.map(|quarter| quarter.map(|sum| (sum / (CELLS / 4) as f32).round() as i16))
}

#[cfg(test)]
mod tests {
    use image::{DynamicImage, RgbImage};
    use proptest::prelude::*;

    use super::*;
    use crate::thumbnail;

    /// Soft shapes as in photos; each seed gives another picture.
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
                color
                    .iter_mut()
                    .zip([r, g, b])
                    .for_each(|(channel, spot)| *channel += near * (spot * 255.0 - *channel));
            }
            image::Rgb(color.map(|channel| channel as u8))
        })
        .into()
    }

    fn hash_of(picture: &DynamicImage, quality: u8) -> PerceptualHash {
        found(picture, quality).unwrap()
    }

    /// `None` for a picture that is nearly of one colour.
    fn found(picture: &DynamicImage, quality: u8) -> Option<PerceptualHash> {
        let mut bytes = Vec::new();
        picture
            .write_with_encoder(image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, quality))
            .unwrap();
        PerceptualHash::of(&thumbnail(&bytes, 256).unwrap())
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

        #[test]
        fn a_rescaled_reencoded_and_brightened_copy_is_similar(seed: u32, side in 90u32..400, quality in 35u8..95, brighter in -25i32..25) {
            let original = picture(seed, 320, 240);
            let copy = original.resize(side, side, image::imageops::FilterType::CatmullRom).brighten(brighter);
            let Some((a, b)) = found(&original, 92).zip(found(&copy, quality)) else { return Ok(()) };
            prop_assert!(a.is_similar(&b), "{}, {a:?}, {b:?}", a.distance(&b));
        }

        #[test]
        fn different_pictures_are_not_similar(seed: u32, other: u32) {
            prop_assume!(seed | 1 != other | 1);
            let Some((a, b)) = found(&picture(seed, 200, 150), 85).zip(found(&picture(other, 200, 150), 85)) else { return Ok(()) };
            prop_assert!(!a.is_similar(&b), "{}", a.distance(&b));
        }

        #[test]
        fn pictures_of_any_size_are_hashed_without_a_panic(width in 1u32..70, height in 1u32..70, seed: u32) {
            let rgba = picture(seed, width, height).into_rgba8().into_raw();
            let hash_of = PerceptualHash::of(&Pixels { width, height, rgba });
            prop_assert!(hash_of.is_none_or(|hash_of| hash_of.is_similar(&hash_of)));
            prop_assert!(hash_of.is_none_or(|hash_of| PerceptualHash::from_bytes(&hash_of.to_bytes()) == Some(hash_of)));
        }
    }

    #[test]
    fn recoloured_or_rotated_pictures_are_not_similar() {
        let red = picture(7, 200, 150);
        let swapped = RgbImage::from_fn(200, 150, |x, y| {
            let [r, g, b] = red.as_rgb8().unwrap().get_pixel(x, y).0;
            image::Rgb([b, g, r])
        });
        assert!(!hash_of(&red, 85).is_similar(&hash_of(&swapped.into(), 85)));
        assert!(!hash_of(&red, 85).is_similar(&hash_of(&red.fliph(), 85)));
        assert!(!hash_of(&red, 85).is_similar(&hash_of(&red.rotate90(), 85)));
    }

    #[test]
    fn photos_of_a_shop_are_mistaken_for_no_other_and_copies_are_found() {
        let mut files: Vec<_> =
            std::fs::read_dir("../../assets/demo").unwrap().map(|file| file.unwrap().path()).collect();
        files.sort();
        let photos: Vec<DynamicImage> =
            files.iter().map(|file| image::open(file).unwrap().thumbnail(400, 400)).collect();
        let hashes: Vec<PerceptualHash> = photos.iter().map(|photo| hash_of(photo, 90)).collect();
        // The same mug in three colours counts as one thing.
        let thing = |at: usize| {
            files[at]
                .file_stem()
                .unwrap()
                .to_string_lossy()
                .trim_end_matches(|c: char| !c.is_alphabetic())
                .to_owned()
        };
        let pairs = (0..hashes.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
        let mistaken: Vec<_> = pairs
            .filter(|&(one, other)| thing(one) != thing(other) && hashes[one].is_similar(&hashes[other]))
            .collect();
        assert_eq!(mistaken, [], "{files:?}");
        let (mut copies, mut found) = (0, 0);
        for (photo, hash) in photos.iter().zip(&hashes) {
            let (width, height) = (photo.width(), photo.height());
            let cut = photo.crop_imm(width / 50, height / 50, width - width / 25, height - height / 25);
            for copy in [photo.thumbnail(120, 120), photo.brighten(16), photo.brighten(-16), cut] {
                copies += 1;
                found += usize::from(hash.is_similar(&hash_of(&copy, 60)));
            }
        }
        assert!(found * 100 >= copies * 95, "{found} of {copies}");
    }

    #[test]
    fn a_picture_without_contrast_has_no_hash() {
        let wall = Pixels { width: 30, height: 20, rgba: [200, 198, 190, 255].repeat(600) };
        assert_eq!(PerceptualHash::of(&wall), None);
        let empty = Pixels { width: 0, height: 0, rgba: Vec::new() };
        assert_eq!(PerceptualHash::of(&empty), None);
    }
}
