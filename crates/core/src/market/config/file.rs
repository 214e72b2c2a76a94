//! The keys of the market file, as they are written.

use serde::{Deserialize, Deserializer};
use toml::Spanned;

use super::address::{Address, AddressError, FullAddress, Layout, parse_address};
use super::extra::QueryExtra;
use super::finding::invalid;
use super::limits::Limits;
use super::products::{CategoriesFile, CreateFile, DiscountsFile, EditFile, PathText};
use super::webhooks::WebhooksFile;
use vitrine_domain::{Currency, Finding, Scope};

/// A marketplace file as it is written. It is large because it has a field for each of the file's keys and
/// tables.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    pub name: Name,
    pub layout: Spanned<Layout>,
    pub base_url: Option<Address>,
    pub core_url: Option<Address>,
    pub upload_url: Option<Address>,
    pub auth_url: Option<Address>,
    pub sso_url: Option<FullAddress>,
    pub webhook_url: Option<Address>,
    pub help_url: Option<Page>,
    #[serde(default)]
    pub oauth: OAuthFile,
    #[serde(default)]
    pub list: ListFile,
    #[serde(default)]
    pub create: CreateFile,
    #[serde(default)]
    pub limits: Limits,
    pub currency: Option<CurrencyFile>,
    pub categories: Option<CategoriesFile>,
    #[serde(default)]
    pub edit: EditFile,
    pub discounts: Option<DiscountsFile>,
    #[serde(default)]
    pub webhooks: WebhooksFile,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OAuthFile {
    pub client_id: Option<Name>,
    pub redirect_uri: Option<RedirectUri>,
    pub scopes: Vec<ScopeName>,
    pub pkce: Option<bool>,
    pub exchange_url: Option<FullAddress>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ListFile {
    pub page: Option<Name>,
    pub per_page: Option<Name>,
    pub page_size: Option<PageSize>,
    pub extra: QueryExtra,
    pub details: Option<PathText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CurrencyFile {
    pub unit: Unit,
    pub toman_beside: Option<Spanned<bool>>,
    pub enter: Option<Spanned<EnterUnit>>,
}

/// The unit in which people type and read prices.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EnterUnit {
    Rial,
    Toman,
}

/// Types that validate themselves during deserialization, so that errors carry their position in the file.
macro_rules! checked_value {
    ($name:ident($inner:ty) from $raw:ty: $check:expr) => {
        pub struct $name(pub $inner);

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let check: fn($raw) -> Result<$inner, Finding> = $check;
                check(<$raw>::deserialize(deserializer)?).map(Self).map_err(invalid)
            }
        }
    };
}

checked_value!(Name(String) from String: |text| if text.trim().is_empty() { Err(Finding::Empty) } else { Ok(text) });

checked_value!(Unit(Currency) from String: |text| Currency::from_name(&text).ok_or(Finding::UnitTooLong { limit: Currency::UNIT_CHARS }));

checked_value!(RedirectUri(String) from String: |text| parse_address(&text).map(|_| text).map_err(Finding::from));

checked_value!(Page(url::Url) from String: |text| {
    let page = parse_address(&text).map_err(Finding::from)?;
    if page.scheme() == "https" { Ok(page) } else { Err(AddressError::NotHttps.into()) }
});

checked_value!(ScopeName(Scope) from String: |text| {
    if is_scope(&text) { Ok(Scope(text)) } else { Err(Finding::NotOneScope) }
});

checked_value!(PageSize(u32) from i64: |size| match u32::try_from(size) {
    Ok(size @ 1..=10_000) => Ok(size),
    _ => Err(Finding::OutOfRange { min: 1, max: 10_000 }),
});

/// Whether text is one scope: scopes are sent separated by spaces, so a scope contains none.
pub fn is_scope(text: &str) -> bool {
    !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c.is_control())
}
