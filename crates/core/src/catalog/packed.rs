//! Products in little memory: their numbers side by side, and their texts in two buffers, those that are
//! searched and the others.
//!
//! Most texts of a product are like another one: the name like its own search text, the addresses of a
//! photo's sizes like each other and like those of other products. Of each, only the difference is kept.

use std::ops::Range;

use jiff::Timestamp;
use memchr::memmem;
use serde::{Deserialize, Serialize};

use vitrine_domain::text::searchable;
use vitrine_domain::{
    Discount, FileId, PhotoUrls, Price, Product, ProductId, ProductPhoto, Variant, VariantId,
};

/// Stands for a number that is not known. No marketplace has such a price, stock or time.
const UNKNOWN: i64 = i64::MIN;
/// Stands for a discount that is not known.
const UNTOLD: u8 = u8::MAX;
/// Ends each search text. Prepared text has no line breaks, so no match crosses one.
const END: u8 = b'\n';

/// Products by index, without their statuses and reviews.
#[derive(Debug, Default)]
pub(super) struct PackedProducts {
    rows: Vec<Row>,
    /// The search texts of title, SKU and the SKUs of variants of each row.
    searched: Vec<u8>,
    /// Whether some search texts are not in the order of the rows, because their product changed.
    is_out_of_order: bool,
    /// The [`Texts`] of each row.
    texts: Vec<u8>,
    /// The first address of a photo, like which most others begin.
    address: String,
}

/// What is searched, filtered, sorted and counted of a product. The others of its values have to be unpacked.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    price: i64,
    inventory: i64,
    category: i64,
    /// Times in microseconds.
    created: i64,
    changed: i64,
    /// Where its texts start, and its search texts.
    texts: usize,
    searched: usize,
    /// The lengths of the title's search text, and of all search texts.
    title_length: u32,
    searched_length: u32,
    /// The index of the status among those of the list.
    status: Option<std::num::NonZeroU32>,
    is_wholesale: Option<bool>,
    has_photo: bool,
    /// The percents of the discount that runs; [`UNTOLD`] where the list does not tell.
    percent: u8,
}

/// The texts of a product.
#[derive(Serialize, Deserialize)]
struct Texts<'a> {
    id: &'a str,
    /// Beside its search text.
    #[serde(borrow)]
    title: Difference<'a>,
    sku: Option<Difference<'a>>,
    #[serde(borrow)]
    variants: Vec<PackedVariant<'a>>,
    photo: Option<&'a str>,
    /// The addresses of the photo, each beside the one before.
    addresses: [Option<Difference<'a>>; 5],
    /// The owner's price, where buyers pay another one.
    primary_price: Option<Price>,
    /// When its discount ends, in seconds.
    discount_ends: Option<i64>,
}

/// Id, name, properties, code, price and stock of a variant.
type PackedVariant<'a> =
    (&'a str, &'a str, Vec<(&'a str, &'a str)>, Option<&'a str>, Option<Price>, Option<i64>);

fn packed(Variant { id, name, properties, sku, primary_price, stock }: &Variant) -> PackedVariant<'_> {
    let properties = properties.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    (id.as_str(), name, properties, sku.as_deref(), *primary_price, *stock)
}

fn unpacked((id, name, properties, sku, primary_price, stock): PackedVariant<'_>) -> Option<Variant> {
    let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    Some(Variant {
        id: VariantId::new(id)?,
        name: name.to_owned(),
        properties: properties.into_iter().map(owned).collect(),
        sku: sku.map(str::to_owned),
        primary_price,
        stock,
    })
}

/// What a text has in the place of what is between the beginning and the end that it shares with another one.
#[derive(Serialize, Deserialize)]
struct Difference<'a> {
    prefix: usize,
    suffix: usize,
    #[serde(borrow)]
    middle: &'a [u8],
}

impl<'a> Difference<'a> {
    fn between(other: &[u8], text: &'a str) -> Self {
        let text = text.as_bytes();
        let prefix = other.iter().zip(text).take_while(|(a, b)| a == b).count();
        let rest = other[prefix..].iter().rev().zip(text[prefix..].iter().rev());
        let suffix = rest.take_while(|(a, b)| a == b).count();
        Self { prefix, suffix, middle: &text[prefix..text.len() - suffix] }
    }

    fn applied_to(&self, other: &[u8]) -> String {
        let text = [&other[..self.prefix], self.middle, &other[other.len() - self.suffix..]].concat();
        // It is the text that was packed.
        String::from_utf8(text).unwrap_or_default()
    }
}

const fn known(number: i64) -> Option<i64> {
    if number == UNKNOWN { None } else { Some(number) }
}

impl Row {
    /// The price.
    pub fn price(&self) -> Option<Price> {
        known(self.price).map(Price::on_wire)
    }

