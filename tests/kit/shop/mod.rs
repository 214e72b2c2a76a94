//! A practice marketplace on a thread of its own, photos for it, and the program run against it.

pub mod browser;
pub mod port;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::thread::JoinHandle;

use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use tokio::sync::oneshot;
use vitrine::sandbox::{Options, Sandbox, start};
use vitrine::worker;

use super::patience::{PATIENCE, ended};
use super::worker::Worker;

/// A sandbox that runs until dropped.
pub struct Shop {
    pub sandbox: Sandbox,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Shop {
    pub fn open(options: Options) -> Self {
        let (stop, stopped) = oneshot::channel::<()>();
        let (send, receive) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async move {
                send.send(start(options).await.unwrap()).unwrap();
                let _ = stopped.await;
            });
        });
        Self { sandbox: receive.recv_timeout(PATIENCE).expect("the practice shop opens"), stop: Some(stop), thread: Some(thread) }
    }

    pub fn titles(&self) -> Vec<String> {
        let mut titles: Vec<String> = self.sandbox.products().into_iter().map(|product| product.fields.name).collect();
        titles.sort();
        titles
    }
}

impl Drop for Shop {
    fn drop(&mut self) {
        self.stop.take().map(|stop| stop.send(()));
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A data directory, a market file, and the program to run with them.
pub struct Desk {
    pub dir: tempfile::TempDir,
    market: PathBuf,
    pub token: SecretString,
}

impl Desk {
    pub fn at(shop: &Shop) -> Self {
        Self::with(&shop.sandbox.market_file(), shop.sandbox.token())
    }

    pub fn with(market_file: &str, token: SecretString) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let market = dir.path().join("market.toml");
        std::fs::write(&market, market_file).unwrap();
        std::fs::create_dir(dir.path().join("photos")).unwrap();
        Self { dir, market, token }
    }

    pub fn market_file(&self) -> String {
        std::fs::read_to_string(&self.market).unwrap()
    }

    pub fn market(&self) -> PathBuf {
        self.market.clone()
    }

    pub fn photos(&self) -> PathBuf {
        self.dir.path().join("photos")
    }

    pub fn data(&self) -> PathBuf {
        self.dir.path().join("data")
    }

    /// A small photo in a unique colour at `photos/<name>`.
    pub fn photo(&self, name: &str) -> PathBuf {
        let path = self.photos().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let seed = blake3_of(name);
        let picture = image::RgbImage::from_fn(64, 48, |x, y| image::Rgb([seed[0] ^ x as u8, seed[1] ^ y as u8, seed[2]]));
        picture.save(&path).unwrap();
        path
    }

    pub fn worker_options(&self) -> worker::Options {
        worker::Options { token: Some(self.token.clone()), ..worker::Options::new(self.data()) }
    }

    /// A signed-in worker on this data directory.
    pub fn worker(&self) -> Worker {
        Worker::signed_in(self.worker_options(), self.market())
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vitrine"));
        command.args(["--language", "en", "--data-dir"]).arg(self.data()).arg("--market").arg(&self.market).args(arguments);
        command.env("VITRINE_TOKEN", self.token.expose_secret()).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Ran {
        Ran::from(self.command(arguments).spawn().unwrap())
    }

    /// All files in `photos`, as separate arguments: loose photos are separate products.
    pub fn paths(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.photos()).unwrap();
        let mut paths: Vec<String> = entries.map(|entry| entry.unwrap().path().to_str().unwrap().to_owned()).collect();
        paths.sort();
        paths
    }

    pub fn import_command(&self, more: &[&str]) -> Command {
        // Most tests are not about prices.
        let mut command = self.command(&["import", "--json", "--yes"]);
        command.args(more).args(self.paths());
        command
    }

    pub fn import(&self, more: &[&str]) -> Ran {
        Ran::from(self.import_command(more).spawn().unwrap())
    }
}

/// The result of running the program.
#[derive(Debug)]
pub struct Ran {
    pub status: i32,
    pub lines: Vec<Value>,
    pub out: String,
    pub err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        let out = String::from_utf8(output.stdout).unwrap();
        let lines = out.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        Self { status: output.status.code().unwrap_or(-1), lines, out, err: String::from_utf8_lossy(&output.stderr).into_owned() }
    }
}

impl From<Child> for Ran {
    fn from(child: Child) -> Self {
        ended(child).into()
    }
}

impl Ran {
    pub fn done(&self) -> &Value {
        let last = self.lines.last().unwrap_or_else(|| panic!("no line at all; standard error: {}", self.err));
        assert_eq!(last["event"], "done", "{self:?}");
        last
    }

    /// The numbers of created, skipped, failed and waiting products.
    pub fn counts(&self) -> [u64; 4] {
        ["created", "skipped", "failed", "waiting"].map(|key| self.done()[key].as_u64().unwrap())
    }

    /// The last line of each product, by name.
    pub fn products(&self) -> BTreeMap<String, Value> {
        let products = self.lines.iter().filter(|line| line["event"] == "product");
        products.map(|line| (line["name"].as_str().unwrap().to_owned(), line.clone())).collect()
    }
}

fn blake3_of(name: &str) -> [u8; 32] {
    *blake3::hash(name.as_bytes()).as_bytes()
}

/// Whether a keychain for tests is available; see `tests/with-keychain.sh`.
pub fn has_keychain() -> bool {
    let has = std::env::var_os("VITRINE_TEST_KEYCHAIN").is_some();
    if !has {
        eprintln!("skipped in part: run it under tests/with-keychain.sh");
    }
    has
}

pub fn write(path: &Path, bytes: &[u8]) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, bytes).unwrap();
}
