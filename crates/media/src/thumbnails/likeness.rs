//! Whether two photos seem to show the same thing: from another side, nearer, or at another place of the
//! picture.
//!
//! This is a guess for photos that were taken one after the other. Copies of one picture are found by
//! [`PerceptualHash`](super::PerceptualHash).

use super::grid::{CELLS, GRID_SIDE, chroma, frequencies, grid_colors, luma};
use crate::Pixels;

/// What is compared: the colours of the thing in the photo, and how light and shade are arranged.
#[derive(Clone, Debug, PartialEq)]
pub struct Likeness {
    /// How much of the thing has each colour, by the number of the colour; together 1. Rare colours are left
    /// out.
    colors: Vec<(u16, f32)>,
    /// The lowest frequencies of brightness, as a vector of length 1.
    arrangement: Box<[f32]>,
}

/// The share of the thing that must have colours of the other one. Measured with the demo's photos in
/// `tests`.
const MIN_COMMON_COLORS: f32 = 0.66;
/// The correlation of two pictures that differ in colours only, or hardly.
const MIN_CORRELATION: f32 = 0.95;

/// The width of a colour's cell: in brightness, and in each chroma.
const COLOR_CELL: [f32; 3] = [64.0, 14.0, 14.0];
/// Numbers of colours in one direction.
const COLORS_ACROSS: i32 = 24;
/// A colour of which there is less is left out.
const MIN_SHARE: f32 = 0.002;

/// The width of the border that shows the background, in cells.
const BORDER: usize = 3;
/// How far the border's cells may be from the background that fits them best, in the middle; else the thing
/// reaches over the border.
const MAX_ROUGHNESS: f32 = 7.0;
/// The share of the border that must fit.
const MIN_FITTING: f32 = 0.7;

impl Likeness {
    /// What a picture shows. `None` if it has no pixels.
    pub fn of(pixels: &Pixels) -> Option<Self> {
        let cells = grid_colors(pixels)?.map(|color| {
            let [blue, red] = chroma(color);
            [luma(color), blue, red]
        });
        let strengths = frequencies(&cells.map(|[luma, ..]| luma));
        let length = strengths.iter().map(|strength| strength * strength).sum::<f32>().sqrt().max(1.0);
        let arrangement = strengths.map(|strength| strength / length).into();
        Some(Self { colors: color_shares(&cells, &thing(&cells)), arrangement })
    }

    /// Whether both seem to show the same thing.
    pub fn is_like(&self, other: &Self) -> bool {
        self.common_colors(other) >= MIN_COMMON_COLORS || self.correlation(other) >= MIN_CORRELATION
    }

    /// The share of colours that both have, from 0 to 1.
    fn common_colors(&self, other: &Self) -> f32 {
        let mut others = other.colors.iter().peekable();
        let shared = self.colors.iter().map(|&(color, share)| {
            while others.next_if(|(other, _)| *other < color).is_some() {}
            others.peek().filter(|(other, _)| *other == color).map_or(0.0, |(_, other)| share.min(*other))
        });
        shared.sum()
    }

    fn correlation(&self, other: &Self) -> f32 {
        self.arrangement.iter().zip(&other.arrangement).map(|(a, b)| a * b).sum()
    }
}

/// Brightness and chroma of a cell.
type Color = [f32; 3];

/// The cells that show the thing: all that differ from the background. If the border does not look like a
/// background, the thing reaches over it, and all cells count.
fn thing(cells: &[Color; CELLS]) -> Vec<usize> {
    let all = || (0..CELLS).collect();
    let border: Vec<usize> = (0..CELLS)
        .filter(|cell| [cell % GRID_SIDE, cell / GRID_SIDE].iter().any(|at| is_border(*at)))
        .collect();
    let mut fitting = border.clone();
    let mut background = Background::default();
    let mut roughness = 0.0;
    for _ in 0..3 {
        background = Background::fitted(cells, &fitting);
        let mut distances: Vec<f32> = border.iter().map(|&cell| background.distance(cells, cell)).collect();
        distances.sort_by(f32::total_cmp);
        roughness = distances[distances.len() / 2];
        fitting = border
            .iter()
            .copied()
            .filter(|&cell| background.distance(cells, cell) <= f32::max(2.5 * roughness, 6.0))
            .collect();
    }
    if roughness > MAX_ROUGHNESS || (fitting.len() as f32) < MIN_FITTING * border.len() as f32 {
        return all();
    }
    let limit = f32::max(4.0 * roughness, 18.0);
    let thing: Vec<usize> = (0..CELLS).filter(|&cell| background.distance(cells, cell) > limit).collect();
    if thing.is_empty() { all() } else { thing }
}

