//! Opens the window with the first renderer that works.
//!
//! A graphics driver may fail in ways that no program survives, and a process can open its window only once.
//! So each further renderer is tried in a new process, and so is the first one until it has worked once. The
//! process that the user started waits for them.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use secrecy::ExposeSecret;

use super::attempts::{Outcome, Record};
use super::cause;
use crate::auth::environment;
use crate::ui::{self, Renderer};
use vitrine_domain::{Exit, Finding, Problem, ProblemKind};
use vitrine_local::files;
use vitrine_local::private;

/// Names the renderer to use.
const CHOICE: &str = "VITRINE_RENDERER";
/// Names the renderer that a process is to try, on behalf of the one that started it.
const ATTEMPT: &str = "VITRINE_RENDERER_ATTEMPT";
/// The file of the data directory with the [`Record`].
const FILE: &str = "renderer.json";

/// Opens the window by `open`, which gets the renderer; with the next one if that fails before the first
/// frame. Which one works is remembered in `data_dir`, if there is one.
///
/// # Errors
/// `NoDisplay` when no renderer works, else the problem of `open`.
pub fn with_renderer(
    data_dir: Option<&Path>,
    open: impl FnOnce(Attempt) -> Result<Exit, Problem>,
) -> Result<Exit, Problem> {
    let records = Rc::new(RecordFile { path: data_dir.map(|dir| dir.join(FILE)) });
    if let Some(renderer) = variable(ATTEMPT).and_then(|key| Renderer::from_key(&key)) {
        return match open(Attempt::new(renderer, Some(Rc::clone(&records)))) {
            // The process that waits for this one reports it.
            Err(problem) if problem.kind == ProblemKind::NoDisplay => {
                records.update(|record| record.fail(renderer, problem.quotation.unwrap_or_default()));
                Ok(Exit::SomeNotCreated)
            }
            result => result,
        };
    }
    if let Some(renderer) = chosen()? {
        return open(Attempt::new(renderer, None));
    }
    let [only] = Renderer::CHAIN else { return try_all(&records, open) };
    open(Attempt::new(*only, None))
}

/// Tries the chain, beginning with the renderer that worked last.
fn try_all(
    records: &Rc<RecordFile>,
    open: impl FnOnce(Attempt) -> Result<Exit, Problem>,
) -> Result<Exit, Problem> {
    let record = records.read();
    let order = record.order(Renderer::CHAIN);
    let mut causes = Vec::new();
    let mut rest = order.as_slice();
    if let Some((first, others)) = order.split_first().filter(|(first, _)| record.is_proven(**first)) {
        match open(Attempt::new(*first, Some(Rc::clone(records)))) {
            Err(problem) if problem.kind == ProblemKind::NoDisplay => {
                let said = problem.quotation.unwrap_or_default();
                records.update(|record| record.fail(*first, said.clone()));
                causes.push((*first, said));
            }
            result => return result,
        }
        rest = others;
    }
    records.update(|record| record.forget_failures(rest));
    for &renderer in rest {
        match try_in_new_process(records, renderer) {
            Outcome::Ended(status) => return Ok(Exit::from_status(status)),
            Outcome::NotShown(said) => causes.push((renderer, said.unwrap_or_default())),
        }
    }
    Err(cause::none_works(&causes))
}

fn try_in_new_process(records: &RecordFile, renderer: Renderer) -> Outcome {
    let ended = std::env::current_exe().and_then(|program| {
        let mut same = std::process::Command::new(program);
        // It does the work of this process, which alone has the secrets that were given.
        same.envs(
            environment::secrets().map(|(variable, secret)| (variable, secret.expose_secret().to_owned())),
        );
        same.args(std::env::args_os().skip(1)).env(ATTEMPT, renderer.key()).status()
    });
    let status = match ended {
        Ok(status) => status.code(),
        Err(error) => {
            records.update(|record| record.fail(renderer, error.to_string()));
            Some(Exit::SomeNotCreated as i32)
        }
    };
    let outcome = records.read().outcome(renderer, status);
    if outcome == Outcome::NotShown(None) {
        let said = status.map_or_else(String::new, |status| format!("exit status {status:#x}"));
        records.update(|record| record.fail(renderer, said.clone()));
        return Outcome::NotShown(Some(said));
    }
    outcome
}

