//! Malicious and damaged files: each is refused with a reason, and none crashes the program.

use image::ImageFormat;
use proptest::prelude::*;
use vitrine_domain::ProblemKind;
use vitrine_media::{Format, Limits, cost_of_file, decoding_cost, prepare, read_preview, sniff, thumbnail};

use crate::kit::photos::*;

fn code(bytes: &[u8]) -> ProblemKind {
    prepare("photo", bytes.to_vec(), &Limits::default()).unwrap_err().kind
}

#[test]
fn a_truncated_photo_is_never_sent() {
    for (name, whole) in every_format() {
        for part in 1..50 {
            let cut = &whole[..whole.len() * part / 50];
            let refused = prepare(name, cut.to_vec(), &Limits::default()).expect_err(name);
            assert!(
                matches!(refused.kind, ProblemKind::PhotoDamaged | ProblemKind::NotAPhoto),
                "{name} at {part}/50: {refused}"
            );
            assert_eq!(refused.subject.as_deref(), Some(name));
        }
    }
}

/// Encodes the scene with additional `settings`.
fn jpeg_with(
    settings: impl Fn(&mut jpeg_encoder::Encoder<&mut Vec<u8>>),
    color: jpeg_encoder::ColorType,
) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = jpeg_encoder::Encoder::new(&mut out, 80);
    settings(&mut encoder);
    let scene = scene(300, 200);
    let pixels = if color == jpeg_encoder::ColorType::Cmyk {
        scene.to_rgba8().into_raw()
    } else {
        scene.to_rgb8().into_raw()
    };
    encoder.encode(&pixels, 300, 200, color).unwrap();
    out
}

/// The ranges of the coded data of each scan.
fn scans(jpeg: &[u8]) -> Vec<std::ops::Range<usize>> {
    let marker = |at: usize| jpeg[at] == 0xFF && !matches!(jpeg[at + 1], 0 | 0xD0..=0xD7);
    let mut scans = Vec::new();
    let mut at = 2;
    while jpeg[at + 1] != 0xD9 {
        let end = at + 2 + usize::from(u16::from_be_bytes([jpeg[at + 2], jpeg[at + 3]]));
        let next = (end..).find(|&at| marker(at)).unwrap();
        if jpeg[at + 1] == 0xDA {
            scans.push(end..next);
        }
        at = next;
    }
    scans
}

#[test]
fn a_truncated_jpeg_with_an_end_marker_is_refused_in_every_encoding() {
    use jpeg_encoder::ColorType::{Cmyk, Luma, Rgb};
    use jpeg_encoder::SamplingFactor::{F_1_1, F_2_2};
    let files = [
        ("baseline", jpeg_with(|encoder| encoder.set_sampling_factor(F_2_2), Rgb)),
        ("grey", jpeg_with(|_| {}, Luma)),
        ("inks", jpeg_with(|encoder| encoder.set_sampling_factor(F_1_1), Cmyk)),
        ("one colour after another", jpeg_with(|encoder| encoder.set_optimized_huffman_tables(true), Rgb)),
        ("restarts", jpeg_with(|encoder| encoder.set_restart_interval(5), Rgb)),
        ("progressive", jpeg_with(|encoder| encoder.set_progressive(true), Rgb)),
        ("progressive, many scans", jpeg_with(|encoder| encoder.set_progressive_scans(20), Rgb)),
    ];
    let wanted = [
        Limits::default(),
        Limits { max_side: Some(100), ..Limits::default() },
        formats_only(&[Format::Png]),
    ];
    for (name, whole) in files {
        let whole = if name == "grey" {
            encode(&scene(300, 200).to_luma8().into(), ImageFormat::Jpeg)
        } else {
            whole
        };
        assert!(prepare(name, whole.clone(), &Limits::default()).is_ok(), "{name}");
        for scan in scans(&whole).into_iter().filter(|scan| scan.len() > 40) {
            for part in 1..10 {
                let closed = [&whole[..scan.start + scan.len() * part / 10], b"\xFF\xD9"].concat();
                for limits in &wanted {
                    let refused = prepare(name, closed.clone(), limits).map(|photo| photo.changes);
                    let problem = refused.expect_err(&format!("{name}: {part}/10 of {scan:?}"));
                    assert_eq!(
                        (problem.kind, problem.subject.as_deref()),
                        (ProblemKind::PhotoDamaged, Some(name))
                    );
                }
            }
        }
    }
}

