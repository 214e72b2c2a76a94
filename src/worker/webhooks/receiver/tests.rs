//! The receiver over real connections.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver as Events, channel};
use std::time::Duration;

use super::server::MAX_BODY_BYTES;
use super::{Receiver, ReceiverEvent, ReceiverOptions};
use crate::store::Deliveries;
use vitrine_domain::ProblemKind;
use vitrine_domain::{Forwarding, StoredDelivery};

const PATIENCE: Duration = Duration::from_secs(20);

struct Place {
    folder: tempfile::TempDir,
    receiver: Receiver,
    events: Events<ReceiverEvent>,
}

fn options(folder: &tempfile::TempDir) -> ReceiverOptions {
    let (address, data_dir) = (IpAddr::V4(Ipv4Addr::LOCALHOST), folder.path().to_owned());
    ReceiverOptions { address, port: 0, token: None, forward: None, data_dir, account: "own".to_owned() }
}

fn start(change: impl FnOnce(&mut ReceiverOptions)) -> Place {
    let folder = tempfile::tempdir().unwrap();
    let mut options = options(&folder);
    change(&mut options);
    let (sender, events) = channel();
    let receiver = Receiver::start(options, move |event| drop(sender.send(event))).unwrap();
    Place { folder, receiver, events }
}

impl Place {
    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.receiver.address()).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// The status of the answer to a request.
    fn send(&self, request: &str) -> u16 {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        status(&mut stream)
    }

    fn post(&self, header: &str, body: &str) -> u16 {
        self.send(&format!(
            "POST /in HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n{header}\r\n{body}",
            body.len()
        ))
    }

    fn stored(&self) -> Vec<StoredDelivery> {
        Deliveries::open(self.folder.path(), "own").unwrap().newest(100).unwrap()
    }
}

fn status(stream: &mut TcpStream) -> u16 {
    let mut answer = Vec::new();
    let mut part = [0; 512];
    while !answer.windows(4).any(|end| end == b"\r\n\r\n") {
        match stream.read(&mut part) {
            Ok(0) | Err(_) => break,
            Ok(read) => answer.extend_from_slice(&part[..read]),
        }
    }
    String::from_utf8_lossy(&answer)
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok())
        .unwrap_or_default()
}

