//! Measures 1,000 price changes from a spreadsheet at a latency of 50 ms. The bound is the fewest requests
//! with which batches of ten can be sent safely: each product is read, changed and proven with as many others
//! as a request takes. Fails if the run sends more than 1.1 times as many, or takes more than 1.1 times as
//! long as the same requests alone: sent by the same client through the same limiter, with nothing planned or
//! recorded.

#[allow(dead_code, reason = "parts are used by other benches only")]
mod shop;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use vitrine::client::Client;
use vitrine::worker::{Command, EditCommand, EditEvent, Event, Wanted};
use vitrine_core::edit::plan::LeftOut;
use vitrine_core::market::{Listing, Profile};
use vitrine_core::pace::{Kind, Limits, Outcome, Pace, Permit, Ticket};
use vitrine_domain::{Field, FieldValue, Problem, ProductChange, ProductId, VendorId};
use vitrine_sandbox::{FaultRule, Faults, Options};

use shop::{Shop, signed_in, wait_for};

const PRODUCTS: u64 = 1_000;
const FIRST_ID: u64 = 3_001;
const BATCH_ITEMS: usize = 10;
const LATENCY_MS: u64 = 50;
const ROUNDS: usize = 5;
/// Products of one reading.
const READ_ITEMS: usize = 100;
/// The most requests of a run, beside the bound, and its longest time, beside that of its requests.
const MAX_RATIO: f64 = 1.1;

fn main() {
    let rounds: Vec<(Changed, Duration)> = (0..ROUNDS).map(|_| (change(), requests_alone())).collect();
    for (changed, alone) in &rounds {
        println!(
            "preview {:.2} s, run {:.2} s, requests alone {:.2} s; requests of the preview {:?}, of the run {:?}",
            changed.preview.as_secs_f64(),
            changed.run.as_secs_f64(),
            alone.as_secs_f64(),
            changed.preview_requests,
            changed.run_requests
        );
    }
    let mut ratios: Vec<f64> =
        rounds.iter().map(|(changed, alone)| changed.run.as_secs_f64() / alone.as_secs_f64()).collect();
    ratios.sort_by(f64::total_cmp);
    let ratio = ratios[ROUNDS / 2];
    println!(
        "time of 1,000 price changes / their requests alone: {ratio:.2} (of {ratios:.2?}), at most {MAX_RATIO}"
    );
    let products = PRODUCTS as usize;
    let bound = products.div_ceil(BATCH_ITEMS) + 2 * products.div_ceil(READ_ITEMS);
    let mut sent: Vec<usize> =
        rounds.iter().map(|(changed, _)| changed.run_requests.values().sum()).collect();
    sent.sort_unstable();
    let requests = sent[ROUNDS / 2] as f64 / bound as f64;
    println!(
        "requests of 1,000 price changes / the batch bound of {bound}: {requests:.2} (of {sent:?}), at most {MAX_RATIO}"
    );
    assert!(ratio <= MAX_RATIO, "the run takes more than {MAX_RATIO} times as long as its requests");
    assert!(
        requests <= MAX_RATIO,
        "the run sends more than {MAX_RATIO} times the requests of the batch bound"
    );
}

fn open() -> Shop {
    let faults = Faults::of(FaultRule { latency_ms: LATENCY_MS, ..FaultRule::default() });
    Shop::open(Options { faults, initial_products: PRODUCTS as usize, ..Options::default() })
}

struct Changed {
    preview: Duration,
    run: Duration,
    preview_requests: BTreeMap<String, usize>,
    run_requests: BTreeMap<String, usize>,
}

/// Changes the prices of a new shop by a spreadsheet.
fn change() -> Changed {
    let (shop, dir) = (open(), tempfile::tempdir().expect("a temporary directory"));
    let (handle, events) = signed_in(&shop, dir.path(), Limits::default());
    let before = shop.sandbox.requests().len();
    let start = Instant::now();
    let wanted = Wanted::Sheet {
        path: sheet(dir.path()),
        rules: Vec::new(),
        columns: Vec::new(),
        price_unit: None,
        shop_units: None,
    };
    handle.send(Command::Edit(EditCommand::Preview { preview: 1, wanted, status_names: Vec::new() }));
    let counts = wait_for(&events, |event| match event {
        Event::Edit(EditEvent::Previewed { result, .. }) => Some(result.expect("a preview").counts),
        _ => None,
    });
    assert_eq!(counts.to_change as u64, PRODUCTS);
    let (preview, previewed) = (start.elapsed(), shop.sandbox.requests().len());
    let start = Instant::now();
    handle.send(Command::Edit(EditCommand::Start { preview: 1, left_out: LeftOut::new() }));
    let counts = wait_for(&events, |event| match event {
        Event::Edit(EditEvent::Ended { progress, .. }) => Some(progress.counts),
        _ => None,
    });
    let run = start.elapsed();
    assert_eq!(counts.changed as u64, PRODUCTS);
    assert!(shop.sandbox.products().iter().all(|product| product.fields.primary_price == Some(1_080)));
    handle.stop();
    let requests = shop.sandbox.requests();
    let count = |some: &[vitrine_sandbox::Record]| {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        some.iter().for_each(|request| *counts.entry(format!("{:?}", request.operation)).or_default() += 1);
        counts
    };
    Changed {
        preview,
        run,
        preview_requests: count(&requests[before..previewed]),
        run_requests: count(&requests[previewed..]),
    }
}