    /// The number of items in stock.
    pub const fn inventory(&self) -> Option<i64> {
        known(self.inventory)
    }

    /// Whether nothing of it is in stock. A marketplace that does not tell the stock says nothing about it.
    pub fn is_out_of_stock(&self) -> bool {
        self.inventory().is_some_and(|stock| stock <= 0)
    }

    /// Whether it is sold in bulk to resellers.
    pub const fn is_wholesale(&self) -> Option<bool> {
        self.is_wholesale
    }

    /// Whether it is known that a discount runs.
    pub const fn is_discounted(&self) -> bool {
        self.percent > 0 && self.percent != UNTOLD
    }

    /// Whether it has a photo.
    pub const fn has_photo(&self) -> bool {
        self.has_photo
    }

    /// Its category, where the list names it.
    pub const fn category_id(&self) -> Option<i64> {
        known(self.category)
    }

    /// When it was created, where the list says so.
    pub fn created_at(&self) -> Option<Timestamp> {
        Timestamp::from_microsecond(known(self.created)?).ok()
    }

    /// When it was last changed, where the list says so.
    pub fn changed_at(&self) -> Option<Timestamp> {
        Timestamp::from_microsecond(known(self.changed)?).ok()
    }

    /// The index of the status among those of the list.
    pub(super) fn status(&self) -> Option<usize> {
        self.status.map(|number| number.get() as usize - 1)
    }
}

impl PackedProducts {
    pub(super) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Packs a product whose status has this index, at the end or in the place of another one.
    pub(super) fn put(&mut self, at: usize, product: &Product, status: Option<usize>) {
        let number = |number: Option<i64>| number.unwrap_or(UNKNOWN);
        let time = |time: Option<Timestamp>| time.map_or(UNKNOWN, Timestamp::as_microsecond);
        let (texts, searched) = (self.texts.len(), self.searched.len());
        let (title_length, searched_length) = self.pack(product);
        let row = Row {
            price: number(product.price.map(Price::wire)),
            inventory: number(product.inventory),
            category: number(product.category_id),
            created: time(product.created_at),
            changed: time(product.changed_at),
            texts,
            searched,
            title_length,
            searched_length,
            status: status.and_then(|index| std::num::NonZeroU32::new(index as u32 + 1)),
            is_wholesale: product.is_wholesale,
            has_photo: product.photo.is_some(),
            percent: product.discount.map_or(UNTOLD, |discount| discount.percent),
        };
        match self.rows.get_mut(at) {
            Some(old) => {
                *old = row;
                self.is_out_of_order = true;
            }
            None => self.rows.push(row),
        }
    }

    /// Writes the texts of a product; returns the lengths of its title and of all that is searched.
    fn pack(&mut self, product: &Product) -> (u32, u32) {
        let title = searchable(&product.title);
        let sku = product.sku.as_deref().map(|sku| (searchable(sku), sku));
        let photo = product.photo.as_ref();
        let urls = photo.map(|photo| &photo.urls);
        let urls = urls.map_or([None; 5], |urls| {
            [&urls.original, &urls.xs, &urls.sm, &urls.md, &urls.lg].map(Option::as_deref)
        });
        if self.address.is_empty()
            && let Some(url) = urls.into_iter().flatten().next()
        {
            self.address = url.to_owned();
        }
        let mut before = self.address.as_bytes();
        let addresses = urls.map(|url| {
            let difference = Difference::between(before, url?);
            before = url?.as_bytes();
            Some(difference)
        });
        let texts = Texts {
            id: product.id.as_str(),
            title: Difference::between(title.as_bytes(), &product.title),
            sku: sku.as_ref().map(|(searched, sku)| Difference::between(searched.as_bytes(), sku)),
            variants: product.variants.iter().map(packed).collect(),
            photo: photo.and_then(|photo| photo.id.as_ref()).map(FileId::as_str),
            addresses,
            primary_price: product.primary_price,
            discount_ends: product.discount.and_then(|discount| discount.ends).map(Timestamp::as_second),
        };
        // Writing to memory does not fail, and each of these types can be written.
        self.texts = postcard::to_extend(&texts, std::mem::take(&mut self.texts)).unwrap_or_default();
        let start = self.searched.len();
        let variants: Vec<String> =
            product.variants.iter().filter_map(|variant| variant.sku.as_deref()).map(searchable).collect();
        // Before the codes of variants, an empty line stands for that of a product without one.
        let own = sku.as_ref().map(|(searched, _)| searched.as_str());
        let own = own.or((!variants.is_empty()).then_some(""));
        let lines = [Some(title.as_str()), own].into_iter().flatten();
        for text in lines.chain(variants.iter().map(String::as_str)) {
            self.searched.extend_from_slice(text.as_bytes());
            self.searched.push(END);
        }
        (title.len() as u32, (self.searched.len() - start) as u32)
    }

