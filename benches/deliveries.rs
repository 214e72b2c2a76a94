//! Measures the window while webhooks deliver 1,000 events a second for ten seconds: its frames, its memory,
//! and whether each accepted delivery is on the disk and counted.

mod frames;
mod live;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use eframe::egui::{Event, Modifiers, PointerButton, Pos2, pos2};
use frames::percentile;
use live::{Window, open, peak_memory, shop};
use vitrine::i18n::{Language, Messages};
use vitrine::ui::{Action, App, Screen, WebhookAction};
use vitrine::worker::{ReceiverChoice, ReceiverState};

const SECONDS: u64 = 10;
const PER_SECOND: u64 = 1_000;
/// How many senders share the deliveries, each over one connection.
const SENDERS: u64 = 4;
const MAX_FRAME_MS: f64 = 8.0;
const MAX_MEMORY_MB: f64 = 300.0;

/// Sends one delivery; whether it was accepted.
fn deliver(stream: &mut TcpStream, number: u64) -> bool {
    // Every event, each with something else in it. What changes are products that nobody has seen.
    let body = format!(
        r#"{{"event_id":{},"entity_id":{number},"data":{{"id":{number},"title":"A bowl of clay, blue","note":"{}"}}}}"#,
        number % 9 + 1,
        "x".repeat(400)
    );
    let head = format!(
        "POST /events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream
        .write_all(head.as_bytes())
        .and_then(|()| stream.write_all(body.as_bytes()))
        .expect("the receiver reads");
    let (mut answer, mut part) = (Vec::new(), [0; 256]);
    while !answer.ends_with(b"\r\n\r\n") {
        let read = stream.read(&mut part).expect("an answer");
        assert!(read > 0, "the receiver answers");
        answer.extend_from_slice(&part[..read]);
    }
    answer.starts_with(b"HTTP/1.1 200")
}

/// Sends a share of the deliveries, evenly over time; returns how many were accepted.
fn send_share(address: SocketAddr, sender: u64) -> u64 {
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream.set_nodelay(true).expect("a socket");
    // A channel to which nobody sends: waiting for it is a pause.
    let (_keep, pause) = channel::<()>();
    let start = Instant::now();
    let mut accepted = 0;
    for number in (sender..SECONDS * PER_SECOND).step_by(SENDERS as usize) {
        let due = Duration::from_secs_f64(number as f64 / PER_SECOND as f64);
        let _ = pause.recv_timeout(due.saturating_sub(start.elapsed()));
        accepted += u64::from(deliver(&mut stream, number));
    }
    accepted
}

/// Clicks what has this name.
fn click(window: &mut Window, name: &str) {
    window.ctx.enable_accesskit();
    let tree = window.frame().accesskit_update.expect("an accessibility tree");
    window.ctx.disable_accesskit();
    let found =
        tree.nodes.iter().find(|(_, node)| node.label() == Some(name)).and_then(|(_, node)| node.bounds());
    let bounds = found.unwrap_or_else(|| panic!("nothing is named {name}"));
    let at: Pos2 = pos2((bounds.x0 + bounds.x1) as f32 / 2.0, (bounds.y0 + bounds.y1) as f32 / 2.0);
    for pressed in [true, false] {
        let button = Event::PointerButton {
            pos: at,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        window.input = vec![Event::PointerMoved(at), button];
        window.frame();
    }
}

fn main() {
    let (shop, data) = (shop(), tempfile::tempdir().expect("a temporary directory"));
    let (mut window, handle) = open(&shop, data.path());
    let words = Messages::new(Language::English);
    window.app.act(Action::Go(Screen::Webhooks));
    window.draw_until(|_| false);
    click(&mut window, &words.text("webhooks-part-receive"));
    let choice = ReceiverChoice { port: 0, is_open: false, token: None, forward: None };
    window.app.act(Action::Webhook(WebhookAction::Receive(choice)));
    window.next_frame.ask(Duration::ZERO);
    let receives = |app: &App| matches!(app.model().webhooks.deliveries.receiver, ReceiverState::On { .. });
    assert!(window.draw_until(receives), "the receiver starts");
    let ReceiverState::On { address, .. } = window.app.model().webhooks.deliveries.receiver else {
        unreachable!()
    };
    window.frames.clear();

    let start = Instant::now();
    let (accepted, took) = std::thread::scope(|scope| {
        let senders: Vec<_> =
            (0..SENDERS).map(|sender| scope.spawn(move || send_share(address, sender))).collect();
        let all = scope.spawn(move || {
            let accepted: u64 = senders.into_iter().map(|sender| sender.join().expect("no panic")).sum();
            (accepted, start.elapsed())
        });
        // Each report of the receiver asks for a frame, and the last comes after the last answer.
        window.draw_until(|_| false);
        all.join().expect("no panic")
    });
    // Deliveries are numbered from one as they are stored.
    let newest = window.app.model().webhooks.deliveries.list.front().map_or(0, |delivery| delivery.id);
    assert_eq!(newest.unsigned_abs(), accepted, "each accepted delivery is stored and shown");
    let (p99, longest, memory) =
        (percentile(&window.frames, 99), percentile(&window.frames, 100), peak_memory());
    println!(
        "{accepted} of {} accepted in {:.1} s; {} frames",
        SECONDS * PER_SECOND,
        took.as_secs_f64(),
        window.frames.len()
    );
    println!(
        "frames: 99th percentile {p99:.2} ms, longest {longest:.2} ms; peak memory {:.0} MB",
        memory.unwrap_or(f64::NAN)
    );
    handle.stop();
    assert_eq!(accepted, SECONDS * PER_SECOND, "all are accepted");
    assert!(p99 <= MAX_FRAME_MS && memory.is_none_or(|memory| memory <= MAX_MEMORY_MB), "bounds were missed");
}
