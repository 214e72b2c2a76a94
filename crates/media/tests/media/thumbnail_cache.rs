//! The disk cache of thumbnails: entries are found by content and verified, and the size is limited.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use image::{ImageFormat, RgbaImage};
use tempfile::TempDir;
use vitrine_media::{
    CACHE_BYTES, Cache, CachedFileInfo, ContentHash, FileStamp, FreeSpace, MIN_FREE_BYTES, PhotoInfo, Pixels,
    THUMBNAIL_SIDE, thumbnail,
};

use crate::kit::photos::*;

const DAY: Duration = Duration::from_secs(86_400);

fn cache() -> (TempDir, Cache) {
    let dir = tempfile::tempdir().unwrap();
    let cache = Cache::at(dir.path().join("thumbnails"), |_| None);
    (dir, cache)
}

fn now() -> SystemTime {
    SystemTime::now()
}

/// Stores a thumbnail of a unique photo and returns its hash.
fn store_thumbnail(cache: &Cache, seed: u8) -> ContentHash {
    let hash = ContentHash::of(&[seed]);
    let pixels = Pixels { width: 64, height: 64, rgba: noise(64, 64).into_rgba8().into_raw() };
    cache.store_thumbnail(&hash, &pixels).unwrap();
    hash
}

fn entries(dir: &TempDir) -> Vec<PathBuf> {
    let found = fs::read_dir(dir.path().join("thumbnails")).unwrap();
    found.map(|entry| entry.unwrap().path()).collect()
}

fn set_last_use(path: &Path, at: SystemTime) {
    fs::File::options().write(true).open(path).unwrap().set_modified(at).unwrap();
}

#[test]
fn a_cached_thumbnail_looks_like_the_original_one() {
    let (_dir, cache) = cache();
    let made = thumbnail(&encode(&scene(900, 600), ImageFormat::Jpeg), THUMBNAIL_SIDE).unwrap();
    let hash = ContentHash::of(b"rug");
    assert_eq!(cache.thumbnail(&hash, now()), None);
    cache.store_thumbnail(&hash, &made).unwrap();
    let found = cache.thumbnail(&hash, now()).unwrap();
    assert_eq!((found.width, found.height), (made.width, made.height));
    let squares =
        found.rgba.iter().zip(&made.rgba).map(|(a, b)| f64::from(a.abs_diff(*b)).powi(2)).sum::<f64>();
    let noise = 10.0 * (255.0_f64.powi(2) / (squares / made.rgba.len() as f64)).log10();
    assert!(noise > 36.0, "{noise} dB");
}

#[test]
fn transparency_is_preserved() {
    let (_dir, cache) = cache();
    let rgba = RgbaImage::from_fn(40, 30, |x, y| image::Rgba([x as u8 * 6, y as u8 * 8, 90, (x * 6) as u8]));
    let made = Pixels { width: 40, height: 30, rgba: rgba.into_raw() };
    cache.store_thumbnail(&ContentHash::of(b"ring"), &made).unwrap();
    assert_eq!(cache.thumbnail(&ContentHash::of(b"ring"), now()), Some(made));
}

#[test]
fn a_cached_file_is_not_read_again_until_it_changes() {
    let (dir, cache) = cache();
    let path = dir.path().join("rug.png");
    fs::write(&path, encode(&scene(30, 20), ImageFormat::Png)).unwrap();
    let bytes = fs::read(&path).unwrap();
    let seen = CachedFileInfo { hash: ContentHash::of(&bytes), facts: PhotoInfo::of(&bytes).unwrap() };
    cache.store_info(&FileStamp::of(&path).unwrap(), &seen).unwrap();
    assert_eq!(cache.file_info(&FileStamp::of(&path).unwrap(), now()), Some(seen));

    set_last_use(&path, now() + DAY);
    assert_eq!(cache.file_info(&FileStamp::of(&path).unwrap(), now()), None, "the file has changed since");
    assert_eq!(FileStamp::of(dir.path()), None, "a folder has no stamp");
}

#[test]
fn the_cache_contains_no_location_and_no_owner() {
    let (dir, cache) = cache();
    let path = dir.path().join("Parvin's house.jpg");
    let file = jpeg_with_exif(&encode(&scene(300, 200), ImageFormat::Jpeg), &camera_exif(6, b""));
    assert!(contains(&file, b"Parvin"));
    fs::write(&path, &file).unwrap();
    let seen = CachedFileInfo { hash: ContentHash::of(&file), facts: PhotoInfo::of(&file).unwrap() };
    cache.store_info(&FileStamp::of(&path).unwrap(), &seen).unwrap();
    cache.store_thumbnail(&seen.hash, &thumbnail(&file, THUMBNAIL_SIDE).unwrap()).unwrap();
    for entry in entries(&dir) {
        let bytes = fs::read(&entry).unwrap();
        assert!(!contains(&bytes, b"Exif") && !contains(&bytes, b"Parvin"), "{}", entry.display());
        assert!(!entry.display().to_string().contains("Parvin"));
    }
    assert_eq!(entries(&dir).len(), 2);
}

