//! Changing products: a real worker at a practice shop that may misbehave, sell, or refuse.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use secrecy::ExposeSecret as _;
use serde_json::{Value, json};
use vitrine::worker::{
    AccountCommand, CatalogCommand, CatalogEvent, Command, EditCommand, EditEvent, EditProgress, EditReading,
    Event, KeepToken, MarketChoice, Session, Waiting, Wanted,
};
use vitrine_core::edit::plan::{BulkRule, LeftOut, Preview, PreviewCounts};
use vitrine_core::edit::{EditCounts, EditRun, EditRunId, RowState, StoredRow};
use vitrine_domain::{Field, FieldValue, Price, Problem, ProblemKind, Product, ProductId, ProductState};
use vitrine_sandbox::{FaultRule, Faults, Moment, Operation, Options, Person, ShopBehaviour};

use crate::kit::shop::{Shop, TestEnv};
use crate::kit::worker::Worker;

pub const PRODUCTS: u64 = 25;

pub struct Desk {
    pub worker: Worker,
    pub shop: Shop,
    pub env: TestEnv,
    pub previews: u64,
}

/// A signed-in worker at a shop with 25 products of 1,000 each, with ids from 3001.
pub fn desk(faults: Faults) -> Desk {
    desk_with(faults, |file| file)
}

/// The same with another marketplace file.
pub fn desk_with(faults: Faults, market_file: impl Fn(String) -> String) -> Desk {
    desk_of(PRODUCTS, faults, market_file)
}

pub fn desk_of(products: u64, faults: Faults, market_file: impl Fn(String) -> String) -> Desk {
    let options =
        Options { faults, initial_products: usize::try_from(products).unwrap(), ..Options::default() };
    desk_at(options, market_file)
}

pub fn desk_at(options: Options, market_file: impl Fn(String) -> String) -> Desk {
    let shop = Shop::open(options);
    let env = TestEnv::with_market_file(&market_file(shop.sandbox.market_file()), shop.sandbox.token());
    Desk { worker: env.worker(), shop, env, previews: 0 }
}

/// The file does not say that the prices of lists are the seller's.
pub fn without_listed_price(file: String) -> String {
    assert!(file.contains(LISTED_PRICE));
    file.replace(LISTED_PRICE, "")
}

pub const LISTED_PRICE: &str = "listed_price = \"own\"\n";

pub fn id(place: u64) -> ProductId {
    ProductId::from(3000 + place)
}

pub fn dearer() -> Vec<BulkRule> {
    vec![BulkRule::parse(Field::PrimaryPrice, "+8%", "").unwrap()]
}

impl Desk {
    pub fn send(&self, command: EditCommand) {
        self.worker.send(Command::Edit(command));
    }

    pub fn update<T>(&self, mut wanted: impl FnMut(&EditEvent) -> Option<T>) -> T {
        self.worker.until(|event| if let Event::Edit(update) = event { wanted(update) } else { None })
    }

    pub fn try_preview(&mut self, wanted: Wanted) -> Result<Arc<Preview>, Problem> {
        self.previews += 1;
        let number = self.previews;
        self.send(EditCommand::Preview { preview: number, wanted, status_names: Vec::new() });
        self.update(|update| match update {
            EditEvent::Previewed { preview, result } if *preview == number => Some(result.clone()),
            _ => None,
        })
    }

    pub fn read(&self, place: u64) -> ProductState {
        self.send(EditCommand::Read(id(place)));
        self.update(|update| match update {
            EditEvent::Read { product, result } if *product == id(place) => Some(*result.clone().unwrap()),
            _ => None,
        })
    }

    /// Somebody else changes a product.
    pub fn change_elsewhere(&self, place: u64, body: &Value) {
        let address = format!("http://{}/api/v1/products/{}", self.shop.sandbox.address(), id(place));
        let token = self.env.token.expose_secret();
        let request = reqwest::Client::new()
            .patch(address)
            .bearer_auth(token)
            .header("Accept", "application/json")
            .json(body);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(request.send()).unwrap().error_for_status().unwrap();
    }

