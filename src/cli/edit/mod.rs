//! `edit`: changes products of the shop by a spreadsheet, undoes such a change, or continues one.

mod follow;
mod preview;
mod reporter;

use super::args;
use super::printing::print_json;
use super::sheet::sheet_json;
use super::terminal::{SignedIn, Terminal, can_ask, problem_json};
use crate::args;
use crate::i18n::Messages;
use crate::worker::{
    Command, EditCommand, EditEvent, EditProgress, Event, MarketChoice, Session, Waiting, Wanted,
};
use preview::PreviewPrinter;
use reporter::{EditReporter, Totals};
use serde_json::json;
use vitrine_core::edit::plan::{BulkRule, BulkRuleError, LeftOut, Preview};
use vitrine_core::edit::{EditRun, EditRunId, RowState, StoredRow};
use vitrine_core::import::sheet::SheetOverview;
use vitrine_domain::{Currency, Exit, Field, FieldProblem, Problem, ProblemKind};

/// More products than these are changed only after a question, where somebody can answer.
const MAX_UNCONFIRMED: usize = 20;
/// The number of the only preview.
const PREVIEW: u64 = 1;

/// `edit`: previews the changes, asks, and sends them.
///
/// # Errors
/// What kept them from being sent.
pub fn edit(terminal: &Terminal, market: MarketChoice, options: &args::Edit) -> Result<Exit, Problem> {
    let sending = Sending {
        dry_run: options.dry_run,
        yes: options.yes,
        json: options.json,
        brings_back: options.undo.is_some(),
    };
    begin(terminal, market, sending, |signed_in| {
        if let Some(list) = &options.follow {
            follow::follow(terminal, signed_in, options, list)
        } else if options.resume {
            resume(terminal, signed_in, options)
        } else {
            let wanted = requested_changes(options, &signed_in.currency)?;
            preview_and_send(terminal, signed_in, wanted, sending)
        }
    })
}

/// How changes are sent.
#[derive(Clone, Copy)]
pub struct Sending {
    pub dry_run: bool,
    /// Whether nothing is asked.
    pub yes: bool,
    pub json: bool,
    /// Whether old values come back, which are no slip, however far they are from the present ones.
    pub brings_back: bool,
}

/// Signs in, and does the work of a command that changes products.
///
/// # Errors
/// What kept it from being done.
pub fn begin(
    terminal: &Terminal,
    market: MarketChoice,
    sending: Sending,
    work: impl FnOnce(&SignedIn) -> Result<Exit, Problem>,
) -> Result<Exit, Problem> {
    let signed_in = terminal.sign_in(market);
    // Nothing was refused, and nothing was sent.
    let no_answer = signed_in.as_ref().is_err_and(Problem::is_passing);
    let result = signed_in.and_then(|signed_in| work(&signed_in));
    if let (true, false, Err(problem)) = (sending.json, sending.dry_run, &result) {
        print_failure(&terminal.messages, problem);
    }
    match result {
        Err(problem) if no_answer => {
            terminal.report_problem(&problem);
            Ok(Exit::Stopped)
        }
        result => result,
    }
}

/// Prints the last JSON lines of changes that were not begun.
pub fn print_failure(messages: &Messages, problem: &Problem) {
    print_json(&json!({ "event": "problem", "problem": problem_json(messages.problem(problem), problem) }));
    Totals::default().print_json(None);
}

fn requested_changes(options: &args::Edit, currency: &Currency) -> Result<Wanted, Problem> {
    if let Some(run) = options.undo {
        return Ok(Wanted::Undo(EditRunId(run)));
    }
    let rule = |(field, text): &(_, String)| {
        let kept = |text: &str| match field {
            Field::PrimaryPrice => currency.kept(text),
            _ => text.to_owned(),
        };
        BulkRule::parse(*field, &kept(text), &kept(&options.round)).map_err(|error| {
            let (field, error) = match error {
                BulkRuleError::Value(field, error) => (field, error),
                BulkRuleError::Rounding(error) => (*field, error),
                BulkRuleError::Field(field) => (field, vitrine_domain::FieldError::NotTaken),
            };
            Problem::from(FieldProblem { field, error })
        })
    };
    Ok(Wanted::Sheet {
        path: options.sheet.clone().unwrap_or_default(),
        rules: options.set.iter().map(rule).collect::<Result<_, _>>()?,
        columns: options.column.clone(),
        price_unit: options.price_unit.map(Into::into),
        shop_units: currency.units(),
    })
}

