//! Reads pages of the shop's products, as leniently as all answers.

use std::collections::HashSet;
use std::time::Duration;

use serde_json::{Map, Value};

use super::answers::{CONTENT_KEYS, unexpected};
use super::review::review;
use super::value::{count, flag, id, integer, text, time};
use crate::market::errors::is_error_envelope;
use vitrine_domain::{
    Discount, FileId, PhotoUrls, Price, Problem, Product, ProductId, ProductPhoto, Status, Variant, VariantId,
};

/// One page of a shop's products (contract 2.5).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProductPage {
    /// The readable products of the page.
    pub products: Vec<Product>,
    /// The number of items on the page, including unreadable ones.
    pub rows: u64,
    /// Whether every item was readable, and there are as many as the page states.
    pub all_readable: bool,
    /// The number of products in the shop, as stated.
    pub total: Option<u64>,
    /// The number of pages, as stated.
    pub total_pages: Option<u64>,
    /// The size of a page, as stated.
    pub per_page: Option<u64>,
    /// How old the answer was when it arrived.
    pub age: Duration,
}

/// Parses a page of products (operation 8).
pub fn product_page(answer: &Value) -> Result<ProductPage, Problem> {
    let envelope = match answer {
        Value::Array(_) if is_error_envelope(answer) => return Err(unexpected("an error inside a success")),
        Value::Array(items) => return Ok(page_of(items)),
        Value::Object(map) => page_envelope(map),
        _ => return Err(unexpected("not a list")),
    };
    let total = count(envelope.get("total_count"));
    let result_count = count(envelope.get("result_count"));
    let mut page = match envelope.get("data") {
        Some(Value::Array(items)) => page_of(items),
        // A missing list means an empty shop only if a count confirms it.
        None | Some(Value::Null) if result_count.or(total).is_some() => {
            ProductPage { all_readable: true, ..ProductPage::default() }
        }
        Some(Value::Null) if !is_error_envelope(answer) => ProductPage::default(),
        _ => return Err(unexpected("no product list")),
    };
    page.all_readable &= result_count.is_none_or(|count| count <= page.rows);
    page.total = total;
    page.total_pages = count(envelope.get("total_page"));
    page.per_page = count(envelope.get("per_page"));
    Ok(page)
}

fn page_envelope(map: &Map<String, Value>) -> &Map<String, Value> {
    let mut wrapped = CONTENT_KEYS.iter().filter_map(|wrapper| map.get(*wrapper)?.as_object());
    wrapped.find(|inner| inner.contains_key("data")).unwrap_or(map)
}

/// The rows of a page of products as they are, if it is one.
pub fn product_rows(answer: &Value) -> Result<&[Value], Problem> {
    product_page(answer)?;
    let rows = answer.as_array().or_else(|| page_envelope(answer.as_object()?).get("data")?.as_array());
    Ok(rows.map_or(&[][..], Vec::as_slice))
}

fn page_of(items: &[Value]) -> ProductPage {
    let products: Vec<Product> = items.iter().filter_map(product).collect();
    ProductPage {
        rows: items.len() as u64,
        all_readable: products.len() == items.len(),
        products,
        ..ProductPage::default()
    }
}

pub fn product(item: &Value) -> Option<Product> {
    let status = item.get("status").and_then(Value::as_object);
    let price = integer(item.get("price")).map(Price::on_wire);
    let own = integer(item.get("primary_price")).map(Price::on_wire);
    Some(Product {
        id: ProductId::new(id(item.get("id"))?)?,
        title: text(item.get("title")).unwrap_or_default(),
        price,
        primary_price: own.filter(|_| price.is_some() && own != price),
        photo: item.get("photo").and_then(Value::as_object).map(photo),
        status: status
            .map(|status| Status { name: text(status.get("name")), value: integer(status.get("value")) }),
        inventory: integer(item.get("inventory")),
        is_wholesale: flag(item.get("is_wholesale")),
        sku: text(item.get("sku")),
        variants: variants(shown_variants(item)),
        discount: discount(item),
        category_id: integer(item.get("category").and_then(|category| category.get("id")))
            .or_else(|| integer(item.get("category_id"))),
        created_at: time(item.get("created_at")),
        changed_at: time(item.get("updated_at")),
        review: review(item),
    })
}

/// The discount of a product: its own, or the greatest of its variants'.
fn discount(item: &Value) -> Option<Discount> {
    let own = own_discount(item);
    let variants = shown_variants(item).iter().filter_map(own_discount);
    let greatest = variants.filter(|discount| discount.runs()).max_by_key(|discount| discount.percent);
    own.filter(|own| own.runs()).or(greatest).or(own)
}

