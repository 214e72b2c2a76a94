//! Folders and photos.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use image::{DynamicImage, ImageFormat};
use vitrine_media::Limits;
use vitrine_sandbox::Options;

use crate::kit::photos::{
    camera_exif, contains, decoded, encode, is_upright, jpeg_segment, jpeg_with_exif, png_chunk, prepared,
    scene, stored_rotated, webp_with_exif, with_chunks, with_segments,
};
use crate::kit::shop::{RunOutput, Shop, TestEnv, write};

fn shop_and_env() -> (Shop, TestEnv) {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    (shop, env)
}

/// What would be created of these paths: each product with the number of its photos, sorted; and all that was
/// said.
fn dry_run(env: &TestEnv, paths: &[&Path], more: &[&str]) -> (Vec<(String, usize)>, RunOutput) {
    let paths = paths.iter().map(|path| path.to_str().unwrap());
    let arguments: Vec<&str> =
        ["import", "--dry-run", "--json"].into_iter().chain(more.iter().copied()).chain(paths).collect();
    let output = env.run(&arguments);
    let planned = output.lines.iter().filter(|line| line["event"] == "planned");
    let mut products: Vec<(String, usize)> = planned
        .map(|line| (line["name"].as_str().unwrap().to_owned(), line["photos"].as_array().unwrap().len()))
        .collect();
    products.sort();
    (products, output)
}

fn product(name: &str, photos: usize) -> (String, usize) {
    (name.to_owned(), photos)
}

