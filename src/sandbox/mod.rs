//! A practice marketplace on 127.0.0.1: all of the contract, really behaving, with faults on request.
//!
//! Written from the contract alone, not from this program's client: where the two disagree the contract decides. It is
//! strict where the contract is exact; where the contract says "not shown", [`Behaviour`] says what happens.
//!
//! A request passes the [`gate`], where faults befall it and it is recorded, and reaches one handler a file: [`consent`]
//! and [`oauth`] (operations 1 to 3), [`people`] (4, 5), [`files`] (6), [`products`] (7, 8), [`webhooks`] (9),
//! [`pictures`]. Below them lie values without I/O: [`access`] (tokens) and [`ledger`] (what the marketplace holds).

mod access;
mod behaviour;
mod caller;
mod connection;
mod consent;
mod faults;
mod files;
mod gate;
mod ledger;
mod log;
mod oauth;
mod operation;
mod people;
mod pictures;
mod products;
mod refusal;
mod webhooks;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Router, middleware};
use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

pub use access::{Client, Person};
pub use behaviour::{Behaviour, CreationAnswer, FileIds, PhotoIds, RefusalForm, Wrapper};
pub use faults::{DateIn, Faults, Moment, Paging, RetryAfter, Rule};
pub use ledger::{CreatedProduct, CreatedWebhook, ProductFields, UploadedFile, WebhookService};
pub use log::{Outcome, Record};
pub use operation::Operation;

use access::{ALL_SCOPES, Access, Grant};
use connection::{Door, Line};
use faults::Judge;
use ledger::Ledger;
use log::Log;
use operation::{AUTH, BASE, CORE, EXCHANGE, PICTURES, SSO, UPLOAD, WEBHOOK};
use refusal::Refusal;

use crate::domain::Scope;

/// What the time is. Tokens, codes, list lag and rate limits go by it; latency really waits.
pub type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

#[derive(Clone)]
pub struct Options {
    /// 0 takes any free port.
    pub port: u16,
    pub state: State,
    pub faults: Faults,
    pub clock: Clock,
    /// The personal token to accept, so that a token kept elsewhere outlives a restart. A new one when absent.
    pub token: Option<SecretString>,
    /// The client's registered return addresses; the market file names the first.
    pub redirect_uris: Vec<String>,
    /// How many products the owner's shop holds to begin with, beside those of `state`.
    pub stocked: usize,
}

/// Where files, products and webhooks live.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum State {
    #[default]
    Memory,
    /// They survive a restart. One sandbox at a time.
    Directory(PathBuf),
}

impl Default for Options {
    fn default() -> Self {
        Self {
            port: 0,
            state: State::default(),
            faults: Faults::default(),
            clock: Arc::new(Timestamp::now),
            token: None,
            redirect_uris: vec!["http://127.0.0.1:8765/callback".to_owned()],
            stocked: 0,
        }
    }
}

/// How long requests under way may go on after [`Sandbox::shutdown`].
const GRACE: Duration = Duration::from_millis(500);
/// "A long time": personal tokens of the practice marketplace do not run out by themselves.
const PERSONAL_LIFE: Duration = Duration::from_secs(366 * 24 * 3600);

/// A running practice marketplace. Dropping it stops it at once.
pub struct Sandbox {
    app: Arc<App>,
    token: SecretString,
    stopping: CancellationToken,
    server: JoinHandle<()>,
}

/// What the handlers share.
struct App {
    address: SocketAddr,
    clock: Clock,
    access: Mutex<Access>,
    ledger: Mutex<Ledger>,
    judge: Mutex<Judge>,
    log: Mutex<Log>,
    pictures: pictures::Pictures,
    /// Breaks every connection.
    closed: CancellationToken,
}

