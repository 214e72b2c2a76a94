//! Converts colours to sRGB, which screens and marketplaces assume by default.

use image::{DynamicImage, GrayImage, RgbImage};
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

/// Converts pixels with a colour profile (a phone's Display P3, Adobe RGB) to sRGB.
///
/// A profile that is unreadable, or for another kind of pixels, is ignored: such files are mostly sRGB.
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

/// Converts in place, row by row: memory may not suffice for a second copy of a large picture.
fn recolour(profile: &ColorProfile, layout: Layout, pixels: &mut [u8], row: usize) {
    let Ok(transform) =
        profile.create_transform_8bit(layout, &ColorProfile::new_srgb(), layout, TransformOptions::default())
    else {
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

/// Converts cyan, magenta, yellow and black (255: full ink) to sRGB by the profile of a printing press.
///
/// `None`: the profile is unreadable, or not a CMYK profile.
pub fn cmyk_to_srgb(icc: &[u8], mut cmyk: impl ExactSizeIterator<Item = [u8; 4]>) -> Option<Vec<u8>> {
    const CHUNK_PIXELS: usize = 4096;
    let profile = ColorProfile::new_from_slice(icc)
        .ok()
        .filter(|profile| profile.color_space == DataColorSpace::Cmyk)?;
    // The library calls any four-channel layout `Rgba`.
    let options = TransformOptions::default();
    let transform =
        profile.create_transform_8bit(Layout::Rgba, &ColorProfile::new_srgb(), Layout::Rgb, options).ok()?;
    let count = cmyk.len();
    let mut out = vec![0; 3 * count];
    let mut some = Vec::with_capacity(4 * CHUNK_PIXELS);
    for row in out.chunks_mut(3 * CHUNK_PIXELS) {
        some.clear();
        some.extend(cmyk.by_ref().take(row.len() / 3).flatten());
        transform.transform(&some, row).ok()?;
    }
    Some(out)
}

fn from_grey(profile: &ColorProfile, grey: &GrayImage) -> Option<RgbImage> {
    let transform = profile
        .create_transform_8bit(
            Layout::Gray,
            &ColorProfile::new_srgb(),
            Layout::Rgb,
            TransformOptions::default(),
        )
        .ok()?;
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
    fn display_p3_colours_are_converted_to_the_same_colours_in_srgb() {
        let p3 = ColorProfile::new_display_p3().encode().unwrap();
        // The same red by the CSS Color 4 formulas: color(display-p3 0.8 0.4 0.4) is rgb(219 92 97) rounded.
        let Rgb(found) = *to_srgb(flat([204, 102, 102]), &p3).to_rgb8().get_pixel(0, 0);
        let wanted = [219, 95, 98];
        assert!(found.iter().zip(wanted).all(|(&found, wanted)| found.abs_diff(wanted) <= 3), "{found:?}");
    }

    /// A typical press profile (ICC.1, `lut8Type`): CMYK to Lab, sampled at no and full ink.
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
    fn cmyk_is_converted_by_the_profile_of_its_press() {
        // Lab values: the paper is a warm white, its cyan a dull blue-green, and black covers everything.
        let lab = |[cyan, .., black]: [bool; 4]| match (cyan, black) {
            (_, true) => [26, 128, 128],
            (true, false) => [140, 98, 88],
            (false, false) => [242, 128, 136],
        };
        let cmyk = [[0, 0, 0, 0], [255, 0, 0, 0], [0, 0, 0, 255]];
        let rgb = cmyk_to_srgb(&press(lab), cmyk.into_iter()).unwrap();
        // By the formulas of CIE Lab (D50) and CSS Color 4.
        for (found, wanted) in rgb.chunks_exact(3).zip([[245, 240, 225], [0, 148, 200], [28, 28, 28]]) {
            assert!(
                found.iter().zip(wanted).all(|(&found, wanted)| found.abs_diff(wanted) <= 3),
                "{found:?} {wanted:?}"
            );
        }
    }

    #[test]
    fn a_display_profile_does_not_convert_cmyk() {
        let screen = ColorProfile::new_display_p3().encode().unwrap();
        for icc in [&b""[..], b"not a profile", &screen] {
            assert_eq!(cmyk_to_srgb(icc, [[0; 4]].into_iter()), None);
        }
    }

    #[test]
    fn an_unreadable_or_unrelated_profile_changes_nothing() {
        let grey = ColorProfile::new_gray_with_gamma(2.2).encode().unwrap();
        for icc in [&b""[..], b"not a profile", &grey] {
            assert_eq!(to_srgb(flat([204, 102, 102]), icc), flat([204, 102, 102]));
        }
    }
}
