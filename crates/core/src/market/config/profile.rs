//! The market file (all keys are in docs/marketplace-file.md).

use std::fmt;

use url::Url;

use super::address::{Addresses, Layout, MissingKey};
use super::file::{CurrencyFile, EnterUnit, File, ListFile, Name, OAuthFile};
use super::finding::finding;
use super::limits::Limits;
use super::products::{CategoriesFile, CategoryPaths, DiscountPath, DiscountsFile, EditPaths, VARIANT_ID};
use super::webhooks::{WebhookOperation, WebhookPaths};
use vitrine_domain::{
    CreateRules, Currency, FieldLimits, Finding, Origins, Position, Problem, ProblemKind, ProductId,
    RialPrices, Scope, VariantId, VendorId,
};

/// A parsed and validated market file.
#[derive(Clone)]
pub struct Profile {
    /// What the marketplace is called. What is stored belongs to its [`id`](Self::id).
    pub name: String,
    /// Which addresses the marketplace has, and which versions.
    pub layout: Layout,
    /// The page where people get a token. Nothing but the browser opens it.
    pub help_url: Option<Url>,
    /// How to sign in with the browser.
    pub oauth: OAuth,
    /// How to read the product list.
    pub list: ListRules,
    /// The path of a second list, whose rows also tell categories and times.
    pub list_details: Option<String>,
    /// What the marketplace accepts.
    pub limits: Limits,
    /// The currency of prices. It affects only what is shown, not what is sent.
    pub currency: Currency,
    /// Where the operations are.
    pub addresses: Addresses,
    /// JSON fields added to every product; fields of the draft take precedence.
    pub create_extra: serde_json::Map<String, serde_json::Value>,
    /// How products are changed; `None` if this marketplace has no operation for it.
    pub edit: Option<EditPaths>,
    /// How discounts begin and end; `None` if this marketplace has no operation for it, or its products
    /// cannot be read: nothing would prove that one runs.
    pub discounts: Option<DiscountPath>,
    /// Where the categories are; `None` if the marketplace has none.
    categories: Option<CategoryPaths>,
    /// Where the operations of the webhook service are, besides operation 9.
    pub webhooks: WebhookPaths,
    /// Without the limits, which are in [`Limits`].
    create: CreateRules,
    /// The name of the file in problems.
    source: String,
}

/// The OAuth client of this program. A personal access token needs none of it.
#[derive(Clone, Debug)]
pub struct OAuth {
    /// The client as registered with the marketplace.
    pub client_id: Option<String>,
    /// Sent unchanged: the marketplace compares it with the registered address as text (contract section 7).
    pub redirect_uri: Option<String>,
    /// The scopes to request, unless the user chooses others.
    pub scopes: Vec<Scope>,
    /// Whether a PKCE code challenge is sent (RFC 7636). Servers without PKCE ignore it.
    pub pkce: bool,
    /// A server that holds the client secret and exchanges codes in place of the token endpoint.
    pub exchange_url: Option<Url>,
}

/// How the product list is paged. The contract does not say, so without settings in the file it is guessed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListRules {
    /// The query parameter of the page number.
    pub page: Option<String>,
    /// The query parameter of the page size.
    pub per_page: Option<String>,
    /// The requested number of products per page.
    pub page_size: u32,
    /// Query parameters sent with every page.
    pub extra: Vec<(String, String)>,
    /// Whether the file names no parameter: `page` and `per_page` are then a guess, dropped when the
    /// marketplace refuses them.
    pub guessed: bool,
}

