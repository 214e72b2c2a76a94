//! Which products a list shows, and in which order.

use std::ops::RangeInclusive;

use serde_json::Value;

use super::shown::{self, PUBLISHED, status_id};
use crate::faults::ShopBehaviour;
use crate::http::refusal::RefusalReason;
use crate::state::store::{CreatedProduct, ShopStore, VisibleProducts};

/// The statuses that can be asked for.
const STATUSES: [u64; 9] = [2976, 2977, 3790, 2978, 4184, 3248, 3567, 3568, 4221];
/// Parameters that are read elsewhere, or that no product here differs in.
const OTHERS: [&str; 4] = ["page", "per_page", "variants_flatting", "without_tags"];
/// Parameters of the list of all shops that no product here differs in.
const OTHERS_ON_SALE: [&str; 6] =
    ["page", "per_page", "vendor_title", "vendor_mobile", "created_at", "price"];

/// The conditions of a list, all of which a product has to meet.
#[derive(Debug, Default, PartialEq)]
pub struct Filters {
    ids: Vec<u64>,
    skus: Vec<String>,
    title: Option<String>,
    categories: Vec<u64>,
    statuses: Vec<u64>,
    vendors: Vec<u64>,
    stock: Option<RangeInclusive<i64>>,
    price: Option<RangeInclusive<i64>>,
    days: Option<RangeInclusive<i64>>,
    is_wholesale: Option<bool>,
    /// Whether shipping is not free, in the country and in the shop's own city.
    illegal_shipping: [Option<bool>; 2],
    order: Option<Order>,
    /// Whether products were asked for by their ids, whether or not that is a condition.
    names_products: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Order {
    by: OrderBy,
    descending: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OrderBy {
    Id,
    Price,
    Stock,
    Title,
}

type Pairs = [(String, String)];

impl Filters {
    /// What a marketplace by the contract may have, which defines none: other parameters are ignored.
    pub fn by_sku_or_id(pairs: &Pairs, behaviour: &ShopBehaviour) -> Self {
        let values = |key: &str| {
            pairs.iter().filter(|(name, _)| name == key).map(|(_, value)| value.clone()).collect::<Vec<_>>()
        };
        let sent = values("ids");
        let names_products = !sent.is_empty();
        // What is no number is the id of no product.
        let ids: Vec<u64> = if behaviour.id_filter {
            sent.iter().map(|id| id.parse().unwrap_or_default()).collect()
        } else {
            Vec::new()
        };
        let skus = if behaviour.sku_filter && ids.is_empty() { values("skus") } else { Vec::new() };
        Self { ids, skus, names_products, ..Self::default() }
    }

    /// Those of the public marketplace's list of a shop. An unknown one is refused.
    pub fn read(pairs: &Pairs) -> Result<Self, Vec<RefusalReason>> {
        let mut reading = Reading::default();
        for (name, text) in pairs {
            let filters = &mut reading.filters;
            match name.as_str() {
                "title" => filters.title = Some(text.to_lowercase()),
                "category" => reading.number(name, text, |filters, id| filters.categories.push(id)),
                "statuses" => reading.status(name, text),
                "ids" => reading.number(name, text, |filters, id| filters.ids.push(id)),
                "skus" => filters.skus.push(text.clone()),
                "is_wholesale" => reading.flag(name, text, |filters, flag| filters.is_wholesale = Some(flag)),
                "illegal_free_shipping_for_iran" => {
                    reading.flag(name, text, |filters, flag| filters.illegal_shipping[0] = Some(flag));
                }
                "illegal_free_shipping_for_same_city" => {
                    reading.flag(name, text, |filters, flag| filters.illegal_shipping[1] = Some(flag));
                }
                "stock[gte]" | "stock[lte]" => reading.bound(name, text, |filters| &mut filters.stock),
                "price[gte]" | "price[lte]" => reading.bound(name, text, |filters| &mut filters.price),
                "preparation_day[gte]" | "preparation_day[lte]" => {
                    reading.bound(name, text, |filters| &mut filters.days);
                }
                "sort" => reading.order(text),
                other if OTHERS.contains(&other) => {}
                other => reading.refuse(other, "Extra inputs are not permitted"),
            }
        }
        reading.filters.names_products = !reading.filters.ids.is_empty();
        reading.ended()
    }

    /// Those of the public marketplace's list of all shops, which shows only what is on sale.
    pub fn read_on_sale(pairs: &Pairs) -> Result<Self, Vec<RefusalReason>> {
        let mut reading = Reading::default();
        for (name, text) in pairs {
            match name.as_str() {
                "product_title" => reading.filters.title = Some(text.to_lowercase()),
                "category_id" => reading.number(name, text, |filters, id| filters.categories.push(id)),
                "status" => reading.status(name, text),
                "ids" => reading.number(name, text, |filters, id| filters.ids.push(id)),
                "vendor_ids" => reading.number(name, text, |filters, id| filters.vendors.push(id)),
                "sort" => reading.order(text),
                other if OTHERS_ON_SALE.contains(&other) => {}
                other => reading.refuse(other, "Extra inputs are not permitted"),
            }
        }
        reading.filters.order = reading.filters.order.or(Some(Order { by: OrderBy::Id, descending: true }));
        let mut filters = reading.ended()?;
        if filters.statuses.is_empty() {
            filters.statuses = vec![PUBLISHED];
        }
        filters.statuses.retain(|status| *status == PUBLISHED);
        if filters.statuses.is_empty() {
            // No product on sale has another status.
            filters.statuses.push(0);
        }
        Ok(filters)
    }

    /// Whether every product is shown, newest first.
    pub fn is_empty(&self) -> bool {
        *self == Self { names_products: self.names_products, ..Self::default() }
    }

    /// Whether products were asked for by their ids.
    pub const fn names_products(&self) -> bool {
        self.names_products
    }

    /// The products of a shop that meet the conditions.
    pub fn chosen<'s>(
        &self,
        store: &'s ShopStore,
        vendor: u64,
        visible: &VisibleProducts<'s>,
    ) -> Vec<&'s CreatedProduct> {
        let mut chosen: Vec<&CreatedProduct> = match self.ids.is_empty() {
            true => visible.page(0, usize::MAX).collect(),
            false => self
                .ids
                .iter()
                .filter_map(|id| store.product(*id))
                .filter(|product| product.vendor == vendor)
                .collect(),
        };
        chosen.retain(|product| self.allows(product));
        self.sort(&mut chosen);
        chosen
    }

