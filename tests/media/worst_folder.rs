//! The worst folder that a shop owner can drop. All good photos reach the shop upright, without private data,
//! and in the right colours. Each bad one is reported by name with the reason.

use std::fs::{self, File};
use std::io::{Cursor, Write};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

use image::codecs::gif::GifEncoder;
use image::codecs::png::PngEncoder;
use image::{DynamicImage, Frame, ImageDecoder, ImageEncoder, ImageFormat, ImageReader, RgbImage};
use moxcms::{ColorProfile, Layout, TransformOptions};
use vitrine_sandbox::{Faults, Options, ShopBehaviour, State};

use crate::kit::photos::*;
use crate::kit::shop::{RunOutput, Shop, TestEnv, write};

/// The mean colours of the quarters: top left, top right, bottom left, bottom right.
type Quarters = [[f32; 3]; 4];

/// The colours of `crates/media/tests/photos/press.jpg`, by the formulas of CIE Lab (D50) and CSS Color 4.
const PRESS: Quarters = {
    const PAPER: [f32; 3] = [245.0, 240.0, 225.0];
    [[0.0, 148.0, 200.0], PAPER, [28.0, 28.0, 28.0], PAPER]
};
/// The maximum mean difference, out of 255.
const TOLERANCE: f32 = 2.0;
/// The maximum for files whose scene differs slightly, such as those without the texture.
const WIDE_TOLERANCE: f32 = 12.0;

struct GoodPhoto {
    name: String,
    bytes: Vec<u8>,
    shows: Quarters,
    tolerance: f32,
}

/// The mean colours, at some distance from the edges of the quarters.
fn quarters(picture: &RgbImage) -> Quarters {
    let (width, height) = (picture.width() as usize / 2, picture.height() as usize / 2);
    [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(right, down)| {
        let mut sum = [0.0; 3];
        let (columns, rows) = (width / 4..width - width / 4, height / 4..height - height / 4);
        for (x, y) in rows.clone().flat_map(|y| columns.clone().map(move |x| (x, y))) {
            let pixel = picture.get_pixel((x + right * width) as u32, (y + down * height) as u32);
            sum.iter_mut().zip(pixel.0).for_each(|(sum, channel)| *sum += f32::from(channel));
        }
        sum.map(|sum| sum / (rows.len() * columns.len()) as f32)
    })
}

/// The colours as defined by `profile`.
fn in_srgb(picture: &RgbImage, profile: &ColorProfile) -> RgbImage {
    let transform = profile
        .create_transform_8bit(
            Layout::Rgb,
            &ColorProfile::new_srgb(),
            Layout::Rgb,
            TransformOptions::default(),
        )
        .unwrap();
    let mut out = RgbImage::new(picture.width(), picture.height());
    transform.transform(picture, &mut out).unwrap();
    out
}