    pub fn preview(&mut self, wanted: Wanted) -> Arc<Preview> {
        self.try_preview(wanted).unwrap()
    }

    pub fn preview_all(&mut self) -> Arc<Preview> {
        self.preview(Wanted::Products {
            products: (1..=PRODUCTS).map(|place| id(place).into()).collect(),
            rules: dearer(),
        })
    }

    pub fn start(&self) -> (EditRunId, Vec<StoredRow>) {
        self.start_without(LeftOut::new())
    }

    pub fn start_without(&self, left_out: LeftOut) -> (EditRunId, Vec<StoredRow>) {
        self.send(EditCommand::Start { preview: self.previews, left_out });
        self.opened()
    }

    pub fn opened(&self) -> (EditRunId, Vec<StoredRow>) {
        self.update(|update| match update {
            EditEvent::Opened { run, rows, .. } => Some((*run, rows.clone())),
            _ => None,
        })
    }

    pub fn end(&self) -> EditProgress {
        self.update(|update| match update {
            EditEvent::Ended { progress, .. } => Some(progress.clone()),
            _ => None,
        })
    }

    pub fn runs(&self) -> Vec<EditRun> {
        self.send(EditCommand::Runs);
        self.update(|update| if let EditEvent::Runs(runs) = update { Some(runs.clone()) } else { None })
    }

    pub fn show(&self, run: EditRunId) -> Vec<StoredRow> {
        self.send(EditCommand::Show(run));
        self.opened().1
    }

    /// How many products were read alone.
    pub fn read_alone(&self) -> usize {
        self.shop
            .sandbox
            .requests()
            .iter()
            .filter(|request| request.operation == Some(Operation::ReadProduct))
            .count()
    }

    pub fn prices(&self) -> BTreeMap<u64, Option<i64>> {
        self.shop
            .sandbox
            .products()
            .into_iter()
            .map(|product| (product.id, product.fields.primary_price))
            .collect()
    }

    /// The prices of the saved list of products.
    pub fn saved_prices(&self) -> Vec<Option<i64>> {
        self.worker.send(Command::Catalog(CatalogCommand::Open));
        let mut saved: Vec<Product> = Vec::new();
        self.worker.until(|event| match event {
            Event::Catalog(CatalogEvent::Saved { products, .. }) => {
                saved.extend_from_slice(products);
                None
            }
            Event::Catalog(CatalogEvent::Page { .. }) => Some(()),
            _ => None,
        });
        saved.into_iter().map(|product| product.price.map(Price::wire)).collect()
    }

    pub fn load_products(&self) {
        self.worker.send(Command::Catalog(CatalogCommand::Load));
        self.worker.until(|event| matches!(event, Event::Catalog(CatalogEvent::Ended { .. })).then_some(()));
    }

    pub fn sheet(&self, text: &str) -> PathBuf {
        let path = self.env.dir.path().join("changes.csv");
        std::fs::write(&path, text).unwrap();
        path
    }

    pub fn sheet_preview(&mut self, text: &str) -> Result<Arc<Preview>, Problem> {
        let path = self.sheet(text);
        self.try_preview(Wanted::Sheet {
            path,
            rules: Vec::new(),
            columns: Vec::new(),
            price_unit: None,
            shop_units: None,
        })
    }
}

pub fn counts_of(preview: &Preview) -> [usize; 5] {
    let PreviewCounts { to_change, equal, refused, not_found, moved, .. } = preview.counts;
    [to_change, equal, refused, not_found, moved]
}