const fn is_border(at: usize) -> bool {
    at < BORDER || at >= GRID_SIDE - BORDER
}

/// A background whose brightness and colour change smoothly over the picture: a wall with a light at one
/// side.
#[derive(Default)]
struct Background([[f32; TERMS]; 3]);

/// The terms of a polynomial of two variables without a mixed one.
const TERMS: usize = 5;

fn terms(cell: usize) -> [f32; TERMS] {
    let [x, y] = [cell % GRID_SIDE, cell / GRID_SIDE].map(|at| at as f32 / GRID_SIDE as f32 - 0.5);
    [1.0, x, y, x * x, y * y]
}

impl Background {
    /// The background that is nearest to these cells.
    fn fitted(cells: &[Color; CELLS], shown: &[usize]) -> Self {
        let mut products = [[0.0; TERMS]; TERMS];
        let mut sums = [[0.0; TERMS]; 3];
        for &cell in shown {
            let terms = terms(cell);
            for (row, a) in products.iter_mut().zip(terms) {
                row.iter_mut().zip(terms).for_each(|(sum, b)| *sum += a * b);
            }
            for (sums, value) in sums.iter_mut().zip(cells[cell]) {
                sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term * value);
            }
        }
        Self(sums.map(|sums| solved(products, sums)))
    }

    /// How different a cell is from the background. Shadows differ in brightness, so that colours count for
    /// more.
    fn distance(&self, cells: &[Color; CELLS], cell: usize) -> f32 {
        let terms = terms(cell);
        let expected =
            self.0.map(|factors| factors.iter().zip(terms).map(|(factor, term)| factor * term).sum::<f32>());
        let [luma, blue, red]: Color = std::array::from_fn(|axis| cells[cell][axis] - expected[axis]);
        (0.5 * luma * luma + 4.0 * blue * blue + 4.0 * red * red).sqrt()
    }
}

/// Solves a symmetric system of linear equations by elimination. A factor that the equations leave open is 0.
fn solved(mut rows: [[f32; TERMS]; TERMS], mut sums: [f32; TERMS]) -> [f32; TERMS] {
    for pivot in 0..TERMS {
        let by = rows[pivot];
        let sum = sums[pivot];
        if by[pivot].abs() < 1e-3 {
            continue;
        }
        for other in (0..TERMS).filter(|other| *other != pivot) {
            let factor = rows[other][pivot] / by[pivot];
            rows[other].iter_mut().zip(by).for_each(|(value, by)| *value -= factor * by);
            sums[other] -= factor * sum;
        }
    }
    std::array::from_fn(|at| if rows[at][at].abs() < 1e-3 { 0.0 } else { sums[at] / rows[at][at] })
}

/// How much of these cells has each colour. A colour between two numbers counts for both.
fn color_shares(cells: &[Color; CELLS], shown: &[usize]) -> Vec<(u16, f32)> {
    let mut shares = vec![0.0; (COLORS_ACROSS * COLORS_ACROSS * COLORS_ACROSS) as usize];
    let part = 1.0 / shown.len().max(1) as f32;
    for &cell in shown {
        let at: Color = std::array::from_fn(|axis| cells[cell][axis] / COLOR_CELL[axis]);
        for corner in 0..8 {
            let mut number = 0;
            let mut share = part;
            for (axis, at) in at.into_iter().enumerate() {
                let upper = corner >> axis & 1;
                let fraction = at - at.floor();
                share *= if upper == 1 { fraction } else { 1.0 - fraction };
                number = number * COLORS_ACROSS
                    + (at.floor() as i32 + upper + COLORS_ACROSS / 2).clamp(0, COLORS_ACROSS - 1);
            }
            shares[number as usize] += share;
        }
    }
    let shares = shares.into_iter().enumerate().filter(|(_, share)| *share >= MIN_SHARE);
    shares.filter_map(|(number, share)| Some((u16::try_from(number).ok()?, share))).collect()
}

