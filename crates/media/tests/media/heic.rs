//! Photos of phones in HEIC. `tests/photos/README.md` says how each file was made.

use image::RgbImage;
use moxcms::{ColorProfile, Layout, TransformOptions};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use vitrine_domain::ProblemKind;
use vitrine_media::{
    Change, Format, Limits, PhotoInfo, Size, cost_of_file, decoding_cost, prepare, read_preview, thumbnail,
};

use crate::kit::photos::*;

/// A photo held upright, stored rotated: both the picture (`irot`) and its EXIF block say so.
const HELD: &[u8] = include_bytes!("../photos/held.heic");
const MIRRORED: &[u8] = include_bytes!("../photos/mirrored.heic");
/// Of two tiles, with a thumbnail.
const TILES: &[u8] = include_bytes!("../photos/tiles.heic");
/// Ten bits, 4:2:2.
const DEEP: &[u8] = include_bytes!("../photos/deep.heic");
const FULL_COLOURS: &[u8] = include_bytes!("../photos/full-colours.heic");
const GREY: &[u8] = include_bytes!("../photos/grey.heic");
const ALPHA: &[u8] = include_bytes!("../photos/alpha.heic");
const WIDE: &[u8] = include_bytes!("../photos/wide.heic");

const ALL: [(&str, &[u8]); 8] = [
    ("held", HELD),
    ("mirrored", MIRRORED),
    ("tiles", TILES),
    ("deep", DEEP),
    ("full colours", FULL_COLOURS),
    ("grey", GREY),
    ("alpha", ALPHA),
    ("wide", WIDE),
];

fn size_of(name: &str) -> Size {
    if name == "tiles" { Size::new(640, 400) } else { Size::new(96, 64) }
}

#[test]
fn a_heic_photo_is_sent_as_a_jpeg_upright_and_without_its_place() {
    for (name, bytes) in ALL {
        let facts = PhotoInfo::of(bytes).unwrap();
        assert_eq!((facts.format, facts.size), (Format::Heic, size_of(name)), "{name}");
        let limits = formats_only(&[Format::Jpeg]);
        let sent = prepared(bytes, &limits);
        assert_eq!((sent.format, sent.size), (Format::Jpeg, size_of(name)), "{name}");
        assert!(
            sent.changes
                .iter()
                .any(|change| matches!(change, Change::Encoded { from: Format::Heic, to: Format::Jpeg, .. })),
            "{name}"
        );
        let picture = decoded(&sent.bytes).into_rgb8();
        if !matches!(name, "grey" | "wide") {
            assert!(is_upright(&picture), "{name}: {:?}", corners(&picture));
        }
        for private in [&b"Parvin"[..], b"Exif"] {
            assert!(!contains(&sent.bytes, private), "{name}");
        }
    }
}

#[test]
fn the_place_of_a_heic_photo_is_said_to_be_removed() {
    for (name, bytes) in [("held", HELD), ("mirrored", MIRRORED), ("tiles", TILES)] {
        assert!(PhotoInfo::of(bytes).unwrap().has_location, "{name}");
        assert!(
            prepared(bytes, &Limits::default()).changes.contains(&Change::Cleaned { location: true }),
            "{name}"
        );
    }
    assert!(!PhotoInfo::of(DEEP).unwrap().has_private_data);
}

#[test]
fn a_heic_photo_is_shown_upright() {
    for (name, bytes) in ALL {
        let shown = thumbnail(bytes, 48).unwrap();
        let Size { width, height } = size_of(name);
        assert_eq!((shown.width, shown.height), (48, 48 * height / width), "{name}");
        let picture = image::RgbaImage::from_raw(shown.width, shown.height, shown.rgba).unwrap();
        if !matches!(name, "grey" | "wide") {
            assert!(is_upright(&image::DynamicImage::from(picture).into_rgb8()), "{name}");
        }
    }
}

#[test]
fn the_thumbnail_that_a_phone_embedded_is_shown_first() {
    let shown = read_preview(TILES, 256).unwrap();
    assert_eq!((shown.width, shown.height), (256, 160));
    let picture = image::RgbaImage::from_raw(shown.width, shown.height, shown.rgba).unwrap();
    assert!(is_upright(&image::DynamicImage::from(picture).into_rgb8()));
    assert!(read_preview(HELD, 256).is_none(), "a photo without one");
}

#[test]
fn transparency_of_a_heic_photo_is_kept_where_the_marketplace_takes_it() {
    let sent = prepared(ALPHA, &Limits::default());
    assert_eq!(sent.format, Format::Png);
    let picture = decoded(&sent.bytes).into_rgba8();
    assert_eq!([picture.get_pixel(48, 32).0[3], picture.get_pixel(2, 2).0[3]], [0, 255]);
}