/// Previews what is wanted, asks, and sends it.
///
/// # Errors
/// What kept it from being sent.
pub fn preview_and_send(
    terminal: &Terminal,
    signed_in: &SignedIn,
    wanted: Wanted,
    sending: Sending,
) -> Result<Exit, Problem> {
    if !sending.dry_run {
        refuse_second(terminal)?;
    }
    terminal.send(Command::Edit(EditCommand::Preview { preview: PREVIEW, wanted, status_names: Vec::new() }));
    let preview = terminal.wait(|event| match event {
        Event::Edit(EditEvent::SheetAsks { overview, .. }) => {
            print_question(terminal, overview, sending.json);
            None
        }
        Event::Edit(EditEvent::Previewed { result, .. }) => Some(result.clone()),
        Event::Left => Some(Err(Problem::new(ProblemKind::OtherAccount))),
        _ => None,
    })?;
    let printer = PreviewPrinter { terminal, signed_in, json: sending.json };
    if sending.dry_run {
        printer.print_all(&preview);
        return Ok(Exit::AllDone);
    }
    printer.print_unsent(&preview);
    let mut totals = Totals::of_preview(&preview);
    if preview.to_send(&LeftOut::new()).is_empty() {
        totals.finish(terminal, sending.json, None);
        return Ok(totals.exit());
    }
    if !confirm(terminal, signed_in, sending, &preview)? {
        return Ok(Exit::Input);
    }
    terminal.send(Command::Edit(EditCommand::Start { preview: PREVIEW, left_out: LeftOut::new() }));
    let (run, exit, progress) = watch_run(terminal, EditReporter::new(terminal, signed_in, sending.json))?;
    totals.add(progress.counts);
    totals.finish(terminal, sending.json, run);
    Ok(if exit == Exit::AllDone { totals.exit() } else { exit })
}

/// Prints what there is to say of the columns of a sheet, before the problem says how.
fn print_question(terminal: &Terminal, overview: &SheetOverview, json: bool) {
    if json {
        print_json(&sheet_json(overview));
    }
    terminal
        .messages
        .sheet_questions(overview)
        .columns()
        .iter()
        .for_each(|question| terminal.print_notice(question));
}

/// An earlier change that was interrupted comes first. The worker refuses a second one, too; here nothing has
/// been read yet.
fn refuse_second(terminal: &Terminal) -> Result<(), Problem> {
    match runs(terminal)?.iter().find(|run| run.counts.waiting > 0) {
        Some(run) => Err(Problem::new(ProblemKind::EditUnfinished).with_subject(run.id.to_string())),
        None => Ok(()),
    }
}

/// Asks before many products are changed, and before prices change by far. Returns false if the user
/// declines.
fn confirm(
    terminal: &Terminal,
    signed_in: &SignedIn,
    sending: Sending,
    preview: &Preview,
) -> Result<bool, Problem> {
    let words = &terminal.messages;
    let count = preview.counts.to_change + preview.counts.moved;
    let unusual = if sending.brings_back || sending.yes { 0 } else { preview.counts.unusual };
    let can_ask = can_ask(sending.json);
    if unusual > 0 && !can_ask {
        return Err(Problem::new(ProblemKind::UnusualPrices).with_subject(unusual.to_string()));
    }
    if let Some(shop) = signed_in.shop(words) {
        terminal.print_notice(&words.format("cli-edit-begins", args!["count" => count, "shop" => shop]));
    }
    let question = match unusual {
        0 if count > MAX_UNCONFIRMED && can_ask && !sending.yes => {
            words.format("cli-edit-confirm", args!["count" => count])
        }
        0 => return Ok(true),
        unusual => words.format("cli-edit-confirm-unusual", args!["count" => unusual]),
    };
    let yes = terminal.confirm(&question)?;
    if !yes {
        terminal.print_notice(&words.text("cli-edit-nothing-changed"));
    }
    Ok(yes)
}

fn runs(terminal: &Terminal) -> Result<Vec<EditRun>, Problem> {
    terminal.send(Command::Edit(EditCommand::Runs));
    terminal.wait(
        |event| if let Event::Edit(EditEvent::Runs(runs)) = event { Some(Ok(runs.clone())) } else { None },
    )
}

