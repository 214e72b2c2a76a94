//! Generated photos: a scene whose corners show its orientation, and metadata as cameras write it.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use vitrine_media::{Format, Limits, Prepared, prepare};

pub const RED: [u8; 3] = [220, 30, 30];
pub const GREEN: [u8; 3] = [30, 180, 30];
pub const BLUE: [u8; 3] = [30, 30, 220];
pub const WHITE: [u8; 3] = [240, 240, 240];

/// Red above green on the left, blue above white on the right, with some texture.
pub fn scene(width: u32, height: u32) -> DynamicImage {
    let picture = RgbImage::from_fn(width, height, |x, y| {
        let color = match (2 * x < width, 2 * y < height) {
            (true, true) => RED,
            (true, false) => GREEN,
            (false, true) => BLUE,
            (false, false) => WHITE,
        };
        let texture = ((x * 7 + y * 13) % 16) as u8;
        Rgb(color.map(|channel| channel.saturating_sub(texture)))
    });
    picture.into()
}

/// Noise: no photo is harder to compress.
pub fn noise(width: u32, height: u32) -> DynamicImage {
    let mut state = 1u32;
    RgbImage::from_fn(width, height, |_, _| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let [a, b, c, _] = state.rotate_left(8).to_be_bytes();
        Rgb([a, b, c])
    })
    .into()
}

pub fn encode(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut out = Cursor::new(Vec::new());
    image.write_to(&mut out, format).unwrap();
    out.into_inner()
}

pub fn progressive_jpeg(image: &DynamicImage) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = jpeg_encoder::Encoder::new(&mut out, 85);
    encoder.set_progressive(true);
    let (width, height) = (image.width() as u16, image.height() as u16);
    encoder.encode(image.as_bytes(), width, height, jpeg_encoder::ColorType::Rgb).unwrap();
    out
}

/// The scene in every format that marketplaces or cameras use. `tests/photos/README.md` describes the
/// included files.
pub fn every_format() -> Vec<(&'static str, Vec<u8>)> {
    let scene = scene(96, 64);
    vec![
        ("baseline.jpg", encode(&scene, ImageFormat::Jpeg)),
        ("progressive.jpg", progressive_jpeg(&scene)),
        ("grey.jpg", encode(&scene.to_luma8().into(), ImageFormat::Jpeg)),
        ("rgb.png", encode(&scene, ImageFormat::Png)),
        ("rgba.png", encode(&scene.to_rgba8().into(), ImageFormat::Png)),
        ("16-bit.png", encode(&scene.to_rgb16().into(), ImageFormat::Png)),
        ("grey-alpha.png", encode(&scene.to_luma_alpha8().into(), ImageFormat::Png)),
        ("lossless.webp", encode(&scene, ImageFormat::WebP)),
        ("still.gif", encode(&scene, ImageFormat::Gif)),
        ("rgb.bmp", encode(&scene, ImageFormat::Bmp)),
        ("rgb.tif", encode(&scene, ImageFormat::Tiff)),
        ("cmyk.jpg", include_bytes!("../photos/cmyk.jpg").to_vec()),
        ("lossy.webp", include_bytes!("../photos/lossy.webp").to_vec()),
        ("animated.webp", include_bytes!("../photos/animated.webp").to_vec()),
        ("palette.png", include_bytes!("../photos/palette.png").to_vec()),
        ("lzw.tif", include_bytes!("../photos/lzw.tif").to_vec()),
    ]
}

pub fn prepared(bytes: &[u8], limits: &Limits) -> Prepared {
    prepare("photo", bytes.to_vec(), limits).unwrap()
}

pub fn decoded(bytes: &[u8]) -> DynamicImage {
    image::load_from_memory(bytes).unwrap()
}

/// The colours of the corners: top left, top right, bottom left, bottom right.
pub fn corners(image: &RgbImage) -> [[u8; 3]; 4] {
    let (right, bottom) = (image.width() - 3, image.height() - 3);
    [(2, 2), (right, 2), (2, bottom), (right, bottom)].map(|(x, y)| image.get_pixel(x, y).0)
}

pub fn is_like(found: [u8; 3], wanted: [u8; 3]) -> bool {
    found.iter().zip(wanted).all(|(&found, wanted)| found.abs_diff(wanted) < 60)
}

/// The corners of the upright scene.
pub const UPRIGHT: [[u8; 3]; 4] = [RED, BLUE, GREEN, WHITE];

pub fn is_upright(image: &RgbImage) -> bool {
    corners(image).iter().zip(UPRIGHT).all(|(&found, wanted)| is_like(found, wanted))
}