fn good_photos() -> Vec<GoodPhoto> {
    let scene = scene(320, 200);
    let upright = quarters(&scene.to_rgb8());
    let grey = quarters(&DynamicImage::from(scene.to_luma8()).to_rgb8());
    let every_format = every_format().into_iter();
    let mut photos: Vec<_> = every_format
        .map(|(name, bytes)| {
            (
                format!("format {name}"),
                bytes,
                if name.contains("grey") { grey } else { upright },
                WIDE_TOLERANCE,
            )
        })
        .collect();
    let mut add = |name: &str, bytes: Vec<u8>| photos.push((name.to_owned(), bytes, upright, TOLERANCE));
    let preview = encode(&scene.thumbnail(32, 20), ImageFormat::Jpeg);
    for orientation in 1..=8 {
        let exif = camera_exif(orientation, &preview);
        let stored = stored_rotated(orientation, &scene);
        add(
            &format!("orientation {orientation}.jpg"),
            jpeg_with_exif(&encode(&stored, ImageFormat::Jpeg), &exif),
        );
        add(
            &format!("orientation progressive {orientation}.jpg"),
            jpeg_with_exif(&progressive_jpeg(&stored), &exif),
        );
        add(
            &format!("orientation {orientation}.png"),
            with_chunks(&encode(&stored, ImageFormat::Png), &[png_chunk(b"eXIf", &exif)]),
        );
        let webp = webp_with_exif(
            &encode(&stored, ImageFormat::WebP),
            &exif,
            b"<x:xmpmeta>exif:GPSLatitude Parvin</x:xmpmeta>",
        );
        add(&format!("orientation {orientation}.webp"), webp);
    }
    let trailing = jpeg_with_exif(&encode(&scene, ImageFormat::Jpeg), &camera_exif(1, b""));
    add("a second picture behind the end.jpg", [encode(&scene, ImageFormat::Jpeg), trailing].concat());
    add(
        "more behind the end.bmp",
        [&encode(&scene, ImageFormat::Bmp)[..], b"<x:xmpmeta>exif:GPSLatitude Parvin"].concat(),
    );
    add("a JPEG by its content.png", encode(&scene, ImageFormat::Jpeg));
    add("no extension", encode(&scene, ImageFormat::Png));
    add("deep.png", encode(&scene.to_rgb16().into(), ImageFormat::Png));
    add("animated.gif", animated_gif(&scene));
    for (name, bytes) in [
        ("phone.heic", &include_bytes!("../../crates/media/tests/photos/held.heic")[..]),
        ("phone mirrored.heic", include_bytes!("../../crates/media/tests/photos/mirrored.heic")),
        ("phone deep.heic", include_bytes!("../../crates/media/tests/photos/deep.heic")),
    ] {
        photos.push((name.to_owned(), bytes.to_vec(), upright, TOLERANCE));
    }
    let similar = [
        ("phone tiles.heic", &include_bytes!("../../crates/media/tests/photos/tiles.heic")[..]),
        ("cmyk-progressive.jpg", include_bytes!("../../crates/media/tests/photos/cmyk-progressive.jpg")),
        ("pages.tif", include_bytes!("../../crates/media/tests/photos/pages.tif")),
        ("palette-alpha.png", include_bytes!("../../crates/media/tests/photos/palette-alpha.png")),
    ];
    photos.extend(similar.map(|(name, bytes)| (name.to_owned(), bytes.to_vec(), upright, WIDE_TOLERANCE)));
    let printed = [
        ("press.jpg", &include_bytes!("../../crates/media/tests/photos/press.jpg")[..]),
        ("press-progressive.jpg", include_bytes!("../../crates/media/tests/photos/press-progressive.jpg")),
    ];
    photos.extend(printed.map(|(name, bytes)| (name.to_owned(), bytes.to_vec(), PRESS, TOLERANCE)));
    photos.extend(
        wide_gamut_photos(&scene).map(|(name, bytes, shows)| (name.to_owned(), bytes, shows, TOLERANCE)),
    );
    photos
        .into_iter()
        .map(|(name, bytes, shows, tolerance)| GoodPhoto { name, bytes, shows, tolerance })
        .collect()
}

/// The scene, then the scene upside down.
fn animated_gif(scene: &DynamicImage) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = GifEncoder::new(&mut bytes);
    encoder.encode_frames([scene.to_rgba8(), scene.rotate180().to_rgba8()].map(Frame::new)).unwrap();
    drop(encoder);
    bytes
}

