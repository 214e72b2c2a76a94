//! Confirmations before an import starts. No question is asked where nobody can answer it.

use super::super::account::shop_name;
use super::super::args;
use super::super::terminal::{SignedIn, Terminal, can_ask};
use crate::args;
use crate::domain::{Code, Problem};
use crate::import::PlannedDraft;

/// The number of products that are created without asking. The marketplace's interface has no operation to remove one.
const MAX_UNCONFIRMED: usize = 20;

/// Products without a price are created only if the user agrees, by `--yes` or in the terminal.
///
/// # Errors
/// `NoPrice` when the user declines or cannot be asked.
pub fn confirm_missing_prices(terminal: &Terminal, options: &args::Import, drafts: &[PlannedDraft]) -> Result<(), Problem> {
    let count = drafts.iter().filter(|planned| planned.draft.primary_price.is_none()).count();
    if count == 0 || options.yes {
        return Ok(());
    }
    let yes = can_ask(options.json) && terminal.confirm(&terminal.messages.format("cli-no-price", args!["count" => count]))?;
    if yes { Ok(()) } else { Err(Problem::new(Code::NoPrice).about(count.to_string())) }
}

/// Prints how many products go to which shop and, in a terminal, asks to confirm a large number. Returns `false` if the user declines.
///
/// # Errors
/// `Cancelled` when the program is stopped before an answer.
pub fn confirm_count(terminal: &Terminal, options: &args::Import, drafts: &[PlannedDraft], signed_in: &SignedIn) -> Result<bool, Problem> {
    let words = &terminal.messages;
    // The import itself reports an account without a shop.
    let Some(vendor) = &signed_in.account.vendor else { return Ok(true) };
    let (shop, market) = (shop_name(vendor), signed_in.market.as_str());
    let target = match signed_in.practice {
        true => words.format("cli-import-target-shop", args!["shop" => words.text("login-practice-title")]),
        false if shop == market => words.format("cli-import-target-shop", args!["shop" => shop]),
        false => words.format("cli-import-target", args!["shop" => shop, "market" => market]),
    };
    let photos: usize = drafts.iter().map(|planned| planned.photos.len()).sum();
    let photos = words.format("cli-photos", args!["count" => photos]);
    let importing = words.format("cli-importing", args!["count" => drafts.len(), "photos" => photos, "place" => target]);
    let must_ask = drafts.len() > MAX_UNCONFIRMED && !options.yes && can_ask(options.json);
    if !must_ask {
        terminal.print_notice(&importing);
        return Ok(true);
    }
    // Shown even with `--quiet`: it is part of the question.
    let yes = terminal.confirm(&format!("{importing}\n{}", words.format("cli-confirm-count", args!["count" => drafts.len()])))?;
    if !yes {
        terminal.print_notice(&words.text("cli-nothing-created"));
    }
    Ok(yes)
}
