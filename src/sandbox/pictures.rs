//! The photos of listed products, in the five sizes of contract 2.5.

use std::collections::VecDeque;
use std::io::Cursor;
use std::sync::{Arc, Mutex};

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageDecoder, ImageReader, Limits};
use tokio::sync::Semaphore;

use super::refusal::Refusal;
use super::{App, lock};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Size {
    Original,
    Xs,
    Sm,
    Md,
    Lg,
}

impl Size {
    pub const ALL: [Self; 5] = [Self::Original, Self::Xs, Self::Sm, Self::Md, Self::Lg];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Original => "original",
            Self::Xs => "xs",
            Self::Sm => "sm",
            Self::Md => "md",
            Self::Lg => "lg",
        }
    }

    /// The longer side, in pixels; `None` for the photo as it was uploaded.
    const fn side(self) -> Option<u32> {
        match self {
            Self::Original => None,
            Self::Xs => Some(96),
            Self::Sm => Some(256),
            Self::Md => Some(512),
            Self::Lg => Some(1024),
        }
    }
}

/// Bytes of shrunk photos kept; the one unused for longest goes first.
const KEPT_BYTES: usize = 32 << 20;
/// Photos shrunk at one time.
const AT_ONCE: usize = 2;
/// Memory one photo may take while it is decoded, in bytes.
const DECODED_BYTES: u64 = 256 << 20;

pub(super) struct Pictures {
    kept: Mutex<Kept>,
    turns: Semaphore,
}

#[derive(Default)]
struct Kept {
    /// Latest use last.
    pictures: VecDeque<(Key, Bytes)>,
    bytes: usize,
}

type Key = (u64, Size);

impl Default for Pictures {
    fn default() -> Self {
        Self { kept: Mutex::default(), turns: Semaphore::new(AT_ONCE) }
    }
}

impl Kept {
    fn get(&mut self, key: Key) -> Option<Bytes> {
        let at = self.pictures.iter().position(|(other, _)| *other == key)?;
        let picture = self.pictures.remove(at)?;
        let bytes = picture.1.clone();
        self.pictures.push_back(picture);
        Some(bytes)
    }

    fn put(&mut self, key: Key, bytes: Bytes) {
        self.bytes += bytes.len();
        self.pictures.push_back((key, bytes));
        while self.bytes > KEPT_BYTES
            && let Some((_, gone)) = self.pictures.pop_front()
        {
            self.bytes -= gone.len();
        }
    }
}

/// Anyone may look at a product's photo: no token is asked for, as on any shop page.
pub(super) async fn show(State(app): State<Arc<App>>, Path((file, size)): Path<(String, String)>) -> Result<Response, Refusal> {
    let nothing = || Refusal::new(StatusCode::NOT_FOUND, "There is no such photo.");
    let id: u64 = file.parse().map_err(|_| nothing())?;
    let size = Size::ALL.into_iter().find(|known| known.name() == size).ok_or_else(nothing)?;
    let (content, mime_type) = {
        let ledger = lock(&app.ledger);
        let file = ledger.files.get(&id).ok_or_else(nothing)?;
        (ledger.content(id).ok_or_else(nothing)?, file.mime_type.clone())
    };
    let Some(side) = size.side() else {
        let bytes = content.read().await.map_err(|_| nothing())?;
        return Ok(([(header::CONTENT_TYPE, mime_type)], bytes).into_response());
    };
    let jpeg = |bytes: Bytes| ([(header::CONTENT_TYPE, "image/jpeg"), (header::CACHE_CONTROL, "max-age=86400")], bytes).into_response();
    if let Some(bytes) = lock(&app.pictures.kept).get((id, size)) {
        return Ok(jpeg(bytes));
    }
    let _turn = app.pictures.turns.acquire().await.map_err(|_| nothing())?;
    let original = content.read().await.map_err(|_| nothing())?;
    let shrunk = tokio::task::spawn_blocking(move || shrink(&original, side)).await;
    let Ok(Ok(bytes)) = shrunk.map(|result| result.map(Bytes::from)) else {
        return Err(Refusal::new(StatusCode::NOT_FOUND, "This photo could not be shown."));
    };
    lock(&app.pictures.kept).put((id, size), bytes.clone());
    Ok(jpeg(bytes))
}

/// Fits the photo, turned upright, into a square; never enlarges it.
fn shrink(bytes: &[u8], side: u32) -> image::ImageResult<Vec<u8>> {
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format()?;
    let mut limits = Limits::default();
    limits.max_alloc = Some(DECODED_BYTES);
    reader.limits(limits);
    let mut decoder = reader.into_decoder()?;
    let orientation = decoder.orientation()?;
    let mut photo = DynamicImage::from_decoder(decoder)?;
    photo.apply_orientation(orientation);
    let photo = if photo.width().max(photo.height()) > side { photo.thumbnail(side, side) } else { photo };
    let mut jpeg = Vec::new();
    photo.to_rgb8().write_with_encoder(JpegEncoder::new_with_quality(&mut jpeg, 82))?;
    Ok(jpeg)
}
