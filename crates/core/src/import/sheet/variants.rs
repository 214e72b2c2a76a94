//! What exports of shop systems have in several rows: variants, further photos, values that continue.

use std::collections::HashMap;
use std::path::PathBuf;

use super::export::{Export, Places};
use super::row_kinds::{LeftOut, RowKind};
use super::sheet_draft::SheetDraft;
use vitrine_domain::Draft;

/// Puts together what the export has in several rows, and takes out the rows that are no products. `kept` are
/// the kinds that a person wants as products all the same.
pub fn settle(
    export: Export,
    rows: Vec<(SheetDraft, &[String])>,
    headings: &[String],
    kept: &[RowKind],
) -> (Vec<SheetDraft>, Vec<LeftOut>) {
    let places = Places::of(headings);
    match export {
        Export::WooCommerce => settle_variations(rows, &places, kept),
        Export::Shopify => settle_handles(rows, &places, kept),
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

/// WooCommerce: a variation is a product of its own and has from its parent what it lacks; the parent is none
/// beside its variations.
fn settle_variations(
    rows: Vec<(SheetDraft, &[String])>,
    places: &Places,
    kept: &[RowKind],
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
    let mut has_variations = vec![false; rows.len()];
    rows.iter().filter_map(|(_, row)| parent(row)).for_each(|index| has_variations[index] = true);
    let (mut drafts, mut left_out) = (Vec::with_capacity(rows.len()), Vec::new());
    for (index, (draft, row)) in rows.iter().enumerate() {
        let mut draft = draft.clone();
        if let Some(from) = parent(row).map(|index| &rows[index].0) {
            inherit(&mut draft, from);
        }
        if draft.draft.stock.is_none() && places.cell(row, &["in stock?", "در انبار؟"]) == "0" {
            draft.draft.stock = Some(0);
        }
        if has_variations[index] && draft.draft.primary_price.is_none() && !kept.contains(&RowKind::Parent) {
            left_out.push(LeftOut { row: draft.row, kind: RowKind::Parent, text: draft.draft.name });
        } else {
            drafts.push(draft);
        }
    }
    (drafts, left_out)
}

/// Shopify: the rows of one handle are one product, with a row for each further photo and variant.
fn settle_handles(
    rows: Vec<(SheetDraft, &[String])>,
    places: &Places,
    kept: &[RowKind],
) -> (Vec<SheetDraft>, Vec<LeftOut>) {
    let options = |row: &[String]| {
        let values = ["option1 value", "option2 value", "option3 value"]
            .map(|name| places.cell(row, &[name]).to_owned());
        values.into_iter().filter(|value| !value.is_empty()).collect::<Vec<_>>().join(" / ")
    };
    let mut first: HashMap<String, usize> = HashMap::new();
    let (mut drafts, mut left_out): (Vec<SheetDraft>, Vec<LeftOut>) = (Vec::new(), Vec::new());
    for (mut draft, row) in rows {
        let handle = places.cell(row, &["handle", "url handle"]).to_owned();
        let Some(product) = first.get(&handle).copied().filter(|_| !handle.is_empty()) else {
            first.insert(handle, drafts.len());
            drafts.push(draft);
            continue;
        };
        let more: Vec<PathBuf> = std::mem::take(&mut draft.photos);
        let known = &mut drafts[product].photos;
        let fresh: Vec<PathBuf> = more.into_iter().filter(|photo| !known.contains(photo)).collect();
        known.extend(fresh);
        let is_variant = draft.draft.primary_price.is_some() || draft.draft.sku.is_some();
        if !is_variant {
            continue;
        }
        inherit(&mut draft, &drafts[product]);
        draft.draft.name = format!("{} – {}", drafts[product].draft.name, options(row));
        if kept.contains(&RowKind::Variant) {
            drafts.push(draft);
        } else {
            left_out.push(LeftOut { row: draft.row, kind: RowKind::Variant, text: draft.draft.name });
        }
    }
    (drafts, left_out)
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