/// The renderer that the environment names, if it names one.
fn chosen() -> Result<Option<Renderer>, Problem> {
    let Some(value) = variable(CHOICE) else { return Ok(None) };
    match Renderer::from_key(&value) {
        Some(renderer) => Ok(Some(renderer)),
        None => {
            let allowed = Renderer::CHAIN.iter().map(|renderer| renderer.key().to_owned()).collect();
            Err(Problem::new(ProblemKind::UnknownRenderer)
                .with_diagnostic(Finding::NotAllowed { value, allowed }))
        }
    }
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// One attempt at opening the window, with one renderer.
pub struct Attempt {
    renderer: Renderer,
    /// Where it is recorded; `None` where nothing depends on it.
    records: Option<Rc<RecordFile>>,
}

impl Attempt {
    const fn new(renderer: Renderer, records: Option<Rc<RecordFile>>) -> Self {
        Self { renderer, records }
    }

    /// Opens the window by `run`, and records whether its first frame was shown.
    ///
    /// # Errors
    /// `NoDisplay` when it was not.
    pub fn open(self, run: impl FnOnce(ui::Opening) -> eframe::Result) -> Result<Exit, Problem> {
        let Self { renderer, records } = self;
        if let Some(records) = &records {
            records.update(|record| record.begin(renderer));
        }
        let shown = Arc::new(AtomicBool::new(false));
        keep_quiet_until(&shown);
        let is_shown = Arc::clone(&shown);
        let on_shown = Box::new(move || {
            is_shown.store(true, Ordering::Release);
            if let Some(records) = records {
                records.update(|record| record.succeed(renderer));
            }
        });
        // Libraries that the window loads are missing: some crates return an error, others panic.
        match panic::catch_unwind(AssertUnwindSafe(|| run(ui::Opening { renderer, on_shown }))) {
            Ok(Ok(())) => Ok(Exit::AllDone),
            Ok(Err(error)) => Err(cause::not_opened(&error.to_string())),
            Err(payload) if shown.load(Ordering::Acquire) => panic::resume_unwind(payload),
            Err(payload) => Err(cause::not_opened(&panic_text(&*payload))),
        }
    }
}

/// Panics of this thread are not printed until the window is shown: they are reported as the reason why it
/// did not open.
fn keep_quiet_until(shown: &Arc<AtomicBool>) {
    let (opening, shown, previous) = (std::thread::current().id(), Arc::clone(shown), panic::take_hook());
    panic::set_hook(Box::new(move |info| {
        if shown.load(Ordering::Acquire) || std::thread::current().id() != opening {
            previous(info);
        }
    }));
}

fn panic_text(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default()
}

/// A record is a few lines.
const MAX_RECORD_BYTES: u64 = 64 << 10;

/// The file with the record. What cannot be read or written is tried again at the next start.
struct RecordFile {
    path: Option<PathBuf>,
}

impl RecordFile {
    fn read(&self) -> Record {
        let text = self.path.as_ref().and_then(|path| files::read_text(path, MAX_RECORD_BYTES).ok());
        text.map(|text| Record::parse(&text)).unwrap_or_default()
    }

    fn update(&self, change: impl FnOnce(&mut Record)) {
        let Some(path) = &self.path else { return };
        let mut record = self.read();
        change(&mut record);
        let written = path
            .parent()
            .map_or(Ok(()), private::make_data_dir)
            .and_then(|()| private::write(path, record.to_text().as_bytes()));
        if let Err(error) = written {
            tracing::warn!(%error, path = %path.display(), "which renderer works is not remembered");
        }
    }
}
