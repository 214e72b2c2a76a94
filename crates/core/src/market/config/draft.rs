//! A market file edited key by key, validated by the same rules as the file.

use std::collections::BTreeMap;

use super::address::{AddressError, Layout, parse_address};
use super::file::is_scope;
use super::finding::finding;
use super::profile::Profile;
use vitrine_domain::{Problem, ProblemKind};

/// The keys of a market file that can be edited. Limits and paging can only be set in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MarketKey {
    Name,
    Base,
    Core,
    Upload,
    Auth,
    Sso,
    Webhook,
    ClientId,
    RedirectUri,
    /// Space-separated words.
    Scopes,
    ExchangeUrl,
}

impl MarketKey {
    /// All keys, in the order of the file.
    pub const ALL: [Self; 11] = [
        Self::Name,
        Self::Base,
        Self::Core,
        Self::Upload,
        Self::Auth,
        Self::Sso,
        Self::Webhook,
        Self::ClientId,
        Self::RedirectUri,
        Self::Scopes,
        Self::ExchangeUrl,
    ];

    /// The name of the key within its table in the file.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Base => "base_url",
            Self::Core => "core_url",
            Self::Upload => "upload_url",
            Self::Auth => "auth_url",
            Self::Sso => "sso_url",
            Self::Webhook => "webhook_url",
            Self::ClientId => "client_id",
            Self::RedirectUri => "redirect_uri",
            Self::Scopes => "scopes",
            Self::ExchangeUrl => "exchange_url",
        }
    }

    const fn is_oauth(self) -> bool {
        matches!(self, Self::ClientId | Self::RedirectUri | Self::Scopes | Self::ExchangeUrl)
    }

    /// Whether its value is an address.
    pub const fn is_address(self) -> bool {
        !matches!(self, Self::Name | Self::ClientId | Self::Scopes)
    }

    /// Whether paths are appended to its address.
    const fn is_host(self) -> bool {
        matches!(self, Self::Base | Self::Core | Self::Upload | Self::Auth | Self::Webhook)
    }

    /// Whether the layout requires it.
    pub const fn is_required(self, layout: Layout) -> bool {
        matches!(
            (self, layout),
            (Self::Name, _) | (Self::Base, Layout::Base) | (Self::Core | Self::Upload, Layout::Core)
        )
    }

    /// Whether the layout uses it.
    pub const fn is_used(self, layout: Layout) -> bool {
        match self {
            Self::Base => matches!(layout, Layout::Base),
            Self::Core | Self::Upload => matches!(layout, Layout::Core),
            _ => true,
        }
    }
}

/// Why an entry is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryError {
    Missing,
    Address(AddressError),
}

/// A market file that is being edited.
#[derive(Clone, Debug, PartialEq)]
pub struct MarketDraft {
    /// Which addresses the marketplace has, and which versions.
    pub layout: Layout,
    /// Whether sign-in through the browser uses PKCE (RFC 7636).
    pub pkce: bool,
    entries: BTreeMap<MarketKey, String>,
    /// The original file, with the keys that cannot be edited.
    original: toml::Table,
}

impl Default for MarketDraft {
    fn default() -> Self {
        Self { layout: Layout::Base, pkce: true, entries: BTreeMap::new(), original: toml::Table::new() }
    }
}

impl MarketDraft {
    /// Reads a market file to be changed. `source` is what problems call it.
    ///
    /// # Errors
    /// [`ProblemKind::MarketFile`] when the file is not a market file.
    pub fn read(text: &str, source: &str) -> Result<Self, Problem> {
        let profile = Profile::parse(text, source)?;
        let unreadable = |error: toml::de::Error| {
            Problem::new(ProblemKind::MarketFile)
                .with_subject(source)
                .with_diagnostic(finding(error.message()))
        };
        let original: toml::Table =
            text.strip_prefix('\u{feff}').unwrap_or(text).parse().map_err(unreadable)?;
        let oauth = original.get("oauth").and_then(toml::Value::as_table);
        let mut entries = BTreeMap::new();
        for key in MarketKey::ALL {
            let table = if key.is_oauth() { oauth } else { Some(&original) };
            let value = table.and_then(|table| table.get(key.name())).map(|value| match value {
                toml::Value::Array(words) => {
                    words.iter().filter_map(toml::Value::as_str).collect::<Vec<_>>().join(" ")
                }
                value => value.as_str().unwrap_or_default().to_owned(),
            });
            entries.extend(value.map(|value| (key, value)));
        }
        Ok(Self { layout: profile.layout, pkce: profile.oauth.pkce, entries, original })
    }

