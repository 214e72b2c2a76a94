//! Files and texts from a phone: their names on the disk, and whether they are what they should be.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::refusal::Refusal;
use crate::worker::phone::photo_hash::PhotoHash;
use crate::worker::phone::received::ReceivedProduct;
use vitrine_domain::{Draft, Field};
use vitrine_local::files;
use vitrine_media::sniff;

/// The longest name, in characters.
const MAX_NAME_CHARS: usize = 300;

/// Numbers the photos of a product that still have their hash as their name.
pub fn name_photos(folder: &Path, product: &ReceivedProduct) -> io::Result<()> {
    for (index, hash) in product.photos.iter().enumerate() {
        let from = folder.join(hash.to_string());
        if from.exists() {
            fs::rename(&from, folder.join(file_name(index, &from)))?;
        }
    }
    Ok(())
}

/// The name of a product's photo: its number, and the ending of its format.
pub fn file_name(index: usize, file: &Path) -> String {
    let extension = head(file).ok().and_then(|head| sniff(&head)).map_or("jpg", |format| format.extension());
    format!("{:03}.{extension}", index + 1)
}

/// The photo of a product at a place, whatever its format.
pub fn photo_of_product(folder: &Path, index: usize) -> PathBuf {
    let stem = format!("{:03}", index + 1);
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
    files
        .into_iter()
        .find(|file| file.file_stem().is_some_and(|name| name == stem.as_str()))
        .unwrap_or_else(|| folder.join(stem))
}

pub fn hash_of(file: &Path) -> Option<PhotoHash> {
    file.file_name()?.to_str()?.parse().ok()
}

pub fn head(file: &Path) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    files::open(file)?.take(64).read_to_end(&mut head)?;
    Ok(head)
}

pub fn check(file: &Path, hash: PhotoHash, hashed: Option<PhotoHash>) -> Result<(), Refusal> {
    let hashed = match hashed {
        Some(hashed) => hashed,
        None => {
            let mut hasher = Sha256::new();
            let mut file = files::open(file)?;
            let mut part = vec![0; 256 << 10];
            loop {
                match file.read(&mut part)? {
                    0 => break PhotoHash(hasher.finalize().into()),
                    read => hasher.update(&part[..read]),
                }
            }
        }
    };
    if hashed != hash {
        return Err(Refusal::WrongContent);
    }
    match sniff(&head(file)?) {
        Some(format) if format.is_readable() => Ok(()),
        _ => Err(Refusal::NotAPhoto),
    }
}

/// A name in one line, without signs that could reorder what is beside it.
pub fn clean_name(name: &str) -> Result<String, Refusal> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_bad = |c: char| c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if name.chars().count() > MAX_NAME_CHARS || name.chars().any(is_bad) {
        Err(Refusal::Name)
    } else {
        Ok(name)
    }
}

pub fn clean_price(price: &str) -> Result<String, Refusal> {
    let price = price.trim();
    if price.len() > MAX_NAME_CHARS
        || (!price.is_empty() && Draft::default().set(Field::PrimaryPrice, price).is_err())
    {
        return Err(Refusal::Price);
    }
    Ok(price.to_owned())
}
