//! Products that are sold in variants: what changes of each, and what is refused.

use std::collections::BTreeMap;

use super::*;
use vitrine_domain::{Price, Variant};

fn variant(id: u64, name: &str, sku: &str, price: i64, stock: i64) -> Variant {
    let sku = (!sku.is_empty()).then(|| sku.to_owned());
    Variant {
        id: id.into(),
        name: name.to_owned(),
        properties: Vec::new(),
        sku,
        primary_price: Some(Price::on_wire(price)),
        stock: Some(stock),
    }
}

/// A shirt in two sizes, of which the second has no name.
fn shirt(id: u64) -> ProductState {
    let mut shirt = product(id, &format!("S-{id}"), 5_000, Some(9));
    shirt.product.variants = vec![
        variant(id * 10, "M", &format!("S-{id}-M"), 5_000, 3),
        variant(id * 10 + 1, "", &format!("S-{id}-L"), 6_000, 6),
    ];
    ProductState { has_variants: true, ..shirt }
}

/// A scarf in two sizes and two colors, without codes.
fn scarf(id: u64) -> ProductState {
    let property = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let one = |(place, (size, color)): (u64, (&str, &str))| Variant {
        name: format!("{size}, {color}"),
        properties: vec![property("سایز", size), property("رنگ", color)],
        ..variant(id * 10 + place, "", "", 5_000 + place as i64, 1)
    };
    let variants = [("بزرگ", "قرمز"), ("بزرگ", "آبی"), ("كوچك", "قرمز"), ("كوچك", "آبی")];
    let mut scarf = product(id, "", 5_000, Some(4));
    scarf.product.title = format!("شال {id}");
    scarf.product.variants = (0..).zip(variants).map(one).collect();
    ProductState { has_variants: true, ..scarf }
}

fn changing() -> CreateRules {
    CreateRules { changes_variants: true, ..rules() }
}

fn at(rules: &CreateRules, csv: &str, of: &[BulkRule], shop: &[ProductState]) -> Preview {
    let requested = requested_changes(&cells(csv), &KnownOfChanges::default()).unwrap().requested;
    preview(&requested, of, &Shop::new(shop), rules, &StatusNames::new(rules, []))
}

fn dearer(text: &str) -> Vec<BulkRule> {
    vec![BulkRule::parse(Field::PrimaryPrice, text, "").unwrap()]
}

/// As `told`, with the variant of each change and the name of what is refused.
fn told(row: &PreviewRow) -> String {
    let change = |change: &FieldChange| {
        let of = change.variant.as_ref().map_or(String::new(), |variant| format!(" of {}", variant.name));
        format!("{}{of} {} to {}", change.field.name(), change.base.as_ref().unwrap(), change.new)
    };
    match &row.outcome {
        PreviewOutcome::Refused(problem) => format!("{} refused: {}", row.name, problem.kind.key()),
        outcome => format!("{outcome:?}: {}", row.changes.iter().map(change).collect::<Vec<_>>().join(", ")),
    }
}

fn all_told(preview: &Preview) -> Vec<String> {
    preview.rows.iter().map(told).collect()
}

#[test]
fn a_rule_for_prices_changes_each_variant_of_a_product_and_the_product_is_one_row() {
    let shop = [shirt(1), product(2, "B", 2_000, None)];
    let preview = at(&changing(), "id\n1\n2\n", &dearer("+10%"), &shop);
    let expected = [
        "Change: primary_price of M 5000 to 5500, primary_price of 11 6000 to 6600",
        "Change: primary_price 2000 to 2200",
    ];
    assert_eq!(all_told(&preview), expected);
    assert_eq!((preview.counts.to_change, preview.to_send(&LeftOut::new()).len()), (2, 2));
    let sent = preview.to_send(&LeftOut::from([(0, 0)]));
    assert_eq!(sent[0].changes, preview.rows[0].changes[1..], "a variant can be left out");
}

#[test]
fn a_row_that_names_a_variant_changes_this_variant_alone() {
    let preview =
        at(&changing(), "sku,price,stock,name\ns-1-l,6500,0,Shirt L\nS-1-M,,4,\n", &[], &[shirt(1)]);
    assert_eq!(
        all_told(&preview),
        ["Change: primary_price of 11 6000 to 6500, stock of 11 6 to 0", "Change: stock of M 3 to 4"]
    );
    let sent = preview.to_send(&LeftOut::new());
    assert_eq!((sent.len(), sent[0].changes.len()), (1, 3), "what changes of a product is sent together");
    assert_eq!(preview.counts.to_change, 1);
}

