//! Discounts of products: given, looked for after lost answers, ended, and in the way of each other.

use super::edits::*;
use secrecy::ExposeSecret as _;
use serde_json::json;
use vitrine::worker::{EditCommand, EditEvent, Wanted};
use vitrine_core::edit::plan::{BulkRule, Preview, PreviewOutcome};
use vitrine_core::edit::{EditCounts, RowState};
use vitrine_domain::{Discount, Field, FieldValue, Price, ProblemKind, ProductOrVariant, VariantId};
use vitrine_sandbox::{Categories, FaultRule, Faults, Moment, Operation, Options, ShopBehaviour};

fn with_discounts(faults: Faults) -> Faults {
    let behaviour = ShopBehaviour { discounts: true, ..faults.behaviour };
    Faults { behaviour, ..faults }
}

fn desk_of_discounts(faults: Faults) -> Desk {
    desk_of(5, with_discounts(faults), |file| file)
}

fn give(places: &[u64], percent: u8) -> Wanted {
    let discount = Discount::wanted(percent, 7);
    Wanted::Discount { products: places.iter().copied().map(id).collect(), discount }
}

fn end(places: &[u64]) -> Wanted {
    Wanted::Discount { products: places.iter().copied().map(id).collect(), discount: Discount::NONE }
}

/// The percents that the shop holds for each product.
fn held(desk: &Desk) -> Vec<i64> {
    let percent = |product: vitrine_sandbox::CreatedProduct| {
        product.discounts.get(&product.id).map_or(0, |discount| discount.percent)
    };
    desk.shop.sandbox.products().into_iter().map(percent).collect()
}

fn requests(desk: &Desk) -> usize {
    let requests = desk.shop.sandbox.requests();
    requests.iter().filter(|request| request.operation == Some(Operation::Discount)).count()
}

/// Somebody else gives a discount, or ends one.
fn elsewhere(desk: &Desk, place: u64, percent: Option<u8>) {
    let vendor = desk.shop.sandbox.products()[0].vendor;
    let address = format!("http://{}/api/v1/vendors/{vendor}/discounts", desk.shop.sandbox.address());
    let mut body = json!({ "product_filter": { "product_ids": [id(place)] } });
    let client = reqwest::Client::new();
    let request = match percent {
        Some(percent) => {
            (body["discount_percent"], body["active_days"]) = (percent.into(), 3.into());
            client.post(address)
        }
        None => client.delete(address),
    };
    let token = desk.env.token.expose_secret();
    let request = request.bearer_auth(token).header("Accept", "application/json").json(&body);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(request.send()).unwrap().error_for_status().unwrap();
}

fn kinds(preview: &Preview) -> Vec<Option<ProblemKind>> {
    let kind = |outcome: &PreviewOutcome| match outcome {
        PreviewOutcome::Refused(problem) => Some(problem.kind),
        _ => None,
    };
    preview.rows.iter().map(|row| kind(&row.outcome)).collect()
}

fn price(number: i64) -> FieldValue {
    FieldValue::Price(Price::on_wire(number))
}

#[test]
fn a_discount_is_shown_with_what_buyers_will_pay_given_with_one_request_and_ended_by_its_undo() {
    let mut desk = desk_of_discounts(Faults::default());
    let preview = desk.preview(give(&[1, 2, 3], 20));
    assert_eq!(counts_of(&preview)[0], 3);
    for row in &preview.rows {
        assert_eq!(row.changes[0].new, FieldValue::Discount(Discount::wanted(20, 7)));
        assert_eq!((row.paid[0].base.clone(), &row.paid[0].new), (Some(price(1000)), &price(800)));
    }
    let (run, _) = desk.start();
    assert_eq!(desk.end().counts, EditCounts { changed: 3, ..EditCounts::default() });
    assert_eq!((held(&desk), requests(&desk)), (vec![20, 20, 20, 0, 0], 1));
    let read = desk.read(1);
    assert_eq!(
        (read.product.price, read.primary_price),
        (Some(Price::on_wire(800)), Some(Price::on_wire(1000)))
    );
    let ends = read.product.discount.unwrap().ends.unwrap();
    let days = ends.duration_since(jiff::Timestamp::now()).as_hours() / 24;
    assert!((6..=7).contains(&days), "{ends}");

    let undo = desk.preview(Wanted::Undo(run));
    assert_eq!(counts_of(&undo)[0], 3);
    assert_eq!(undo.rows[0].paid[0].new, price(1000));
    let (undone, _) = desk.start();
    assert_eq!(desk.end().counts.changed, 3);
    assert_eq!((held(&desk), desk.prices().into_values().flatten().max()), (vec![0; 5], Some(1000)));

    // For how many days it would still have run is not known.
    let again = desk.preview(Wanted::Undo(undone));
    assert_eq!(kinds(&again), [Some(ProblemKind::DiscountEnded); 3]);
}

