//! The words for domain values: fields, states, events, scopes, and the reasons why an import waits.

use std::borrow::Cow;

use jiff::tz::TimeZone;

use crate::args;
use crate::auth::AddressDifference;
use crate::i18n::{Language, Messages};
use vitrine_core::edit::FieldChange;
use vitrine_core::edit::follow::Hold;
use vitrine_core::import::{Counts, Grouping, State, Waiting};
use vitrine_core::market::READY_MADE;
use vitrine_domain::origins::{market_host, market_name};
use vitrine_domain::{
    Currency, Discount, DraftVariant, Field, FieldValue, MarketEvent, Price, ProblemKind, Scope, Signs,
    WeightUnit,
};
use vitrine_sandbox::MARKET_NAME;

/// A webhook event's name, and when it happens (contract section 6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventWords<'a> {
    /// The event's name.
    pub name: Cow<'a, str>,
    /// When the marketplace sends it.
    pub meaning: Cow<'a, str>,
}

/// Why an import waits, and what the user should do, if anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingWords {
    /// Why it waits.
    pub reason: String,
    /// What to do; it may say that nothing needs to be done.
    pub advice: String,
    /// The reason without the time until it goes on, and that time.
    pub steady: String,
    pub next: Option<String>,
}

/// Why the stocks of a list that is followed wait for a person.
pub fn hold_words(words: &Messages, hold: Hold) -> String {
    match hold {
        Hold::SoldOut(count) => words.format("follow-held-sold-out", args!["count" => count]).into_owned(),
        Hold::Older => words.text("follow-held-older").into_owned(),
    }
}

/// What a change is of: a field, and of a variant its name as well: `Price (Red, L)`.
pub fn changed_field<'a>(words: &'a Messages, change: &FieldChange) -> Cow<'a, str> {
    let field = words.field(change.field);
    match &change.variant {
        Some(variant) => field_of_variant(words, &field, &variant.name).into(),
        None => field,
    }
}

/// What buyers pay because of a discount, and of a variant its name as well: `Buyers pay (Red, L)`.
pub fn paid_price<'a>(words: &'a Messages, paid: &FieldChange) -> Cow<'a, str> {
    let name = words.text("products-buyers-pay");
    match &paid.variant {
        Some(variant) => field_of_variant(words, &name, &variant.name).into(),
        None => name,
    }
}

/// The label of a field of a variant.
pub fn field_of_variant(words: &Messages, field: &str, variant: &str) -> String {
    words.format("field-of-variant", args!["field" => field, "variant" => variant]).into_owned()
}

impl Messages {
    /// What a marketplace is called, by its id or the name in its file. The practice shop and marketplaces
    /// whose file comes with the program have a name in each language.
    pub fn market_name<'a>(&'a self, market: &'a str) -> Cow<'a, str> {
        let name = market_name(market);
        if name == MARKET_NAME {
            return self.text("login-practice-title");
        }
        match (READY_MADE.iter().find(|ready_made| ready_made.names[0] == name), self.language()) {
            (Some(ready_made), Language::Persian) => ready_made.names[1].into(),
            _ => name.into(),
        }
    }