#[test]
fn prices_of_a_selection_are_raised_shown_and_undone() {
    let mut desk = desk(Faults::default());
    desk.load_products();
    let before = desk.prices();
    assert_eq!(counts_of(&desk.preview_all()), [25, 0, 0, 0, 0]);
    assert_eq!(desk.prices(), before, "a preview changes nothing");

    let (run, rows) = desk.start();
    assert_eq!(
        (rows.len(), rows[0].changes[0].base.clone()),
        (25, Some(FieldValue::Price(Price::on_wire(1000))))
    );
    let mut told = Vec::new();
    let ended = desk.worker.until(|event| match event {
        Event::Catalog(CatalogEvent::Newest(products)) => {
            told.extend(products.iter().map(|product| product.price.map(Price::wire)));
            None
        }
        Event::Edit(EditEvent::Ended { progress, .. }) => Some(progress.clone()),
        _ => None,
    });
    assert_eq!(ended.counts, EditCounts { changed: 25, ..EditCounts::default() });
    assert!(desk.prices().values().all(|price| *price == Some(1080)));
    assert_eq!(told, vec![Some(1080); 25], "the products table is told");
    assert_eq!(desk.saved_prices(), vec![Some(1080); 25], "and the saved list has it");
    assert!(desk.show(run).iter().all(|row| row.state == RowState::Changed));

    assert_eq!(counts_of(&desk.preview(Wanted::Undo(run))), [25, 0, 0, 0, 0]);
    let (undo, _) = desk.start();
    assert_eq!(desk.end().counts.changed, 25);
    assert_eq!(desk.prices(), before);
    let runs: Vec<_> = desk.runs().into_iter().map(|run| (run.id, run.undoes, run.counts.changed)).collect();
    assert_eq!(runs, [(undo, Some(run), 25), (run, None, 25)]);
}

#[test]
fn a_row_that_was_left_out_of_the_preview_is_not_changed_in_the_shop() {
    let mut desk = desk(Faults::default());
    let before = desk.prices();
    let shown = desk.preview_all();
    let left_out = [0, 7].map(|place| (place, 0));
    let (_, rows) = desk.start_without(LeftOut::from(left_out));
    assert_eq!(rows.len(), 23);
    assert_eq!(desk.end().counts, EditCounts { changed: 23, ..EditCounts::default() });
    let same: Vec<u64> =
        desk.prices().into_iter().filter(|(id, price)| before[id] == *price).map(|(id, _)| id).collect();
    let mut expected: Vec<u64> =
        left_out.iter().map(|(place, _)| shown.rows[*place].key.parse().unwrap()).collect();
    expected.sort_unstable();
    assert_eq!(same, expected);
}

#[test]
fn a_list_that_was_being_read_meanwhile_ends_with_the_new_prices() {
    // Ten products a page; the first page is there long before the second.
    let slow = FaultRule {
        on: Some(Operation::List),
        from: 2,
        to: Some(2),
        latency_ms: 4_000,
        ..FaultRule::default()
    };
    let mut desk = desk_with(Faults { per_page_cap: Some(10), ..Faults::of(slow) }, without_listed_price);
    desk.worker.send(Command::Catalog(CatalogCommand::Load));
    let first = desk.worker.until(|event| match event {
        Event::Catalog(CatalogEvent::Page { products, .. }) => Some(products.clone()),
        _ => None,
    });
    assert_eq!((first.len(), first[0].price), (10, Some(Price::on_wire(1000))), "before the change");
    desk.preview_all();
    desk.start();
    let mut read: BTreeMap<_, _> =
        first.into_iter().map(|product| (product.id, product.price.map(Price::wire))).collect();
    let (mut shown, mut is_over) = (BTreeMap::new(), false);
    desk.worker.until(|event| {
        match event {
            Event::Catalog(CatalogEvent::Page { products, .. }) => {
                read.extend(
                    products.iter().map(|product| (product.id.clone(), product.price.map(Price::wire))),
                );
            }
            Event::Catalog(CatalogEvent::Ended { .. }) => shown = std::mem::take(&mut read),
            Event::Catalog(CatalogEvent::Newest(products)) if !shown.is_empty() => {
                shown.extend(
                    products.iter().map(|product| (product.id.clone(), product.price.map(Price::wire))),
                );
            }
            Event::Edit(EditEvent::Ended { .. }) => is_over = true,
            _ => {}
        }
        (is_over && shown.len() == 25 && shown.values().all(|price| *price == Some(1080))).then_some(())
    });
    assert_eq!(desk.saved_prices(), vec![Some(1080); 25], "and the saved list has them");
}

