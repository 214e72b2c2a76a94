//! Colours as screens and marketplaces take them when nothing else is said: sRGB.

use image::{DynamicImage, GrayImage, RgbImage};
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

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

/// sRGB from cyan, magenta, yellow and black (255: full ink), as the profile says its press prints them.
///
/// `None`: the profile cannot be read, or is for no press.
pub fn from_inks(icc: &[u8], mut inks: impl ExactSizeIterator<Item = [u8; 4]>) -> Option<Vec<u8>> {
    const AT_ONCE: usize = 4096;
    let profile = ColorProfile::new_from_slice(icc).ok().filter(|profile| profile.color_space == DataColorSpace::Cmyk)?;
    // Four channels in a row are `Rgba` to the library, whatever they mean.
    let options = TransformOptions::default();
    let transform = profile.create_transform_8bit(Layout::Rgba, &ColorProfile::new_srgb(), Layout::Rgb, options).ok()?;
    let count = inks.len();
    let mut out = vec![0; 3 * count];
    let mut some = Vec::with_capacity(4 * AT_ONCE);
    for row in out.chunks_mut(3 * AT_ONCE) {
        some.clear();
        some.extend(inks.by_ref().take(row.len() / 3).flatten());
        transform.transform(&some, row).ok()?;
    }
    Some(out)
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

    /// A profile of a press as they are built (ICC.1, `lut8Type`): four inks to Lab, told for none and full of each.
    fn press(lab_of: impl Fn([bool; 4]) -> [u8; 3]) -> Vec<u8> {
        let mut lut = b"mft1\0\0\0\0\x04\x03\x02\0".to_vec();
        for place in 0..9 {
            lut.extend(if place % 4 == 0 { 0x1_0000u32 } else { 0 }.to_be_bytes());
        }
        let ramps = |count: usize| (0..count).flat_map(|_| 0..=255u8);
        lut.extend(ramps(4));
        for point in 0..16u8 {
            lut.extend(lab_of([8, 4, 2, 1].map(|ink| point & ink != 0)));
        }
        lut.extend(ramps(3));
        let mut profile = vec![0; 128];
        profile[8..12].copy_from_slice(&[2, 0x20, 0, 0]);
        profile[12..24].copy_from_slice(b"prtrCMYKLab ");
        profile[36..40].copy_from_slice(b"acsp");
        profile[68..80].copy_from_slice(&[0, 0, 0xF6, 0xD6, 0, 1, 0, 0, 0, 0, 0xD3, 0x2D]);
        profile.extend(1u32.to_be_bytes());
        profile.extend(b"A2B0");
        profile.extend(144u32.to_be_bytes());
        profile.extend((lut.len() as u32).to_be_bytes());
        profile.extend(lut);
        let length = profile.len() as u32;
        profile[..4].copy_from_slice(&length.to_be_bytes());
        profile
    }

    #[test]
    fn inks_become_what_their_press_prints() {
        // Lab of sRGB: paper is a warm white, its cyan a dull blue-green, black over all.
        let lab = |[cyan, .., black]: [bool; 4]| match (cyan, black) {
            (_, true) => [26, 128, 128],
            (true, false) => [140, 98, 88],
            (false, false) => [242, 128, 136],
        };
        let inks = [[0, 0, 0, 0], [255, 0, 0, 0], [0, 0, 0, 255]];
        let rgb = from_inks(&press(lab), inks.into_iter()).unwrap();
        // By the formulas of CIE Lab (D50) and CSS Color 4.
        for (found, wanted) in rgb.chunks_exact(3).zip([[245, 240, 225], [0, 148, 200], [28, 28, 28]]) {
            assert!(found.iter().zip(wanted).all(|(&found, wanted)| found.abs_diff(wanted) <= 3), "{found:?} {wanted:?}");
        }
    }

    #[test]
    fn a_profile_for_screens_says_nothing_of_inks() {
        let screen = ColorProfile::new_display_p3().encode().unwrap();
        for icc in [&b""[..], b"not a profile", &screen] {
            assert_eq!(from_inks(icc, [[0; 4]].into_iter()), None);
        }
    }

    #[test]
    fn a_broken_or_foreign_profile_changes_nothing() {
        let grey = ColorProfile::new_gray_with_gamma(2.2).encode().unwrap();
        for icc in [&b""[..], b"not a profile", &grey] {
            assert_eq!(to_srgb(flat([204, 102, 102]), icc), flat([204, 102, 102]));
        }
    }
}
