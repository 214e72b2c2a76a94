//! `import` and `resume`: the worker's import, told line by line.

use std::collections::HashMap;
use std::io::{self, IsTerminal as _};

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::args;
use super::terminal::{Exit, Terminal, print_json, problem_json, shows_progress};
use crate::args;
use crate::domain::{Code, Draft, Problem};
use crate::i18n::Messages;
use crate::import::{Counts, DraftId, PlannedDraft, Row, State};
use crate::worker::{Command, Event, ImportCommand, MarketChoice, Progress, Session, Waiting};

/// Plans, signs in, and imports.
pub fn import(terminal: &Terminal, market: MarketChoice, options: &args::Import) -> Result<Exit, Problem> {
    let mut found = 0;
    let ended = planned_and_imported(terminal, market, options, &mut found);
    if options.json && !options.dry_run {
        match &ended {
            Err(problem) => print_failed(&terminal.messages, problem, found),
            Ok(_) if found == 0 => print_done(Counts::default(), 0),
            Ok(_) => {}
        }
    }
    ended
}

/// `found` becomes how many products there are to import.
fn planned_and_imported(terminal: &Terminal, market: MarketChoice, options: &args::Import, found: &mut usize) -> Result<Exit, Problem> {
    let defaults = options.defaults().map_err(|(field, error)| crate::domain::FieldProblem { field, error })?;
    let (drafts, problems) = plan(terminal, options, &defaults)?;
    // A file that stands in a draft is told with its product.
    let problems: Vec<Problem> = problems.into_iter().filter(|problem| options.dry_run || !stands_in_a_draft(problem, &drafts)).collect();
    for problem in &problems {
        terminal.complain(problem);
        if options.json {
            print_problem(&terminal.messages, problem);
        }
    }
    if drafts.is_empty() {
        if problems.is_empty() {
            terminal.complain(&Problem::new(Code::NothingFound));
        }
        return Ok(Exit::Input);
    }
    if options.dry_run {
        show_plan(terminal, &drafts, options.json);
        return Ok(Exit::AllDone);
    }
    price_is_settled(terminal, options, &drafts)?;
    *found = drafts.len();
    let signed_in = terminal.sign_in(market);
    let followed = match signed_in {
        Err(problem) if Exit::from(&problem) != Exit::SignIn => Err(problem),
        // With nobody signed in the worker keeps it for `resume`.
        signed_in => {
            terminal.send(Command::Import(ImportCommand::Start { drafts, again: options.again, from_review: false }));
            let followed = follow(terminal, options.json);
            signed_in.and(followed)
        }
    };
    match followed {
        // A folder that holds itself was looked through all the same.
        Ok(Exit::AllDone) if problems.iter().any(|problem| problem.code != Code::FolderLoop) => Ok(Exit::SomeNotCreated),
        followed => followed,
    }
}

/// Products without a price are created only where the person says so: with `--yes`, or when asked.
///
/// # Errors
/// When the person says no, or cannot be asked.
fn price_is_settled(terminal: &Terminal, options: &args::Import, drafts: &[PlannedDraft]) -> Result<(), Problem> {
    let count = drafts.iter().filter(|planned| planned.draft.primary_price.is_none()).count();
    if count == 0 || options.yes {
        return Ok(());
    }
    let can_ask = !options.json && io::stdin().is_terminal() && io::stderr().is_terminal();
    let yes = can_ask && terminal.asks(&terminal.messages.format("cli-no-price", args!["count" => count]));
    if yes { Ok(()) } else { Err(Problem::new(Code::NoPrice).about(count.to_string())) }
}

/// Goes on with what earlier imports of this account left.
pub fn resume(terminal: &Terminal, market: MarketChoice, json: bool) -> Result<Exit, Problem> {
    let resumed = terminal.sign_in(market).and_then(|_| {
        terminal.send(Command::Import(ImportCommand::Resume));
        follow(terminal, json)
    });
    if json && let Err(problem) = &resumed {
        print_failed(&terminal.messages, problem, left(terminal));
    }
    resumed
}

/// How many products wait to be gone on with, asked when nobody could be signed in.
fn left(terminal: &Terminal) -> usize {
    let mut left = 0;
    terminal.send(Command::Import(ImportCommand::Resume));
    loop {
        match terminal.next() {
            Event::ImportUnfinished(unfinished) => left = unfinished.counts.waiting,
            Event::Problem(_) | Event::ImportEnded(_) | Event::Stopped => return left,
            _ => {}
        }
    }
}

/// The last lines of an import that nothing came of.
pub fn print_failed(messages: &Messages, problem: &Problem, waiting: usize) {
    print_problem(messages, problem);
    print_done(Counts { waiting, ..Counts::default() }, 0);
}

