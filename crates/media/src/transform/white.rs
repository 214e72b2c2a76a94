//! Makes a plain background pure white.
//!
//! The background is the region connected to the picture's border that looks like most of the border. It is
//! detected on a small copy, where noise is averaged out, so that a photo and its preview get the same
//! result. If the border has no uniform colour, nothing is changed: a guess could erase the product.

use image::{DynamicImage, Rgb, RgbImage, imageops};

use super::scale::{self, size_of};
use super::transparency;

/// The longest side of the copy used for detection, in pixels.
const SIDE: u32 = 800;
/// A border pixel whose distance to the border's colour (in the channel that differs most) is at most this
/// starts a background region.
const NEAR: i16 = 24;
/// The maximum distance to the border's colour where the light changes gradually.
const FAR: i16 = 64;
/// The maximum difference of two pixels four apart in an even area. An edge differs more, even that of a
/// white cup on white paper.
const EVEN: i16 = 6;
/// The maximum difference of neighbouring pixels when the background grows from even areas to an edge.
const STEP: i16 = 8;
/// The minimum share of the border with one colour, in percent.
const PLAIN: usize = 60;

/// Transparent parts become white as well.
pub fn whiten(image: DynamicImage) -> DynamicImage {
    let mut rgb = match image {
        DynamicImage::ImageRgb8(rgb) => rgb,
        other if other.color().has_alpha() => transparency::on_white(&other),
        other => other.into_rgb8(),
    };
    let whole = DynamicImage::ImageRgb8(rgb);
    let small =
        scale::shrink(&whole, scale::size_within(size_of(&whole), SIDE, 1)).map(DynamicImage::into_rgb8);
    rgb = whole.into_rgb8();
    if let Ok(small) = small
        && let Some(color) = border_color(&small)
    {
        let mask = Mask::of(&small, color);
        mask.whiten(&mut rgb, color);
    }
    rgb.into()
}

/// The median colour of the border, if most of the border is similar to it.
fn border_color(image: &RgbImage) -> Option<Rgb<u8>> {
    let border: Vec<&Rgb<u8>> = image
        .enumerate_pixels()
        .filter(|(x, y, _)| is_border(image, *x, *y))
        .map(|(_, _, pixel)| pixel)
        .collect();
    let median = |channel: usize| {
        let mut values: Vec<u8> = border.iter().map(|pixel| pixel.0[channel]).collect();
        values.sort_unstable();
        values.get(values.len() / 2).copied()
    };
    let color = Rgb([median(0)?, median(1)?, median(2)?]);
    let like = border.iter().filter(|pixel| distance(pixel, &color) <= FAR / 2).count();
    (like * 100 >= border.len() * PLAIN).then_some(color)
}

fn is_border(image: &RgbImage, x: u32, y: u32) -> bool {
    x == 0 || y == 0 || x + 1 == image.width() || y + 1 == image.height()
}

fn distance(one: &Rgb<u8>, other: &Rgb<u8>) -> i16 {
    one.0
        .iter()
        .zip(other.0)
        .map(|(&one, other)| (i16::from(one) - i16::from(other)).abs())
        .max()
        .unwrap_or(0)
}

/// The background pixels of the small copy.
struct Mask {
    width: usize,
    height: usize,
    /// 1 for background.
    sure: Vec<u8>,
    /// Also includes pixels next to the background, where its edge is.
    perhaps: Vec<u8>,
}

impl Mask {
    fn of(image: &RgbImage, color: Rgb<u8>) -> Self {
        let (width, height) = (image.width() as usize, image.height() as usize);
        let mut mask = Self { width, height, sure: vec![0; width * height], perhaps: Vec::new() };
        mask.flood(image, color);
        mask.fill_specks();
        mask.smooth(image, color);
        mask.perhaps = mask.sure.clone();
        for at in (0..mask.sure.len()).filter(|&at| mask.sure[at] == 1) {
            for beside in mask.beside(at).into_iter().flatten() {
                mask.perhaps[beside] = 1;
            }
        }
        mask
    }

    /// The indices to the left, right, above and below.
    fn beside(&self, at: usize) -> [Option<usize>; 4] {
        let (x, y) = (at % self.width, at / self.width);
        [
            (x > 0).then(|| at - 1),
            (x + 1 < self.width).then_some(at + 1),
            (y > 0).then(|| at - self.width),
            (y + 1 < self.height).then_some(at + self.width),
        ]
    }

    fn flood(&mut self, image: &RgbImage, color: Rgb<u8>) {
        // Blurred, because grain is not an edge.
        let soft = imageops::blur(image, 1.0);
        let at = |at: usize| ((at % self.width) as u32, (at / self.width) as u32);
        let is_even = |place: usize| {
            let (x, y) = at(place);
            let (left, right) = (x.saturating_sub(2), (x + 2).min(image.width() - 1));
            let (up, down) = (y.saturating_sub(2), (y + 2).min(image.height() - 1));
            let across = distance(soft.get_pixel(left, y), soft.get_pixel(right, y));
            across.max(distance(soft.get_pixel(x, up), soft.get_pixel(x, down))) <= EVEN
        };
        let off = |place: usize| distance(soft.get_pixel(at(place).0, at(place).1), &color);
        let starts = |&place: &usize| is_border(image, at(place).0, at(place).1) && off(place) <= NEAR;
        let mut open: Vec<usize> = (0..self.sure.len()).filter(starts).collect();
        let mut sure = vec![0; self.sure.len()];
        open.iter().for_each(|&place| sure[place] = 1);
        while let Some(place) = open.pop() {
            for beside in self.beside(place).into_iter().flatten() {
                if sure[beside] == 0 && off(beside) <= FAR && is_even(beside) {
                    sure[beside] = 1;
                    open.push(beside);
                }
            }
        }
        self.sure = sure;
        self.reach_edges(image);
    }