/// jpegtran and others write such files: T.81 allows a progressive picture without its last bits.
#[test]
fn a_progressive_jpeg_without_its_last_scan_is_complete() {
    let whole = jpeg_with(|encoder| encoder.set_progressive(true), jpeg_encoder::ColorType::Rgb);
    let last = scans(&whole).pop().unwrap();
    let header = whole[..last.start].windows(2).rposition(|pair| pair == [0xFF, 0xDA]).unwrap();
    let coarser = [&whole[..header], b"\xFF\xD9"].concat();
    assert!(prepare("coarse.jpg", coarser, &Limits::default()).is_ok());
}

#[test]
fn damaged_photos_are_distinguished_from_other_files() {
    assert_eq!(code(b""), ProblemKind::FileEmpty);
    assert_eq!(code(b"price list\n"), ProblemKind::NotAPhoto);
    assert_eq!(code(b"\xFF\xD8\xFF\xE0 and so on"), ProblemKind::PhotoDamaged);
    assert_eq!(code(b"%PDF-1.7"), ProblemKind::NotAPhoto);
}

#[test]
fn avif_and_raw_files_are_recognised() {
    let raw = [b"II\x2A\0\x10\0\0\0CR\x02\0", &[0; 32][..]].concat();
    for (bytes, said) in [(&b"\0\0\0\x18ftypavif\0\0\0\0mif1avif"[..], "AVIF"), (&raw, "RAW")] {
        let problem = prepare("photo", bytes.to_vec(), &Limits::default()).unwrap_err();
        assert_eq!(
            (problem.kind, problem.quotation.as_deref()),
            (ProblemKind::PhotoFormatUnsupported, Some(said))
        );
    }
}

#[test]
fn a_jpeg_of_a_rare_kind_is_unsupported_rather_than_damaged() {
    let mut arithmetic = encode(&scene(64, 64), ImageFormat::Jpeg);
    let frame = arithmetic.windows(2).position(|pair| pair == [0xFF, 0xC0]).unwrap();
    arithmetic[frame + 1] = 0xC9;
    assert_eq!(code(&arithmetic), ProblemKind::PhotoFormatUnsupported);
}

#[test]
fn a_non_interleaved_subsampled_jpeg_has_the_right_colours() {
    let mut jpeg = Vec::new();
    let mut encoder = jpeg_encoder::Encoder::new(&mut jpeg, 80);
    encoder.set_sampling_factor(jpeg_encoder::SamplingFactor::R_4_2_0);
    encoder.set_optimized_huffman_tables(true);
    encoder.encode(scene(64, 64).as_bytes(), 64, 64, jpeg_encoder::ColorType::Rgb).unwrap();
    assert_eq!(prepared(&jpeg, &Limits::default()).bytes, jpeg);
    for limits in [Limits { max_side: Some(48), ..Limits::default() }, formats_only(&[Format::Png])] {
        assert!(is_upright(&decoded(&prepared(&jpeg, &limits).bytes).into_rgb8()));
    }
}

#[test]
fn a_decompression_bomb_is_refused_by_its_header() {
    let side = 100_000u32.to_be_bytes();
    let header = [&side[..], &side, &[8, 2, 0, 0, 0]].concat();
    let bomb = [
        b"\x89PNG\r\n\x1A\n",
        &png_chunk(b"IHDR", &header)[..],
        &png_chunk(b"IDAT", &[0; 64]),
        &png_chunk(b"IEND", b""),
    ]
    .concat();
    let problem = prepare("bomb.png", bomb.clone(), &Limits::default()).unwrap_err();
    assert_eq!(
        (problem.kind, problem.quotation.as_deref()),
        (ProblemKind::PhotoTooLarge, Some("100000 × 100000"))
    );
    assert_eq!(thumbnail(&bomb, 256).unwrap_err().kind, ProblemKind::PhotoTooLarge);
    assert_eq!(decoding_cost(&bomb), 0, "a photo that is rejected immediately needs no memory");
}

#[test]
fn a_picture_that_is_longer_than_any_photo_is_refused_by_its_header() {
    let bomb = |width: u32, height: u32| {
        let header = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 0, 0, 0, 0]].concat();
        [b"\x89PNG\r\n\x1A\n", &png_chunk(b"IHDR", &header)[..], &png_chunk(b"IEND", b"")].concat()
    };
    for (width, height) in [(1, 30_000_000), (30_000_000, 1), (u32::MAX, u32::MAX)] {
        let bomb = bomb(width, height);
        let problem = prepare("bomb.png", bomb.clone(), &Limits::default()).unwrap_err();
        assert_eq!(problem.kind, ProblemKind::PhotoTooLarge, "{width} × {height}");
        assert_eq!(decoding_cost(&bomb), 0, "{width} × {height}");
    }
    // 16 bits of four channels: a picture of 81 megapixels has more than 640 MB.
    let header = [&9_100_u32.to_be_bytes()[..], &9_300_u32.to_be_bytes(), &[16, 6, 0, 0, 0]].concat();
    let deep = [b"\x89PNG\r\n\x1A\n", &png_chunk(b"IHDR", &header)[..], &png_chunk(b"IEND", b"")].concat();
    assert_eq!(prepare("deep.png", deep, &Limits::default()).unwrap_err().kind, ProblemKind::PhotoTooLarge);
}

