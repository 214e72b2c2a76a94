//! What is told and asked before an import starts. Nothing is asked where nobody could answer.

use super::super::account::shop_name;
use super::super::args;
use super::super::terminal::{SignedIn, Terminal, can_ask};
use crate::args;
use crate::domain::{Code, Problem};
use crate::import::PlannedDraft;

/// As many products are created without a question. More cannot be taken back soon: the marketplace's interface removes none.
const UNASKED: usize = 20;

/// Products without a price are created only where the person says so: with `--yes`, or when asked.
///
/// # Errors
/// When the person says no, or cannot be asked.
pub fn price_is_settled(terminal: &Terminal, options: &args::Import, drafts: &[PlannedDraft]) -> Result<(), Problem> {
    let count = drafts.iter().filter(|planned| planned.draft.primary_price.is_none()).count();
    if count == 0 || options.yes {
        return Ok(());
    }
    let yes = can_ask(options.json) && terminal.asks(&terminal.messages.format("cli-no-price", args!["count" => count]))?;
    if yes { Ok(()) } else { Err(Problem::new(Code::NoPrice).about(count.to_string())) }
}

/// Tells what goes where, and asks in a terminal whether that many products are meant: `false` when they are not.
///
/// # Errors
/// When the program is stopped instead of an answer.
pub fn number_is_settled(
    terminal: &Terminal,
    options: &args::Import,
    drafts: &[PlannedDraft],
    signed_in: &SignedIn,
) -> Result<bool, Problem> {
    let words = &terminal.messages;
    // An account without a shop gets none of them, and is told so.
    let Some(vendor) = &signed_in.account.vendor else { return Ok(true) };
    let (shop, market) = (shop_name(vendor), signed_in.market.as_str());
    let place = match signed_in.practice {
        true => words.format("cli-place-shop", args!["shop" => words.text("login-practice-title")]),
        false if shop == market => words.format("cli-place-shop", args!["shop" => shop]),
        false => words.format("cli-place", args!["shop" => shop, "market" => market]),
    };
    let photos: usize = drafts.iter().map(|planned| planned.photos.len()).sum();
    let photos = words.format("cli-photos", args!["count" => photos]);
    let importing = words.format("cli-importing", args!["count" => drafts.len(), "photos" => photos, "place" => place]);
    let asked = drafts.len() > UNASKED && !options.yes && can_ask(options.json);
    if !asked {
        terminal.notice(&importing);
        return Ok(true);
    }
    // Told even to those who want no notices: it is what the question is about.
    let yes = terminal.asks(&format!("{importing}\n{}", words.format("cli-many", args!["count" => drafts.len()])))?;
    if !yes {
        terminal.notice(&words.text("cli-nothing-created"));
    }
    Ok(yes)
}
