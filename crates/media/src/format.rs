//! Detects the picture format by the first bytes of a file; file names are not trusted.

use serde::{Deserialize, Serialize};

/// A picture format that this program recognises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    Jpeg,
    Png,
    WebP,
    Gif,
    Bmp,
    Tiff,
    Heic,
    /// Recognised to give a clear message; not decoded.
    Avif,
}

impl Format {
    /// The name as shown to a person.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Jpeg => "JPEG",
            Self::Png => "PNG",
            Self::WebP => "WebP",
            Self::Gif => "GIF",
            Self::Bmp => "BMP",
            Self::Tiff => "TIFF",
            Self::Heic => "HEIC",
            Self::Avif => "AVIF",
        }
    }

    /// The media type sent with an upload.
    pub const fn mime(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::WebP => "image/webp",
            Self::Gif => "image/gif",
            Self::Bmp => "image/bmp",
            Self::Tiff => "image/tiff",
            Self::Heic => "image/heic",
            Self::Avif => "image/avif",
        }
    }

    /// The usual file name extension, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Png => "png",
            Self::WebP => "webp",
            Self::Gif => "gif",
            Self::Bmp => "bmp",
            Self::Tiff => "tif",
            Self::Heic => "heic",
            Self::Avif => "avif",
        }
    }

    /// Whether it can be decoded.
    pub const fn is_readable(self) -> bool {
        !matches!(self, Self::Avif)
    }

    pub(super) const fn decoder(self) -> Option<image::ImageFormat> {
        match self {
            Self::Jpeg => Some(image::ImageFormat::Jpeg),
            Self::Png => Some(image::ImageFormat::Png),
            Self::WebP => Some(image::ImageFormat::WebP),
            Self::Gif => Some(image::ImageFormat::Gif),
            Self::Bmp => Some(image::ImageFormat::Bmp),
            Self::Tiff => Some(image::ImageFormat::Tiff),
            Self::Heic | Self::Avif => None,
        }
    }
}

/// Detects the format from the first bytes of a file; 64 are always enough. `None`: not a known picture.
pub fn sniff(head: &[u8]) -> Option<Format> {
    match head {
        [0xFF, 0xD8, 0xFF, ..] => Some(Format::Jpeg),
        [0x89, b'P', b'N', b'G', 0x0D, 0x0A, 0x1A, 0x0A, ..] => Some(Format::Png),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Format::WebP),
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(Format::Gif),
        [b'I', b'I', 42, 0, ..] | [b'M', b'M', 0, 42, ..] => Some(Format::Tiff),
        // "BM" alone begins many texts: the length of the second header has to be a valid one.
        [
            b'B',
            b'M',
            _,
            _,
            _,
            _,
            _,
            _,
            _,
            _,
            _,
            _,
            _,
            _,
            12 | 16 | 40 | 52 | 56 | 64 | 108 | 124,
            0,
            0,
            0,
            ..,
        ] => Some(Format::Bmp),
        [_, _, _, _, b'f', b't', b'y', b'p', brands @ ..] => sniff_brands(head, brands),
        _ => None,
    }
}

/// Reads the file-type box (`file_type_box`) of ISO base media files: a major brand, a version, then
/// compatible brands.
fn sniff_brands(head: &[u8], brands: &[u8]) -> Option<Format> {
    let length = u32::from_be_bytes(*head.first_chunk()?) as usize;
    let brands = &brands[..brands.len().min(length.saturating_sub(8))];
    let mut known = None;
    for brand in brands.chunks_exact(4) {
        match brand {
            b"avif" | b"avis" => return Some(Format::Avif),
            b"heic" | b"heix" | b"heim" | b"heis" | b"hevc" | b"hevx" | b"mif1" | b"msf1" => {
                known = Some(Format::Heic);
            }
            _ => {}
        }
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file_type_box(brands: &[&[u8; 4]]) -> Vec<u8> {
        let mut head = (8 + 4 * brands.len() as u32).to_be_bytes().to_vec();
        head.extend(b"ftyp");
        brands.iter().for_each(|brand| head.extend(*brand));
        head
    }

    #[test]
    fn heic_and_avif_are_detected_by_their_brands() {
        assert_eq!(sniff(&file_type_box(&[b"heic", &[0; 4], b"mif1", b"heic"])), Some(Format::Heic));
        assert_eq!(sniff(&file_type_box(&[b"mif1", &[0; 4], b"mif1", b"avif"])), Some(Format::Avif));
        assert_eq!(sniff(&file_type_box(&[b"isom", &[0; 4], b"mp42"])), None, "a video is not a photo");
    }

    #[test]
    fn text_is_never_mistaken_for_a_picture() {
        for text in [
            "",
            "B",
            "BM",
            "BMW drivers' handbook, with pictures",
            "GIF of the day",
            "RIFF raff",
            "II*",
            "<svg/>",
        ] {
            assert_eq!(sniff(text.as_bytes()), None, "{text}");
        }
    }
}
