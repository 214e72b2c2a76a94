//! Large JPEGs are reduced while they are decoded. The result matches decoding and resizing the full picture.

use image::{DynamicImage, ImageFormat, RgbImage, RgbaImage};
use jpeg_encoder::{ColorType, Encoder, QuantizationTableType, SamplingFactor};
use proptest::prelude::*;
use vitrine_media::{Limits, prepare, thumbnail};

use crate::kit::photos::*;

/// Smooth shapes in many colours, whose appearance does not depend on the resizing filter.
fn smooth_picture(width: u32, height: u32) -> DynamicImage {
    let wave = |at: u32, length: f32| (127.0 + 110.0 * (at as f32 / length).sin()) as u8;
    RgbImage::from_fn(width, height, |x, y| image::Rgb([wave(x, 37.0), wave(y, 29.0), wave(x + y, 61.0)]))
        .into()
}

/// The mean difference of two pictures over pixels and channels.
fn distance(a: &RgbImage, b: &RgbImage) -> f64 {
    assert_eq!(a.dimensions(), b.dimensions());
    let sum: u64 = a.as_raw().iter().zip(b.as_raw()).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
    sum as f64 / a.as_raw().len() as f64
}

fn thumbnail_of(bytes: &[u8], side: u32) -> RgbImage {
    let pixels = thumbnail(bytes, side).unwrap();
    DynamicImage::from(RgbaImage::from_raw(pixels.width, pixels.height, pixels.rgba).unwrap()).into_rgb8()
}

fn decoded_and_resized(bytes: &[u8], like: &RgbImage) -> RgbImage {
    decoded(bytes)
        .resize_exact(like.width(), like.height(), image::imageops::FilterType::Lanczos3)
        .into_rgb8()
}

/// A way to encode a JPEG.
#[derive(Clone, Debug)]
struct Encoding {
    quality: u8,
    sampling: SamplingFactor,
    progressive: bool,
    optimized: bool,
    restart: u16,
    color: ColorType,
    flat_tables: bool,
}

fn encode_with(picture: &DynamicImage, encoding: &Encoding) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, encoding.quality);
    encoder.set_sampling_factor(encoding.sampling);
    encoder.set_progressive(encoding.progressive);
    encoder.set_optimized_huffman_tables(encoding.optimized);
    encoder.set_restart_interval(encoding.restart);
    if encoding.flat_tables {
        encoder.set_quantization_tables(QuantizationTableType::Flat, QuantizationTableType::Flat);
    }
    let pixels = match encoding.color {
        ColorType::Luma => picture.to_luma8().into_raw(),
        ColorType::Cmyk | ColorType::CmykAsYcck => picture
            .to_rgb8()
            .pixels()
            .flat_map(|pixel| [255 - pixel[0], 255 - pixel[1], 255 - pixel[2], 40])
            .collect(),
        _ => picture.to_rgb8().into_raw(),
    };
    encoder.encode(&pixels, picture.width() as u16, picture.height() as u16, encoding.color).unwrap();
    out
}

