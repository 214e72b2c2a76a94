//! Applies a person's [`PhotoEdit`] to the pixels of an upright sRGB picture.

use image::{DynamicImage, GrayImage, RgbImage, RgbaImage, imageops};

use super::scale::{self, size_of};
use super::white;
use crate::{ContentHash, Pixels, Size};
use vitrine_domain::{PhotoEdit, Problem};

/// The longest side of an edited photo, in pixels: more would only cost memory, of which editing takes twice.
const MAX_SIDE: u32 = 6000;

impl ContentHash {
    /// The hash of a photo with this content and these edits. Without edits it is the hash of the content.
    #[must_use]
    pub fn edited(self, edit: &PhotoEdit) -> Self {
        if edit.is_identity() {
            return self;
        }
        // The serialized edit consists of names and integers: the same edit has the same text in every
        // version.
        let serialized = serde_json::to_vec(edit).unwrap_or_default();
        Self::of(&[self.as_bytes().as_slice(), &serialized].concat())
    }
}

/// Applies all edits, in the order of [`PhotoEdit`]. The result is never empty unless the picture is.
pub fn apply(image: DynamicImage, edit: &PhotoEdit) -> DynamicImage {
    let image = brightened(straightened(rotated(image, edit), edit), edit);
    let [left, top, wide, high] = crop_rect(size_of(&image), edit);
    let image = if (wide, high) == (image.width(), image.height()) {
        image
    } else {
        image.crop_imm(left, top, wide, high)
    };
    if edit.white { white::whiten(image) } else { image }
}

/// Applies all edits except the crop, so that a person can move it; inside the crop the result looks final.
fn apply_uncropped(image: DynamicImage, edit: &PhotoEdit) -> DynamicImage {
    let mut image = brightened(straightened(rotated(image, edit), edit), edit);
    if edit.white {
        let [left, top, wide, high] = crop_rect(size_of(&image), edit);
        let inside = white::whiten(image.crop_imm(left, top, wide, high));
        imageops::replace(&mut image, &inside, left.into(), top.into());
    }
    image
}

/// Applies edits to a thumbnail; without `crop`, the part outside the crop is kept.
pub fn edit_pixels(pixels: &Pixels, edit: &PhotoEdit, crop: bool) -> Pixels {
    let Some(image) = RgbaImage::from_raw(pixels.width, pixels.height, pixels.rgba.clone()) else {
        return pixels.clone();
    };
    let edited = if crop { apply(image.into(), edit) } else { apply_uncropped(image.into(), edit) };
    let rgba = edited.into_rgba8();
    Pixels { width: rgba.width(), height: rgba.height(), rgba: rgba.into_raw() }
}

/// The size at which a photo has to be decoded, so that its edited crop has `side` pixels.
pub fn side_for(size: Size, edit: &PhotoEdit, side: u32) -> u32 {
    let (width, height) = edit.straightened_size(size.width.into(), size.height.into());
    let part = edit.crop.map_or(width.max(height), |crop| {
        let frame = crop.frame(width, height);
        frame.width.max(frame.height)
    });
    // A margin against rounding.
    let times = 1.02 * f64::from(size.longest_side()) / part.max(1.0);
    ((f64::from(side) * times).ceil() as u32).clamp(1, MAX_SIDE)
}

/// The size of the edited photo without any limit.
pub fn edited_size(size: Size, edit: &PhotoEdit) -> Size {
    let size = scale::size_within(size, MAX_SIDE, 1);
    let (width, height) = edit.straightened_size(size.width.into(), size.height.into());
    let whole = Size::new((width.round() as u32).max(1), (height.round() as u32).max(1));
    let [_, _, wide, high] = crop_rect(whole, edit);
    Size::new(wide, high)
}

/// Shrinks the picture to at most `side`, and at most the size of an edited photo.
pub fn within_bounds(image: DynamicImage, side: u32) -> Result<DynamicImage, Problem> {
    let to = scale::size_within(size_of(&image), side.min(MAX_SIDE), 1);
    if to == size_of(&image) { Ok(image) } else { scale::shrink(&image, to) }
}