impl Profile {
    /// Parses a market file. `source` is its name in problems: a path, or the name of a built-in file.
    ///
    /// # Errors
    ///
    /// `MarketFile`, with line and column where they are known.
    pub fn parse(text: &str, source: &str) -> Result<Self, Problem> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let problem = || Problem::new(ProblemKind::MarketFile).with_subject(source);
        let at =
            |start: usize, finding: Finding| problem().with_diagnostic(finding.at(position(text, start)));
        let file: File =
            toml::from_str(text).map_err(|error| match (finding(error.message()), error.span()) {
                (finding, Some(span)) => at(span.start, finding),
                (finding, None) => problem().with_diagnostic(finding),
            })?;
        let addresses = Addresses {
            base: file.base_url,
            core: file.core_url,
            upload: file.upload_url,
            auth: file.auth_url,
            sso: file.sso_url.map(Url::from),
            webhook: file.webhook_url,
        };
        addresses.check(*file.layout.get_ref()).map_err(|MissingKey(key)| {
            at(file.layout.span().start, Finding::MissingKeyOfLayout { key: key.to_owned() })
        })?;
        let currency = file.currency.map_or(Ok(Currency::Unnamed), CurrencyFile::currency);
        let currency = currency.map_err(|place| at(place, Finding::TomanWithoutRial))?;
        let (mut create, create_extra) = file.create.rules(file.categories.as_ref(), &file.edit);
        let edit = file.edit.paths();
        let discounts = file.discounts.filter(|_| edit.is_some());
        create.discounts = discounts.as_ref().map(DiscountsFile::rules);
        Ok(Self {
            name: file.name.0,
            layout: file.layout.into_inner(),
            help_url: file.help_url.map(|page| page.0),
            oauth: file.oauth.into(),
            list_details: file.list.details.as_ref().map(|path| path.0.clone()),
            list: file.list.into(),
            limits: file.limits,
            currency,
            addresses,
            create_extra: create_extra.0,
            categories: file.categories.map(CategoriesFile::paths),
            edit,
            discounts: discounts.as_ref().map(DiscountsFile::path),
            webhooks: file.webhooks.paths(),
            create,
            source: source.to_owned(),
        })
    }

    /// The requirements of this marketplace for products.
    pub fn rules(&self) -> CreateRules {
        let Limits { brief_chars, description_chars, text_chars_min, keywords, price_min, .. } = self.limits;
        CreateRules {
            name_chars: self.limits.name_chars,
            photos: self.limits.photos,
            photo_ratio: self.limits.photo_ratio,
            checks: FieldLimits {
                brief_chars,
                description_chars,
                text_chars_min,
                keywords,
                price_min,
                ..self.create.checks
            },
            ..self.create.clone()
        }
    }

    /// The address of the tree of categories; `None` if the file names none.
    pub fn categories_url(&self) -> Option<Result<Url, MissingKey>> {
        Some(self.addresses.below_api(self.layout, &self.categories.as_ref()?.tree))
    }

    /// The address of a category's attributes; `None` if the file names none.
    pub fn attributes_url(&self, category: i64) -> Option<Result<Url, MissingKey>> {
        let categories = self.categories.as_ref()?;
        let path = categories.attributes.as_ref()?.replace("{id}", &category.to_string());
        Some(self.addresses.below_api(self.layout, &path).map(|mut url| {
            if !categories.query.is_empty() {
                url.query_pairs_mut().extend_pairs(&categories.query);
            }
            url
        }))
    }

    /// The address at which products of these ids are listed with their categories and times; `None` where
    /// there is none.
    pub fn details_url(&self, products: &[ProductId]) -> Option<Result<Url, MissingKey>> {
        let path = self.list_details.as_ref()?;
        Some(self.addresses.below_api(self.layout, path).map(|mut url| {
            url.query_pairs_mut().extend_pairs(products.iter().map(|id| ("ids", id.as_str())));
            if let Some(per_page) = &self.list.per_page {
                url.query_pairs_mut().append_pair(per_page, &products.len().to_string());
            }
            url
        }))
    }

    /// The address of one product, for reading and changing it.
    pub fn product_url(&self, product: &ProductId) -> Result<Url, MissingKey> {
        let edit = self.edit.as_ref().ok_or(MissingKey("edit.product"))?;
        self.addresses.below_api_with(self.layout, &edit.product, &[("{id}", product.as_str())])
    }

    /// The address of one variant, for changing it.
    pub fn variant_url(&self, product: &ProductId, variant: &VariantId) -> Result<Url, MissingKey> {
        let path = self.edit.as_ref().and_then(|edit| edit.variant.as_deref());
        let path = path.ok_or(MissingKey("edit.variant"))?;
        let values = [("{id}", product.as_str()), (VARIANT_ID, variant.as_str())];
        self.addresses.below_api_with(self.layout, path, &values)
    }

    /// The address at which several products of a shop are changed.
    pub fn batch_url(&self, vendor: &VendorId) -> Result<Url, MissingKey> {
        let batch =
            self.edit.as_ref().and_then(|edit| edit.batch.as_ref()).ok_or(MissingKey("edit.batch"))?;
        let mut url =
            self.addresses.below_api_with(self.layout, &batch.path, &[("{vendor_id}", vendor.as_str())])?;
        if !batch.query.is_empty() {
            url.query_pairs_mut().extend_pairs(&batch.query);
        }
        Ok(url)
    }

    /// The address at which discounts of a shop begin and end.
    pub fn discounts_url(&self, vendor: &VendorId) -> Result<Url, MissingKey> {
        let discounts = self.discounts.as_ref().ok_or(MissingKey("discounts.path"))?;
        self.addresses.below_api_with(self.layout, &discounts.path, &[("{vendor_id}", vendor.as_str())])
    }

    /// The address of an operation of the webhook service; `id` is what it is about, where its path says so.
    pub fn webhook_url(&self, operation: WebhookOperation, id: &str) -> Result<Url, MissingKey> {
        let (path, missing) = self.webhooks.path(operation);
        self.addresses.below_webhooks(path.ok_or(missing)?, id)
    }

    /// Where a sign-in at this marketplace is sent.
    pub fn origins(&self) -> Origins {
        let exchange = self.oauth.exchange_url.as_ref().map(|url| ("exchange", url));
        let all = self.addresses.urls().chain(exchange);
        all.map(|(role, url)| (role, url.origin().ascii_serialization())).collect()
    }

    /// What identifies this marketplace in everything that is stored of it.
    pub fn id(&self) -> String {
        self.origins().market_id(&self.name)
    }

    /// Whether the file has the address of a consent page.
    pub const fn has_consent_page(&self) -> bool {
        self.addresses.sso.is_some()
    }

    /// The problem of an operation that needs a missing key.
    pub fn missing_key_problem(&self, MissingKey(key): MissingKey) -> Problem {
        Problem::new(ProblemKind::MarketFile)
            .with_subject(&self.source)
            .with_diagnostic(Finding::MissingKey { key: key.to_owned() })
    }
}