/// Starts a practice marketplace on the current tokio runtime.
///
/// Fails when the port is taken or the state directory cannot be used.
pub async fn start(options: Options) -> io::Result<Sandbox> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).await?;
    let address = listener.local_addr()?;
    let mut ledger = match options.state {
        State::Memory => Ledger::in_memory(),
        State::Directory(directory) => Ledger::in_directory(directory)?,
    };
    if let Some(shop) = Person::Owner.vendor_id() {
        ledger.stock(shop, options.stocked)?;
    }
    let mut key = [0; 32];
    getrandom::fill(&mut key).map_err(|error| io::Error::other(error.to_string()))?;
    let mut access = Access::new(key, options.redirect_uris);
    let now = (options.clock)();
    let token = match options.token {
        Some(token) => {
            let text = token.expose_secret().to_owned();
            access.admit(text, Person::Owner, vec![ALL_SCOPES.to_owned()], PERSONAL_LIFE, now);
            token
        }
        None => access.issue(Person::Owner, &[ALL_SCOPES], PERSONAL_LIFE, now).into(),
    };

    let closed = CancellationToken::new();
    let app = Arc::new(App {
        address,
        clock: options.clock,
        access: Mutex::new(access),
        ledger: Mutex::new(ledger),
        judge: Mutex::new(Judge::new(Faults::default())),
        log: Mutex::default(),
        pictures: pictures::Pictures::default(),
        closed: closed.clone(),
    });
    app.set_faults(options.faults);

    let stopping = CancellationToken::new();
    let service = routes(&app).into_make_service_with_connect_info::<Line>();
    let serving = axum::serve(Door { listener, closed }, service).with_graceful_shutdown(stopping.clone().cancelled_owned());
    let server = tokio::spawn(async move {
        if let Err(error) = serving.await {
            tracing::error!(%error, "the sandbox stopped serving");
        }
    });
    Ok(Sandbox { app, token, stopping, server })
}

fn routes(app: &Arc<App>) -> Router {
    let create_and_list = || post(products::create).get(products::list);
    Router::new()
        .route(SSO, get(consent::show).post(consent::answer))
        .route(consent::ICON, get(consent::icon))
        .route(&format!("{AUTH}/oauth/token"), post(oauth::token))
        .route(EXCHANGE, post(oauth::exchange))
        .route(&format!("{AUTH}/whoami"), get(people::whoami))
        .route(&format!("{BASE}/v1/users/me"), get(people::me))
        .route(&format!("{CORE}/v3/users/me"), get(people::me))
        .route(&format!("{BASE}/v1/files"), post(files::upload))
        .route(&format!("{UPLOAD}/v3/files"), post(files::upload))
        .route(&format!("{BASE}/v1/vendors/{{vendor}}/products"), create_and_list())
        .route(&format!("{CORE}/v4/vendors/{{vendor}}/products"), post(products::create))
        .route(&format!("{CORE}/v3/vendors/{{vendor}}/products"), get(products::list))
        .route(&format!("{WEBHOOK}/v1/webhooks"), post(webhooks::create).get(webhooks::list))
        .route(&format!("{WEBHOOK}/v1/webhooks/services"), post(webhooks::create_service).get(webhooks::services))
        .route(&format!("{WEBHOOK}/v1/webhooks/events"), get(webhooks::events))
        .route(&format!("{PICTURES}/{{file}}/{{size}}"), get(pictures::show))
        .fallback(async || Refusal::new(StatusCode::NOT_FOUND, "There is nothing at this address."))
        .method_not_allowed_fallback(async || Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "This address does not answer to this method."))
        .layer(middleware::from_fn_with_state(Arc::clone(app), gate::pass))
        // Photos are larger than the default limit; every handler bounds what it reads.
        .layer(DefaultBodyLimit::disable())
        .with_state(Arc::clone(app))
}

impl App {
    fn now(&self) -> Timestamp {
        (self.clock)()
    }

    fn behaviour(&self) -> Behaviour {
        lock(&self.judge).faults.behaviour.clone()
    }

    fn set_faults(&self, faults: Faults) {
        let mut access = lock(&self.access);
        access.token_life = Duration::from_secs(faults.behaviour.token_seconds);
        access.rotate_refresh = faults.behaviour.rotate_refresh;
        access.token_requests = faults.token_requests;
        *lock(&self.judge) = Judge::new(faults);
    }
}

