//! Photos are resized and re-encoded to fit the marketplace's limits.

use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};
use vitrine_domain::ProblemKind;
use vitrine_media::{Change, Format, Limits, Size, prepare};

use crate::kit::photos::*;

fn max_side(side: u32) -> Limits {
    Limits { max_side: Some(side), ..Limits::default() }
}

fn max_bytes(bytes: u64) -> Limits {
    Limits { max_bytes: Some(bytes), ..Limits::default() }
}

#[test]
fn a_resized_photo_is_upright_for_every_orientation() {
    for orientation in 1..=8 {
        let jpeg = encode(&stored_rotated(orientation, &scene(300, 200)), ImageFormat::Jpeg);
        let photo = prepared(&jpeg_with_exif(&jpeg, &camera_exif(orientation, b"preview")), &max_side(150));
        let picture = decoded(&photo.bytes).to_rgb8();
        assert_eq!(picture.dimensions(), (150, 100), "orientation {orientation}");
        assert!(is_upright(&picture), "orientation {orientation}: {:?}", corners(&picture));
        assert_eq!(photo.size, Size::new(150, 100));
        assert_eq!(photo.changes.contains(&Change::Rotated), orientation != 1);
        assert!(
            photo.changes.contains(&Change::Shrunk { from: Size::new(300, 200), to: Size::new(150, 100) })
        );
    }
}

#[test]
fn resized_sides_are_even() {
    let photo = prepared(&encode(&scene(501, 333), ImageFormat::Jpeg), &max_side(201));
    assert_eq!(photo.size, Size::new(200, 132));
}

#[test]
fn a_byte_limit_is_met_with_the_best_possible_quality() {
    let before = encode(&noise(400, 300), ImageFormat::Png);
    let quality = |limit: u64| {
        let photo = prepared(&before, &max_bytes(limit));
        assert!(photo.bytes.len() as u64 <= limit);
        match photo.changes.last() {
            Some(Change::Encoded { quality: Some(quality), .. }) => {
                (*quality, photo.size, photo.bytes.len() as u64)
            }
            other => panic!("{other:?}"),
        }
    };
    let (best, size, length) = quality(before.len() as u64 - 1);
    assert_eq!((best, size), (85, Size::new(400, 300)));
    let (lower, size, _) = quality(length - 1);
    assert_eq!((lower, size), (80, Size::new(400, 300)));
}

#[test]
fn below_the_lowest_quality_the_photo_is_resized() {
    let photo = prepared(&encode(&noise(400, 300), ImageFormat::Jpeg), &max_bytes(12_000));
    assert!(photo.bytes.len() <= 12_000);
    assert!((100..400).contains(&photo.size.width), "{}", photo.size);
    assert!((photo.size.width * 3).abs_diff(photo.size.height * 4) <= 8, "the ratio is kept: {}", photo.size);
}

#[test]
fn an_impossible_byte_limit_is_a_problem() {
    let problem =
        prepare("mug.jpg", encode(&noise(400, 300), ImageFormat::Jpeg), &max_bytes(300)).unwrap_err();
    assert_eq!((problem.kind, problem.subject.as_deref()), (ProblemKind::PhotoTooLarge, Some("mug.jpg")));
}

#[test]
fn extreme_limits_are_met_or_refused() {
    let before = encode(&scene(300, 200), ImageFormat::Jpeg);
    assert_eq!(prepared(&before, &max_side(10)).size, Size::new(10, 6));
    assert_eq!(prepare("mug.jpg", before, &max_side(0)).unwrap_err().kind, ProblemKind::PhotoTooLarge);
}

#[test]
fn a_small_photo_is_never_enlarged() {
    let before = encode(&scene(30, 20), ImageFormat::Bmp);
    let photo = prepared(&before, &Limits { max_side: Some(2000), ..formats_only(&[Format::Jpeg]) });
    assert_eq!((photo.format, photo.size), (Format::Jpeg, Size::new(30, 20)));
}

