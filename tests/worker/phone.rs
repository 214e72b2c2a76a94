//! Receiving photos from a phone, with a real server and a clock that the test sets.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use vitrine::worker::{self, Command, Event, PhoneCommand, PhoneEnd, PhoneEvent};

use crate::kit::timeout::TIMEOUT;
use crate::kit::worker::Worker;

static MINUTES: AtomicI64 = AtomicI64::new(0);

fn clock() -> Timestamp {
    Timestamp::from_second(1_800_000_000).unwrap() + SignedDuration::from_mins(MINUTES.load(Ordering::SeqCst))
}

/// The answer to a request of the page without a cookie: its status, or `None` if nobody answers.
fn status_of_page(authority: &str) -> Option<String> {
    let mut stream = TcpStream::connect(authority).ok()?;
    stream.set_read_timeout(Some(TIMEOUT)).unwrap();
    write!(stream, "GET / HTTP/1.1\r\nHost: {authority}\r\nConnection: close\r\n\r\n").ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    answer.split(' ').nth(1).map(str::to_owned)
}

/// Lets the program look at its clock: an unchanged choice does nothing else.
fn wake(worker: &Worker) {
    worker.send(Command::Phone(PhoneCommand::AddPhone));
}

#[test]
fn receiving_ends_after_a_quarter_of_an_hour_in_which_no_phone_sent_anything() {
    let dir = tempfile::tempdir().unwrap();
    let worker = Worker::start(worker::Options { clock, ..worker::Options::new(dir.path().join("data")) });
    worker.send(Command::Phone(PhoneCommand::Open { network: None }));
    let invited = |event: &Event| match event {
        Event::Phone(PhoneEvent::State(state)) => {
            state.invitation.as_ref().map(|invitation| invitation.address().to_owned())
        }
        _ => None,
    };
    let address = worker.until(invited);
    let authority = address.trim_start_matches("http://").split('/').next().unwrap().to_owned();
    assert_eq!(status_of_page(&authority).as_deref(), Some("200"));

    MINUTES.store(14, Ordering::SeqCst);
    wake(&worker);
    worker.until(invited);
    assert_eq!(status_of_page(&authority).as_deref(), Some("200"), "a minute is left");

    MINUTES.store(15, Ordering::SeqCst);
    wake(&worker);
    worker.until(|event| matches!(event, Event::Phone(PhoneEvent::Ended(PhoneEnd::Idle))).then_some(()));
    let begun = std::time::Instant::now();
    while status_of_page(&authority).is_some() {
        assert!(begun.elapsed() < TIMEOUT, "the page is still there");
        std::thread::park_timeout(Duration::from_millis(1));
    }
}
