//! Starts and stops the receiver.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc;
use std::thread::JoinHandle;

use secrecy::SecretString;
use tokio::net::TcpListener;
use tokio::sync::{Notify, oneshot};
use url::Url;

use super::connections::GuardedListener;
use super::{ReceiverEvent, Refusals, Report};
use super::{forward, server, writer};
use crate::store::Deliveries;
use vitrine_domain::Forwarding;
use vitrine_domain::{FieldError, Problem, ProblemKind};

/// The field name of a service token that is missing ([`Problem::field`]).
const TOKEN_FIELD: &str = "service token";

/// What a receiver is told.
#[derive(Clone, Debug)]
pub struct ReceiverOptions {
    /// Loopback, unless the user says otherwise.
    pub address: IpAddr,
    /// 0 selects any free port.
    pub port: u16,
    /// What a delivery has to carry in its `Authorization` header (contract 5.9); without one, every delivery
    /// from this computer is accepted.
    pub token: Option<SecretString>,
    /// Where each delivery is passed on to.
    pub forward: Option<Url>,
    /// The data directory.
    pub data_dir: PathBuf,
    /// Whose deliveries they are.
    pub account: String,
}

/// A running receiver. Dropping it stops it.
pub struct Receiver {
    address: SocketAddr,
    forward_now: Arc<Notify>,
    /// Dropping these stops the server, and passing on.
    _stop: (oneshot::Sender<()>, Option<oneshot::Sender<()>>),
    thread: Option<JoinHandle<()>>,
}

impl Receiver {
    /// Starts a receiver. `report` is called on its threads.
    ///
    /// # Errors
    /// `PortTaken` or `PortRefused` when the port cannot be used, `Storage` when deliveries cannot be stored,
    /// `InvalidField` when other computers could deliver without a token.
    pub fn start(
        options: ReceiverOptions,
        report: impl Fn(ReceiverEvent) + Send + Sync + 'static,
    ) -> Result<Self, Problem> {
        let port = options.port;
        if options.token.is_none() && !options.address.is_loopback() {
            return Err(Problem {
                detail: Some(FieldError::Missing),
                ..Problem::new(ProblemKind::InvalidField).with_field(TOKEN_FIELD)
            });
        }
        #[cfg(test)]
        if crate::worker::sim_env::is_on() {
            // A simulated computer has no ports.
            return Err(Problem::new(ProblemKind::PortTaken).with_subject(port.to_string()));
        }
        let failed = move |error: std::io::Error| Problem::of_port(port.to_string(), &error);
        // Opened before the port: what cannot be stored is not accepted.
        let written = Deliveries::open(&options.data_dir, &options.account)?;
        let (started, start) = mpsc::channel();
        let (stop, stopped) = oneshot::channel::<()>();
        let forward_now = Arc::new(Notify::new());
        let (report, wake): (Report, _) = (Arc::new(report), Arc::clone(&forward_now));
        let forwarding = match options.forward {
            Some(to) => {
                let waiting = Deliveries::open(&options.data_dir, &options.account)?;
                let (token, now) = (options.token.clone(), Arc::clone(&forward_now));
                Some(forward::start(waiting, to, token, now, Arc::clone(&report)).map_err(failed)?)
            }
            None => None,
        };
        let state = if forwarding.is_some() { Forwarding::Waiting } else { Forwarding::Off };
        let serve = move || {
            let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
                Ok(runtime) => runtime,
                Err(error) => return drop(started.send(Err(error))),
            };
            runtime.block_on(async move {
                let listener = match TcpListener::bind(SocketAddr::from((options.address, options.port))).await {
                    Ok(listener) => listener,
                    Err(error) => return drop(started.send(Err(error))),
                };
                if started.send(listener.local_addr()).is_err() {
                    return;
                }
                let refusals = Arc::new(Refusals::default());
                let queue = writer::start(written, state, report, Arc::clone(&refusals), wake);
                let app = server::router(options.token, queue, refusals);
                let serving = axum::serve(GuardedListener::new(listener), app);
                tokio::select! {
                    served = serving => if let Err(error) = served { tracing::error!(%error, "the receiver stopped serving"); },
                    _ = stopped => {}
                }
            });
        };
        let thread =
            std::thread::Builder::new().name("webhook receiver".to_owned()).spawn(serve).map_err(failed)?;
        let address = start.recv().map_err(|_| Problem::new(ProblemKind::Internal))?.map_err(failed)?;
        Ok(Self { address, forward_now, _stop: (stop, forwarding), thread: Some(thread) })
    }

    /// Where it listens.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Deliveries wait to be passed on.
    pub fn forward_waiting(&self) {
        self.forward_now.notify_one();
    }

    /// Stops it; the port is free when this returns.
    pub fn stop(mut self) {
        let thread = self.thread.take();
        drop(self);
        if let Some(thread) = thread {
            let _ = thread.join();
        }
    }
}