#[test]
fn an_accepted_delivery_is_on_the_disk_before_the_sender_is_told() {
    let place = start(|_| {});
    assert_eq!(place.post("", r#"{"event_id":8}"#), 200);
    // Nobody was told yet who could have stored it: this is what is left after `kill -9` at this moment.
    let stored = Deliveries::open(place.folder.path(), "own").unwrap().unshown(10).unwrap();
    assert_eq!(stored.len(), 1);
    assert_eq!((stored[0].body.as_slice(), stored[0].path.as_str()), (&br#"{"event_id":8}"#[..], "/in"));
}

#[test]
fn equal_deliveries_are_reported_as_one_with_its_count() {
    let place = start(|_| {});
    for _ in 0..3 {
        assert_eq!(place.post("", "same"), 200);
    }
    assert_eq!(place.stored().iter().map(|row| row.count).collect::<Vec<_>>(), [3]);
    let mut last = 0;
    while last < 3 {
        if let ReceiverEvent::Received(rows) = place.events.recv_timeout(PATIENCE).unwrap() {
            last = rows.last().unwrap().count;
        }
    }
}

#[test]
fn only_methods_that_deliver_are_taken() {
    let place = start(|_| {});
    for method in ["GET", "HEAD", "DELETE", "OPTIONS", "TRACE"] {
        assert_eq!(place.send(&format!("{method} / HTTP/1.1\r\nHost: x\r\n\r\n")), 405, "{method}");
    }
    for method in ["POST", "PUT", "PATCH"] {
        assert_eq!(
            place.send(&format!("{method} / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{{}}")),
            200,
            "{method}"
        );
    }
    assert_eq!(place.stored().len(), 3);
}

#[test]
fn no_web_page_can_deliver_even_with_the_token() {
    let place = start(|options| options.token = Some("right".to_owned().into()));
    for header in [
        "Origin: https://evil.example",
        "Origin: null",
        "origin: http://127.0.0.1:8766",
        "Sec-Fetch-Site: cross-site",
        "sec-fetch-mode: no-cors",
        "Sec-Fetch-Dest: empty",
        "Sec-Fetch-User: ?1",
    ] {
        assert_eq!(place.post(&format!("Authorization: right\r\n{header}\r\n"), "{}"), 403, "{header}");
    }
    assert_eq!(place.stored().len(), 0);
    assert_eq!(place.post("Authorization: right\r\n", "{}"), 200);
}

#[test]
fn other_computers_cannot_deliver_without_a_token() {
    let folder = tempfile::tempdir().unwrap();
    let open = |token: Option<&str>| {
        let token = token.map(|token| token.to_owned().into());
        Receiver::start(
            ReceiverOptions { address: IpAddr::V4(Ipv4Addr::UNSPECIFIED), token, ..options(&folder) },
            |_| {},
        )
        .map(drop)
    };
    assert_eq!(open(None).unwrap_err().kind, ProblemKind::InvalidField);
    open(Some("right")).unwrap();
}

#[test]
fn deliveries_are_passed_on_only_where_nobody_between_can_read_them() {
    for (address, may) in [
        ("https://app.example/in", true),
        ("http://127.0.0.1:3000/", true),
        ("http://[::1]:3000/", true),
        ("http://localhost/in", true),
        ("http://app.example/in", false),
        ("http://192.168.1.5/in", false),
        ("http://localhost.evil.example/", false),
        ("ftp://127.0.0.1/", false),
        ("file:///etc/passwd", false),
    ] {
        assert_eq!(super::may_forward_to(&address.parse().unwrap()), may, "{address}");
    }
}

#[test]
fn the_service_token_is_required_where_one_is_set_with_or_without_bearer() {
    let place = start(|options| options.token = Some("right".to_owned().into()));
    for wrong in
        ["", "Authorization: Bearer wrong\r\n", "Authorization: right1\r\n", "Authorization: Bearer \r\n"]
    {
        assert_eq!(place.post(wrong, "{}"), 401, "{wrong}");
    }
    assert_eq!(place.post("Authorization: Bearer right\r\n", "{}"), 200);
    assert_eq!(place.post("Authorization: right\r\n", "{}"), 200);
    assert_eq!(place.stored().len(), 1);
    let mut refused = 0;
    while refused < 4 {
        if let ReceiverEvent::Refused { wrong_token, .. } = place.events.recv_timeout(PATIENCE).unwrap() {
            refused += wrong_token;
        }
    }
}

#[test]
fn a_delivery_of_100_megabytes_is_refused_before_it_is_read_and_one_of_any_other_form_is_kept() {
    let place = start(|_| {});
    assert_eq!(place.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 104857600\r\n\r\nfirst"), 413);
    let chunk = "a".repeat(MAX_BODY_BYTES / 2 + 1);
    let chunks = format!("{0:x}\r\n{1}\r\n{0:x}\r\n{1}\r\n0\r\n\r\n", chunk.len(), chunk);
    assert_eq!(
        place.send(&format!("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n{chunks}")),
        413,
        "its size is not announced"
    );
    assert_eq!(place.stored().len(), 0);
    assert_eq!(place.post("", "not JSON \u{0} at all"), 200);
    assert_eq!(place.stored()[0].body, b"not JSON \0 at all");
}

#[test]
fn idle_connections_and_slow_senders_keep_nobody_out() {
    let place = start(|_| {});
    let mut idle: Vec<TcpStream> = (0..500).map(|_| place.connect()).collect();
    for slow in idle.iter_mut().take(400) {
        let _ = slow.write_all(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\na");
    }
    assert_eq!(place.post("", "{}"), 200);
    assert_eq!(place.stored().len(), 1);
}

#[test]
fn a_port_in_use_is_named() {
    let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = taken.local_addr().unwrap().port();
    let folder = tempfile::tempdir().unwrap();
    let refused = Receiver::start(ReceiverOptions { port, ..options(&folder) }, |_| {});
    let problem = refused.err().unwrap();
    assert_eq!((problem.kind, problem.subject), (ProblemKind::PortTaken, Some(port.to_string())));
}

#[test]
fn the_port_is_free_once_the_receiver_has_stopped() {
    let Place { receiver, folder, .. } = start(|_| {});
    let port = receiver.address().port();
    receiver.stop();
    let again = Receiver::start(ReceiverOptions { port, ..options(&folder) }, |_| {});
    assert_eq!(again.map(|again| again.address().port()).ok(), Some(port));
}

/// An address that says for ever that its answer is to come.
fn never_answers() -> std::net::SocketAddr {
    let other = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = other.local_addr().unwrap();
    std::thread::spawn(move || {
        let hints = "HTTP/1.1 100 Continue\r\n\r\n".repeat(1000);
        while let Ok((mut stream, _)) = other.accept() {
            let _ = stream.read(&mut [0; 1024]);
            while stream.write_all(hints.as_bytes()).is_ok() {}
        }
    });
    address
}

#[test]
fn an_address_that_never_answers_keeps_no_delivery_waiting_and_the_receiver_stops() {
    let to = never_answers();
    let place = start(|options| options.forward = format!("http://{to}/").parse().ok());
    for number in 1..=20 {
        let body = format!(r#"{{"event_id":{number}}}"#);
        assert_eq!(place.post("Content-Type: application/json\r\n", &body), 200);
    }
    let Place { receiver, .. } = place;
    let begun = std::time::Instant::now();
    receiver.stop();
    assert!(begun.elapsed() < PATIENCE);
}

#[test]
fn a_delivery_is_passed_on_with_its_token_until_the_other_address_takes_it() {
    let other = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = other.local_addr().unwrap();
    let place = start(|options| {
        options.forward = format!("http://{address}/own").parse().ok();
        options.token = Some("right".to_owned().into());
    });
    assert_eq!(
        place.post("Authorization: right\r\nContent-Type: application/json\r\n", r#"{"event_id":5}"#),
        200
    );
    let mut request = String::new();
    for answer in ["503 Service Unavailable", "200 OK"] {
        let (mut stream, _) = other.accept().unwrap();
        request.clear();
        while !request.contains(r#"{"event_id":5}"#) {
            let mut part = [0; 1024];
            let read = stream.read(&mut part).unwrap();
            request += &String::from_utf8_lossy(&part[..read]);
        }
        stream
            .write_all(
                format!("HTTP/1.1 {answer}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n").as_bytes(),
            )
            .unwrap();
    }
    let request = request.to_ascii_lowercase();
    assert!(
        request.starts_with("post /own ") && request.contains("authorization: bearer right"),
        "{request}"
    );
    let passed_on = |event| matches!(event, ReceiverEvent::Forwarded { forwarding: Forwarding::Done, .. });
    while !passed_on(place.events.recv_timeout(PATIENCE).unwrap()) {}
    assert_eq!(place.stored()[0].forwarding, Forwarding::Done);
}
