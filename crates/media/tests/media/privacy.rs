//! Location, camera and owner are not sent, and removing them changes no pixel.

use image::ImageFormat;
use vitrine_media::{Change, Limits};

use crate::kit::photos::*;

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
    assert_nothing_private(what, before, after);
    assert!(decoded(before).as_bytes() == decoded(after).as_bytes(), "{what}: pixels changed");
}

fn assert_nothing_private(what: &str, before: &[u8], after: &[u8]) {
    assert!(contains(before, b"Parvin"), "{what}: the test file contains nothing to remove");
    for word in [&b"Parvin"[..], b"GPSLatitude", b"8BIM"] {
        assert!(!contains(after, word), "{what}: {} is still there", String::from_utf8_lossy(word));
    }
}

/// The same picture, turned upright. The colors of a JPEG that was turned without loss are spread over its
/// pixels from the other side.
fn assert_upright(orientation: u8, before: &[u8], after: &[u8]) {
    let mut upright = decoded(before);
    upright.apply_orientation(image::metadata::Orientation::from_exif(orientation).unwrap());
    let (upright, after) = (upright.to_rgb8(), decoded(after).to_rgb8());
    assert_eq!(upright.dimensions(), after.dimensions());
    let sum: u64 =
        upright.iter().zip(after.iter()).map(|(before, after)| u64::from(before.abs_diff(*after))).sum();
    let mean = sum as f64 / upright.len() as f64;
    assert!(mean < 8.0, "{orientation}: the pixels differ by {mean} on average");
}

#[test]
fn a_jpeg_loses_location_camera_and_owner_but_no_pixel() {
    let before = personal_jpeg(1);
    let photo = prepared(&before, &Limits::default());
    assert_clean("JPEG", &before, &photo.bytes);
    assert_eq!(photo.changes, [Change::Cleaned { location: true }]);
    assert_eq!(
        photo.bytes,
        encode(&scene(96, 64), ImageFormat::Jpeg),
        "exactly the added metadata is removed"
    );
}

/// Segments besides EXIF in which programs and camera makers store metadata: extended XMP, second pictures,
/// previews, provenance, comments.
const OTHER_METADATA: [(u8, &[u8]); 14] = [
    (0xE0, b"JFXX\0\x10 preview"),
    (0xE1, b"http://ns.adobe.com/xmp/extension/\0 GPSLatitude"),
    (0xE1, b"Exif\0\0 nonsense of Parvin Owner"),
    (0xE2, b"MPF\0MM\0\x2A"),
    (0xE2, b"FPXR\0"),
    (0xE3, b"Meta\0\0"),
    (0xE4, b"SAMSUNG\0"),
    (0xE5, b"RMETA\0"),
    (0xEA, b"AROT\0"),
    (0xEB, b"JP\0\0jumbc2pa"),
    (0xEC, b"Ducky\0"),
    (0xED, b"Photoshop 3.0\08BIM\x04\x04"),
    (0xEF, b"Q 85"),
    (0xFE, b""),
];

#[test]
fn all_metadata_of_a_jpeg_are_removed_at_every_position() {
    let segments: Vec<_> = OTHER_METADATA
        .iter()
        .map(|(marker, name)| jpeg_segment(*marker, &[name, &b" Parvin Owner"[..]].concat()))
        .collect();
    for plain in [encode(&scene(96, 64), ImageFormat::Jpeg), progressive_jpeg(&scene(96, 64))] {
        let scan = plain.windows(2).rposition(|pair| pair == [0xFF, 0xDA]).unwrap();
        // At the beginning, before the (last) scan, and as a whole second photo after the end.
        let between = [&plain[..scan], &segments.concat(), &plain[scan..]].concat();
        let before = [with_segments(&between, &segments), personal_jpeg(6)].concat();
        assert!(contains(&before, b"Parvin"));
        assert!(prepared(&before, &Limits::default()).bytes == plain);
    }
}

#[test]
fn the_preview_in_a_jfif_header_is_removed_and_its_fields_kept() {
    let plain = encode(&scene(96, 64), ImageFormat::Jpeg);
    assert_eq!(plain[2..11], *b"\xFF\xE0\0\x10JFIF\0", "the header comes first");
    let (mut header, pixels) = (plain[6..20].to_vec(), b"Parvin".repeat(2));
    header[12..14].copy_from_slice(&[2, 2]);
    let before = [&plain[..2], &jpeg_segment(0xE0, &[header, pixels].concat()), &plain[20..]].concat();
    assert!(prepared(&before, &Limits::default()).bytes == plain);
}

#[test]
fn all_metadata_of_a_png_or_webp_are_removed() {
    let plain = encode(&scene(96, 64), ImageFormat::Png);
    let named = [b"tEXt", b"zTXt", b"iTXt", b"tIME", b"eXIf", b"prVt", b"dSIG", b"caBX"];
    let mut before = with_chunks(&plain, &named.map(|name| png_chunk(name, b"Parvin Owner")));
    before.extend(b"Parvin Owner");
    assert!(prepared(&before, &Limits::default()).bytes == plain);

    let plain = encode(&scene(96, 64), ImageFormat::WebP);
    let mut before = [&plain[..], b"junk\x0C\0\0\0Parvin Owner"].concat();
    let stated = before.len() as u32 - 8;
    before[4..8].copy_from_slice(&stated.to_le_bytes());
    before.extend(b"Parvin Owner");
    assert!(prepared(&before, &Limits::default()).bytes == plain);
}

