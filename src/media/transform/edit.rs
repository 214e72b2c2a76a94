//! A person's [`Edit`] done to the pixels of an upright picture in sRGB.

use image::{DynamicImage, GrayImage, RgbImage, RgbaImage, imageops};

use super::scale::{self, size_of};
use super::white;
use crate::domain::{Edit, Problem};
use crate::media::{ContentHash, Pixels, Size};

/// An edited photo is no longer than this, in pixels: more would only cost memory, of which editing takes twice.
const MAX_SIDE: u32 = 6000;

impl ContentHash {
    /// The fingerprint of a photo with this content as it is edited. Unedited, it is that of the content.
    #[must_use]
    pub fn edited(self, edit: &Edit) -> Self {
        if edit.is_identity() {
            return self;
        }
        // Named and whole numbers: the same text for the same edit in every version.
        let told = serde_json::to_vec(edit).unwrap_or_default();
        Self::of(&[self.as_bytes().as_slice(), &told].concat())
    }
}

/// All of it, in the order of [`Edit`]. Never empty where the picture is not.
pub fn apply(image: DynamicImage, edit: &Edit) -> DynamicImage {
    let image = brightened(straightened(turned(image, edit), edit), edit);
    let [left, top, wide, high] = part(size_of(&image), edit);
    let image = if (wide, high) == (image.width(), image.height()) { image } else { image.crop_imm(left, top, wide, high) };
    if edit.white { white::whiten(image) } else { image }
}

/// All of it but the crop, for a person to move that: what is not cropped looks as it will.
fn apply_uncropped(image: DynamicImage, edit: &Edit) -> DynamicImage {
    let mut image = brightened(straightened(turned(image, edit), edit), edit);
    if edit.white {
        let [left, top, wide, high] = part(size_of(&image), edit);
        let inside = white::whiten(image.crop_imm(left, top, wide, high));
        imageops::replace(&mut image, &inside, left.into(), top.into());
    }
    image
}

/// A small picture of a photo, edited; with `crop` or all around it.
pub fn edit_pixels(pixels: &Pixels, edit: &Edit, crop: bool) -> Pixels {
    let Some(image) = RgbaImage::from_raw(pixels.width, pixels.height, pixels.rgba.clone()) else { return pixels.clone() };
    let edited = if crop { apply(image.into(), edit) } else { apply_uncropped(image.into(), edit) };
    let rgba = edited.into_rgba8();
    Pixels { width: rgba.width(), height: rgba.height(), rgba: rgba.into_raw() }
}

/// How large a photo of this size has to be decoded for its edited part to have `side` pixels.
pub fn side_for(size: Size, edit: &Edit, side: u32) -> u32 {
    let (width, height) = edit.straightened_size(size.width.into(), size.height.into());
    let part = edit.crop.map_or(width.max(height), |crop| {
        let frame = crop.frame(width, height);
        frame.width.max(frame.height)
    });
    // A little more, so that no rounding makes it less.
    let times = 1.02 * f64::from(size.longest_side()) / part.max(1.0);
    ((f64::from(side) * times).ceil() as u32).clamp(1, MAX_SIDE)
}

/// The size an edited photo of this size has, when nothing limits it.
pub fn edited_size(size: Size, edit: &Edit) -> Size {
    let size = scale::size_within(size, MAX_SIDE, 1);
    let (width, height) = edit.straightened_size(size.width.into(), size.height.into());
    let whole = Size::new((width.round() as u32).max(1), (height.round() as u32).max(1));
    let [_, _, wide, high] = part(whole, edit);
    Size::new(wide, high)
}

/// The picture in no more pixels than an edited photo may have.
pub fn within_bounds(image: DynamicImage, side: u32) -> Result<DynamicImage, Problem> {
    let to = scale::size_within(size_of(&image), side.min(MAX_SIDE), 1);
    if to == size_of(&image) { Ok(image) } else { scale::shrink(&image, to) }
}

fn part(size: Size, edit: &Edit) -> [u32; 4] {
    edit.crop.map_or([0, 0, size.width, size.height], |crop| crop.pixels(size.width, size.height))
}

fn turned(image: DynamicImage, edit: &Edit) -> DynamicImage {
    match edit.turns % 4 {
        1 => image.rotate90(),
        2 => image.rotate180(),
        3 => image.rotate270(),
        _ => image,
    }
}