/// Rotates or mirrors the upright scene as a camera stores it when it writes this Exif orientation.
pub fn stored_rotated(orientation: u8, scene: &DynamicImage) -> DynamicImage {
    match orientation {
        1 => scene.clone(),
        2 => scene.fliph(),
        3 => scene.rotate180(),
        4 => scene.flipv(),
        5 => scene.rotate90().fliph(),
        6 => scene.rotate270(),
        7 => scene.rotate270().fliph(),
        8 => scene.rotate90(),
        _ => unreachable!("EXIF defines eight orientations"),
    }
}

/// An EXIF block as written by a camera: orientation, owner, location, and a preview.
pub fn camera_exif(orientation: u8, preview: &[u8]) -> Vec<u8> {
    let mut block = b"II\x2A\0\x08\0\0\0".to_vec();
    let entry = |block: &mut Vec<u8>, tag: u16, kind: u16, count: u32, value: u32| {
        block.extend(tag.to_le_bytes());
        block.extend(kind.to_le_bytes());
        block.extend(count.to_le_bytes());
        block.extend(value.to_le_bytes());
    };
    let (owner_at, gps_at, latitude_at) = (100u32, 120u32, 160u32);
    let (second_at, preview_at) = (200u32, 240u32);
    block.extend(3u16.to_le_bytes());
    entry(&mut block, 0x0112, 3, 1, orientation.into());
    entry(&mut block, 0xA430, 2, 13, owner_at);
    entry(&mut block, 0x8825, 4, 1, gps_at);
    block.extend(second_at.to_le_bytes());
    block.resize(owner_at as usize, 0);
    block.extend(b"Parvin Owner\0");
    block.resize(gps_at as usize, 0);
    block.extend(2u16.to_le_bytes());
    entry(&mut block, 1, 2, 2, u32::from_le_bytes(*b"N\0\0\0"));
    entry(&mut block, 2, 5, 3, latitude_at);
    block.resize(latitude_at as usize, 0);
    for part in [35u32, 1, 41, 1, 22, 1] {
        block.extend(part.to_le_bytes());
    }
    block.resize(second_at as usize, 0);
    block.extend(2u16.to_le_bytes());
    entry(&mut block, 0x0201, 4, 1, preview_at);
    entry(&mut block, 0x0202, 4, 1, preview.len() as u32);
    block.resize(preview_at as usize, 0);
    block.extend(preview);
    block
}

pub fn jpeg_segment(marker: u8, payload: &[u8]) -> Vec<u8> {
    let length = (payload.len() + 2) as u16;
    [&[0xFF, marker], &length.to_be_bytes()[..], payload].concat()
}

/// Inserts segments at the beginning, where cameras put them.
pub fn with_segments(jpeg: &[u8], segments: &[Vec<u8>]) -> Vec<u8> {
    [&jpeg[..2], &segments.concat(), &jpeg[2..]].concat()
}

pub fn jpeg_with_exif(jpeg: &[u8], block: &[u8]) -> Vec<u8> {
    with_segments(jpeg, &[jpeg_segment(0xE1, &[b"Exif\0\0", block].concat())])
}

pub fn png_chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let named = [name, data].concat();
    let checksum = !named.iter().fold(!0u32, |crc, &byte| {
        (0..8).fold(
            crc ^ u32::from(byte),
            |crc, _| if crc & 1 == 1 { 0xEDB8_8320 ^ (crc >> 1) } else { crc >> 1 },
        )
    });
    [&(data.len() as u32).to_be_bytes()[..], &named, &checksum.to_be_bytes()].concat()
}

/// Inserts chunks after the header.
pub fn with_chunks(png: &[u8], chunks: &[Vec<u8>]) -> Vec<u8> {
    let header = 8 + 25;
    [&png[..header], &chunks.concat(), &png[header..]].concat()
}

/// A WebP in the extended format with EXIF and XMP.
pub fn webp_with_exif(webp: &[u8], block: &[u8], xmp: &[u8]) -> Vec<u8> {
    let chunk = |name: &[u8; 4], data: &[u8]| {
        [name, &(data.len() as u32).to_le_bytes()[..], data, &vec![0; data.len() % 2]].concat()
    };
    let size = decoded(webp);
    let mut flags = vec![0x0C, 0, 0, 0];
    flags.extend(&(size.width() - 1).to_le_bytes()[..3]);
    flags.extend(&(size.height() - 1).to_le_bytes()[..3]);
    let body =
        [b"WEBP", &chunk(b"VP8X", &flags)[..], &webp[12..], &chunk(b"EXIF", block), &chunk(b"XMP ", xmp)]
            .concat();
    [b"RIFF", &(body.len() as u32).to_le_bytes()[..], &body].concat()
}

pub fn contains(bytes: &[u8], needle: &[u8]) -> bool {
    bytes.windows(needle.len()).any(|window| window == needle)
}

pub fn formats_only(formats: &[Format]) -> Limits {
    Limits { formats: formats.to_vec(), ..Limits::default() }
}