    /// What a marketplace is called beside these others: of two with the same name, each has its host.
    pub fn market_name_among<'a>(
        &'a self,
        market: &'a str,
        others: impl IntoIterator<Item = &'a str>,
    ) -> Cow<'a, str> {
        let is_namesake = |other: &str| other != market && market_name(other) == market_name(market);
        match market_host(market).filter(|_| others.into_iter().any(is_namesake)) {
            Some(host) => {
                let name = self.market_name(market).into_owned();
                self.format("market-at-host", args!["market" => name, "host" => host]).into_owned().into()
            }
            None => self.market_name(market),
        }
    }

    /// What a shop is called. One that is named like its marketplace, as the practice shop is, has the same
    /// name in each language.
    pub fn shop_name<'a>(&'a self, shop: &'a str, market: &str) -> Cow<'a, str> {
        if shop == market_name(market) { self.market_name(shop) } else { shop.into() }
    }

    /// A field's label.
    pub fn field(&self, field: Field) -> Cow<'_, str> {
        self.text(field.spec().label)
    }

    /// A field's value as the language writes it; a price without its unit.
    pub fn value(&self, value: &FieldValue) -> String {
        match value {
            FieldValue::Number(number) => self.integer(*number),
            FieldValue::Price(price) => self.price(*price, &self.currency()),
            FieldValue::Decimal(number) => self.number_text(&number.to_string()),
            FieldValue::Flag(flag) => self.text(if *flag { "yes" } else { "no" }).into_owned(),
            FieldValue::Text(text) => text.clone(),
            FieldValue::Album(photos) => {
                self.format("count-photos", args!["count" => photos.len()]).into_owned()
            }
            FieldValue::Discount(discount) => self.discount(*discount),
        }
    }

    /// A discount: by how much, and for how long as far as that is known.
    pub fn discount(&self, Discount { percent, days, ends }: Discount) -> String {
        if percent == 0 {
            return self.text("discount-none").into_owned();
        }
        let percent = self.percent(f64::from(percent) / 100.0);
        let ends = ends.map(|ends| self.date(ends.to_zoned(TimeZone::system()).date()));
        match (ends, days) {
            (Some(date), _) => self.format("discount-until", args!["percent" => percent, "date" => date]),
            (None, Some(days)) => {
                self.format("discount-for", args!["percent" => percent, "days" => i64::from(days)])
            }
            (None, None) => percent.into(),
        }
        .into_owned()
    }

    /// A text of a field as [`Draft::set`](vitrine_domain::Draft::set) reads it, to be read: a price with its
    /// unit.
    pub fn cell_text<'a>(&self, field: Field, text: &'a str) -> Cow<'a, str> {
        let money = |text: &str| {
            let price = Price::parse(text, Signs::default());
            price.map_or_else(|_| text.to_owned(), |price| self.money(price, &self.currency()))
        };
        match field {
            Field::PrimaryPrice => money(text).into(),
            Field::Variants => DraftVariant::map_prices(text, money).into(),
            _ => Cow::Borrowed(text),
        }
    }

    /// A field's label, for prices with the currency's unit: `Price (rial)`.
    pub fn field_with_unit(&self, field: Field, currency: &Currency) -> Cow<'_, str> {
        match self.currency_unit(currency) {
            Some(unit) if field == Field::PrimaryPrice => self
                .format("field-with-unit", args!["field" => self.field(field), "unit" => unit])
                .into_owned()
                .into(),
            _ => self.field(field),
        }
    }

    /// The label of a weight with the marketplace's unit: `Weight (g)`.
    pub fn weight_with_unit(&self, field: Field, unit: WeightUnit) -> Cow<'_, str> {
        let unit = match unit {
            WeightUnit::Gram => self.text("weight-gram"),
            WeightUnit::Kilogram => self.text("weight-kilogram"),
        };
        self.format("field-with-unit", args!["field" => self.field(field), "unit" => unit])
            .into_owned()
            .into()
    }

    /// A sentence that explains what to enter in a field.
    pub fn field_help(&self, field: Field) -> Cow<'_, str> {
        self.attribute(field.spec().label, "help", args![])
    }

    /// As [`field_help`](Self::field_help), for prices naming the currency's unit.
    pub fn field_help_with_unit(&self, field: Field, currency: &Currency) -> Cow<'_, str> {
        match self.currency_unit(currency) {
            Some(unit) if field == Field::PrimaryPrice => {
                self.attribute(field.spec().label, "help-in", args!["unit" => unit]).into_owned().into()
            }
            _ => self.field_help(field),
        }
    }

    /// What to do about a field that the marketplace rejected.
    pub fn field_fix(&self, field: Field) -> Cow<'_, str> {
        self.attribute(field.spec().label, "fix", args![])
    }

    /// The label of a field by the marketplace's name for it. A name that is not known is shown as it is.
    pub fn field_by_wire_name<'a>(&'a self, wire_name: &'a str) -> Cow<'a, str> {
        Field::from_name(wire_name).map_or(Cow::Borrowed(wire_name), |field| self.field(field))
    }

    /// How many products came to what, in a few words each; numbers that are zero are left out.
    pub fn outcomes(&self, counts: Counts) -> Vec<String> {
        let all = [
            ("outcome-created", counts.created),
            ("outcome-skipped", counts.skipped),
            ("outcome-failed", counts.failed),
            ("outcome-cancelled", counts.cancelled),
            ("outcome-unknown", counts.unknown),
            ("outcome-left", counts.left()),
        ];
        let part = |(key, count)| self.format(key, args!["count" => count]).into_owned();
        all.into_iter().filter(|(_, count)| *count > 0).map(part).collect()
    }

    /// A draft's state in a word or two.
    pub fn state(&self, state: State) -> Cow<'_, str> {
        self.text(match state {
            State::Waiting => "state-waiting",
            State::Uploading => "state-uploading",
            State::Ready => "state-ready",
            State::Creating => "state-creating",
            State::Checking => "state-checking",
            State::NeedsPerson => "state-needs-decision",
            State::Created => "state-created",
            State::Skipped => "state-skipped",
            State::Failed => "state-failed",
            State::Cancelled => "state-cancelled",
        })
    }

    /// A way of grouping photos into products, as a choice.
    pub fn grouping(&self, grouping: Grouping) -> Cow<'_, str> {
        self.text(grouping_key(grouping))
    }

    /// A sentence that explains a grouping.
    pub fn grouping_help(&self, grouping: Grouping) -> Cow<'_, str> {
        self.attribute(grouping_key(grouping), "help", args![])
    }

    /// A webhook event's name and meaning. Events without a message keep the contract's own name.
    pub fn event(&self, event: &MarketEvent) -> EventWords<'_> {
        let key = format!("event-{}", event.id);
        let find = |attribute| self.find(&key, attribute, None).unwrap_or(Cow::Borrowed(event.name));
        EventWords { name: find(None), meaning: find(Some("meaning")) }
    }

    /// What a scope permits. A scope that the contract does not name is shown as it is.
    pub fn scope<'a>(&'a self, scope: &'a str) -> Cow<'a, str> {
        match scope {
            Scope::PRODUCT_READ => self.text("scope-product-read"),
            Scope::PRODUCT_WRITE => self.text("scope-product-write"),
            Scope::ORDER_READ => self.text("scope-order-read"),
            Scope::CHAT_READ => self.text("scope-chat-read"),
            Scope::PARCEL_READ => self.text("scope-parcel-read"),
            "*" => self.text("scope-everything"),
            other => Cow::Borrowed(other),
        }
    }

    /// A sentence that lists the parts in which two addresses differ; empty when they are equal.
    pub fn address_parts(&self, difference: &AddressDifference) -> String {
        if difference.is_none() {
            return String::new();
        }
        let names: Vec<String> = difference
            .parts
            .iter()
            .map(|part| self.format_owned(&format!("address-part-{}", part.key()), None, &args![]))
            .collect();
        let between = if self.language().is_rtl() { "، " } else { ", " };
        self.format_owned("address-differs", None, &args!["parts" => names.join(between)])
    }

    /// Why an import waits, and what to do.
    pub fn waiting(&self, waiting: &Waiting) -> WaitingWords {
        let of_problem = |key, problem, wait: Option<std::time::Duration>| {
            let words = self.creation_problem(problem);
            let wait = wait.map(|wait| self.duration(wait)).unwrap_or_default();
            (
                key,
                args!["problem" => words.title, "cause" => words.cause, "remedy" => words.remedy, "wait" => wait],
            )
        };
        let (key, arguments) = match waiting {
            Waiting::Paused => ("waiting-paused", args![]),
            Waiting::Pace { for_ } => ("waiting-pace", args!["wait" => self.duration(*for_)]),
            Waiting::OwnPace { for_ } => ("waiting-own-pace", args!["wait" => self.duration(*for_)]),
            Waiting::Canary => ("waiting-canary", args![]),
            Waiting::Checking { next_check } if next_check.is_zero() => ("waiting-checking-now", args![]),
            Waiting::Checking { next_check } => {
                ("waiting-checking", args!["wait" => self.duration(*next_check)])
            }
            Waiting::Confirming { next_check } => {
                ("waiting-confirming", args!["wait" => self.duration(*next_check)])
            }
            Waiting::Network { problem, next_try } if next_try.is_zero() => {
                of_problem("waiting-network-now", problem, None)
            }
            Waiting::Network { problem, next_try } => of_problem("waiting-network", problem, Some(*next_try)),
            Waiting::SignIn => ("waiting-sign-in", args![]),
            Waiting::Refusals(problem)
                if matches!(problem.kind, ProblemKind::NotAsSent | ProblemKind::ListedTwice) =>
            {
                of_problem("waiting-first-differs", problem, None)
            }
            Waiting::Refusals(problem) => of_problem("waiting-rejections", problem, None),
            Waiting::Person => ("waiting-decision", args![]),
            Waiting::Storage(problem) => of_problem("waiting-storage", problem, None),
        };
        let part = |name| self.find(key, Some(name), Some(&arguments)).map(Cow::into_owned);
        let reason = self.format_owned(key, None, &arguments);
        let advice = self.format_owned(key, Some("advice"), &arguments);
        WaitingWords {
            steady: part("reason").unwrap_or_else(|| reason.clone()),
            next: part("next"),
            reason,
            advice,
        }
    }
}

