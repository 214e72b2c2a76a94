//! From bytes to pixels, all of them or a problem: a photo that only half decodes is damaged.

use std::io::{BufRead, Cursor, Seek};
use std::panic::{AssertUnwindSafe, catch_unwind};

use image::{DynamicImage, GrayImage, ImageDecoder, ImageReader, Limits, RgbImage, RgbaImage};
use webpx::DecoderConfig;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::jpeg::{self, Colors, Planes, Wholeness};
use crate::domain::{Code, Problem};
use crate::media::metadata::{exif, jpeg_segments};
use crate::media::transform::scale;
use crate::media::{Format, Size};

/// The most bytes a decoded picture may take: a 200-megapixel photo in three bytes a pixel just fits.
///
/// A file of a few hundred bytes can claim 100,000 × 100,000 pixels; it is refused by its header.
const MAX_DECODED_BYTES: u64 = 640 << 20;

/// A picture as it is stored: not yet turned, in its own colours.
pub struct Decoded {
    pub picture: Picture,
    /// The colour profile the file carries, when it describes these pixels.
    pub icc: Option<Vec<u8>>,
}

pub enum Picture {
    /// Eight bits a channel: grey, RGB or RGBA.
    Whole(DynamicImage),
    /// Read smaller than it is, to be shrunk further.
    Planes(Planes),
    /// The same in whole pixels; `of` is the size of the whole picture.
    Smaller { image: DynamicImage, of: Size },
}

impl Picture {
    /// Of the whole picture.
    pub fn size(&self) -> Size {
        match self {
            Self::Whole(image) => scale::size_of(image),
            Self::Planes(planes) => planes.size,
            Self::Smaller { of, .. } => *of,
        }
    }

    /// The picture in `to` pixels.
    pub fn shrunk(&self, to: Size) -> Result<DynamicImage, Problem> {
        match self {
            Self::Whole(image) | Self::Smaller { image, .. } => scale::shrink(image, to),
            Self::Planes(planes) => planes.image(to),
        }
    }
}

/// What the header says, checked against what may be decoded.
pub fn dimensions(format: Format, bytes: &[u8]) -> Result<Size, Problem> {
    let size = match format {
        Format::Jpeg => {
            let frame = jpeg_segments::frame_of_head(bytes).ok_or_else(|| Problem::new(Code::PhotoDamaged))?;
            if !frame.readable {
                return Err(unsupported("JPEG"));
            }
            frame.size
        }
        #[cfg(feature = "heif")]
        Format::Heic | Format::Avif => guarded(|| super::heif::size(bytes))?,
        _ => size_in(format, Cursor::new(bytes))?,
    };
    checked(format, size)
}

/// What the header of a file other than JPEG says.
pub fn size_in(format: Format, file: impl BufRead + Seek) -> Result<Size, Problem> {
    let (width, height) = guarded(|| open(format, file).into_dimensions())?;
    Ok(Size::new(width, height))
}

/// Refuses what may not be decoded.
pub fn checked(format: Format, size: Size) -> Result<Size, Problem> {
    if size.pixels() == 0 {
        return Err(Problem::new(Code::PhotoDamaged));
    }
    let channels = if format == Format::Jpeg { 3 } else { 4 };
    if size.pixels() * channels > MAX_DECODED_BYTES {
        return Err(Problem::new(Code::PhotoTooLarge).saying(size.to_string()));
    }
    Ok(size)
}

/// Decodes the (first) picture for being shrunk to `side`: in less time, where that needs fewer pixels than it has.
///
/// `colors_side`: what is enough of colours that are stored at fewer pixels than the brightness.
pub fn decode_for(format: Format, bytes: &[u8], side: u32, colors_side: u32) -> Result<Decoded, Problem> {
    match smaller(format, bytes, side, colors_side)? {
        Some(decoded) => {
            // Of a progressive picture only the first coefficients were looked at.
            if jpeg_segments::frame_of_head(bytes).is_some_and(|frame| frame.progressive) && jpeg::wholeness(bytes) != Wholeness::Whole {
                return decode(format, bytes);
            }
            Ok(decoded)
        }
        None => decode(format, bytes),
    }
}

/// Decodes the (first) picture for the screen only: in less time, at the price of passing over some damage.
pub fn decode_to_show(format: Format, bytes: &[u8], side: u32) -> Result<Decoded, Problem> {
    if format == Format::WebP {
        let size = dimensions(format, bytes)?;
        if let Some(picture) = decode_webp(bytes, size, side) {
            let icc = guarded(|| open(format, Cursor::new(bytes)).into_decoder()?.icc_profile())?;
            return Ok(Decoded { picture, icc });
        }
    }
    smaller(format, bytes, side, side)?.map_or_else(|| decode(format, bytes), Ok)
}

