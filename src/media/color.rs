//! Colours as screens and marketplaces take them when nothing else is said: sRGB.

use image::{DynamicImage, GrayImage, RgbImage};
use moxcms::{ColorProfile, Layout, TransformOptions};

/// Converts pixels that a colour profile describes (a phone's Display P3, Adobe RGB) to sRGB.
///
/// A profile that cannot be read, or is for another kind of pixels, changes nothing: such files were
/// mostly sRGB to begin with.
pub fn to_srgb(image: DynamicImage, icc: &[u8]) -> DynamicImage {
    let Ok(profile) = ColorProfile::new_from_slice(icc) else { return image };
    match image {
        DynamicImage::ImageLuma8(grey) => match from_grey(&profile, &grey) {
            Some(rgb) => rgb.into(),
            None => grey.into(),
        },
        DynamicImage::ImageRgb8(mut rgb) => {
            let row = rgb.width() as usize * 3;
            recolour(&profile, Layout::Rgb, &mut rgb, row);
            rgb.into()
        }
        DynamicImage::ImageRgba8(mut rgba) => {
            let row = rgba.width() as usize * 4;
            recolour(&profile, Layout::Rgba, &mut rgba, row);
            rgba.into()
        }
        other => other,
    }
}

/// In place, row by row: a second copy of a large picture would not fit into memory beside it.
fn recolour(profile: &ColorProfile, layout: Layout, pixels: &mut [u8], row: usize) {
    let Ok(transform) = profile.create_transform_8bit(layout, &ColorProfile::new_srgb(), layout, TransformOptions::default()) else {
        return;
    };
    let mut before = vec![0; row];
    for row in pixels.chunks_exact_mut(row.max(1)) {
        before.copy_from_slice(row);
        if transform.transform(&before, row).is_err() {
            row.copy_from_slice(&before);
        }
    }
}

fn from_grey(profile: &ColorProfile, grey: &GrayImage) -> Option<RgbImage> {
    let transform =
        profile.create_transform_8bit(Layout::Gray, &ColorProfile::new_srgb(), Layout::Rgb, TransformOptions::default()).ok()?;
    let mut out = vec![0; 3 * grey.len()];
    transform.transform(grey, &mut out).ok()?;
    RgbImage::from_raw(grey.width(), grey.height(), out)
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    fn flat(color: [u8; 3]) -> DynamicImage {
        RgbImage::from_pixel(2, 2, Rgb(color)).into()
    }

    #[test]
    fn a_phones_wide_colours_become_the_same_colours_in_srgb() {
        let p3 = ColorProfile::new_display_p3().encode().unwrap();
        // The same red by the CSS Color 4 formulas: color(display-p3 0.8 0.4 0.4) is rgb(219 92 97) rounded.
        let Rgb(found) = *to_srgb(flat([204, 102, 102]), &p3).to_rgb8().get_pixel(0, 0);
        let wanted = [219, 95, 98];
        assert!(found.iter().zip(wanted).all(|(&found, wanted)| found.abs_diff(wanted) <= 3), "{found:?}");
    }

    #[test]
    fn a_broken_or_foreign_profile_changes_nothing() {
        let grey = ColorProfile::new_gray_with_gamma(2.2).encode().unwrap();
        for icc in [&b""[..], b"not a profile", &grey] {
            assert_eq!(to_srgb(flat([204, 102, 102]), icc), flat([204, 102, 102]));
        }
    }
}