/// Photos in Display P3, as phones write them.
fn wide_gamut_photos(scene: &DynamicImage) -> [(&'static str, Vec<u8>, Quarters); 2] {
    // Moderate colours within the gamut of sRGB.
    let mild = RgbImage::from_fn(scene.width(), scene.height(), |x, y| {
        let image::Rgb(color) = *scene.as_rgb8().unwrap().get_pixel(x, y);
        image::Rgb(color.map(|channel| 80 + channel / 2))
    });
    let p3 = ColorProfile::new_display_p3();
    let shows = quarters(&in_srgb(&mild, &p3));
    let icc = p3.encode().unwrap();
    let profile = [b"ICC_PROFILE\0\x01\x01", &icc[..]].concat();
    let jpeg =
        with_segments(&encode(&mild.clone().into(), ImageFormat::Jpeg), &[jpeg_segment(0xE2, &profile)]);
    let mut png = Vec::new();
    let mut encoder = PngEncoder::new(&mut png);
    encoder.set_icc_profile(icc).unwrap();
    encoder.write_image(&mild, mild.width(), mild.height(), image::ExtendedColorType::Rgb8).unwrap();
    [("wide colours.jpg", jpeg, shows), ("wide colours.png", png, shows)]
}

/// File names, contents, and the expected problem code.
fn bad_photos() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    let jpeg = encode(&scene(320, 200), ImageFormat::Jpeg);
    let png = encode(&scene(320, 200), ImageFormat::Png);
    let webp = encode(&scene(320, 200), ImageFormat::WebP);
    let bmp = encode(&scene(320, 200), ImageFormat::Bmp);
    let side = 100_000u32.to_be_bytes();
    let header = png_chunk(b"IHDR", &[&side[..], &side, &[8, 2, 0, 0, 0]].concat());
    let bomb =
        [b"\x89PNG\r\n\x1A\n", &header[..], &png_chunk(b"IDAT", &[0; 64]), &png_chunk(b"IEND", b"")].concat();
    let mut corrupt = png.clone();
    let middle = corrupt.len() / 2;
    corrupt[middle..middle + 8].fill(0x55);
    vec![
        ("bomb.png", bomb, "photo_too_large"),
        ("cut JPEG.jpg", jpeg[..jpeg.len() / 2].to_vec(), "photo_damaged"),
        ("cut and closed.jpg", [&jpeg[..jpeg.len() / 2], b"\xFF\xD9"].concat(), "photo_damaged"),
        ("cut PNG.png", png[..png.len() / 2].to_vec(), "photo_damaged"),
        ("cut WebP.webp", webp[..webp.len() / 2].to_vec(), "photo_damaged"),
        ("corrupt.png", corrupt, "photo_damaged"),
        ("nothing.jpg", Vec::new(), "file_empty"),
        ("letter.jpg", b"Dear customer,".to_vec(), "not_a_photo"),
        (
            "cut HEIC.heic",
            include_bytes!("../../crates/media/tests/photos/held.heic")[..2000].to_vec(),
            "photo_damaged",
        ),
        ("phone AVIF.avif", b"\0\0\0\x18ftypavif\0\0\0\0mif1avif".to_vec(), "photo_format_unsupported"),
        ("cut BMP.bmp", bmp[..bmp.len() / 2].to_vec(), "photo_damaged"),
        ("camera.dng", [b"II\x2A\0\x10\0\0\0CR\x02\0", &[0; 32][..]].concat(), "photo_format_unsupported"),
    ]
}

/// Decodes a photo like a viewer with colour management: with the orientation and the colour profile applied.
fn displayed(bytes: &[u8]) -> RgbImage {
    let mut decoder =
        ImageReader::new(Cursor::new(bytes)).with_guessed_format().unwrap().into_decoder().unwrap();
    let (orientation, icc) = (decoder.orientation().unwrap(), decoder.icc_profile().unwrap());
    let mut picture = DynamicImage::from_decoder(decoder).unwrap();
    picture.apply_orientation(orientation);
    let picture = picture.into_rgb8();
    match icc {
        Some(icc) => in_srgb(&picture, &ColorProfile::new_from_slice(&icc).unwrap()),
        None => picture,
    }
}

fn stem(name: &str) -> &str {
    Path::new(name).file_stem().unwrap().to_str().unwrap()
}

/// The problem of this file names it and says what to do.
fn assert_reported(output: &RunOutput, name: &str, codes: &[&str]) {
    let products = output.product_events();
    let problem =
        &products.get(stem(name)).unwrap_or_else(|| panic!("{name} is not reported: {output:?}"))["problem"];
    assert!(codes.iter().any(|code| problem["code"] == *code), "{name}: {problem}");
    assert!(problem["subject"].as_str().unwrap().contains(name), "{name}: {problem}");
    assert!(!problem["remedy"].as_str().unwrap().is_empty());
}