fn sheet(dir: &Path) -> std::path::PathBuf {
    let mut text = "id,price\n".to_owned();
    for id in FIRST_ID..FIRST_ID + PRODUCTS {
        let _ = writeln!(text, "{id},1080");
    }
    let path = dir.join("prices.csv");
    std::fs::write(&path, text).expect("a spreadsheet");
    path
}

/// What is answered, for the products of one reading.
enum Answered {
    /// They were read before they are changed.
    Read,
    /// A batch of them was changed.
    Changed(Ticket, Result<usize, Problem>),
    /// They were read as a proof.
    Proven,
}

type Request<'a> = Pin<Box<dyn Future<Output = (usize, Answered)> + 'a>>;

/// Sends the same requests to a new shop: batches when their products were read, and the proof when all of
/// them were changed, as soon as the limiter permits.
fn requests_alone() -> Duration {
    let shop = open();
    let profile = Profile::parse(&shop.sandbox.market_file(), "the practice shop").expect("a market file");
    let page = Listing::new(&profile.list).next().expect("a page");
    let (client, token) = (Client::new(Arc::new(profile)).expect("a client"), shop.sandbox.token());
    let (client, token, page, vendor) = (&client, &token, &page, &VendorId::from(501));
    let read = async |readings: &[u64]| {
        let mut page = page.clone();
        page.query.extend(readings.iter().map(|id| ("ids".to_owned(), id.to_string())));
        assert_eq!(client.list_states(token, vendor, &page).await.expect("an answer").len(), readings.len());
    };
    let read = &read;
    let ids: Vec<u64> = (FIRST_ID..FIRST_ID + PRODUCTS).collect();
    let readings: Vec<&[u64]> = ids.chunks(READ_ITEMS).collect();
    let mut unchanged: Vec<usize> =
        readings.iter().map(|reading| reading.len().div_ceil(BATCH_ITEMS)).collect();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let (mut pace, began) = (Pace::new(Limits::default()), Instant::now());
        let mut under_way: FuturesUnordered<Request<'_>> = FuturesUnordered::new();
        let mut waiting: Vec<(usize, &[u64])> = Vec::new();
        for (number, reading) in readings.iter().enumerate() {
            under_way.push(Box::pin(async move {
                read(reading).await;
                (number, Answered::Read)
            }));
        }
        while let Some((number, answered)) = under_way.next().await {
            match answered {
                Answered::Read => {
                    waiting.extend(readings[number].chunks(BATCH_ITEMS).map(|batch| (number, batch)));
                }
                Answered::Changed(ticket, result) => {
                    pace.done(began.elapsed(), ticket, Outcome::of(&result));
                    assert_eq!(result.expect("an answer"), BATCH_ITEMS);
                    unchanged[number] -= 1;
                    if unchanged[number] == 0 {
                        let reading = readings[number];
                        under_way.push(Box::pin(async move {
                            read(reading).await;
                            (number, Answered::Proven)
                        }));
                    }
                }
                Answered::Proven => {}
            }
            while let Some((number, batch)) = waiting.last().copied() {
                let Permit::Go(ticket) = pace.permit(began.elapsed(), Kind::Create) else { break };
                waiting.pop();
                under_way.push(Box::pin(async move {
                    let changes: Vec<ProductChange> = batch.iter().map(|id| dearer(*id)).collect();
                    let result = client.batch_update(token, vendor, &changes).await;
                    (number, Answered::Changed(ticket, result.map(|items| items.len())))
                }));
            }
        }
        began.elapsed()
    })
}

fn dearer(id: u64) -> ProductChange {
    ProductChange {
        id: ProductId::from(id),
        values: vec![(Field::PrimaryPrice.into(), FieldValue::Number(1_080))],
    }
}
