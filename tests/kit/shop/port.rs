//! Ports that a test registers before anything listens there.

use std::net::TcpListener;
use std::sync::atomic::{AtomicU16, Ordering};

/// Below the range that systems use for outgoing connections, which could take a port between its selection
/// and its use.
const FIRST: u16 = 12_000;
const COUNT: u16 = 20_000;

/// A free port of 127.0.0.1, never returned twice by one test program.
pub fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let own = u16::try_from(std::process::id() % u32::from(COUNT)).expect("less than COUNT");
    loop {
        let step = NEXT.fetch_add(1, Ordering::Relaxed);
        let port = FIRST + own.wrapping_mul(97).wrapping_add(step) % COUNT;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}
