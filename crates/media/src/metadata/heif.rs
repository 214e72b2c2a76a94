//! The container of HEIC photos: which pictures a file holds, how large they are, and what its metadata say.
//!
//! `heifer_isobmff` parses it. Here is what bounds the work that a hostile file can cause: a few kilobytes
//! may describe a grid of 65,536 tiles of 200 megapixels each, and every tile may lie about its size.

use std::io::{self, Read, Seek, SeekFrom};
use std::panic::catch_unwind;

use heifer::heifer_hevc_dec::nal::{NalUnit, split_annex_b};
use heifer::heifer_hevc_dec::params::Sps;
use heifer::heifer_isobmff::boxes::Property;
use heifer::heifer_isobmff::{BoxIter, Error, HeifFile, ItemId, read_box_header};

use crate::{Format, Size};
use vitrine_domain::{Problem, ProblemKind};

/// The longest description of pictures (`meta`) that is read, in bytes. A photo of 768 tiles needs 60 KB; the
/// time for parsing grows with the square of the number of items.
const MAX_META_BYTES: usize = 1 << 20;

/// Cameras use up to 768 tiles.
const MAX_PICTURES: usize = 4096;

/// How many pixels a coded picture may be larger than it says, on each side: encoders round up to their
/// blocks.
const PADDING: u32 = 512;

/// Parses the container.
///
/// # Errors
///
/// `PhotoDamaged`, also for a file that ends early; `PhotoFormatUnsupported` for films and other codecs.
pub fn open(bytes: &[u8]) -> Result<HeifFile<'_>, Problem> {
    let too_long = |content: &[u8]| content.len() > MAX_META_BYTES;
    if BoxIter::new(bytes).flatten().any(|part| part.header.box_type.0 == *b"meta" && too_long(part.content))
    {
        return Err(damaged());
    }
    match catch_unwind(|| HeifFile::parse(bytes)) {
        Ok(Ok(file)) => Ok(file),
        // A film has no still picture.
        Ok(Err(Error::MissingBox(_)))
            if BoxIter::new(bytes).flatten().any(|part| part.header.box_type.0 == *b"moov") =>
        {
            Err(unsupported())
        }
        Ok(Err(Error::Unimplemented(_))) => Err(unsupported()),
        Ok(Err(_)) | Err(_) => Err(damaged()),
    }
}

/// Reads the boxes up to the description of the pictures, which is enough for [`size`] and [`decoding_cost`].
pub fn read_head(file: &mut (impl Read + Seek)) -> io::Result<Vec<u8>> {
    let mut out = Vec::new();
    loop {
        let mut head = [0; 16];
        let start = file.stream_position()?;
        file.read_exact(&mut head)?;
        let header = read_box_header(&head).map_err(io::Error::other)?;
        let length = header.size.ok_or_else(|| io::Error::other("no end"))?;
        file.seek(SeekFrom::Start(start))?;
        let is_meta = header.box_type.0 == *b"meta";
        if is_meta || header.box_type.0 == *b"ftyp" {
            if length > MAX_META_BYTES as u64 {
                return Err(io::Error::other("too long"));
            }
            file.by_ref().take(length).read_to_end(&mut out)?;
        } else {
            file.seek(SeekFrom::Start(
                start.checked_add(length).ok_or_else(|| io::Error::other("too long"))?,
            ))?;
        }
        if is_meta {
            return Ok(out);
        }
    }
}

/// The size of an item after its crop, rotation and mirroring: decoded pictures are upright.
pub fn size(file: &HeifFile<'_>, id: ItemId) -> Result<Size, Problem> {
    let (mut width, mut height) = stated_size(file, id)?;
    for property in file.item_properties(id).map_err(|_| damaged())? {
        match *property {
            Property::CleanAperture { width: (w, per_w), height: (h, per_h), .. }
                if per_w > 0 && per_h > 0 =>
            {
                let rounded = |length: u32, per: u32| (f64::from(length) / f64::from(per)).round() as u32;
                (width, height) = (rounded(w, per_w).min(width), rounded(h, per_h).min(height));
            }
            Property::Rotation(quarters) if quarters % 2 == 1 => (width, height) = (height, width),
            _ => {}
        }
    }
    Ok(Size::new(width, height))
}

fn stated_size(file: &HeifFile<'_>, id: ItemId) -> Result<(u32, u32), Problem> {
    file.image_size(id).ok().flatten().ok_or_else(damaged)
}