#[test]
fn prices_are_read_and_proven_by_lists_that_show_the_sellers() {
    for (discount, full_lists) in [(0, false), (10, true)] {
        let faults = Faults {
            behaviour: ShopBehaviour { discount, full_lists, ..ShopBehaviour::default() },
            ..Faults::default()
        };
        let mut desk = if full_lists { desk_with(faults, without_listed_price) } else { desk(faults) };
        let preview = desk.preview_all();
        assert!(
            preview
                .rows
                .iter()
                .all(|row| row.changes[0].base == Some(FieldValue::Price(Price::on_wire(1000)))),
            "{discount}"
        );
        desk.start();
        assert_eq!(desk.end().counts.changed, 25);
        assert!(desk.prices().values().all(|price| *price == Some(1080)));
        assert_eq!(desk.read_alone(), 0, "{discount}");
    }
}

#[test]
fn where_lists_show_what_buyers_pay_a_percentage_is_of_the_sellers_price() {
    let faults =
        Faults { behaviour: ShopBehaviour { discount: 10, ..ShopBehaviour::default() }, ..Faults::default() };
    let mut desk = desk_with(faults, without_listed_price);
    let preview = desk.preview_all();
    assert!(
        preview.rows.iter().all(|row| row.changes[0].base == Some(FieldValue::Price(Price::on_wire(1000))))
    );
    assert_eq!(desk.read_alone(), 25);
    let (run, _) = desk.start();
    assert_eq!(desk.end().counts.changed, 25);
    assert!(desk.prices().values().all(|price| *price == Some(1080)));
    desk.preview(Wanted::Undo(run));
    desk.start();
    assert_eq!(desk.end().counts.changed, 25);
    assert!(desk.prices().values().all(|price| *price == Some(1000)), "undone exactly");
}

#[test]
fn a_value_that_moved_after_the_preview_waits_for_a_decision() {
    let mut desk = desk(Faults::default());
    desk.sheet_preview("id,stock\n3001,10\n3002,10\n3003,10\n").unwrap();
    desk.start();
    assert_eq!(desk.end().counts.changed, 3);

    desk.sheet_preview("id,stock\n3001,20\n3002,20\n3003,20\n").unwrap();
    assert!(desk.shop.sandbox.sell(3001, 1).unwrap() && desk.shop.sandbox.sell(3002, 2).unwrap());
    let (run, _) = desk.start();
    assert_eq!(desk.end().counts, EditCounts { changed: 1, moved: 2, ..EditCounts::default() });
    let stock = |desk: &Desk| {
        desk.shop.sandbox.products().iter().take(3).map(|product| product.fields.stock).collect::<Vec<_>>()
    };
    assert_eq!(stock(&desk), [Some(9), Some(8), Some(20)], "no sale is overwritten");
    let waiting = &desk.show(run)[0];
    let number = |number| Some(FieldValue::Number(number));
    assert_eq!((waiting.changes[0].base.clone(), waiting.now.clone()), (number(10), vec![number(9)]));

    desk.send(EditCommand::Decide { run, rows: vec![0], overwrite: true });
    assert_eq!(desk.end().counts, EditCounts { changed: 2, moved: 1, ..EditCounts::default() });
    desk.send(EditCommand::Decide { run, rows: vec![1], overwrite: false });
    assert_eq!(desk.end().counts, EditCounts { changed: 2, cancelled: 1, ..EditCounts::default() });
    assert_eq!(stock(&desk), [Some(20), Some(8), Some(20)]);
}