    /// The product in a row, without status and review.
    pub(super) fn product(&self, row: usize) -> Option<Product> {
        let numbers = self.rows.get(row)?;
        let texts: Texts<'_> = self.read(row)?;
        let mut before = self.address.clone();
        let mut addresses = [const { None }; 5];
        for (into, difference) in addresses.iter_mut().zip(&texts.addresses) {
            if let Some(difference) = difference {
                before = difference.applied_to(before.as_bytes());
                *into = Some(before.clone());
            }
        }
        let [original, xs, sm, md, lg] = addresses;
        let photo = || ProductPhoto {
            id: texts.photo.and_then(FileId::new),
            urls: PhotoUrls { original, xs, sm, md, lg },
        };
        Some(Product {
            id: ProductId::new(texts.id)?,
            title: texts.title.applied_to(self.title(row)),
            price: numbers.price(),
            primary_price: texts.primary_price,
            photo: numbers.has_photo.then(photo),
            status: None,
            inventory: numbers.inventory(),
            is_wholesale: numbers.is_wholesale,
            sku: texts.sku.map(|difference| difference.applied_to(self.sku(row).unwrap_or_default())),
            variants: texts.variants.into_iter().filter_map(unpacked).collect(),
            discount: (numbers.percent != UNTOLD).then_some(Discount {
                percent: numbers.percent,
                days: None,
                ends: texts.discount_ends.and_then(|second| Timestamp::from_second(second).ok()),
            }),
            category_id: numbers.category_id(),
            created_at: numbers.created_at(),
            changed_at: numbers.changed_at(),
            review: None,
        })
    }

    /// The id of the product in a row.
    pub(super) fn id(&self, row: usize) -> &str {
        self.read(row).unwrap_or_default()
    }

    /// Reads what the texts of a row begin with.
    fn read<'a, T: Deserialize<'a>>(&'a self, row: usize) -> Option<T> {
        let row = self.rows.get(row)?;
        postcard::take_from_bytes(&self.texts[row.texts..]).ok().map(|(value, _)| value)
    }

    /// A row's title, prepared for a search.
    pub(super) fn title(&self, row: usize) -> &[u8] {
        let row = &self.rows[row];
        &self.searched[row.searched..][..row.title_length as usize]
    }

    /// A row's SKU, prepared for a search; `None` also where none of it is searched.
    pub(super) fn sku(&self, row: usize) -> Option<&[u8]> {
        let after_title = &self.searched(row)[self.rows[row].title_length as usize + 1..];
        after_title.split(|byte| *byte == END).next().filter(|line| !line.is_empty())
    }

    /// Whether the title or a SKU in a row contains the query.
    pub(super) fn contains(&self, row: usize, finder: &memmem::Finder<'_>) -> bool {
        finder.find(self.searched(row)).is_some()
    }

    /// Of these rows, those whose title or a SKU contains the query. Texts that lie in the order of the rows
    /// are searched at once.
    pub(super) fn containing(
        &self,
        rows: Range<usize>,
        finder: &memmem::Finder<'_>,
    ) -> impl Iterator<Item = usize> {
        let mut next = rows.start;
        let end = rows
            .end
            .checked_sub(1)
            .map_or(0, |last| self.rows[last].searched + self.rows[last].searched_length as usize);
        let end_row = rows.end;
        let at_once = std::iter::from_fn(move || {
            let from = self.rows[next..end_row].first()?.searched;
            let hit = from + finder.find(&self.searched[from..end])?;
            let row = self.row_of(hit, next..end_row);
            next = row + 1;
            Some(row)
        });
        let one_by_one = rows.filter(|row| self.contains(*row, finder));
        let (at_once, one_by_one) =
            if self.is_out_of_order { (None, Some(one_by_one)) } else { (Some(at_once), None) };
        at_once.into_iter().flatten().chain(one_by_one.into_iter().flatten())
    }

    /// The row of a position in the search texts, which lie in the order of these rows. The next rows are
    /// tried first.
    fn row_of(&self, position: usize, rows: Range<usize>) -> usize {
        let mut step = 1;
        while rows.start + step < rows.end && self.rows[rows.start + step].searched <= position {
            step *= 2;
        }
        let tried = rows.start + step / 2..rows.end.min(rows.start + step);
        tried.start + self.rows[tried].partition_point(|row| row.searched <= position) - 1
    }