/// The codes of the problems that were told, sorted, each once.
fn codes(output: &RunOutput) -> Vec<&str> {
    let problems = output.lines.iter().filter(|line| line["event"] == "problem");
    let mut codes: Vec<&str> = problems.map(|line| line["problem"]["code"].as_str().unwrap()).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

fn pipe(path: &Path) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

fn link(target: impl AsRef<Path>, at: PathBuf) {
    fs::create_dir_all(at.parent().unwrap()).unwrap();
    symlink(target, at).unwrap();
}

/// A photo outside of what is dropped.
fn private_photo(env: &TestEnv) -> PathBuf {
    let path = env.dir.path().join("private/passport.jpg");
    write(&path, &encode(&scene(64, 48), ImageFormat::Jpeg));
    path
}

#[test]
fn a_price_list_publishes_no_photo_from_elsewhere() {
    let (shop, env) = shop_and_env();
    let passport = private_photo(&env);
    env.photo("list/rug.jpg");
    link(&passport, env.photos().join("list/link.jpg"));
    let rows = [
        ("Rug", "rug.jpg"),
        ("Absolute", passport.to_str().unwrap()),
        ("Up", "../../private/passport.jpg"),
        ("Link", "link.jpg"),
    ];
    let rows: String = rows.iter().map(|(name, photo)| format!("{name},1000,{photo}\n")).collect();
    let sheet = env.photos().join("list/prices.csv");
    write(&sheet, format!("name,price,photos\n{rows}Share,1000,//127.0.0.1/share/a.jpg\n").as_bytes());

    let output = env.run(&["import", "--json", "--yes", "--sheet", sheet.to_str().unwrap()]);

    assert_eq!((output.status, shop.titles()), (1, vec!["Rug".to_owned()]), "{}", output.stderr);
    assert_eq!(shop.sandbox.files().len(), 1, "nothing else was uploaded");
    for said in ["which you didn’t add", passport.to_str().unwrap(), "//127.0.0.1/share/a.jpg"] {
        let printed = format!("{}{}", output.stdout, output.stderr);
        assert!(printed.contains(said), "{said}: {printed}");
    }

    let added = dry_run(&env, &[passport.parent().unwrap()], &["--sheet", sheet.to_str().unwrap()]);
    assert!(added.0.contains(&product("Absolute", 1)), "the owner adds the folder, too: {added:?}");
    assert!(!added.1.stderr.contains("passport.jpg”, which you didn’t add"), "{}", added.1.stderr);
}

#[test]
fn small_copies_of_an_exported_chat_are_no_photos() {
    let (_shop, env) = shop_and_env();
    for photo in [
        "photo_1@01-01-2024_12-00-00.jpg",
        "photo_1@01-01-2024_12-00-00_thumb.jpg",
        "rug.jpg",
        "rug.jpg_thumb.jpg",
        "my_thumb.jpg",
    ] {
        env.photo(&format!("chat/{photo}"));
    }
    let (products, output) = dry_run(&env, &[&env.photos()], &[]);
    assert_eq!(products, [product("chat", 3)], "{output:?}");
    assert!(output.stderr.contains("2 other files and folders were left out"), "{}", output.stderr);
}

#[test]
fn a_link_in_a_folder_leads_nowhere_else() {
    let (shop, env) = shop_and_env();
    let passport = private_photo(&env);
    env.photo("Rug/1.jpg");
    env.photo("Cup/1.jpg");
    link(passport.parent().unwrap(), env.photos().join("Private"));
    link(&passport, env.photos().join("Rug/2.jpg"));
    link("../Cup/1.jpg", env.photos().join("Jug/1.jpg"));

    let output = env.run(&["import", "--json", "--yes", env.photos().to_str().unwrap()]);
    assert_eq!(
        (output.status, shop.titles()),
        (1, vec!["Cup".to_owned(), "Jug".to_owned()]),
        "{}",
        output.stderr
    );
    assert_eq!(
        output.product_events()["Rug"]["problem"]["code"],
        "outside_dropped",
        "it is not created with a part of its photos"
    );

    let (products, _) = dry_run(&env, &[&env.photos(), passport.parent().unwrap()], &[]);
    assert!(products.contains(&product("Rug", 2)), "what the owner adds is followed: {products:?}");
    let chosen = env.dir.path().join("chosen");
    link(env.photos().join("Cup"), chosen.clone());
    assert_eq!(
        dry_run(&env, &[&chosen], &[]).0,
        [product("chosen", 1)],
        "a link that is itself dropped is the owner's choice"
    );
}

#[test]
fn a_diamond_of_links_is_walked_through_once() {
    let (_shop, env) = shop_and_env();
    env.photo("d0/1.jpg");
    for folder in 1..40 {
        for name in ["a", "b"] {
            link(format!("../d{}", folder - 1), env.photos().join(format!("d{folder}/{name}")));
        }
    }
    assert_eq!(dry_run(&env, &[&env.photos()], &[]).0, [product("d0", 1)]);
}

#[test]
fn a_folder_does_not_say_of_itself_what_a_phone_would() {
    let (_shop, env) = shop_and_env();
    for name in ["Claim", "Zero", "Pipe"] {
        env.photo(&format!("{name}/1.jpg"));
    }
    write(
        &env.photos().join("Claim/.product.json"),
        br#"{"id":"12345678","name":"Another name","price":"1"}"#,
    );
    link("/dev/zero", env.photos().join("Zero/.product.json"));
    pipe(&env.photos().join("Pipe/.product.json"));
    let (products, output) = dry_run(&env, &[&env.photos()], &[]);
    assert_eq!(products, [product("Claim", 1), product("Pipe", 1), product("Zero", 1)], "{}", output.stderr);
}

#[test]
fn neither_pipes_nor_devices_are_read_whatever_they_are_called() {
    let (_shop, env) = shop_and_env();
    env.photo("Rug/1.jpg");
    for name in ["Rug/2.jpg", "prices.csv"] {
        pipe(&env.photos().join(name));
    }
    link("/dev/zero", env.photos().join("zero.csv"));
    let (products, _) = dry_run(&env, &[&env.photos()], &[]);
    assert_eq!(products, [product("Rug", 2)], "the product fails with its pipe, and nothing waits for it");
    for sheet in ["prices.csv", "zero.csv"] {
        let sheet = env.photos().join(sheet);
        assert!(
            dry_run(&env, &[], &["--sheet", sheet.to_str().unwrap()]).1.stderr.contains("not a regular file")
        );
    }
    fs::remove_file(env.market()).unwrap();
    pipe(&env.market());
    assert!(env.run(&["whoami"]).stderr.contains("not a regular file"));
}

#[test]
fn a_file_called_like_an_option_is_none() {
    let (_shop, env) = shop_and_env();
    env.photo("Rug.jpg");
    write(&env.photos().join("--set=primary_price=1"), b"");
    let names = ["--set=primary_price=1", "Rug.jpg"];
    let mut command = env.command(&["import", "--dry-run"]);
    let output = command.args(names).current_dir(env.photos()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(2) && said.contains("“--set=primary_price=1”"), "{said}");
    let mut honest = env.command(&["import", "--dry-run", "--", "./--set=primary_price=1", "Rug.jpg"]);
    assert_eq!(honest.current_dir(env.photos()).output().unwrap().status.code(), Some(0));
}

#[test]
fn the_folders_of_a_network_drive_are_no_products() {
    let (_shop, env) = shop_and_env();
    for photo in ["Rug/IMG_1.jpg", "Bowl/IMG_2.jpg"] {
        env.photo(photo);
    }
    for other in [
        "Rug/@eaDir/IMG_1.jpg/SYNOPHOTO_THUMB_XL.jpg",
        "#recycle/old/IMG_0.jpg",
        "$RECYCLE.BIN/S-1-5-21/$R4XK2A1.jpg",
        "lost+found/#1234.jpg",
        "@Recycle/IMG_9.jpg",
        "@sharebin/IMG_9.jpg",
        "~snapshot/hourly/Rug/IMG_1.jpg",
        "Catalog Previews.lrdata/0/a.jpg",
        "Shop.photoslibrary/resources/derivatives/x.jpg",
        "System Volume Information/x.jpg",
        ".AppleDouble/IMG_1.jpg",
        "__MACOSX/Rug/IMG_1.jpg",
        "Rug/._IMG_1.jpg",
    ] {
        env.photo(other);
    }
    for other in ["Rug/IMG_3.jpg.part", "Rug/IMG_4.jpg.crdownload", "Thumbs.db"] {
        write(&env.photos().join(other), b"\xFF\xD8\xFF\xE0 the beginning");
    }
    let (products, output) = dry_run(&env, &[&env.photos()], &[]);
    assert_eq!(products, [product("Bowl", 1), product("Rug", 1)], "{}", output.stderr);
    assert!(output.stderr.contains("16 other files and folders were left out"), "{}", output.stderr);
}

#[test]
fn photos_that_are_still_in_a_cloud_are_named_and_no_product_lacks_them() {
    let (shop, env) = shop_and_env();
    env.photo("Rug/1.jpg");
    for placeholder in ["Rug/.2.jpg.icloud", "Bowl/.1.HEIC.icloud", "Cup/1.jpg.nextcloud"] {
        write(&env.photos().join(placeholder), b"bplist00");
    }
    write(&env.photos().join("Jug/1.jpg"), &[0; 4096]);
    let output = env.run(&["import", "--json", "--yes", env.photos().to_str().unwrap()]);
    assert_eq!((output.status, shop.titles().len()), (1, 0), "{}", output.stderr);
    let (_, output) = dry_run(&env, &[&env.photos()], &[]);
    assert_eq!(codes(&output), ["file_elsewhere"]);
    for named in ["Rug/2.jpg", "Bowl/1.HEIC", "Cup/1.jpg", "Jug/1.jpg", "iCloud"] {
        assert!(output.stderr.contains(named), "{named}: {}", output.stderr);
    }
}

#[test]
fn raw_photos_and_originals_of_edited_copies_are_no_second_photo() {
    let (_shop, env) = shop_and_env();
    for photo in ["Rug/DSC_1.JPG", "Cup/IMG_0001.JPG", "Cup/IMG_E0001.JPG", "mug.jpg", "mug-edited.jpg"] {
        env.photo(photo);
    }
    for raw in ["Rug/DSC_1.NEF", "Rug/DSC_1.RAF", "Jug/DSC_2.CR3"] {
        write(&env.photos().join(raw), b"FUJIFILMCCD-RAW 0201");
    }
    let (products, output) = dry_run(&env, &[&env.photos()], &[]);
    assert_eq!(
        products,
        [product("Cup", 1), product("Jug", 1), product("Rug", 1), product("mug", 1)],
        "{}",
        output.stderr
    );
    assert!(output.stderr.contains("DSC_2.CR3") && !output.stderr.contains("DSC_1.NEF"), "{}", output.stderr);
    assert_eq!(codes(&output), ["photo_format_unsupported"]);
}

#[test]
fn archives_are_named() {
    let (_shop, env) = shop_and_env();
    env.photo("Bowl/1.jpg");
    for archive in ["photos.zip", "Takeout-001.tgz", "old.rar"] {
        write(&env.photos().join(archive), b"PK\x03\x04");
    }
    let (products, output) = dry_run(&env, &[&env.photos()], &[]);
    assert_eq!((products, codes(&output)), (vec![product("Bowl", 1)], vec!["file_packed"]));
    assert!(
        ["photos.zip", "Takeout-001.tgz", "old.rar", "Unpack"]
            .iter()
            .all(|said| output.stderr.contains(said)),
        "{}",
        output.stderr
    );
    assert_eq!(codes(&dry_run(&env, &[&env.photos().join("photos.zip")], &[]).1), ["file_packed"]);
}

#[test]
fn names_from_the_web_are_read_as_words() {
    let (_shop, env) = shop_and_env();
    for (name, bytes) in [
        ("%DA%AF%D9%84%DB%8C%D9%85.jpg", encode(&scene(64, 48), ImageFormat::Jpeg)),
        ("mug.jpg.webp", encode(&scene(64, 48), ImageFormat::WebP)),
        ("bowl-60x45.png", encode(&scene(60, 45), ImageFormat::Png)),
        ("rug-200x300.jpg", encode(&scene(66, 48), ImageFormat::Jpeg)),
        ("jug.jpg?w=600", encode(&scene(68, 48), ImageFormat::Jpeg)),
    ] {
        write(&env.photos().join("photos").join(name), &bytes);
    }
    let (products, _) = dry_run(&env, &[&env.photos()], &["--group", "file"]);
    let names: Vec<&str> = products.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        ["bowl", "jug", "mug", "rug-200x300", "گلیم"],
        "the size of the rug is not that of its photo"
    );
}