fn any_encoding() -> impl Strategy<Value = Encoding> {
    use SamplingFactor::*;
    let sampling = prop::sample::select(vec![F_1_1, F_2_1, F_1_2, F_2_2, F_4_1, F_4_2, F_1_4, F_2_4]);
    let color = prop::sample::select(vec![
        ColorType::Rgb,
        ColorType::Rgb,
        ColorType::Luma,
        ColorType::Cmyk,
        ColorType::CmykAsYcck,
    ]);
    let restart = prop::sample::select(vec![0_u16, 0, 1, 7, 40]);
    (70_u8..=100, sampling, any::<(bool, bool, bool)>(), restart, color).prop_map(
        |(quality, sampling, (progressive, optimized, flat_tables), restart, color)| {
            // Only combinations that the encoder and the full decoder support.
            let simple =
                matches!((sampling, color), (F_1_1 | F_2_1 | F_2_2, ColorType::Rgb | ColorType::Luma));
            let progressive = progressive && simple;
            let optimized = optimized && !progressive;
            let restart = if progressive || optimized { 0 } else { restart };
            Encoding { quality, sampling, progressive, optimized, restart, color, flat_tables }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn every_jpeg_encoding_looks_the_same_at_every_reduced_size(
        encoding in any_encoding(), width in 100_u32..500, height in 100_u32..500, part in 2_u32..12,
    ) {
        let picture = smooth_picture(width, height);
        let bytes = encode_with(&picture, &encoding);
        let small = thumbnail_of(&bytes, (width.max(height) / part).max(16));
        let mut wanted = picture.to_rgb8();
        match encoding.color {
            ColorType::Luma => wanted = DynamicImage::from(picture.to_luma8()).into_rgb8(),
            ColorType::Cmyk | ColorType::CmykAsYcck => wanted.iter_mut().for_each(|value| *value = (u32::from(*value) * 215 / 255) as u8),
            _ => {}
        }
        let wanted = DynamicImage::from(wanted).resize_exact(small.width(), small.height(), image::imageops::FilterType::Lanczos3).into_rgb8();
        let error = distance(&small, &wanted);
        prop_assert!(error < 8.0, "{error} from the encoded picture");
    }

    #[test]
    fn arbitrary_damage_to_any_encoding_never_panics(
        encoding in any_encoding(), hits in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8), cut in any::<prop::sample::Index>(),
    ) {
        let mut bytes = encode_with(&smooth_picture(120, 90), &encoding);
        for (at, value) in hits {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        let cut = cut.index(2 * bytes.len()).min(bytes.len());
        bytes.truncate(cut);
        for side in [12, 20, 50, 100] {
            let _ = thumbnail(&bytes, side);
            let _ = prepare("photo", bytes.clone(), &Limits { max_side: Some(side), ..Limits::default() });
        }
    }
}

#[test]
fn every_size_and_orientation_is_positioned_exactly() {
    let picture = smooth_picture(333, 217);
    for orientation in 1..=8 {
        let bytes = jpeg_with_exif(
            &encode(&stored_rotated(orientation, &picture), ImageFormat::Jpeg),
            &camera_exif(orientation, b""),
        );
        for side in [50, 80, 120, 200] {
            let sent = prepare("photo", bytes.clone(), &Limits { max_side: Some(side), ..Limits::default() })
                .unwrap();
            assert!(sent.size.width.is_multiple_of(2) && sent.size.height.is_multiple_of(2), "{}", sent.size);
            let sent = decoded(&sent.bytes).into_rgb8();
            let wanted = picture
                .resize_exact(sent.width(), sent.height(), image::imageops::FilterType::Lanczos3)
                .into_rgb8();
            assert!(
                distance(&sent, &wanted) < 8.0,
                "orientation {orientation}, {side} px: {}",
                distance(&sent, &wanted)
            );
        }
    }
}

#[test]
fn display_p3_colours_are_converted_in_a_reduced_picture() {
    let p3 = moxcms::ColorProfile::new_display_p3().encode().unwrap();
    let red = RgbImage::from_pixel(400, 300, image::Rgb([204, 102, 102]));
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 95);
    encoder.add_icc_profile(&p3).unwrap();
    encoder.encode(red.as_raw(), 400, 300, ColorType::Rgb).unwrap();
    let limits = Limits { max_side: Some(100), ..Limits::default() };
    let sent = decoded(&prepare("photo", bytes.clone(), &limits).unwrap().bytes).into_rgb8();
    for found in [thumbnail_of(&bytes, 40).get_pixel(20, 15).0, sent.get_pixel(50, 40).0] {
        let wanted = [219, 95, 98];
        assert!(found.iter().zip(wanted).all(|(&found, wanted)| found.abs_diff(wanted) <= 4), "{found:?}");
    }
}

#[test]
fn a_large_picture_is_reduced_like_after_full_decoding() {
    let picture = scene(900, 600);
    for bytes in [encode(&picture, ImageFormat::Jpeg), progressive_jpeg(&picture)] {
        for side in [60, 110, 180, 300, 600] {
            let small = thumbnail_of(&bytes, side);
            let error = distance(&small, &decoded_and_resized(&bytes, &small));
            assert!(error < 1.5, "{error} at {side}");
        }
    }
}
