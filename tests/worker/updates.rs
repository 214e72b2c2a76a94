//! Looking for a newer version: never unless the person wants it, once a day, and whatever the server
//! answers.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use vitrine::client::Timeouts;
use vitrine::worker::{
    Command, Event, Options, PhotoEvent, PlatformCommand, Release, Settings, ThumbnailCommand, UpdateCheck,
    UpdateCommand, UpdateEvent, UpdateFailure, UpdateState,
};

use crate::kit::server::{Server, Step, answer, answer_with};
use crate::kit::worker::Worker;

const PAGE: &str = "https://github.com/example/vitrine/releases/tag/v99.0.0";

/// Creates a separate clock at each use, in hours, because `Options::clock` is a plain function and cannot
/// capture one.
macro_rules! clock {
    () => {{
        static HOURS: AtomicI64 = AtomicI64::new(0);
        fn clock() -> Timestamp {
            Timestamp::from_second(1_800_000_000).unwrap()
                + SignedDuration::from_hours(HOURS.load(Ordering::Relaxed))
        }
        (&HOURS, clock as fn() -> Timestamp)
    }};
}

fn release(tag: &str) -> Vec<u8> {
    answer(
        "200 OK",
        &json!({ "tag_name": tag, "body": "- **Faster** imports", "html_url": PAGE }).to_string(),
    )
}

/// A data directory at which the program is started again and again.
struct Computer {
    data: tempfile::TempDir,
    clock: fn() -> Timestamp,
    address: Option<String>,
}

impl Computer {
    fn new(clock: fn() -> Timestamp, server: &Server) -> Self {
        Self {
            data: tempfile::tempdir().unwrap(),
            clock,
            address: Some(format!("http://{}/latest", server.address)),
        }
    }

    fn start(&self) -> Worker {
        let timeouts = Timeouts {
            connect: Duration::from_secs(5),
            other: Duration::from_secs(5),
            ..Timeouts::default()
        };
        self.start_with(timeouts)
    }

    fn start_with(&self, timeouts: Timeouts) -> Worker {
        let options = Options {
            update_address: self.address.clone(),
            clock: self.clock,
            timeouts,
            open_page: |_| panic!("nothing is opened without a click"),
            ..Options::new(self.data.path().to_owned())
        };
        Worker::start(options)
    }
}

fn set_daily(worker: &Worker, checks_for_updates: bool) {
    worker.send(Command::Platform(PlatformCommand::SaveSettings(Box::new(Settings {
        checks_for_updates,
        ..Settings::default()
    }))));
}

fn check_now(worker: &Worker) -> UpdateState {
    worker.send(Command::Update(UpdateCommand::CheckNow));
    worker.until(|event| {
        matches!(event, Event::Update(UpdateEvent::State(state)) if state.check == UpdateCheck::Running)
            .then_some(())
    });
    state(worker)
}

/// The state after a look.
fn state(worker: &Worker) -> UpdateState {
    worker.until(|event| match event {
        Event::Update(UpdateEvent::State(state)) if state.check != UpdateCheck::Running => {
            Some(state.clone())
        }
        Event::Problem(problem) => panic!("{problem}"),
        _ => None,
    })
}

/// Waits until everything sent so far was handled, and returns what happened meanwhile.
fn handled(worker: &Worker) -> Vec<Event> {
    worker.send(Command::Thumbnail(ThumbnailCommand::MeasureCache));
    let mut events = Vec::new();
    loop {
        match worker.next() {
            Event::Photo(PhotoEvent::CacheSize { .. }) => return events,
            event => events.push(event),
        }
    }
}

fn news(events: &[Event]) -> Vec<&str> {
    events
        .iter()
        .filter_map(|event| {
            if let Event::Update(UpdateEvent::NewVersion(version)) = event {
                Some(version.as_str())
            } else {
                None
            }
        })
        .collect()
}

#[test]
fn nothing_is_sent_unless_it_was_turned_on() {
    let server = Server::start(vec![Step::Answer(release("v99.0.0"))]);
    let (hours, clock) = clock!();
    let computer = Computer::new(clock, &server);
    for days in 0..3 {
        hours.store(days * 24, Ordering::Relaxed);
        let worker = computer.start();
        assert_eq!(
            state(&worker),
            UpdateState {
                host: "127.0.0.1".to_owned(),
                checked_at: None,
                newer: None,
                check: UpdateCheck::Idle
            }
        );
        set_daily(&worker, false);
        handled(&worker);
    }
    assert!(server.received().is_empty());
}