#[test]
fn a_paused_run_waits_and_a_cancelled_one_leaves_the_rest_alone() {
    let slow = FaultRule { on: Some(Operation::Batch), latency_ms: 150, ..FaultRule::default() };
    let mut desk = desk(Faults::of(slow));
    desk.preview_all();
    desk.start();
    desk.send(EditCommand::Pause);
    let paused = desk.update(|update| match update {
        EditEvent::Progress { progress, .. } if progress.waiting == Some(Waiting::Paused) => {
            Some(progress.counts)
        }
        _ => None,
    });
    assert!(paused.waiting > 0, "{paused:?}");
    desk.send(EditCommand::Cancel);
    let ended = desk.end().counts;
    assert_eq!((ended.changed + ended.cancelled, ended.waiting), (25, 0));
    let raised = desk.prices().values().filter(|price| **price == Some(1080)).count();
    assert_eq!(raised, ended.changed, "every row says what is in the shop");
}

#[test]
fn a_second_run_cannot_begin_before_the_first_is_finished() {
    let slow = FaultRule { on: Some(Operation::Batch), latency_ms: 300, ..FaultRule::default() };
    let mut desk = desk(Faults::of(slow));
    desk.preview_all();
    let (run, _) = desk.start();
    desk.preview_all();
    desk.send(EditCommand::Start { preview: desk.previews, left_out: LeftOut::new() });
    let problem = desk
        .worker
        .until(|event| if let Event::Problem(problem) = event { Some(problem.clone()) } else { None });
    assert_eq!((problem.kind, problem.subject), (ProblemKind::EditUnfinished, Some(run.to_string())));
}

#[test]
fn a_run_goes_on_in_the_next_session_where_the_last_one_ended() {
    let lost = FaultRule {
        on: Some(Operation::Batch),
        reset: true,
        when: Moment::After,
        every: 2,
        ..FaultRule::default()
    };
    let slow = FaultRule { on: Some(Operation::Batch), latency_ms: 100, ..FaultRule::default() };
    let mut desk = desk(Faults { rules: vec![lost, slow], ..Faults::default() });
    desk.preview_all();
    let (run, _) = desk.start();
    let Desk { worker, shop, env, previews } = desk;
    drop(worker);
    let worker = env.worker();
    let desk = Desk { worker, shop, env, previews };
    let runs =
        desk.update(|update| if let EditEvent::Runs(runs) = update { Some(runs.clone()) } else { None });
    assert!(runs[0].id == run && runs[0].counts.waiting > 0, "{runs:?}");
    desk.send(EditCommand::Resume);
    assert_eq!(desk.end().counts, EditCounts { changed: 25, ..EditCounts::default() });
    assert!(desk.prices().values().all(|price| *price == Some(1080)), "no price was raised twice");
}

#[test]
fn products_of_a_sheet_are_found_by_sku_whether_or_not_the_list_was_read() {
    let mut desk = desk(Faults::default());
    for (place, sku) in [(1, "RUG-1"), (2, "RUG-2"), (3, "rug-2")] {
        desk.change_elsewhere(place, &json!({ "sku": sku }));
    }
    let sheet = "sku,price\nrug-1,2000\nRUG-2,3000\nRUG-9,4000\n";
    for is_list_known in [false, true] {
        if is_list_known {
            desk.load_products();
        }
        let preview = desk.sheet_preview(sheet).unwrap();
        let found: Vec<Option<ProductId>> = preview.rows.iter().map(|row| row.product.clone()).collect();
        assert_eq!(found, [Some(id(1)), Some(id(2)), None], "the list was read: {is_list_known}");
        assert_eq!(counts_of(&preview), [2, 0, 0, 1, 0]);
    }
}

#[test]
fn what_keeps_a_preview_from_being_made_is_said() {
    let mut desk = desk(Faults::default());
    assert_eq!(desk.sheet_preview("name,price\nRug,1\n").unwrap_err().kind, ProblemKind::NoKeyColumn);
    assert_eq!(desk.sheet_preview("id,weight\n3001,5\n").unwrap_err().kind, ProblemKind::NoChanges);
    assert_eq!(desk.try_preview(Wanted::Undo(EditRunId(7))).unwrap_err().kind, ProblemKind::NoEditRun);
    let missing = desk.env.dir.path().join("none.csv");
    let missing = Wanted::Sheet {
        path: missing,
        rules: Vec::new(),
        columns: Vec::new(),
        price_unit: None,
        shop_units: None,
    };
    assert_eq!(desk.try_preview(missing).unwrap_err().kind, ProblemKind::Sheet);
}