/// Continues the unfinished change, and settles what moved meanwhile if an option says how.
fn resume(terminal: &Terminal, signed_in: &SignedIn, options: &args::Edit) -> Result<Exit, Problem> {
    let (mut totals, mut last) = (Totals::default(), None);
    let mut open: Vec<EditRun> =
        runs(terminal)?.into_iter().filter(|run| run.counts.waiting + run.counts.moved > 0).collect();
    // The unfinished one first: no other goes on beside it.
    open.sort_by_key(|run| run.counts.waiting == 0);
    for run in open {
        let moved = moved_rows(terminal, run.id)?;
        let decides = options.overwrite || options.keep;
        let reporter = EditReporter::new(terminal, signed_in, options.json);
        if run.counts.waiting > 0 {
            terminal.send(Command::Edit(EditCommand::Resume));
        }
        if decides && !moved.is_empty() {
            terminal.send(Command::Edit(EditCommand::Decide {
                run: run.id,
                rows: moved,
                overwrite: options.overwrite,
            }));
        } else if run.counts.waiting == 0 {
            reporter.print_rows(&rows(terminal, run.id)?, |row| row.state == RowState::Moved);
            totals.add(run.counts);
            last = Some(run.id);
            continue;
        }
        let (id, exit, progress) = watch_run(terminal, reporter)?;
        totals.add(progress.counts);
        last = id;
        if exit != Exit::AllDone {
            totals.finish(terminal, options.json, last);
            return Ok(exit);
        }
    }
    totals.finish(terminal, options.json, last);
    Ok(totals.exit())
}

fn rows(terminal: &Terminal, run: EditRunId) -> Result<Vec<StoredRow>, Problem> {
    terminal.send(Command::Edit(EditCommand::Show(run)));
    terminal.wait(|event| match event {
        Event::Edit(EditEvent::Opened { run: shown, rows, .. }) if *shown == run => Some(Ok(rows.clone())),
        _ => None,
    })
}

fn moved_rows(terminal: &Terminal, run: EditRunId) -> Result<Vec<usize>, Problem> {
    let rows = rows(terminal, run)?;
    Ok(rows
        .iter()
        .enumerate()
        .filter(|(_, row)| row.state == RowState::Moved)
        .map(|(place, _)| place)
        .collect())
}

/// Prints a run's progress until it ends, stops, or waits for the user.
///
/// # Errors
/// The problem that kept it from starting.
fn watch_run(
    terminal: &Terminal,
    mut reporter: EditReporter<'_>,
) -> Result<(Option<EditRunId>, Exit, EditProgress), Problem> {
    let (mut run, mut last) = (None, EditProgress::default());
    // While an expired token is being renewed, no sign-in is needed yet.
    let mut renewing = false;
    let exit = loop {
        match terminal.next() {
            Event::Edit(EditEvent::Opened { run: opened, rows, .. }) => {
                run = Some(opened);
                reporter.open(rows);
            }
            Event::Edit(EditEvent::Rows { rows, .. }) => reporter.update_rows(rows),
            Event::Edit(EditEvent::Progress { progress, .. }) => {
                last = progress;
                if !(renewing && last.waiting == Some(Waiting::SignIn))
                    && let Some(exit) = reporter.update_progress(&last)
                {
                    break exit;
                }
            }
            Event::Edit(EditEvent::Ended { progress, .. }) => {
                last = progress;
                break Exit::AllDone;
            }
            Event::Session(session) => {
                renewing = matches!(session, Session::Checking { .. });
                if matches!(session, Session::SignedOut { .. }) && last.waiting == Some(Waiting::SignIn) {
                    break reporter.update_progress(&last).unwrap_or(Exit::SignIn);
                }
            }
            Event::Left if run.is_none() => return Err(Problem::new(ProblemKind::OtherAccount)),
            Event::Left => break terminal.report_problem(&Problem::new(ProblemKind::OtherAccount)),
            Event::Problem(problem) if run.is_none() => return Err(problem),
            Event::Problem(problem) => {
                terminal.report_problem(&problem);
            }
            Event::Stopped => break Exit::Stopped,
            _ => {}
        }
    };
    reporter.finish();
    Ok((run, exit, last))
}