/// The discount of a product or a variant. Nothing public says what the object is made of, beside that it is
/// null where none runs: where it does not name the percents, the prices tell them.
fn own_discount(item: &Value) -> Option<Discount> {
    let price = |key: &str| integer(item.get(key)).map(Price::on_wire);
    let by_prices = || Discount::between(price("primary_price")?, price("price")?);
    let Some(shown) = item.get("discount") else { return by_prices() };
    if shown.is_null() {
        return Some(Discount::NONE);
    }
    let named = |keys: &[&str]| keys.iter().find_map(|key| shown.get(*key)).filter(|value| !value.is_null());
    let percent =
        integer(named(&["percent", "discount_percent"])).and_then(|percent| u8::try_from(percent).ok());
    let percent = percent.filter(|percent| (1..=100).contains(percent));
    let ends = time(named(&["ends_at", "end_at", "expires_at", "expired_at", "end_date"]));
    let found = percent.map(|percent| Discount { percent, ..Discount::NONE }).or_else(by_prices)?;
    found.runs().then_some(Discount { ends, ..found })
}

/// The variants of a product. A list calls them by another name than a reading of the product alone.
pub(super) fn shown_variants(item: &Value) -> &[Value] {
    ["variants", "variant"].iter().find_map(|key| item.get(*key)?.as_array()).map_or(&[][..], Vec::as_slice)
}

/// The variants of a product; none if one of them has no id, or has that of another: what is meant would not
/// be certain.
fn variants(shown: &[Value]) -> Vec<Variant> {
    let read = |variant: &Value| {
        Some(Variant {
            id: id(variant.get("id")).and_then(VariantId::new)?,
            name: properties(variant).map(|(_, value)| value).collect::<Vec<_>>().join(", "),
            properties: properties(variant).filter_map(|(name, value)| Some((name?, value))).collect(),
            sku: text(variant.get("sku")),
            primary_price: integer(variant.get("primary_price")).map(Price::on_wire),
            stock: integer(variant.get("stock")).or_else(|| integer(variant.get("inventory"))),
        })
    };
    let variants: Vec<Variant> = shown.iter().map(read).collect::<Option<_>>().unwrap_or_default();
    let ids: HashSet<&VariantId> = variants.iter().map(|variant| &variant.id).collect();
    if ids.len() < variants.len() { Vec::new() } else { variants }
}

/// The names and values of a variant's properties, such as `Size` and `L`. Each of both is a text, or has one
/// as its title.
fn properties(variant: &Value) -> impl Iterator<Item = (Option<String>, String)> {
    let said = |value: &Value| {
        text(Some(value)).or_else(|| text(value.get("title"))).or_else(|| text(value.get("value")))
    };
    let shown = variant.get("properties").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    shown.iter().filter_map(move |one| Some((one.get("property").and_then(said), said(one.get("value")?)?)))
}