/// Shows the name and layout only: `extra` may contain secrets.
impl fmt::Debug for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Profile")
            .field("name", &self.name)
            .field("layout", &self.layout)
            .field("source", &self.source)
            .finish_non_exhaustive()
    }
}

impl CurrencyFile {
    /// The error is the position of a key that has no meaning for this unit.
    fn currency(self) -> Result<Currency, usize> {
        let beside = self.toman_beside.filter(|beside| *beside.get_ref()).map(|beside| beside.span().start);
        let enter = self.enter.map(|unit| (*unit.get_ref(), unit.span().start));
        match (self.unit.0, enter, beside) {
            (Currency::Rial(_), Some((EnterUnit::Toman, _)), _) => Ok(Currency::Rial(RialPrices::InToman)),
            (Currency::Rial(_), _, Some(_)) => Ok(Currency::Rial(RialPrices::TomanBeside)),
            (Currency::Toman, Some((EnterUnit::Toman, _)), None) => Ok(Currency::Toman),
            (unit @ Currency::Rial(_), _, None) | (unit, None, None) => Ok(unit),
            (_, Some((_, place)), _) | (_, None, Some(place)) => Err(place),
        }
    }
}

impl From<OAuthFile> for OAuth {
    fn from(file: OAuthFile) -> Self {
        Self {
            client_id: file.client_id.map(|name| name.0),
            redirect_uri: file.redirect_uri.map(|uri| uri.0),
            scopes: file.scopes.into_iter().map(|scope| scope.0).collect(),
            pkce: file.pkce.unwrap_or(true),
            exchange_url: file.exchange_url.map(Url::from),
        }
    }
}

impl From<ListFile> for ListRules {
    fn from(file: ListFile) -> Self {
        let guessed = file.page.is_none() && file.per_page.is_none();
        let name = |given: Option<Name>, guess: &str| {
            given.map(|name| name.0).or_else(|| guessed.then(|| guess.to_owned()))
        };
        Self {
            page: name(file.page, "page"),
            per_page: name(file.per_page, "per_page"),
            page_size: file.page_size.map_or(Self::PAGE_SIZE, |size| size.0),
            extra: file.extra.0,
            guessed,
        }
    }
}

impl ListRules {
    /// Clients of the public service request 50 to 100; no maximum is declared.
    const PAGE_SIZE: u32 = 100;
}

impl Default for ListRules {
    fn default() -> Self {
        ListFile::default().into()
    }
}

