//! Time limits of waiting, so that a hang becomes a failure that says what was awaited.

use std::process::{Child, Command, Output};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// For a single event, answer or page: much longer than on any slow machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// For work of many steps, such as a whole run of the program.
pub const LONG_PATIENCE: Duration = Duration::from_secs(120);

/// Polls until the condition holds.
pub fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < PATIENCE, "not within {PATIENCE:?}: {what}");
        std::thread::park_timeout(Duration::from_millis(1));
    }
}

/// Waits for a process to end. A hanging one is killed, and its output shown.
pub fn ended(child: Child) -> Output {
    ended_within(LONG_PATIENCE, child)
}

/// Like [`ended`], for a process that takes longer.
pub fn ended_within(limit: Duration, child: Child) -> Output {
    let (id, (ended, end)) = (child.id(), mpsc::channel());
    std::thread::spawn(move || drop(ended.send(child.wait_with_output())));
    match end.recv_timeout(limit) {
        Ok(output) => output.unwrap(),
        Err(_) => {
            kill(id);
            let Ok(Ok(Output { stdout, stderr, .. })) = end.recv_timeout(PATIENCE) else {
                panic!("it had not ended after {limit:?}, and a process it started holds its output");
            };
            let (stdout, stderr) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
            panic!("it had not ended after {limit:?}.\nstandard output:\n{stdout}\nstandard error:\n{stderr}");
        }
    }
}

/// Kills a process after a time limit, so that a test reading from it ends. Dropping it cancels the limit.
pub struct Watchdog {
    _over: Sender<()>,
}

impl Watchdog {
    pub fn over(limit: Duration, child: &Child) -> Self {
        let (id, (over, is_over)) = (child.id(), mpsc::channel());
        std::thread::spawn(move || {
            if is_over.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
                eprintln!("process {id} had not ended after {limit:?}, and is killed");
                kill(id);
            }
        });
        Self { _over: over }
    }
}

fn kill(id: u32) {
    let (program, arguments) = if cfg!(windows) { ("taskkill", ["/F", "/PID"]) } else { ("kill", ["-9", "--"]) };
    let _ = Command::new(program).args(arguments).arg(id.to_string()).status();
}