    /// Whether a product meets the conditions.
    pub fn allows(&self, product: &CreatedProduct) -> bool {
        let fields = &product.fields;
        let extra = |key: &str| fields.extra.get(key).and_then(Value::as_u64);
        let among =
            |asked: &[u64], id: Option<u64>| asked.is_empty() || id.is_some_and(|id| asked.contains(&id));
        let within = |range: &Option<RangeInclusive<i64>>, value: Option<i64>| {
            range.as_ref().is_none_or(|range| value.is_some_and(|value| range.contains(&value)))
        };
        let shipping = |key: &str| {
            fields
                .extra
                .get("shipping_data")
                .and_then(|data| data.get(key))
                .and_then(Value::as_bool)
                .unwrap_or(false)
        };
        let ships = |asked: Option<bool>, key: &str| asked.is_none_or(|asked| asked == shipping(key));
        among(&self.ids, Some(product.id))
            && among(&self.vendors, Some(product.vendor))
            && among(&self.categories, extra("category_id"))
            && among(&self.statuses, Some(status_id(fields)))
            && (self.skus.is_empty() || fields.sku.as_ref().is_some_and(|sku| self.skus.contains(sku)))
            && self.title.as_ref().is_none_or(|title| fields.name.to_lowercase().contains(title))
            && within(&self.stock, Some(shown::stock(fields)))
            && within(&self.price, Some(shown::own_price(fields).unwrap_or(0)))
            && within(&self.days, fields.preparation_days)
            && self.is_wholesale.is_none_or(|asked| asked == fields.is_wholesale.unwrap_or(false))
            && ships(self.illegal_shipping[0], "illegal_for_iran")
            && ships(self.illegal_shipping[1], "illegal_for_same_city")
    }

    /// Sorts as asked; otherwise the order stays.
    pub fn sort(&self, products: &mut [&CreatedProduct]) {
        let Some(Order { by, descending }) = self.order else { return };
        match by {
            OrderBy::Id => products.sort_by_key(|product| product.id),
            OrderBy::Price => products.sort_by_key(|product| shown::own_price(&product.fields).unwrap_or(0)),
            OrderBy::Stock => products.sort_by_key(|product| shown::stock(&product.fields)),
            OrderBy::Title => products.sort_by(|a, b| a.fields.name.cmp(&b.fields.name)),
        }
        if descending {
            products.reverse();
        }
    }
}

/// Filters being read, with every parameter that cannot be.
#[derive(Default)]
struct Reading {
    filters: Filters,
    reasons: Vec<RefusalReason>,
}

impl Reading {
    fn refuse(&mut self, name: &str, message: &'static str) {
        self.reasons.push(RefusalReason::about(name.to_owned(), message));
    }

    fn number(&mut self, name: &str, text: &str, set: impl FnOnce(&mut Filters, u64)) {
        match text.parse() {
            Ok(number) => set(&mut self.filters, number),
            Err(_) => self.refuse(name, "value is not a valid integer"),
        }
    }

