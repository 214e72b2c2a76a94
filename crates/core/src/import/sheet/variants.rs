//! What sheets have in several rows: variants of one product, and in exports of shop systems further photos
//! and values that continue.

use std::collections::HashMap;
use std::path::PathBuf;

use super::column_use::ColumnUse;
use super::columns::Columns;
use super::export::{KINDS, PARENTS, Places};
use super::row_kinds::{LeftOut, RowKind};
use super::sheet_draft::{Properties, Row, SheetDraft};
use super::sizes::Sizes;
use vitrine_domain::text::folded;
use vitrine_domain::{Draft, DraftVariant, Field, FieldError, folded_values};

/// The properties that a cell names below the heading of one: itself, or as spreadsheets of this program
/// write them in one cell, `Size=L, Color=Red`.
pub fn properties_in(heading: &str, cell: &str) -> Properties {
    let pairs = DraftVariant::parse_all(cell).ok().filter(|_| cell.contains('='));
    match pairs.as_deref() {
        Some([DraftVariant { properties, primary_price: None, stock: None, sku: None }]) => {
            properties.clone()
        }
        _ => vec![(heading.trim().to_owned(), cell.trim().to_owned())],
    }
}

/// With so many rows of the same variant one is compared.
const MAX_COMPARED: usize = 20;

/// The properties that an export of WooCommerce has columns for.
const MAX_PROPERTIES: usize = 6;

