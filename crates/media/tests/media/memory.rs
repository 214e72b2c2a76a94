//! What is told of the memory for a photo is at least what is taken, for every format and kind of colours.
//!
//! Each photo is read and prepared in a process of its own, whose peak the system knows.

use std::io::Write;
use std::path::Path;
use std::process::Command;

use image::{DynamicImage, ImageFormat};
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use vitrine_media::{Format, Limits, cost_of_file, find_code, prepare, thumbnail};

use crate::kit::photos::*;

const WIDTH: u32 = 1600;
const HEIGHT: u32 = 1200;
/// What is taken whatever the photo: tables of the readers, the first use of a library.
const BESIDES: u64 = 3 << 20;
/// Tells the started test which photo to take.
const PHOTO: &str = "VITRINE_TEST_PHOTO";

/// Zeros as PNG and TIFF pack them: a thousandth is left.
fn zeros(bytes: u64) -> Vec<u8> {
    fdeflate::compress_to_vec(&vec![0; usize::try_from(bytes).unwrap()])
}

/// A black PNG; with `transparent`, its black is so.
fn png(bits: u8, kind: u8, interlaced: bool, transparent: bool) -> Vec<u8> {
    let channels = match kind {
        0 | 3 => 1,
        4 => 2,
        2 => 3,
        _ => 4,
    };
    let row = |width: u32| (u64::from(width) * channels * u64::from(bits)).div_ceil(8) + 1;
    let bytes = if interlaced {
        [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
            .map(|(x, y, dx, dy)| row((WIDTH - x).div_ceil(dx)) * u64::from((HEIGHT - y).div_ceil(dy)))
            .iter()
            .sum()
    } else {
        row(WIDTH) * u64::from(HEIGHT)
    };
    let header = [&WIDTH.to_be_bytes()[..], &HEIGHT.to_be_bytes(), &[bits, kind, 0, 0, u8::from(interlaced)]];
    let mut parts = vec![b"\x89PNG\r\n\x1A\n".to_vec(), png_chunk(b"IHDR", &header.concat())];
    if kind == 3 {
        parts.push(png_chunk(b"PLTE", &[0, 0, 0, 255, 255, 255]));
    }
    if transparent {
        parts.push(png_chunk(b"tRNS", &[0; 6][..[2, 0, 6, 1][usize::from(kind)]]));
    }
    parts.push(png_chunk(b"IDAT", &zeros(bytes)));
    parts.push(png_chunk(b"IEND", b""));
    parts.concat()
}

fn jpeg(color: ColorType, sampling: SamplingFactor, progressive: bool, turned: bool) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, 80);
    encoder.set_sampling_factor(sampling);
    encoder.set_progressive(progressive);
    let channels = match color {
        ColorType::Luma => 1,
        ColorType::Rgb => 3,
        _ => 4,
    };
    let row: Vec<u8> = (0..WIDTH as usize * channels).map(|at| (at / 100) as u8).collect();
    encoder.encode(&row.repeat(HEIGHT as usize), WIDTH as u16, HEIGHT as u16, color).unwrap();
    if turned { jpeg_with_exif(&out, &camera_exif(6, b"preview")) } else { out }
}

/// A WebP whose canvas shows one `frame` of an animation.
fn animation(frame: &[u8], width: u32, height: u32) -> Vec<u8> {
    let chunk = |name: &[u8; 4], data: &[u8]| {
        [name, &(data.len() as u32).to_le_bytes()[..], data, &vec![0; data.len() % 2]].concat()
    };
    let number = |number: u32| number.to_le_bytes()[..3].to_vec();
    // Without the header of the file, and of an extended file only what it shows.
    let shown = if &frame[12..16] == b"VP8X" { &frame[30..] } else { &frame[12..] };
    let place = [number(0), number(0), number(width - 1), number(height - 1), number(10), vec![0]].concat();
    let body = [
        b"WEBP".to_vec(),
        chunk(b"VP8X", &[vec![0x12, 0, 0, 0], number(WIDTH - 1), number(HEIGHT - 1)].concat()),
        chunk(b"ANIM", &[0; 6]),
        chunk(b"ANMF", &[&place, shown].concat()),
    ]
    .concat();
    [b"RIFF", &(body.len() as u32).to_le_bytes()[..], &body].concat()
}