pub(super) fn photo(photo: &Map<String, Value>) -> ProductPhoto {
    let url = |key: &str| text(photo.get(key));
    ProductPhoto {
        id: id(photo.get("id")).and_then(FileId::new),
        urls: PhotoUrls {
            original: url("original"),
            xs: url("xs"),
            sm: url("sm"),
            md: url("md"),
            lg: url("lg"),
        },
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::super::answers::json;
    use super::*;
    use vitrine_domain::ProblemKind;

    #[test]
    fn half_an_emoji_in_a_title_does_not_fail_the_page() {
        let page = product_page(
            &json(br#"{"data":[{"id":1,"title":"cup \ud83d"},{"id":2,"title":"jug"}],"total_count":2}"#)
                .unwrap(),
        )
        .unwrap();
        assert!(page.all_readable);
        let titles: Vec<_> = page.products.iter().map(|product| product.title.as_str()).collect();
        assert_eq!(titles, ["cup \u{fffd}", "jug"]);
    }

    #[test]
    fn products_are_read_with_values_of_any_json_type() {
        let body = json!({"data": [
            {"id": 5, "title": "Rug", "price": 250_000, "inventory": 3, "is_wholesale": true, "sku": "r-1",
             "photo": {"id": 8, "original": "https://x/o", "xs": "https://x/xs"}, "status": {"name": "Live", "value": 2976}},
            {"id": "6", "title": null, "price": "250000.0", "inventory": 3.0, "is_wholesale": 0, "photo": null, "status": null},
        ], "total_count": "2", "result_count": 2, "per_page": 10, "total_page": 1, "page": 1});
        let page = product_page(&body).unwrap();
        assert!(page.all_readable);
        assert_eq!((page.total, page.rows, page.per_page, page.total_pages), (Some(2), 2, Some(10), Some(1)));
        let [rug, other] = page.products.as_slice() else { panic!("two products") };
        assert_eq!(rug.photo.as_ref().and_then(|photo| photo.id.clone()), Some(FileId::from(8)));
        assert_eq!(rug.photo.as_ref().and_then(|photo| photo.urls.for_thumbnail()), Some("https://x/xs"));
        assert_eq!(rug.status, Some(Status { name: Some("Live".into()), value: Some(2976) }));
        assert_eq!(
            (other.price, other.inventory, other.is_wholesale),
            (Some(Price::on_wire(250_000)), Some(3), Some(false))
        );
        assert_eq!((other.title.as_str(), &other.photo, &other.status), ("", &None, &None));
    }

    #[test]
    fn category_and_times_are_read_where_the_list_has_them() {
        let row = json!({"id": 1, "category": {"id": "302", "title": "Kilim"}, "created_at": "2026-11-20T08:30:00+00:00", "updated_at": "2026-11-21 09:00:00"});
        let read = product(&row).unwrap();
        let at = |text: &str| Some(text.parse::<jiff::Timestamp>().unwrap());
        assert_eq!(
            (read.category_id, read.created_at, read.changed_at),
            (Some(302), at("2026-11-20T08:30:00Z"), at("2026-11-21T09:00:00Z"))
        );
        let other = product(
            &json!({"id": 1, "category_id": 5, "created_at": 1_763_627_400, "updated_at": "yesterday"}),
        )
        .unwrap();
        assert_eq!(
            (other.category_id, other.created_at, other.changed_at),
            (Some(5), at("2025-11-20T08:30:00Z"), None)
        );
    }

    #[test]
    fn a_discount_is_read_from_its_object_or_from_the_two_prices() {
        let read = |row: Value| product(&row).unwrap().discount;
        let percents = |percent| Some(Discount { percent, ..Discount::NONE });
        assert_eq!(read(json!({"id": 1, "price": 900})), None, "the contract's list does not tell");
        assert_eq!(read(json!({"id": 1, "price": 900, "discount": null})), Some(Discount::NONE));
        assert_eq!(read(json!({"id": 1, "price": 800, "primary_price": 1000})), percents(20));
        assert_eq!(read(json!({"id": 1, "price": 1000, "primary_price": 1000})), Some(Discount::NONE));
        assert_eq!(
            read(json!({"id": 1, "price": 800, "primary_price": 1000, "discount": {"kind": "x"}})),
            percents(20)
        );
        let ends = "2026-12-05T08:00:00Z".parse().ok();
        assert_eq!(
            read(json!({"id": 1, "discount": {"percent": "15", "ends_at": "2026-12-05T08:00:00Z"}})),
            Some(Discount { percent: 15, ends, ..Discount::NONE })
        );
        assert_eq!(read(json!({"id": 1, "discount": {"kind": "x"}})), None, "by how much is not known");
    }

    #[test]
    fn an_unreadable_item_makes_the_page_incomplete_but_not_invalid() {
        for bad in [json!(null), json!({"title": "no id"}), json!({"id": ""}), json!("x")] {
            let page = product_page(&json!({"data": [{"id": 1}, bad], "total_count": 2})).unwrap();
            assert_eq!((page.products.len(), page.rows, page.all_readable), (1, 2, false), "{bad}");
        }
    }

    #[test]
    fn an_empty_list_counts_only_if_the_answer_confirms_it() {
        let page = |body: Value| product_page(&body);
        for body in [
            json!({"data": []}),
            json!([]),
            json!({"data": null, "result_count": 0}),
            json!({"result_count": 0, "total_count": null}),
        ] {
            assert!(page(body.clone()).unwrap().all_readable, "{body}");
        }
        assert!(!page(json!({"data": null})).unwrap().all_readable);
        assert!(!page(json!({"data": null, "result_count": 3})).unwrap().all_readable);
        for body in [
            json!({}),
            json!({"error": "x"}),
            json!({"data": null, "error": "x"}),
            json!("x"),
            json!({"data": {"id": 1}}),
            json!([{"message": "x", "fields": ["page"]}]),
        ] {
            assert_eq!(page(body.clone()).unwrap_err().kind, ProblemKind::UnexpectedAnswer, "{body}");
        }
    }

    proptest! {
        #[test]
        fn arbitrary_bodies_never_panic(body: Vec<u8>) {
            if let Ok(value) = json(&body) {
                let _ = product_page(&value);
            }
        }
    }
}
