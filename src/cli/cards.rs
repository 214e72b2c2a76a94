//! `cards`: saves cards to be printed, which divide photos of a camera roll into products.

use crate::args as arguments;
use crate::worker::{
    Command, Event, ImportCommand, ImportEvent, MarketChoice, SaveTo, SheetRequest, SheetSource,
};
use vitrine_core::import::Grouping;
use vitrine_core::import::cards::Card;
use vitrine_domain::{Currency, Exit, Problem, ProblemKind};

use super::args;
use super::printing::print_line;
use super::terminal::Terminal;

/// Saves a card for each product of a spreadsheet, or separators.
///
/// # Errors
/// `Sheet` or `FileUnreadable` when the spreadsheet cannot be read, `NothingFound` when it has no products,
/// `Storage` when the file cannot be written.
pub fn save(terminal: &Terminal, market: &MarketChoice, options: &args::Cards) -> Result<Exit, Problem> {
    let currency = terminal.currency_of(market);
    let mut cards = match &options.card_sheet {
        Some(sheet) => products(terminal, sheet, &currency)?,
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

/// The cards of a spreadsheet's products.
fn products(terminal: &Terminal, sheet: &std::path::Path, currency: &Currency) -> Result<Vec<Card>, Problem> {
    let shop_units = currency.units().filter(|units| units.differ());
    let source = SheetSource::File(sheet.to_owned());
    terminal.send(Command::Import(ImportCommand::Plan {
        paths: Vec::new(),
        grouping: Grouping::Auto.into(),
        sheet: SheetRequest { source, shop_units, ..SheetRequest::default() },
    }));
    let (drafts, problems) = terminal.wait(|event| match event {
        Event::Import(ImportEvent::Planned { drafts, problems, .. }) => {
            Some(Ok((drafts.clone(), problems.clone())))
        }
        _ => None,
    })?;
    let cards: Vec<Card> =
        drafts.iter().map(|planned| Card::of(&planned.draft)).filter(|card| !card.is_separator()).collect();
    match problems.into_iter().next() {
        Some(problem) if cards.is_empty() => Err(problem),
        _ if cards.is_empty() => {
            Err(Problem::new(ProblemKind::NothingFound).with_subject(sheet.display().to_string()))
        }
        _ => Ok(cards),
    }
}
