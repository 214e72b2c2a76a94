//! What a look at an import knows of the shop without asking it: the products that earlier imports created.

use std::collections::HashMap;

use super::super::args;
use super::super::terminal::{SignedIn, Terminal};
use crate::args;
use crate::i18n::Messages;
use crate::worker::{
    CategoryPreview, Command, Event, ImportCommand, ImportEvent, PlanComparison, Session, SharesPhoto,
};
use vitrine_core::import::PlannedDraft;
use vitrine_domain::{AccountKey, Problem, ProblemKind};

/// The planned products that are in the shop.
pub struct InShop {
    /// The shop with which they were compared, in words; `None` if nobody has signed in to one here.
    shop: Option<String>,
    /// Whether nothing was compared because all are to be created again.
    is_again: bool,
    /// Their places, and whether the list has other values for them.
    known: HashMap<usize, bool>,
    /// Which of the others have photos of products in the shop, in words.
    sharing: Option<String>,
}

impl InShop {
    /// Compares the products with those of the account that was signed in last. `are_prices_known`: whether
    /// the prices are in the unit of the marketplace.
    ///
    /// # Errors
    /// `Cancelled` when the program is stopped.
    pub fn of(
        terminal: &Terminal,
        options: &args::Import,
        preview: Option<&CategoryPreview>,
        drafts: &[PlannedDraft],
        are_prices_known: bool,
    ) -> Result<Self, Problem> {
        let key = preview.and_then(|preview| preview.shop.clone());
        let words = &terminal.messages;
        let named = |preview: &CategoryPreview| {
            let signed_in = SignedIn {
                market: preview.market.clone(),
                account: preview.account.clone()?.into(),
                currency: preview.currency.clone(),
                rules: preview.rules.clone().into(),
            };
            signed_in.shop(words)
        };
        let shop = key.as_ref().map(|_| {
            let shop = preview.and_then(named);
            shop.unwrap_or_else(|| words.text("cli-planned-shop").into_owned())
        });
        let compared = match key.filter(|_| !options.again) {
            Some(key) => compare(terminal, drafts, Some(key))?,
            None => PlanComparison::default(),
        };
        let sharing = said_of_sharing(&compared, drafts, words);
        let known = compared.in_shop.into_iter();
        let known = known.map(|known| (known.index, known.has_other_values && are_prices_known)).collect();
        Ok(Self { shop, is_again: options.again, known, sharing })
    }

    /// Whether a product is in the shop; `None` if nobody knows.
    pub fn has(&self, index: usize) -> Option<bool> {
        self.shop.as_ref().map(|_| self.known.contains_key(&index))
    }

    /// Whether a product is in the shop, and the list has another price, stock or other variants for it.
    pub fn has_other_values(&self, index: usize) -> bool {
        self.known.get(&index) == Some(&true)
    }

    /// Prints how many there are, or that nobody looked.
    pub fn print(&self, terminal: &Terminal) {
        let words = &terminal.messages;
        match &self.shop {
            None if !self.is_again => terminal.print_notice(&words.text("cli-planned-not-compared")),
            Some(shop) if !self.known.is_empty() => {
                let said = args!["count" => self.known.len(), "shop" => shop.as_str()];
                terminal.print_notice(&words.format("cli-planned-known", said));
            }
            _ => {}
        }
        if let Some(sharing) = &self.sharing {
            terminal.print_notice(sharing);
        }
        let others = self.known.values().filter(|has_other_values| **has_other_values).count();
        if others > 0 {
            terminal.print_notice(&words.format("cli-other-values", args!["count" => others]));
        }
    }
}

/// What earlier imports of an account, or of the current one, have to do with the drafts.
///
/// # Errors
/// `Cancelled` when the program is stopped.
pub fn compare(
    terminal: &Terminal,
    drafts: &[PlannedDraft],
    account: Option<AccountKey>,
) -> Result<PlanComparison, Problem> {
    terminal.send(Command::Import(ImportCommand::ComparePlan { plan: 0, drafts: drafts.to_vec(), account }));
    loop {
        match terminal.next() {
            Event::Import(ImportEvent::PlanCompared { compared, .. }) => {
                return Ok(compared.unwrap_or_default());
            }
            // The import itself reports why.
            Event::Left | Event::Session(Session::SignedOut { .. }) => return Ok(PlanComparison::default()),
            Event::Stopped => return Err(Problem::new(ProblemKind::Cancelled)),
            _ => {}
        }
    }
}

/// More products with photos of others are only counted.
const MAX_PAIRS: usize = 10;

/// Which products would be created with photos of products in the shop.
pub fn said_of_sharing(
    compared: &PlanComparison,
    drafts: &[PlannedDraft],
    words: &Messages,
) -> Option<String> {
    let count = compared.sharing.len();
    let pair = |shared: &SharesPhoto| {
        let name = drafts.get(shared.index).map_or("", |planned| planned.draft.name.as_str());
        words.format("cli-sharing-pair", args!["name" => name, "with" => shared.with.as_str()]).into_owned()
    };
    let mut pairs: Vec<String> = compared.sharing.iter().take(MAX_PAIRS).map(pair).collect();
    if count > MAX_PAIRS {
        pairs.push("…".to_owned());
    }
    let said = args!["count" => count, "pairs" => pairs.join(&words.text("list-separator"))];
    (count > 0).then(|| words.format("cli-sharing", said).into_owned())
}