#[test]
fn a_product_row_keeps_what_it_wants_of_the_product_while_a_rule_changes_its_variants() {
    let preview = at(&changing(), "id,name,stock\n1,Shirt,\n", &dearer("+1000"), &[shirt(1)]);
    let expected =
        "Change: name Rug 1 to Shirt, primary_price of M 5000 to 6000, primary_price of 11 6000 to 7000";
    assert_eq!(all_told(&preview), [expected]);
    let unclear = at(&changing(), "id,stock\n1,4\n", &dearer("+1000"), &[shirt(1)]);
    let expected = [
        "Change: primary_price of M 5000 to 6000, primary_price of 11 6000 to 7000",
        "Rug 1 refused: which_variant",
    ];
    assert_eq!(all_told(&unclear), expected, "a stock in a product's row is that of no variant");
}

#[test]
fn what_a_row_means_is_not_guessed() {
    let mut twin = shirt(2);
    twin.product.variants[0].sku = Some("S-1-M".to_owned());
    let shop = [shirt(1), twin, product(3, "S-2-L", 5_000, None)];
    let csv = "sku,price\nS-1,6000\nS-1-M,6000\nS-2-L,6000\nS-1-L,6100\ns-1-l,6100\nS-9,1\n";
    let preview = at(&changing(), csv, &[], &shop);
    let codes = |row: &PreviewRow| {
        if let PreviewOutcome::Refused(problem) = &row.outcome { problem.kind.key() } else { "" }
    };
    let codes: Vec<&str> = preview.rows.iter().map(codes).collect();
    assert_eq!(codes, ["which_variant", "several_products", "several_products", "", "repeated_row", ""]);
    assert_eq!(preview.rows[5].outcome, PreviewOutcome::NotFound);
    assert_eq!(
        preview.to_send(&LeftOut::new()).len(),
        1,
        "of a product and its variant only the variant is changed"
    );
}

#[test]
fn a_product_that_shows_the_sku_of_its_variant_as_its_own_means_the_variant() {
    let mut single = shirt(1);
    single.product.sku = Some("S-1-M".to_owned());
    let preview = at(&changing(), "sku,price\nS-1-M,5100\n", &[], &[single]);
    assert_eq!(all_told(&preview), ["Change: primary_price of M 5000 to 5100"]);
}

#[test]
fn a_variant_that_would_be_refused_keeps_none_of_the_others_back() {
    let mut cheap = shirt(1);
    cheap.product.variants[0].primary_price = Some(Price::on_wire(1_050));
    let mut unpriced = shirt(2);
    unpriced.product.variants[1].primary_price = None;
    let preview = at(&changing(), "id\n1\n2\n", &dearer("-10%"), &[cheap, unpriced]);
    let expected = [
        "Change: primary_price of 11 6000 to 5400",
        "Rug 1 (M) refused: invalid_field",
        "Change: primary_price of M 5000 to 4500",
        "Rug 2 (21) refused: own_price_unknown",
    ];
    assert_eq!(all_told(&preview), expected);
    assert_eq!((preview.counts.to_change, preview.counts.refused), (2, 2));
}

#[test]
fn where_variants_are_not_changed_or_not_known_their_products_keep_prices_and_stocks() {
    let mut unknown = shirt(1);
    unknown.product.variants.clear();
    for (rules, shop) in [(rules(), shirt(1)), (changing(), unknown)] {
        let shop = [shop];
        for csv in ["id,price\n1,6000\n", "id,stock\n1,0\n"] {
            assert_eq!(all_told(&at(&rules, csv, &[], &shop)), ["Rug 1 refused: has_variants"], "{csv}");
        }
        assert_eq!(all_told(&at(&rules, "id\n1\n", &dearer("+8%"), &shop)), ["Rug 1 refused: has_variants"]);
        assert_eq!(all_told(&at(&rules, "id,name\n1,Shirt\n", &[], &shop)), ["Change: name Rug 1 to Shirt"]);
    }
    let of_variant = at(&rules(), "sku,price\nS-1-L,7000\n", &[], &[shirt(1)]);
    assert_eq!(all_told(&of_variant), ["Rug 1 (11) refused: has_variants"]);
}

#[test]
fn an_unreadable_cell_is_told_once_for_a_product_with_variants() {
    let preview = at(&changing(), "id,stock\n1,many\n", &dearer("+8%"), &[shirt(1)]);
    assert_eq!(all_told(&preview), ["Rug 1 refused: invalid_field"]);
    let replaced = at(&changing(), "id,price\n1,dear\n", &dearer("+100"), &[shirt(1)]);
    assert_eq!(replaced.counts.to_change, 1);
}

