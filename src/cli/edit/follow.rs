//! `edit --follow`: keeps the shop in step with a list until Ctrl-C.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use jiff::tz::TimeZone;
use serde_json::{Value, json};

use super::super::printing::{print_json, print_line};
use super::super::terminal::{SignedIn, Terminal, can_ask};
use super::preview::PreviewPrinter;
use super::reporter::{EditReporter, Totals};
use crate::args;
use crate::cli::args;
use crate::i18n::hold_words;
use crate::worker::{
    Command, EditCommand, EditEvent, Event, FollowOptions, FollowedList, FollowedSheet, ListState, Session,
    Wanted,
};
use vitrine_core::edit::follow::{FollowRules, Hold};
use vitrine_core::edit::plan::{LeftOut, Preview};
use vitrine_core::edit::{EditRunId, StoredRow};
use vitrine_domain::{Exit, Problem, ProblemKind};

/// A list that is followed in the terminal.
pub struct Follower<'a> {
    terminal: &'a Terminal,
    signed_in: &'a SignedIn,
    options: &'a args::Edit,
    path: PathBuf,
    /// The list as it was printed last.
    shown: Option<ListState>,
    /// Whether it was compared with the shop at least once.
    was_compared: bool,
    /// The number of the last preview, while it is awaited.
    asked: Option<u64>,
    previews: u64,
    /// The run that goes on.
    run: Option<(EditRunId, EditReporter<'a>)>,
    /// What happened while a question was answered.
    heard: VecDeque<Event>,
}