/// Estimates the memory in bytes for decoding the main picture.
pub fn decoding_cost(file: &HeifFile<'_>) -> u64 {
    let pixels = |id| stated_size(file, id).map_or(0, |(width, height)| u64::from(width) * u64::from(height));
    // The parts of an overlay are held at the same time; those of a grid are not.
    let parts: u64 = match kind(file, file.primary_id) {
        Ok(b"iovl") => file.referenced_items(file.primary_id, b"dimg").iter().map(|&id| pixels(id)).sum(),
        _ => 0,
    };
    // Four bytes for red, green, blue and transparency, and as many for a rotated copy or for the planes of a
    // single picture, which are larger if colours are stored at full resolution.
    let bytes = match file.hevc_config(file.primary_id) {
        Ok(Some(config)) if config.chroma_format == 3 => 12,
        _ => 8,
    };
    pixels(file.primary_id).saturating_mul(bytes).saturating_add(parts.saturating_mul(8))
}

/// Checks what decoding an item will take, before anything is decoded: no coded picture is larger than
/// stated, and all of them together are not much larger than the picture that they make. `file_bytes` is the
/// length of the file.
pub fn check_work(file: &HeifFile<'_>, id: ItemId, file_bytes: usize) -> Result<(), Problem> {
    let (width, height) = stated_size(file, id)?;
    let whole = u64::from(width) * u64::from(height);
    let mut work = Work {
        pixels: whole.saturating_mul(3).saturating_add(16 << 20),
        pictures: MAX_PICTURES,
        bytes: file_bytes.saturating_mul(2).saturating_add(4 << 20),
    };
    work.spend_on(file, id, 2)
}

/// What may still be decoded.
struct Work {
    pixels: u64,
    pictures: usize,
    bytes: usize,
}

impl Work {
    fn spend_on(&mut self, file: &HeifFile<'_>, id: ItemId, depth: u32) -> Result<(), Problem> {
        self.pictures = self.pictures.checked_sub(1).ok_or_else(damaged)?;
        match kind(file, id)? {
            b"hvc1" => self.spend_on_coded(file, id)?,
            b"grid" | b"iovl" | b"iden" => {
                check_canvas(file, id)?;
                let depth = depth.checked_sub(1).ok_or_else(damaged)?;
                let mut parts = file.referenced_items(id, b"dimg").iter();
                parts.try_for_each(|&part| self.spend_on(file, part, depth))?;
            }
            _ => return Err(unsupported()),
        }
        // Other auxiliary pictures, such as depth maps, are not decoded.
        match file
            .referencing_items(id, b"auxl")
            .into_iter()
            .find(|&auxiliary| is_transparency(file, auxiliary))
        {
            Some(transparency) => {
                self.spend_on(file, transparency, depth.checked_sub(1).ok_or_else(damaged)?)
            }
            None => Ok(()),
        }
    }

    fn spend_on_coded(&mut self, file: &HeifFile<'_>, id: ItemId) -> Result<(), Problem> {
        let (width, height) = stated_size(file, id)?;
        let stream = file.hevc_bitstream(id).map_err(|_| damaged())?;
        self.bytes = self.bytes.checked_sub(stream.len()).ok_or_else(damaged)?;
        for unit in split_annex_b(&stream) {
            let Some(sps) = parameters(unit)? else { continue };
            let (coded_width, coded_height) = (sps.pic_width_in_luma_samples, sps.pic_height_in_luma_samples);
            if coded_width > width.saturating_add(PADDING) || coded_height > height.saturating_add(PADDING) {
                return Err(damaged());
            }
            self.pixels = self
                .pixels
                .checked_sub(u64::from(coded_width) * u64::from(coded_height))
                .ok_or_else(damaged)?;
        }
        Ok(())
    }
}

/// A picture put together of others has a size of its own, too, which the decoder makes: it is refused if
/// that is larger than the one stated for it, by which memory is reserved.
fn check_canvas(file: &HeifFile<'_>, id: ItemId) -> Result<(), Problem> {
    let (width, height) = stated_size(file, id)?;
    let (made_width, made_height) = match kind(file, id)? {
        b"grid" => {
            file.grid(id).map(|grid| (grid.output_width, grid.output_height)).map_err(|_| damaged())?
        }
        b"iovl" => overlay_size(&file.item_data(id).map_err(|_| damaged())?).ok_or_else(damaged)?,
        _ => match file.referenced_items(id, b"dimg").first() {
            Some(&part) => stated_size(file, part)?,
            None => return Err(damaged()),
        },
    };
    if made_width > width || made_height > height { Err(damaged()) } else { Ok(()) }
}

/// The size in the data of an overlay (ISO 23008-12): after its version and flags, and the colour of four
/// samples.
fn overlay_size(data: &[u8]) -> Option<(u32, u32)> {
    let (flags, sizes) = (data.get(1)?, data.get(10..)?);
    if flags & 1 == 0 {
        let length = |at: usize| Some(u32::from(u16::from_be_bytes(sizes.get(at..at + 2)?.try_into().ok()?)));
        return Some((length(0)?, length(2)?));
    }
    let length = |at: usize| Some(u32::from_be_bytes(sizes.get(at..at + 4)?.try_into().ok()?));
    Some((length(0)?, length(4)?))
}

