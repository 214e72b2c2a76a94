//! `webhook listen`: prints what is delivered to this computer as JSON lines.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::mpsc;

use jiff::Timestamp;
use serde_json::{Value, json};

use super::print::event_name;
use crate::args;
use crate::auth::environment;
use crate::cli::args::Listen;
use crate::cli::printing::{print_error_line, print_json};
use crate::cli::terminal::{Exit, OutputOptions};
use crate::domain::{Code, Problem};
use crate::i18n::Messages;
use crate::market::delivery_content;
use crate::store::{Deliveries, Forwarding, StoredDelivery};
use crate::worker::{Receiver, ReceiverEvent, ReceiverOptions};

/// How the deliveries of the terminal are named in the file: nobody need be signed in.
const OWNER: &str = "terminal";
/// How many deliveries of an earlier session are read at a time.
const PART: u32 = 500;

/// Serves until Ctrl-C. If `VITRINE_SERVICE_TOKEN` is set, a delivery without it gets 401 (contract 5.9).
///
/// # Errors
/// `PortTaken` when the port cannot be used, `Storage` when deliveries cannot be stored.
pub fn run(messages: &Messages, output_options: OutputOptions, data_dir: PathBuf, options: &Listen) -> Result<Exit, Problem> {
    let failed = |error: std::io::Error| Problem::new(Code::Internal).with_quotation(error.to_string());
    std::fs::create_dir_all(&data_dir)
        .map_err(|error| Problem::new(Code::Storage).with_subject(data_dir.display().to_string()).with_quotation(error.to_string()))?;
    let mut shown = Deliveries::open(&data_dir, OWNER)?;
    let (events, happened) = mpsc::channel();
    let interrupted = events.clone();
    let receiver = Receiver::start(
        ReceiverOptions {
            address: IpAddr::V4(if options.open { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST }),
            port: options.port,
            token: environment::secret("VITRINE_SERVICE_TOKEN"),
            forward: options.forward.clone(),
            data_dir,
            account: OWNER.to_owned(),
        },
        move |event| drop(events.send(Some(event))),
    )?;
    if !output_options.quiet {
        print_error_line(&messages.format("cli-listening", args!["address" => format!("http://{}", receiver.address())]));
    }
    stop_on_interrupt(interrupted).map_err(failed)?;
    print_unshown(&mut shown)?;
    while let Ok(Some(event)) = happened.recv() {
        match event {
            ReceiverEvent::Received(received) => {
                received.iter().for_each(print_delivery);
                if let Some(last) = received.iter().map(|delivery| delivery.id).max() {
                    shown.set_shown(last)?;
                }
            }
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

/// Prints what was accepted just before an earlier session was killed.
fn print_unshown(shown: &mut Deliveries) -> Result<(), Problem> {
    loop {
        let missed = shown.unshown(PART)?;
        let Some(last) = missed.last() else { return Ok(()) };
        missed.iter().for_each(print_delivery);
        shown.set_shown(last.id)?;
    }
}

fn print_delivery(delivery: &StoredDelivery) {
    let StoredDelivery { id, first_at, last_at, count, method, path, body, .. } = delivery;
    if *count > 1 {
        return print_json(&json!({ "event": "repeated", "id": id, "count": count, "at": time(*last_at) }));
    }
    let name = delivery_content(body).event.and_then(|event| event_name(event.id));
    let body = serde_json::from_slice(body).unwrap_or_else(|_| Value::String(String::from_utf8_lossy(body).into_owned()));
    print_json(&json!({
        "event": "delivery", "id": id, "at": time(*first_at), "name": name, "method": method, "path": path, "body": body,
    }));
}

fn time(at: Timestamp) -> String {
    at.to_string()
}
