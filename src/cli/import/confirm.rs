//! Confirmations before an import starts. No question is asked where nobody can answer it.

use super::super::args;
use super::super::terminal::{SignedIn, Terminal, can_ask};
use super::in_shop::{compare, said_of_gone, said_of_sharing};
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
/// `Cancelled` when the program is stopped before an answer; `PhotosInShop` when photos are those of products
/// in the shop, and nobody can be asked.
pub fn confirm_count(
    terminal: &Terminal,
    options: &args::Import,
    drafts: &[PlannedDraft],
    signed_in: &SignedIn,
) -> Result<bool, Problem> {
    let words = &terminal.messages;
    // The import itself reports an account without a shop.
    let Some(shop) = signed_in.shop(words) else { return Ok(true) };
    let compared = if options.again { PlanComparison::default() } else { compare(terminal, drafts, None)? };
    let (known, sharing) = (compared.in_shop.len(), compared.sharing.len());
    let is_many = drafts.len() > MAX_UNCONFIRMED && drafts.len() - known > MAX_UNCONFIRMED;
    let must_ask = !options.yes && (sharing > 0 || (is_many && can_ask(options.json)));
    let new = drafts.len() - known;
    let photos: usize = drafts.iter().map(|planned| planned.photos.len()).sum();
    let photos = words.format("cli-photos", args!["count" => photos]);
    let importing =
        words.format("cli-importing", args!["count" => drafts.len(), "photos" => photos, "shop" => shop]);
    let mut importing = importing.into_owned();
    if known > 0 && drafts.len() > MAX_UNCONFIRMED {
        importing = format!("{importing}\n{}", words.format("cli-known", args!["count" => known]));
    }
    let gone = said_of_gone(&compared, drafts, words);
    for said in gone.into_iter().chain(said_of_sharing(&compared, drafts, words)) {
        importing = format!("{importing}\n{said}");
    }
    if !must_ask {
        terminal.print_notice(&importing);
        return Ok(true);
    }
    if !can_ask(options.json) {
        terminal.print_notice(&importing);
        return Err(Problem::new(ProblemKind::PhotosInShop).with_subject(sharing.to_string()));
    }
    // Shown even with `--quiet`: it is part of the question.
    let yes = terminal
        .confirm(&format!("{importing}\n{}", words.format("cli-confirm-count", args!["count" => new])))?;
    if !yes {
        terminal.print_notice(&words.text("cli-nothing-created"));
    }
    Ok(yes)
}
