//! Operation 6: uploading a photo.

use std::io::Cursor;
use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{FromRequest, Multipart, Request, State};
use axum::http::StatusCode;
use image::{ImageFormat, ImageReader};
use serde_json::{Value, json};

use crate::faults::{FileIds, ShopBehaviour};
use crate::http::caller::{Caller, has_content_type};
use crate::http::middleware::{TransferRate, drain};
use crate::http::refusal::{Refusal, RefusalReason};
use crate::operation::PICTURES;
use crate::state::access::Person;
use crate::state::store::UploadedFile;
use crate::state::{App, lock};
use vitrine_domain::Scope;

const FILE_TYPES: [&str; 1] = ["product.photo"];
/// The accepted formats, detected by content: file name and part header are ignored.
const FORMATS: [ImageFormat; 5] =
    [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif, ImageFormat::Bmp];

/// The relevant parts of the form.
#[derive(Default)]
struct Form {
    /// Name and content of each file, or a marker if it is too large to keep.
    files: Vec<(String, PartContent)>,
    file_type: Option<String>,
}

enum PartContent {
    Whole(Bytes),
    TooLarge,
}

/// Stores an uploaded photo.
pub async fn upload(State(app): State<Arc<App>>, request: Request) -> Result<Json<Value>, Refusal> {
    let caller = match authorize(&app, &request) {
        Ok(caller) => caller,
        Err(refusal) => {
            drain(request.into_body()).await;
            return Err(refusal);
        }
    };
    let behaviour = app.behaviour();
    let pace = request.extensions().get::<TransferRate>().copied();
    let (file_name, bytes) = validate(read(request, behaviour.photo_bytes, pace).await?, &behaviour)?;
    let mime_type = format_of(&bytes)?.to_mime_type();

    let created_at = app.now();
    let owner = caller.person.id();
    let in_memory = lock(&app.store).is_in_memory();
    let storing = Arc::clone(&app);
    let store_upload = move || {
        let size = bytes.len() as u64;
        let mime_type = mime_type.to_owned();
        lock(&storing.store).store_file(bytes, |id| UploadedFile {
            id,
            owner,
            file_name,
            mime_type,
            size,
            created_at,
        })
    };
    // Only writing to disk blocks.
    let stored = match in_memory {
        true => store_upload(),
        false => tokio::task::spawn_blocking(store_upload).await.map_err(std::io::Error::other).flatten(),
    };
    let file = stored.map_err(|error| Refusal::internal(&error))?;
    Ok(Json(if app.dialect.is_public() {
        public_shape(&app, &file)
    } else {
        contract_shape(&file, behaviour.file_ids)
    }))
}

/// A file as the contract shows it (2.3a).
fn contract_shape(file: &UploadedFile, ids: FileIds) -> Value {
    let id = match ids {
        FileIds::Text => json!(file.id.to_string()),
        FileIds::Integer => json!(file.id),
    };
    json!({
        "id": id,
        "file_name": file.file_name,
        "path": format!("users/{}/{}", file.owner, file.id),
        "mime_type": file.mime_type,
        "size": file.size,
        "created_at": file.created_at.to_string(),
        "creator_user_id": file.owner,
    })
}

/// The number of [`FILE_TYPES`] in answers of the public marketplace.
const PUBLIC_FILE_TYPE: u64 = 5901;

/// A file as the public marketplace shows it.
fn public_shape(app: &App, file: &UploadedFile) -> Value {
    let extension = file.mime_type.rsplit('/').next().unwrap_or_default();
    let mut shown = contract_shape(file, FileIds::Integer);
    let stored = format!("{}.{extension}", file.id);
    shown["file_name"] = json!(stored);
    shown["file_name_alone"] = json!(file.id.to_string());
    shown["format"] = json!(extension);
    shown["type"] = json!("photo");
    shown["file_type"] = json!(PUBLIC_FILE_TYPE);
    let original = format!("http://{}{PICTURES}/{}/original", app.address, file.id);
    shown["url"] = json!(original);
    shown["urls"] = json!({ "primary": original });
    shown
}