/// A GIF of one colour: a frame of another size than the screen is drawn on it.
fn gif(frame: (u16, u16), interlaced: bool) -> Vec<u8> {
    let mut out = b"GIF89a".to_vec();
    out.extend((WIDTH as u16).to_le_bytes());
    out.extend((HEIGHT as u16).to_le_bytes());
    out.extend([0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
    out.extend(b"!\xF9\x04\x01\0\0\x01\0,\0\0\0\0");
    out.extend(frame.0.to_le_bytes());
    out.extend(frame.1.to_le_bytes());
    out.extend([if interlaced { 0x40 } else { 0 }, 2]);
    // Codes of three bits: begin anew, and two pixels, again and again.
    let pixels = usize::from(frame.0) * usize::from(frame.1);
    let codes = (0..pixels.div_ceil(2)).flat_map(|_| [4_u8, 0, 0]).chain([5]);
    let (mut packed, mut held, mut bits) = (Vec::new(), 0_u32, 0);
    for code in codes {
        held |= u32::from(code) << bits;
        bits += 3;
        while bits >= 8 {
            packed.push(held as u8);
            held >>= 8;
            bits -= 8;
        }
    }
    packed.push(held as u8);
    for block in packed.chunks(255) {
        out.push(block.len() as u8);
        out.extend(block);
    }
    out.extend(b"\0;");
    out
}

/// A packed TIFF of any number of channels and bits; 32 are those of a fraction.
fn tiff(channels: u16, bits: u16, photometric: u16) -> Vec<u8> {
    let data = zeros(u64::from(channels) * u64::from(bits) / 8 * u64::from(WIDTH * HEIGHT));
    let entries: [(u16, u16, u32, u32); 9] = [
        (256, 4, 1, WIDTH),
        (257, 4, 1, HEIGHT),
        (258, 3, channels.into(), 0),
        (259, 3, 1, 8),
        (262, 3, 1, photometric.into()),
        (273, 4, 1, 0),
        (277, 3, 1, channels.into()),
        (278, 4, 1, HEIGHT),
        (279, 4, 1, data.len() as u32),
    ];
    let extra = matches!((photometric, channels), (1, 2) | (2, 4) | (5, 5));
    let is_fraction = bits == 32;
    let count = entries.len() + usize::from(extra) + usize::from(is_fraction);
    let after = 8 + 2 + 12 * count as u32 + 4;
    let pixels_at = after + 16;
    let mut out = b"II*\0\x08\0\0\0".to_vec();
    out.extend((count as u16).to_le_bytes());
    for (tag, kind, many, value) in entries {
        let value = match (tag, channels) {
            (258, 1) => bits.into(),
            (258, 2) => u32::from(bits) << 16 | u32::from(bits),
            (258, _) => after,
            (273, _) => pixels_at,
            _ => value,
        };
        out.extend(tag.to_le_bytes());
        out.extend(kind.to_le_bytes());
        out.extend(many.to_le_bytes());
        out.extend(value.to_le_bytes());
    }
    if extra {
        out.extend([0x52, 1, 3, 0, 1, 0, 0, 0, 2, 0, 0, 0]);
    }
    if is_fraction {
        // One value for all channels is what most programs read.
        out.extend([0x53, 1, 3, 0, 1, 0, 0, 0, 3, 0, 0, 0]);
    }
    out.extend([0; 4]);
    (0..8).for_each(|_| out.extend(bits.to_le_bytes()));
    [out, data].concat()
}

fn bmp(bits: u16) -> Vec<u8> {
    let row = (WIDTH * u32::from(bits)).div_ceil(32) * 4;
    let colors: u32 = if bits <= 8 { 4 << bits } else { 0 };
    let mut out = b"BM".to_vec();
    [54 + colors + row * HEIGHT, 0, 54 + colors, 40, WIDTH, HEIGHT, u32::from(bits) << 16 | 1]
        .iter()
        .chain(&[0; 6])
        .for_each(|number| out.extend(number.to_le_bytes()));
    out.resize((54 + colors + row * HEIGHT) as usize, 0);
    out
}

fn every_kind() -> Vec<(String, Vec<u8>)> {
    use ColorType::{Cmyk, CmykAsYcck, Luma, Rgb};
    use SamplingFactor::{F_1_1, F_2_1, F_2_2};
    let mut all = Vec::new();
    for interlaced in [false, true] {
        for (bits, kind, transparent) in [
            (1, 0, false),
            (1, 0, true),
            (8, 0, false),
            (8, 0, true),
            (16, 0, false),
            (16, 0, true),
            (8, 2, false),
            (8, 2, true),
            (16, 2, false),
            (16, 2, true),
            (1, 3, false),
            (1, 3, true),
            (8, 3, false),
            (8, 3, true),
            (8, 4, false),
            (16, 4, false),
            (8, 6, false),
            (16, 6, false),
        ] {
            let name =
                format!("png {bits} bits, kind {kind}, transparent {transparent}, interlaced {interlaced}");
            all.push((name, png(bits, kind, interlaced, transparent)));
        }
        for (name, color, sampling) in [
            ("grey", Luma, F_1_1),
            ("full colours", Rgb, F_1_1),
            ("half colours", Rgb, F_2_1),
            ("quarter colours", Rgb, F_2_2),
            ("inks", Cmyk, F_1_1),
            ("inks as brightness", CmykAsYcck, F_1_1),
        ] {
            for turned in [false, true] {
                let progressive = interlaced;
                let name = format!("jpeg {name}, progressive {progressive}, turned {turned}");
                all.push((name, jpeg(color, sampling, progressive, turned)));
            }
        }
        all.push((format!("gif, interlaced {interlaced}"), gif((WIDTH as u16, HEIGHT as u16), interlaced)));
    }
    all.push(("gif of a small frame".to_owned(), gif((16, 16), false)));
    let scene = scene(WIDTH, HEIGHT);
    let lossless = encode(&scene, ImageFormat::WebP);
    let lossless_alpha = encode(&transparent(&scene), ImageFormat::WebP);
    let lossy = include_bytes!("../photos/large-lossy.webp").to_vec();
    let lossy_alpha = include_bytes!("../photos/large-lossy-alpha.webp").to_vec();
    for (name, still) in [
        ("lossless", lossless),
        ("lossless, transparent", lossless_alpha),
        ("lossy", lossy),
        ("lossy, transparent", lossy_alpha),
    ] {
        all.push((format!("webp animated, {name}"), animation(&still, WIDTH, HEIGHT)));
        all.push((format!("webp {name}"), still));
    }
    let small = encode(&transparent(&crate::kit::photos::scene(16, 16)), ImageFormat::WebP);
    all.push(("webp animated, of a small frame".to_owned(), animation(&small, 16, 16)));
    for (channels, photometric) in [(1, 1), (1, 0), (2, 1), (3, 2), (4, 2), (4, 5), (5, 5), (3, 6)] {
        for bits in [8, 16, 32] {
            let name = format!("tiff {channels} channels of {bits} bits, photometric {photometric}");
            all.push((name, tiff(channels, bits, photometric)));
        }
    }
    for bits in [1, 8, 16, 24, 32] {
        all.push((format!("bmp {bits} bits"), bmp(bits)));
    }
    all
}

fn transparent(image: &DynamicImage) -> DynamicImage {
    let mut rgba = image.to_rgba8();
    rgba.pixels_mut().for_each(|pixel| pixel[3] = 128);
    rgba.into()
}

/// A figure of this process, in bytes.
fn memory(figure: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(figure)).unwrap();
    line.trim().strip_suffix("kB").unwrap().trim().parse::<u64>().unwrap() << 10
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "started by the one below, once for each photo"]
fn one_photo_is_measured() {
    let Some(path) = std::env::var_os(PHOTO) else { return };
    let before = memory("VmRSS:");
    let read = || std::fs::read(&path).unwrap();
    let larger = |limits: Limits| _ = std::hint::black_box(prepare("photo", read(), &limits));
    let mut peaks = Vec::new();
    let mut measure = |name: &str, work: &dyn Fn()| {
        work();
        peaks.push(format!("{name} {}", memory("VmHWM:").saturating_sub(before)));
    };
    measure("thumbnail", &|| _ = std::hint::black_box(thumbnail(&read(), 256)));
    measure("sent", &|| larger(Limits::default()));
    measure("small", &|| larger(Limits { max_side: Some(1000), ..formats_only(&[Format::Jpeg]) }));
    measure("jpeg", &|| larger(formats_only(&[Format::Jpeg])));
    measure("short", &|| larger(Limits { max_bytes: Some(500), ..Limits::default() }));
    measure("code", &|| _ = std::hint::black_box(find_code(&read())));
    let mut out =
        std::fs::File::options().append(true).open(Path::new(&path).with_extension("peak")).unwrap();
    out.write_all(peaks.join(", ").as_bytes()).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn the_memory_that_is_told_is_at_least_what_is_taken() {
    let place = tempfile::tempdir().unwrap();
    let (path, peak) = (place.path().join("photo"), place.path().join("photo.peak"));
    let mut too_little = Vec::new();
    for (name, bytes) in every_kind() {
        std::fs::write(&path, &bytes).unwrap();
        std::fs::write(&peak, "").unwrap();
        let status = Command::new(std::env::current_exe().unwrap())
            .args(["memory::one_photo_is_measured", "--exact", "--ignored"])
            .env(PHOTO, &path)
            // What was freed is given back at once.
            .env("MALLOC_MMAP_THRESHOLD_", "65536")
            .output()
            .unwrap();
        assert!(status.status.success(), "{name}: {}", String::from_utf8_lossy(&status.stdout));
        let (told, taken) = (cost_of_file(&path), std::fs::read_to_string(&peak).unwrap());
        let most: u64 = taken.rsplit(' ').next().unwrap().parse().unwrap();
        println!("{name}: told {told}, taken {taken}");
        if most > told + BESIDES {
            too_little.push(format!("{name}: told {told}, taken {taken}"));
        }
    }
    assert!(too_little.is_empty(), "{}\n", too_little.join("\n"));
}
