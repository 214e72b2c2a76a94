//! Transparent pictures.

use image::{DynamicImage, Rgb, RgbImage};

/// Whether any pixel is not fully opaque.
pub fn is_in(image: &DynamicImage) -> bool {
    matches!(image, DynamicImage::ImageRgba8(rgba) if rgba.pixels().any(|pixel| pixel[3] < u8::MAX))
}

/// The picture on a white background.
pub fn on_white(image: &DynamicImage) -> RgbImage {
    let rgba = image.to_rgba8();
    let mut out = RgbImage::new(rgba.width(), rgba.height());
    for (to, from) in out.pixels_mut().zip(rgba.pixels()) {
        let [r, g, b, alpha] = from.0;
        let blend = |channel: u8| {
            let sum = u32::from(channel) * u32::from(alpha) + 255 * (255 - u32::from(alpha));
            ((sum + 127) / 255) as u8
        };
        *to = Rgb([blend(r), blend(g), blend(b)]);
    }
    out
}
