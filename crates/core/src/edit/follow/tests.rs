use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use jiff::Timestamp;
use proptest::prelude::*;

use super::*;
use crate::edit::change::{FieldChange, RowState, StoredRow};
use crate::edit::plan::{
    KnownOfChanges, LeftOut, Preview, PreviewOutcome, Shop, StatusNames, preview, requested_changes,
};
use crate::import::sheet;
use vitrine_domain::{
    CreateRules, Field, FieldKey, FieldValue, Price, Product, ProductId, ProductState, Variant, VariantId,
};

fn product(id: u64, stock: i64) -> ProductState {
    let product = Product {
        title: format!("Rug {id}"),
        price: Some(Price::on_wire(1_000)),
        inventory: Some(stock),
        sku: Some(format!("R-{id}")),
        ..Product::with_id(id.into())
    };
    ProductState { primary_price: Some(Price::on_wire(1_000)), ..ProductState::from(product) }
}

fn key(id: u64, field: Field) -> ListedKey {
    ListedKey { product: ProductId::from(id), key: FieldKey::from(field) }
}

/// A list that is followed, between its steps.
#[derive(Default)]
struct List {
    agreed: Agreed,
    pending: BTreeMap<ListedKey, Pending>,
    others: TakenBy,
    rules: FollowRules,
}

impl List {
    fn of(rules: FollowRules) -> Self {
        Self { rules, ..Self::default() }
    }

    /// What a save of the list asks for. What agrees is remembered.
    fn step(&mut self, csv: &str, products: &[ProductState]) -> (ListStep, Preview) {
        let cells = sheet::read(Path::new("list.csv"), csv.as_bytes()).unwrap();
        let rows = requested_changes(&cells, &KnownOfChanges::default()).unwrap().requested;
        let shop = Shop::new(products);
        let known = KnownOfList {
            agreed: &self.agreed,
            pending: &self.pending,
            others: &self.others,
            rules: self.rules,
        };
        let step = list_step(rows, &shop, &known);
        let create = CreateRules { changes_variants: true, ..CreateRules::default() };
        let compared = preview(&step.requested, &[], &shop, &create, &StatusNames::default());
        self.agreed.extend(step.agreed.iter().cloned());
        (step, compared)
    }

    /// Everything that a step asks for is sent, and arrives.
    fn sent(&mut self, step: &ListStep) {
        self.agreed.extend(step.wanted.iter().map(|(key, (listed, _))| (key.clone(), *listed)));
    }
}

fn told(preview: &Preview) -> Vec<String> {
    let value = |value: Option<&FieldValue>| value.map_or_else(|| "?".to_owned(), ToString::to_string);
    let row = |row: &crate::edit::plan::PreviewRow| {
        let changes: Vec<String> = row
            .changes
            .iter()
            .map(|change| {
                format!("{} {} to {}", change.field.name(), value(change.base.as_ref()), change.new)
            })
            .collect();
        match &row.outcome {
            PreviewOutcome::Refused(problem) => {
                format!(
                    "{} refused: {} {}",
                    row.key,
                    problem.kind.key(),
                    problem.subject.clone().unwrap_or_default()
                )
            }
            outcome => format!("{} {outcome:?}: {}", row.key, changes.join(", ")),
        }
    };
    preview.rows.iter().map(row).collect()
}

#[test]
fn a_list_that_still_says_what_it_said_leaves_what_was_sold_alone() {
    let mut list = List::default();
    let (step, _) = list.step("sku,stock\nR-1,10\n", &[product(1, 10)]);
    assert_eq!(step.agreed, [(key(1, Field::Stock), 10)]);
    let (_, preview) = list.step("sku,stock\nR-1,10\n", &[product(1, 8)]);
    assert_eq!(told(&preview), ["R-1 Equal: "], "two were sold");
}

