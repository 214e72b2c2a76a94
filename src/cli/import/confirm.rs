//! Confirmations before an import starts. No question is asked where nobody can answer it.

use super::super::args;
use super::super::terminal::{SignedIn, Terminal, can_ask};
use super::in_shop::compare;
use crate::args;
use crate::worker::PlanComparison;
use vitrine_core::import::PlannedDraft;
use vitrine_domain::{Field, Problem, ProblemKind};

/// The number of products that are created without asking. The marketplace's interface has no operation to
/// remove one.
const MAX_UNCONFIRMED: usize = 20;

/// Products without a price are created only if the user agrees, by `--yes` or in the terminal.
///
/// # Errors
/// `NoPrice` when the user declines or cannot be asked.
pub fn confirm_missing_prices(
    terminal: &Terminal,
    options: &args::Import,
    drafts: &[PlannedDraft],
) -> Result<(), Problem> {
    let count = drafts
        .iter()
        .filter(|planned| planned.draft.lacks(Field::PrimaryPrice) && planned.open_cell().is_none())
        .count();
    if count == 0 || options.yes {
        return Ok(());
    }
    let yes = can_ask(options.json)
        && terminal.confirm(&terminal.messages.format("cli-no-price", args!["count" => count]))?;
    if yes { Ok(()) } else { Err(Problem::new(ProblemKind::NoPrice).with_subject(count.to_string())) }
}

/// Prints how many products go to which shop and, in a terminal, asks to confirm a large number. Returns
/// `false` if the user declines.
///
/// # Errors
/// `Cancelled` when the program is stopped before an answer.
pub fn confirm_count(
    terminal: &Terminal,
    options: &args::Import,
    drafts: &[PlannedDraft],
    signed_in: &SignedIn,
) -> Result<bool, Problem> {
    let words = &terminal.messages;
    // The import itself reports an account without a shop.
    let Some(shop) = signed_in.shop(words) else { return Ok(true) };
    let must_ask = drafts.len() > MAX_UNCONFIRMED && !options.yes && can_ask(options.json);
    // Reading photos takes a while, so it is done only where the answer decides whether to ask.
    let compared =
        if must_ask && !options.again { compare(terminal, drafts, None)? } else { PlanComparison::default() };
    let (known, sharing) = (compared.in_shop.len(), compared.sharing.len());
    let new = drafts.len() - known;
    let photos: usize = drafts.iter().map(|planned| planned.photos.len()).sum();
    let photos = words.format("cli-photos", args!["count" => photos]);
    let importing =
        words.format("cli-importing", args!["count" => drafts.len(), "photos" => photos, "shop" => shop]);
    let mut importing = importing.into_owned();
    for (key, count) in
        [("cli-known", known), ("cli-sharing", sharing)].into_iter().filter(|(_, count)| *count > 0)
    {
        importing = format!("{importing}\n{}", words.format(key, args!["count" => count]));
    }
    if !must_ask || new <= MAX_UNCONFIRMED {
        terminal.print_notice(&importing);
        return Ok(true);
    }
    // Shown even with `--quiet`: it is part of the question.
    let yes = terminal
        .confirm(&format!("{importing}\n{}", words.format("cli-confirm-count", args!["count" => new])))?;
    if !yes {
        terminal.print_notice(&words.text("cli-nothing-created"));
    }
    Ok(yes)
}
