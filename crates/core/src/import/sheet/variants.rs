//! What sheets have in several rows: variants of one product, and in exports of shop systems further photos
//! and values that continue.

use std::collections::HashMap;
use std::path::PathBuf;

use super::column_use::ColumnUse;
use super::columns::Columns;
use super::export::{Export, Places};
use super::row_kinds::{LeftOut, RowKind};
use super::sheet_draft::SheetDraft;
use vitrine_domain::text::folded;
use vitrine_domain::{Draft, DraftVariant, FieldError};

/// Names and values that tell a variant from the others.
type Properties = Vec<(String, String)>;

/// A row that may be a variant.
type Row = (SheetDraft, Properties);

/// The properties that an export of WooCommerce has columns for.
const MAX_PROPERTIES: usize = 6;

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
        Export::Odoo | Export::PrestaShop => settle_continued(rows),
        Export::Digikala => (
            rows.into_iter().map(|(draft, row)| named_with_variant(draft, row, &places)).collect(),
            Vec::new(),
        ),
        Export::Basalam => (rows.into_iter().map(|(draft, _)| draft).collect(), Vec::new()),
    }
}

/// Digikala: a row is a variant, and its name is that of the product with what tells it from the others.
fn named_with_variant(mut draft: SheetDraft, row: &[String], places: &Places) -> SheetDraft {
    let variant = places.cell(row, &["عنوان تنوع"]);
    let name = &mut draft.draft.name;
    if variant.contains(name.as_str()) && !variant.is_empty() {
        variant.clone_into(name);
    } else if !variant.is_empty() && !name.contains(variant) {
        *name = format!("{name} – {variant}");
    }
    draft
}

/// WooCommerce: variations are variants of their parent, where the marketplace has variants. Otherwise each
/// is a product of its own and has from its parent what it lacks; the parent is none beside its variations.
fn settle_variations(
    rows: Vec<(SheetDraft, &[String])>,
    places: &Places,
    kept: &[RowKind],
    has_variants: bool,
) -> (Vec<SheetDraft>, Vec<LeftOut>) {
    let kind = |row: &[String]| places.cell(row, &["type", "نوع"]).to_lowercase();
    let parent_of = |row: &[String]| places.cell(row, &["parent", "والد"]).to_owned();
    let names = |draft: &SheetDraft, row: &[String]| {
        let id = places.cell(row, &["id", "شناسه"]);
        [draft.draft.sku.clone().unwrap_or_default(), format!("id:{id}"), id.to_owned()]
    };
    let mut parents: HashMap<String, usize> = HashMap::new();
    for (index, (draft, row)) in
        rows.iter().enumerate().filter(|(_, (_, row))| kind(row).contains("variable"))
    {
        parents
            .extend(names(draft, row).into_iter().filter(|name| !name.is_empty()).map(|name| (name, index)));
    }
    let parent = |row: &[String]| {
        kind(row).contains("variation").then(|| parents.get(&parent_of(row)).copied()).flatten()
    };
    let mut variations: HashMap<usize, Vec<Row>> = HashMap::new();
    for (draft, row) in &rows {
        if let Some(index) = parent(row) {
            let properties = woocommerce_properties(row, places);
            variations.entry(index).or_default().push((in_stock(draft, row, places), properties));
        }
    }
    let joined: HashMap<usize, SheetDraft> = variations
        .iter()
        .filter(|_| has_variants)
        .filter_map(|(index, of)| Some((*index, joined(&rows[*index].0, of)?)))
        .collect();
    let (mut drafts, mut left_out) = (Vec::with_capacity(rows.len()), Vec::new());
    for (index, (draft, row)) in rows.iter().enumerate() {
        let mut draft = in_stock(draft, row, places);
        match parent(row) {
            Some(of) if joined.contains_key(&of) => {
                left_out.push(LeftOut { row: draft.row, kind: RowKind::Joined, text: draft.draft.name });
                continue;
            }
            Some(of) => inherit(&mut draft, &rows[of].0),
            None => {}
        }
        let is_parent = variations.contains_key(&index);
        if let Some(joined) = joined.get(&index) {
            drafts.push(joined.clone());
        } else if is_parent && draft.draft.primary_price.is_none() && !kept.contains(&RowKind::Parent) {
            left_out.push(LeftOut { row: draft.row, kind: RowKind::Parent, text: draft.draft.name });
        } else {
            drafts.push(draft);
        }
    }
    (drafts, left_out)
}