    fn searched(&self, row: usize) -> &[u8] {
        let row = &self.rows[row];
        &self.searched[row.searched..][..row.searched_length as usize]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text() -> impl Strategy<Value = String> {
        prop_oneof![".{0,12}", "https://[a-c]{1,3}/[ab]{0,4}(\\.jpg)?", "[A-Za-zآ-ی۰-۹ ]{0,20}"]
    }

    fn product() -> impl Strategy<Value = Product> {
        let text_or_none = || prop::option::of(text());
        let number = || prop::option::of(-1_000..i64::MAX);
        let time = || prop::option::of(-1_000_000..4_000_000_000_i64);
        let urls = [text_or_none(), text_or_none(), text_or_none(), text_or_none(), text_or_none()];
        let photo = prop::option::of((text_or_none(), urls));
        let numbers = (number(), number(), number(), time(), time(), prop::option::of(any::<bool>()));
        let variant = (any::<u64>(), text(), text_or_none(), number(), number());
        let variants = prop::collection::vec(variant, 0..3);
        let of_variant = |(id, name, sku, price, stock): (u64, String, _, Option<i64>, _)| Variant {
            id: id.into(),
            properties: vec![(format!("of {name}"), name.clone())],
            name,
            sku,
            primary_price: price.map(Price::on_wire),
            stock,
        };
        let texts = (text(), text_or_none());
        ("[A-Za-z0-9]{1,12}", texts, variants, photo, numbers).prop_filter_map(
            "no id",
            move |(id, (title, sku), variants, photo, numbers)| {
                let time =
                    |second: Option<i64>| second.and_then(|second| Timestamp::from_second(second).ok());
                let photo = photo.map(|(id, [original, xs, sm, md, lg])| ProductPhoto {
                    id: id.and_then(FileId::new),
                    urls: PhotoUrls { original, xs, sm, md, lg },
                });
                Some(Product {
                    title,
                    sku,
                    variants: variants.into_iter().map(of_variant).collect(),
                    photo,
                    price: numbers.0.map(Price::on_wire),
                    inventory: numbers.1,
                    category_id: numbers.2,
                    created_at: time(numbers.3),
                    changed_at: time(numbers.4),
                    is_wholesale: numbers.5,
                    ..Product::with_id(ProductId::new(id)?)
                })
            },
        )
    }

    proptest! {
        #[test]
        fn products_come_out_as_they_went_in_also_in_the_place_of_others(
            products in prop::collection::vec(product(), 1..12),
            later in prop::collection::vec((product(), any::<prop::sample::Index>()), 0..6),
        ) {
            let (mut packed, mut expected) = (PackedProducts::default(), products);
            expected.iter().enumerate().for_each(|(at, product)| packed.put(at, product, None));
            for (product, at) in later {
                let at = at.index(expected.len());
                packed.put(at, &product, None);
                expected[at] = product;
            }
            for (row, product) in expected.iter().enumerate() {
                prop_assert_eq!(packed.product(row), Some(product.clone()));
                prop_assert_eq!(packed.id(row), product.id.as_str());
                prop_assert_eq!(packed.title(row), searchable(&product.title).into_bytes());
                let sku = product.sku.as_deref().map(searchable).filter(|sku| !sku.is_empty());
                prop_assert_eq!(packed.sku(row), sku.as_deref().map(str::as_bytes));
            }
            prop_assert_eq!(packed.product(expected.len()), None);
        }

        #[test]
        fn searching_at_once_finds_what_searching_one_by_one_finds(
            titles in prop::collection::vec("[ab ]{0,4}", 0..40),
            query in "[ab]{0,3}",
            part in any::<(prop::sample::Index, prop::sample::Index)>(),
            changed in prop::option::of(any::<prop::sample::Index>()),
        ) {
            let mut packed = PackedProducts::default();
            let titled = |title: &str| Product { title: title.to_owned(), ..Product::with_id(ProductId::from(1)) };
            titles.iter().enumerate().for_each(|(row, title)| packed.put(row, &titled(title), None));
            if let Some(changed) = changed.filter(|_| !titles.is_empty()) {
                packed.put(changed.index(titles.len()), &titled("ba"), None);
            }
            let (one, other) = (part.0.index(titles.len() + 1), part.1.index(titles.len() + 1));
            let rows = one.min(other)..one.max(other);
            let finder = memmem::Finder::new(&query);
            let expected: Vec<usize> = rows.clone().filter(|row| packed.contains(*row, &finder)).collect();
            prop_assert_eq!(packed.containing(rows, &finder).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn a_text_is_kept_as_its_difference() {
        let (one, other) = ("https://market/2026/17_original.jpg", "https://market/2026/18_original.jpg");
        let difference = Difference::between(one.as_bytes(), other);
        assert_eq!((difference.prefix, difference.middle, difference.suffix), (21, "8".as_bytes(), 13));
        assert_eq!(difference.applied_to(one.as_bytes()), other);
    }
}
