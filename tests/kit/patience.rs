//! How long a test waits for what should come, so that a hang ends as a failure that says what was waited for.

use std::process::{Child, Command, Output};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// For the next word of a worker, an answer, a page: far longer than any takes on a slow machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// For work of many steps: a whole run of the program, or what a worker tells after much else.
pub const LONG_PATIENCE: Duration = Duration::from_secs(120);

/// Looks again and again until it holds.
pub fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < PATIENCE, "not within {PATIENCE:?}: {what}");
        std::thread::park_timeout(Duration::from_millis(1));
    }
}

/// Waits for a process to end. One that hangs is killed, and what it printed until then is shown.
pub fn ended(child: Child) -> Output {
    ended_within(LONG_PATIENCE, child)
}

/// As [`ended`], for a process that is meant to take longer.
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

/// Kills a process that lives too long, so that a test that reads from it comes to an end. Dropped, it lets it live.
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
