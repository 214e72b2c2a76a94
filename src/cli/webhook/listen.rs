//! `webhook listen`: prints what is delivered to this computer as JSON lines.

use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};

use serde_json::{Value, json};

use super::print::event_name;
use super::service_token::{print_token, service_token};
use crate::args;
use crate::cli::args::Listen;
use crate::cli::printing::{check_written, print_error_line, print_json, print_json_text};
use crate::cli::terminal::OutputOptions;
use crate::i18n::Messages;
use crate::store::{Deliveries, TERMINAL};
use crate::worker::{
    MarketChoice, Receiver, ReceiverEvent, ReceiverOptions, end_at_the_second_signal, market_id,
};
use vitrine_core::market::delivery_content;
use vitrine_domain::{Exit, Problem, ProblemKind};
use vitrine_domain::{Forwarding, StoredDelivery};

/// How many deliveries are read from the disk at a time.
const PART: u32 = 500;
/// So many bytes of deliveries wait in memory to be printed. Whoever reads them may be slow, or stop; what
/// came beyond that is read from the disk then.
const MAX_WAITING: usize = 16 << 20;

/// Serves until Ctrl-C. A delivery without the service token gets 401 (contract 5.9): that of the given
/// marketplace, else of the first.
///
/// # Errors
/// Those of the marketplace file, `PortTaken` when the port cannot be used, `Storage` when deliveries cannot
/// be stored, or not printed.
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
    let (queue, happened) = queue();
    let interrupted = queue.clone();
    let receiver = Receiver::start(
        ReceiverOptions {
            address: IpAddr::V4(if options.open { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST }),
            port: options.port,
            token: token.as_ref().map(|(token, _)| token.token.clone()),
            forward: options.forward.clone(),
            data_dir,
            account: TERMINAL.to_owned(),
        },
        move |event| queue.put(event),
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
    // Whoever reads what is printed may have stopped reading.
    end_at_the_second_signal();
    printer.print_missed()?;
    while let Some(event) = happened.next() {
        match event {
            Happened::Event(ReceiverEvent::Received(received)) => printer.print(&received)?,
            Happened::Event(ReceiverEvent::Forwarded { id, forwarding }) => {
                print_json(&json!({ "event": "forwarded", "id": id, "ok": forwarding == Forwarding::Done }));
            }
            Happened::Event(ReceiverEvent::Refused { wrong_token, other }) => {
                if !output_options.quiet {
                    let counts = args!["token" => wrong_token, "other" => other];
                    print_error_line(&messages.format("cli-webhook-refused", counts));
                }
            }
            Happened::More => printer.print_missed()?,
            Happened::Interrupted => break,
        }
    }
    receiver.stop();
    Ok(Exit::AllDone)
}

/// What the printer is told.
enum Happened {
    Event(ReceiverEvent),
    /// Something came that is only on the disk.
    More,
    Interrupted,
}

/// What waits to be printed, of at most [`MAX_WAITING`] bytes of deliveries.
#[derive(Clone)]
struct Queue {
    events: mpsc::Sender<Happened>,
    waiting: Arc<AtomicUsize>,
    /// Whether the printer was told that there is more, and has not begun to read that.
    has_more: Arc<AtomicBool>,
}

/// The end of the queue at which the printer stands.
struct Printed {
    events: mpsc::Receiver<Happened>,
    waiting: Arc<AtomicUsize>,
    has_more: Arc<AtomicBool>,
}

fn queue() -> (Queue, Printed) {
    let (events, happened) = mpsc::channel();
    let queue = Queue { events, waiting: Arc::default(), has_more: Arc::default() };
    let printed = Printed {
        events: happened,
        waiting: Arc::clone(&queue.waiting),
        has_more: Arc::clone(&queue.has_more),
    };
    (queue, printed)
}

fn bytes_of(event: &ReceiverEvent) -> usize {
    match event {
        ReceiverEvent::Received(received) => received.iter().map(|delivery| delivery.body.len()).sum(),
        ReceiverEvent::Forwarded { .. } | ReceiverEvent::Refused { .. } => 0,
    }
}

impl Queue {
    fn put(&self, event: ReceiverEvent) {
        let bytes = bytes_of(&event);
        if bytes > 0 && self.waiting.load(Ordering::Acquire) > MAX_WAITING {
            if !self.has_more.swap(true, Ordering::AcqRel) {
                let _ = self.events.send(Happened::More);
            }
            return;
        }
        self.waiting.fetch_add(bytes, Ordering::AcqRel);
        let _ = self.events.send(Happened::Event(event));
    }
}