#[test]
fn a_variant_is_found_by_its_properties_in_any_spelling_with_the_id_or_the_name_of_its_product() {
    // Other letters for the same ones, no heading in the shop's language, the whole name in one cell.
    for csv in [
        "id,سایز,رنگ,price\n1,کوچک,آبي,6000\n",
        "name,سایز,رنگ,price\nشال ۱,كوچك,آبی,6000\n",
        "id,Size,Color,price\n1,کوچک,آبی,6000\n",
        "id,variant,price\n1,\"کوچک, آبی\",6000\n",
    ] {
        let preview = at(&changing(), csv, &[], &[scarf(1), scarf(2)]);
        let expected = "Change: primary_price of كوچك, آبی 5003 to 6000";
        assert_eq!(all_told(&preview), [expected], "{csv}");
    }
}

#[test]
fn a_row_whose_properties_fit_no_variant_or_several_is_refused() {
    let mut renamed = scarf(1);
    for variant in &mut renamed.product.variants {
        variant.properties[0].1 = format!("{} (جدید)", variant.properties[0].1);
    }
    let mut gone = scarf(1);
    gone.product.variants.remove(3);
    for (shop, csv, expected) in [
        (renamed, "id,سایز,رنگ,price\n1,کوچک,آبی,6000\n", "variant_not_found"),
        (gone, "id,سایز,رنگ,price\n1,کوچک,آبی,6000\n", "variant_not_found"),
        (scarf(1), "id,سایز,رنگ,price\n1,قرمز,کوچک,6000\n", "variant_not_found"),
        (scarf(1), "id,سایز,رنگ,price\n1,کوچک,,6000\n", "which_variant"),
        (scarf(1), "id,سایز,رنگ,price\n1,,,6000\n", "which_variant"),
    ] {
        let preview = at(&changing(), csv, &[], &[shop]);
        assert_eq!(all_told(&preview), [format!("شال 1 refused: {expected}")], "{csv}");
        assert!(preview.to_send(&LeftOut::new()).is_empty());
    }
    let twins = [
        scarf(1),
        ProductState { product: Product { title: "شال 1".to_owned(), ..scarf(2).product }, ..scarf(2) },
    ];
    let preview = at(&changing(), "name,سایز,رنگ,price\nشال 1,کوچک,آبی,6000\n", &[], &twins);
    assert_eq!(all_told(&preview), [" refused: several_names"]);
}

#[test]
fn a_code_and_properties_of_another_variant_are_no_variant() {
    let mut coded = scarf(1);
    coded.product.variants[0].sku = Some("BIG-RED".to_owned());
    let of = |size: &str| format!("sku,سایز,رنگ,stock\nbig-red,{size},قرمز,7\n");
    let preview = at(&changing(), &of("بزرگ"), &[], &[coded.clone()]);
    assert_eq!(all_told(&preview), ["Change: stock of بزرگ, قرمز 1 to 7"]);
    let preview = at(&changing(), &of("کوچک"), &[], &[coded]);
    assert_eq!(preview.counts.refused, 1, "{preview:?}");
}

#[test]
fn of_rows_that_contradict_each_other_none_is_sent() {
    let csv = "id,سایز,رنگ,price,stock\n1,کوچک,آبی,6000,\n1,كوچك,آبی,7000,\n1,بزرگ,آبی,,3\n1,بزرگ,آبی,,3\n";
    let preview = at(&changing(), csv, &[], &[scarf(1)]);
    let expected = [
        "شال 1 (كوچك, آبی) refused: repeated_row",
        "شال 1 (كوچك, آبی) refused: repeated_row",
        "Change: stock of بزرگ, آبی 1 to 3",
        "شال 1 (بزرگ, آبی) refused: repeated_row",
    ];
    assert_eq!(all_told(&preview), expected, "two rows that want the same are one wish");
}

#[test]
fn a_size_of_a_product_without_variants_tells_nothing_apart_and_a_name_beside_a_variant_renames_nothing() {
    let shop = [product(1, "R-1", 5_000, None), scarf(2)];
    let csv = "sku,id,name,size,price\nR-1,,Rug of wool,60x90,6000\n,2,Scarf,\"بزرگ, آبی\",6000\n";
    let preview = at(&changing(), csv, &[], &shop);
    let expected = ["Change: primary_price 5000 to 6000", "Change: primary_price of بزرگ, آبی 5001 to 6000"];
    assert_eq!(all_told(&preview), expected);
}

#[test]
fn a_sheet_of_names_alone_names_no_products() {
    let read = requested_changes(&cells("name,price\nRug 1,6000\n"), &KnownOfChanges::default());
    assert_eq!(read.unwrap_err().kind, ProblemKind::NoKeyColumn);
}

/// The row of a run that raised both prices of a shirt.
fn raised(state: RowState) -> StoredRow {
    let preview = at(&changing(), "id\n1\n", &dearer("+1000"), &[shirt(1)]);
    StoredRow { state, sent: true, ..preview.to_send(&LeftOut::new()).remove(0) }
}