    /// The entry as entered.
    pub fn text(&self, key: MarketKey) -> &str {
        self.entries.get(&key).map_or("", String::as_str)
    }

    /// The entry, for editing.
    pub fn text_mut(&mut self, key: MarketKey) -> &mut String {
        self.entries.entry(key).or_default()
    }

    /// The entry without surrounding spaces and, in addresses, without invisible marks added by copying. A
    /// name keeps its joiners.
    fn value(&self, key: MarketKey) -> String {
        let text = self.text(key).trim();
        if key.is_address() {
            text.chars().filter(|c| !is_invisible_mark(*c)).collect()
        } else {
            text.to_owned()
        }
    }

    /// The validation error of this entry, if any.
    pub fn error(&self, key: MarketKey) -> Option<EntryError> {
        let value = self.value(key);
        if value.is_empty() {
            return key.is_required(self.layout).then_some(EntryError::Missing);
        }
        if !key.is_address() {
            return None;
        }
        match parse_address(&value) {
            Err(error) => Some(EntryError::Address(error)),
            Ok(url) if key.is_host() && url.query().is_some() => {
                Some(EntryError::Address(AddressError::Query))
            }
            Ok(_) => None,
        }
    }

    /// The first invalid entry among those that the layout uses.
    pub fn first_error(&self) -> Option<(MarketKey, EntryError)> {
        let used = MarketKey::ALL.into_iter().filter(|key| key.is_used(self.layout));
        used.into_iter().find_map(|key| Some((key, self.error(key)?)))
    }

    /// The tables of the file with paths in the versions of the other layout, which cannot be edited here.
    pub fn tables_of_other_layout(&self) -> Vec<&'static str> {
        const PATHS: [(&str, &[&str]); 3] = [
            ("list", &["details"]),
            ("categories", &["tree", "attributes"]),
            ("edit", &["product", "batch"]),
        ];
        let is_other = |path: &str| match self.layout {
            Layout::Base => path.starts_with("/v3/") || path.starts_with("/v4/"),
            Layout::Core => path.starts_with("/v1/"),
        };
        let path = |table: &str, key: &str| self.original.get(table)?.get(key)?.as_str();
        let concerned = PATHS
            .into_iter()
            .filter(|(table, keys)| keys.iter().any(|key| path(table, key).is_some_and(is_other)));
        concerned.map(|(table, _)| table).collect()
    }

    /// Whether requests would go to other addresses than with `before`. Addresses that the layout does not
    /// use are ignored.
    pub fn changes_addresses(&self, before: &Self) -> bool {
        let used = |draft: &Self, key: MarketKey| {
            if key.is_used(draft.layout) { draft.value(key) } else { String::new() }
        };
        MarketKey::ALL.into_iter().any(|key| key.is_address() && used(self, key) != used(before, key))
    }

    /// Writes the market file. Keys that cannot be edited keep their original values, and so do keys that the
    /// layout does not use: they are hidden while it is selected, so their entries must be neither saved nor
    /// rejected.
    pub fn to_toml(&self) -> String {
        let mut file = self.original.clone();
        let layout = match self.layout {
            Layout::Base => "base",
            Layout::Core => "core",
        };
        file.insert("layout".to_owned(), layout.into());
        let mut oauth = file
            .remove("oauth")
            .and_then(|table| if let toml::Value::Table(table) = table { Some(table) } else { None });
        let oauth = oauth.get_or_insert_default();
        for key in MarketKey::ALL.into_iter().filter(|key| key.is_used(self.layout)) {
            let value = self.value(key);
            let table = if key.is_oauth() { &mut *oauth } else { &mut file };
            if value.is_empty() {
                table.remove(key.name());
            } else if key == MarketKey::Scopes {
                let words =
                    value.split_whitespace().filter(|word| is_scope(word)).map(toml::Value::from).collect();
                table.insert(key.name().to_owned(), toml::Value::Array(words));
            } else {
                table.insert(key.name().to_owned(), value.into());
            }
        }
        oauth.insert("pkce".to_owned(), self.pkce.into());
        file.insert("oauth".to_owned(), toml::Value::Table(std::mem::take(oauth)));
        file.to_string()
    }
}