#[test]
fn descriptions_of_a_sheet_are_changed_and_brought_back() {
    let mut desk = desk(Faults::default());
    let preview = desk.sheet_preview("id,description,price\n3001,Wool,\n3002,,2000\n").unwrap();
    assert_eq!(counts_of(&preview), [2, 0, 0, 0, 0]);
    desk.start();
    assert_eq!(desk.end().counts.changed, 2);
    let described = |desk: &Desk, place: usize| {
        desk.shop.sandbox.products()[place].fields.description.clone().unwrap_or_default()
    };
    assert_eq!((described(&desk, 0), described(&desk, 1)), ("Wool".to_owned(), String::new()));
    assert_eq!((desk.prices()[&3001], desk.prices()[&3002]), (Some(1000), Some(2000)));
    let run = desk.runs()[0].id;
    desk.preview(Wanted::Undo(run));
    desk.start();
    assert_eq!(desk.end().counts.changed, 2);
    assert_eq!((described(&desk, 0), desk.prices()[&3002]), (String::new(), Some(1000)));
}

#[test]
fn a_preview_tells_when_the_marketplace_does_not_answer_and_when_it_does_again() {
    let failing =
        FaultRule { on: Some(Operation::List), to: Some(3), status: Some(500), ..FaultRule::default() };
    let desk = desk(Faults::of(failing));
    let wanted = Wanted::Products { products: vec![id(1).into()], rules: dearer() };
    desk.send(EditCommand::Preview { preview: 1, wanted, status_names: Vec::new() });
    let mut told = Vec::new();
    desk.update(|update| match update {
        EditEvent::Retried { reading, now } => {
            assert_eq!(*reading, EditReading::Preview(1));
            told.push(*now);
            None
        }
        EditEvent::Previewed { result, .. } => Some(result.clone().unwrap()),
        _ => None,
    });
    assert_eq!(told, [true, false]);
}

#[test]
fn a_product_that_cannot_be_read_is_an_outcome_of_its_row() {
    let refused = FaultRule {
        on: Some(Operation::ReadProduct),
        to: Some(1),
        status: Some(422),
        ..FaultRule::default()
    };
    let mut desk = desk_with(Faults::of(refused), without_listed_price);
    let preview =
        desk.preview(Wanted::Products { products: vec![id(1).into(), id(2).into()], rules: dearer() });
    assert_eq!((preview.counts.to_change, preview.counts.refused, preview.counts.not_found), (1, 1, 0));
}

#[test]
fn leaving_the_account_ends_its_run_which_goes_on_when_somebody_is_back() {
    // So many that the account is left before all of them were sent.
    const MANY: u64 = 400;
    let slow = FaultRule { on: Some(Operation::Batch), latency_ms: 200, ..FaultRule::default() };
    let mut desk = desk_of(MANY, Faults::of(slow), |file| file);
    desk.preview(Wanted::Products {
        products: (1..=MANY).map(|place| id(place).into()).collect(),
        rules: dearer(),
    });
    let (run, _) = desk.start();
    desk.worker.send(Command::Account(AccountCommand::AddAccount));
    desk.worker.until(|event| matches!(event, Event::Left).then_some(()));
    let sent = desk.shop.sandbox.request_count();
    desk.worker.send(Command::Account(AccountCommand::UseMarket(MarketChoice::File(desk.env.market()))));
    desk.worker.until(|event| match event {
        Event::Edit(update) => panic!("nobody is signed in: {update:?}"),
        Event::Session(Session::SignedIn { .. }) => Some(()),
        _ => None,
    });
    let requests = desk.shop.sandbox.requests();
    assert!(
        requests[sent..].iter().all(|request| request.operation != Some(Operation::Batch)),
        "{requests:?}"
    );
    let runs =
        desk.update(|update| if let EditEvent::Runs(runs) = update { Some(runs.clone()) } else { None });
    assert!(runs[0].id == run && runs[0].counts.waiting > 0, "{runs:?}");
    desk.shop.sandbox.set_faults(Faults::default());
    desk.send(EditCommand::Resume);
    assert_eq!(desk.end().counts.changed, usize::try_from(MANY).unwrap());
}

