//! Runs the program in a pseudo-terminal made by `script` (util-linux), with simulated input.

use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex};

use crate::kit::patience::{PATIENCE, Watchdog, ended, wait_until};

pub struct Pty {
    child: Child,
    keys: ChildStdin,
    shown: Arc<Mutex<String>>,
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
        let words: Vec<String> = words.map(|word| format!("'{}'", word.to_str().unwrap().replace('\'', r"'\''"))).collect();
        std::fs::write(&script, format!("echo $$ > '{}'\nexec {}\n", pid.display(), words.join(" "))).unwrap();
        let mut terminal = Command::new("script");
        terminal.args(["--quiet", "--return", "--flush", "--command"]).arg(format!("exec sh '{}'", script.display())).arg("/dev/null");
        // A shell in between would itself be ended by Ctrl+C, and its status reported instead of the program's.
        terminal.env("SHELL", "/bin/sh").env("TERM", "xterm").env_remove("NO_COLOR");
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => terminal.env(name, value),
                None => terminal.env_remove(name),
            };
        }
        let mut child = terminal.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
        let watchdog = Watchdog::over(PATIENCE, &child);
        let (keys, mut screen) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let shown = Arc::new(Mutex::new(String::new()));
        let show = Arc::clone(&shown);
        std::thread::spawn(move || {
            let (mut seen, mut part) = (Vec::new(), [0; 4096]);
            while let Ok(count @ 1..) = screen.read(&mut part) {
                seen.extend_from_slice(&part[..count]);
                *show.lock().unwrap() = String::from_utf8_lossy(&seen).into_owned();
            }
        });
        Self { child, keys, shown, pid, _dir: dir, _watchdog: watchdog }
    }

    pub fn shown(&self) -> String {
        self.shown.lock().unwrap().clone()
    }

    pub fn waits_for(&self, text: &str) {
        wait_until(&format!("{text:?} on the terminal"), || self.shown().contains(text));
    }

    pub fn types(&mut self, text: &str) {
        self.keys.write_all(text.as_bytes()).and_then(|()| self.keys.flush()).unwrap();
    }

    /// Waits until the terminal does not echo input.
    pub fn waits_for_no_echo(&self) {
        wait_until("what is typed is not shown", || {
            let pid = std::fs::read_to_string(&self.pid).unwrap_or_default();
            let set = Command::new("stty").args(["-a", "-F"]).arg(format!("/proc/{}/fd/0", pid.trim())).output().unwrap();
            String::from_utf8_lossy(&set.stdout).contains("-echo ")
        });
    }

    /// Waits for the end; returns the exit status and all output.
    pub fn ends(self) -> (i32, String) {
        let Self { child, keys, shown, .. } = self;
        let status = ended(child).status;
        drop(keys);
        let shown = shown.lock().unwrap().clone();
        (status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or_default()), shown)
    }
}