#[cfg(test)]
mod tests {
    use image::{DynamicImage, ImageReader, RgbImage};
    use proptest::prelude::*;

    use super::*;

    fn likeness(picture: &DynamicImage) -> Likeness {
        let small = picture.thumbnail(256, 256).into_rgba8();
        Likeness::of(&Pixels { width: small.width(), height: small.height(), rgba: small.into_raw() })
            .unwrap()
    }

    /// The demo's photos, with what they show.
    fn demo() -> Vec<(String, DynamicImage)> {
        let folder = std::fs::read_dir("../../assets/demo").unwrap();
        let mut files: Vec<_> = folder.map(|file| file.unwrap().path()).collect();
        files.sort();
        let thing = |file: &std::path::Path| {
            let name = file.file_stem().unwrap().to_str().unwrap();
            name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '-').to_owned()
        };
        files
            .into_iter()
            .map(|file| (thing(&file), ImageReader::open(&file).unwrap().decode().unwrap()))
            .collect()
    }

    #[test]
    fn a_cropped_brightened_or_smaller_photo_is_like_the_original() {
        for (thing, photo) in demo() {
            let (width, height) = (photo.width(), photo.height());
            let original = likeness(&photo);
            for (change, changed) in [
                ("cropped", photo.crop_imm(width / 24, height / 24, width * 11 / 12, height * 11 / 12)),
                ("brighter", photo.brighten(14)),
                ("darker", photo.brighten(-14)),
                ("smaller", photo.thumbnail(120, 120)),
                ("wider", photo.resize_exact(width, height * 9 / 10, image::imageops::FilterType::Triangle)),
            ] {
                assert!(original.is_like(&likeness(&changed)), "{thing}, {change}");
            }
        }
    }

    #[test]
    fn photos_of_different_things_are_seldom_alike() {
        let photos: Vec<(String, Likeness)> =
            demo().iter().map(|(thing, photo)| (thing.clone(), likeness(photo))).collect();
        let (mut alike, mut all) = (0, 0);
        for (index, (thing, photo)) in photos.iter().enumerate() {
            for (other, other_photo) in photos.iter().take(index).filter(|(other, _)| other != thing) {
                all += 1;
                if photo.is_like(other_photo) {
                    alike += 1;
                    println!(
                        "{thing}, {other}: {:.2} {:.2}",
                        photo.common_colors(other_photo),
                        photo.correlation(other_photo)
                    );
                }
            }
        }
        assert!(alike * 50 <= all, "{alike} of {all}");
    }

    #[test]
    fn every_further_photo_of_a_thing_is_like_another_one_of_it() {
        let photos: Vec<(String, Likeness)> =
            demo().iter().map(|(thing, photo)| (thing.clone(), likeness(photo))).collect();
        let (mut alike, mut all) = (0, 0);
        for (index, (thing, photo)) in photos.iter().enumerate() {
            let mut of_thing = photos
                .iter()
                .enumerate()
                .filter(|(other, (of, _))| of == thing && *other != index)
                .peekable();
            if of_thing.peek().is_some() {
                all += 1;
                alike += usize::from(of_thing.any(|(_, (_, other))| photo.is_like(other)));
            }
        }
        // Those of a scarf, slippers and a kilim are not: a thing of another colour, or so near that no
        // ground is left.
        assert_eq!((alike, all), (17, 23));
    }

    proptest! {
        #[test]
        fn likeness_is_mutual_and_any_picture_is_like_itself(
            width in 1_u32..50, height in 1_u32..50, a in any::<u32>(), b in any::<u32>(),
        ) {
            let noise = |seed: u32| RgbImage::from_fn(width, height, |x, y| {
                let value = seed.wrapping_mul(x * 31 + y * 17 + 1);
                image::Rgb([value as u8, (value >> 8) as u8, (value >> 16) as u8])
            });
            let of = |picture: RgbImage| likeness(&picture.into());
            let (a, b) = (of(noise(a)), of(noise(b)));
            prop_assert!(a.is_like(&a) && b.is_like(&b));
            prop_assert_eq!(a.is_like(&b), b.is_like(&a));
            let total: f32 = a.colors.iter().map(|(_, share)| share).sum();
            prop_assert!(total <= 1.001, "{}", total);
        }
    }
}