#[test]
fn a_refused_token_keeps_the_run_waiting_until_somebody_signs_in() {
    let slow = FaultRule { on: Some(Operation::Batch), latency_ms: 100, ..FaultRule::default() };
    let mut desk = desk(Faults::of(slow));
    desk.preview_all();
    desk.start();
    desk.shop.sandbox.revoke(&desk.env.token);
    desk.worker.until(|event| {
        matches!(event, Event::Session(Session::SignedOut { problem: Some(_), .. })).then_some(())
    });
    let token = desk.shop.sandbox.issue_token(
        Person::Owner,
        &["vendor.product.read", "vendor.product.write"],
        Duration::from_secs(600),
    );
    desk.worker.send(Command::Account(AccountCommand::SignIn {
        token,
        refresh: None,
        keep: KeepToken::ThisSession,
    }));
    assert_eq!(
        desk.end().counts,
        EditCounts { changed: 25, ..EditCounts::default() },
        "it goes on by itself"
    );
    assert!(desk.prices().values().all(|price| *price == Some(1080)));
}

/// The batch was applied, and then a gateway answered in the marketplace's place, or lost its way.
#[test]
fn what_was_changed_although_the_answer_denies_it_is_told_as_changed_and_can_be_undone() {
    for status in [403, 404, 409, 422] {
        let denial = FaultRule {
            on: Some(Operation::Batch),
            to: Some(1),
            status: Some(status),
            when: Moment::After,
            ..FaultRule::default()
        };
        let mut desk = desk(Faults::of(denial));
        desk.preview_all();
        let (run, _) = desk.start();
        assert_eq!(desk.end().counts, EditCounts { changed: 25, ..EditCounts::default() }, "{status}");
        assert!(desk.prices().values().all(|price| *price == Some(1080)));
        assert_eq!(desk.preview(Wanted::Undo(run)).counts.to_change, 25, "{status}");
    }
}

#[test]
fn what_was_changed_before_its_token_ended_is_told_as_changed() {
    let denial = FaultRule {
        on: Some(Operation::Batch),
        to: Some(1),
        status: Some(401),
        when: Moment::After,
        ..FaultRule::default()
    };
    let mut desk = desk(Faults::of(denial));
    desk.preview_all();
    desk.start();
    desk.worker.until(|event| {
        matches!(event, Event::Session(Session::SignedOut { problem: Some(_), .. })).then_some(())
    });
    let token = desk.shop.sandbox.issue_token(
        Person::Owner,
        &["vendor.product.read", "vendor.product.write"],
        Duration::from_secs(600),
    );
    desk.worker.send(Command::Account(AccountCommand::SignIn {
        token,
        refresh: None,
        keep: KeepToken::ThisSession,
    }));
    assert_eq!(desk.end().counts, EditCounts { changed: 25, ..EditCounts::default() });
}

#[test]
fn a_price_that_the_marketplace_rounds_is_told_as_changed_with_what_became_of_it() {
    let behaviour = ShopBehaviour { spells: true, ..ShopBehaviour::default() };
    let mut desk = desk(Faults { behaviour, ..Faults::default() });
    let rules = vec![BulkRule::parse(Field::PrimaryPrice, "1087", "").unwrap()];
    desk.preview(Wanted::Products {
        products: (1..=PRODUCTS).map(|place| id(place).into()).collect(),
        rules,
    });
    let (run, _) = desk.start();
    assert_eq!(desk.end().counts, EditCounts { changed: 25, ..EditCounts::default() });
    assert!(
        desk.show(run).iter().all(|row| row.spelled(0) == Some(&FieldValue::Price(Price::on_wire(1080))))
    );
    assert_eq!(desk.preview(Wanted::Undo(run)).counts.to_change, 25);
}
