//! Changing products that are sold in variants: a real worker at a practice shop where they vanish and are
//! found by SKU.

use serde_json::Value;
use vitrine::worker::Wanted;
use vitrine_core::edit::RowState;
use vitrine_core::edit::plan::{LeftOut, PreviewOutcome};
use vitrine_domain::{Field, FieldKey, FieldValue, Price, ProblemKind};
use vitrine_sandbox::Options;

use super::edits::{Desk, counts_of, dearer, desk_at, id};

/// A signed-in worker at a shop with two products in two sizes, for 1,000 and for 2,000.
fn desk() -> Desk {
    desk_at(Options { initial_products: 2, initial_variants: 2, ..Options::default() }, |file| file)
}

/// The price of each variant of a product.
fn sizes(desk: &Desk, place: usize) -> Vec<i64> {
    let product = desk.shop.sandbox.products().swap_remove(place - 1);
    let variants = product.fields.extra["variants"].as_array().unwrap().clone();
    variants.iter().map(|variant| variant["primary_price"].as_i64().unwrap()).collect()
}

fn all(desk: &mut Desk) {
    let preview =
        desk.preview(Wanted::Products { products: vec![id(1).into(), id(2).into()], rules: dearer() });
    assert_eq!((counts_of(&preview), preview.rows[0].changes.len()), ([2, 0, 0, 0, 0], 2));
}

/// The seller deletes a variant.
fn delete(desk: &Desk, product: u64, variant: usize) {
    desk.shop.sandbox.change(product, |fields| {
        fields.extra["variants"].as_array_mut().unwrap().remove(variant);
    });
}

#[test]
fn a_variant_that_is_left_out_keeps_its_price() {
    let mut desk = desk();
    all(&mut desk);
    desk.start_without(LeftOut::from([(0, 1)]));
    assert_eq!(desk.end().counts.changed, 2);
    assert_eq!((sizes(&desk, 1), sizes(&desk, 2)), (vec![1080, 2000], vec![1080, 2160]));
}

#[test]
fn of_a_product_that_lost_a_variant_after_the_preview_nothing_is_sent_and_it_is_named() {
    let mut desk = desk();
    all(&mut desk);
    delete(&desk, 3001, 1);
    let (run, _) = desk.start();
    let ended = desk.end().counts;
    assert_eq!(
        (ended.changed, ended.failed, sizes(&desk, 1), sizes(&desk, 2)),
        (1, 1, vec![1000], vec![1080, 2160])
    );
    let rows = desk.show(run);
    let problem = rows[0].problem.as_ref().unwrap();
    assert_eq!(
        (rows[0].state, problem.kind, problem.subject.as_deref()),
        (RowState::Failed, ProblemKind::VariantGone, Some("2"))
    );
    assert!(!rows[0].sent);
}

#[test]
fn an_undo_restores_what_is_left_of_a_product_that_lost_a_variant() {
    let mut desk = desk();
    all(&mut desk);
    let (run, _) = desk.start();
    assert_eq!(desk.end().counts.changed, 2);
    delete(&desk, 3002, 1);
    let preview = desk.preview(Wanted::Undo(run));
    assert_eq!(counts_of(&preview), [2, 0, 1, 0, 0]);
    let refused = preview.rows.iter().find_map(|row| {
        if let PreviewOutcome::Refused(problem) = &row.outcome { Some(problem) } else { None }
    });
    assert_eq!(refused.map(|problem| problem.kind), Some(ProblemKind::VariantGone));
    desk.start();
    assert_eq!(desk.end().counts.changed, 2);
    assert_eq!((sizes(&desk, 1), sizes(&desk, 2)), (vec![1000, 2000], vec![1000]));
}