/// With no pieces where the row says only that it is sold out.
fn in_stock(draft: &SheetDraft, row: &[String], places: &Places) -> SheetDraft {
    let mut draft = draft.clone();
    if draft.draft.stock.is_none() && places.cell(row, &["in stock?", "در انبار؟"]) == "0" {
        draft.draft.stock = Some(0);
    }
    draft
}

fn woocommerce_properties(row: &[String], places: &Places) -> Properties {
    let property = |number: usize| {
        let name = [format!("attribute {number} name"), format!("نام ویژگی {number}")];
        let value = [
            format!("attribute {number} value(s)"),
            format!("مقدار(های) ویژگی {number}"),
            format!("مقدار ویژگی {number}"),
        ];
        let [name, value] = [&name[..], &value[..]]
            .map(|names| places.cell(row, &names.iter().map(String::as_str).collect::<Vec<_>>()).to_owned());
        (!name.is_empty() && !value.is_empty()).then_some((name, value))
    };
    (1..=MAX_PROPERTIES).filter_map(property).collect()
}

/// Shopify: the rows of one handle are one product, with a row for each further photo and variant. Where the
/// marketplace has no variants, the first one is the product.
fn settle_handles(
    rows: Vec<(SheetDraft, &[String])>,
    places: &Places,
    kept: &[RowKind],
    has_variants: bool,
) -> (Vec<SheetDraft>, Vec<LeftOut>) {
    let cell = |row: &[String], number: usize, what: &str| {
        places.cell(row, &[&format!("option{number} {what}")]).to_owned()
    };
    let values = |row: &[String]| (1..=3).map(|number| cell(row, number, "value")).collect::<Vec<_>>();
    // Each product with the names of its properties, and its variants.
    let mut products: Vec<(SheetDraft, Vec<String>, Vec<Row>)> = Vec::new();
    let mut first: HashMap<String, usize> = HashMap::new();
    let properties = |names: &[String], row: &[String]| -> Properties {
        let properties = names.iter().cloned().zip(values(row));
        properties.filter(|(_, value)| !value.is_empty()).collect()
    };
    for (mut draft, row) in rows {
        let handle = places.cell(row, &["handle", "url handle"]).to_owned();
        let Some(product) = first.get(&handle).copied().filter(|_| !handle.is_empty()) else {
            first.insert(handle, products.len());
            let named = |number: usize| match cell(row, number, "name") {
                unnamed if unnamed.is_empty() => format!("Option{number}"),
                name => name,
            };
            let names: Vec<String> = (1..=3).map(named).collect();
            let own = (draft.clone(), properties(&names, row));
            products.push((draft, names, vec![own]));
            continue;
        };
        let (known, names, variants) = &mut products[product];
        let more: Vec<PathBuf> = std::mem::take(&mut draft.photos);
        let fresh: Vec<PathBuf> = more.into_iter().filter(|photo| !known.photos.contains(photo)).collect();
        known.photos.extend(fresh);
        if draft.draft.primary_price.is_some() || draft.draft.sku.is_some() {
            let properties = properties(names, row);
            variants.push((draft, properties));
        }
    }
    let (mut drafts, mut left_out): (Vec<SheetDraft>, Vec<LeftOut>) = (Vec::new(), Vec::new());
    for (product, _, variants) in products {
        let joined = joined(&product, &variants).filter(|_| has_variants);
        let is_joined = joined.is_some();
        drafts.push(joined.unwrap_or_else(|| product.clone()));
        for (mut variant, properties) in variants.into_iter().skip(1) {
            inherit(&mut variant, &product);
            let values: Vec<&str> = properties.iter().map(|(_, value)| value.as_str()).collect();
            variant.draft.name = format!("{} – {}", product.draft.name, values.join(" / "));
            let kind = if is_joined { RowKind::Joined } else { RowKind::Variant };
            if !is_joined && kept.iter().any(|kept| matches!(kept, RowKind::Variant | RowKind::Joined)) {
                drafts.push(variant);
            } else {
                left_out.push(LeftOut { row: variant.row, kind, text: variant.draft.name });
            }
        }
    }
    (drafts, left_out)
}

