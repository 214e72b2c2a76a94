//! Starts and controls the practice marketplace.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::dialect::Dialect;
use super::faults::{Categories, FaultInjector, Faults, Paging, ShopBehaviour};
use super::http::connection::{BreakableListener, ConnectionHandle};
use super::operation::{AUTH, CORE, EXCHANGE, Operation, SSO, UPLOAD};
use super::routes::routes;
use super::shop::products::MAX_PER_PAGE;
use super::shop::webhooks::deliveries as webhook_deliveries;
use super::state::access::{ALL_SCOPES, Access, Client, Grant, Person};
use super::state::deliveries::Deliveries;
use super::state::log::Record;
use super::state::pictures::Pictures;
use super::state::store::{CreatedProduct, CreatedWebhook, ShopStore, UploadedFile};
use super::state::{App, Clock, lock};
use vitrine_domain::Scope;

/// The configuration of a practice marketplace.
#[derive(Clone)]
pub struct Options {
    /// 0 selects any free port.
    pub port: u16,
    pub state: State,
    pub faults: Faults,
    /// Whom it stands in for.
    pub dialect: Dialect,
    pub clock: Clock,
    /// The personal token to accept, so that a stored token stays valid after a restart. By default a new
    /// one.
    pub token: Option<SecretString>,
    /// The registered redirect addresses of the client; the market file contains the first.
    pub redirect_uris: Vec<String>,
    /// The number of products in the owner's shop at the start, in addition to those of `state`.
    pub initial_products: usize,
    /// The number of variants that each of these has.
    pub initial_variants: usize,
}

/// Where files, products and webhooks are stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum State {
    #[default]
    Memory,
    /// A directory, so that they survive a restart. Only one sandbox may use it at a time.
    Directory(PathBuf),
}

impl Default for Options {
    fn default() -> Self {
        Self {
            port: 0,
            state: State::default(),
            faults: Faults::default(),
            dialect: Dialect::default(),
            clock: Arc::new(Timestamp::now),
            token: None,
            redirect_uris: vec!["http://127.0.0.1:8765/callback".to_owned()],
            initial_products: 0,
            initial_variants: 0,
        }
    }
}

/// The name in the market file. Those who know it can show the practice shop's name in another language.
pub const MARKET_NAME: &str = "Practice shop";

/// The beginning of the market file's table about creations.
const CREATE: &str = "[create]\nrequired = [\"name\", \"photo\"]\nweight_unit = \"gram\"";
/// As public material describes the service.
const CREATE_WITH_CATEGORY: &str = "[create]\nrequired = [\"name\", \"photo\", \"category_id\", \"preparation_days\", \"package_weight\"]\nweight_unit = \"gram\"";
/// For [`ShopBehaviour::relaxed`].
const CREATE_RELAXED: &str = "[create]\nrequired = [\"name\", \"photo\", \"category_id\"]\nextra    = { preparation_days = 2, package_weight = 1000 }\nweight_unit = \"gram\"";
/// The parts of the market file about categories, as public material describes the service.
const CATEGORY_TABLES: &str = r#"
fields   = ["unit_type", "unit_quantity", "keywords", "barcode", "packaging_dimensions", "variants", "attributes"]
statuses = [{ id = 2976, name = "published", photo = true }, { id = 3790, name = "hidden" }]
package_over_weight = 1
contact_warning = true

[categories]
tree         = "/v1/categories"
attributes   = "/v1/categories/{id}/attributes"
multi        = { exclude_multi_selects = "false" }
units        = { 5060 = 6306, 5130 = 6305, 5135 = 6312 }
unit_default = 6304
"#;
const LIMITS: &str = "price_min = 1000\nkeywords = 12\nbrief_chars = 250\ndescription_chars = 5000\n";

/// How existing products are changed.
const EDIT: &str = r#"[edit]
product     = "/v1/products/{id}"
prefer      = "return=full"
batch       = "/v1/vendors/{vendor_id}/products/batch-updates"
batch_items = 10
batch_variants = true
batch_query = { continue_on_error = "true" }
"#;

/// Where no discount lowers the prices of a list.
const LISTED_PRICE: &str = "listed_price = \"own\"\n";

/// How discounts begin and end.
const DISCOUNTS: &str = r#"[discounts]
path  = "/v1/vendors/{vendor_id}/discounts"
items = 50

"#;

/// The operations of the webhook service, below its address.
const WEBHOOKS: &str = r#"[webhooks]
list     = "/v1/webhooks"
one      = "/v1/webhooks/{id}"
log      = "/v1/webhooks/{id}/logs"
services = "/v1/webhooks/services"
events   = "/v1/webhooks/events"
join     = "/v1/customers/webhooks"
trial    = "/practice/events/{id}"
request_headers = true
"#;

