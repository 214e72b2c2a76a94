//! Starting the practice marketplace, and what whoever started it may ask of it.

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

use super::faults::{Behaviour, Faults, Judge, Paging};
use super::http::connection::{Door, Line};
use super::operation::{AUTH, BASE, CORE, EXCHANGE, Operation, SSO, UPLOAD, WEBHOOK};
use super::routes::routes;
use super::shop::products::MAX_PER_PAGE;
use super::state::access::{ALL_SCOPES, Access, Client, Grant, Person};
use super::state::ledger::{CreatedProduct, CreatedWebhook, Ledger, UploadedFile};
use super::state::log::Record;
use super::state::pictures::Pictures;
use super::state::{App, Clock, lock};
use crate::domain::Scope;

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

/// Starts a practice marketplace on the current tokio runtime.
///
/// Fails when the port is taken or the state directory cannot be used.
pub async fn start(options: Options) -> io::Result<Sandbox> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).await?;
    let closed = CancellationToken::new();
    let (app, token) = open(options, listener.local_addr()?, closed.clone())?;

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

/// The marketplace itself, that is yet to be served, and a token of its owner.
fn open(options: Options, address: SocketAddr, closed: CancellationToken) -> io::Result<(Arc<App>, SecretString)> {
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

    let app = Arc::new(App {
        address,
        clock: options.clock,
        access: Mutex::new(access),
        ledger: Mutex::new(ledger),
        judge: Mutex::new(Judge::new(Faults::default())),
        log: Mutex::default(),
        pictures: Pictures::default(),
        closed,
    });
    app.set_faults(options.faults);
    Ok((app, token))
}

impl Sandbox {
    /// At an address on which nobody listens: whoever sends requests calls the router ([`Sandbox::answer`]).
    ///
    /// # Errors
    /// When the state directory cannot be used.
    #[cfg(test)]
    pub fn in_memory(options: Options) -> io::Result<(Self, axum::Router)> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, options.port));
        let (app, token) = open(options, address, CancellationToken::new())?;
        let router = routes(&app);
        Ok((Self { app, token, stopping: CancellationToken::new(), server: tokio::spawn(async {}) }, router))
    }

    /// One request without a network. `None`: the marketplace breaks the connection instead of answering.
    #[cfg(test)]
    pub async fn answer(
        mut router: axum::Router,
        mut request: axum::http::Request<axum::body::Body>,
    ) -> Option<axum::http::Response<axum::body::Body>> {
        let line = Line::default();
        request.extensions_mut().insert(axum::extract::ConnectInfo(line.clone()));
        let Ok(response) = tower_service::Service::call(&mut router, request).await;
        (!line.is_broken()).then_some(response)
    }

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

    /// The marketplace file (docs/marketplace-file.md) of this marketplace, in the base layout.
    pub fn market_file(&self) -> String {
        let origin = format!("http://{}", self.address());
        let Client { id, redirect_uris, .. } = self.client();
        let quoted = |text: &str| toml::Value::from(text).to_string();
        let redirect_uri = quoted(redirect_uris.first().map_or("", String::as_str));
        let scopes: Vec<String> = Scope::DOCUMENTED.into_iter().map(quoted).collect();
        let judge = lock(&self.app.judge);
        let Behaviour { photo_bytes, photos, name_chars, .. } = judge.faults.behaviour;
        let page_size = judge.faults.per_page_cap.unwrap_or(MAX_PER_PAGE);
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