#[test]
fn data_after_the_pixels_of_a_bmp_are_removed() {
    for plain in
        [encode(&scene(95, 64), ImageFormat::Bmp), encode(&scene(96, 64).to_luma8().into(), ImageFormat::Bmp)]
    {
        let before = [&plain[..], b"exif:GPSLatitude Parvin Owner"].concat();
        let photo = prepared(&before, &Limits::default());
        assert!(photo.bytes == plain);
        assert_eq!(photo.changes, [Change::Cleaned { location: true }]);
    }
}

#[test]
fn an_animation_frame_keeps_only_its_pixels() {
    let plain = include_bytes!("../photos/animated.webp");
    let frame = plain.windows(4).position(|name| name == b"ANMF").unwrap();
    let length = u32::from_le_bytes(*plain[frame + 4..].first_chunk().unwrap());
    let end = frame + 8 + length as usize;
    let mut before = [&plain[..end], b"EXIF\x0C\0\0\0Parvin Owner", &plain[end..]].concat();
    before[frame + 4..frame + 8].copy_from_slice(&(length + 20).to_le_bytes());
    before[4..8].copy_from_slice(&(plain.len() as u32 + 12).to_le_bytes());
    let photo = prepared(&before, &Limits::default());
    assert!(photo.bytes == plain);
    assert_eq!(photo.changes, [Change::Cleaned { location: false }]);
}

#[test]
fn png_webp_and_gif_lose_location_camera_and_owner() {
    let exif = camera_exif(1, b"preview");
    let text = png_chunk(b"tEXt", b"Author\0Parvin Owner");
    let png = with_chunks(
        &encode(&scene(96, 64), ImageFormat::Png),
        &[text, png_chunk(b"eXIf", &exif), png_chunk(b"iTXt", XMP)],
    );
    let webp = webp_with_exif(&encode(&scene(96, 64), ImageFormat::WebP), &exif, XMP);
    let gif = encode(&scene(96, 64), ImageFormat::Gif);
    let behind_palette = 13 + (3 << ((gif[10] & 7) + 1)) * usize::from(gif[10] >> 7);
    let gif = [&gif[..behind_palette], b"\x21\xFE\x0CParvin Owner\0", &gif[behind_palette..]].concat();

    for (what, before, place) in [("PNG", png, true), ("WebP", webp, true), ("GIF", gif, false)] {
        let photo = prepared(&before, &Limits::default());
        assert_clean(what, &before, &photo.bytes);
        assert_eq!(photo.changes, [Change::Cleaned { location: place }], "{what}");
    }
}

#[test]
fn a_photo_is_sent_upright_and_states_no_orientation() {
    let png = encode(&scene(96, 64), ImageFormat::Png);
    let webp = encode(&scene(96, 64), ImageFormat::WebP);
    for orientation in 2..=8 {
        let exif = camera_exif(orientation, b"preview");
        let files = [
            personal_jpeg(orientation),
            with_chunks(&png, &[png_chunk(b"eXIf", &exif)]),
            webp_with_exif(&webp, &exif, XMP),
        ];
        for before in files {
            let photo = prepared(&before, &Limits::default());
            assert_nothing_private("turned", &before, &photo.bytes);
            assert_upright(orientation, &before, &photo.bytes);
            assert_eq!(exif_orientation(&photo.bytes), 1);
            assert!(photo.changes.contains(&Change::Rotated));
            assert_eq!(
                (photo.size.width, photo.size.height),
                if orientation < 5 { (96, 64) } else { (64, 96) }
            );
        }
    }
}

/// The orientation as another library reads it.
fn exif_orientation(file: &[u8]) -> u8 {
    use image::{ImageDecoder, ImageReader};
    let reader = ImageReader::new(std::io::Cursor::new(file)).with_guessed_format().unwrap();
    reader.into_decoder().unwrap().orientation().unwrap().to_exif()
}

#[test]
fn a_photo_without_metadata_is_sent_unchanged() {
    for (name, before) in every_format().into_iter().filter(|(name, _)| !name.ends_with("tif")) {
        let photo = prepared(&before, &Limits::default());
        assert!(photo.bytes == before && photo.changes.is_empty(), "{name}: {:?}", photo.changes);
    }
}

#[test]
fn removing_metadata_is_idempotent() {
    for orientation in [1, 6] {
        let once = prepared(&personal_jpeg(orientation), &Limits::default());
        let twice = prepared(&once.bytes, &Limits::default());
        assert_eq!((twice.bytes, twice.changes), (once.bytes, vec![]));
    }
}

#[test]
fn the_colour_profile_is_kept_with_unchanged_pixels() {
    let profile = [b"ICC_PROFILE\0\x01\x01", &vec![7; 400][..]].concat();
    let before = with_segments(&personal_jpeg(1), &[jpeg_segment(0xE2, &profile)]);
    assert!(contains(&prepared(&before, &Limits::default()).bytes, &profile));
}

#[test]
fn an_empty_gps_directory_is_not_a_location() {
    let mut exif = camera_exif(1, b"preview");
    exif[120] = 0;
    let before = jpeg_with_exif(&encode(&scene(96, 64), ImageFormat::Jpeg), &exif);
    assert_eq!(prepared(&before, &Limits::default()).changes, [Change::Cleaned { location: false }]);
}
