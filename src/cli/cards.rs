//! `cards`: saves cards to be printed, which divide photos of a camera roll into products.

use crate::args as arguments;
use crate::worker::{Command, Event, ImportCommand, ImportEvent, MarketChoice, SaveTo};
use vitrine_core::import::cards::Card;
use vitrine_domain::{Currency, Exit, Problem, ProblemKind};

use super::args;
use super::import::plan::Plan;
use super::import::values::Values;
use super::printing::print_line;
use super::terminal::Terminal;

/// Saves a card for each product of a spreadsheet, or separators.
///
/// # Errors
/// `Sheet` or `FileUnreadable` when the spreadsheet cannot be read, `NothingFound` when it has no products,
/// `PriceUnit` or another question of the spreadsheet that nobody answered, `Storage` when the file cannot be
/// written.
pub fn save(terminal: &Terminal, market: &MarketChoice, options: &args::Cards) -> Result<Exit, Problem> {
    let currency = terminal.currency_of(market);
    let mut cards = match &options.card_sheet {
        Some(_) => products(terminal, market, options, &currency)?,
        None => Vec::new(),
    };
    let separators = options.separators.unwrap_or(if options.card_sheet.is_some() { 0 } else { 24 });
    cards.extend(std::iter::repeat_n(Card::default(), separators));
    let count = cards.len();
    let sheet = terminal.messages.card_sheet(&cards, &currency);
    terminal
        .send(Command::Import(ImportCommand::SaveCards { sheet, to: SaveTo::File(options.output.clone()) }));
    let path = terminal.wait(|event| {
        if let Event::Import(ImportEvent::TableSaved(path)) = event { Some(Ok(path.clone())) } else { None }
    })?;
    print_line(
        &terminal
            .messages
            .format("cli-cards-saved", arguments!["count" => count, "path" => path.display().to_string()]),
    );
    Ok(Exit::AllDone)
}

/// The cards of a spreadsheet's products, read as an import reads them: what it would ask is asked.
fn products(
    terminal: &Terminal,
    market: &MarketChoice,
    options: &args::Cards,
    currency: &Currency,
) -> Result<Vec<Card>, Problem> {
    let (price_unit, column) = (options.price_unit, options.column.clone());
    let import = args::Import {
        sheet: options.card_sheet.clone(),
        answers: args::SheetAnswers { price_unit, column, ..args::SheetAnswers::default() },
        ..args::Import::new(Vec::new())
    };
    let (values, _) = Values::of(terminal, market, &import)?;
    let plan = Plan::of(terminal, &import, &values, Vec::new())?;
    if let Some(problem) = plan.problems.first().filter(|_| plan.drafts.is_empty()) {
        return Err(problem.clone());
    }
    let plan = plan.in_column_of_unit(terminal, &import, &values, currency)?;
    let plan = plan.in_shop_unit(terminal, &import, &values, currency)?;
    let cards: Vec<Card> = plan
        .drafts
        .iter()
        .map(|planned| Card::of(&planned.draft))
        .filter(|card| !card.is_separator())
        .collect();
    if cards.is_empty() {
        let sheet = options.card_sheet.as_ref().map(|sheet| sheet.display().to_string());
        return Err(Problem { subject: sheet, ..Problem::new(ProblemKind::NothingFound) });
    }
    Ok(cards)
}
