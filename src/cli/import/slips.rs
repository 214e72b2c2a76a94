//! What looks like a slip in the products of an import: a price about ten times those of the others or a
//! tenth of them, or a stock like a price.

use super::super::args;
use super::super::terminal::{Terminal, can_ask};
use crate::args;
use vitrine_core::import::PlannedDraft;
use vitrine_domain::{Field, Problem, ProblemKind};
use vitrine_model::{Compared, Findings, PriceTypo};

/// Products that a notice names.
const MAX_NAMED: usize = 10;

/// The slips in the products of an import.
pub struct Slips(Findings);

impl Slips {
    /// Compares the products with each other.
    pub fn of(drafts: &[PlannedDraft]) -> Self {
        let mut findings = Findings::default();
        for (index, planned) in drafts.iter().enumerate() {
            findings.add(index, &Compared::of(&planned.draft));
        }
        findings.update();
        Self(findings)
    }

    /// The fields of a product that look like slips.
    pub fn fields(&self, index: usize) -> Vec<&'static str> {
        let price = self.0.slip(index).map(|_| Field::PrimaryPrice);
        let stock = self.0.stocks_like_prices().contains(&index).then_some(Field::Stock);
        price.into_iter().chain(stock).map(Field::name).collect()
    }

    /// Prints which products have which slip. Returns the number of these products.
    pub fn print(&self, terminal: &Terminal, drafts: &[PlannedDraft]) -> usize {
        let stocks: Vec<usize> = self.0.stocks_like_prices().iter().copied().collect();
        let kinds = [
            ("cli-slips-high", self.0.slips(PriceTypo::TenTimes)),
            ("cli-slips-low", self.0.slips(PriceTypo::Tenth)),
            ("cli-slips-stock", &stocks),
        ];
        let words = &terminal.messages;
        for (key, products) in kinds.into_iter().filter(|(_, products)| !products.is_empty()) {
            let name = |index: &usize| drafts.get(*index).map(|planned| planned.draft.name.clone());
            let names: Vec<String> = products.iter().filter_map(name).collect();
            let said = args!["count" => products.len(), "names" => words.first_of(&names, MAX_NAMED)];
            terminal.print_notice(&words.format(key, said));
        }
        (0..drafts.len()).filter(|index| !self.fields(*index).is_empty()).count()
    }
}

/// Products with slips are created only if the user agrees, by `--yes` or in the terminal.
///
/// # Errors
/// `UnusualValues` when the user declines or cannot be asked.
pub fn confirm_slips(
    terminal: &Terminal,
    options: &args::Import,
    drafts: &[PlannedDraft],
) -> Result<(), Problem> {
    let count = Slips::of(drafts).print(terminal, drafts);
    if count == 0 || options.yes {
        return Ok(());
    }
    let question = terminal.messages.format("cli-slips-confirm", args!["count" => count]);
    let yes = can_ask(options.json) && terminal.confirm(&question)?;
    if yes { Ok(()) } else { Err(Problem::new(ProblemKind::UnusualValues).with_subject(count.to_string())) }
}
