//! A marketplace of which a test writes every answer, by the path.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;

/// Answers each request with what `answer` makes of its path, head and body, on a connection of its own.
/// Returns its address.
pub fn serve(answer: impl Fn(&str) -> String + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for connection in listener.incoming() {
            let mut connection = connection.unwrap();
            let mut reader = BufReader::new(connection.try_clone().unwrap());
            let mut line = String::new();
            let _ = reader.read_line(&mut line);
            while reader.read_line(&mut String::new()).is_ok_and(|read| read > 2) {}
            let path = line.split([' ', '?']).nth(1).unwrap_or_default();
            let _ = connection.write_all(answer(path).as_bytes());
        }
    });
    address
}

/// An answer, after which the connection is closed.
pub fn answer(status: &str, media_type: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: {media_type}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )
}