/// Decodes the (first) picture completely for being written as a JPEG of the same size.
///
/// Where it is in planes already, it stays so: they take half the memory of pixels, and turning needs only one more of them.
pub fn decode_to_rewrite(format: Format, bytes: &[u8]) -> Result<Decoded, Problem> {
    let size = dimensions(format, bytes)?;
    if format == Format::Jpeg
        && let Some((planes, None)) = jpeg::read(bytes, size, Size::new(size.width.div_ceil(2), size.height.div_ceil(2)))
        && planes.can_be_halved(size)
    {
        return Ok(Decoded { picture: Picture::Planes(planes), icc: None });
    }
    decode(format, bytes)
}

/// A JPEG read smaller than it is, where that can be done.
fn smaller(format: Format, bytes: &[u8], side: u32, colors_side: u32) -> Result<Option<Decoded>, Problem> {
    let size = dimensions(format, bytes)?;
    if format != Format::Jpeg || side >= size.longest_side() {
        return Ok(None);
    }
    let [wanted, colors_wanted] = [side, colors_side].map(|side| scale::size_within(size, side, 1));
    let read = jpeg::read(bytes, wanted, colors_wanted);
    Ok(read.map(|(planes, icc)| Decoded { picture: Picture::Planes(planes), icc }))
}

/// Whether the (first) picture can be decoded completely.
pub fn check(format: Format, bytes: &[u8]) -> Result<(), Problem> {
    dimensions(format, bytes)?;
    let frame = if format == Format::Jpeg { jpeg_segments::frame_of_head(bytes) } else { None };
    if let Some(frame) = frame
        && (frame.usual || frame.one_by_one)
        && jpeg::wholeness(bytes) == Wholeness::Whole
    {
        return Ok(());
    }
    decode(format, bytes).map(|_| ())
}

/// Decodes the (first) picture completely.
pub fn decode(format: Format, bytes: &[u8]) -> Result<Decoded, Problem> {
    let size = dimensions(format, bytes)?;
    let frame = if format == Format::Jpeg { jpeg_segments::frame_of_head(bytes) } else { None };
    let (image, icc) = match format {
        Format::Jpeg if frame.is_some_and(|frame| frame.one_by_one) => {
            let (planes, icc) = jpeg::read(bytes, size, size).ok_or_else(|| Problem::new(Code::PhotoDamaged))?;
            (planes.image(size)?, icc)
        }
        // Our own reader takes those of one pass faster.
        Format::Jpeg
            if frame.is_some_and(|frame| frame.components == 4)
                && let Some((planes, icc)) = jpeg::read(bytes, size, size) =>
        {
            (planes.image(size)?, icc)
        }
        // A decoder passes over what is missing at the end.
        Format::Jpeg if jpeg::wholeness(bytes) == Wholeness::Broken => return Err(Problem::new(Code::PhotoDamaged)),
        Format::Jpeg => guarded(|| decode_jpeg(bytes))?,
        Format::Tiff if !parts_fit(bytes, size) => return Err(Problem::new(Code::PhotoDamaged)),
        #[cfg(feature = "heif")]
        Format::Heic | Format::Avif => guarded(|| super::heif::decode(bytes))?.ok_or_else(|| Problem::new(Code::PhotoDamaged))?,
        _ => guarded(|| decode_other(format, bytes))?,
    };
    let image = match image {
        DynamicImage::ImageLuma8(_) | DynamicImage::ImageRgb8(_) | DynamicImage::ImageRgba8(_) => image,
        DynamicImage::ImageLuma16(_) => image.into_luma8().into(),
        _ if image.color().has_alpha() => image.into_rgba8().into(),
        _ => image.into_rgb8().into(),
    };
    Ok(Decoded { picture: Picture::Whole(image), icc })
}

/// Whether no JPEG inside a TIFF claims to be larger than the part it is for: the decoder would make all of its pixels, for
/// each of up to some ten thousand parts.
fn parts_fit(tiff: &[u8], whole: Size) -> bool {
    let (part, jpegs) = exif::jpegs_of_tiff(tiff, whole);
    // Blocks need not end with it.
    let spare = |length: u32| length.saturating_add(64);
    let fits = |frame: jpeg_segments::Frame| frame.size.width <= spare(part.width) && frame.size.height <= spare(part.height);
    jpegs.into_iter().all(|jpeg| jpeg_segments::frame_of_head(jpeg).is_none_or(fits))
}

/// A decoder that fails, or falls over a hostile file, found it damaged.
fn guarded<T, E: Into<Fault>>(work: impl FnOnce() -> Result<T, E>) -> Result<T, Problem> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(error.into().0),
        Err(_panic) => Err(Problem::new(Code::PhotoDamaged)),
    }
}

struct Fault(Problem);

