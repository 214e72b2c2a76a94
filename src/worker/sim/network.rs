//! Between the worker and its marketplaces: a network in memory that delays, loses and breaks off.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::header::DATE;
use axum::http::{Request, Response};

use super::world::Weather;
use crate::market::memory::{RequestFailure, TestConnection};
use crate::sandbox::Sandbox;
use crate::worker::sim_env;

/// The marketplaces' ports. Nobody listens there.
pub const PORTS: [u16; 2] = [7001, 7002];

pub struct Network {
    markets: Vec<Router>,
    state: Mutex<State>,
    pub lost: AtomicUsize,
    /// The program is dead: nothing leaves any more.
    pub cut: AtomicBool,
}

struct State {
    weather: Weather,
    dice: fastrand::Rng,
}

/// What becomes of one request.
struct Fate {
    there: Duration,
    back: Duration,
    unreachable: bool,
    lost_there: bool,
    lost_back: bool,
}

impl Network {
    /// Everything that clients of this thread send from now on goes through it.
    pub fn lay(markets: Vec<Router>, seed: u64) -> Arc<Self> {
        let state = State { weather: Weather::default(), dice: fastrand::Rng::with_seed(seed) };
        let network = Arc::new(Self { markets, state: Mutex::new(state), lost: AtomicUsize::new(0), cut: AtomicBool::new(false) });
        let connection = Arc::clone(&network);
        TestConnection::new(move |request| {
            let connection = Arc::clone(&connection);
            async move { connection.carry(request).await }
        })
        .install();
        network
    }

    pub fn set(&self, weather: Weather) {
        self.state.lock().unwrap().weather = weather;
    }

    async fn carry(&self, request: Request<reqwest::Body>) -> Result<Response<Vec<u8>>, RequestFailure> {
        if self.cut.load(Ordering::Relaxed) {
            return Err(RequestFailure::Unreachable);
        }
        let fate = self.fate();
        if fate.unreachable || fate.lost_there || fate.lost_back {
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
        if fate.unreachable {
            tokio::time::sleep(fate.there).await;
            return Err(RequestFailure::Unreachable);
        }
        let market = PORTS.iter().position(|port| request.uri().port_u16() == Some(*port)).ok_or(RequestFailure::Unreachable)?;
        let router = self.markets[market].clone();
        // It goes on when whoever sent it waits no longer, or is dead.
        let task = tokio::spawn(async move {
            tokio::time::sleep(fate.there).await;
            if fate.lost_there {
                return None;
            }
            let answer = Sandbox::answer(router, request.map(Body::new)).await?;
            let (mut head, body) = answer.into_parts();
            let body = to_bytes(body, usize::MAX).await.ok()?;
            let date = jiff::fmt::rfc2822::DateTimePrinter::new().timestamp_to_rfc9110_string(&sim_env::clock()).ok()?;
            head.headers.insert(DATE, date.parse().ok()?);
            Some(Response::from_parts(head, body.into()))
        });
        let answer = task.await.ok().flatten().ok_or(RequestFailure::Broken)?;
        tokio::time::sleep(fate.back).await;
        if fate.lost_back { Err(RequestFailure::Broken) } else { Ok(answer) }
    }

    fn fate(&self) -> Fate {
        let State { weather, dice } = &mut *self.state.lock().unwrap();
        let mut of = |chance: u16| dice.u16(0..1000) < chance;
        let (slow, late) = (of(weather.slow), of(weather.late));
        let (unreachable, lost_there, lost_back) = (of(weather.unreachable), of(weather.lost_there), of(weather.lost_back));
        let mut millis = |most: u64| Duration::from_millis(dice.u64(0..=most));
        // Later than this a request would come after everybody has stopped waiting for it.
        let there = if slow { millis(20_000) } else { millis(weather.way_ms) };
        let back = if late { Duration::from_secs(100) + millis(100_000) } else { millis(weather.way_ms) };
        Fate { there, back, unreachable, lost_there, lost_back }
    }
}
