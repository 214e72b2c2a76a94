//! Serves the photos of listed products.

use std::io::Cursor;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageDecoder, ImageReader, Limits};

use crate::http::refusal::Refusal;
use crate::state::pictures::Size;
use crate::state::{App, lock};

/// The memory limit for decoding one photo, in bytes.
const MAX_DECODED_BYTES: u64 = 256 << 20;

/// Serves a product photo without a token, as on any shop page. Number 0 stands for the photo that a product
/// lacks, where lists never show none.
pub async fn show(
    State(app): State<Arc<App>>,
    Path((file, size)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    let nothing = || Refusal::new(StatusCode::NOT_FOUND, "There is no such photo.");
    let id: u64 = file.parse().map_err(|_| nothing())?;
    let size = Size::ALL.into_iter().find(|known| known.name() == size).ok_or_else(nothing)?;
    if id == 0 && app.dialect.is_public() {
        let grey = DynamicImage::from(image::RgbImage::from_pixel(8, 8, image::Rgb([200; 3])));
        let mut png = Cursor::new(Vec::new());
        grey.write_to(&mut png, image::ImageFormat::Png).map_err(|_| nothing())?;
        return Ok(([(header::CONTENT_TYPE, "image/png")], png.into_inner()).into_response());
    }
    let (content, mime_type) = {
        let store = lock(&app.store);
        let file = store.files.get(&id).ok_or_else(nothing)?;
        (store.content(id).ok_or_else(nothing)?, file.mime_type.clone())
    };
    let Some(side) = size.side() else {
        let bytes = content.read().await.map_err(|_| nothing())?;
        return Ok(([(header::CONTENT_TYPE, mime_type)], bytes).into_response());
    };
    let jpeg = |bytes: Bytes| {
        ([(header::CONTENT_TYPE, "image/jpeg"), (header::CACHE_CONTROL, "max-age=86400")], bytes)
            .into_response()
    };
    if let Some(bytes) = lock(&app.pictures.cache).get((id, size)) {
        return Ok(jpeg(bytes));
    }
    let _permit = app.pictures.resize_permits.acquire().await.map_err(|_| nothing())?;
    let original = content.read().await.map_err(|_| nothing())?;
    let shrunk = tokio::task::spawn_blocking(move || shrink(&original, side)).await;
    let Ok(Ok(bytes)) = shrunk.map(|result| result.map(Bytes::from)) else {
        return Err(Refusal::new(StatusCode::NOT_FOUND, "This photo could not be shown."));
    };
    lock(&app.pictures.cache).put((id, size), bytes.clone());
    Ok(jpeg(bytes))
}

/// Rotates the photo upright and shrinks it to fit a square; never enlarges it.
fn shrink(bytes: &[u8], side: u32) -> image::ImageResult<Vec<u8>> {
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format()?;
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_DECODED_BYTES);
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