#[test]
fn a_list_that_changed_while_the_shop_sold_is_asked_about_unless_it_says_how_it_counts() {
    for (sales, expected) in [
        // Nine of ten are left without the two that were sold, or with them.
        (ListedSales::Unknown, "R-1 Moved: stock 10 to 7"),
        (ListedSales::NotCounted, "R-1 Change: stock 8 to 7"),
        // Nine with the two sold would be more than the shop has: that list is late.
        (ListedSales::Counted, "R-1 Moved: stock 10 to 7"),
    ] {
        let mut list = List::of(FollowRules { sales, ..FollowRules::default() });
        list.step("sku,stock\nR-1,10\n", &[product(1, 10)]);
        let (_, preview) = list.step("sku,stock\nR-1,9\n", &[product(1, 8)]);
        assert_eq!(told(&preview), [expected], "{sales:?}");
    }
}

#[test]
fn a_list_that_took_the_sales_off_agrees_with_the_shop() {
    let mut list = List::default();
    list.step("sku,stock\nR-1,10\n", &[product(1, 10)]);
    let (step, preview) = list.step("sku,stock\nR-1,8\n", &[product(1, 8)]);
    assert_eq!(
        (told(&preview), step.agreed),
        (vec!["R-1 Equal: ".to_owned()], vec![(key(1, Field::Stock), 8)])
    );
}

#[test]
fn what_is_sold_out_by_the_list_is_sold_out_however_it_counts() {
    let mut list = List::default();
    list.step("sku,stock\nR-1,10\n", &[product(1, 10)]);
    let (step, preview) = list.step("sku,stock\nR-1,0\n", &[product(1, 8)]);
    assert_eq!(told(&preview), ["R-1 Change: stock 8 to 0"]);
    assert_eq!(step.wanted[&key(1, Field::Stock)], (0, true));
}

#[test]
fn a_reserve_is_taken_off_and_never_below_nothing() {
    let mut list = List::of(FollowRules { reserve: 3, ..FollowRules::default() });
    let (_, preview) = list.step("sku,stock\nR-1,10\nR-2,2\n", &[product(1, 10), product(2, 2)]);
    assert_eq!(told(&preview), ["R-1 Change: stock 10 to 7", "R-2 Change: stock 2 to 0"]);
}

#[test]
fn rows_that_are_missing_and_other_columns_ask_for_nothing() {
    let mut list = List::default();
    let shop = [product(1, 10), product(2, 5)];
    list.step("sku,stock\nR-1,10\nR-2,5\n", &shop);
    let (_, preview) = list.step("sku,name,stock\nR-1,Other name,12\n", &shop);
    assert_eq!(told(&preview), ["R-1 Change: stock 10 to 12"]);
    assert_eq!(list.agreed.len(), 2, "a row that comes back goes on from its last step");
}

#[test]
fn a_price_that_somebody_changed_in_the_shop_is_asked_about_when_the_list_changes() {
    let mut list = List::default();
    let (mut shop, csv) = ([product(1, 10)], |price: i64| format!("sku,price\nR-1,{price}\n"));
    list.step(&csv(1_000), &shop);
    shop[0].primary_price = Some(Price::on_wire(900));
    assert_eq!(told(&list.step(&csv(1_000), &shop).1), ["R-1 Equal: "], "a sale in the shop stays");
    assert_eq!(told(&list.step(&csv(1_100), &shop).1), ["R-1 Moved: primary_price 1000 to 1100"]);
}

#[test]
fn a_product_that_has_two_rows_or_another_list_is_refused_by_name() {
    let mut list = List::default();
    list.others.insert(key(2, Field::Stock), "other.xlsx".to_owned());
    let csv = "sku,stock\nR-1,1\nr-1,2\nR-2,3\n";
    let (step, preview) = list.step(csv, &[product(1, 10), product(2, 5)]);
    assert_eq!(
        told(&preview),
        [
            "R-1 refused: repeated_row R-1",
            "r-1 refused: repeated_row r-1",
            "R-2 refused: in_other_list other.xlsx"
        ]
    );
    assert!(step.wanted.is_empty());
}