fn authorize(app: &App, request: &Request) -> Result<Caller, Refusal> {
    let caller = Caller::of(app, request.headers())?;
    if caller.person == Person::App {
        return Err(Refusal::of_nobody());
    }
    caller.require_scope(Scope::PRODUCT_WRITE)?;
    if !has_content_type(request.headers(), "multipart/form-data") {
        return Err(Refusal::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "Send multipart/form-data with file and file_type.",
        ));
    }
    Ok(caller)
}

async fn read(request: Request, limit: u64, pace: Option<TransferRate>) -> Result<Form, Refusal> {
    let broken = |error: MultipartError| {
        Refusal::new(StatusCode::BAD_REQUEST, format!("The form is not whole: {error}."))
    };
    let mut parts = Multipart::from_request(request, &())
        .await
        .map_err(|error| Refusal::new(error.status(), error.body_text()))?;
    let mut form = Form::default();
    while let Some(part) = parts.next_field().await.map_err(broken)? {
        match (part.name(), part.file_name().map(str::to_owned)) {
            (Some("file"), Some(name)) => {
                let sent = read_part(part, limit, pace).await.map_err(broken)?;
                form.files.push((name, sent));
            }
            (Some("file_type"), _) => {
                if let PartContent::Whole(bytes) = read_part(part, 256, None).await.map_err(broken)? {
                    form.file_type = String::from_utf8(bytes.into()).ok();
                }
            }
            _ => {
                read_part(part, 0, None).await.map_err(broken)?;
            }
        }
    }
    Ok(form)
}

/// Reads a part to its end even if it is too large: a client reads the answer only after it has sent
/// everything.
async fn read_part(
    mut part: Field<'_>,
    limit: u64,
    pace: Option<TransferRate>,
) -> Result<PartContent, MultipartError> {
    let mut bytes = Vec::new();
    let mut too_large = false;
    while let Some(chunk) = part.chunk().await? {
        if let Some(pace) = pace {
            pace.wait_for(chunk.len()).await;
        }
        too_large |= (bytes.len() + chunk.len()) as u64 > limit;
        if !too_large {
            bytes.extend_from_slice(&chunk);
        }
    }
    Ok(if too_large { PartContent::TooLarge } else { PartContent::Whole(bytes.into()) })
}

fn validate(form: Form, behaviour: &ShopBehaviour) -> Result<(String, Bytes), Refusal> {
    let mut reasons = Vec::new();
    if !form.file_type.as_deref().is_some_and(|sent| FILE_TYPES.contains(&sent)) {
        reasons.push(RefusalReason::about(
            "file_type",
            format!("file_type must be one of: {}.", FILE_TYPES.join(", ")),
        ));
    }
    let mut files = form.files.into_iter();
    let file = match (files.next(), files.next()) {
        (Some(file), None) => Some(file),
        _ => {
            reasons.push(RefusalReason::about("file", "Send exactly one part named file, with a file name."));
            None
        }
    };
    match file {
        Some((_, PartContent::TooLarge)) => Err(Refusal {
            status: StatusCode::PAYLOAD_TOO_LARGE,
            reasons: vec![RefusalReason::about("file", too_large(behaviour))],
        }),
        Some((name, PartContent::Whole(bytes))) if reasons.is_empty() => Ok((name, bytes)),
        _ => Err(Refusal::unprocessable(reasons)),
    }
}

fn too_large(behaviour: &ShopBehaviour) -> String {
    match behaviour.tell_photo_bytes {
        true => format!(
            "The photo is larger than this marketplace takes: at most {} bytes.",
            behaviour.photo_bytes
        ),
        false => "The photo is larger than this marketplace takes.".to_owned(),
    }
}

fn format_of(bytes: &[u8]) -> Result<ImageFormat, Refusal> {
    let refused = |why: &str| Refusal::unprocessable(vec![RefusalReason::about("file", why)]);
    let format = image::guess_format(bytes).ok().filter(|format| FORMATS.contains(format));
    let format = format.ok_or_else(|| refused("The file is not a photo in a known format."))?;
    match ImageReader::with_format(Cursor::new(bytes), format).into_dimensions() {
        Ok((width, height)) if width > 0 && height > 0 => Ok(format),
        _ => Err(refused("The photo is damaged.")),
    }
}
