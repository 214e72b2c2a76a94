//! HEIC, the photos of iPhones and of many other phones, decoded by `heifer`. AVIF files are not read.

use heifer::heifer_isobmff::boxes::{ColorInfo, Property};
use heifer::heifer_isobmff::{HeifFile, ItemId};
use heifer::{Image, Options};
use image::{DynamicImage, RgbImage, RgbaImage};
use moxcms::{CicpColorPrimaries, CicpProfile, ColorProfile, MatrixCoefficients, TransferCharacteristics};

use crate::Size;
use crate::metadata::heif;
use vitrine_domain::Problem;

/// The size after the file's own rotation: decoded pictures are upright.
pub fn size(bytes: &[u8]) -> Result<Size, Problem> {
    let file = heif::open(bytes)?;
    heif::size(&file, file.primary_id)
}

/// The main picture, upright, and its colour profile. The caller has checked its size.
pub fn decode(bytes: &[u8]) -> Result<(DynamicImage, Option<Vec<u8>>), Problem> {
    let file = heif::open(bytes)?;
    heif::check_work(&file, file.primary_id, bytes.len())?;
    // Several photos are decoded at the same time already.
    let options = Options { max_threads: 1, max_pixels: 0 };
    let image = heifer::decode_rgba8(bytes, &options).map_err(|error| match error {
        heifer::Error::Unsupported(_)
        | heifer::Error::Hevc(heifer::heifer_hevc_dec::Error::Unimplemented(_)) => heif::unsupported(),
        error => heif::damaged().with_quotation(error.to_string()),
    })?;
    Ok((pixels(image).ok_or_else(heif::damaged)?, profile(&file, file.primary_id)))
}

/// The small picture that cameras add, upright; much faster than the main picture. `None` also where its
/// shape differs.
pub fn thumbnail(bytes: &[u8]) -> Option<(DynamicImage, Option<Vec<u8>>)> {
    const MOST: u32 = 1024;
    let file = heif::open(bytes).ok()?;
    let (id, _) = heif::thumbnail(&file).filter(|(_, size)| size.longest_side() <= MOST)?;
    heif::check_work(&file, id, bytes.len()).ok()?;
    let Image { width, height, has_alpha, data, bit_depth } = heifer::decode_item(&file, id, 0).ok()?;
    let data = data.into_iter().map(|sample| (sample >> (bit_depth - 8)) as u8).collect();
    Some((pixels(Image { width, height, has_alpha, data, bit_depth: 8 })?, profile(&file, file.primary_id)))
}

/// Leaves out a transparency that says nothing, in place: a large picture is not copied.
fn pixels(Image { width, height, has_alpha, mut data, .. }: Image<u8>) -> Option<DynamicImage> {
    if has_alpha {
        return RgbaImage::from_raw(width, height, data).map(DynamicImage::from);
    }
    let count = data.len() / 4;
    for n in 1..count {
        data.copy_within(4 * n..4 * n + 3, 3 * n);
    }
    data.truncate(3 * count);
    RgbImage::from_raw(width, height, data).map(DynamicImage::from)
}

/// The colour profile of a picture: embedded, or made of the colour codes of the file (ITU-T H.273). `None`
/// for sRGB.
fn profile(file: &HeifFile<'_>, id: ItemId) -> Option<Vec<u8>> {
    if let Ok(Some(icc)) = file.icc_profile(id) {
        return Some(icc.to_vec());
    }
    let first_part = file.referenced_items(id, b"dimg").first().copied();
    let (primaries, transfer) =
        [Some(id), first_part].into_iter().flatten().find_map(|id| color_codes(file, id))?;
    const BT709: u8 = 1;
    const SRGB: u8 = 13;
    const PQ: u8 = 16;
    // The other curves are made to be shown as they are.
    let transfer = if transfer == PQ { PQ } else { SRGB };
    if matches!((primaries, transfer), (BT709, SRGB)) {
        return None;
    }
    let profile = ColorProfile::new_from_cicp(CicpProfile {
        color_primaries: CicpColorPrimaries::try_from(primaries).ok()?,
        transfer_characteristics: TransferCharacteristics::try_from(transfer).ok()?,
        matrix_coefficients: MatrixCoefficients::Identity,
        full_range: true,
    });
    profile.encode().ok()
}

/// Primaries and transfer characteristics, by the container or else by the coded picture.
fn color_codes(file: &HeifFile<'_>, id: ItemId) -> Option<(u8, u8)> {
    let stated = file.item_properties(id).ok()?.find_map(|property| match property {
        Property::Color(ColorInfo::Nclx { primaries, transfer, .. }) => Some((*primaries, *transfer)),
        _ => None,
    });
    const UNSPECIFIED: u8 = 2;
    let codes = match stated {
        Some((primaries, transfer)) => (u8::try_from(primaries).ok()?, u8::try_from(transfer).ok()?),
        None => {
            let units = &file.hevc_config(id).ok().flatten()?.nal_units;
            let vui = units.iter().find_map(|unit| heif::parameters(unit).ok().flatten()?.vui)?;
            (vui.colour_primaries, vui.transfer_characteristics)
        }
    };
    (codes.0 != UNSPECIFIED).then_some(codes)
}