#[test]
fn it_looks_once_a_day_and_tells_each_version_once() {
    let steps = ["v99.0.0", "v99.0.0", "v99.1.0"].map(|tag| Step::Answer(release(tag)));
    let server = Server::start(steps.to_vec());
    let (hours, clock) = clock!();
    let computer = Computer::new(clock, &server);
    let worker = computer.start();
    set_daily(&worker, true);
    let mut told: Vec<String> = news(&until_looked(&worker)).into_iter().map(str::to_owned).collect();
    drop(worker);
    for (hour, is_due) in
        [(0, false), (1, false), (23, false), (24, true), (30, false), (47, false), (49, true), (50, false)]
    {
        hours.store(hour, Ordering::Relaxed);
        let worker = computer.start();
        let events = if is_due { until_looked(&worker) } else { handled(&worker) };
        assert_eq!(events.iter().any(is_running), is_due, "after {hour} hours: {events:?}");
        told.extend(news(&events).into_iter().map(str::to_owned));
    }
    assert_eq!(server.received().len(), 3);
    assert_eq!(told, ["99.0.0", "99.1.0"]);
}

/// The events until a look has ended.
fn until_looked(worker: &Worker) -> Vec<Event> {
    let mut events = Vec::new();
    loop {
        let event = worker.next();
        let has_ended = events.iter().any(is_running)
            && matches!(event, Event::Update(UpdateEvent::State(_)))
            && !is_running(&event);
        events.push(event);
        if has_ended {
            return events;
        }
    }
}

fn is_running(event: &Event) -> bool {
    matches!(event, Event::Update(UpdateEvent::State(state)) if state.check == UpdateCheck::Running)
}

#[test]
fn a_newer_version_is_shown_with_its_notes_also_after_a_restart() {
    let server = Server::start(vec![Step::Answer(release("v99.0.0"))]);
    let (_, clock) = clock!();
    let computer = Computer::new(clock, &server);
    let found = check_now(&computer.start());
    let newer = Release {
        version: "99.0.0".to_owned(),
        notes: "• Faster imports".to_owned(),
        page: Some(PAGE.to_owned()),
    };
    assert_eq!((found.newer.as_ref(), found.check), (Some(&newer), UpdateCheck::Idle));
    assert_eq!(found.checked_at, Some(clock()));
    assert_eq!(state(&computer.start()), found);
    let request = server.only();
    assert_eq!(request.line, "GET /latest HTTP/1.1");
    let sent: Vec<&str> = request.headers.keys().map(String::as_str).collect();
    assert_eq!(sent, ["accept", "accept-encoding", "host", "user-agent"], "nothing about the person");
    assert_eq!(request.headers["user-agent"], concat!("Vitrine/", env!("CARGO_PKG_VERSION")));
}

#[test]
fn there_is_nothing_newer_than_the_same_version_an_older_one_or_a_draft() {
    let json = |value: serde_json::Value| answer("200 OK", &value.to_string());
    let answers = [
        release(concat!("v", env!("CARGO_PKG_VERSION"))),
        release("v0.0.9"),
        json(json!({ "tag_name": "v99.0.0", "draft": true })),
        json(json!({ "tag_name": "v99.0.0", "prerelease": true })),
        release("v99.0.0-beta.1"),
    ];
    let server = Server::start(answers.iter().cloned().map(Step::Answer).collect());
    let (_, clock) = clock!();
    let worker = Computer::new(clock, &server).start();
    for answer in answers {
        let state = check_now(&worker);
        assert_eq!(
            (state.newer, state.check),
            (None, UpdateCheck::Idle),
            "{}",
            String::from_utf8_lossy(&answer)
        );
        assert!(state.checked_at.is_some());
    }
}

