//! What the rows of an export are that has a row for each variant: products, their variants, and more about
//! them.

use std::collections::HashMap;

use super::export::{Export, Places};
use super::row_kinds::{LeftOut, RowKind};
use super::sheet_draft::{Properties, Row, SheetDraft};
use super::variants::{inherit, joined, named_with_variant, settle_handles, settle_variations};
use vitrine_domain::text::folded;
use vitrine_domain::{Price, Signs, parse_whole};

/// What a row is. The row of its product is counted from 0; where no row is the product itself, it is that
/// of the first variant.
enum Role {
    Product,
    Variant(usize, Properties),
    /// Further photos, the texts of another language, a rule.
    More(usize),
}

type Rows<'a> = [(SheetDraft, &'a [String])];

/// Puts together what the export has in several rows, and takes out the rows that are no products. `kept` are
/// the kinds that a person wants as products all the same; `has_variants`: whether rows may become variants.
pub fn settle(
    export: Export,
    rows: Vec<(SheetDraft, &[String])>,
    headings: &[String],
    kept: &[RowKind],
    has_variants: bool,
) -> (Vec<SheetDraft>, Vec<LeftOut>) {
    let places = Places::of(headings);
    match export {
        Export::WooCommerce => settle_variations(rows, &places, kept, has_variants),
        Export::Shopify => settle_handles(rows, &places, kept, has_variants),
        Export::Digikala => (
            rows.into_iter().map(|(draft, row)| named_with_variant(draft, row, &places)).collect(),
            Vec::new(),
        ),
        Export::Basalam => (rows.into_iter().map(|(draft, _)| draft).collect(), Vec::new()),
        _ => settle_roles(export, rows, &places, kept, has_variants),
    }
}

/// Puts together rows that say of which product they are.
fn settle_roles(
    export: Export,
    mut rows: Vec<(SheetDraft, &[String])>,
    places: &Places,
    kept: &[RowKind],
    has_variants: bool,
) -> (Vec<SheetDraft>, Vec<LeftOut>) {
    let roles = match export {
        Export::Wix => of_wix(&rows, places),
        Export::BigCommerce => of_bigcommerce(&rows, places),
        Export::Magento => of_magento(&rows, places),
        _ => of_names(&rows, places),
    };
    let mut variants: HashMap<usize, Vec<Row>> = HashMap::new();
    for (index, role) in roles.iter().enumerate() {
        match role {
            Role::Product => {}
            Role::Variant(of, properties) => {
                let own = as_variant(&rows, index, *of, places);
                variants.entry(*of).or_default().push((own, properties.clone()));
            }
            Role::More(of) => {
                let photos = std::mem::take(&mut rows[index].0.photos);
                rows[*of].0.photos.extend(photos);
            }
        }
    }
    let product_of = |of: &usize, members: &[Row]| joined(&rows[*of].0, members);
    let one: HashMap<usize, SheetDraft> = variants
        .iter()
        .filter(|_| has_variants)
        .filter_map(|(of, members)| Some((*of, product_of(of, members)?)))
        .collect();
    let (mut drafts, mut left_out) = (Vec::with_capacity(rows.len()), Vec::new());
    for (index, role) in roles.iter().enumerate() {
        let (draft, row) = &rows[index];
        let leave_out = |kind, text: &str| LeftOut { row: draft.row, kind, text: text.to_owned() };
        match role {
            Role::More(_) => {
                let text = row.iter().find(|cell| !cell.trim().is_empty()).map_or("", String::as_str);
                left_out.push(leave_out(RowKind::Continued, text));
            }
            _ if one.contains_key(&index) => drafts.push(one[&index].clone()),
            Role::Variant(of, properties) => {
                let mut variant = as_variant(&rows, index, *of, places);
                inherit(&mut variant, &rows[*of].0);
                let values: Vec<&str> = properties.iter().map(|(_, value)| value.as_str()).collect();
                variant.draft.name = format!("{} – {}", rows[*of].0.draft.name, values.join(" / "));
                if one.contains_key(of) {
                    left_out.push(leave_out(RowKind::Joined, &variant.draft.name));
                } else {
                    drafts.push(variant);
                }
            }
            Role::Product if variants.contains_key(&index) && !kept.contains(&RowKind::Parent) => {
                left_out.push(leave_out(RowKind::Parent, &draft.draft.name));
            }
            Role::Product => drafts.push(draft.clone()),
        }
    }
    (drafts, left_out)
}

/// The variant of this row, with the price of its product and what is added to it. The pieces of the product
/// are not those of each variant.
fn as_variant(rows: &Rows<'_>, index: usize, of: usize, places: &Places) -> SheetDraft {
    let (product, mut variant) = (&rows[of].0, rows[index].0.clone());
    let more = parse_whole(places.cell(rows[index].1, &["surcharge"]), &[], Signs::default()).unwrap_or(0);
    let price = |product: Price| Price::on_wire(product.wire().saturating_add(more));
    if variant.draft.primary_price.is_none() && variant.problems.is_empty() {
        variant.draft.primary_price = product.draft.primary_price.map(price);
    }
    if let Some(stock) = product.draft.stock.filter(|stock| *stock > 0 && variant.draft.stock.is_none()) {
        variant.refuse_shared(stock);
    }
    variant
}