/// The layout of hosts and versions that a market file describes (contract, section 4). The marketplace
/// answers in both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    #[default]
    Base,
    Core,
}

impl Layout {
    /// The paths of the base layout, and the same in the core layout.
    const PATHS: [(&'static str, &'static str); 6] = [
        ("/v1/vendors/{vendor_id}/products/batch-updates", "/v4/vendors/{vendor_id}/products"),
        ("/v1/products/{id}/variations/{variant_id}", "/v4/products/{id}/variations/{variant_id}"),
        ("/v1/products/{id}", "/v4/products/{id}"),
        ("/v1/categories", "/v3/categories"),
        ("/v1/vendors/{vendor_id}/discounts", "/v3/vendors/{vendor_id}/discounts"),
        // The list of all shops; the quotes tell it from the path of one product.
        ("\"/v1/products\"", "\"/v3/products\""),
    ];

    /// A part of a market file in the base layout, with the paths of this layout.
    pub fn of_paths(self, base: &str) -> String {
        match self {
            Self::Base => base.to_owned(),
            Self::Core => {
                Self::PATHS.iter().fold(base.to_owned(), |text, (base, core)| text.replace(base, core))
            }
        }
    }
}

/// How long running requests may continue after [`Sandbox::shutdown`].
const SHUTDOWN_GRACE: Duration = Duration::from_millis(500);
/// The lifetime of personal tokens: practically unlimited.
const PERSONAL_TOKEN_LIFETIME: Duration = Duration::from_secs(366 * 24 * 3600);

/// A running practice marketplace. Dropping it stops it at once.
pub struct Sandbox {
    app: Arc<App>,
    token: SecretString,
    stopping: CancellationToken,
    server: JoinHandle<()>,
}

/// Starts a practice marketplace on the current tokio runtime.
///
/// # Errors
///
/// If the port is taken or the state directory cannot be used.
pub async fn start(options: Options) -> io::Result<Sandbox> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).await?;
    let closed = CancellationToken::new();
    let (app, token) = open(options, listener.local_addr()?, closed.clone())?;

    let stopping = CancellationToken::new();
    let service = routes(&app).into_make_service_with_connect_info::<ConnectionHandle>();
    let serving = axum::serve(BreakableListener { listener, closed }, service)
        .with_graceful_shutdown(stopping.clone().cancelled_owned());
    let server = tokio::spawn(async move {
        if let Err(error) = serving.await {
            tracing::error!(%error, "the sandbox stopped serving");
        }
    });
    Ok(Sandbox { app, token, stopping, server })
}

/// Creates the marketplace without a server, and a token of its owner.
fn open(
    options: Options,
    address: SocketAddr,
    closed: CancellationToken,
) -> io::Result<(Arc<App>, SecretString)> {
    let mut store = match options.state {
        State::Memory => ShopStore::in_memory(),
        State::Directory(directory) => ShopStore::in_directory(directory)?,
    };
    if let Some(shop) = Person::Owner.vendor_id() {
        store.add_old_products(shop, options.initial_products, options.initial_variants)?;
    }
    let mut key = [0; 32];
    getrandom::fill(&mut key).map_err(|error| io::Error::other(error.to_string()))?;
    let mut access = Access::new(key, options.redirect_uris);
    let now = (options.clock)();
    let token = match options.token {
        Some(token) => {
            let text = token.expose_secret().to_owned();
            access.accept_token(
                text,
                Person::Owner,
                vec![ALL_SCOPES.to_owned()],
                PERSONAL_TOKEN_LIFETIME,
                now,
            );
            token
        }
        None => access.issue(Person::Owner, &[ALL_SCOPES], PERSONAL_TOKEN_LIFETIME, now).into(),
    };

    let app = Arc::new(App {
        address,
        clock: options.clock,
        dialect: options.dialect,
        access: Mutex::new(access),
        store: Mutex::new(store),
        fault_injector: Mutex::new(FaultInjector::new(Faults::default())),
        log: Mutex::default(),
        pictures: Pictures::default(),
        deliveries: Deliveries::default(),
        runtime: tokio::runtime::Handle::current(),
        closed,
    });
    app.set_faults(options.faults);
    Ok((app, token))
}

