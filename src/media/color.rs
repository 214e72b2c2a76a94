//! Colours as screens and marketplaces take them when nothing else is said: sRGB.

use image::{DynamicImage, RgbImage, RgbaImage};
use moxcms::{CmsError, ColorProfile, Layout, TransformOptions};

/// Converts pixels that a colour profile describes (a phone's Display P3, Adobe RGB) to sRGB.
///
/// A profile that cannot be read, or is for another kind of pixels, changes nothing: such files were
/// mostly sRGB to begin with.
pub fn to_srgb(image: DynamicImage, icc: &[u8]) -> DynamicImage {
    convert(&image, icc).unwrap_or(image)
}

fn convert(image: &DynamicImage, icc: &[u8]) -> Option<DynamicImage> {
    let profile = ColorProfile::new_from_slice(icc).ok()?;
    let (width, height) = (image.width(), image.height());
    match image {
        DynamicImage::ImageLuma8(grey) => {
            let pixels = transformed(&profile, Layout::Gray, grey, Layout::Rgb, 3 * grey.len()).ok()?;
            RgbImage::from_raw(width, height, pixels).map(DynamicImage::from)
        }
        DynamicImage::ImageRgb8(rgb) => {
            let pixels = transformed(&profile, Layout::Rgb, rgb, Layout::Rgb, rgb.len()).ok()?;
            RgbImage::from_raw(width, height, pixels).map(DynamicImage::from)
        }
        DynamicImage::ImageRgba8(rgba) => {
            let pixels = transformed(&profile, Layout::Rgba, rgba, Layout::Rgba, rgba.len()).ok()?;
            RgbaImage::from_raw(width, height, pixels).map(DynamicImage::from)
        }
        _ => None,
    }
}

fn transformed(profile: &ColorProfile, from: Layout, pixels: &[u8], to: Layout, bytes: usize) -> Result<Vec<u8>, CmsError> {
    let transform = profile.create_transform_8bit(from, &ColorProfile::new_srgb(), to, TransformOptions::default())?;
    let mut out = vec![0; bytes];
    transform.transform(pixels, &mut out)?;
    Ok(out)
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