/// The colour codes of the file (`nclx`) say Display P3.
#[test]
fn the_colours_of_a_wide_heic_photo_are_those_of_srgb_after_sending() {
    let stored = RgbImage::from_pixel(1, 1, image::Rgb(RED.map(|channel| 80 + channel / 2)));
    let transform = ColorProfile::new_display_p3()
        .create_transform_8bit(
            Layout::Rgb,
            &ColorProfile::new_srgb(),
            Layout::Rgb,
            TransformOptions::default(),
        )
        .unwrap();
    let mut wanted = [0; 3];
    transform.transform(&stored, &mut wanted).unwrap();
    let sent = decoded(&prepared(WIDE, &Limits::default()).bytes).into_rgb8();
    let found = sent.get_pixel(20, 16).0;
    assert!(
        found.iter().zip(wanted).all(|(&found, wanted)| found.abs_diff(wanted) <= 4),
        "{found:?} for {wanted:?}"
    );
    assert!(wanted[0].abs_diff(stored.get_pixel(0, 0).0[0]) > 8, "the profile makes a difference");
}

#[test]
fn a_heic_photo_that_ends_early_is_refused() {
    for (name, whole) in ALL {
        for part in 1..50 {
            let cut = whole[..whole.len() * part / 50].to_vec();
            let refused = prepare(name, cut, &Limits::default()).expect_err(name);
            assert!(
                matches!(refused.kind, ProblemKind::PhotoDamaged | ProblemKind::NotAPhoto),
                "{name} at {part}/50: {refused}"
            );
        }
    }
}

/// Writes another width and height into each size box (`ispe`).
fn claiming(bytes: &[u8], side: u32) -> Vec<u8> {
    let mut claiming = bytes.to_vec();
    for at in 0..bytes.len() - 12 {
        if bytes[at..].starts_with(b"ispe") {
            claiming[at + 8..at + 12].copy_from_slice(&side.to_be_bytes());
            claiming[at + 12..at + 16].copy_from_slice(&side.to_be_bytes());
        }
    }
    claiming
}

#[test]
fn a_heic_photo_that_claims_to_be_huge_is_refused_by_its_header() {
    let dir = tempfile::tempdir().unwrap();
    for (name, bytes) in ALL {
        let bomb = claiming(bytes, 60_000);
        assert_eq!(
            prepare(name, bomb.clone(), &Limits::default()).unwrap_err().kind,
            ProblemKind::PhotoTooLarge,
            "{name}"
        );
        assert_eq!(thumbnail(&bomb, 64).unwrap_err().kind, ProblemKind::PhotoTooLarge, "{name}");
        let path = dir.path().join("bomb.heic");
        std::fs::write(&path, &bomb).unwrap();
        assert_eq!(
            (decoding_cost(&bomb), cost_of_file(&path)),
            (0, 3 * bomb.len() as u64),
            "{name}: it is not decoded"
        );
    }
}

#[test]
fn the_memory_for_a_heic_photo_is_known_from_its_header() {
    let dir = tempfile::tempdir().unwrap();
    for (name, bytes) in ALL {
        let path = dir.path().join("photo.heic");
        std::fs::write(&path, bytes).unwrap();
        assert_eq!(
            cost_of_file(&path),
            decoding_cost(bytes) + 3 * bytes.len() as u64,
            "{name}: the file, its copy, and a profile"
        );
        assert!(decoding_cost(bytes) >= 8 * size_of(name).pixels(), "{name}");
    }
}

#[test]
fn a_film_and_an_unknown_codec_are_unsupported_rather_than_damaged() {
    let other_codec: Vec<u8> = {
        let at = HELD.windows(4).position(|window| window == b"hvc1").unwrap();
        [&HELD[..at], b"j2k1", &HELD[at + 4..]].concat()
    };
    let film = [&b"\0\0\0\x18ftypmsf1\0\0\0\0msf1hevc"[..], b"\0\0\0\x08moov"].concat();
    for bytes in [other_codec, film] {
        assert_eq!(
            prepare("photo", bytes, &Limits::default()).unwrap_err().kind,
            ProblemKind::PhotoFormatUnsupported
        );
    }
}

/// Random and malicious damage to a file.
fn damage() -> impl Strategy<Value = Vec<(Index, u8)>> {
    proptest::collection::vec((any::<Index>(), select(vec![0, 1, 0x7F, 0x80, 0xFF, 3, 13, 64])), 1..6)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]
    #[test]
    fn no_damage_to_a_heic_photo_panics_or_takes_more_memory_than_reserved(file in 0..ALL.len(), damage in damage(), kept in 0.3..1.3) {
        let mut bytes = ALL[file].1.to_vec();
        for (at, byte) in damage {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        bytes.truncate((bytes.len() as f64 * kept) as usize);
        let made = prepare("photo", bytes.clone(), &Limits::default());
        let shown = thumbnail(&bytes, 64);
        let _ = read_preview(&bytes[..], 64);
        if let Ok(made) = made {
            prop_assert!(made.size.pixels() * 8 <= decoding_cost(&bytes).max(8), "{} for {}", made.size, decoding_cost(&bytes));
            prop_assert!(shown.is_ok());
        }
    }
}