#[test]
fn a_damaged_entry_is_ignored_and_removed() {
    let damages: [fn(&mut Vec<u8>); 5] = [
        |bytes| bytes.clear(),
        |bytes| bytes.truncate(bytes.len() / 2),
        |bytes| bytes[3] ^= 1,
        |bytes| bytes[20] ^= 1,
        |bytes| {
            let last = bytes.len() - 1;
            bytes[last] ^= 1;
        },
    ];
    for (n, damage) in damages.into_iter().enumerate() {
        let (dir, cache) = cache();
        let hash = store_thumbnail(&cache, 1);
        let path = entries(&dir).remove(0);
        let mut bytes = fs::read(&path).unwrap();
        damage(&mut bytes);
        fs::write(&path, bytes).unwrap();
        assert_eq!(cache.thumbnail(&hash, now()), None, "damage {n}");
        assert!(!path.exists(), "damage {n}");
        store_thumbnail(&cache, 1);
        assert!(cache.thumbnail(&hash, now()).is_some(), "a new entry can be stored");
    }
}

#[test]
fn over_the_limit_the_least_recently_used_entries_are_evicted() {
    let (dir, cache) = cache();
    let old = store_thumbnail(&cache, 1);
    set_last_use(&entries(&dir)[0], now() - 3 * DAY);
    let older = store_thumbnail(&cache, 2);
    let path = entries(&dir)
        .into_iter()
        .find(|path| path.display().to_string().contains(&older.to_string()))
        .unwrap();
    set_last_use(&path, now() - 2 * DAY);
    let fresh = store_thumbnail(&cache, 3);
    let all = cache.size();
    assert_eq!(cache.evict(all), all, "nothing is evicted within the limit");

    assert!(
        cache.thumbnail(&old, now()).is_some(),
        "used now, so the entry from two days ago is the least recently used"
    );
    assert!(cache.evict(all - 1) < all);
    assert_eq!(cache.thumbnail(&older, now()), None);
    assert!(cache.thumbnail(&old, now()).is_some() && cache.thumbnail(&fresh, now()).is_some());
}

#[test]
fn clearing_removes_every_entry_but_no_other_file() {
    let (dir, cache) = cache();
    assert_eq!((cache.size(), cache.clear()), (0, 0), "the cache is empty at first");
    let hash = store_thumbnail(&cache, 1);
    let other_file = dir.path().join("thumbnails").join("letter.txt");
    fs::write(&other_file, "not part of the cache").unwrap();
    assert!(cache.size() > 0);
    assert_eq!(cache.clear(), 0);
    assert_eq!(cache.thumbnail(&hash, now()), None);
    assert!(other_file.exists());
}

/// The same cache on a disk with so much space.
fn on_disk(dir: &TempDir, free_space: FreeSpace) -> Cache {
    Cache::at(dir.path().join("thumbnails"), free_space)
}

#[test]
fn the_cache_takes_at_most_a_tenth_of_the_free_disk() {
    let (dir, unknown) = cache();
    assert_eq!(unknown.limit(0), CACHE_BYTES);
    assert_eq!(on_disk(&dir, |_| Some(1 << 40)).limit(0), CACHE_BYTES, "there is room for everything");
    assert_eq!(
        on_disk(&dir, |_| Some(900 << 20)).limit(100 << 20),
        100 << 20,
        "what it has itself would be free without it"
    );
    assert_eq!(
        on_disk(&dir, |_| Some(MIN_FREE_BYTES + (5 << 20))).limit(0),
        5 << 20,
        "it gives way to everything else"
    );
    assert_eq!(on_disk(&dir, |_| Some(MIN_FREE_BYTES - 1)).limit(0), 0);
}

#[test]
fn on_a_disk_that_is_nearly_full_the_cache_gives_way_and_stores_nothing() {
    let (dir, cache) = cache();
    for seed in 1..=3 {
        store_thumbnail(&cache, seed);
    }
    let full = on_disk(&dir, |_| Some(10 << 20));
    assert_eq!(full.shrink(), 0);
    assert!(entries(&dir).is_empty());
    let pixels = Pixels { width: 1, height: 1, rgba: vec![1, 2, 3, 255] };
    assert!(full.store_thumbnail(&ContentHash::of(b"new"), &pixels).is_err());
    store_thumbnail(&cache, 4);
    assert!(full.store_thumbnail(&ContentHash::of(b"new"), &pixels).is_err());
    assert!(entries(&dir).is_empty(), "the next thing that cannot be stored makes it give way, too");
}
