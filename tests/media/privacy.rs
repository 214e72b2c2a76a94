//! Place, camera and owner do not leave the house, and no pixel changes for it.

use image::ImageFormat;
use vitrine::media::{Change, Limits};

use crate::photos::*;

const XMP: &[u8] = b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta><exif:GPSLatitude>35,41N</exif:GPSLatitude> Parvin Owner</x:xmpmeta>";

fn personal_jpeg(orientation: u8) -> Vec<u8> {
    let jpeg = encode(&scene(96, 64), ImageFormat::Jpeg);
    let preview = encode(&scene(24, 16), ImageFormat::Jpeg);
    let segments = [
        jpeg_segment(0xE1, &[b"Exif\0\0", &camera_exif(orientation, &preview)[..]].concat()),
        jpeg_segment(0xE1, XMP),
        jpeg_segment(0xED, b"Photoshop 3.0\08BIM Parvin Owner"),
        jpeg_segment(0xEB, b"JP Parvin Owner"),
        jpeg_segment(0xFE, b"taken by Parvin Owner"),
    ];
    let mut file = with_segments(&jpeg, &segments);
    file.extend(b"a film behind the end, by Parvin Owner");
    file
}

fn assert_clean(what: &str, before: &[u8], after: &[u8]) {
    assert!(holds(before, b"Parvin"), "{what}: the test's own file holds nothing to remove");
    for word in [&b"Parvin"[..], b"GPSLatitude", b"8BIM"] {
        assert!(!holds(after, word), "{what}: {} is still there", String::from_utf8_lossy(word));
    }
    assert!(decoded(before).as_bytes() == decoded(after).as_bytes(), "{what}: pixels changed");
}

#[test]
fn a_jpeg_loses_place_camera_and_owner_but_no_pixel() {
    let before = personal_jpeg(1);
    let photo = prepared(&before, &Limits::default());
    assert_clean("JPEG", &before, &photo.bytes);
    assert_eq!(photo.changes, [Change::Cleaned { place: true }]);
    assert_eq!(photo.bytes, encode(&scene(96, 64), ImageFormat::Jpeg), "what was added is gone, and only that");
}

#[test]
fn png_webp_and_gif_lose_them_too() {
    let exif = camera_exif(1, b"preview");
    let text = png_chunk(b"tEXt", b"Author\0Parvin Owner");
    let png = with_chunks(&encode(&scene(96, 64), ImageFormat::Png), &[text, png_chunk(b"eXIf", &exif), png_chunk(b"iTXt", XMP)]);
    let webp = webp_with_exif(&encode(&scene(96, 64), ImageFormat::WebP), &exif, XMP);
    let gif = encode(&scene(96, 64), ImageFormat::Gif);
    let behind_palette = 13 + (3 << ((gif[10] & 7) + 1)) * usize::from(gif[10] >> 7);
    let gif = [&gif[..behind_palette], b"\x21\xFE\x0CParvin Owner\0", &gif[behind_palette..]].concat();

    for (what, before, place) in [("PNG", png, true), ("WebP", webp, true), ("GIF", gif, false)] {
        let photo = prepared(&before, &Limits::default());
        assert_clean(what, &before, &photo.bytes);
        assert_eq!(photo.changes, [Change::Cleaned { place }], "{what}");
    }
}

#[test]
fn which_way_is_up_stays_in_the_file() {
    let png = encode(&scene(96, 64), ImageFormat::Png);
    let webp = encode(&scene(96, 64), ImageFormat::WebP);
    for orientation in 2..=8 {
        let exif = camera_exif(orientation, b"preview");
        let files = [personal_jpeg(orientation), with_chunks(&png, &[png_chunk(b"eXIf", &exif)]), webp_with_exif(&webp, &exif, XMP)];
        for before in files {
            let photo = prepared(&before, &Limits::default());
            assert_clean("turned", &before, &photo.bytes);
            assert_eq!(exif_orientation(&photo.bytes), orientation);
            assert_eq!((photo.size.width, photo.size.height), if orientation < 5 { (96, 64) } else { (64, 96) });
        }
    }
}

/// As another program reads it.
fn exif_orientation(file: &[u8]) -> u8 {
    use image::{ImageDecoder, ImageReader};
    let reader = ImageReader::new(std::io::Cursor::new(file)).with_guessed_format().unwrap();
    reader.into_decoder().unwrap().orientation().unwrap().to_exif()
}

#[test]
fn a_photo_without_any_of_it_is_sent_byte_for_byte() {
    for (name, before) in every_format().into_iter().filter(|(name, _)| !name.ends_with("tif")) {
        let photo = prepared(&before, &Limits::default());
        assert!(photo.bytes == before && photo.changes.is_empty(), "{name}: {:?}", photo.changes);
    }
}

#[test]
fn cleaning_twice_is_cleaning_once() {
    for orientation in [1, 6] {
        let once = prepared(&personal_jpeg(orientation), &Limits::default());
        let twice = prepared(&once.bytes, &Limits::default());
        assert_eq!((twice.bytes, twice.changes), (once.bytes, vec![]));
    }
}

#[test]
fn the_colour_profile_stays_where_the_pixels_stay() {
    let profile = [b"ICC_PROFILE\0\x01\x01", &vec![7; 400][..]].concat();
    let before = with_segments(&personal_jpeg(1), &[jpeg_segment(0xE2, &profile)]);
    assert!(holds(&prepared(&before, &Limits::default()).bytes, &profile));
}

#[test]
fn a_table_for_places_that_names_none_is_no_place() {
    let mut exif = camera_exif(1, b"preview");
    exif[120] = 0;
    let before = jpeg_with_exif(&encode(&scene(96, 64), ImageFormat::Jpeg), &exif);
    assert_eq!(prepared(&before, &Limits::default()).changes, [Change::Cleaned { place: false }]);
}