/// Follows a list until Ctrl-C.
///
/// # Errors
/// What keeps it from being followed.
pub fn follow(
    terminal: &Terminal,
    signed_in: &SignedIn,
    options: &args::Edit,
    path: &Path,
) -> Result<Exit, Problem> {
    let missing = |error: std::io::Error| {
        Problem::new(ProblemKind::Sheet)
            .with_subject(path.display().to_string())
            .with_quotation(error.to_string())
    };
    let path = std::path::absolute(path).and_then(|path| path.metadata().map(|_| path)).map_err(missing)?;
    let sheet = FollowedSheet {
        path: path.clone(),
        columns: options.column.clone(),
        price_unit: options.price_unit.map(Into::into),
        options: FollowOptions {
            rules: FollowRules {
                reserve: options.reserve,
                sales: options.sales.map(Into::into).unwrap_or_default(),
            },
            sends_stock: options.send_stock && !options.dry_run,
        },
        is_remembered: false,
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    terminal.print_notice(&terminal.messages.format("cli-follow-begins", args!["name" => name]));
    terminal.send(Command::Edit(EditCommand::Follow(sheet)));
    Follower {
        terminal,
        signed_in,
        options,
        path,
        shown: None,
        was_compared: false,
        asked: None,
        previews: 0,
        run: None,
        heard: VecDeque::new(),
    }
    .run()
}

impl Follower<'_> {
    fn run(mut self) -> Result<Exit, Problem> {
        loop {
            let event = self.heard.pop_front().unwrap_or_else(|| self.terminal.next());
            match event {
                Event::Edit(EditEvent::Following(lists)) => {
                    if let Some(list) = lists.into_iter().find(|list| list.path == self.path) {
                        self.show(&list)?;
                    }
                }
                Event::Edit(EditEvent::Previewed { preview, result }) if self.asked == Some(preview) => {
                    self.asked = None;
                    match result {
                        Ok(preview) => self.offer(&preview)?,
                        Err(problem) => drop(self.terminal.report_problem(&problem)),
                    }
                }
                Event::Edit(EditEvent::Opened { run, rows, .. }) => {
                    let mut reporter = EditReporter::new(self.terminal, self.signed_in, self.options.json);
                    self.announce(&rows);
                    reporter.open(rows);
                    self.run = Some((run, reporter));
                }
                Event::Edit(EditEvent::Rows { rows, .. }) => {
                    self.run.iter_mut().for_each(|(_, reporter)| reporter.update_rows(rows.clone()));
                }
                Event::Edit(EditEvent::Progress { progress, .. }) => {
                    let waits =
                        self.run.as_mut().and_then(|(_, reporter)| reporter.update_progress(&progress));
                    // Of a sign-in, the session tells whether it is needed.
                    if let Some(exit) = waits.filter(|exit| *exit != Exit::SignIn) {
                        return Ok(exit);
                    }
                }
                Event::Edit(EditEvent::Ended { run, progress }) => {
                    let Some((_, reporter)) = self.run.take() else { continue };
                    reporter.finish();
                    let mut totals = Totals::default();
                    totals.add(progress.counts);
                    totals.finish(self.terminal, self.options.json, Some(run));
                    self.decide(run, reporter.moved())?;
                }
                Event::Session(Session::SignedOut { problem, .. }) => {
                    let needed = || Problem::new(ProblemKind::SignInNeeded);
                    return Err(problem.unwrap_or_else(needed));
                }
                Event::Left => return Err(Problem::new(ProblemKind::OtherAccount)),
                Event::Problem(problem) => drop(self.terminal.report_problem(&problem)),
                Event::Stopped => {
                    self.run.iter().for_each(|(_, reporter)| reporter.finish());
                    return Ok(if self.run.is_some() { Exit::Stopped } else { Exit::AllDone });
                }
                _ => {}
            }
        }
    }

    /// Says what is sent without a question.
    fn announce(&self, rows: &[StoredRow]) {
        let words = &self.terminal.messages;
        if self.options.send_stock && !self.options.json {
            self.terminal.print_notice(&words.format("cli-follow-sends", args!["count" => rows.len()]));
        }
    }

    /// Says how the list is, if that is news, and asks for what differs.
    fn show(&mut self, list: &FollowedList) -> Result<(), Problem> {
        if self.shown.as_ref() == Some(&list.state) {
            return Ok(());
        }
        self.shown = Some(list.state.clone());
        let words = &self.terminal.messages;
        if self.options.json {
            self.print_state(&list.state);
        }
        match &list.state {
            ListState::Waiting | ListState::Comparing => {}
            ListState::Missing => self.terminal.print_notice(&words.text("cli-follow-missing")),
            // Somebody has to say more on the command line.
            ListState::Failed(problem) if !self.was_compared && !problem.is_passing() => {
                return Err(problem.clone());
            }
            ListState::Failed(problem) => drop(self.terminal.report_problem(problem)),
            ListState::Compared { counts, undecided, saved_at, .. } => {
                self.was_compared = true;
                if list.differing() + counts.refused + counts.not_found > 0 {
                    self.previews += 1;
                    self.asked = Some(self.previews);
                    let (preview, wanted) = (self.previews, Wanted::Followed(list.id));
                    let command = EditCommand::Preview { preview, wanted, status_names: Vec::new() };
                    self.terminal.send(Command::Edit(command));
                } else if *undecided > 0 && !can_ask(self.options.json) {
                    self.terminal.print_notice(&words.text("cli-edit-moved-hint"));
                } else if *undecided == 0 && !self.options.json {
                    let at = saved_at.map(|at| words.date_time(at.to_zoned(TimeZone::system()).datetime()));
                    print_line(&words.format("cli-follow-in-step", args!["at" => at.unwrap_or_default()]));
                }
            }
        }
        Ok(())
    }

    fn print_state(&self, state: &ListState) {
        let (name, counts) = match state {
            ListState::Waiting => ("waiting", None),
            ListState::Comparing => ("comparing", None),
            ListState::Missing => ("missing", None),
            ListState::Failed(_) => ("failed", None),
            ListState::Compared { counts, .. } => ("compared", Some(counts)),
        };
        let of = |count: fn(&vitrine_core::edit::plan::PreviewCounts) -> usize| counts.map(count);
        print_json(&json!({
            "event": "following",
            "file": self.path.display().to_string(),
            "state": name,
            "to_change": of(|counts| counts.to_change),
            "moved": of(|counts| counts.moved),
            "refused": of(|counts| counts.refused),
            "not_found": of(|counts| counts.not_found),
            "undecided": if let ListState::Compared { undecided, .. } = state { json!(undecided) } else { Value::Null },
            "held": hold(state).map_or(Value::Null, |hold| json!(match hold {
                Hold::SoldOut(_) => "sold_out",
                Hold::Older => "older",
            })),
        }));
    }

    /// Shows what differs, and sends it if somebody says so.
    fn offer(&mut self, preview: &Preview) -> Result<(), Problem> {
        let Self { terminal, signed_in, options, .. } = *self;
        let words = &terminal.messages;
        PreviewPrinter { terminal, signed_in, json: options.json }.print_all(preview);
        let count = preview.counts.to_change + preview.counts.moved;
        if count == 0 || options.dry_run {
            return Ok(());
        }
        if preview.counts.moved > 0 {
            terminal.print_notice(&words.format("follow-asks", args!["count" => preview.counts.moved]));
        }
        let hold = self.shown.as_ref().and_then(hold);
        if let Some(hold) = hold {
            terminal.print_notice(&hold_words(words, hold));
        }
        let goes = if can_ask(options.json) && (!options.yes || hold.is_some()) {
            let question = words.format("cli-edit-confirm", args!["count" => count]);
            let mut heard = VecDeque::new();
            let yes = terminal.confirm_hearing(&question, |event| heard.push_back(event))?;
            let was_saved = |event: &Event| matches!(event, Event::Edit(EditEvent::Following(_)));
            let is_old = heard.iter().any(was_saved);
            self.heard.append(&mut heard);
            if is_old {
                terminal.print_notice(&words.text("cli-follow-saved-again"));
                // Even if it is as before, it is shown again.
                self.shown = None;
            }
            yes && !is_old
        } else {
            options.yes && hold.is_none() && preview.counts.unusual == 0
        };
        if goes {
            let command = EditCommand::Start { preview: self.previews, left_out: LeftOut::new() };
            terminal.send(Command::Edit(command));
        } else {
            terminal.print_notice(&words.text("cli-follow-nothing-sent"));
        }
        Ok(())
    }

    /// Asks what becomes of rows that changed in the shop meanwhile.
    fn decide(&mut self, run: EditRunId, rows: Vec<usize>) -> Result<(), Problem> {
        if rows.is_empty() || self.options.yes || !can_ask(self.options.json) {
            return Ok(());
        }
        let question = self.terminal.messages.text("cli-follow-overwrite");
        let heard = &mut self.heard;
        let overwrite = self.terminal.confirm_hearing(&question, |event| heard.push_back(event))?;
        self.terminal.send(Command::Edit(EditCommand::Decide { run, rows, overwrite }));
        Ok(())
    }
}

/// Why the stocks of a list wait for a person.
fn hold(state: &ListState) -> Option<Hold> {
    if let ListState::Compared { hold, .. } = state { *hold } else { None }
}
