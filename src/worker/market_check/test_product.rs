//! The product that a check creates: hidden, and named as what it is.

use std::io::Cursor;

use bytes::Bytes;
use jiff::Timestamp;

use crate::client::FileToSend;
use crate::worker::session::AuthenticatedSession;
use vitrine_core::pace::Kind;
use vitrine_domain::category::{Attribute, AttributeGroup, AttributeValue, SentAttribute};
use vitrine_domain::{
    Draft, Field, FieldError, FieldProblem, FileId, MarketCategories, Price, Problem, ProblemKind,
    TypedProduct,
};

/// The name of the status in the market file.
pub const HIDDEN: &str = "hidden";
/// The side of the photo, in pixels.
const SIDE: u32 = 800;

/// The created product, as far as reading it back needs it.
pub struct Created {
    pub sku: String,
    pub cover: FileId,
    pub status: i64,
    /// Whether the answer held the product's id.
    pub has_id: bool,
}

/// Creates one hidden product. `category`: one that takes products, and its attributes.
///
/// # Errors
/// The problem that prevented it. Without a hidden status in the market file nothing is sent.
pub async fn create(
    session: &AuthenticatedSession,
    category: Option<(i64, Vec<AttributeGroup>)>,
    now: Timestamp,
) -> Result<Created, Problem> {
    let rules = session.profile().rules();
    let no_status = || {
        Problem::from(FieldProblem {
            field: Field::Status,
            error: FieldError::UnknownChoice { text: HIDDEN.into() },
        })
    };
    let status = rules.status(HIDDEN).ok_or_else(no_status)?.id;
    let sku = format!("VITRINE-CHECK-{}", now.as_second());
    let (category_id, groups) = category.map_or((None, Vec::new()), |(id, groups)| (Some(id), groups));
    let required = groups
        .iter()
        .flat_map(|group| &group.attributes)
        .filter(|attribute| attribute.required == Some(true));
    let draft = Draft {
        name: format!("Vitrine check {}", now.as_second()),
        brief: Some("Test".to_owned()),
        description: Some("Created by vitrine check. It can be deleted.".to_owned()),
        preparation_days: Some(1),
        weight: Some(100.into()),
        package_weight: Some(200),
        primary_price: Some(Price::on_wire(1_000_000)),
        stock: Some(1),
        sku: Some(sku.clone()),
        category_id,
        status: Some(status),
        product_attribute: required.map(any_value).collect(),
        ..Draft::default()
    };
    let TypedProduct { draft, errors } =
        TypedProduct::from(draft).evaluate(1, &rules, &MarketCategories::default());
    if let Some((field, error)) = errors.into_iter().next() {
        return Err(FieldProblem { field, error }.into());
    }
    let vendor = session.vendor()?;
    let file =
        FileToSend { name: "vitrine-check.png".to_owned(), mime: "image/png".to_owned(), bytes: photo()? };
    let uploaded = session.ask(Kind::Upload, |client, token| client.upload(token, file, |_| {})).await?;
    let photos = std::slice::from_ref(&uploaded.id);
    let created = session
        .ask(Kind::Create, |client, token| client.create_product(token, vendor, &draft, photos))
        .await?;
    Ok(Created { sku, cover: uploaded.id, status, has_id: created.product_id.is_some() })
}

/// Some value that the attribute takes.
fn any_value(attribute: &Attribute) -> AttributeValue {
    let option = attribute.options.first();
    let sent = SentAttribute {
        attribute_id: attribute.id,
        value: option.is_none().then(|| "1".to_owned()),
        selected_values: option.map(|option| option.id).into_iter().collect(),
    };
    let text = option.map_or_else(|| "1".to_owned(), |option| option.title.clone());
    AttributeValue { name: attribute.id.to_string(), text, sent: Some(sent), where_taken: false }
}

/// A grey photo.
fn photo() -> Result<Bytes, Problem> {
    let shade = |x: u32, y: u32| u8::try_from((x / 8 + y / 8) % 128 + 64).unwrap_or(128);
    let picture = image::RgbImage::from_fn(SIDE, SIDE, |x, y| image::Rgb([shade(x, y); 3]));
    let mut bytes = Cursor::new(Vec::new());
    let unencodable =
        |error: image::ImageError| Problem::new(ProblemKind::Internal).with_quotation(error.to_string());
    picture.write_to(&mut bytes, image::ImageFormat::Png).map_err(unencodable)?;
    Ok(Bytes::from(bytes.into_inner()))
}