#[test]
fn variants_are_kept_in_step_each_by_its_own_number() {
    let variant = |id: u64, stock| Variant {
        id: VariantId::from(id),
        name: String::new(),
        properties: Vec::new(),
        sku: Some(format!("R-1-{id}")),
        stock: Some(stock),
        primary_price: Some(Price::on_wire(1_000)),
    };
    let mut state = product(1, 10);
    state.has_variants = true;
    state.product.variants = vec![variant(7, 4), variant(8, 6)];
    let mut list = List::default();
    list.step("sku,stock\nR-1-7,4\nR-1-8,6\n", std::slice::from_ref(&state));
    let (_, preview) = list.step("sku,stock\nR-1-7,4\nR-1-8,9\n", &[state]);
    assert_eq!(told(&preview), ["R-1-7 Equal: ", "R-1-8 Change: stock 6 to 9"]);
}

#[test]
fn a_number_on_its_way_is_not_asked_for_again() {
    let mut list = List::default();
    list.pending.insert(key(1, Field::Stock), Pending { listed: 12, sent: 12, after: None });
    let (_, preview) = list.step("sku,stock\nR-1,12\n", &[product(1, 10)]);
    assert_eq!(told(&preview), ["R-1 Equal: "]);
}

#[test]
fn a_number_counts_as_agreed_as_soon_as_the_shop_may_have_it() {
    let pending = Pending { listed: 12, sent: 9, after: None };
    let of = key(1, Field::Stock);
    let row = |state, sent, new: i64| StoredRow {
        product: ProductId::from(1),
        name: String::new(),
        changes: vec![FieldChange::new(Field::Stock, Some(FieldValue::Number(7)), FieldValue::Number(new))],
        state,
        sent,
        now: Vec::new(),
        problem: None,
    };
    for (rows, expected) in [
        (vec![], PendingFate::Dropped),
        (vec![row(RowState::Changed, true, 9)], PendingFate::Agreed),
        // The answer was lost: were it asked for again after a sale, the sale would be undone.
        (vec![row(RowState::Failed, true, 9)], PendingFate::Agreed),
        (vec![row(RowState::Failed, false, 9)], PendingFate::Dropped),
        (vec![row(RowState::Cancelled, false, 9)], PendingFate::Dropped),
        (vec![row(RowState::Moved, false, 9)], PendingFate::Open),
        (vec![row(RowState::Waiting, false, 9)], PendingFate::Open),
        (vec![row(RowState::Changed, true, 5)], PendingFate::Dropped),
    ] {
        assert_eq!(pending.fate(&of, rows.iter()), expected, "{rows:?}");
    }
}

/// What goes without a person: the values, as told.
fn alone(list: &mut List, csv: &str, shop: &[ProductState], is_older: bool) -> Result<Vec<String>, Hold> {
    let (step, preview) = list.step(csv, shop);
    let waiting: LeftOut = what_goes_alone(&preview, &step, is_older)?;
    let rows = preview.to_send(&waiting);
    Ok(rows.iter().flat_map(|row| row.changes.iter().map(|change| change.new.to_string())).collect())
}

#[test]
fn only_stocks_that_are_clear_go_without_a_person() {
    let mut list = List::default();
    let mut shop = [product(1, 10), product(2, 10), product(3, 10)];
    list.step("sku,stock,price\nR-1,10,1000\nR-2,10,1000\n", &shop);
    shop[1].product.inventory = Some(8);
    let csv = "sku,stock,price\nR-1,12,1100\nR-2,9,1000\nR-3,4,1000\n";
    assert_eq!(
        alone(&mut list, csv, &shop, false),
        Ok(vec!["12".to_owned()]),
        "not the price, not a new row"
    );
    assert_eq!(alone(&mut list, csv, &shop, true), Err(Hold::Older), "a copy of last week is no news");
    let huge = "sku,stock\nR-1,250000\n";
    assert_eq!(alone(&mut list, huge, &shop, false), Ok(vec![]), "that is a price in the wrong column");
}

