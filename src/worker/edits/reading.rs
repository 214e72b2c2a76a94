//! Reads products as they are now: many by their ids with one request, or one alone with everything it shows.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use futures_util::future::BoxFuture;
use futures_util::{Stream, StreamExt as _, stream};

use crate::worker::session::AuthenticatedSession;
use vitrine_core::market::{Listing, Profile};
use vitrine_core::pace::Kind;
use vitrine_domain::{Backoff, Field, Problem, ProblemKind, ProductId, ProductState, Variant, Verdict};

/// The most ids of one request: the address stays short enough for any server.
const MAX_IDS: usize = 100;
/// The most requests under way. The gate may permit fewer.
const MAX_REQUESTS: usize = 16;
/// How often a request is sent that keeps failing, after how many times that is told, and how long it waits
/// before the second time.
const MAX_ATTEMPTS: u32 = 6;
const QUIET_ATTEMPTS: u32 = 2;
const BACKOFF: Backoff = Backoff::new(Duration::from_millis(200), Duration::from_secs(10));

/// The most ids of one reading at this marketplace.
pub fn ids_per_reading(profile: &Profile) -> usize {
    MAX_IDS.min(profile.list.page_size as usize).max(1)
}

/// The products with these ids, as the shop's list shows them. A marketplace that ignores the filter shows
/// others, and an answer that a cache has kept shows none.
///
/// # Errors
/// The problem of the request.
pub async fn read_listed(
    session: &AuthenticatedSession,
    ids: &[ProductId],
) -> Result<Vec<ProductState>, Problem> {
    let vendor = session.vendor()?;
    let Some(mut page) = Listing::new(&session.profile().list).next() else { return Ok(Vec::new()) };
    page.query.extend(ids.iter().map(|id| ("ids".to_owned(), id.to_string())));
    session.ask(Kind::Read, |client, token| client.list_states(token, vendor, &page)).await
}

/// One product with everything it shows.
///
/// # Errors
/// The problem of the request.
pub async fn read_alone(session: &AuthenticatedSession, id: &ProductId) -> Result<ProductState, Problem> {
    session.ask(Kind::Read, |client, token| client.read_product(token, id)).await
}

/// Whether a failed reading may be the fault of a product that was asked for. Otherwise no other can be read
/// either.
fn is_of_product(problem: &Problem) -> bool {
    matches!(problem.verdict(), Verdict::Refused | Verdict::Unknown)
}

/// A product that was asked for alone, and the answer.
type Single<'a> = (&'a ProductId, Result<ProductState, Problem>);
/// What was asked for, and the answer.
type Listed<'a> = (&'a [ProductId], Result<Vec<ProductState>, Problem>);

/// What [`read_all`] has read.
#[derive(Default)]
pub struct ReadProducts {
    pub states: Vec<ProductState>,
    /// Products that could not be read, each with its problem.
    pub unread: Vec<(ProductId, Problem)>,
}