#[test]
fn an_undo_restores_each_variant_and_names_the_one_that_is_gone() {
    let mut now = shirt(1);
    (now.product.variants[0].primary_price, now.product.variants[1].primary_price) =
        (Some(Price::on_wire(6_000)), Some(Price::on_wire(7_000)));
    let back = undo_preview(&[raised(RowState::Changed)], &Shop::new(&[now.clone()]));
    assert_eq!(
        all_told(&back),
        ["Change: primary_price of M 6000 to 5000, primary_price of 11 7000 to 6000"]
    );
    let mut gone = now.clone();
    gone.product.variants.remove(1);
    let back = undo_preview(&[raised(RowState::Changed)], &Shop::new(&[gone.clone()]));
    assert_eq!(all_told(&back), ["Change: primary_price of M 6000 to 5000", "Rug 1 refused: variant_gone"]);
    let back = undo_preview(&[raised(RowState::Failed)], &Shop::new(&[gone]));
    assert_eq!(
        all_told(&back),
        ["Change: primary_price of M 6000 to 5000"],
        "of what is not known to have changed, what is there"
    );
    now.product.variants[0].primary_price = Some(Price::on_wire(5_900));
    let back = undo_preview(&[raised(RowState::Changed)], &Shop::new(&[now]));
    assert_eq!(back.rows[0].outcome, PreviewOutcome::Moved);
    assert_eq!(back.rows[0].as_shown()[0].base, Some(price(5_900)));
}

fn any_shop() -> impl Strategy<Value = Vec<ProductState>> {
    let variants = prop::collection::vec((1_000i64..50_000, 0i64..9), 0..5);
    prop::collection::vec((variants, 1_000i64..50_000), 1..8).prop_map(|products| {
        let of_one = |(place, (variants, price)): (usize, (Vec<(i64, i64)>, i64))| {
            let id = place as u64 + 1;
            let variants = variants.into_iter().enumerate();
            let variants: Vec<Variant> = variants
                .map(|(at, (price, stock))| {
                    variant(id * 10 + at as u64, &format!("size {at}"), "", price, stock)
                })
                .collect();
            let mut state =
                ProductState { has_variants: !variants.is_empty(), ..product(id, "", price, Some(1)) };
            state.product.variants = variants;
            state
        };
        products.into_iter().enumerate().map(of_one).collect()
    })
}

/// The price of each product without variants, and of each variant.
fn prices(shop: &[ProductState]) -> BTreeMap<String, i64> {
    let of = |state: &ProductState| -> Vec<(String, i64)> {
        let own = state
            .product
            .variants
            .is_empty()
            .then(|| (state.product.id.to_string(), state.primary_price.unwrap().wire()));
        let each = state.product.variants.iter().map(|variant| {
            (format!("{} {}", state.product.id, variant.id), variant.primary_price.unwrap().wire())
        });
        own.into_iter().chain(each).collect()
    };
    shop.iter().flat_map(of).collect()
}

fn apply(shop: &mut [ProductState], sent: &[StoredRow]) {
    for row in sent {
        let state = shop.iter_mut().find(|state| state.product.id == row.product).unwrap();
        for change in &row.changes {
            let FieldValue::Price(new) = change.new else { panic!("{change:?}") };
            match &change.variant {
                None => state.primary_price = Some(new),
                Some(changed) => {
                    state
                        .product
                        .variants
                        .iter_mut()
                        .find(|variant| variant.id == changed.id)
                        .unwrap()
                        .primary_price = Some(new);
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn a_rise_changes_every_price_once_and_its_undo_restores_each(mut shop in any_shop(), percent in 1u32..200) {
        let before = prices(&shop);
        let csv: String = ["id\n".to_owned()].into_iter().chain((1..=shop.len()).map(|id| format!("{id}\n"))).collect();
        let sent = at(&changing(), &csv, &dearer(&format!("+{percent}%")), &shop).to_send(&LeftOut::new());
        prop_assert_eq!(sent.len(), shop.len());
        prop_assert_eq!(sent.iter().map(|row| row.changes.len()).sum::<usize>(), before.len());
        apply(&mut shop, &sent);
        prop_assert!(prices(&shop).iter().all(|(of, price)| *price > before[of]));
        let done: Vec<StoredRow> = sent.into_iter().map(|row| StoredRow { state: RowState::Changed, sent: true, ..row }).collect();
        let back = undo_preview(&done, &Shop::new(&shop)).to_send(&LeftOut::new());
        apply(&mut shop, &back);
        prop_assert_eq!(prices(&shop), before);
    }
}