impl Printed {
    /// The next thing that happened. It waits no more.
    fn next(&self) -> Option<Happened> {
        let event = self.events.recv().ok()?;
        match &event {
            Happened::Event(event) => drop(self.waiting.fetch_sub(bytes_of(event), Ordering::AcqRel)),
            // What comes from now on may come too late for this reading.
            Happened::More => self.has_more.store(false, Ordering::Release),
            Happened::Interrupted => {}
        }
        Some(event)
    }
}

/// Sends nothing more when the user presses Ctrl-C, from a thread that waits for it.
fn stop_on_interrupt(queue: Queue) -> std::io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    std::thread::Builder::new().name("interrupt".to_owned()).spawn(move || {
        let waited = runtime.block_on(tokio::signal::ctrl_c());
        if let Err(error) = waited {
            tracing::warn!(%error, "Ctrl-C is not noticed");
        }
        let _ = queue.events.send(Happened::Interrupted);
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
        Ok(Self { deliveries: Deliveries::open(data_dir, TERMINAL)?, last: 0 })
    }

    /// Prints what was accepted just before an earlier session was killed, or faster than it was printed.
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
        for (printed, delivery) in deliveries.iter().enumerate() {
            let is_printed = delivery.is_shown || delivery.id <= self.last;
            if is_printed && delivery.count > 1 {
                print_again(delivery);
            } else if !is_printed {
                print_delivery(delivery);
                self.last = delivery.id;
            }
            // Whoever reads them may be gone, or the disk full. It is printed again next time.
            if let Err(problem) = check_written() {
                self.deliveries.set_shown(&deliveries[..printed])?;
                return Err(problem);
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
    let line = json!({
        "event": "delivery", "id": id, "at": first_at.to_string(), "count": count, "name": name, "method": method, "path": path,
    });
    let line = line.to_string();
    print_json_text(format!("{},\"body\":{}}}", line.trim_end_matches('}'), body_json(body)));
}

/// A body as JSON in one line: as it came, with every digit, or as a text if it is none.
fn body_json(body: &[u8]) -> String {
    match (serde_json::from_slice::<Value>(body), str::from_utf8(body)) {
        // Inside of texts there are no line breaks.
        (Ok(_), Ok(json)) => json.trim().replace(['\r', '\n'], " "),
        _ => Value::String(String::from_utf8_lossy(body).into_owned()).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_printed_in_one_line_with_every_digit_and_key() {
        let json = "\r\n{\"id\": 123456789012345678901234567890,\n \"a\": 1.10, \"a\": 2}\n";
        let line = "{\"id\": 123456789012345678901234567890,  \"a\": 1.10, \"a\": 2}";
        assert_eq!(body_json(json.as_bytes()), line);
        assert_eq!(body_json(b"a=1\n&b=\xff"), r#""a=1\n&b=\ufffd""#.replace("\\ufffd", "\u{fffd}"));
        assert_eq!(body_json(br#"{"a":"\ud83d"}"#), r#""{\"a\":\"\\ud83d\"}""#);
    }

    #[test]
    fn what_comes_while_nobody_reads_waits_on_the_disk_and_the_printer_is_told_once() {
        let (queue, printed) = queue();
        let at = jiff::Timestamp::UNIX_EPOCH;
        let delivery = StoredDelivery {
            id: 1,
            first_at: at,
            last_at: at,
            count: 1,
            method: String::new(),
            path: String::new(),
            media_type: String::new(),
            body: vec![b'a'; 1 << 20],
            forwarding: Forwarding::Off,
            is_shown: false,
        };
        (0..100).for_each(|_| queue.put(ReceiverEvent::Received(vec![delivery.clone()])));
        queue.put(ReceiverEvent::Refused { wrong_token: 1, other: 0 });
        let (mut kept, mut more, mut refused) = (0, 0, 0);
        for event in std::iter::from_fn(|| printed.events.try_recv().ok()) {
            match event {
                Happened::Event(ReceiverEvent::Refused { .. }) => refused += 1,
                Happened::Event(event) => kept += bytes_of(&event),
                Happened::More => more += 1,
                Happened::Interrupted => {}
            }
        }
        assert!((MAX_WAITING..=MAX_WAITING + (1 << 20)).contains(&kept), "{kept}");
        assert_eq!((more, refused), (1, 1));
    }
}