/// Orientation 6, written in every way that is met.
fn turned_photos() -> Vec<(&'static str, Vec<u8>)> {
    let stored = stored_rotated(6, &scene(96, 64));
    let jpeg = encode(&stored, ImageFormat::Jpeg);
    let block = |order: &str, kind: u16| {
        let little = order == "II";
        let u16 = |value: u16| if little { value.to_le_bytes() } else { value.to_be_bytes() };
        let u32 = |value: u32| if little { value.to_le_bytes() } else { value.to_be_bytes() };
        let value: Vec<u8> = match kind {
            1 => vec![6, 0, 0, 0],
            3 => [u16(6), [0, 0]].concat(),
            _ => u32(6).to_vec(),
        };
        [order.as_bytes(), &u16(42), &u32(8), &u16(1), &u16(0x0112), &u16(kind), &u32(1), &value, &u32(0)]
            .concat()
    };
    let xmp = |text: &str| {
        jpeg_segment(0xE1, format!("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>{text}</x:xmpmeta>").as_bytes())
    };
    let with = |order, kind| jpeg_with_exif(&jpeg, &block(order, kind));
    let png = encode(&stored, ImageFormat::Png);
    vec![
        ("short", with("II", 3)),
        ("short, big-endian", with("MM", 3)),
        ("long", with("II", 4)),
        ("long, big-endian", with("MM", 4)),
        ("byte", with("II", 1)),
        ("after XMP", with_segments(&with("II", 3), &[xmp("")])),
        ("XMP attribute", with_segments(&jpeg, &[xmp("<rdf:Description tiff:Orientation=\"6\"/>")])),
        ("XMP element", with_segments(&jpeg, &[xmp("<tiff:Orientation>6</tiff:Orientation>")])),
        ("of a camera", jpeg_with_exif(&jpeg, &camera_exif(6, b"preview"))),
        ("PNG", with_chunks(&png, &[png_chunk(b"eXIf", &block("MM", 3))])),
        ("WebP", webp_with_exif(&encode(&stored, ImageFormat::WebP), &block("II", 4), b"<x:xmpmeta/>")),
    ]
}