/// The sequence parameters in a unit of a coded picture, if it contains some: they state its size and
/// colours.
pub fn parameters(unit: &[u8]) -> Result<Option<Sps>, Problem> {
    const SEQUENCE_PARAMETERS: u8 = 33;
    if unit.first().is_none_or(|first| first >> 1 & 0x3F != SEQUENCE_PARAMETERS) {
        return Ok(None);
    }
    let unit = NalUnit::parse(unit).map_err(|_| damaged())?;
    Sps::parse(&unit.rbsp).map(Some).map_err(|_| damaged())
}

fn kind<'a>(file: &'a HeifFile<'_>, id: ItemId) -> Result<&'a [u8; 4], Problem> {
    file.item(id).map(|item| &item.item_type.0).map_err(|_| damaged())
}

fn is_transparency(file: &HeifFile<'_>, id: ItemId) -> bool {
    let is_alpha = |kind: &str| kind.ends_with(":auxid:1") || kind.ends_with(":auxiliary:alpha");
    file.item_properties(id).is_ok_and(|mut all| {
        all.any(|property| matches!(property, Property::AuxiliaryType(kind) if is_alpha(kind)))
    })
}

/// The small picture that cameras add, with its size; the smallest if there are several.
pub fn thumbnail(file: &HeifFile<'_>) -> Option<(ItemId, Size)> {
    let all = file.referencing_items(file.primary_id, b"thmb");
    let sized = all.into_iter().filter_map(|id| Some((id, size(file, id).ok()?)));
    sized.min_by_key(|(_, size)| size.pixels())
}

/// A file that is damaged, or that hides more work than its picture is worth.
pub fn damaged() -> Problem {
    Problem::new(ProblemKind::PhotoDamaged)
}

/// A kind of HEIC file that cannot be decoded: a film, another codec.
pub fn unsupported() -> Problem {
    Problem::new(ProblemKind::PhotoFormatUnsupported).with_quotation(Format::Heic.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TILES: &[u8] = include_bytes!("../../tests/photos/tiles.heic");

    /// A few kilobytes could otherwise keep the program busy for hours.
    #[test]
    fn tiles_that_make_more_work_than_the_picture_is_worth_are_refused() {
        let file = open(TILES).unwrap();
        assert!(check_work(&file, file.primary_id, TILES.len()).is_ok());
        let [mut many, mut nested] = [file.clone(), file];
        for reference in many.references.iter_mut().filter(|reference| reference.ref_type.0 == *b"dimg") {
            reference.to = vec![reference.to[0]; 100];
        }
        assert_eq!(check_work(&many, many.primary_id, TILES.len()), Err(damaged()));
        let primary = nested.primary_id;
        for reference in nested.references.iter_mut().filter(|reference| reference.ref_type.0 == *b"dimg") {
            reference.to = vec![primary; 2];
        }
        assert_eq!(check_work(&nested, primary, TILES.len()), Err(damaged()));
    }

    /// Memory is reserved by the stated size.
    #[test]
    fn a_picture_of_tiles_that_is_larger_than_stated_is_refused() {
        let stated = [&b"ispe\0\0\0\0"[..], &640_u32.to_be_bytes(), &400_u32.to_be_bytes()].concat();
        let at = TILES.windows(stated.len()).position(|window| window == stated).unwrap();
        for (place, is_refused) in [(10, true), (14, true), (9, false)] {
            let mut bytes = TILES.to_vec();
            // 640 and 400 without their high bytes are 128 and 144; the third is 66,176.
            bytes[at + place] = u8::from(!is_refused);
            let file = open(&bytes).unwrap();
            assert_eq!(check_work(&file, file.primary_id, bytes.len()).is_err(), is_refused, "{place}");
        }
        assert_eq!(overlay_size(&[0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 2, 128, 1, 144]), Some((640, 400)));
        assert_eq!(
            overlay_size(&[0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 2, 128, 0, 0, 1, 144]),
            Some((640, 400))
        );
        assert_eq!(overlay_size(&[0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 2, 128, 0, 0, 1]), None);
    }

    #[test]
    fn the_head_alone_tells_the_size() {
        let head = read_head(&mut io::Cursor::new(TILES)).unwrap();
        assert!(head.len() < TILES.len());
        let file = open(&head).unwrap();
        assert_eq!(size(&file, file.primary_id), Ok(Size::new(640, 400)));
    }
}