#[test]
fn the_catalog_shows_what_runs_and_keeps_it_for_the_next_start() {
    let mut desk = desk_of_discounts(Faults::default());
    desk.preview(give(&[2], 25));
    desk.start();
    desk.end();
    desk.load_products();
    assert_eq!(desk.saved_prices(), [1000, 1000, 1000, 750, 1000].map(Some), "the newest first");
}

#[test]
fn what_cannot_be_discounted_is_said_by_row() {
    let behaviour =
        ShopBehaviour { categories: Categories::English, relaxed: true, ..ShopBehaviour::default() };
    let mut desk = desk_of_discounts(Faults { behaviour, ..Faults::default() });
    desk.change_elsewhere(1, &json!({ "status": 3790 }));
    for place in 2..=4 {
        desk.change_elsewhere(place, &json!({ "primary_price": 2000 }));
    }
    elsewhere(&desk, 2, Some(10));
    let preview = desk.preview(give(&[1, 2, 3, 4, 5], 20));
    use ProblemKind::{AlreadyDiscounted, InvalidField, NotForSale};
    let expected = [Some(NotForSale), Some(AlreadyDiscounted), None, None, Some(InvalidField)];
    assert_eq!(kinds(&preview), expected, "the last one would cost less than the least price");
    desk.start();
    assert_eq!(desk.end().counts.changed, 2);
    assert_eq!(held(&desk), [0, 10, 20, 20, 0]);
}

#[test]
fn a_marketplace_without_discounts_is_asked_for_none() {
    let mut desk = desk_of(5, Faults::default(), |file| file);
    assert_eq!(kinds(&desk.preview(give(&[1], 20))), [Some(ProblemKind::NoDiscounts)]);
    assert_eq!(requests(&desk), 0);
}

#[test]
fn after_a_lost_answer_it_is_looked_for_and_not_sent_again() {
    let lost = FaultRule {
        on: Some(Operation::Discount),
        to: Some(1),
        reset: true,
        when: Moment::After,
        ..FaultRule::default()
    };
    let mut desk = desk_of_discounts(Faults::of(lost));
    desk.preview(give(&[1, 2], 20));
    let (run, _) = desk.start();
    assert_eq!(desk.end().counts.changed, 2);
    assert_eq!((held(&desk), requests(&desk)), (vec![20, 20, 0, 0, 0], 1));
    assert_eq!(desk.preview(Wanted::Undo(run)).counts.to_change, 2);
}

#[test]
fn a_killed_program_finds_at_its_next_start_what_it_had_sent() {
    let slow = FaultRule { on: Some(Operation::Discount), latency_ms: 300, ..FaultRule::default() };
    let mut desk = desk_of_discounts(Faults::of(slow));
    desk.preview(give(&[1, 2, 3], 20));
    let (run, _) = desk.start();
    let Desk { worker, shop, env, previews } = desk;
    drop(worker);
    let worker = env.worker();
    let desk = Desk { worker, shop, env, previews };
    let runs =
        desk.update(|update| if let EditEvent::Runs(runs) = update { Some(runs.clone()) } else { None });
    assert!(runs[0].id == run && runs[0].counts.waiting > 0, "{runs:?}");
    desk.send(EditCommand::Resume);
    assert_eq!(desk.end().counts, EditCounts { changed: 3, ..EditCounts::default() });
    assert_eq!(held(&desk), [20, 20, 20, 0, 0]);
    assert!(requests(&desk) <= 2);
}

#[test]
fn one_that_somebody_else_gave_meanwhile_is_asked_about() {
    let mut desk = desk_of_discounts(Faults::default());
    desk.preview(give(&[1, 2], 20));
    elsewhere(&desk, 1, Some(20));
    let (run, _) = desk.start();
    assert_eq!(desk.end().counts, EditCounts { changed: 1, moved: 1, ..EditCounts::default() });
    assert_eq!(desk.show(run)[0].state, RowState::Moved, "also where it is as great: it ends on another day");
    desk.send(EditCommand::Decide { run, rows: vec![0], overwrite: false });
    assert_eq!(desk.end().counts, EditCounts { changed: 1, cancelled: 1, ..EditCounts::default() });
    let undo = desk.preview(Wanted::Undo(run));
    assert_eq!((undo.rows.len(), undo.counts.to_change), (1, 1), "what somebody else gave stays");
}

