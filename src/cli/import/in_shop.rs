//! What a look at an import knows of the shop without asking it: the products that earlier imports created.

use std::collections::BTreeMap;

use super::super::args;
use super::super::terminal::{SignedIn, Terminal};
use crate::args;
use crate::i18n::Messages;
use crate::worker::{
    CategoryPreview, Command, Event, ImportCommand, ImportEvent, PlanComparison, Session, SharesPhoto,
};
use vitrine_core::import::PlannedDraft;
use vitrine_domain::{AccountKey, Field, Problem, ProblemKind};

/// The planned products that are in the shop.
pub struct InShop {
    /// The shop with which they were compared, in words; `None` if nobody has signed in to one here.
    shop: Option<String>,
    /// Whether nothing was compared because all are to be created again.
    is_again: bool,
    /// Their places, and the fields of which the list has other values.
    known: BTreeMap<usize, Vec<Field>>,
    /// Which of the others have photos of products in the shop, in words.
    sharing: Option<String>,
    /// Which of them are no longer in the shop, in words.
    gone: Option<String>,
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
        let gone = said_of_gone(&compared, drafts, words);
        let known = compared.in_shop.into_iter();
        let is_known =
            |field: &Field| are_prices_known || !matches!(field, Field::PrimaryPrice | Field::Variants);
        let fields = |fields: Vec<Field>| fields.into_iter().filter(is_known).collect();
        let known = known.map(|known| (known.index, fields(known.other_values))).collect();
        Ok(Self { shop, is_again: options.again, known, sharing, gone })
    }

    /// Whether a product is in the shop; `None` if nobody knows.
    pub fn has(&self, index: usize) -> Option<bool> {
        self.shop.as_ref().map(|_| self.known.contains_key(&index))
    }

    /// The fields of which the list has other values for a product that is in the shop.
    pub fn other_values(&self, index: usize) -> &[Field] {
        self.known.get(&index).map_or(&[], Vec::as_slice)
    }

    /// Prints how many there are, or that nobody looked.
    pub fn print(&self, terminal: &Terminal, drafts: &[PlannedDraft]) {
        let words = &terminal.messages;
        match &self.shop {
            None if !self.is_again => terminal.print_notice(&words.text("cli-planned-not-compared")),
            Some(shop) if !self.known.is_empty() => {
                let said = args!["count" => self.known.len(), "shop" => shop.as_str()];
                terminal.print_notice(&words.format("cli-planned-known", said));
            }
            _ => {}
        }
        self.gone.iter().chain(&self.sharing).for_each(|said| terminal.print_notice(said));
        let name = |index: &usize| drafts.get(*index).map_or("", |planned| planned.draft.name.as_str());
        print_other_values(
            terminal,
            self.known.iter().map(|(index, fields)| (name(index), fields.as_slice())),
        );
    }
}

/// So many names of products are said for each field.
const MAX_NAMED: usize = 10;

/// Prints how many of these products that are in the shop have other values in the list, and of which fields.
pub fn print_other_values<'a>(terminal: &Terminal, products: impl Iterator<Item = (&'a str, &'a [Field])>) {
    let words = &terminal.messages;
    let (mut count, mut of_fields): (usize, BTreeMap<usize, Vec<String>>) = Default::default();
    for (name, fields) in products.filter(|(_, fields)| !fields.is_empty()) {
        count += 1;
        for field in fields {
            let place = Field::ALL.iter().position(|known| known == field).unwrap_or_default();
            of_fields.entry(place).or_default().push(name.to_owned());
        }
    }
    if count == 0 {
        return;
    }
    let of_field = |(place, names): (usize, Vec<String>)| {
        let field = words.field(Field::ALL[place]);
        let names =
            args!["field" => field, "count" => names.len(), "names" => words.first_of(&names, MAX_NAMED)];
        words.format("cli-other-values-of", names).into_owned()
    };
    let fields: Vec<String> = of_fields.into_iter().map(of_field).collect();
    let said = args!["count" => count, "fields" => fields.join("; ")];
    terminal.print_notice(&words.format("cli-other-values", said));
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

/// Which of the products that earlier imports created are no longer in the shop.
pub fn said_of_gone(compared: &PlanComparison, drafts: &[PlannedDraft], words: &Messages) -> Option<String> {
    let name = |index: &usize| Some(drafts.get(*index)?.draft.name.clone());
    let names: Vec<String> = compared.gone.iter().filter_map(name).collect();
    let said = args!["count" => names.len(), "names" => words.first_of(&names, MAX_NAMED)];
    (!names.is_empty()).then(|| words.format("cli-gone", said).into_owned())
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
