//! The answers of the pages that a sign-in serves. None repeats anything of the request.

use std::io::Cursor;

use tiny_http::{HTTPVersion, Header, Response};

type Answer = Response<Cursor<Vec<u8>>>;

/// An empty answer.
pub fn rejection(status: u16) -> Vec<u8> {
    bytes(empty(status))
}

/// Leads the browser on.
pub fn lead_to(address: &str) -> Vec<u8> {
    match Header::from_bytes("Location", address) {
        Ok(location) => bytes(empty(303).with_header(location)),
        // No address of ours is like that.
        Err(()) => rejection(500),
    }
}

/// A page with its content security policy.
pub fn page(html: &str, policy: &str) -> Vec<u8> {
    let page = Response::from_data(html.as_bytes())
        .with_header(header("Content-Type", "text/html; charset=utf-8"))
        .with_header(header("Content-Security-Policy", policy))
        .with_header(header("X-Frame-Options", "DENY"));
    bytes(page)
}

fn empty(status: u16) -> Answer {
    Response::from_data(Vec::new()).with_status_code(status)
}

/// The answer as it is sent.
fn bytes(answer: Answer) -> Vec<u8> {
    let headers = [
        ("Cache-Control", "no-store"),
        ("Referrer-Policy", "no-referrer"),
        ("X-Content-Type-Options", "nosniff"),
    ];
    let answer =
        headers.into_iter().fold(answer, |answer, (name, value)| answer.with_header(header(name, value)));
    let mut bytes = Vec::new();
    // Writing into memory cannot fail.
    let _ = answer.raw_print(&mut bytes, HTTPVersion(1, 1), &[], false, None);
    // tiny_http does not send this header itself, and the browser would send its next request on this
    // connection.
    if let Some(at) = bytes.windows(2).position(|two| two == b"\r\n") {
        bytes.splice(at..at, *b"\r\nConnection: close");
    }
    bytes
}

fn header(name: &str, value: &str) -> Header {
    Header::from_bytes(name, value).expect("the names and values in this file are ASCII")
}