const FIELDS: [&str; 4] = ["--set", "primary_price=250000", "--set", "stock=3"];

/// Writes each photo to a separate folder, because some names differ only in their extension.
fn drop_good_photos(env: &TestEnv) -> Vec<GoodPhoto> {
    let good = good_photos();
    good.iter().enumerate().for_each(|(n, photo)| {
        write(&env.photos().join(format!("Good {n}")).join(&photo.name), &photo.bytes);
    });
    good
}

/// Checks that the uploaded photos are upright, without private data, and in the right colours, and returns
/// them.
fn assert_correct(env: &TestEnv, good: &[GoodPhoto], output: &RunOutput, files: &Path) -> Vec<Vec<u8>> {
    let products = output.product_events();
    let sent: Vec<Vec<u8>> = (0..good.len())
        .map(|n| {
            let id = products[&format!("Good {n}")]["photo_id"].as_u64().unwrap();
            fs::read(files.join(id.to_string())).unwrap()
        })
        .collect();
    for (n, (photo, sent)) in good.iter().zip(&sent).enumerate() {
        let name = &photo.name;
        // The colours of unchanged photos are not checked: few decoders support the profile of a printing
        // press.
        if *sent != photo.bytes {
            let found = quarters(&displayed(sent));
            let differences =
                found.as_flattened().iter().zip(photo.shows.as_flattened()).map(|(a, b)| (a - b).abs());
            let mean = differences.sum::<f32>() / 12.0;
            assert!(mean <= photo.tolerance, "{name}: {mean}, {found:?} for {:?}", photo.shows);
        }
        for word in [&b"Parvin"[..], b"GPS", b"xmp"] {
            assert!(!contains(sent, word), "{name} still contains {}", String::from_utf8_lossy(word));
        }
        assert!(
            fs::read(env.photos().join(format!("Good {n}")).join(name)).unwrap() == photo.bytes,
            "{name} was changed on the disk"
        );
    }
    assert_eq!(exiftool_findings(files), Vec::<String>::new());
    sent
}

#[test]
fn all_good_photos_arrive_correctly_and_each_bad_one_is_reported_by_name() {
    let state = tempfile::tempdir().unwrap();
    let shop = Shop::open(Options { state: State::Directory(state.path().to_owned()), ..Options::default() });
    let env = TestEnv::new(&shop);
    let good = drop_good_photos(&env);
    let bad = bad_photos();
    bad.iter().for_each(|(name, bytes, _)| write(&env.photos().join(name), bytes));
    let unreadable = create_unreadable_entries(&env.photos());
    let mut long = File::create(env.photos().join("long.jpg")).unwrap();
    long.write_all(&encode(&scene(320, 200), ImageFormat::Jpeg)).unwrap();
    long.set_len((4 << 30) + 1).unwrap();

    let output = env.import(&FIELDS);

    let failed = (bad.len() + unreadable.len()) as u64 + 1;
    assert_eq!((output.status, output.counts()), (1, [good.len() as u64, 0, failed, 0]), "{}", output.stderr);
    bad.iter().for_each(|(name, _, code)| assert_reported(&output, name, &[code]));
    unreadable.iter().for_each(|name| assert_reported(&output, name, &["file_unreadable"]));
    assert_reported(&output, "long.jpg", &["photo_too_large"]);
    assert_correct(&env, &good, &output, &state.path().join("files"));
}

#[test]
fn resized_photos_are_as_correct_as_unchanged_ones() {
    const MAX_BYTES: u64 = 2500;
    let state = tempfile::tempdir().unwrap();
    let behaviour =
        ShopBehaviour { photo_bytes: MAX_BYTES, tell_photo_bytes: true, ..ShopBehaviour::default() };
    let faults = Faults { behaviour, ..Faults::default() };
    let shop = Shop::open(Options {
        state: State::Directory(state.path().to_owned()),
        faults,
        ..Options::default()
    });
    let env = TestEnv::new(&shop);
    let good = drop_good_photos(&env);

    let output = env.import(&FIELDS);

    assert_eq!((output.status, output.counts()), (0, [good.len() as u64, 0, 0, 0]), "{}", output.stderr);
    let sent = assert_correct(&env, &good, &output, &state.path().join("files"));
    assert!(sent.iter().all(|sent| sent.len() as u64 <= MAX_BYTES));
}