fn crop_rect(size: Size, edit: &PhotoEdit) -> [u32; 4] {
    edit.crop.map_or([0, 0, size.width, size.height], |crop| crop.pixels(size.width, size.height))
}

fn rotated(image: DynamicImage, edit: &PhotoEdit) -> DynamicImage {
    match edit.turns % 4 {
        1 => image.rotate90(),
        2 => image.rotate180(),
        3 => image.rotate270(),
        _ => image,
    }
}

/// Rotates by a small angle, and crops so that no corner is empty.
fn straightened(image: DynamicImage, edit: &PhotoEdit) -> DynamicImage {
    if edit.degrees() == 0.0 {
        return image;
    }
    let (width, height) = (image.width(), image.height());
    let (wide, high) = PhotoEdit { turns: 0, ..*edit }.straightened_size(width.into(), height.into());
    let to = Size::new((wide.round() as u32).clamp(1, width), (high.round() as u32).clamp(1, height));
    let done = match &image {
        DynamicImage::ImageLuma8(grey) => {
            GrayImage::from_raw(to.width, to.height, rotated_by_angle::<1>(grey, size_of(&image), to, edit))
                .map(Into::into)
        }
        DynamicImage::ImageRgb8(rgb) => {
            RgbImage::from_raw(to.width, to.height, rotated_by_angle::<3>(rgb, size_of(&image), to, edit))
                .map(Into::into)
        }
        _ => {
            let rgba = image.to_rgba8();
            RgbaImage::from_raw(to.width, to.height, rotated_by_angle::<4>(&rgba, size_of(&image), to, edit))
                .map(Into::into)
        }
    };
    done.unwrap_or(image)
}

/// The middle of a picture, rotated: each pixel is interpolated from 4 × 4 source pixels (Catmull-Rom, which
/// keeps edges sharp).
fn rotated_by_angle<const CHANNELS: usize>(from: &[u8], size: Size, to: Size, edit: &PhotoEdit) -> Vec<u8> {
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
            let (at_x, at_y) =
                (right * cos + down * sin + from_x - 0.5, down * cos - right * sin + from_y - 0.5);
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
    // Casting a float to `u8` saturates.
    sums.map(|sum| sum as u8)
}

/// Catmull-Rom weights of four pixels, for a position `t` between the second and the third.
fn weights(t: f32) -> [f32; 4] {
    let (square, cube) = (t * t, t * t * t);
    [
        0.5 * (-cube + 2.0 * square - t),
        0.5 * (3.0 * cube - 5.0 * square + 2.0),
        0.5 * (-3.0 * cube + 4.0 * square + t),
        0.5 * (cube - square),
    ]
}

/// Lightens or darkens the middle tones; black and white stay, so that nothing is clipped.
fn brightened(mut image: DynamicImage, edit: &PhotoEdit) -> DynamicImage {
    let brightness = edit.brightness.clamp(-PhotoEdit::MAX_BRIGHTNESS, PhotoEdit::MAX_BRIGHTNESS);
    if brightness == 0 {
        return image;
    }
    let gamma = 2f64.powf(-f64::from(brightness) / 100.0);
    let curve: Vec<u8> =
        (0..=255u8).map(|tone| (255.0 * (f64::from(tone) / 255.0).powf(gamma)).round() as u8).collect();
    let tone = |value: &mut u8| *value = curve[usize::from(*value)];
    match &mut image {
        DynamicImage::ImageLuma8(grey) => grey.iter_mut().for_each(tone),
        DynamicImage::ImageRgb8(rgb) => rgb.iter_mut().for_each(tone),
        DynamicImage::ImageRgba8(rgba) => {
            rgba.pixels_mut().for_each(|pixel| pixel.0[..3].iter_mut().for_each(tone));
        }
        _ => {}
    }
    image
}

#[cfg(test)]
mod tests;