/// The products with these ids, with these fields as far as the marketplace shows them. Those that are not in
/// the shop are left out. A product that cannot be read spoils no others. `on_read` is told how many are
/// settled, `on_retry` as by [`with_retries`].
///
/// # Errors
/// A refused token, a marketplace that cannot be reached, or the problem of the only products if none of them
/// can be read.
pub async fn read_all(
    session: &AuthenticatedSession,
    ids: &[ProductId],
    fields: &[Field],
    mut on_read: impl FnMut(usize),
    on_retry: &(dyn Fn(bool) + Sync),
) -> Result<ReadProducts, Problem> {
    let mut found: HashMap<ProductId, ProductState> = HashMap::new();
    let requests = ids.chunks(ids_per_reading(session.profile())).map(|some| -> BoxFuture<'_, Listed<'_>> {
        Box::pin(async move { (some, with_retries(|| read_listed(session, some), on_retry).await) })
    });
    let requests: Vec<BoxFuture<'_, Listed<'_>>> = requests.collect();
    let mut listed = stream::iter(requests).buffer_unordered(MAX_REQUESTS);
    let (mut alone, mut list_works): (Vec<&ProductId>, bool) = (Vec::new(), false);
    while let Some((asked, read)) = listed.next().await {
        let states = match read {
            Ok(states) => {
                list_works = true;
                states
            }
            // Perhaps the list knows no such filter, or fails because of one of the products.
            Err(problem) if is_of_product(&problem) => Vec::new(),
            Err(problem) => return Err(problem),
        };
        let wanted: HashSet<&ProductId> = asked.iter().collect();
        let clear = |state: &ProductState| wanted.contains(&state.product.id) && shows(state, fields);
        found.extend(states.into_iter().filter(clear).map(|state| (state.product.id.clone(), state)));
        alone.extend(asked.iter().filter(|id| !found.contains_key(*id)));
        on_read(found.len());
    }
    drop(listed);
    let mut single = each_alone(session, alone, on_retry);
    let (mut gone, mut unread) = (0, Vec::new());
    while let Some((id, read)) = single.next().await {
        match read {
            Ok(state) => drop(found.insert(state.product.id.clone(), state)),
            Err(problem) if problem.kind == ProblemKind::NotFound => gone += 1,
            // Another shop's product: the token is good enough for the list.
            Err(problem) if problem.kind == ProblemKind::Forbidden && list_works => gone += 1,
            Err(problem) if is_of_product(&problem) => unread.push((id.clone(), problem)),
            Err(problem) => return Err(problem),
        }
        on_read(found.len() + gone + unread.len());
    }
    match unread.pop() {
        Some((_, problem)) if found.is_empty() && gone == 0 => Err(problem),
        last => {
            unread.extend(last);
            Ok(ReadProducts { states: ids.iter().filter_map(|id| found.remove(id)).collect(), unread })
        }
    }
}

/// As [`read_all`], but each product with a request of its own, because a list may lag behind. Those that
/// cannot be read are left out.
pub async fn read_singly(
    session: &AuthenticatedSession,
    ids: &[ProductId],
    on_retry: &(dyn Fn(bool) + Sync),
) -> Vec<ProductState> {
    let readings: Vec<Single<'_>> = each_alone(session, ids.iter().collect(), on_retry).collect().await;
    readings.into_iter().filter_map(|(_, read)| read.ok()).collect()
}

fn each_alone<'a>(
    session: &'a AuthenticatedSession,
    ids: Vec<&'a ProductId>,
    on_retry: &'a (dyn Fn(bool) + Sync),
) -> impl Stream<Item = Single<'a>> + Unpin + use<'a> {
    let requests = ids.into_iter().map(|id| -> BoxFuture<'a, Single<'a>> {
        Box::pin(async move { (id, with_retries(|| read_alone(session, id), on_retry).await) })
    });
    let requests: Vec<BoxFuture<'a, Single<'a>>> = requests.collect();
    stream::iter(requests).buffer_unordered(MAX_REQUESTS)
}

/// Whether a list shows all that matters of a product. It may show what buyers pay instead of the owner's
/// price, and less of variants.
fn shows(state: &ProductState, fields: &[Field]) -> bool {
    fields.iter().all(|field| match field {
        field if state.has_variants && Variant::FIELDS.contains(field) => {
            !state.product.variants.is_empty()
                && state.product.variants.iter().all(|variant| variant.value(*field).is_some())
        }
        Field::PrimaryPrice => state.primary_price.is_some(),
        field => state.value(*field).is_some(),
    })
}

/// Sends a request again that failed without an answer that settles it. `on_retry` is told when that has
/// happened twice in a row, and when there is an answer after all.
pub async fn with_retries<T, F: Future<Output = Result<T, Problem>>>(
    mut request: impl FnMut() -> F,
    on_retry: impl Fn(bool),
) -> Result<T, Problem> {
    for attempt in 1..MAX_ATTEMPTS {
        match request().await {
            Err(problem) if problem.is_passing() => {
                if attempt == QUIET_ATTEMPTS {
                    on_retry(true);
                }
                tokio::time::sleep(BACKOFF.after(attempt)).await;
            }
            settled => {
                if attempt > QUIET_ATTEMPTS {
                    on_retry(false);
                }
                return settled;
            }
        }
    }
    request().await
}