/// Wix: the rows of one handle, each with its kind.
fn of_wix(rows: &Rows<'_>, places: &Places) -> Vec<Role> {
    let mut products: HashMap<String, usize> = HashMap::new();
    let role = |(index, (_, row)): (usize, &(SheetDraft, &[String]))| {
        let handle = places.cell(row, &["handleid", "handle"]);
        let kind = places.cell(row, &["fieldtype"]).to_lowercase();
        match products.get(handle).copied() {
            Some(of) if kind == "variant" => Role::Variant(of, wix_properties(row, places)),
            Some(of) if kind != "product" => Role::More(of),
            _ => {
                products.insert(handle.to_owned(), index);
                Role::Product
            }
        }
    };
    rows.iter().enumerate().map(role).collect()
}

fn wix_properties(row: &[String], places: &Places) -> Properties {
    let property = |number: usize| {
        let name = places.cell(row, &[&format!("productoptionname{number}")]);
        let values = ["productoptiondescription", "productoptionchoices"].map(|of| format!("{of}{number}"));
        let value = places.cell(row, &values.each_ref().map(String::as_str));
        // A color has its number in front of its name.
        let value = value.rsplit(':').next().unwrap_or_default().trim();
        (!name.is_empty() && !value.is_empty()).then(|| (name.to_owned(), value.to_owned()))
    };
    (1..=6).filter_map(property).collect()
}

/// BigCommerce: the rows below a product, whose name has what tells them apart: `[S]Size=S`.
fn of_bigcommerce(rows: &Rows<'_>, places: &Places) -> Vec<Role> {
    let mut product = None;
    let role = |(index, (draft, row)): (usize, &(SheetDraft, &[String]))| {
        let kind = places.cell(row, &["item type"]).to_lowercase();
        match product {
            Some(of) if kind == "sku" => {
                let plain = |name: &str| name.rsplit(']').next().unwrap_or_default().trim().to_owned();
                Role::Variant(of, pairs(&draft.draft.name, '=', plain))
            }
            Some(of) if !kind.is_empty() && kind != "product" => Role::More(of),
            _ => {
                product = Some(index);
                Role::Product
            }
        }
    };
    rows.iter().enumerate().map(role).collect()
}

/// Magento: further views of a product have its code, and a configurable one lists the codes of its variants.
fn of_magento(rows: &Rows<'_>, places: &Places) -> Vec<Role> {
    let code = |row: &[String]| places.cell(row, &["sku"]).to_owned();
    let mut variants: HashMap<String, (usize, Properties)> = HashMap::new();
    for (index, (_, row)) in rows.iter().enumerate() {
        for variant in places.cell(row, &["configurable variations"]).split('|') {
            let mut properties = pairs(variant, '=', str::to_owned);
            if let Some(at) = properties.iter().position(|(name, _)| name == "sku") {
                variants.insert(properties.remove(at).1, (index, properties));
            }
        }
    }
    let mut products: HashMap<String, usize> = HashMap::new();
    let role = |(index, (_, row)): (usize, &(SheetDraft, &[String]))| {
        let is_view = !places.cell(row, &["store view code"]).is_empty();
        if let Some(of) = products.get(&code(row)).filter(|_| is_view) {
            return Role::More(*of);
        }
        products.entry(code(row)).or_insert(index);
        match variants.remove(&code(row)) {
            Some((of, properties)) => Role::Variant(of, properties),
            None => Role::Product,
        }
    };
    rows.iter().enumerate().map(role).collect()
}

/// Odoo and Square: the rows of one name, which say what tells them apart. Further values of a list have rows
/// of their own, without a name.
fn of_names(rows: &Rows<'_>, places: &Places) -> Vec<Role> {
    let properties = |row: &[String]| {
        let listed = places.cell(row, &["attribute values", "variant values", "product variant values"]);
        match places.cell(row, &["variation name"]) {
            "" => pairs(listed, ':', str::to_owned),
            name => vec![("Variation".to_owned(), name.to_owned())],
        }
    };
    let mut of_name: HashMap<String, (Option<usize>, usize, usize)> = HashMap::new();
    for (index, (draft, row)) in rows.iter().enumerate() {
        let (product, first, variants) = of_name.entry(folded(&draft.draft.name)).or_insert((None, index, 0));
        if properties(row).is_empty() {
            product.get_or_insert(index);
        } else {
            *first = if *variants == 0 { index } else { *first };
            *variants += 1;
        }
    }
    let mut last = None;
    let role = |(index, (draft, row)): (usize, &(SheetDraft, &[String]))| {
        let is_continued =
            draft.draft.name.is_empty() && draft.draft.primary_price.is_none() && draft.draft.sku.is_none();
        if let Some(last) = last.filter(|_| is_continued) {
            return Role::More(last);
        }
        last = Some(index);
        let (product, first, variants) = of_name[&folded(&draft.draft.name)];
        match properties(row) {
            own if !own.is_empty() && variants + usize::from(product.is_some()) > 1 => {
                Role::Variant(product.unwrap_or(first), own)
            }
            _ => Role::Product,
        }
    };
    rows.iter().enumerate().map(role).collect()
}

/// `Color:Red, Size:S`.
fn pairs(text: &str, sign: char, plain: impl Fn(&str) -> String) -> Properties {
    let pair = |part: &str| {
        let (name, value) = part.split_once(sign)?;
        Some((plain(name.trim()), value.trim().to_owned()))
    };
    text.split(',').filter_map(pair).filter(|(_, value)| !value.is_empty()).collect()
}