    /// Grows the background up to the edges, next to which no area is even.
    fn reach_edges(&mut self, image: &RgbImage) {
        let pixel = |at: usize| image.get_pixel((at % self.width) as u32, (at / self.width) as u32);
        for _ in 0..3 {
            let grown = |&at: &usize| {
                let from =
                    |beside: usize| self.sure[beside] == 1 && distance(pixel(at), pixel(beside)) <= STEP;
                self.sure[at] == 0 && self.beside(at).into_iter().flatten().any(from)
            };
            let grown: Vec<usize> = (0..self.sure.len()).filter(grown).collect();
            grown.into_iter().for_each(|at| self.sure[at] = 1);
        }
    }

    /// Small specks inside the background belong to it.
    fn fill_specks(&mut self) {
        let most = self.sure.len() / 20_000 + 2;
        let mut seen = self.sure.clone();
        for start in 0..seen.len() {
            if seen[start] == 1 {
                continue;
            }
            seen[start] = 1;
            let mut speck = vec![start];
            let mut next = 0;
            while let Some(&at) = speck.get(next) {
                next += 1;
                for beside in self.beside(at).into_iter().flatten() {
                    if std::mem::replace(&mut seen[beside], 1) == 0 {
                        speck.push(beside);
                    }
                }
            }
            if speck.len() <= most && speck.len() < self.sure.len() / 2 {
                speck.into_iter().for_each(|at| self.sure[at] = 1);
            }
        }
    }

    /// Smooths the outline: isolated pixels follow their neighbours if their colour allows it.
    fn smooth(&mut self, image: &RgbImage, color: Rgb<u8>) {
        for _ in 0..2 {
            let before = self.sure.clone();
            for y in 1..self.height.saturating_sub(1) {
                for x in 1..self.width.saturating_sub(1) {
                    let row = |y: usize| {
                        before[y * self.width + x - 1..=y * self.width + x + 1]
                            .iter()
                            .map(|&sure| u32::from(sure))
                            .sum::<u32>()
                    };
                    let around = row(y - 1) + row(y) + row(y + 1);
                    let at = y * self.width + x;
                    let like = distance(image.get_pixel(x as u32, y as u32), &color) <= FAR;
                    self.sure[at] = match around {
                        0..=3 => 0,
                        6..=9 if like => 1,
                        _ => before[at],
                    };
                }
            }
        }
    }

    fn whiten(&self, image: &mut RgbImage, color: Rgb<u8>) {
        let (wide, high) =
            (self.width as f32 / image.width() as f32, self.height as f32 / image.height() as f32);
        for (x, y, pixel) in image.enumerate_pixels_mut() {
            let (sure, perhaps) = self.at((x as f32 + 0.5) * wide - 0.5, (y as f32 + 0.5) * high - 0.5);
            if perhaps == 0.0 {
                continue;
            }
            // At the edge the photo's own pixels locate it more precisely than the small copy.
            let unlike = (f32::from(distance(pixel, &color) - NEAR) / f32::from(NEAR)).clamp(0.0, 1.0);
            let whiteness = sure.max(perhaps * (1.0 - unlike));
            for value in &mut pixel.0 {
                let old = f32::from(*value);
                *value = (old + (255.0 - old) * whiteness).round() as u8;
            }
        }
    }

    /// Both masks, interpolated at a position in the small copy.
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        let (x, y) = (x.clamp(0.0, (self.width - 1) as f32), y.clamp(0.0, (self.height - 1) as f32));
        let (left, top) = (x as usize, y as usize);
        let (right, bottom) = ((left + 1).min(self.width - 1), (top + 1).min(self.height - 1));
        let corners = [
            top * self.width + left,
            top * self.width + right,
            bottom * self.width + left,
            bottom * self.width + right,
        ];
        let held = corners.map(|at| (self.sure[at], self.perhaps[at]));
        match held {
            [(_, 0), (_, 0), (_, 0), (_, 0)] => return (0.0, 0.0),
            [(1, _), (1, _), (1, _), (1, _)] => return (1.0, 1.0),
            _ => {}
        }
        let (across, down) = (x - left as f32, y - top as f32);
        let mix = |[a, b, c, d]: [u8; 4]| {
            let [a, b, c, d] = [a, b, c, d].map(f32::from);
            (a * (1.0 - across) + b * across) * (1.0 - down) + (c * (1.0 - across) + d * across) * down
        };
        (mix(held.map(|(sure, _)| sure)), mix(held.map(|(_, perhaps)| perhaps)))
    }
}