#[test]
fn a_list_that_lost_a_column_sells_nothing_out_by_itself() {
    let shop: Vec<ProductState> = (1..=20).map(|id| product(id, 10)).collect();
    let csv = |stock: &dyn Fn(u64) -> u64| {
        let rows: String = (1..=20).map(|id| format!("R-{id},{}\n", stock(id))).collect();
        format!("sku,stock\n{rows}")
    };
    let mut list = List::default();
    list.step(&csv(&|_| 10), &shop);
    assert_eq!(alone(&mut list, &csv(&|_| 0), &shop, false), Err(Hold::SoldOut(20)));
    let some = alone(&mut list, &csv(&|id| if id <= 5 { 0 } else { 10 }), &shop, false);
    assert_eq!(some.map(|sent| sent.len()), Ok(5), "a good day");
}

fn sales() -> impl Strategy<Value = ListedSales> {
    prop_oneof![Just(ListedSales::Unknown), Just(ListedSales::Counted), Just(ListedSales::NotCounted)]
}

proptest! {
    #[test]
    fn a_stock_never_rises_by_more_than_its_list_did_without_a_person(
        (listed, agreed, shop) in (0i64..60, 0i64..60, 0i64..60), sales in sales(),
    ) {
        let most = shop + (listed - agreed).max(0);
        match wish_for_stock(listed, Some(agreed), Some(shop), sales) {
            Wish::Take(new) => prop_assert!((0..=most).contains(&new), "{new}"),
            Wish::Ask { new, .. } => prop_assert!((0..=listed).contains(&new), "{new}"),
            Wish::Unchanged => prop_assert_eq!(listed, agreed),
            Wish::Agrees => prop_assert!(listed == shop || sales == ListedSales::NotCounted),
            Wish::First(_) => prop_assert!(false, "there was a step before"),
        }
    }

    #[test]
    fn what_is_asked_about_is_never_what_the_shop_has_nor_what_was(
        (listed, agreed, shop) in (0i64..60, 0i64..60, 0i64..60), sales in sales(),
    ) {
        if let Wish::Ask { new, was } = wish_for_stock(listed, Some(agreed), Some(shop), sales) {
            prop_assert!(was != shop && new != shop, "the preview shows it as one that moved");
        }
    }

    /// A shop and a list of a shelf from which both sell, with deliveries. The list knows nothing of what the
    /// shop sells.
    #[test]
    fn a_list_that_does_not_count_the_shops_sales_never_offers_what_is_not_on_the_shelf(
        days in proptest::collection::vec((0i64..4, 0i64..4, 0i64..6), 1..30), reserve in 0i64..3,
    ) {
        let mut list = List::of(FollowRules { reserve, sales: ListedSales::NotCounted });
        let (mut shelf, mut listed) = (20, 20);
        let mut shop = [product(1, 20)];
        for (online, at_the_counter, delivered) in days {
            let (step, preview) = list.step(&format!("sku,stock\nR-1,{listed}\n"), &shop);
            for row in preview.to_send(&LeftOut::new()) {
                shop[0].product.inventory = row.changes[0].new.integer();
            }
            list.sent(&step);
            let stock = shop[0].product.inventory.unwrap();
            prop_assert!(stock <= shelf, "{stock} are offered of {shelf}");
            let online = online.min(stock);
            shop[0].product.inventory = Some(stock - online);
            let at_the_counter = at_the_counter.min(shelf - online);
            shelf += delivered - online - at_the_counter;
            listed += delivered - at_the_counter;
        }
    }
}

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_second(1_800_000_000 + seconds).unwrap()
}

fn state(bytes: u64, second: i64) -> Option<FileState> {
    Some(FileState { bytes, changed: Some(at(second)) })
}

