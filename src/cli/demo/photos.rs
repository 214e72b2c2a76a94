//! The demo's photos, drawn by `examples/demo_photos`.

use std::fs;
use std::io;
use std::path::Path;

/// A photo's path in the demo folder, and its bytes.
type Photo = (&'static str, &'static [u8]);

macro_rules! photo {
    ($path:literal, $name:literal) => {
        ($path, include_bytes!(concat!("../../../assets/demo/", $name, ".jpg")).as_slice())
    };
}

/// A single photo is named after its product; a folder is one product with numbered photos.
const PHOTOS: &[Photo] = &[
    photo!("گلیم دستباف قشقایی.jpg", "qashqai-kilim"),
    photo!("Blue ceramic bowl.jpg", "ceramic-bowl"),
    photo!("عسل طبیعی کوهستان.jpg", "honey"),
    photo!("زعفران سرگل.jpg", "saffron"),
    photo!("سینی مسی قلم‌زنی.jpg", "copper-tray"),
    photo!("Beeswax candles.jpg", "candles"),
    photo!("گردنبند فیروزه نیشابور.jpg", "necklace"),
    photo!("Wicker basket.jpg", "basket"),
    photo!("صابون زیتون و گل سرخ.jpg", "soap"),
    photo!("Hand-bound notebooks.jpg", "notebooks"),
    photo!("انار سفالی.jpg", "pomegranates"),
    photo!("Cotton tote bag.jpg", "tote-bag"),
    photo!("گلدان سفالی لعاب‌دار/۱.jpg", "vase-1"),
    photo!("گلدان سفالی لعاب‌دار/۲.jpg", "vase-2"),
    photo!("گلدان سفالی لعاب‌دار/۳.jpg", "vase-3"),
    photo!("Stoneware mug/1.jpg", "mug-1"),
    photo!("Stoneware mug/2.jpg", "mug-2"),
    photo!("Stoneware mug/3.jpg", "mug-3"),
    photo!("Stoneware mug/4.jpg", "mug-4"),
    photo!("فرش دستباف کاشان/۱.jpg", "kashan-carpet-1"),
    photo!("فرش دستباف کاشان/۲.jpg", "kashan-carpet-2"),
    photo!("فرش دستباف کاشان/۳.jpg", "kashan-carpet-3"),
    photo!("Nain carpet/1.jpg", "nain-carpet-1"),
    photo!("Nain carpet/2.jpg", "nain-carpet-2"),
    photo!("شال پشمی راه‌راه/۱.jpg", "scarf-1"),
    photo!("شال پشمی راه‌راه/۲.jpg", "scarf-2"),
    photo!("شال پشمی راه‌راه/۳.jpg", "scarf-3"),
    photo!("Felt slippers/1.jpg", "slippers-1"),
    photo!("Felt slippers/2.jpg", "slippers-2"),
    photo!("Felt slippers/3.jpg", "slippers-3"),
    photo!("کوسن ترمه/۱.jpg", "cushion-1"),
    photo!("کوسن ترمه/۲.jpg", "cushion-2"),
    photo!("کوسن ترمه/۳.jpg", "cushion-3"),
    photo!("Striped kilim/1.jpg", "striped-kilim-1"),
    photo!("Striped kilim/2.jpg", "striped-kilim-2"),
];

/// Writes the photos into `directory`, creating it first if needed.
pub fn write(directory: &Path) -> io::Result<()> {
    for (name, bytes) in PHOTOS {
        let path = directory.join(name);
        fs::create_dir_all(path.parent().unwrap_or(directory))?;
        fs::write(path, bytes)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn there_are_single_photos_and_folders_named_in_both_languages() {
        let (in_folders, singles): (Vec<&Photo>, Vec<&Photo>) = PHOTOS.iter().partition(|(path, _)| path.contains('/'));
        assert!(singles.len() >= 8 && in_folders.len() >= 12);
        for kind in [singles, in_folders] {
            let english = kind.iter().filter(|(path, _)| path.is_ascii()).count();
            assert!(english > 0 && english < kind.len());
        }
        let paths: BTreeSet<&str> = PHOTOS.iter().map(|(path, _)| *path).collect();
        assert_eq!(paths.len(), PHOTOS.len(), "no photo replaces another");
    }

    #[test]
    fn every_photo_decodes_and_together_they_are_small() {
        let mut bytes = 0;
        for (path, photo) in PHOTOS {
            assert!(image::load_from_memory(photo).is_ok_and(|photo| photo.width() >= 600), "{path}");
            bytes += photo.len();
        }
        assert!(bytes < 2 << 20, "{bytes} bytes");
    }
}