/// A panic in one request must not take the marketplace away from the others.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Sandbox {
    pub fn address(&self) -> SocketAddr {
        self.app.address
    }

    /// A personal access token with full access, of the practice shop's owner.
    pub fn token(&self) -> SecretString {
        self.token.clone()
    }

    pub fn client(&self) -> Client {
        lock(&self.app.access).client.clone()
    }

    /// A personal access token as the developer panel would make it.
    pub fn issue_token(&self, person: Person, scopes: &[&str], life: Duration) -> SecretString {
        lock(&self.app.access).issue(person, scopes, life, self.app.now()).into()
    }

    /// A token with full access and its refresh token, as the developer panel gives them. The token lives as long as
    /// those of the token endpoint.
    pub fn issue_pair(&self) -> (SecretString, SecretString) {
        let Grant { access_token, refresh_token } = lock(&self.app.access).grant_to_owner(self.app.now());
        (access_token.into(), refresh_token.unwrap_or_default().into())
    }

    /// Every token, refresh token, code and client secret it has given out so far, to look for where none belongs.
    pub fn every_secret(&self) -> Vec<SecretString> {
        lock(&self.app.access).every_secret().into_iter().map(SecretString::from).collect()
    }

    /// From now on this access token is refused.
    pub fn revoke(&self, token: &SecretString) {
        lock(&self.app.access).revoke(token.expose_secret());
    }

    /// Replaces the faults in force. Rules count from here on.
    pub fn set_faults(&self, faults: Faults) {
        self.app.set_faults(faults);
    }

    /// The market file (design, section 2) of this marketplace, in the base layout.
    pub fn market_file(&self) -> String {
        let origin = format!("http://{}", self.address());
        let Client { id, redirect_uris, .. } = self.client();
        let quoted = |text: &str| toml::Value::from(text).to_string();
        let redirect_uri = quoted(redirect_uris.first().map_or("", String::as_str));
        let scopes: Vec<String> = Scope::SHOWN.into_iter().map(quoted).collect();
        let judge = lock(&self.app.judge);
        let Behaviour { photo_bytes, photos, name_chars, .. } = judge.faults.behaviour;
        let page_size = judge.faults.per_page_cap.unwrap_or(products::MOST_PER_PAGE);
        let list = match judge.faults.paging {
            Paging::Honoured => format!("[list]\npage = \"page\"\nper_page = \"per_page\"\npage_size = {page_size}\n\n"),
            Paging::Ignored | Paging::Everything => String::new(),
        };
        format!(
            "name        = \"Practice shop\"\n\
             layout      = \"base\"\n\
             base_url    = \"{origin}{BASE}\"\n\
             core_url    = \"{origin}{CORE}\"\n\
             upload_url  = \"{origin}{UPLOAD}\"\n\
             auth_url    = \"{origin}{AUTH}\"\n\
             sso_url     = \"{origin}{SSO}\"\n\
             webhook_url = \"{origin}{WEBHOOK}\"\n\n\
             [oauth]\nclient_id    = {id}\nredirect_uri = {redirect_uri}\nscopes       = [{scopes}]\npkce         = true\n\
             exchange_url = \"{origin}{EXCHANGE}\"\n\n\
             {list}\
             [create]\nrequired = [\"name\", \"photo\"]\n\n\
             [limits]\nphoto_bytes = {photo_bytes}\nphotos = {photos}\nname_chars = {name_chars}\nproducts_per_minute = 0\n\n\
             [currency]\nunit = \"rial\"\ntoman_beside = true\n",
            id = quoted(&id),
            scopes = scopes.join(", "),
        )
    }

    /// Every request so far, in the order of arrival; the oldest go when there are very many.
    pub fn requests(&self) -> Vec<Record> {
        lock(&self.app.log).records()
    }

    /// How many there were, the forgotten ones included.
    pub fn request_count(&self) -> usize {
        lock(&self.app.log).count()
    }

    /// The most requests of this kind that were under way at one time.
    pub fn peak_in_flight(&self, operation: Operation) -> usize {
        lock(&self.app.log).peak(operation)
    }

    /// Every product of every shop, oldest first, listed or not yet.
    pub fn products(&self) -> Vec<CreatedProduct> {
        lock(&self.app.ledger).products.clone()
    }

    pub fn files(&self) -> Vec<UploadedFile> {
        lock(&self.app.ledger).files.values().cloned().collect()
    }

    /// The bytes of an uploaded file.
    pub async fn file_bytes(&self, id: u64) -> io::Result<axum::body::Bytes> {
        let content = lock(&self.app.ledger).content(id).ok_or(io::ErrorKind::NotFound)?;
        content.read().await
    }

    pub fn webhooks(&self) -> Vec<CreatedWebhook> {
        lock(&self.app.ledger).webhooks.clone()
    }

    /// Takes no more requests, lets those under way finish for half a second, then breaks what is left.
    pub async fn shutdown(mut self) {
        self.stopping.cancel();
        if tokio::time::timeout(GRACE, &mut self.server).await.is_ok() {
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
