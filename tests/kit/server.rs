//! A minimal server that answers as configured, however badly, and records the requests.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// What happens to a request.
#[derive(Clone, Debug)]
pub enum Step {
    /// Sends these bytes and keeps the connection open.
    Answer(Vec<u8>),
    /// Sends these bytes and closes.
    AnswerAndClose(Vec<u8>),
    /// Sends these bytes repeatedly until the client closes.
    Flood(Vec<u8>, Vec<u8>),
    /// Sends these bytes, then nothing more.
    Stall(Vec<u8>),
    /// Resets the connection after reading half of the request.
    Reset,
    /// Answers after the request head, then discards the body, as careful servers do.
    AnswerEarly(Vec<u8>),
}

#[derive(Clone, Debug)]
pub struct Received {
    pub line: String,
    /// By lower-case name.
    pub headers: BTreeMap<String, String>,
    pub body: Vec<u8>,
}

impl Received {
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

pub struct Server {
    pub address: SocketAddr,
    received: Arc<Mutex<Vec<Received>>>,
}

impl Server {
    /// Handles one request per step; after the last step it accepts nothing more.
    pub fn start(steps: Vec<Step>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let received = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&received);
        std::thread::spawn(move || {
            let mut steps = steps.into_iter();
            while steps.len() > 0 {
                let Ok((stream, _)) = listener.accept() else { return };
                serve(stream, &mut steps, &log);
            }
        });
        Self { address, received }
    }

    pub fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }

    /// The only request received.
    pub fn only(&self) -> Received {
        let received = self.received();
        assert_eq!(received.len(), 1, "{received:?}");
        received.into_iter().next().unwrap()
    }
}

pub fn answer(status: &str, body: &str) -> Vec<u8> {
    answer_with(status, "Content-Type: application/json\r\n", body)
}

pub fn answer_with(status: &str, headers: &str, body: &str) -> Vec<u8> {
    format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

fn serve(mut stream: TcpStream, steps: &mut std::vec::IntoIter<Step>, log: &Mutex<Vec<Received>>) {
    while steps.len() > 0 {
        let Some((mut received, mut rest)) = read_head(&mut stream) else { return };
        let step = steps.next().unwrap();
        let length = received.headers.get("content-length").map_or(0, |length| length.parse().unwrap());
        match step {
            Step::Reset | Step::AnswerEarly(_) => {
                assert!(length > 0, "only a request with a body can be left half read");
            }
            _ => read_to(&mut stream, &mut rest, length),
        }
        received.body = rest;
        log.lock().unwrap().push(received);
        match step {
            Step::Answer(bytes) => stream.write_all(&bytes).unwrap(),
            Step::AnswerAndClose(bytes) => return stream.write_all(&bytes).unwrap(),
            Step::AnswerEarly(bytes) => {
                stream.write_all(&bytes).unwrap();
                stream.shutdown(Shutdown::Write).unwrap();
                let _ = std::io::copy(&mut stream, &mut std::io::sink());
                return;
            }
            Step::Flood(head, piece) => {
                stream.write_all(&head).unwrap();
                while stream.write_all(&piece).is_ok() {}
                return;
            }
            Step::Stall(bytes) => {
                stream.write_all(&bytes).unwrap();
                // Until the client goes away.
                let _ = stream.read(&mut [0]);
                return;
            }
            // Closing with unread bytes resets the connection.
            Step::Reset => return,
        }
    }
}

/// Reads byte by byte, so that nothing of the body is consumed.
fn read_head(stream: &mut TcpStream) -> Option<(Received, Vec<u8>)> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        if stream.read(&mut byte).ok()? == 0 {
            return None;
        }
        head.push(byte[0]);
    }
    let head = String::from_utf8(head).unwrap();
    let mut lines = head.trim_end().split("\r\n");
    let line = lines.next().unwrap().to_owned();
    let headers = lines
        .map(|line| line.split_once(": ").unwrap())
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    Some((Received { line, headers, body: Vec::new() }, Vec::new()))
}

fn read_to(stream: &mut TcpStream, body: &mut Vec<u8>, length: usize) {
    body.resize(length, 0);
    stream.read_exact(body).unwrap();
}
