//! The practice shop inside this program: the sandbox on a thread of its own, so that its work never delays
//! the worker.

use std::path::Path;
use std::sync::mpsc;
use std::thread::JoinHandle;

use secrecy::SecretString;
use tokio::sync::{mpsc::UnboundedSender, oneshot};

use vitrine_domain::{Problem, ProblemKind};
use vitrine_sandbox::{Faults, Sandbox, ShopBehaviour, State};

/// A running practice shop.
pub struct Practice {
    market_file: String,
    token: SecretString,
    stop: oneshot::Sender<()>,
    /// Whether it is to speak Persian.
    persian: UnboundedSender<bool>,
    thread: JoinHandle<()>,
}

impl Practice {
    /// Starts it with the state that earlier sessions left in the data directory.
    pub fn start(data_dir: &Path, behaviour: ShopBehaviour) -> Result<Self, Problem> {
        let faults = Faults { behaviour, ..Faults::default() };
        let options = vitrine_sandbox::Options {
            state: State::Directory(data_dir.join("practice")),
            faults,
            ..vitrine_sandbox::Options::default()
        };
        let (stop, mut stopped) = oneshot::channel();
        let (persian, mut spoken) = tokio::sync::mpsc::unbounded_channel();
        let (started, start) = mpsc::channel();
        let failed =
            |error: std::io::Error| Problem::new(ProblemKind::Internal).with_quotation(error.to_string());
        let thread = std::thread::Builder::new()
            .name("practice shop".to_owned())
            .spawn(move || {
                let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
                    Ok(runtime) => runtime,
                    Err(error) => return drop(started.send(Err(error))),
                };
                runtime.block_on(async move {
                    match vitrine_sandbox::start(options).await {
                        Ok(shop) => {
                            let _ = started.send(Ok(introduction(&shop)));
                            loop {
                                tokio::select! {
                                    _ = &mut stopped => break,
                                    Some(persian) = spoken.recv() => shop.speak(persian),
                                }
                            }
                            shop.shutdown().await;
                        }
                        Err(error) => drop(started.send(Err(error))),
                    }
                });
            })
            .map_err(failed)?;
        let (market_file, token) =
            start.recv().map_err(|_| Problem::new(ProblemKind::Internal))?.map_err(failed)?;
        Ok(Self { market_file, token, stop, persian, thread })
    }

    /// The content of its market file.
    pub fn market_file(&self) -> &str {
        &self.market_file
    }

    /// A token of its owner.
    pub const fn token(&self) -> &SecretString {
        &self.token
    }

    /// Has it speak Persian or English from now on.
    pub fn speak(&self, persian: bool) {
        let _ = self.persian.send(persian);
    }

    /// Stops it after its state was saved.
    pub fn stop(self) {
        let _ = self.stop.send(());
        let _ = self.thread.join();
    }
}

fn introduction(shop: &Sandbox) -> (String, SecretString) {
    (shop.market_file(), shop.token())
}