#[test]
fn one_that_was_ended_or_replaced_by_somebody_else_is_not_ended_without_asking() {
    let mut desk = desk_of_discounts(Faults::default());
    desk.preview(give(&[1, 2, 3], 20));
    let (run, _) = desk.start();
    desk.end();
    elsewhere(&desk, 1, None);
    elsewhere(&desk, 2, Some(30));
    let undo = desk.preview(Wanted::Undo(run));
    assert_eq!((undo.counts.equal, undo.counts.moved, undo.counts.to_change), (1, 1, 1));
    desk.start();
    assert_eq!(desk.end().counts, EditCounts { changed: 1, moved: 1, ..EditCounts::default() });
    assert_eq!(held(&desk), [0, 30, 0, 0, 0]);
}

#[test]
fn a_percentage_is_of_the_owners_price_while_a_discount_runs_and_its_undo_keeps_the_discount() {
    let mut desk = desk_of_discounts(Faults::default());
    desk.preview(give(&[1, 2], 20));
    desk.start();
    desk.end();
    let products = vec![id(1).into(), id(3).into()];
    let rules = vec![BulkRule::parse(Field::PrimaryPrice, "+8%", "").unwrap()];
    let preview = desk.preview(Wanted::Products { products, rules });
    assert!(preview.rows.iter().all(|row| row.changes[0].base == Some(price(1000))));
    let (run, _) = desk.start();
    assert_eq!(desk.end().counts.changed, 2);
    assert_eq!((desk.prices()[&3001], desk.read(1).product.price), (Some(1080), Some(Price::on_wire(864))));
    desk.preview(Wanted::Undo(run));
    desk.start();
    assert_eq!(desk.end().counts.changed, 2);
    assert_eq!((desk.prices()[&3001], held(&desk)[0]), (Some(1000), 20));
}

#[test]
fn of_a_product_in_variants_all_get_it_and_each_price_is_shown() {
    let options = Options {
        faults: with_discounts(Faults::default()),
        initial_products: 2,
        initial_variants: 2,
        ..Options::default()
    };
    let mut desk = desk_at(options, |file| file);
    let preview = desk.preview(give(&[1], 50));
    let paid: Vec<(Option<VariantId>, &FieldValue)> = preview.rows[0]
        .paid
        .iter()
        .map(|paid| (paid.variant.as_ref().map(|variant| variant.id.clone()), &paid.new))
        .collect();
    let own = desk.read(1).product.variants;
    let half = |price: Option<Price>| FieldValue::Price(Price::on_wire(price.unwrap().wire() / 2));
    let expected: Vec<_> = own.iter().map(|one| (Some(one.id.clone()), half(one.primary_price))).collect();
    assert_eq!(paid, expected.iter().map(|(id, price)| (id.clone(), price)).collect::<Vec<_>>());
    desk.start();
    assert_eq!(desk.end().counts.changed, 1);
    assert_eq!(desk.read(1).product.discount.map(|discount| discount.percent), Some(50));
    // A variant's own price is still changed by itself.
    let variant = ProductOrVariant { product: id(1), variant: Some(own[0].id.clone()) };
    let rules = vec![BulkRule::parse(Field::PrimaryPrice, "+10%", "").unwrap()];
    let preview = desk.preview(Wanted::Products { products: vec![variant], rules });
    assert_eq!(preview.rows[0].changes[0].base, own[0].primary_price.map(FieldValue::Price));
}

#[test]
fn one_that_runs_is_ended_and_products_without_one_are_left_alone() {
    let mut desk = desk_of_discounts(Faults::default());
    elsewhere(&desk, 2, Some(30));
    let preview = desk.preview(end(&[1, 2]));
    assert_eq!((preview.counts.equal, preview.counts.to_change), (1, 1));
    desk.start();
    assert_eq!(desk.end().counts.changed, 1);
    assert_eq!(held(&desk), [0; 5]);
    let asked = desk.shop.sandbox.requests().into_iter();
    let methods = asked.filter(|request| request.operation == Some(Operation::Discount));
    assert_eq!(methods.map(|request| request.method).collect::<Vec<_>>(), ["POST", "DELETE"]);
}
