//! The worst folder a shop owner can drop: all good photos are in the shop, upright and private, and of each other one it
//! is said by name why not.

#[path = "media/photos.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod photos;
mod shop;

use std::fs::{self, File};
use std::io::{Cursor, Write};
use std::path::Path;
use std::process::Command;

use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader};
use photos::*;
use shop::{Desk, Ran, Shop, write};
use vitrine::sandbox::{Options, State};

/// By what each is called; all of the same scene.
fn good_photos() -> Vec<(String, Vec<u8>)> {
    let mut photos: Vec<_> = every_format().into_iter().map(|(name, bytes)| (format!("format {name}"), bytes)).collect();
    let scene = scene(320, 200);
    let preview = encode(&scene.thumbnail(32, 20), ImageFormat::Jpeg);
    for orientation in 1..=8 {
        let exif = camera_exif(orientation, &preview);
        let stored = held(orientation, &scene);
        photos.push((format!("held {orientation}.jpg"), jpeg_with_exif(&encode(&stored, ImageFormat::Jpeg), &exif)));
        photos.push((format!("held progressive {orientation}.jpg"), jpeg_with_exif(&progressive_jpeg(&stored), &exif)));
        let png = with_chunks(&encode(&stored, ImageFormat::Png), &[png_chunk(b"eXIf", &exif)]);
        photos.push((format!("held {orientation}.png"), png));
        let webp = webp_with_exif(&encode(&stored, ImageFormat::WebP), &exif, b"<x:xmpmeta>exif:GPSLatitude Parvin</x:xmpmeta>");
        photos.push((format!("held {orientation}.webp"), webp));
    }
    let p3 = moxcms::ColorProfile::new_display_p3().encode().unwrap();
    let profile = [b"ICC_PROFILE\0\x01\x01", &p3[..]].concat();
    photos.push(("wide colours.jpg".to_owned(), with_segments(&encode(&scene, ImageFormat::Jpeg), &[jpeg_segment(0xE2, &profile)])));
    let mut behind = encode(&scene, ImageFormat::Jpeg);
    behind.extend(jpeg_with_exif(&encode(&scene, ImageFormat::Jpeg), &camera_exif(1, b"")));
    photos.push(("a second picture behind the end.jpg".to_owned(), behind));
    photos.push(("a JPEG by its content.png".to_owned(), encode(&scene, ImageFormat::Jpeg)));
    photos.push(("no ending".to_owned(), encode(&scene, ImageFormat::Png)));
    photos
}

/// By what each is called, and the code of what is wrong with it.
fn bad_photos() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    let jpeg = encode(&scene(320, 200), ImageFormat::Jpeg);
    let png = encode(&scene(320, 200), ImageFormat::Png);
    let webp = encode(&scene(320, 200), ImageFormat::WebP);
    let side = 100_000u32.to_be_bytes();
    let header = png_chunk(b"IHDR", &[&side[..], &side, &[8, 2, 0, 0, 0]].concat());
    let bomb = [b"\x89PNG\r\n\x1A\n", &header[..], &png_chunk(b"IDAT", &[0; 64]), &png_chunk(b"IEND", b"")].concat();
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
        ("phone HEIC.heic", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic".to_vec(), "photo_format_unsupported"),
        ("phone AVIF.avif", b"\0\0\0\x18ftypavif\0\0\0\0mif1avif".to_vec(), "photo_format_unsupported"),
        ("camera.dng", [b"II\x2A\0\x10\0\0\0CR\x02\0", &[0; 32][..]].concat(), "photo_format_unsupported"),
    ]
}

/// As any program shows it: turned the way its file says.
fn shown(bytes: &[u8]) -> DynamicImage {
    let mut decoder = ImageReader::new(Cursor::new(bytes)).with_guessed_format().unwrap().into_decoder().unwrap();
    let orientation = decoder.orientation().unwrap();
    let mut picture = DynamicImage::from_decoder(decoder).unwrap();
    picture.apply_orientation(orientation);
    picture
}

fn stem(name: &str) -> &str {
    Path::new(name).file_stem().unwrap().to_str().unwrap()
}

/// Whatever the problem is, it names the file and says what to do.
fn assert_told(ran: &Ran, name: &str, code: &str) {
    let products = ran.products();
    let problem = &products.get(stem(name)).unwrap_or_else(|| panic!("{name} is not told of: {ran:?}"))["problem"];
    assert_eq!(problem["code"], code, "{name}");
    assert!(problem["subject"].as_str().unwrap().contains(name), "{name}: {problem}");
    assert!(!problem["remedy"].as_str().unwrap().is_empty());
}

#[test]
fn all_good_photos_arrive_right_and_each_bad_one_is_explained_by_name() {
    let state = tempfile::tempdir().unwrap();
    let shop = Shop::open(Options { state: State::Directory(state.path().to_owned()), ..Options::default() });
    let desk = Desk::at(&shop);
    let good = good_photos();
    // Each a folder of its own: some are called alike but for their ending.
    for (n, (name, bytes)) in good.iter().enumerate() {
        write(&desk.photos().join(format!("Good {n}")).join(name), bytes);
    }
    let bad = bad_photos();
    bad.iter().for_each(|(name, bytes, _)| write(&desk.photos().join(name), bytes));
    fs::create_dir(desk.photos().join("a.jpg")).unwrap();
    let mut long = File::create(desk.photos().join("long.jpg")).unwrap();
    long.write_all(&encode(&scene(320, 200), ImageFormat::Jpeg)).unwrap();
    long.set_len((4 << 30) + 1).unwrap();

    let ran = desk.import(&["--set", "primary_price=250000", "--set", "stock=3"]);

    let failed = bad.len() as u64 + 2;
    assert_eq!((ran.status, ran.counts()), (1, [good.len() as u64, 0, failed, 0]), "{}", ran.err);
    bad.iter().for_each(|(name, _, code)| assert_told(&ran, name, code));
    assert_told(&ran, "long.jpg", "photo_too_large");
    assert_told(&ran, "a.jpg", "file_unreadable");
    let products = ran.products();
    for (n, (name, before)) in good.iter().enumerate() {
        let id = products[&format!("Good {n}")]["photo_id"].as_u64().unwrap();
        let sent = fs::read(state.path().join("files").join(id.to_string())).unwrap();
        let picture = shown(&sent);
        if name.contains("grey") {
            assert!(picture == shown(before), "{name}");
        } else {
            let picture = picture.into_rgb8();
            assert!(is_upright(&picture), "{name}: {:?}", corners(&picture));
        }
        for word in [&b"Parvin"[..], b"GPS", b"xmp"] {
            assert!(!holds(&sent, word), "{name} still tells {}", String::from_utf8_lossy(word));
        }
        assert!(fs::read(desk.photos().join(format!("Good {n}")).join(name)).unwrap() == *before, "{name} was changed on the disk");
    }
    assert_eq!(told_by_exiftool(&state.path().join("files")), Vec::<String>::new());
}

/// What another program finds in the files of a folder, but for which way is up. Nothing where it is not installed.
fn told_by_exiftool(folder: &Path) -> Vec<String> {
    let groups = ["-EXIF:All", "--EXIF:Orientation", "-GPS:All", "-XMP:All", "-IPTC:All", "-MakerNotes:All", "-Photoshop:All", "-MPF:All"];
    let Ok(found) = Command::new("exiftool").args(["-a", "-s", "-G"]).args(groups).arg(folder).output() else { return Vec::new() };
    let told = String::from_utf8(found.stdout).unwrap();
    told.lines().filter(|line| line.starts_with('[')).map(str::to_owned).collect()
}