/// Zero-width and direction marks, which web pages and messengers add to addresses.
const fn is_invisible_mark(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn entries(entries: &[(MarketKey, &str)]) -> MarketDraft {
        let mut draft = MarketDraft::default();
        for (key, text) in entries {
            *draft.text_mut(*key) = (*text).to_owned();
        }
        draft
    }

    #[test]
    fn the_written_market_file_reads_back_the_same() {
        let mut draft = entries(&[
            (MarketKey::Name, "  بازار «نمونه» "),
            (MarketKey::Core, "https://core.example/api\u{200f}"),
            (MarketKey::Upload, "https://up.example"),
            (MarketKey::Auth, "https://auth.example"),
            (MarketKey::Sso, "https://example/sso?lang=fa"),
            (MarketKey::ClientId, "42"),
            (MarketKey::RedirectUri, "http://127.0.0.1:8765/callback"),
            (MarketKey::Scopes, "vendor.product.read  *"),
        ]);
        draft.layout = Layout::Core;
        draft.pkce = false;
        assert_eq!(draft.first_error(), None);
        let profile = Profile::parse(&draft.to_toml(), "x").unwrap();
        assert_eq!(
            (profile.name.as_str(), profile.layout, profile.oauth.pkce),
            ("بازار «نمونه»", Layout::Core, false)
        );
        assert_eq!(
            profile.oauth.scopes.iter().map(|scope| scope.0.as_str()).collect::<Vec<_>>(),
            ["vendor.product.read", "*"]
        );
        let reread = MarketDraft::read(&draft.to_toml(), "x").unwrap();
        assert_eq!(reread.text(MarketKey::Core), "https://core.example/api");
        assert_eq!(MarketDraft::read(&reread.to_toml(), "x").unwrap(), reread);
    }

    #[test]
    fn keys_that_cannot_be_edited_stay_in_the_file() {
        let text = "name = \"x\"\nlayout = \"base\"\nbase_url = \"https://x.example\"\n[limits]\nphotos = 7\n[create]\nextra = { category_id = 12 }";
        let mut draft = MarketDraft::read(text, "x").unwrap();
        *draft.text_mut(MarketKey::Base) = "https://y.example".to_owned();
        let profile = Profile::parse(&draft.to_toml(), "x").unwrap();
        assert_eq!(profile.limits.photos, Some(7));
        assert!(draft.to_toml().contains("category_id = 12"), "{}", draft.to_toml());
    }

    #[test]
    fn an_entry_is_validated_by_the_rules_of_the_file() {
        let wrong = |key, text: &str| entries(&[(key, text)]).error(key);
        assert_eq!(wrong(MarketKey::Base, " "), Some(EntryError::Missing));
        assert_eq!(wrong(MarketKey::Core, ""), None, "the other layout uses it");
        assert_eq!(
            wrong(MarketKey::Base, "http://x.example"),
            Some(EntryError::Address(AddressError::NotHttps))
        );
        assert_eq!(
            wrong(MarketKey::Auth, "https://x.example/?a=b"),
            Some(EntryError::Address(AddressError::Query))
        );
        assert_eq!(wrong(MarketKey::Sso, "https://x.example/?a=b"), None);
        assert_eq!(
            wrong(MarketKey::Sso, "https://me:secret@x.example"),
            Some(EntryError::Address(AddressError::UserName))
        );
        assert!(matches!(
            wrong(MarketKey::RedirectUri, "localhost"),
            Some(EntryError::Address(AddressError::NotAnAddress(_)))
        ));
        assert_eq!(wrong(MarketKey::RedirectUri, "http://127.0.0.1:8765/callback"), None);
    }

    #[test]
    fn entries_of_the_other_layout_are_kept_but_not_validated() {
        let mut draft = entries(&[
            (MarketKey::Name, "x"),
            (MarketKey::Base, "https://x.example"),
            (MarketKey::Core, "nowhere"),
        ]);
        assert_eq!(draft.first_error(), None);
        Profile::parse(&draft.to_toml(), "x").unwrap();
        draft.layout = Layout::Core;
        assert_eq!(draft.text(MarketKey::Core), "nowhere");
        assert!(matches!(draft.first_error(), Some((MarketKey::Core, EntryError::Address(_)))));
    }

    #[test]
    fn the_files_addresses_of_the_other_layout_are_not_overwritten() {
        let text = "name = \"x\"\nlayout = \"base\"\nbase_url = \"https://x.example\"\ncore_url = \"https://core.example\"";
        let mut draft = MarketDraft::read(text, "x").unwrap();
        *draft.text_mut(MarketKey::Core) = "nowhere".to_owned();
        assert!(draft.to_toml().contains("core_url = \"https://core.example\""), "{}", draft.to_toml());
    }

    #[test]
    fn tables_with_the_versions_of_the_other_layout_are_named() {
        let text = "name = \"x\"\nlayout = \"base\"\nbase_url = \"https://x.example\"\n[list]\npage = \"page\"\n\
                    [categories]\ntree = \"/v1/categories\"\n[edit]\nproduct = \"/v1/products/{id}\"\nprefer = \"return=full\"";
        let mut draft = MarketDraft::read(text, "x").unwrap();
        assert_eq!(draft.tables_of_other_layout(), [""; 0]);
        draft.layout = Layout::Core;
        assert_eq!(draft.tables_of_other_layout(), ["categories", "edit"]);
        assert_eq!(
            MarketDraft { layout: Layout::Core, ..MarketDraft::default() }.tables_of_other_layout(),
            [""; 0]
        );
    }

    #[test]
    fn only_addresses_in_use_count_as_changed() {
        let before = entries(&[
            (MarketKey::Name, "x"),
            (MarketKey::Base, "https://x.example"),
            (MarketKey::Core, "https://core.example"),
        ]);
        let changed = |change: fn(&mut MarketDraft)| {
            let mut draft = before.clone();
            change(&mut draft);
            draft.changes_addresses(&before)
        };
        assert!(
            !changed(|draft| draft.text_mut(MarketKey::Core).push_str("/other")),
            "only the other layout uses it"
        );
        assert!(!changed(|draft| draft.text_mut(MarketKey::Base).push(' ')), "the address is the same");
        assert!(
            !changed(|draft| draft.text_mut(MarketKey::ClientId).push('7')),
            "this key is not an address"
        );
        assert!(changed(|draft| draft.text_mut(MarketKey::Base).push_str("/v2")));
        assert!(changed(|draft| draft.layout = Layout::Core));
    }

    /// Typical entries, and arbitrary text.
    fn entry() -> impl Strategy<Value = String> {
        let pieces = [
            "",
            " ",
            "https://",
            "http://",
            "x.example",
            "127.0.0.1:1",
            "/a",
            "?b=c",
            "#d",
            "me:secret@",
            "\u{200f}",
            "*",
            "a b",
        ];
        prop_oneof![
            prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..4)
                .prop_map(|pieces| pieces.concat()),
            ".{0,20}"
        ]
    }

    proptest! {
        #[test]
        fn every_form_without_errors_makes_a_valid_market_file(core: bool, entries in prop::collection::vec(entry(), 11)) {
            let mut draft = MarketDraft { layout: if core { Layout::Core } else { Layout::Base }, ..MarketDraft::default() };
            for (key, text) in MarketKey::ALL.into_iter().zip(entries) {
                *draft.text_mut(key) = text;
            }
            // The form requires invalid entries to be corrected first.
            while let Some((key, _)) = draft.first_error() {
                *draft.text_mut(key) = if key.is_address() { "https://x.example".to_owned() } else { "x".to_owned() };
            }
            let read = Profile::parse(&draft.to_toml(), "x");
            prop_assert!(read.is_ok(), "{:?} of {}", read, draft.to_toml());
        }
    }
}