/// Creates things that only look like photos by their name. The unreadable photo is omitted for root, who can
/// read everything.
fn create_unreadable_entries(photos: &Path) -> Vec<&'static str> {
    fs::create_dir(photos.join("a.jpg")).unwrap();
    let mut names = vec!["a.jpg"];
    #[cfg(unix)]
    {
        use std::os::unix::fs::{PermissionsExt, symlink};
        symlink(photos.join("moved away.jpg"), photos.join("broken link.jpg")).unwrap();
        symlink(photos.join("circular link 2.jpg"), photos.join("circular link 1.jpg")).unwrap();
        symlink(photos.join("circular link 1.jpg"), photos.join("circular link 2.jpg")).unwrap();
        assert!(Command::new("mkfifo").arg(photos.join("pipe.jpg")).status().unwrap().success());
        names.extend(["broken link.jpg", "circular link 1.jpg", "circular link 2.jpg", "pipe.jpg"]);
        let locked = photos.join("locked.jpg");
        write(&locked, &encode(&scene(320, 200), ImageFormat::Jpeg));
        fs::set_permissions(&locked, fs::Permissions::from_mode(0o000)).unwrap();
        if File::open(&locked).is_err() {
            names.push("locked.jpg");
        } else {
            fs::remove_file(locked).unwrap();
        }
    }
    names
}

#[test]
fn files_that_change_meanwhile_arrive_complete_or_are_reported() {
    let state = tempfile::tempdir().unwrap();
    let shop = Shop::open(Options { state: State::Directory(state.path().to_owned()), ..Options::default() });
    let env = TestEnv::new(&shop);
    let versions = [encode(&scene(320, 200), ImageFormat::Jpeg), encode(&scene(200, 320), ImageFormat::Jpeg)];
    let [replaced, growing, aside] =
        ["replaced.jpg", "growing.jpg", "aside"].map(|name| env.photos().join(name));
    write(&replaced, &versions[0]);
    // The file is never complete, as if it were still being copied.
    write(&growing, &versions[0][..versions[0].len() / 2]);
    let finished = AtomicBool::new(false);
    let output = std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut more = File::options().append(true).open(&growing).unwrap();
            for version in versions.iter().cycle() {
                if finished.load(Ordering::Relaxed) {
                    break;
                }
                fs::write(&aside, version).unwrap();
                fs::rename(&aside, &replaced).unwrap();
                more.write_all(&[0x55; 3]).unwrap();
            }
        });
        let output = env.import(&FIELDS);
        finished.store(true, Ordering::Relaxed);
        output
    });
    assert_reported(&output, "growing.jpg", &["file_unreadable", "photo_damaged", "photo_too_large"]);
    let replaced = &output.product_events()["replaced"];
    match replaced["photo_id"].as_u64() {
        Some(id) => {
            assert!(versions.contains(&fs::read(state.path().join("files").join(id.to_string())).unwrap()));
        }
        None => assert_reported(&output, "replaced.jpg", &["file_unreadable"]),
    }
}

/// The metadata that exiftool finds in the files of a folder, except the orientation. Empty if exiftool is
/// not installed.
fn exiftool_findings(folder: &Path) -> Vec<String> {
    let groups = [
        "-EXIF:All",
        "--EXIF:Orientation",
        "-GPS:All",
        "-XMP:All",
        "-IPTC:All",
        "-MakerNotes:All",
        "-Photoshop:All",
        "-MPF:All",
    ];
    let Ok(found) = Command::new("exiftool").args(["-a", "-s", "-G"]).args(groups).arg(folder).output()
    else {
        return Vec::new();
    };
    let text = String::from_utf8(found.stdout).unwrap();
    text.lines().filter(|line| line.starts_with('[')).map(str::to_owned).collect()
}