impl From<image::ImageError> for Fault {
    fn from(error: image::ImageError) -> Self {
        use image::ImageError::{Limits, Unsupported};
        let code = match error {
            Unsupported(_) => Code::PhotoFormatUnsupported,
            Limits(_) => Code::PhotoTooLarge,
            _ => Code::PhotoDamaged,
        };
        Self(Problem::new(code).saying(error.to_string()))
    }
}

impl From<zune_jpeg::errors::DecodeErrors> for Fault {
    fn from(error: zune_jpeg::errors::DecodeErrors) -> Self {
        Self(Problem::new(Code::PhotoDamaged).saying(error.to_string()))
    }
}

#[cfg(feature = "heif")]
impl From<libheif_rs::HeifError> for Fault {
    fn from(error: libheif_rs::HeifError) -> Self {
        Self(Problem::new(Code::PhotoDamaged).saying(error.to_string()))
    }
}

fn unsupported(what: &str) -> Problem {
    Problem::new(Code::PhotoFormatUnsupported).saying(what)
}

fn open<R: BufRead + Seek>(format: Format, file: R) -> ImageReader<R> {
    let mut reader = ImageReader::new(file);
    if let Some(format) = format.decoder() {
        reader.set_format(format);
    }
    let mut limits = Limits::default();
    limits.max_alloc = Some(2 * MAX_DECODED_BYTES);
    reader.limits(limits);
    reader
}

fn decode_other(format: Format, bytes: &[u8]) -> image::ImageResult<(DynamicImage, Option<Vec<u8>>)> {
    let mut decoder = open(format, Cursor::new(bytes)).into_decoder()?;
    let icc = decoder.icc_profile().ok().flatten();
    Ok((DynamicImage::from_decoder(decoder)?, icc))
}

/// How many times larger than wanted a WebP is read: its decoder shrinks by plain averages, and the rest with a good filter hides that.
const WEBP_SPARE: u32 = 3;

/// `None`: an animation, or damaged; the other decoder knows which.
fn decode_webp(bytes: &[u8], size: Size, side: u32) -> Option<Picture> {
    let decoder = webpx::Decoder::new(bytes).ok()?;
    let (alpha, animated) = (decoder.info().has_alpha, decoder.info().has_animation);
    if animated {
        return None;
    }
    let read = scale::size_within(size, side.saturating_mul(WEBP_SPARE), 1);
    // `size` was checked before. Smoothing the edges of blocks is lost on pixels that are each the mean of many.
    let config = DecoderConfig::new().limits(webpx::Limits::none()).bypass_filtering(read.longest_side() <= size.longest_side() / 2);
    let decoder = decoder.config(if read == size { config } else { config.scale(read.width, read.height) });
    let image = if alpha {
        let (pixels, width, height) = decoder.decode_rgba_raw().ok()?;
        RgbaImage::from_raw(width, height, pixels)?.into()
    } else {
        let (pixels, width, height) = decoder.decode_rgb_raw().ok()?;
        RgbImage::from_raw(width, height, pixels)?.into()
    };
    Some(Picture::Smaller { image, of: size })
}

/// Strict: where a lenient decoder would paint missing rows grey, the photo is damaged.
fn decode_jpeg(bytes: &[u8]) -> Result<(DynamicImage, Option<Vec<u8>>), zune_jpeg::errors::DecodeErrors> {
    let options = DecoderOptions::default().set_strict_mode(true).set_max_width(usize::MAX).set_max_height(usize::MAX);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers()?;
    let (colors, out) = match decoder.input_colorspace() {
        Some(ColorSpace::Luma) => (Colors::Grey, ColorSpace::Luma),
        // Inks as they are stored: the decoder knows nothing of how a press prints.
        Some(ColorSpace::CMYK) => (Colors::Inks, ColorSpace::CMYK),
        Some(ColorSpace::YCCK) => (Colors::CodedInks, ColorSpace::YCCK),
        _ => (Colors::Rgb, ColorSpace::RGB),
    };
    decoder.set_options(options.jpeg_set_out_colorspace(out));
    let mut pixels = decoder.decode()?;
    let mut icc = decoder.icc_profile();
    if matches!(colors, Colors::Inks | Colors::CodedInks) {
        let stored = pixels.chunks_exact(4).map(|inks| [inks[0], inks[1], inks[2], inks[3]]);
        // A profile of a printing press does not describe the RGB made from its inks.
        pixels = jpeg::printed(stored, colors, icc.take().as_deref());
    }
    let (width, height) = decoder.dimensions().unwrap_or_default();
    let (width, height) = (width as u32, height as u32);
    let image = if colors == Colors::Grey {
        GrayImage::from_raw(width, height, pixels).map(DynamicImage::from)
    } else {
        RgbImage::from_raw(width, height, pixels).map(DynamicImage::from)
    };
    let image = image.ok_or(zune_jpeg::errors::DecodeErrors::FormatStatic("fewer pixels than the header says"))?;
    Ok((image, icc))
}