fn print_problem(messages: &Messages, problem: &Problem) {
    print_json(&json!({ "event": "problem", "problem": problem_json(messages.problem(problem), problem) }));
}

fn plan(terminal: &Terminal, options: &args::Import, defaults: &Draft) -> Result<(Vec<PlannedDraft>, Vec<Problem>), Problem> {
    terminal.send(Command::Import(ImportCommand::Plan {
        paths: options.paths.clone(),
        grouping: options.group.into(),
        sheet: options.sheet.clone(),
    }));
    loop {
        match terminal.next() {
            Event::Planned { mut drafts, problems, .. } => {
                for planned in &mut drafts {
                    // A name taken from a file is the weakest: what the person wrote goes before it.
                    if !defaults.name.is_empty() && planned.draft.name == planned.source_name {
                        planned.draft.name.clear();
                    }
                    planned.draft.fill(defaults);
                }
                return Ok((drafts, problems));
            }
            Event::Stopped => return Err(Problem::new(Code::Cancelled)),
            _ => {}
        }
    }
}

fn stands_in_a_draft(problem: &Problem, drafts: &[PlannedDraft]) -> bool {
    let mut photos = drafts.iter().flat_map(|planned| &planned.photos);
    problem.subject.as_deref().is_some_and(|subject| photos.any(|photo| photo.as_os_str() == subject))
}

fn show_plan(terminal: &Terminal, drafts: &[PlannedDraft], json: bool) {
    for planned in drafts {
        if json {
            print_json(&json!({
                "event": "planned",
                "name": planned.draft.name,
                "source": planned.source,
                "photos": planned.photos,
                "fields": planned.draft,
            }));
        } else {
            let line = args!["name" => planned.draft.name.as_str(), "count" => planned.photos.len()];
            println!("{}", terminal.messages.format("cli-planned", line));
        }
    }
    if !json {
        println!("{}", terminal.messages.format("cli-planned-total", args!["count" => drafts.len()]));
    }
}

/// Tells what happens until the import ends, stops, or waits for what only a person can give.
///
/// # Errors
/// When the import is not taken on at all.
fn follow(terminal: &Terminal, json: bool) -> Result<Exit, Problem> {
    let mut began = false;
    let mut teller = Teller::new(terminal, json);
    let mut last: Option<Progress> = None;
    // A token that has ended may be renewed without anyone's help.
    let mut renewing = false;
    let exit = loop {
        match terminal.next() {
            Event::ImportDrafts(_) => began = true,
            Event::ImportRows(rows) => teller.rows(rows),
            Event::ImportProgress(progress) => {
                let waiting = teller.progress(&progress);
                last = Some(progress);
                if let Some(exit) = waiting.filter(|&exit| !(renewing && exit == Exit::SignIn)) {
                    break exit;
                }
            }
            Event::Session(session) => {
                renewing = matches!(session, Session::Checking { .. });
                if matches!(session, Session::SignedOut { .. }) && last.as_ref().is_some_and(|last| last.waiting == Some(Waiting::SignIn)) {
                    break Exit::SignIn;
                }
            }
            Event::ImportEnded(progress) => {
                let exit = match progress.counts {
                    counts if counts.waiting > 0 => Exit::Stopped,
                    counts if counts.failed + counts.cancelled > 0 => Exit::SomeNotCreated,
                    _ => Exit::AllDone,
                };
                last = Some(progress);
                break exit;
            }
            // Renewed, the token is somebody else's: the import waits for its own account.
            Event::Left if !began => return Err(Problem::new(Code::OtherAccount)),
            Event::Left => break terminal.complain(&Problem::new(Code::OtherAccount)),
            Event::Problem(problem) if !began => return Err(problem),
            Event::Problem(problem) => {
                terminal.complain(&problem);
            }
            Event::Stopped => break Exit::Stopped,
            _ => {}
        }
    };
    teller.end(&last.unwrap_or_default());
    Ok(exit)
}

struct Teller<'a> {
    terminal: &'a Terminal,
    json: bool,
    bar: ProgressBar,
    rows: HashMap<DraftId, Row>,
    waiting: Option<Waiting>,
}

