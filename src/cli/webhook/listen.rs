//! `webhook listen`: prints what is delivered to this computer as JSON lines.

use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::sync::mpsc;

use serde_json::{Value, json};

use super::print::event_name;
use super::service_token::{print_token, service_token};
use crate::args;
use crate::cli::args::Listen;
use crate::cli::printing::{print_error_line, print_json};
use crate::cli::terminal::OutputOptions;
use crate::i18n::Messages;
use crate::store::Deliveries;
use crate::worker::{MarketChoice, Receiver, ReceiverEvent, ReceiverOptions, market_id};
use vitrine_core::market::delivery_content;
use vitrine_domain::{Exit, Problem, ProblemKind};
use vitrine_domain::{Forwarding, StoredDelivery};

/// How the deliveries of the terminal are named in the file: nobody need be signed in.
const OWNER: &str = "terminal";
/// How many deliveries of an earlier session are read at a time.
const PART: u32 = 500;

/// Serves until Ctrl-C. A delivery without the service token gets 401 (contract 5.9): that of the given
/// marketplace, else of the first.
///
/// # Errors
/// Those of the marketplace file, `PortTaken` when the port cannot be used, `Storage` when deliveries cannot
/// be stored.
pub fn run(
    messages: &Messages,
    output_options: OutputOptions,
    data_dir: PathBuf,
    market: &MarketChoice,
    options: &Listen,
) -> Result<Exit, Problem> {
    let failed =
        |error: std::io::Error| Problem::new(ProblemKind::Internal).with_quotation(error.to_string());
    let market = match market {
        MarketChoice::Given(file) => Some(market_id(file, &data_dir)?),
        _ => None,
    };
    let token = if options.without_token { None } else { Some(service_token(market.as_deref())?) };
    let mut printer = Printer::open(&data_dir)?;
    let (events, happened) = mpsc::channel();
    let interrupted = events.clone();
    let receiver = Receiver::start(
        ReceiverOptions {
            address: IpAddr::V4(if options.open { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST }),
            port: options.port,
            token: token.as_ref().map(|(token, _)| token.token.clone()),
            forward: options.forward.clone(),
            data_dir,
            account: OWNER.to_owned(),
        },
        move |event| drop(events.send(Some(event))),
    )?;
    if !output_options.quiet {
        print_error_line(
            &messages.format("cli-listening", args!["address" => format!("http://{}", receiver.address())]),
        );
    }
    if let Some(token) = &token {
        print_token(messages, token);
    }
    stop_on_interrupt(interrupted).map_err(failed)?;
    printer.print_missed()?;
    while let Ok(Some(event)) = happened.recv() {
        match event {
            ReceiverEvent::Received(received) => printer.print(&received)?,
            ReceiverEvent::Forwarded { id, forwarding } => {
                print_json(&json!({ "event": "forwarded", "id": id, "ok": forwarding == Forwarding::Done }));
            }
            ReceiverEvent::Refused { wrong_token, other } => {
                if !output_options.quiet {
                    let counts = args!["token" => wrong_token, "other" => other];
                    print_error_line(&messages.format("cli-webhook-refused", counts));
                }
            }
        }
    }
    receiver.stop();
    Ok(Exit::AllDone)
}

/// Sends nothing more when the user presses Ctrl-C, from a thread that waits for it.
fn stop_on_interrupt(stopped: mpsc::Sender<Option<ReceiverEvent>>) -> std::io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    std::thread::Builder::new().name("interrupt".to_owned()).spawn(move || {
        let waited = runtime.block_on(tokio::signal::ctrl_c());
        if let Err(error) = waited {
            tracing::warn!(%error, "Ctrl-C is not noticed");
        }
        let _ = stopped.send(None);
    })?;
    Ok(())
}

/// Prints each delivery once, although it may arrive again before, or the program may be killed.
struct Printer {
    deliveries: Deliveries,
    /// The last delivery that was printed now. Their numbers grow in the order in which they arrive.
    last: i64,
}

impl Printer {
    fn open(data_dir: &Path) -> Result<Self, Problem> {
        Ok(Self { deliveries: Deliveries::open(data_dir, OWNER)?, last: 0 })
    }

    /// Prints what was accepted just before an earlier session was killed.
    fn print_missed(&mut self) -> Result<(), Problem> {
        loop {
            let missed = self.deliveries.unshown(PART)?;
            if missed.is_empty() {
                return Ok(());
            }
            self.print(&missed)?;
        }
    }

    fn print(&mut self, deliveries: &[StoredDelivery]) -> Result<(), Problem> {
        for delivery in deliveries {
            if delivery.is_shown || delivery.id <= self.last {
                print_again(delivery);
            } else {
                print_delivery(delivery);
                self.last = delivery.id;
            }
        }
        self.deliveries.set_shown(deliveries)
    }
}

fn print_again(delivery: &StoredDelivery) {
    print_json(
        &json!({ "event": "repeated", "id": delivery.id, "count": delivery.count, "at": delivery.last_at.to_string() }),
    );
}

fn print_delivery(delivery: &StoredDelivery) {
    let StoredDelivery { id, first_at, count, method, path, body, .. } = delivery;
    let name = delivery_content(body).event.and_then(|event| event_name(event.id));
    let body = serde_json::from_slice(body)
        .unwrap_or_else(|_| Value::String(String::from_utf8_lossy(body).into_owned()));
    print_json(&json!({
        "event": "delivery", "id": id, "at": first_at.to_string(), "count": count, "name": name, "method": method, "path": path,
        "body": body,
    }));
}