    fn flag(&mut self, name: &str, text: &str, set: impl FnOnce(&mut Filters, bool)) {
        match text {
            "true" | "1" => set(&mut self.filters, true),
            "false" | "0" => set(&mut self.filters, false),
            _ => self.refuse(name, "value could not be parsed to a boolean"),
        }
    }

    fn status(&mut self, name: &str, text: &str) {
        match text.parse().ok().filter(|status| STATUSES.contains(status)) {
            Some(status) => self.filters.statuses.push(status),
            None => self.refuse(name, "The status is not valid."),
        }
    }

    fn bound(
        &mut self,
        name: &str,
        text: &str,
        of: impl FnOnce(&mut Filters) -> &mut Option<RangeInclusive<i64>>,
    ) {
        let Ok(bound) = text.parse::<i64>() else { return self.refuse(name, "value is not a valid integer") };
        let range = of(&mut self.filters);
        let (least, greatest) = range.take().map_or((i64::MIN, i64::MAX), RangeInclusive::into_inner);
        *range = Some(if name.ends_with("[gte]") { bound..=greatest } else { least..=bound });
    }

    fn order(&mut self, text: &str) {
        let (by, direction) = text.split_once(':').unwrap_or((text, "asc"));
        let by = match by {
            "id" => Some(OrderBy::Id),
            "price" | "primary_price" => Some(OrderBy::Price),
            "stock" | "inventory" => Some(OrderBy::Stock),
            "title" => Some(OrderBy::Title),
            _ => None,
        };
        match (by, direction) {
            (Some(by), "asc" | "desc") => {
                self.filters.order = Some(Order { by, descending: direction == "desc" });
            }
            _ => self.refuse("sort", "sort must be a field and asc or desc, such as id:desc."),
        }
    }

    fn ended(self) -> Result<Filters, Vec<RefusalReason>> {
        if self.reasons.is_empty() { Ok(self.filters) } else { Err(self.reasons) }
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use serde_json::json;

    use super::*;
    use crate::state::store::ProductFields;

    fn store() -> ShopStore {
        let mut store = ShopStore::in_memory();
        for (name, category, price, status) in
            [("Red rug", 299, 5_000, 2976), ("Mug", 324, 9_000, 3790), ("Blue Rug", 302, 7_000, 2976)]
        {
            let extra = json!({ "category_id": category, "status": status }).as_object().cloned().unwrap();
            let (name, sku) = (name.to_owned(), Some(format!("sku {name}")));
            let fields =
                ProductFields { name, sku, primary_price: Some(price), extra, ..ProductFields::default() };
            store.store_product(501, Timestamp::UNIX_EPOCH, fields).unwrap();
        }
        store
    }

    fn names(query: &[(&str, &str)]) -> Vec<String> {
        let store = store();
        let pairs: Vec<(String, String)> =
            query.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        let filters = Filters::read(&pairs).unwrap();
        let visible = store.visible_products(501, Timestamp::UNIX_EPOCH);
        filters.chosen(&store, 501, &visible).iter().map(|product| product.fields.name.clone()).collect()
    }

    #[test]
    fn each_filter_of_the_public_list_does_what_it_says() {
        assert_eq!(names(&[]), ["Blue Rug", "Mug", "Red rug"], "newest first");
        assert_eq!(names(&[("title", "rug")]), ["Blue Rug", "Red rug"]);
        assert_eq!(names(&[("category", "299"), ("category", "324")]), ["Mug", "Red rug"]);
        assert_eq!(names(&[("statuses", "3790")]), ["Mug"]);
        assert_eq!(names(&[("price[gte]", "6000"), ("price[lte]", "7000")]), ["Blue Rug"]);
        assert_eq!(names(&[("skus", "sku Mug")]), ["Mug"]);
        assert_eq!(names(&[("ids", "3001"), ("ids", "3003"), ("title", "red")]), ["Red rug"]);
        assert_eq!(names(&[("sort", "price:desc")]), ["Mug", "Blue Rug", "Red rug"]);
        assert_eq!(names(&[("stock[gte]", "1")]), [""; 0]);
    }

    #[test]
    fn an_unknown_parameter_or_value_is_refused_by_name() {
        for (name, text) in [
            ("colour", "red"),
            ("statuses", "1"),
            ("sort", "age"),
            ("category", "rugs"),
            ("stock[gte]", "many"),
        ] {
            let refused = Filters::read(&[(name.to_owned(), text.to_owned())]).unwrap_err();
            assert_eq!(refused[0].field.as_deref(), Some(name));
        }
    }
}