#[test]
fn variants_of_a_sheet_are_found_by_sku_whether_or_not_the_list_was_read() {
    for is_read in [false, true] {
        let mut desk = desk();
        if is_read {
            desk.load_products();
        }
        let before = desk.shop.sandbox.request_count();
        let preview = desk.sheet_preview("sku,price\nold-2-1,1500\nOLD-1-2,2500\n").unwrap();
        assert_eq!(
            (preview.counts.to_change, preview.rows[0].product.clone()),
            (2, Some(id(2))),
            "{is_read}"
        );
        let requests = desk.shop.sandbox.request_count() - before;
        assert_eq!(is_read, requests == 1, "the saved list knows them: {requests}");
        desk.start();
        assert_eq!(desk.end().counts.changed, 2);
        assert_eq!((sizes(&desk, 1), sizes(&desk, 2)), (vec![1000, 2500], vec![1500, 2000]));
    }
}

#[test]
fn an_sku_of_two_shops_products_is_refused_also_where_one_of_them_is_a_variants() {
    let mut desk = desk();
    desk.shop.sandbox.change(3001, |fields| fields.sku = Some("OLD-2-1".to_owned()));
    desk.load_products();
    let preview = desk.sheet_preview("sku,price\nOLD-2-1,1500\n").unwrap();
    let PreviewOutcome::Refused(problem) = &preview.rows[0].outcome else { panic!("{preview:?}") };
    assert_eq!(problem.kind, ProblemKind::SeveralProducts);
}

#[test]
fn the_details_of_a_product_have_its_variants() {
    let desk = desk();
    let read = desk.read(1);
    let variants: Vec<(&str, Option<i64>)> = read
        .product
        .variants
        .iter()
        .map(|variant| (variant.called(), variant.primary_price.map(Price::wire)))
        .collect();
    assert_eq!(variants, [("1", Some(1000)), ("2", Some(2000))]);
}

/// An album of the product's own stays what it is.
#[test]
fn a_change_of_variants_leaves_everything_else_as_it_was() {
    let mut desk = desk();
    let fields = |desk: &Desk| {
        let mut fields = desk.shop.sandbox.products().swap_remove(0).fields;
        fields.extra["variants"]
            .as_array_mut()
            .unwrap()
            .iter_mut()
            .for_each(|variant| variant["primary_price"] = Value::Null);
        fields
    };
    let before = fields(&desk);
    all(&mut desk);
    let (_, rows) = desk.start();
    assert_eq!(rows[0].changes[1].base, Some(FieldValue::Price(Price::on_wire(2000))));
    assert_eq!(desk.end().counts.changed, 2);
    assert_eq!(fields(&desk), before);
}

#[test]
fn the_form_of_a_product_changes_its_name_and_one_of_its_variants_together() {
    let mut desk = desk();
    let of = |field| FieldKey { field, variant: Some(300_102.into()) };
    let values = vec![(Field::Name.into(), "Shirt".to_owned()), (of(Field::PrimaryPrice), "2500".to_owned())];
    let base = vec![(of(Field::PrimaryPrice), FieldValue::Price(Price::on_wire(2000)))];
    desk.preview(Wanted::Product { product: id(1), values, base, album: None });
    let (_, rows) = desk.start();
    assert_eq!((rows.len(), desk.end().counts.changed, sizes(&desk, 1)), (1, 1, vec![1000, 2500]));
    assert_eq!(desk.shop.sandbox.products()[0].fields.name, "Shirt");
}

#[test]
fn a_variant_that_vanished_or_moved_while_its_form_was_open_is_told() {
    let mut desk = desk();
    let of = |id: u64| FieldKey { field: Field::PrimaryPrice, variant: Some(id.into()) };
    let wanted = |key: FieldKey, base| {
        let base = vec![(key.clone(), FieldValue::Price(Price::on_wire(base)))];
        Wanted::Product { product: id(1), values: vec![(key, "2500".to_owned())], base, album: None }
    };
    let moved = desk.preview(wanted(of(300_102), 1990));
    assert_eq!(moved.rows[0].outcome, PreviewOutcome::Moved);
    delete(&desk, 3001, 1);
    let gone = desk.preview(wanted(of(300_102), 2000));
    let PreviewOutcome::Refused(problem) = &gone.rows[0].outcome else { panic!("{gone:?}") };
    assert_eq!((problem.kind, problem.subject.as_deref()), (ProblemKind::VariantGone, Some("300102")));
}