#[test]
fn an_answer_that_is_not_understood_changes_nothing() {
    let elsewhere = Server::start(vec![Step::Answer(release("v99.9.9"))]);
    let to =
        |address| answer_with("302 Found", &format!("Location: http://localhost:{address}/latest\r\n"), "");
    let endless = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{\"tag_name\": \"".to_vec();
    let steps = [
        (
            Step::Answer(answer("200 OK", "<html>Sign in to the hotel network</html>")),
            UpdateFailure::UnexpectedAnswer,
        ),
        (Step::Answer(answer("200 OK", "[]")), UpdateFailure::UnexpectedAnswer),
        (Step::Answer(release("latest")), UpdateFailure::UnexpectedAnswer),
        (
            Step::Answer(answer("404 Not Found", r#"{"message": "Not Found"}"#)),
            UpdateFailure::UnexpectedAnswer,
        ),
        (
            Step::Answer(answer("403 Forbidden", r#"{"message": "API rate limit exceeded"}"#)),
            UpdateFailure::UnexpectedAnswer,
        ),
        (Step::Answer(to(elsewhere.address.port())), UpdateFailure::UnexpectedAnswer),
        (Step::Flood(endless, vec![b'9'; 64 << 10]), UpdateFailure::UnexpectedAnswer),
        (Step::AnswerAndClose(Vec::new()), UpdateFailure::NoAnswer),
    ];
    let server = Server::start(
        [Step::Answer(release("v99.0.0"))]
            .into_iter()
            .chain(steps.iter().map(|(step, _)| step.clone()))
            .collect(),
    );
    let (_, clock) = clock!();
    let computer = Computer::new(clock, &server);
    let worker = computer.start();
    let known = check_now(&worker).newer;
    assert!(known.is_some());
    for (step, failure) in steps {
        let state = check_now(&worker);
        assert_eq!((state.check, &state.newer), (UpdateCheck::Failed(failure), &known), "{step:?}");
    }
    assert!(elsewhere.received().is_empty(), "no other server is asked");
}

#[test]
fn a_server_that_does_not_answer_is_given_up() {
    let server = Server::start(vec![Step::Stall(Vec::new())]);
    let (_, clock) = clock!();
    let computer = Computer::new(clock, &server);
    let worker = computer.start_with(Timeouts { other: Duration::from_millis(150), ..Timeouts::default() });
    assert_eq!(check_now(&worker).check, UpdateCheck::Failed(UpdateFailure::NoAnswer));
}

#[test]
fn a_daily_look_that_fails_is_silent_and_is_not_repeated_that_day() {
    let server = Server::start(vec![Step::Answer(answer("500 Internal Server Error", ""))]);
    let (_, clock) = clock!();
    let computer = Computer::new(clock, &server);
    let worker = computer.start();
    set_daily(&worker, true);
    let events = until_looked(&worker);
    let idle =
        UpdateState { host: "127.0.0.1".to_owned(), checked_at: None, newer: None, check: UpdateCheck::Idle };
    assert!(
        matches!(events.last(), Some(Event::Update(UpdateEvent::State(state))) if *state == idle),
        "{events:?}"
    );
    assert!(!events.iter().any(|event| matches!(event, Event::Problem(_))), "{events:?}");
    drop(worker);
    assert!(!handled(&computer.start()).iter().any(is_running));
}

#[test]
fn a_daily_look_ends_when_it_is_turned_off() {
    let server = Server::start(vec![Step::Stall(Vec::new())]);
    let (_, clock) = clock!();
    let computer = Computer::new(clock, &server);
    let worker = computer.start();
    set_daily(&worker, true);
    worker.until(|event| is_running(event).then_some(()));
    set_daily(&worker, false);
    assert_eq!(state(&worker).check, UpdateCheck::Idle);
}

#[test]
fn an_address_without_encryption_is_not_asked() {
    let (_, clock) = clock!();
    for address in [
        None,
        Some("http://example.com/latest"),
        Some("ftp://example.com"),
        Some("example.com"),
        Some("https://a:b@example.com/"),
    ] {
        let computer =
            Computer { data: tempfile::tempdir().unwrap(), clock, address: address.map(str::to_owned) };
        let worker = computer.start();
        set_daily(&worker, true);
        worker.send(Command::Update(UpdateCommand::CheckNow));
        let events = handled(&worker);
        assert!(
            !events.iter().any(|event| matches!(event, Event::Update(UpdateEvent::State(_)))),
            "{address:?}: {events:?}"
        );
    }
}