#[test]
fn a_photo_that_fits_is_sent_upright_however_its_orientation_is_written() {
    for (way, file) in turned_photos() {
        let sent = prepared(&file, &Limits::default());
        let picture = decoded(&sent.bytes).to_rgb8();
        assert_eq!(
            (picture.dimensions(), (sent.size.width, sent.size.height)),
            ((96, 64), (96, 64)),
            "{way}"
        );
        assert!(is_upright(&picture), "{way}");
        assert!(
            !contains(&sent.bytes, b"Exif") && !contains(&sent.bytes, b"Orientation"),
            "{way}: no tag is left"
        );
    }
}

#[test]
fn a_jpeg_of_whole_blocks_is_turned_without_loss() {
    let once = encode(&stored_rotated(6, &scene(96, 64)), ImageFormat::Jpeg);
    let sent = prepared(&jpeg_with_exif(&once, &camera_exif(6, b"")), &Limits::default());
    let [found, wanted] = [&sent.bytes, &once].map(|bytes| decoded(bytes));
    let worst = |a: &DynamicImage, b: &DynamicImage| {
        a.to_luma8().iter().zip(b.to_luma8().iter()).map(|(a, b)| a.abs_diff(*b)).max()
    };
    assert!(worst(&found, &wanted.rotate90()) <= Some(2), "{:?}", worst(&found, &wanted.rotate90()));
}

