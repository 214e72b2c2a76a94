//! An in-memory network between the worker and its marketplaces that delays, loses and breaks connections.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::header::{AUTHORIZATION, DATE};
use axum::http::{Method, Request, Response};

use crate::client::Timeouts;
use crate::client::memory::{RequestFailure, TestConnection};
use crate::worker::sim_env;
use vitrine_core::simulation::Conditions;
use vitrine_sandbox::Sandbox;

/// The marketplaces' ports. Nobody listens there.
pub const PORTS: [u16; 2] = [7001, 7002];

pub struct Network {
    routers: Vec<Router>,
    markets: Arc<[Sandbox; 2]>,
    state: Mutex<State>,
    pub lost: AtomicUsize,
    /// The program is dead: nothing is sent any more.
    pub cut: AtomicBool,
    /// A request to a shop with the token of somebody else.
    pub wrong: Mutex<Option<String>>,
    /// The refresh tokens that arrived in answers.
    delivered: Mutex<BTreeSet<String>>,
}

struct State {
    conditions: Conditions,
    dice: fastrand::Rng,
}

/// What happens to one request.
struct RequestFate {
    /// How long the sender waits in vain first, and gives up before the request arrives.
    stuck: Option<Duration>,
    there: Duration,
    back: Duration,
    unreachable: bool,
    lost_requests: bool,
    lost_responses: bool,
}

impl Network {
    /// Routes everything that clients of this thread send through a new network.
    pub fn install(routers: Vec<Router>, markets: Arc<[Sandbox; 2]>, seed: u64) -> Arc<Self> {
        let state = State { conditions: Conditions::default(), dice: fastrand::Rng::with_seed(seed) };
        let network = Arc::new(Self {
            routers,
            markets,
            state: Mutex::new(state),
            lost: AtomicUsize::new(0),
            cut: AtomicBool::new(false),
            wrong: Mutex::default(),
            delivered: Mutex::default(),
        });
        let connection = Arc::clone(&network);
        TestConnection::new(move |request| {
            let connection = Arc::clone(&connection);
            async move { connection.carry(request).await }
        })
        .install();
        network
    }

    pub fn set(&self, conditions: Conditions) {
        self.state.lock().unwrap().conditions = conditions;
    }

    async fn carry(&self, request: Request<reqwest::Body>) -> Result<Response<Vec<u8>>, RequestFailure> {
        if self.cut.load(Ordering::Relaxed) {
            return Err(RequestFailure::Unreachable);
        }
        let fate = self.fate(request.method() == Method::PATCH);
        if fate.unreachable || fate.lost_requests || fate.lost_responses {
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
        if fate.unreachable {
            tokio::time::sleep(fate.there).await;
            return Err(RequestFailure::Unreachable);
        }
        let market = PORTS
            .iter()
            .position(|port| request.uri().port_u16() == Some(*port))
            .ok_or(RequestFailure::Unreachable)?;
        self.check_token(market, &request);
        let router = self.routers[market].clone();
        if let Some(stuck) = fate.stuck {
            tokio::time::sleep(stuck).await;
        }
        // The request continues when its sender has stopped waiting or is dead.
        let task = tokio::spawn(async move {
            tokio::time::sleep(fate.there).await;
            if fate.lost_requests {
                return None;
            }
            let answer = Sandbox::answer(router, request.map(Body::new)).await?;
            let (mut head, body) = answer.into_parts();
            let body = to_bytes(body, usize::MAX).await.ok()?;
            let date = jiff::fmt::rfc2822::DateTimePrinter::new()
                .timestamp_to_rfc9110_string(&sim_env::clock())
                .ok()?;
            head.headers.insert(DATE, date.parse().ok()?);
            Some(Response::from_parts(head, body.into()))
        });
        let answer: Response<Vec<u8>> = task.await.ok().flatten().ok_or(RequestFailure::Broken)?;
        tokio::time::sleep(fate.back).await;
        if fate.lost_responses {
            return Err(RequestFailure::Broken);
        }
        let body: Option<serde_json::Value> = serde_json::from_slice(answer.body()).ok();
        let refresh = body.and_then(|body| Some(body["refresh_token"].as_str()?.to_owned()));
        self.delivered.lock().unwrap().extend(refresh);
        Ok(answer)
    }

    /// Notices a request to a shop that carries the token of somebody else than its owner.
    fn check_token(&self, market: usize, request: &Request<reqwest::Body>) {
        let shop: Option<u64> = request
            .uri()
            .path()
            .split("/vendors/")
            .nth(1)
            .and_then(|rest| rest.split('/').next()?.parse().ok());
        let Some(shop) = shop else { return };
        let token = request
            .headers()
            .get(AUTHORIZATION)
            .and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
        let owner = token
            .and_then(|token| self.markets[market].person_of(token))
            .and_then(|person| person.vendor_id());
        if owner.is_some_and(|owner| owner != shop) {
            self.wrong
                .lock()
                .unwrap()
                .get_or_insert_with(|| format!("shop {shop} was sent a token of shop {owner:?}"));
        }
    }

    /// Whether this refresh token reached the program that runs, which had the time to save it.
    pub fn was_delivered(&self, refresh: &str) -> bool {
        self.delivered.lock().unwrap().contains(refresh)
    }

    /// The program that had them was killed, or could not save them.
    pub fn forget_renewals(&self) {
        self.delivered.lock().unwrap().clear();
    }

    fn fate(&self, is_change: bool) -> RequestFate {
        let State { conditions, dice } = &mut *self.state.lock().unwrap();
        let mut of = |chance: u16| dice.u16(0..1000) < chance;
        let is_stuck = is_change && conditions.stuck > 0 && of(conditions.stuck);
        let (slow, late) = (of(conditions.slow), of(conditions.late));
        let (unreachable, lost_requests, lost_responses) =
            (of(conditions.unreachable), of(conditions.lost_requests), of(conditions.lost_responses));
        let mut millis = |most: u64| Duration::from_millis(dice.u64(0..=most));
        // A later request would arrive after everybody has stopped waiting for it.
        let stuck = is_stuck.then(|| Timeouts::default().create - Duration::from_millis(100));
        let there = if slow || is_stuck { millis(20_000) } else { millis(conditions.delay_ms) };
        let back =
            if late { Duration::from_secs(100) + millis(100_000) } else { millis(conditions.delay_ms) };
        RequestFate { stuck, there, back, unreachable, lost_requests, lost_responses }
    }
}
