//! A practice shop on a separate thread, and an environment in which the program runs against it.

pub mod browser;
pub mod port;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use tokio::sync::oneshot;
use vitrine::worker;
use vitrine::worker::sheet_reader::{Isolated, ReadSheet, TakePictures};
use vitrine_sandbox::{Options, Sandbox, start};

use super::timeout::{TIMEOUT, wait_for_exit};
use super::worker::Worker;

/// Reads sheets by the built program, as it does itself.
pub const READ_SHEET: ReadSheet = |name, bytes| {
    Isolated { program: env!("CARGO_BIN_EXE_vitrine").into(), limit: Duration::from_secs(60) }
        .read(name, bytes)
};

/// Takes pictures out of them.
pub const TAKE_PICTURES: TakePictures = |bytes, parts, each| {
    Isolated { program: env!("CARGO_BIN_EXE_vitrine").into(), limit: Duration::from_secs(60) }
        .take(bytes, parts, each)
};

/// A practice shop, served until it is dropped.
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
        Self {
            sandbox: receive.recv_timeout(TIMEOUT).expect("the practice shop starts"),
            stop: Some(stop),
            thread: Some(thread),
        }
    }

    /// The names of all products in the shop, sorted.
    pub fn titles(&self) -> Vec<String> {
        let mut titles: Vec<String> =
            self.sandbox.products().into_iter().map(|product| product.fields.name).collect();
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

/// An environment for the program: a data directory, a market file, a token, and a folder for photos.
pub struct TestEnv {
    pub dir: tempfile::TempDir,
    market: PathBuf,
    pub token: SecretString,
}

impl TestEnv {
    pub fn new(shop: &Shop) -> Self {
        Self::with_market_file(&shop.sandbox.market_file(), shop.sandbox.token())
    }

    pub fn with_market_file(market_file: &str, token: SecretString) -> Self {
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

    /// Writes a small photo, whose colour depends on its name, to `photos/<name>`.
    pub fn photo(&self, name: &str) -> PathBuf {
        let path = self.photos().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let seed = hash_of(name);
        let picture = image::RgbImage::from_fn(64, 48, |x, y| {
            image::Rgb([seed[0] ^ x as u8, seed[1] ^ y as u8, seed[2]])
        });
        picture.save(&path).unwrap();
        path
    }

    pub fn worker_options(&self) -> worker::Options {
        worker::Options {
            token: Some(self.token.clone()),
            read_sheet: READ_SHEET,
            take_pictures: TAKE_PICTURES,
            ..worker::Options::new(self.data())
        }
    }

    /// A signed-in worker on this data directory.
    pub fn worker(&self) -> Worker {
        Worker::signed_in(self.worker_options(), self.market())
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vitrine"));
        command
            .args(["--language", "en", "--data-dir"])
            .arg(self.data())
            .arg("--market")
            .arg(&self.market)
            .args(arguments);
        command
            .env("VITRINE_TOKEN", self.token.expose_secret())
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> RunOutput {
        RunOutput::from(self.command(arguments).spawn().unwrap())
    }

    /// All files in `photos`, as separate arguments, because each loose photo is a product.
    pub fn photo_paths(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.photos()).unwrap();
        let mut paths: Vec<String> =
            entries.map(|entry| entry.unwrap().path().to_str().unwrap().to_owned()).collect();
        paths.sort();
        paths
    }

    /// `vitrine import` of all photos, with JSON output.
    pub fn import_command(&self, more: &[&str]) -> Command {
        // `--yes`, because most tests are not about prices.
        let mut command = self.command(&["import", "--json", "--yes"]);
        command.args(more).args(self.photo_paths());
        command
    }

    pub fn import(&self, more: &[&str]) -> RunOutput {
        RunOutput::from(self.import_command(more).spawn().unwrap())
    }
}

/// The exit status and the output of a run of the program. `lines` are the lines of JSON on the standard
/// output.
#[derive(Debug)]
pub struct RunOutput {
    pub status: i32,
    pub lines: Vec<Value>,
    pub stdout: String,
    pub stderr: String,
}

impl From<Output> for RunOutput {
    fn from(output: Output) -> Self {
        let stdout = String::from_utf8(output.stdout).unwrap();
        let lines = stdout.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        Self {
            status: output.status.code().unwrap_or(-1),
            lines,
            stdout,
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

impl From<Child> for RunOutput {
    fn from(child: Child) -> Self {
        wait_for_exit(child).into()
    }
}

impl RunOutput {
    /// The `done` event, which must be the last line.
    pub fn done_event(&self) -> &Value {
        let last = self
            .lines
            .last()
            .unwrap_or_else(|| panic!("there is no JSON line; standard error: {}", self.stderr));
        assert_eq!(last["event"], "done", "{self:?}");
        last
    }

    /// The numbers of created, skipped, failed and waiting products.
    pub fn counts(&self) -> [u64; 4] {
        ["created", "skipped", "failed", "waiting"].map(|key| self.done_event()[key].as_u64().unwrap())
    }

    /// The last event of each product, by name.
    pub fn product_events(&self) -> BTreeMap<String, Value> {
        let products = self.lines.iter().filter(|line| line["event"] == "product");
        products.map(|line| (line["name"].as_str().unwrap().to_owned(), line.clone())).collect()
    }
}

fn hash_of(name: &str) -> [u8; 32] {
    *blake3::hash(name.as_bytes()).as_bytes()
}

/// Whether a keychain for tests is available; see `tests/with-keychain.sh`.
pub fn has_keychain() -> bool {
    let has = std::env::var_os("VITRINE_TEST_KEYCHAIN").is_some();
    if !has {
        eprintln!("partly skipped: run it under tests/with-keychain.sh");
    }
    has
}

pub fn write(path: &Path, bytes: &[u8]) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, bytes).unwrap();
}