impl<'a> Teller<'a> {
    fn new(terminal: &'a Terminal, json: bool) -> Self {
        let bar = if shows_progress(json) { ProgressBar::new(0) } else { ProgressBar::hidden() };
        bar.set_style(ProgressStyle::with_template("{bar:30} {msg}").unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self { terminal, json, bar, rows: HashMap::new(), waiting: None }
    }

    fn rows(&mut self, rows: Vec<Row>) {
        for row in rows {
            let told = self.rows.get(&row.id).is_some_and(|told| told.state == row.state && !waits_for_id(told));
            if !told && (row.state.is_final() || row.state == State::NeedsPerson) && !waits_for_id(&row) {
                self.tell(&row);
            }
            self.rows.insert(row.id, row);
        }
    }

    fn tell(&self, row: &Row) {
        let messages = &self.terminal.messages;
        if self.json {
            print_json(&json!({
                "event": "product",
                "draft": row.id,
                "name": row.name,
                "source": row.source,
                "state": row.state,
                "product_id": row.product_id,
                "photo_id": row.photo_id,
                "equal_name": row.equal_name,
                "problem": row.problem.as_ref().map(|problem| problem_json(messages.product_problem(problem), problem)),
            }));
        } else if let Some(problem) = &row.problem {
            let words = messages.product_problem(problem);
            let line = args!["name" => row.name.as_str(), "problem" => words.title, "cause" => words.cause, "remedy" => words.remedy];
            self.bar.suspend(|| eprintln!("{}", messages.format("cli-product-problem", line)));
        }
    }

    /// `Some` when only a person can let it go on, which a terminal cannot ask for.
    fn progress(&mut self, progress: &Progress) -> Option<Exit> {
        let messages = &self.terminal.messages;
        let counts = progress.counts;
        self.bar.set_length(counts.total() as u64);
        self.bar.set_position((counts.total() - counts.waiting) as u64);
        let left =
            progress.left.map(|left| messages.format("cli-progress-left", args!["left" => messages.duration(left)])).unwrap_or_default();
        let line = args!["done" => counts.total() - counts.waiting, "total" => counts.total(), "created" => counts.created, "failed" => counts.failed, "up" => progress.photos_up, "photos" => progress.photos, "left" => left];
        let message = match progress.waiting.as_ref().filter(|waiting| counts_down(waiting)) {
            Some(waiting) => messages.waiting(waiting).reason,
            None => messages.format("cli-progress", line).into_owned(),
        };
        self.bar.set_message(message);
        self.told_waiting(progress.waiting.as_ref())
    }

    fn told_waiting(&mut self, waiting: Option<&Waiting>) -> Option<Exit> {
        let kind = |w: Option<&Waiting>| w.map(std::mem::discriminant);
        if kind(waiting) != kind(self.waiting.as_ref()) {
            // What counts down is told in the bar, where there is one.
            if let Some(waiting) = waiting.filter(|waiting| self.bar.is_hidden() || !counts_down(waiting)) {
                self.bar.suspend(|| eprintln!("{}", waiting_line(self.terminal, waiting)));
            }
            self.waiting = waiting.cloned();
        }
        match waiting? {
            Waiting::SignIn => Some(Exit::SignIn),
            Waiting::Refusals(problem) | Waiting::Storage(problem) => {
                self.bar.suspend(|| self.terminal.complain(problem));
                Some(Exit::Stopped)
            }
            Waiting::Paused | Waiting::Person => Some(Exit::Stopped),
            Waiting::Pace { .. } | Waiting::Canary | Waiting::Checking { .. } | Waiting::Network { .. } => None,
        }
    }

    fn end(&self, last: &Progress) {
        self.bar.finish_and_clear();
        let counts = last.counts;
        let untold = |row: &&Row| waits_for_id(row) || !row.state.is_final() && row.state != State::NeedsPerson;
        let mut open: Vec<&Row> = self.rows.values().filter(untold).collect();
        open.sort_by_key(|row| row.id);
        if self.json {
            for row in open {
                self.tell(row);
            }
            print_done(counts, last.uploads);
        } else {
            let line = args!["created" => counts.created, "skipped" => counts.skipped, "failed" => counts.failed + counts.cancelled, "waiting" => counts.waiting];
            println!("{}", self.terminal.messages.format("cli-done", line));
            if counts.waiting > 0 {
                println!("{}", self.terminal.messages.text("cli-resume-hint"));
            }
        }
    }
}

/// Created, and the marketplace did not say as what: its line waits, for the shop's list may tell before the end.
fn waits_for_id(row: &Row) -> bool {
    row.state == State::Created && row.product_id.is_none()
}

/// The last line of every import.
fn print_done(counts: Counts, uploads: usize) {
    print_json(&json!({
        "event": "done",
        "created": counts.created,
        "skipped": counts.skipped,
        "failed": counts.failed + counts.cancelled,
        "waiting": counts.waiting,
        "uploads": uploads,
    }));
}

/// Ends by itself, at a known time.
fn counts_down(waiting: &Waiting) -> bool {
    matches!(waiting, Waiting::Pace { .. } | Waiting::Checking { .. } | Waiting::Network { .. })
}

fn waiting_line(terminal: &Terminal, waiting: &Waiting) -> String {
    let words = terminal.messages.waiting(waiting);
    format!("{}. {}", words.reason, words.advice)
}