/// The `png` crate (0.18.1) panics on palettes of these lengths.
#[test]
fn a_photo_that_panics_the_decoder_is_damaged() {
    for fallen in [
        &include_bytes!("../../../../fuzz/corpus/photo_png/palette-of-five-bytes")[..],
        include_bytes!("../../../../fuzz/corpus/photo_png/palette-of-257-colours"),
    ] {
        assert_eq!(code(fallen), ProblemKind::PhotoDamaged);
        assert_eq!(thumbnail(fallen, 64).unwrap_err().kind, ProblemKind::PhotoDamaged);
    }
}

/// Its size is unknown before the junk is removed, and then it is 24 × 4,194,320.
#[test]
fn a_photo_with_an_unknown_size_reserves_all_memory() {
    let file = include_bytes!("../../../../fuzz/corpus/photo_webp/size-told-only-when-clean");
    assert_eq!(decoding_cost(file), u64::MAX);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.webp");
    std::fs::write(&path, file).unwrap();
    assert_eq!(cost_of_file(&path), u64::MAX);
}

#[test]
fn zeros_between_the_segments_of_a_jpeg_are_no_damage() {
    let jpeg = encode(&scene(96, 64), ImageFormat::Jpeg);
    let behind_jfif = 2 + 18;
    let padded = [&jpeg[..behind_jfif], &[0; 7], &jpeg[behind_jfif..]].concat();
    assert_eq!(prepared(&padded, &Limits::default()).bytes, jpeg);
}

#[test]
fn a_gif_without_its_trailer_is_complete() {
    let gif = encode(&scene(48, 32), ImageFormat::Gif);
    assert!(prepare("old.gif", gif[..gif.len() - 1].to_vec(), &Limits::default()).is_ok());
}

/// Any bytes give either a photo within the limits that other programs can read, or a problem.
fn assert_safe(bytes: Vec<u8>) {
    let limits = Limits { max_bytes: Some(6000), max_side: Some(80), ..Limits::default() };
    let _ = read_preview(&bytes[..], 64);
    let _ = thumbnail(&bytes, 64);
    let _ = decoding_cost(&bytes);
    if let Ok(photo) = prepare("photo", bytes, &limits) {
        assert!(photo.bytes.len() <= 6000 && photo.size.longest_side() <= 80);
        let picture = image::load_from_memory(&photo.bytes).expect("another decoder can read it");
        assert_eq!(picture.width().max(picture.height()), photo.size.longest_side());
    }
}

fn small_photos() -> Vec<Vec<u8>> {
    let mut photos: Vec<_> = every_format().into_iter().map(|(_, bytes)| bytes).collect();
    let preview = encode(&scene(24, 16), ImageFormat::Jpeg);
    let exif = camera_exif(6, &preview);
    photos.push(jpeg_with_exif(&encode(&scene(48, 32), ImageFormat::Jpeg), &exif));
    photos.push(with_chunks(&encode(&scene(48, 32), ImageFormat::Png), &[png_chunk(b"eXIf", &exif)]));
    photos.push(webp_with_exif(&encode(&scene(48, 32), ImageFormat::WebP), &exif, b"<x/>"));
    photos
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes_never_panic(start in 0usize..7, tail in proptest::collection::vec(any::<u8>(), 0..600)) {
        let starts: [&[u8]; 7] = [b"", b"\xFF\xD8\xFF", b"\x89PNG\r\n\x1A\n", b"GIF89a", b"II\x2A\0", b"RIFF\x40\0\0\0WEBP", b"BM"];
        let bytes = [starts[start], &tail].concat();
        let _ = sniff(&bytes);
        assert_safe(bytes);
    }

    #[test]
    fn arbitrary_damage_never_panics(which in 0usize..19, hits in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6), near_the_head: bool) {
        let mut bytes = small_photos().swap_remove(which);
        let reach = if near_the_head { bytes.len().min(120) } else { bytes.len() };
        for (at, value) in hits {
            bytes[at.index(reach)] = value;
        }
        assert_safe(bytes);
    }
}

#[test]
fn the_format_is_detected_by_content_not_by_name() {
    let png = encode(&scene(20, 20), ImageFormat::Png);
    assert_eq!(prepare("photo.jpg", png, &Limits::default()).unwrap().format, Format::Png);
}