#[test]
fn folders_of_sizes_and_of_details_are_of_the_product_above_them() {
    let (_shop, env) = shop_and_env();
    for product in ["Mug", "Bowl"] {
        for size in ["original", "web", "thumbs"] {
            for photo in [1, 2] {
                env.photo(&format!("{product}/{size}/{photo}.jpg"));
            }
        }
    }
    for photo in ["Rug/1.jpg", "Rug/2.jpg", "Rug/جزئیات/3.jpg", "Jug/large/1.jpg", "Jug/small/1.jpg"] {
        env.photo(photo);
    }
    let (products, output) = dry_run(&env, &[&env.photos()], &[]);
    let all =
        [product("Bowl", 2), product("Mug", 2), product("Rug", 3), product("large", 1), product("small", 1)];
    assert_eq!(products, all, "a jug may be large: {output:?}");
    assert!(output.stdout.contains("Mug/original/1.jpg") && !output.stdout.contains("\"Mug/web/1.jpg"));
    assert!(output.stderr.contains("8 other files and folders were left out"), "{}", output.stderr);
}

#[test]
fn folders_of_colors_are_named_after_the_folder_above_too() {
    let (_shop, env) = shop_and_env();
    for folder in ["مانتو/قرمز", "مانتو/آبی", "شومیز/قرمز", "شومیز/گلدار"]
    {
        for photo in [1, 2] {
            env.photo(&format!("{folder}/{photo}.jpg"));
        }
    }
    let (products, output) = dry_run(&env, &[&env.photos()], &[]);
    let all =
        [product("شومیز قرمز", 2), product("مانتو آبی", 2), product("مانتو قرمز", 2), product("گلدار", 2)];
    assert_eq!(products, all, "{output:?}");
}

#[test]
fn numbers_that_order_folders_are_no_part_of_names() {
    let (_shop, env) = shop_and_env();
    for folder in ["01 - قاب", "3. لیوان", "12 Roses", "گلیم ۲", "101 - Rug"] {
        env.photo(&format!("{folder}/1.jpg"));
    }
    env.photo("sets/3 - piece/1.jpg");
    let (products, output) = dry_run(&env, &[&env.photos()], &[]);
    let names: Vec<&str> = products.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["101 - Rug", "12 Roses", "3 - piece", "قاب", "لیوان", "گلیم ۲"], "{output:?}");
}