const fn grouping_key(grouping: Grouping) -> &'static str {
    match grouping {
        Grouping::Auto => "grouping-auto",
        Grouping::File => "grouping-file",
        Grouping::Folder => "grouping-folder",
        Grouping::Name => "grouping-name",
        Grouping::Time => "grouping-time",
        Grouping::Likeness => "grouping-likeness",
        Grouping::Cards => "grouping-cards",
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::auth::AddressPart;
    use crate::i18n::Language;
    use vitrine_domain::{EVENTS, Problem, ProblemKind};

    #[test]
    fn every_value_has_a_name_of_its_own_in_both_languages() {
        let states = [
            State::Waiting,
            State::Uploading,
            State::Ready,
            State::Creating,
            State::Checking,
            State::NeedsPerson,
            State::Created,
            State::Skipped,
            State::Failed,
            State::Cancelled,
        ];
        let groupings = [
            Grouping::Auto,
            Grouping::File,
            Grouping::Folder,
            Grouping::Name,
            Grouping::Time,
            Grouping::Likeness,
            Grouping::Cards,
        ];
        for language in Language::ALL {
            let words = Messages::new(language);
            let mut names: Vec<String> = Vec::new();
            names.extend(
                Field::ALL
                    .iter()
                    .flat_map(|&field| [words.field(field), words.field_help(field)])
                    .map(Cow::into_owned),
            );
            names.extend(states.iter().map(|&state| words.state(state).into_owned()));
            names.extend(
                groupings
                    .iter()
                    .flat_map(|&g| [words.grouping(g), words.grouping_help(g)])
                    .map(Cow::into_owned),
            );
            names.extend(
                EVENTS
                    .iter()
                    .flat_map(|event| [words.event(event).name, words.event(event).meaning])
                    .map(Cow::into_owned),
            );
            names.extend(Scope::DOCUMENTED.iter().map(|scope| words.scope(scope).into_owned()));
            for name in &names {
                let is_key = !name.is_empty()
                    && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
                    && name.contains(['-', '_', '.']);
                assert!(!name.is_empty() && !is_key, "{language:?}: {name:?} is a key, not a name");
            }
            let distinct: std::collections::BTreeSet<&String> = names.iter().collect();
            assert_eq!(distinct.len(), names.len(), "{language:?}: two things share a name");
        }
    }

    #[test]
    fn a_waiting_import_states_the_reason_and_the_time() {
        let words = Messages::for_terminal(Language::English);
        let problem = Problem::new(ProblemKind::Unreachable).with_subject("shop.example");
        let network =
            words.waiting(&Waiting::Network { problem: problem.clone(), next_try: Duration::from_secs(40) });
        assert_eq!(network.reason, "Couldn’t connect to “shop.example”. Trying again in 40 s");
        let all = [
            Waiting::Paused,
            Waiting::Pace { for_: Duration::from_secs(40) },
            Waiting::OwnPace { for_: Duration::from_secs(40) },
            Waiting::Canary,
            Waiting::SignIn,
            Waiting::Refusals(problem.clone()),
            Waiting::Person,
            Waiting::Storage(problem),
        ];
        for language in Language::ALL {
            for waiting in &all {
                let said = Messages::for_terminal(language).waiting(waiting);
                for part in [&said.reason, &said.advice] {
                    assert!(
                        !part.is_empty() && !part.contains("waiting-") && !part.contains(['{', '$']),
                        "{language:?}: {part}"
                    );
                }
            }
        }
    }

    #[test]
    fn every_part_of_an_address_has_a_name() {
        let difference = |parts| AddressDifference { runs: Vec::new(), parts };
        for language in Language::ALL {
            let said = Messages::for_terminal(language).address_parts(&difference(AddressPart::ALL.to_vec()));
            assert!(!said.contains("address-part") && !said.contains(['{', '$']), "{language:?}: {said}");
        }
        let words = Messages::for_terminal(Language::English);
        assert_eq!(
            words.address_parts(&difference(vec![AddressPart::Port, AddressPart::ClosingSlash])),
            "They differ in: the port, the slash at the end."
        );
        assert_eq!(words.address_parts(&difference(Vec::new())), "");
    }

    #[test]
    fn marketplaces_that_come_with_the_program_have_a_name_in_each_language() {
        let [english, persian] = [Language::English, Language::Persian].map(Messages::for_terminal);
        assert_eq!(
            (english.market_name("Basalam"), persian.market_name("Basalam")),
            ("Basalam".into(), "باسلام".into())
        );
        assert_eq!(persian.market_name(MARKET_NAME), "غرفهٔ تمرینی");
        assert_eq!(persian.market_name("Basket Market"), "Basket Market");
        assert_eq!(
            (persian.shop_name(MARKET_NAME, MARKET_NAME), persian.shop_name(MARKET_NAME, "Basalam")),
            ("غرفهٔ تمرینی".into(), MARKET_NAME.into())
        );
    }

    #[test]
    fn names_that_the_contract_does_not_define_are_shown_unchanged() {
        let words = Messages::new(Language::Persian);
        assert_eq!(words.scope("vendor.profile.read"), "vendor.profile.read");
        assert_eq!(words.field_by_wire_name("shipping_data"), "shipping_data");
        assert_eq!(words.field_by_wire_name("stock"), "موجودی");
    }
}
