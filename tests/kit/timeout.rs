//! Time limits for waiting. A hang becomes a failure that says what the test was waiting for.

use std::process::{Child, Command, Output};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// For a single event, response or page: much longer than any of them takes on a slow machine.
pub const TIMEOUT: Duration = Duration::from_secs(60);

/// For work of many steps, such as a whole run of the program.
pub const LONG_TIMEOUT: Duration = Duration::from_secs(120);

/// Polls until the condition holds. `what` describes it in the failure message.
pub fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < TIMEOUT, "timed out after {TIMEOUT:?} waiting for: {what}");
        std::thread::park_timeout(Duration::from_millis(1));
    }
}

/// Waits for a process to exit and returns its output. A process that hangs is killed, and the failure shows
/// its output.
pub fn wait_for_exit(child: Child) -> Output {
    wait_for_exit_within(LONG_TIMEOUT, child)
}

/// Like [`wait_for_exit`], with a different time limit.
pub fn wait_for_exit_within(limit: Duration, child: Child) -> Output {
    let (id, (sender, exit)) = (child.id(), mpsc::channel());
    std::thread::spawn(move || drop(sender.send(child.wait_with_output())));
    match exit.recv_timeout(limit) {
        Ok(output) => output.unwrap(),
        Err(_) => {
            kill(id);
            let Ok(Ok(Output { stdout, stderr, .. })) = exit.recv_timeout(TIMEOUT) else {
                panic!(
                    "the process was still running after {limit:?}, and a process that it started keeps its output open"
                );
            };
            let (stdout, stderr) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
            panic!(
                "the process was still running after {limit:?}.\nstandard output:\n{stdout}\nstandard error:\n{stderr}"
            );
        }
    }
}

/// Kills a process after a time limit, so that a test reading from it ends. Dropping it cancels the limit.
pub struct Watchdog {
    _cancel: Sender<()>,
}

impl Watchdog {
    pub fn start(limit: Duration, child: &Child) -> Self {
        let (id, (cancel, cancelled)) = (child.id(), mpsc::channel());
        std::thread::spawn(move || {
            if cancelled.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
                eprintln!("process {id} was still running after {limit:?} and is killed");
                kill(id);
            }
        });
        Self { _cancel: cancel }
    }
}

fn kill(id: u32) {
    let (program, arguments) =
        if cfg!(windows) { ("taskkill", ["/F", "/PID"]) } else { ("kill", ["-9", "--"]) };
    let _ = Command::new(program).args(arguments).arg(id.to_string()).status();
}