/// Turned by a small angle, and as much of it as leaves no corner empty.
fn straightened(image: DynamicImage, edit: &Edit) -> DynamicImage {
    if edit.degrees() == 0.0 {
        return image;
    }
    let (width, height) = (image.width(), image.height());
    let (wide, high) = Edit { turns: 0, ..*edit }.straightened_size(width.into(), height.into());
    let to = Size::new((wide.round() as u32).clamp(1, width), (high.round() as u32).clamp(1, height));
    let done = match &image {
        DynamicImage::ImageLuma8(grey) => {
            GrayImage::from_raw(to.width, to.height, tilted::<1>(grey, size_of(&image), to, edit)).map(Into::into)
        }
        DynamicImage::ImageRgb8(rgb) => {
            RgbImage::from_raw(to.width, to.height, tilted::<3>(rgb, size_of(&image), to, edit)).map(Into::into)
        }
        _ => {
            let rgba = image.to_rgba8();
            RgbaImage::from_raw(to.width, to.height, tilted::<4>(&rgba, size_of(&image), to, edit)).map(Into::into)
        }
    };
    done.unwrap_or(image)
}

/// The middle of a picture, turned: each pixel of four by four where it comes from (Catmull-Rom, which keeps edges sharp).
fn tilted<const CHANNELS: usize>(from: &[u8], size: Size, to: Size, edit: &Edit) -> Vec<u8> {
    let (sin, cos) = edit.degrees().to_radians().sin_cos();
    let (sin, cos) = (sin as f32, cos as f32);
    let middle = |size: Size| (size.width as f32 / 2.0, size.height as f32 / 2.0);
    let (from_x, from_y) = middle(size);
    let (to_x, to_y) = middle(to);
    let mut out = Vec::with_capacity(to.width as usize * to.height as usize * CHANNELS);
    for y in 0..to.height {
        let down = y as f32 + 0.5 - to_y;
        for x in 0..to.width {
            let right = x as f32 + 0.5 - to_x;
            let (at_x, at_y) = (right * cos + down * sin + from_x - 0.5, down * cos - right * sin + from_y - 0.5);
            out.extend_from_slice(&sample::<CHANNELS>(from, size, at_x, at_y));
        }
    }
    out
}

fn sample<const CHANNELS: usize>(from: &[u8], size: Size, x: f32, y: f32) -> [u8; CHANNELS] {
    let (left, top) = (x.floor(), y.floor());
    let (across, down) = (weights(x - left), weights(y - top));
    let mut sums = [0.5; CHANNELS];
    for (row, weight_down) in down.into_iter().enumerate() {
        let y = (top as i64 + row as i64 - 1).clamp(0, i64::from(size.height) - 1) as usize;
        let begin = y * size.width as usize;
        for (column, weight_across) in across.into_iter().enumerate() {
            let x = (left as i64 + column as i64 - 1).clamp(0, i64::from(size.width) - 1) as usize;
            let at = (begin + x) * CHANNELS;
            for (sum, &value) in sums.iter_mut().zip(from.get(at..at + CHANNELS).unwrap_or_default()) {
                *sum += f32::from(value) * weight_across * weight_down;
            }
        }
    }
    // Out of bounds, a number stays at the nearest bound.
    sums.map(|sum| sum as u8)
}

/// Of four pixels, for a place at `t` between the second and the third.
fn weights(t: f32) -> [f32; 4] {
    let (square, cube) = (t * t, t * t * t);
    [
        0.5 * (-cube + 2.0 * square - t),
        0.5 * (3.0 * cube - 5.0 * square + 2.0),
        0.5 * (-3.0 * cube + 4.0 * square + t),
        0.5 * (cube - square),
    ]
}

/// The middle tones lighter or darker; black stays black and white stays white, so that nothing is burnt out.
fn brightened(mut image: DynamicImage, edit: &Edit) -> DynamicImage {
    let brightness = edit.brightness.clamp(-Edit::MAX_BRIGHTNESS, Edit::MAX_BRIGHTNESS);
    if brightness == 0 {
        return image;
    }
    let gamma = 2f64.powf(-f64::from(brightness) / 100.0);
    let curve: Vec<u8> = (0..=255u8).map(|tone| (255.0 * (f64::from(tone) / 255.0).powf(gamma)).round() as u8).collect();
    let tone = |value: &mut u8| *value = curve[usize::from(*value)];
    match &mut image {
        DynamicImage::ImageLuma8(grey) => grey.iter_mut().for_each(tone),
        DynamicImage::ImageRgb8(rgb) => rgb.iter_mut().for_each(tone),
        DynamicImage::ImageRgba8(rgba) => rgba.pixels_mut().for_each(|pixel| pixel.0[..3].iter_mut().for_each(tone)),
        _ => {}
    }
    image
}

#[cfg(test)]
mod tests;