/// Digikala: a row is a variant, and its name is that of the product with what tells it from the others.
pub fn named_with_variant(mut draft: SheetDraft, row: &[String], places: &Places) -> SheetDraft {
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
pub fn settle_variations(
    rows: Vec<(SheetDraft, &[String])>,
    places: &Places,
    kept: &[RowKind],
    has_variants: bool,
) -> (Vec<SheetDraft>, Vec<LeftOut>) {
    let parent_of = |row: &[String]| places.cell(row, &PARENTS).to_owned();
    let kind = |row: &[String]| match places.cell(row, &KINDS).to_lowercase() {
        // Without the column of kinds, a row with a parent is a variation of it.
        kind if kind.is_empty() => {
            if parent_of(row).is_empty() { "variable" } else { "variation" }.to_owned()
        }
        kind => kind,
    };
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
    let mut named: HashMap<String, usize> = HashMap::new();
    for (index, (draft, _)) in rows.iter().enumerate().filter(|(_, (_, row))| kind(row).contains("variable"))
    {
        named.entry(folded(&draft.draft.name)).or_insert(index);
    }
    // A variation that does not say of what has the name of its product in front of its own.
    let by_name = |draft: &SheetDraft| {
        let name = folded(&draft.draft.name);
        let ends = [" - ", " – ", ", "].into_iter().flat_map(|end| name.match_indices(end));
        let beginnings = ends.filter_map(|(at, _)| Some((at, *named.get(&name[..at])?)));
        beginnings.max().map(|(_, index)| index).or_else(|| named.get(&name).copied())
    };
    let parent = |draft: &SheetDraft, row: &[String]| {
        let said = parent_of(row);
        let of = || if said.is_empty() { by_name(draft) } else { parents.get(&said).copied() };
        kind(row).contains("variation").then(of).flatten()
    };
    let mut variations: HashMap<usize, Vec<Row>> = HashMap::new();
    for (draft, row) in &rows {
        if let Some(index) = parent(draft, row) {
            let properties = woocommerce_properties(row, places);
            let own = in_stock(draft, row, places, Some(&rows[index].0));
            variations.entry(index).or_default().push((own, properties));
        }
    }
    let joined: HashMap<usize, SheetDraft> = variations
        .iter()
        .filter(|_| has_variants)
        .filter_map(|(index, of)| Some((*index, joined(&rows[*index].0, of)?)))
        .collect();
    let (mut drafts, mut left_out) = (Vec::with_capacity(rows.len()), Vec::new());
    for (index, (draft, row)) in rows.iter().enumerate() {
        let parent = parent(draft, row);
        let mut draft = in_stock(draft, row, places, parent.map(|of| &rows[of].0));
        match parent {
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

/// With no pieces where the row says only that it is sold out. The pieces of a parent are not those of each
/// variation.
fn in_stock(draft: &SheetDraft, row: &[String], places: &Places, parent: Option<&SheetDraft>) -> SheetDraft {
    let mut draft = draft.clone();
    let is_without = draft.draft.stock.is_none() && draft.problem(Field::Stock).is_none();
    if is_without && places.cell(row, &["in stock?", "در انبار؟"]) == "0" {
        draft.draft.stock = Some(0);
    } else if is_without && let Some(stock) = parent.and_then(|parent| parent.draft.stock) {
        draft.refuse_shared(stock);
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
pub fn settle_handles(
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

/// What there is to say of the variants of a sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VariantFindings {
    /// The rows, by number, with what they say of their size, color and the like, which is not sent: nothing
    /// else is a variant of the same product.
    pub alone: Vec<(usize, String)>,
    /// The rows, by number, that say different things of the same variant, so that their product has none.
    pub contradicting: Vec<(usize, String)>,
    /// The rows, by number, of variants without a price, while others of their product have one.
    pub without_price: Vec<(usize, String)>,
    /// The rows, by number, of variants with another weight, description and the like than their product,
    /// which has one alone.
    pub with_other_values: Vec<(usize, String)>,
    /// Columns that have the pieces of one size each.
    pub sizes: Sizes,
}

/// What became of rows that may be variants.
#[derive(Default)]
pub struct JoinedRows {
    pub drafts: Vec<SheetDraft>,
    pub left_out: Vec<LeftOut>,
    pub found: VariantFindings,
}

/// Rows with one name that differ in their sizes, colors and the like are one product, and so are those
/// below without a name, and the sizes of a row. Whatever the order of the rows, it stands where its first
/// one does.
pub fn join_variants(
    rows: Vec<(SheetDraft, &[String])>,
    columns: &Columns,
    sizes: &Sizes,
    kept: &[RowKind],
) -> JoinedRows {
    let members: Vec<(usize, Row)> = members(&rows, columns, sizes)
        .into_iter()
        .enumerate()
        .flat_map(|(at, row)| {
            sizes.split(row, rows[at].1, &columns.headings).into_iter().map(move |row| (at, row))
        })
        .collect();
    let mut of_name: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, (_, (draft, _))) in
        members.iter().enumerate().filter(|(_, (_, (draft, _)))| !draft.draft.name.is_empty())
    {
        of_name.entry(folded(&draft.draft.name)).or_default().push(index);
    }
    let mut joined_at: HashMap<usize, SheetDraft> = HashMap::new();
    let mut becomes: Vec<Option<RowKind>> = vec![None; members.len()];
    let mut contradicts = vec![false; members.len()];
    let (mut is_parent, mut without_price) = (contradicts.clone(), Vec::new());
    let mut all = JoinedRows::default();
    for mut indices in of_name.into_values().filter(|indices| indices.len() > 1) {
        let row = |index: usize| &members[index].1;
        let mut of_properties: HashMap<Properties, Vec<usize>> = HashMap::new();
        indices.retain(|&index| {
            let same = of_properties.entry(folded_values(&row(index).1)).or_default();
            let is_repeated = !kept.contains(&RowKind::Repeated)
                && same.iter().rev().take(MAX_COMPARED).any(|of| is_same(row(*of), row(index)));
            if is_repeated {
                becomes[index] = Some(RowKind::Repeated);
            } else {
                same.push(index);
            }
            !is_repeated
        });
        let variants: Vec<Row> = indices.iter().map(|&index| row(index).clone()).collect();
        if let Some(product) = joined(&variants[0].0, &variants) {
            without_price.extend(variants_without_price(&product, &variants));
            all.found.with_other_values.extend(with_other_values(&product, &variants));
            indices[1..].iter().for_each(|&index| becomes[index] = Some(RowKind::Joined));
            joined_at.insert(indices[0], product);
        } else {
            is_parent[indices[0]] = counts_twice(&variants);
            let twice = of_properties.iter().filter(|(of, rows)| !of.is_empty() && rows.len() > 1);
            twice.flat_map(|(_, rows)| rows).for_each(|&index| contradicts[index] = true);
        }
    }
    without_price.sort();
    all.found.without_price = without_price;
    all.found.with_other_values.sort();
    let mut last = None;
    for (index, (at, (member, properties))) in members.into_iter().enumerate() {
        let mut draft = rows[at].0.clone();
        draft.draft.stock = member.draft.stock;
        draft.draft.primary_price = member.draft.primary_price;
        let values: Vec<String> = properties.into_iter().map(|(_, value)| value).collect();
        let text = format!("{} – {}", member.draft.name, values.join(" / "));
        if let Some(kind) = becomes[index] {
            // Further sizes of a row need no mention.
            if last != Some(at) {
                all.left_out.push(LeftOut { row: draft.row, kind, text });
            }
        } else if let Some(joined) = joined_at.remove(&index) {
            all.drafts.push(joined);
        } else {
            if contradicts[index] {
                all.found.contradicting.push((draft.row, text));
            } else if !values.is_empty() && !draft.draft.name.is_empty() {
                all.found.alone.push((draft.row, text));
            }
            if let Some(stock) = draft.draft.stock.filter(|_| is_parent[index]) {
                draft.refuse_shared(stock);
            }
            all.drafts.push(draft);
        }
        last = Some(at);
    }
    all
}

/// The rows of variants without a price, if others of the product have one.
fn variants_without_price(product: &SheetDraft, rows: &[Row]) -> Vec<(usize, String)> {
    let variants = &product.draft.variants;
    if variants.iter().all(|variant| variant.primary_price.is_none()) {
        return Vec::new();
    }
    let lacks = |properties: &Properties| {
        variants.iter().any(|variant| variant.properties == *properties && variant.primary_price.is_none())
    };
    let without = rows.iter().filter(|(_, properties)| !properties.is_empty() && lacks(properties));
    without.map(|(draft, properties)| (draft.row, named(product, properties))).collect()
}

/// What a variant of a product is called.
fn named(product: &SheetDraft, properties: &Properties) -> String {
    let values: Vec<&str> = properties.iter().map(|(_, value)| value.as_str()).collect();
    format!("{} – {}", product.draft.name, values.join(" / "))
}

/// The rows of variants that say something else of their product than it has.
fn with_other_values(product: &SheetDraft, rows: &[Row]) -> Vec<(usize, String)> {
    const OWN: [Field; 5] = [Field::PrimaryPrice, Field::Stock, Field::Sku, Field::Barcode, Field::Name];
    let is_other = |draft: &Draft, field: Field| {
        let own = draft.value(field);
        own.is_some() && own != product.draft.value(field)
    };
    let differs = |(row, _): &&Row| {
        let mut common = Field::ALL.into_iter().filter(|field| !OWN.contains(field));
        common.any(|field| is_other(&row.draft, field))
    };
    let differing = rows.iter().filter(differs);
    differing.map(|(row, properties)| (row.row, named(product, properties))).collect()
}

/// Whether two rows with the same properties say the same of their variant.
fn is_same((one, properties): &Row, (other, _): &Row) -> bool {
    !properties.is_empty()
        && one.draft == other.draft
        && one.photos == other.photos
        && one.problems.is_empty()
        && other.problems.is_empty()
}

/// The rows with their properties. One without a name that has properties continues the one above it: it has
/// its name, and of the properties those that it does not say itself, as in a list where nobody writes the
/// same again.
fn members(rows: &[(SheetDraft, &[String])], columns: &Columns, sizes: &Sizes) -> Vec<Row> {
    let is_property = |place: &usize| {
        columns.uses.get(*place) == Some(&Some(ColumnUse::Property))
            && !sizes.columns.contains(place)
            && !sizes.prices.contains(place)
    };
    let places: Vec<usize> = (0..columns.headings.len()).filter(is_property).collect();
    let mut members: Vec<Row> = Vec::with_capacity(rows.len());
    for (draft, row) in rows {
        let mut draft = draft.clone();
        let value = |place: &usize| row.get(*place).map_or("", |cell| cell.trim());
        let says_something = places.iter().any(|place| !value(place).is_empty());
        let above = members.last().filter(|_| draft.draft.name.is_empty() && says_something);
        let property = |place: &usize| {
            let name = columns.headings[*place].trim();
            let of_above =
                || above?.1.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
            let value = Some(value(place)).filter(|value| !value.is_empty()).or_else(of_above)?;
            Some(properties_in(name, value))
        };
        let properties: Properties = places.iter().filter_map(property).flatten().collect();
        if let Some((above, _)) = above {
            draft.draft.name.clone_from(&above.draft.name);
        }
        members.push((draft, properties));
    }
    members
}

/// How many pieces the variants have together.
fn pieces(variants: &[Row]) -> i64 {
    variants.iter().filter_map(|(row, _)| row.draft.stock).fold(0, i64::saturating_add)
}

/// Whether the first of rows with one name is the product itself above its variants, with a number of pieces
/// that would count twice.
fn counts_twice(rows: &[Row]) -> bool {
    rows.split_first().is_some_and(|((first, properties), variants)| {
        properties.is_empty()
            && first.draft.stock.is_some_and(|stock| stock > 0)
            && !variants.is_empty()
            && variants.iter().all(|(row, properties)| !properties.is_empty() && row.draft.stock.is_some())
    })
}

/// The product of rows that are variants of each other; `None` if they are not.
pub fn joined(product: &SheetDraft, rows: &[Row]) -> Option<SheetDraft> {
    // The first row may be the product itself, above its variants, with the price and all pieces of them.
    let lack_stock = |variants: &[Row]| variants.iter().all(|(row, _)| row.draft.stock.is_none());
    let is_product = |((row, properties), variants): &(&Row, &[Row])| {
        let is_sum = |stock| stock == pieces(variants) || lack_stock(variants);
        properties.is_empty() && row.draft.stock.is_none_or(is_sum)
    };
    let (price, shared, rows) = match rows.split_first().filter(is_product) {
        Some(((first, _), variants)) => {
            // Nobody says how many of the product's pieces are of which variant.
            let shared = first.draft.stock.filter(|stock| *stock > 0 && lack_stock(variants));
            (first.draft.primary_price, shared, variants)
        }
        None => (None, None, rows),
    };
    let code = rows.first()?.0.draft.sku.clone();
    let is_shared = rows.iter().all(|(row, _)| row.draft.sku == code);
    let variant = |(row, properties): &Row| DraftVariant {
        properties: properties.clone(),
        primary_price: row.draft.primary_price.or(price),
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
    let is_variant = rows.iter().any(|(row, _)| row.row == product.row);
    let own = joined.draft.sku.filter(|_| !is_variant);
    let sku = own.or_else(|| code.filter(|_| is_shared));
    joined.draft = Draft { variants, primary_price: None, stock: None, sku, barcode: None, ..joined.draft };
    if let Some(stock) = shared {
        joined.refuse_shared(stock);
    }
    Some(joined)
}

/// Where rows do not become variants, a product above its sizes and the like is none beside them if it has
/// all their pieces. With another number, somebody has to say how many are its own.
pub fn settle_parents(rows: Vec<(SheetDraft, &[String])>, columns: &Columns, kept: &[RowKind]) -> JoinedRows {
    let places = columns.properties();
    let mut of_name: HashMap<String, Vec<usize>> = HashMap::new();
    let is_named = |(_, (draft, _)): &(usize, &(SheetDraft, _))| !draft.draft.name.is_empty();
    for (index, (draft, _)) in rows.iter().enumerate().filter(|row| !places.is_empty() && is_named(row)) {
        of_name.entry(folded(&draft.draft.name)).or_default().push(index);
    }
    let member = |index: &usize| -> Row {
        let (draft, row) = &rows[*index];
        let value = |place: &usize| row.get(*place).map_or("", |cell| cell.trim()).to_owned();
        let properties = places.iter().map(|place| (columns.headings[*place].clone(), value(place)));
        (draft.clone(), properties.filter(|(_, value)| !value.is_empty()).collect())
    };
    let mut total = vec![None; rows.len()];
    for indices in of_name.values().filter(|indices| indices.len() > 1) {
        let members: Vec<Row> = indices.iter().map(member).collect();
        total[indices[0]] = counts_twice(&members).then(|| pieces(&members[1..]));
    }
    let mut all = JoinedRows { drafts: Vec::with_capacity(rows.len()), ..JoinedRows::default() };
    for ((mut draft, _), total) in rows.into_iter().zip(total) {
        if total.is_some() && total == draft.draft.stock && !kept.contains(&RowKind::Parent) {
            all.left_out.push(LeftOut { row: draft.row, kind: RowKind::Parent, text: draft.draft.name });
            continue;
        }
        if let Some(stock) = draft.draft.stock.filter(|stock| total.is_some_and(|total| total != *stock)) {
            draft.refuse_shared(stock);
        }
        all.drafts.push(draft);
    }
    all
}

/// Fills what a variant lacks from its product.
pub fn inherit(draft: &mut SheetDraft, from: &SheetDraft) {
    let own = draft.draft.clone();
    // These are each variant's own.
    let common = Draft { primary_price: None, stock: None, sku: None, barcode: None, ..from.draft.clone() };
    draft.draft = own;
    draft.draft.fill(&common);
    if draft.photos.is_empty() {
        draft.photos.clone_from(&from.photos);
    }
}
