//! Runs the program in a pseudo-terminal made by `script` (util-linux), with simulated input.

use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex};

use crate::kit::timeout::{TIMEOUT, Watchdog, wait_for_exit, wait_until};

pub struct Pty {
    child: Child,
    keys: ChildStdin,
    screen: Arc<Mutex<String>>,
    pid: std::path::PathBuf,
    _dir: tempfile::TempDir,
    _watchdog: Watchdog,
}

impl Pty {
    /// Runs `command` with its arguments and environment.
    pub fn run(command: &Command) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let (script, pid) = (dir.path().join("run.sh"), dir.path().join("pid"));
        let words = std::iter::once(command.get_program()).chain(command.get_args());
        let words: Vec<String> =
            words.map(|word| format!("'{}'", word.to_str().unwrap().replace('\'', r"'\''"))).collect();
        std::fs::write(&script, format!("echo $$ > '{}'\nexec {}\n", pid.display(), words.join(" ")))
            .unwrap();
        let mut terminal = Command::new("script");
        terminal
            .args(["--quiet", "--return", "--flush", "--command"])
            .arg(format!("exec sh '{}'", script.display()))
            .arg("/dev/null");
        // `exec`, because Ctrl+C would end a shell in between, whose status would be reported instead of the
        // program's.
        terminal.env("SHELL", "/bin/sh").env("TERM", "xterm").env_remove("NO_COLOR");
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => terminal.env(name, value),
                None => terminal.env_remove(name),
            };
        }
        let mut child =
            terminal.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
        let watchdog = Watchdog::start(TIMEOUT, &child);
        let (keys, mut output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let screen = Arc::new(Mutex::new(String::new()));
        let written = Arc::clone(&screen);
        std::thread::spawn(move || {
            let (mut all, mut part) = (Vec::new(), [0; 4096]);
            while let Ok(count @ 1..) = output.read(&mut part) {
                all.extend_from_slice(&part[..count]);
                *written.lock().unwrap() = String::from_utf8_lossy(&all).into_owned();
            }
        });
        Self { child, keys, screen, pid, _dir: dir, _watchdog: watchdog }
    }

    /// All output so far.
    pub fn screen(&self) -> String {
        self.screen.lock().unwrap().clone()
    }

    pub fn wait_for(&self, text: &str) {
        wait_until(&format!("{text:?} on the terminal"), || self.screen().contains(text));
    }

    pub fn type_text(&mut self, text: &str) {
        self.keys.write_all(text.as_bytes()).and_then(|()| self.keys.flush()).unwrap();
    }

    /// Waits until the terminal does not echo input.
    pub fn wait_for_no_echo(&self) {
        wait_until("the terminal does not echo input", || {
            let pid = std::fs::read_to_string(&self.pid).unwrap_or_default();
            let set = Command::new("stty")
                .args(["-a", "-F"])
                .arg(format!("/proc/{}/fd/0", pid.trim()))
                .output()
                .unwrap();
            String::from_utf8_lossy(&set.stdout).contains("-echo ")
        });
    }

    /// Waits for the exit and returns the status and all output.
    pub fn finish(self) -> (i32, String) {
        let Self { child, keys, screen, .. } = self;
        let status = wait_for_exit(child).status;
        drop(keys);
        let screen = screen.lock().unwrap().clone();
        (status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or_default()), screen)
    }
}