/// The line and the column, in characters, of a byte of the text.
fn position(text: &str, start: usize) -> Position {
    let before = text.get(..start).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    Position::Line { line, column }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_domain::Field;

    const COMPLETE_FILE: &str = r#"
name        = "Example market"
layout      = "core"
base_url    = "https://base.example"
core_url    = "https://core.example/api/"
upload_url  = "https://upload.example"
auth_url    = "https://auth.example"
sso_url     = "https://example/accounts/sso?lang=fa"
webhook_url = "https://hooks.example"

[oauth]
client_id    = "123"
redirect_uri = "http://127.0.0.1:8765/callback"
scopes       = ["vendor.product.read", "vendor.product.write"]
pkce         = false
exchange_url = "https://helper.example/exchange"

[list]
page = "p"
per_page = "n"
page_size = 50
extra = { variants_flatting = "false", statuses = [2976, 3790] }

[create]
required = ["name", "photo", "primary_price"]
extra = { category_id = 12, status = 2976, dims = { height = 1.5, list = [true] } }

[limits]
photo_bytes = 5242880
photos = 20
name_chars = 120
photo_ratio = "3:4"
products_per_minute = 0

[currency]
unit = "rial"
toman_beside = true
"#;

    fn refused(text: &str) -> String {
        let problem = Profile::parse(text, "shop.toml").unwrap_err();
        assert_eq!((problem.kind, problem.subject.as_deref()), (ProblemKind::MarketFile, Some("shop.toml")));
        problem.quotation.unwrap()
    }

    fn minimal(rest: &str) -> String {
        format!("name = \"x\"\nlayout = \"base\"\nbase_url = \"https://x.example\"\n{rest}")
    }

    #[test]
    fn people_may_write_in_toman_what_is_sent_in_rial() {
        let currency =
            |table: &str| Profile::parse(&minimal(&format!("[currency]\n{table}")), "x").unwrap().currency;
        assert_eq!(currency("unit = \"rial\"\nenter = \"toman\""), Currency::Rial(RialPrices::InToman));
        assert_eq!(
            currency("unit = \"rial\"\nenter = \"toman\"\ntoman_beside = true"),
            Currency::Rial(RialPrices::InToman)
        );
        assert_eq!(currency("unit = \"rial\"\nenter = \"rial\""), Currency::Rial(RialPrices::InRial));
        assert_eq!(currency("unit = \"toman\"\nenter = \"toman\""), Currency::Toman);
    }

    #[test]
    fn every_key_is_read() {
        let profile = Profile::parse(COMPLETE_FILE, "shop.toml").unwrap();
        assert_eq!((profile.name.as_str(), profile.layout), ("Example market", Layout::Core));
        assert_eq!(profile.oauth.client_id.as_deref(), Some("123"));
        assert_eq!(profile.oauth.redirect_uri.as_deref(), Some("http://127.0.0.1:8765/callback"));
        assert_eq!(
            profile.oauth.scopes,
            [Scope(Scope::PRODUCT_READ.into()), Scope(Scope::PRODUCT_WRITE.into())]
        );
        assert!(!profile.oauth.pkce);
        assert_eq!(
            profile.oauth.exchange_url.as_ref().map(Url::as_str),
            Some("https://helper.example/exchange")
        );
        let extra = [("statuses", "2976"), ("statuses", "3790"), ("variants_flatting", "false")]
            .map(|(k, v)| (k.to_owned(), v.to_owned()));
        let list = ListRules {
            page: Some("p".into()),
            per_page: Some("n".into()),
            page_size: 50,
            extra: extra.into(),
            guessed: false,
        };
        assert_eq!(profile.list, list);
        assert_eq!(profile.rules().required, [Field::Name, Field::Photo, Field::PrimaryPrice]);
        assert_eq!((profile.rules().name_chars, profile.rules().photos), (Some(120), Some(20)));
        assert_eq!(profile.rules().photo_ratio, "3:4".parse().ok());
        assert_eq!((profile.limits.photo_bytes, profile.limits.products_per_minute), (Some(5_242_880), None));
        assert_eq!(profile.currency, Currency::Rial(RialPrices::TomanBeside));
        let extra =
            serde_json::json!({"category_id": 12, "status": 2976, "dims": {"height": 1.5, "list": [true]}});
        assert_eq!(serde_json::Value::Object(profile.create_extra), extra);
    }

    #[test]
    fn a_file_of_the_core_layout_names_both_of_its_hosts() {
        let file = |hosts: &str| format!("name = \"x\"\nlayout = \"core\"\n{hosts}");
        let (core, upload) =
            ("core_url = \"https://core.example\"\n", "upload_url = \"https://upload.example\"\n");
        assert!(refused(&file(core)).contains("missing key `upload_url`"));
        assert!(refused(&file(upload)).contains("missing key `core_url`"));
        assert!(Profile::parse(&file(&[core, upload].concat()), "x").is_ok());
    }

    #[test]
    fn missing_keys_have_defaults() {
        let profile = Profile::parse(&minimal(""), "x").unwrap();
        assert_eq!(profile.rules(), CreateRules::default());
        assert_eq!((profile.limits, profile.currency), (Limits::default(), Currency::Unnamed));
        assert!(profile.list.guessed && profile.oauth.pkce);
        assert_eq!(
            (profile.list.page.as_deref(), profile.list.per_page.as_deref()),
            (Some("page"), Some("per_page"))
        );
    }

    #[test]
    fn a_file_with_only_the_page_number_requests_no_page_size() {
        let profile = Profile::parse(&minimal("[list]\npage = \"page\""), "x").unwrap();
        assert_eq!(
            (profile.list.page.as_deref(), profile.list.per_page.as_deref(), profile.list.guessed),
            (Some("page"), None, false)
        );
    }

    #[test]
    fn an_unknown_key_is_reported_with_its_line_and_the_allowed_keys() {
        let said = refused(&minimal("foo = 1"));
        assert!(said.starts_with("line 4, column 1: unknown key `foo`; allowed: `name`, `layout`"), "{said}");
        let said = refused(&minimal("[oauth]\nclient_secret = \"hush\""));
        assert!(
            said.starts_with("line 5, column 1: unknown key `client_secret`; allowed: `client_id`"),
            "{said}"
        );
        assert!(!said.contains("hush"));
    }

    #[test]
    fn an_invalid_value_is_reported_with_its_line_and_the_allowed_values() {
        for (rest, expected) in [
            ("core_url = \"http://x.example\"", "line 4, column 12: must be https"),
            (
                "sso_url = \"https://me:secret@x.example\"",
                "line 4, column 11: an address cannot hold a user name",
            ),
            ("help_url = \"http://127.0.0.1/token\"", "line 4, column 12: must be https"),
            (
                "auth_url = \"https://x.example/?a=b\"",
                "line 4, column 12: an address that paths are added to",
            ),
            (
                "[create]\nrequired = [\"name\", \"colour\"]",
                "line 5, column 12: unknown value `colour`; allowed: `name`, `photo`",
            ),
            ("[list]\npage_size = 0", "line 5, column 13: must be 1 to 10000"),
            ("[list]\nextra = { a = { b = 1 } }", "line 5, column 9: `a` must be text"),
            ("[limits]\nphotos = -1", "line 5, column 10: invalid value"),
            ("[limits]\nphoto_ratio = \"4\"", "line 5, column 15: `4` is no ratio of width to height"),
            ("[currency]\nunit = \"1000 rial\"", "line 5, column 8: allowed: `rial`, `toman`"),
            (
                "[currency]\nunit = \"toman\"\ntoman_beside = true",
                "line 6, column 16: `toman_beside` and `enter` have",
            ),
            ("[currency]\ntoman_beside = true", "line 4, column 1: missing key `unit`"),
            (
                "[currency]\nunit = \"€\"\nenter = \"toman\"",
                "line 6, column 9: `toman_beside` and `enter` have a meaning only where prices are in rial: unit = \"rial\"",
            ),
            ("[oauth]\nscopes = [\"a b\"]", "line 5, column 10: a scope is one word"),
            ("[oauth]\nredirect_uri = \"http://evil.example/cb\"", "line 5, column 16: must be https"),
        ] {
            let said = refused(&minimal(rest));
            assert!(said.starts_with(expected), "{said}");
            assert!(!said.contains("secret"), "{said}");
        }
        let said = refused("name = \"x\"\nlayout = \"third\"");
        assert!(
            said.starts_with("line 2, column 10: unknown value `third`; allowed: `base`, `core`"),
            "{said}"
        );
    }

    #[test]
    fn invalid_toml_is_reported_with_its_line() {
        assert!(refused("name = \"x\"\nlayout \"base\"").starts_with("line 2, column "));
    }

    #[test]
    fn only_the_host_of_the_layout_is_required() {
        assert_eq!(
            refused("name=\"x\"\nlayout=\"core\"\nbase_url=\"https://x.example\""),
            "line 2, column 8: missing key `core_url`: this layout needs it"
        );
        assert!(refused("layout=\"base\"\nbase_url=\"https://x.example\"").contains("missing key `name`"));
    }

    #[test]
    fn debug_output_does_not_contain_extra_fields() {
        let profile = Profile::parse(&minimal("[create]\nextra = { api_key = \"hush\" }"), "x").unwrap();
        assert!(!format!("{profile:?}").contains("hush"));
    }
}
