//! Thumbnails and embedded previews.

use image::{ImageFormat, RgbaImage};
use vitrine_media::{PREVIEW_HEAD_BYTES, Pixels, preview, read_preview, thumbnail};

use crate::kit::photos::*;

fn to_image(pixels: Pixels) -> image::RgbImage {
    let rgba = RgbaImage::from_raw(pixels.width, pixels.height, pixels.rgba).expect("four bytes per pixel");
    image::DynamicImage::from(rgba).into_rgb8()
}

#[test]
fn a_thumbnail_is_upright_and_fits_with_the_same_shape() {
    for orientation in 1..=8 {
        let jpeg = encode(&stored_rotated(orientation, &scene(300, 200)), ImageFormat::Jpeg);
        let found = to_image(thumbnail(&jpeg_with_exif(&jpeg, &camera_exif(orientation, b"")), 96).unwrap());
        assert_eq!(found.dimensions(), (96, 64));
        assert!(is_upright(&found), "orientation {orientation}");
    }
}

#[test]
fn every_format_has_a_thumbnail() {
    for (name, bytes) in every_format() {
        let found = thumbnail(&bytes, 48).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        assert_eq!((found.width, found.height), (48, 32), "{name}");
    }
}

#[test]
fn a_small_photo_keeps_its_size() {
    let found = thumbnail(&encode(&scene(30, 20), ImageFormat::Png), 256).unwrap();
    assert_eq!((found.width, found.height), (30, 20));
}

#[test]
fn an_embedded_preview_is_read_upright_from_the_head_of_the_file() {
    let scene = scene(600, 400);
    for orientation in 1..=8 {
        let embedded = encode(&stored_rotated(orientation, &scene.thumbnail(120, 80)), ImageFormat::Jpeg);
        let file = jpeg_with_exif(
            &encode(&stored_rotated(orientation, &scene), ImageFormat::Jpeg),
            &camera_exif(orientation, &embedded),
        );
        let head = &file[..file.len().min(PREVIEW_HEAD_BYTES).min(6000)];
        let found = to_image(preview(head, 60).unwrap());
        assert_eq!(found.dimensions(), (60, 40));
        assert!(is_upright(&found), "orientation {orientation}");
    }
}

#[test]
fn a_preview_of_another_shape_is_ignored() {
    let square = encode(&scene(120, 120), ImageFormat::Jpeg);
    let file = jpeg_with_exif(&encode(&scene(600, 400), ImageFormat::Jpeg), &camera_exif(1, &square));
    assert_eq!(preview(&file, 60), None);
}

/// Whoever reads it sets no memory aside.
#[test]
fn a_preview_that_is_as_large_as_a_photo_is_ignored() {
    let whole = encode(&scene(1500, 1000), ImageFormat::Jpeg);
    let of = |side: u32| {
        let flat = image::RgbImage::from_pixel(side, side * 2 / 3, image::Rgb(RED));
        encode(&flat.into(), ImageFormat::Jpeg)
    };
    let shown = |embedded: &[u8]| preview(&jpeg_with_exif(&whole, &camera_exif(1, embedded)), 96);
    assert!(shown(&of(960)).is_some());
    assert!(shown(&of(1500)).is_none());
}

#[test]
fn reading_a_preview_needs_only_the_head_of_a_long_file() {
    let embedded = encode(&scene(120, 80), ImageFormat::Jpeg);
    let mut file = jpeg_with_exif(&encode(&scene(600, 400), ImageFormat::Jpeg), &camera_exif(1, &embedded));
    file.resize(10 * PREVIEW_HEAD_BYTES, 0);
    let mut rest = &file[..];
    assert!(is_upright(&to_image(read_preview(&mut rest, 60).unwrap())));
    assert!(file.len() - rest.len() <= PREVIEW_HEAD_BYTES);
}

#[test]
fn a_file_without_a_preview_is_given_up_early() {
    let mut endless = std::io::repeat(0xFF);
    assert_eq!(read_preview(&mut endless, 60), None);
    for (name, bytes) in every_format() {
        assert_eq!(read_preview(&bytes[..], 60), None, "{name}");
    }
}