impl Sandbox {
    /// A marketplace without a socket: the caller sends requests to the router ([`Sandbox::answer`]).
    ///
    /// # Errors
    ///
    /// If the state directory cannot be used.
    #[cfg(any(test, feature = "simulation"))]
    pub fn in_memory(options: Options) -> io::Result<(Self, axum::Router)> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, options.port));
        let (app, token) = open(options, address, CancellationToken::new())?;
        let router = routes(&app);
        Ok((Self { app, token, stopping: CancellationToken::new(), server: tokio::spawn(async {}) }, router))
    }

    /// Sends one request without a network. `None`: the marketplace resets the connection instead of
    /// answering.
    #[cfg(any(test, feature = "simulation"))]
    pub async fn answer(
        mut router: axum::Router,
        mut request: axum::http::Request<axum::body::Body>,
    ) -> Option<axum::http::Response<axum::body::Body>> {
        let handle = ConnectionHandle::default();
        request.extensions_mut().insert(axum::extract::ConnectInfo(handle.clone()));
        let Ok(response) = tower_service::Service::call(&mut router, request).await;
        (!handle.is_reset()).then_some(response)
    }

    /// Whose access token this is, or was.
    #[cfg(any(test, feature = "simulation"))]
    pub fn person_of(&self, token: &str) -> Option<Person> {
        lock(&self.app.access).person_of(token)
    }

    /// The refresh token that replaced this one.
    #[cfg(any(test, feature = "simulation"))]
    pub fn successor_of(&self, refresh: &str) -> Option<String> {
        lock(&self.app.access).successor_of(refresh)
    }

    /// The address of the server.
    pub fn address(&self) -> SocketAddr {
        self.app.address
    }

    /// A personal access token of the practice shop's owner, with full access.
    pub fn token(&self) -> SecretString {
        self.token.clone()
    }

    /// The registered client.
    pub fn client(&self) -> Client {
        lock(&self.app.access).client.clone()
    }

    /// Issues a personal access token, as the developer panel does.
    pub fn issue_token(&self, person: Person, scopes: &[&str], life: Duration) -> SecretString {
        lock(&self.app.access).issue(person, scopes, life, self.app.now()).into()
    }

    /// Issues a token with full access and its refresh token, as the developer panel does. It lives as long
    /// as tokens of the token endpoint.
    pub fn issue_pair(&self) -> (SecretString, SecretString) {
        let Grant { access_token, refresh_token } = lock(&self.app.access).grant_to_owner(self.app.now());
        (access_token.into(), refresh_token.unwrap_or_default().into())
    }

    /// All tokens, refresh tokens, codes and client secrets issued so far, for tests that search for leaks.
    pub fn issued_secrets(&self) -> Vec<SecretString> {
        lock(&self.app.access).issued_secrets().into_iter().map(SecretString::from).collect()
    }

    /// Refuses this access token from now on.
    pub fn revoke(&self, token: &SecretString) {
        lock(&self.app.access).revoke(token.expose_secret());
    }

    /// Replaces the faults. The counts of rules start again.
    pub fn set_faults(&self, faults: Faults) {
        self.app.set_faults(faults);
    }

    /// Has the marketplace speak Persian or English from now on.
    pub fn speak(&self, persian: bool) {
        lock(&self.app.fault_injector).faults.behaviour.speak(persian);
    }

    /// The market file (docs/marketplace-file.md) of this marketplace, in the base layout.
    pub fn market_file(&self) -> String {
        self.market_file_in(Layout::Base)
    }

    /// The market file in one of the layouts of the contract (section 4).
    pub fn market_file_in(&self, layout: Layout) -> String {
        let origin = format!("http://{}", self.address());
        let Dialect { base, webhook, .. } = self.app.dialect;
        let Client { id, redirect_uris, .. } = self.client();
        let quoted = |text: &str| toml::Value::from(text).to_string();
        let redirect_uri = quoted(redirect_uris.first().map_or("", String::as_str));
        let scopes: Vec<String> = Scope::DOCUMENTED.into_iter().map(quoted).collect();
        let fault_injector = lock(&self.app.fault_injector);
        let ShopBehaviour { photo_bytes, photos, name_chars, categories, relaxed, sku_unique, .. } =
            fault_injector.faults.behaviour;
        let page_size = fault_injector.faults.per_page_cap.unwrap_or(MAX_PER_PAGE);
        let list = match fault_injector.faults.paging {
            Paging::Honoured => {
                format!("[list]\npage = \"page\"\nper_page = \"per_page\"\npage_size = {page_size}\n\n")
            }
            Paging::Ignored | Paging::Everything => String::new(),
        };
        let (create, tables, limits) = match categories {
            Categories::None => (CREATE, "", ""),
            _ if relaxed => (CREATE_RELAXED, CATEGORY_TABLES, LIMITS),
            _ => (CREATE_WITH_CATEGORY, CATEGORY_TABLES, LIMITS),
        };
        let name = match layout {
            Layout::Base => "base",
            Layout::Core => "core",
        };
        let has_discounts = self.app.dialect.is_public() || fault_injector.faults.behaviour.discounts;
        let (discounts, listed_price) = if has_discounts { (DISCOUNTS, "") } else { ("", LISTED_PRICE) };
        let [tables, edit, discounts] = [tables, EDIT, discounts].map(|tables| layout.of_paths(tables));
        format!(
            "name        = \"{MARKET_NAME}\"\n\
             layout      = \"{name}\"\n\
             base_url    = \"{origin}{base}\"\n\
             core_url    = \"{origin}{CORE}\"\n\
             upload_url  = \"{origin}{UPLOAD}\"\n\
             auth_url    = \"{origin}{AUTH}\"\n\
             sso_url     = \"{origin}{SSO}\"\n\
             webhook_url = \"{origin}{webhook}\"\n\n\
             [oauth]\nclient_id    = {id}\nredirect_uri = {redirect_uri}\nscopes       = [{scopes}]\npkce         = true\n\
             exchange_url = \"{origin}{EXCHANGE}\"\n\n\
             {list}\
             {create}{tables}\n\n\
             [limits]\nphoto_bytes = {photo_bytes}\nphotos = {photos}\nname_chars = {name_chars}\nproducts_per_minute = 0\n{limits}\n\
             [currency]\nunit = \"rial\"\ntoman_beside = true\n\n{edit}{listed_price}sku_unique  = {sku_unique}\n\n{discounts}{WEBHOOKS}",
            id = quoted(&id),
            scopes = scopes.join(", "),
            tables = tables.trim_end(),
        )
    }

    /// All requests so far, in order of arrival; the oldest are dropped when there are very many.
    pub fn requests(&self) -> Vec<Record> {
        lock(&self.app.log).records()
    }

    /// The number of all requests, including dropped ones.
    pub fn request_count(&self) -> usize {
        lock(&self.app.log).count()
    }

    /// The maximum number of concurrent requests of this operation.
    pub fn peak_in_flight(&self, operation: Operation) -> usize {
        lock(&self.app.log).peak(operation)
    }

    /// The products of all shops, oldest first, listed or not.
    pub fn products(&self) -> Vec<CreatedProduct> {
        lock(&self.app.store).products.clone()
    }

    /// Changes fields of a product, as the seller does elsewhere.
    #[cfg(any(test, feature = "simulation"))]
    pub fn change(&self, product: u64, change: impl FnOnce(&mut crate::ProductFields)) {
        let mut store = lock(&self.app.store);
        if let Some(mut product) = store.product(product).cloned() {
            change(&mut product.fields);
            let _ = store.change_product(product);
        }
    }

    /// Sells items of a product or of its first variant that has so many, as a buyer does. Returns whether
    /// there were enough.
    ///
    /// # Errors
    /// If the sale cannot be stored.
    pub fn sell(&self, product: u64, items: i64) -> io::Result<bool> {
        let mut store = lock(&self.app.store);
        let is_sold = store.sell(product, items)?;
        let product = store.product(product).filter(|_| is_sold).cloned();
        drop(store);
        if let Some(product) = product {
            webhook_deliveries::sold(&self.app, &product, items);
        }
        Ok(is_sold)
    }

    /// All uploaded files.
    pub fn files(&self) -> Vec<UploadedFile> {
        lock(&self.app.store).files.values().cloned().collect()
    }

    /// The content of an uploaded file.
    pub async fn file_bytes(&self, id: u64) -> io::Result<axum::body::Bytes> {
        let content = lock(&self.app.store).content(id).ok_or(io::ErrorKind::NotFound)?;
        content.read().await
    }

    /// All created webhooks.
    pub fn webhooks(&self) -> Vec<CreatedWebhook> {
        lock(&self.app.store).webhooks.clone()
    }

    /// Accepts no more requests, lets running ones finish for half a second, then resets the rest.
    pub async fn shutdown(mut self) {
        self.stopping.cancel();
        if tokio::time::timeout(SHUTDOWN_GRACE, &mut self.server).await.is_ok() {
            return;
        }
        self.app.closed.cancel();
        if let Err(error) = (&mut self.server).await {
            tracing::error!(%error, "the sandbox ended badly");
        }
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        self.stopping.cancel();
        self.app.closed.cancel();
    }
}