/// What each second's look shows; what is saved is read.
fn watched(watch: &mut FileWatch, looks: &[Option<FileState>]) -> Vec<(i64, Sighting)> {
    let mut seen = Vec::new();
    for (second, found) in (0..).zip(looks) {
        let sighting = watch.look(*found, at(second));
        if let Sighting::Saved(state) = sighting {
            watch.was_read(state);
        }
        if sighting != Sighting::Nothing {
            seen.push((second, sighting));
        }
    }
    seen
}

#[test]
fn a_file_is_read_once_after_each_save_when_it_is_whole_and_quiet() {
    let [old, part, new] = [state(100, 0), state(40, 5), state(120, 6)];
    let looks = [old, old, old, old, part, new, new, new, new, new];
    assert_eq!(
        watched(&mut FileWatch::default(), &looks),
        [(2, Sighting::Saved(old.unwrap())), (7, Sighting::Saved(new.unwrap()))]
    );
}

#[test]
fn a_file_that_is_away_while_another_takes_its_name_was_not_missing() {
    let [old, empty, new] = [state(100, 0), state(0, 4), state(120, 5)];
    let looks = [old, old, old, None, empty, None, new, new, new];
    let seen = watched(&mut FileWatch::default(), &looks);
    assert_eq!(seen, [(2, Sighting::Saved(old.unwrap())), (8, Sighting::Saved(new.unwrap()))]);
}

#[test]
fn a_share_that_is_away_for_a_while_says_so_and_goes_on() {
    let (old, new) = (state(100, 0), state(120, 9));
    let mut looks = vec![old; 3];
    looks.extend([None; 8]);
    looks.extend([old; 4]);
    looks.extend([new; 3]);
    assert_eq!(
        watched(&mut FileWatch::default(), &looks),
        [
            (2, Sighting::Saved(old.unwrap())),
            (8, Sighting::Missing),
            (11, Sighting::Back),
            (17, Sighting::Saved(new.unwrap()))
        ],
        "it is not read again because it was away"
    );
}

#[test]
fn a_file_that_cannot_be_read_is_tried_for_a_while_and_again_when_it_was_saved_once_more() {
    let (mut watch, half, whole) = (FileWatch::default(), state(100, 0), state(120, 50));
    let (mut tries, mut said) = (0, Vec::new());
    for second in 0..50 {
        if let Sighting::Saved(state) = watch.look(half, at(second)) {
            tries += 1;
            if watch.was_not_read(state, at(second)) {
                said.push(second);
            }
        }
    }
    assert!((5..12).contains(&tries), "{tries}");
    assert_eq!(said.len(), 1, "{said:?}");
    let seen: Vec<Sighting> = (50..53).map(|second| watch.look(whole, at(second))).collect();
    assert_eq!(seen.last(), Some(&Sighting::Saved(whole.unwrap())));
}

#[test]
fn a_clock_that_is_set_back_only_starts_the_waiting_again() {
    let mut watch = FileWatch::default();
    let file = state(100, 0);
    assert_eq!(watch.look(file, at(1_000)), Sighting::Nothing);
    assert_eq!(watch.look(file, at(0)), Sighting::Nothing);
    assert_eq!(watch.look(file, at(1)), Sighting::Nothing);
    assert_eq!(watch.look(file, at(1) + Duration::from_secs(1)), Sighting::Saved(file.unwrap()));
}

#[test]
fn what_was_agreed_is_stored_and_read_back() {
    let agreed = vec![
        (key(1, Field::Stock), 4),
        (
            ListedKey {
                product: ProductId::from(2),
                key: FieldKey { field: Field::PrimaryPrice, variant: Some(VariantId::from(7)) },
            },
            9,
        ),
    ];
    let json = serde_json::to_string(&agreed).unwrap();
    assert_eq!(json, r#"[[[1,"stock",null],4],[[2,"primary_price",7],9]]"#);
    assert_eq!(serde_json::from_str::<Vec<(ListedKey, i64)>>(&json).unwrap(), agreed);
}