/// Rows with one name that differ in their sizes, colors and the like are one product. Whatever the order of
/// the rows, it stands where its first one does.
pub fn join_variants(
    rows: Vec<(SheetDraft, &[String])>,
    columns: &Columns,
) -> (Vec<SheetDraft>, Vec<LeftOut>) {
    let is_property = |place: &usize| columns.uses.get(*place) == Some(&Some(ColumnUse::Property));
    let places: Vec<usize> = (0..columns.headings.len()).filter(is_property).collect();
    let properties = |row: &[String]| -> Properties {
        let cell = |place: &usize| {
            Some((columns.headings[*place].trim().to_owned(), row.get(*place)?.trim().to_owned()))
        };
        places.iter().filter_map(cell).filter(|(_, value)| !value.is_empty()).collect()
    };
    let mut of_name: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, (draft, _)) in rows.iter().enumerate().filter(|(_, (draft, _))| !draft.draft.name.is_empty())
    {
        of_name.entry(folded(&draft.draft.name)).or_default().push(index);
    }
    let mut joined_at: HashMap<usize, SheetDraft> = HashMap::new();
    let mut is_part = vec![false; rows.len()];
    for members in of_name.into_values().filter(|members| !places.is_empty() && members.len() > 1) {
        let variants: Vec<Row> =
            members.iter().map(|&index| (rows[index].0.clone(), properties(rows[index].1))).collect();
        if let Some(product) = joined(&variants[0].0, &variants) {
            members[1..].iter().for_each(|&index| is_part[index] = true);
            joined_at.insert(members[0], product);
        }
    }
    let (mut drafts, mut left_out) = (Vec::with_capacity(rows.len()), Vec::new());
    for (index, (draft, row)) in rows.into_iter().enumerate() {
        if is_part[index] {
            let values: Vec<String> = properties(row).into_iter().map(|(_, value)| value).collect();
            let text = format!("{} – {}", draft.draft.name, values.join(" / "));
            left_out.push(LeftOut { row: draft.row, kind: RowKind::Joined, text });
        } else {
            drafts.push(joined_at.remove(&index).unwrap_or(draft));
        }
    }
    (drafts, left_out)
}

/// The product of rows that are variants of each other; `None` if they are not.
fn joined(product: &SheetDraft, rows: &[Row]) -> Option<SheetDraft> {
    let code = rows.first()?.0.draft.sku.clone();
    let is_shared = rows.iter().all(|(row, _)| row.draft.sku == code);
    let variant = |(row, properties): &Row| DraftVariant {
        properties: properties.clone(),
        primary_price: row.draft.primary_price,
        stock: row.draft.stock,
        sku: row.draft.sku.clone().filter(|_| !is_shared),
    };
    let variants: Vec<DraftVariant> = rows.iter().map(variant).collect();
    let differ = !matches!(
        DraftVariant::check_all(&variants),
        Err(FieldError::NotVariants | FieldError::RepeatedVariant { .. })
    );
    if variants.len() < 2 || !differ || variants[0].properties.is_empty() {
        return None;
    }
    let mut joined = product.clone();
    for (row, _) in rows.iter().filter(|(row, _)| row.row != product.row) {
        let common = Draft { primary_price: None, stock: None, sku: None, ..row.draft.clone() };
        joined.draft.fill(&common);
        joined.problems.extend(row.problems.iter().cloned());
        joined.pictures.extend(row.pictures.iter().copied());
        let fresh: Vec<PathBuf> =
            row.photos.iter().filter(|photo| !joined.photos.contains(photo)).cloned().collect();
        joined.photos.extend(fresh);
    }
    let sku = if is_shared { code.or(joined.draft.sku) } else { None };
    joined.draft = Draft { variants, primary_price: None, stock: None, sku, barcode: None, ..joined.draft };
    Some(joined)
}

/// Odoo writes further values of a list into rows of their own, without a name.
fn settle_continued(rows: Vec<(SheetDraft, &[String])>) -> (Vec<SheetDraft>, Vec<LeftOut>) {
    let (mut drafts, mut left_out): (Vec<SheetDraft>, Vec<LeftOut>) = (Vec::new(), Vec::new());
    for (mut draft, row) in rows {
        let is_continued =
            draft.draft.name.is_empty() && draft.draft.primary_price.is_none() && draft.draft.sku.is_none();
        match drafts.last_mut().filter(|_| is_continued) {
            Some(product) => {
                product.photos.append(&mut draft.photos);
                let text = row.iter().find(|cell| !cell.trim().is_empty()).cloned().unwrap_or_default();
                left_out.push(LeftOut { row: draft.row, kind: RowKind::Continued, text });
            }
            None => drafts.push(draft),
        }
    }
    (drafts, left_out)
}

/// Fills what a variant lacks from its product.
fn inherit(draft: &mut SheetDraft, from: &SheetDraft) {
    let own = draft.draft.clone();
    // These are each variant's own.
    let common = Draft { primary_price: None, stock: None, sku: None, barcode: None, ..from.draft.clone() };
    draft.draft = own;
    draft.draft.fill(&common);
    if draft.photos.is_empty() {
        draft.photos.clone_from(&from.photos);
    }
}