fn transparent_picture(width: u32, height: u32) -> DynamicImage {
    RgbaImage::from_fn(width, height, |x, _| Rgba([200, 30, 30, if 2 * x < width { 255 } else { 0 }])).into()
}

#[test]
fn transparency_is_kept_where_accepted_and_becomes_white_otherwise() {
    let before = encode(&transparent_picture(200, 100), ImageFormat::Png);

    let kept = prepared(&before, &max_side(100));
    assert_eq!(kept.format, Format::Png);
    assert_eq!(decoded(&kept.bytes).to_rgba8().get_pixel(90, 20)[3], 0);

    let flattened = prepared(&before, &formats_only(&[Format::Jpeg]));
    assert_eq!(flattened.format, Format::Jpeg);
    let picture = decoded(&flattened.bytes).to_rgb8();
    assert!(
        is_like(picture.get_pixel(180, 50).0, [255; 3])
            && is_like(picture.get_pixel(20, 50).0, [200, 30, 30])
    );
}

#[test]
fn a_fully_opaque_alpha_channel_does_not_prevent_jpeg() {
    let before = encode(&scene(300, 200).to_rgba8().into(), ImageFormat::Png);
    assert_eq!(prepared(&before, &max_side(100)).format, Format::Jpeg);
}

#[test]
fn every_readable_format_is_converted_to_an_accepted_one() {
    for (name, before) in every_format() {
        for format in [Format::Jpeg, Format::Png, Format::WebP] {
            let photo = prepared(&before, &formats_only(&[format]));
            assert_eq!(photo.format, format, "{name}");
            assert_eq!(vitrine_media::sniff(&photo.bytes), Some(format), "{name}");
            let picture = decoded(&photo.bytes).to_rgb8();
            assert!(name.starts_with("grey") || is_upright(&picture), "{name} as {}", format.name());
        }
    }
}

#[test]
fn a_tiff_is_sent_as_jpeg_and_reported_as_converted() {
    let photo = prepared(&encode(&scene(96, 64), ImageFormat::Tiff), &Limits::default());
    assert_eq!(photo.changes, [Change::Encoded { from: Format::Tiff, to: Format::Jpeg, quality: Some(85) }]);
}

#[test]
fn a_marketplace_without_a_writable_format_is_a_problem() {
    let problem = prepare("mug.bmp", encode(&scene(9, 9), ImageFormat::Bmp), &formats_only(&[Format::Gif]))
        .unwrap_err();
    assert_eq!(problem.kind, ProblemKind::PhotoFormatUnsupported);
}

#[test]
fn wide_gamut_colours_are_converted_when_a_photo_is_reencoded() {
    let mut png = Vec::new();
    let mut encoder = image::codecs::png::PngEncoder::new(&mut png);
    let p3 = moxcms::ColorProfile::new_display_p3().encode().unwrap();
    image::ImageEncoder::set_icc_profile(&mut encoder, p3).unwrap();
    let flat = image::RgbImage::from_pixel(64, 64, image::Rgb([204, 102, 102]));
    DynamicImage::from(flat).write_with_encoder(encoder).unwrap();

    let photo = prepared(&png, &formats_only(&[Format::Jpeg]));
    let [red, green, _] = decoded(&photo.bytes).to_rgb8().get_pixel(30, 30).0;
    assert!(red > 212 && green < 99, "the red is converted to sRGB: {red}, {green}");
    assert!(!contains(&photo.bytes, b"ICC_PROFILE"));
}

#[test]
fn the_content_hash_is_that_of_the_original_file() {
    let before = encode(&scene(300, 200), ImageFormat::Jpeg);
    let hash = |limits: &Limits| prepared(&before, limits).source_hash;
    assert_eq!(hash(&max_side(100)), hash(&Limits::default()));
    assert_eq!(hash(&max_side(100)), vitrine_media::ContentHash::of(&before));
}
