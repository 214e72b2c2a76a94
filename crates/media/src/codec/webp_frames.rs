//! The sizes that the frames inside a WebP say they have (RFC 9649, section 2; RFC 6386, section 9.1).

use crate::Size;
use crate::metadata::numbers::{le_u16, le_u32};

const HEADER_BYTES: usize = 12;
const CHUNK_HEADER_BYTES: usize = 8;
/// Position, size, duration, and blending and disposal flags.
const FRAME_HEADER_BYTES: usize = 16;
/// The bits of a side; those above say how a frame is to be enlarged.
const SIDE: u32 = 0x3fff;

/// Whether no frame of a file says that it is larger than the picture: the decoder would allocate all of its
/// pixels.
pub fn fit(webp: &[u8], whole: Size) -> bool {
    let fits = |frame: Size| frame.width <= whole.width && frame.height <= whole.height;
    let all_fit = |chunks: &[u8]| Chunks(chunks).filter_map(|(name, data)| size(name, data)).all(fits);
    let chunks = webp.get(HEADER_BYTES..).unwrap_or_default();
    let mut animated = Chunks(chunks).filter(|(name, _)| *name == b"ANMF");
    all_fit(chunks) && animated.all(|(_, frame)| all_fit(frame.get(FRAME_HEADER_BYTES..).unwrap_or_default()))
}

/// The size of a frame, by its own header; `None` for other chunks.
fn size(name: &[u8], data: &[u8]) -> Option<Size> {
    let side = |bits: u32| bits & SIDE;
    match name {
        b"VP8 " => Some(Size::new(side(le_u16(data, 6)?.into()), side(le_u16(data, 8)?.into()))),
        b"VP8L" => le_u32(data, 1).map(|bits| Size::new(side(bits) + 1, side(bits >> 14) + 1)),
        _ => None,
    }
}

/// The chunks of a file by name, also one that is cut off.
struct Chunks<'a>(&'a [u8]);

impl<'a> Iterator for Chunks<'a> {
    type Item = (&'a [u8], &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let (name, length) = (self.0.get(..4)?, le_u32(self.0, 4)? as usize);
        let behind = self.0.get(CHUNK_HEADER_BYTES..)?;
        let data = behind.get(..length).unwrap_or(behind);
        self.0 = behind.get(length.saturating_add(length % 2)..).unwrap_or_default();
        Some((name, data))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
        let mut chunk = [name, &(data.len() as u32).to_le_bytes()[..], data].concat();
        chunk.resize(chunk.len().next_multiple_of(2), 0);
        chunk
    }

    fn file(chunks: &[Vec<u8>]) -> Vec<u8> {
        [b"RIFF\0\0\0\0WEBP".to_vec(), chunks.concat()].concat()
    }

    fn lossy(width: u16, height: u16) -> Vec<u8> {
        chunk(
            b"VP8 ",
            &[&[0x10, 0x04, 0, 0x9d, 0x01, 0x2a][..], &width.to_le_bytes(), &height.to_le_bytes(), &[7; 5]]
                .concat(),
        )
    }

    fn lossless(width: u32, height: u32) -> Vec<u8> {
        chunk(b"VP8L", &[&[0x2f][..], &((width - 1) | (height - 1) << 14).to_le_bytes(), &[7; 4]].concat())
    }

    fn animated(frame: &[u8]) -> Vec<u8> {
        chunk(b"ANMF", &[&[0; FRAME_HEADER_BYTES], frame].concat())
    }

    #[test]
    fn frames_of_the_size_of_their_picture_fit() {
        let (size, extended) = (Size::new(24, 16), chunk(b"VP8X", &[0; 10]));
        for frames in [
            lossy(24, 16),
            lossy(0x4000 | 24, 16),
            lossless(24, 16),
            animated(&lossy(24, 16)),
            animated(&lossless(8, 16)),
        ] {
            assert!(
                fit(&file(std::slice::from_ref(&frames)), size)
                    && fit(&file(&[extended.clone(), chunk(b"ALPH", &[1; 7]), frames]), size)
            );
        }
    }

    #[test]
    fn a_frame_that_is_larger_than_its_picture_is_found_wherever_it_is() {
        let (size, extended) = (Size::new(24, 16), chunk(b"VP8X", &[0; 10]));
        for frames in [
            lossy(0xffff, 0xffff),
            lossy(24, 17),
            lossless(16_384, 16),
            animated(&lossy(25, 16)),
            animated(&lossless(24, 16_384)),
        ] {
            assert!(!fit(&file(&[extended.clone(), frames.clone()]), size));
            let behind =
                [extended.clone(), chunk(b"ALPH", &[1; 7]), animated(&lossy(24, 16)), frames.clone()];
            assert!(!fit(&file(&behind), size));
            let cut = file(&[extended.clone(), frames]);
            assert!(!fit(&cut[..cut.len() - 4], size), "nor where its end is missing");
        }
    }

    #[test]
    fn a_file_that_ends_early_has_no_frames() {
        let whole = file(&[lossy(24, 16)]);
        (0..26).for_each(|end| assert!(fit(&whole[..end], Size::new(1, 1)), "{end}"));
    }
}
