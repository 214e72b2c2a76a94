//! The photos that the simulated user drops.

use std::path::Path;

use super::super::world::FOLDERS;

pub fn name_of(folder: usize, product: usize) -> String {
    format!("{}{product}", ["cup", "rug", "bowl", "lamp"][folder])
}

/// Small photos, all different.
pub fn photo_of(kind: u8, number: u8) -> Vec<u8> {
    let mut bytes = Vec::new();
    let pixels = image::RgbImage::from_pixel(2, 2, image::Rgb([number, kind, 200]));
    pixels.write_to(&mut std::io::Cursor::new(&mut bytes), image::ImageFormat::Png).unwrap();
    bytes
}

thread_local! {
    static PHOTOS: Vec<Vec<u8>> = (0..32).map(|number| photo_of(0, number)).collect();
}

pub fn write_photos(dir: &Path) {
    let mut number = 0;
    for (folder, (products, photos)) in FOLDERS.into_iter().enumerate() {
        for product in 0..products {
            let place = dir.join(format!("{folder}")).join(name_of(folder, product));
            std::fs::create_dir_all(&place).unwrap();
            for photo in 0..photos {
                PHOTOS.with(|photos| {
                    std::fs::write(place.join(format!("{photo}.png")), &photos[number]).unwrap();
                });
                number += 1;
            }
        }
    }
}
