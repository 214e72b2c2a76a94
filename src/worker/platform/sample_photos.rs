//! Photos with which the practice shop is tried, drawn by `examples/demo_photos`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use vitrine_sandbox::Categories;

/// A photo's category, its path in the folder of that category, and its bytes.
type Photo = (u64, &'static str, &'static [u8]);

macro_rules! photo {
    ($category:literal, $path:literal, $name:literal) => {
        ($category, $path, include_bytes!(concat!("../../../assets/demo/", $name, ".jpg")).as_slice())
    };
}

/// A folder is one product with numbered photos; a photo beside folders is one product, too. Each lies in the
/// folder of its category.
const PHOTOS: &[Photo] = &[
    photo!(302, "گلیم دستباف قشقایی.jpg", "qashqai-kilim"),
    photo!(326, "Blue ceramic bowl/1.jpg", "ceramic-bowl"),
    photo!(504, "عسل طبیعی کوهستان/۱.jpg", "honey"),
    photo!(501, "زعفران سرگل/۱.jpg", "saffron"),
    photo!(328, "سینی مسی قلم‌زنی/۱.jpg", "copper-tray"),
    photo!(296, "Beeswax candles/1.jpg", "candles"),
    photo!(606, "گردنبند فیروزه نیشابور/۱.jpg", "necklace"),
    photo!(307, "Wicker basket/1.jpg", "basket"),
    photo!(801, "صابون زیتون و گل سرخ/۱.jpg", "soap"),
    photo!(701, "Hand-bound notebooks/1.jpg", "notebooks"),
    photo!(295, "انار سفالی/۱.jpg", "pomegranates"),
    photo!(234, "Cotton tote bag/1.jpg", "tote-bag"),
    photo!(306, "گلدان سفالی لعاب‌دار/۱.jpg", "vase-1"),
    photo!(306, "گلدان سفالی لعاب‌دار/۲.jpg", "vase-2"),
    photo!(306, "گلدان سفالی لعاب‌دار/۳.jpg", "vase-3"),
    photo!(324, "Stoneware mug/1.jpg", "mug-1"),
    photo!(324, "Stoneware mug/2.jpg", "mug-2"),
    photo!(324, "Stoneware mug/3.jpg", "mug-3"),
    photo!(324, "Stoneware mug/4.jpg", "mug-4"),
    photo!(299, "فرش دستباف کاشان/۱.jpg", "kashan-carpet-1"),
    photo!(299, "فرش دستباف کاشان/۲.jpg", "kashan-carpet-2"),
    photo!(299, "فرش دستباف کاشان/۳.jpg", "kashan-carpet-3"),
    photo!(299, "Nain carpet/1.jpg", "nain-carpet-1"),
    photo!(299, "Nain carpet/2.jpg", "nain-carpet-2"),
    photo!(232, "شال پشمی راه‌راه/۱.jpg", "scarf-1"),
    photo!(232, "شال پشمی راه‌راه/۲.jpg", "scarf-2"),
    photo!(232, "شال پشمی راه‌راه/۳.jpg", "scarf-3"),
    photo!(260, "Felt slippers/1.jpg", "slippers-1"),
    photo!(260, "Felt slippers/2.jpg", "slippers-2"),
    photo!(260, "Felt slippers/3.jpg", "slippers-3"),
    photo!(305, "کوسن ترمه/۱.jpg", "cushion-1"),
    photo!(305, "کوسن ترمه/۲.jpg", "cushion-2"),
    photo!(305, "کوسن ترمه/۳.jpg", "cushion-3"),
    photo!(302, "Striped kilim/1.jpg", "striped-kilim-1"),
    photo!(302, "Striped kilim/2.jpg", "striped-kilim-2"),
];

/// Writes the photos into `directory`, creating it first if needed. Its folders are named like the categories
/// in this language.
pub fn write_sample_photos(directory: &Path, language: Categories) -> io::Result<()> {
    for (category, name, bytes) in PHOTOS {
        let folder: PathBuf =
            vitrine_sandbox::category_titles(*category, language).into_iter().flatten().collect();
        let path = directory.join(folder).join(name);
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
    fn products_are_named_in_both_languages_and_have_categories() {
        let names: BTreeSet<&str> =
            PHOTOS.iter().filter_map(|(_, path, _)| path.split(['/', '.']).next()).collect();
        let english = names.iter().filter(|name| name.is_ascii()).count();
        assert_eq!((names.len(), english), (20, 9));
        let paths: BTreeSet<&str> = PHOTOS.iter().map(|(_, path, _)| *path).collect();
        assert_eq!(paths.len(), PHOTOS.len(), "no photo replaces another");
        for (category, path, _) in PHOTOS {
            assert!(vitrine_sandbox::category_titles(*category, Categories::Persian).is_some(), "{path}");
        }
    }

    #[test]
    fn every_photo_decodes_and_together_they_are_small() {
        let mut bytes = 0;
        for (_, path, photo) in PHOTOS {
            assert!(image::load_from_memory(photo).is_ok_and(|photo| photo.width() >= 600), "{path}");
            bytes += photo.len();
        }
        assert!(bytes < 2 << 20, "{bytes} bytes");
    }
}
