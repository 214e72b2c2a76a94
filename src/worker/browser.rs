//! Signing in through the browser (authorization code), and with the program's own credentials.

use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};
use tokio::task::AbortHandle;

use super::check::{self, Keep, SignedIn};
use super::hub::{Done, Hub};
use super::session::Market;
use super::{BrowserSignIn, Event, KeepToken, Return, confirm};
use crate::auth::{ADDRESS_FIELD, Catcher, Consent, Expected, browser, consent_from_address};
use crate::domain::{Code, FieldError, Problem, Scope};

/// A consent page is open somewhere.
pub struct Asking {
    expected: Expected,
    grant: Grant,
    /// The consent page.
    address: String,
    task: AbortHandle,
}

/// Given up, it frees the port. A task that has ended is not touched by this.
impl Drop for Asking {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// What turns the person's consent into tokens.
#[derive(Clone)]
struct Grant {
    market: Market,
    scopes: Vec<Scope>,
    verifier: Option<SecretString>,
    client_secret: Option<SecretString>,
    keep: Keep,
}

impl Grant {
    async fn redeem(&self, consent: Consent) -> Result<SignedIn, Problem> {
        let client = &self.market.client;
        let code = match consent {
            Consent::Code(code) => code,
            Consent::Denied { error, description } => return Err(client.consent_denied(&error, description.as_deref(), &self.scopes)),
        };
        let verifier = self.verifier.as_ref().map(ExposeSecret::expose_secret);
        let client_secret = confirm::client_secret(&self.market, self.client_secret.clone()).await;
        let tokens = client.exchange_code(code.expose_secret(), verifier, client_secret.as_ref()).await?;
        let secrets = check::secrets_of(tokens, None, self.scopes.clone(), Timestamp::now());
        check::check_and_keep(&self.market, secrets, &self.keep).await
    }
}

impl Hub {
    pub(super) fn sign_in_browser(&mut self, ask: BrowserSignIn) {
        let Some(market) = self.market.clone() else {
            return self.tell(Event::Problem(Problem::new(Code::NoMarket)));
        };
        if let Err(problem) = self.ask_in_browser(market, ask) {
            self.sign_in_ended(Some(problem));
        }
    }

    fn ask_in_browser(&mut self, market: Market, ask: BrowserSignIn) -> Result<(), Problem> {
        let attempt = self.next_attempt();
        let BrowserSignIn { scopes, keep, back, page } = ask;
        let oauth = market.client.profile().oauth.clone();
        let scopes = if scopes.is_empty() { oauth.scopes } else { scopes };
        let made = browser::Attempt::new()?;
        let challenge = oauth.pkce.then(|| made.challenge());
        let address = market.client.authorize_url(made.state.expose_secret(), challenge.as_deref(), &scopes)?.to_string();
        let redirect_uri = oauth.redirect_uri.unwrap_or_default();
        let expected = Expected::new(&redirect_uri, made.state.expose_secret())?;
        let verifier = oauth.pkce.then_some(made.verifier);
        let keep = Keep { token: keep, turns: self.options.turns.clone() };
        let grant = Grant { market, scopes, verifier, client_secret: self.given_client_secret(), keep };
        let task = {
            let limit = self.options.sign_in_limit;
            let last_page = self.closing_page.take();
            let (expected, grant, address, told) = (expected.clone(), grant.clone(), address.clone(), self.done_sender());
            self.spawn(async move {
                let asked = || drop(told.send(Done::SignInAsked { attempt, address, opens: back == Return::Caught }));
                let consent = async {
                    match back {
                        Return::Caught if !Catcher::can_listen(&redirect_uri) => {
                            asked();
                            std::future::pending().await
                        }
                        Return::Caught => {
                            // The port may still be held by the last page of an earlier attempt.
                            if let Some(last_page) = last_page {
                                last_page.abort();
                                let _ = last_page.await;
                            }
                            // Before the browser opens: a redirect must not find somebody else listening.
                            let catcher = Catcher::listen(&redirect_uri, expected, &page).await?;
                            asked();
                            let (consent, closing_page) = catcher.caught().await?;
                            let _ = told.send(Done::SignInCaught(closing_page));
                            Ok(consent)
                        }
                        Return::Pasted => {
                            asked();
                            std::future::pending().await
                        }
                    }
                };
                let result = match tokio::time::timeout(limit, consent).await {
                    Ok(Ok(consent)) => grant.redeem(consent).await,
                    Ok(Err(problem)) => Err(problem),
                    Err(_) => Err(Problem::new(Code::SignInUnfinished)),
                };
                Done::SignedIn { attempt, result }
            })
        };
        self.asking = Some(Asking { expected, grant, address, task });
        Ok(())
    }

    /// Whatever is to take the redirect does so now: the page may be opened.
    pub(super) fn sign_in_asked(&mut self, attempt: u64, address: String, opens: bool) {
        if attempt == self.sign_in_attempt {
            self.tell(Event::SignInAddress(address));
            if opens {
                self.sign_in_open_page();
            }
        }
    }

    pub(super) fn sign_in_open_page(&self) {
        let Some(asking) = &self.asking else { return };
        let (open_page, address) = (self.options.open_page, asking.address.clone());
        let (attempt, told) = (self.sign_in_attempt, self.done_sender());
        // Nobody waits for a browser that returns only when it is closed: not even the end of the program.
        let job = move || {
            let opened = open_page(&address).inspect_err(|error| tracing::warn!(error, "no browser opened")).is_ok();
            let _ = told.send(Done::PageOpened { attempt, opened });
        };
        if let Err(error) = std::thread::Builder::new().name("browser".to_owned()).spawn(job) {
            tracing::warn!(%error, "no browser opened");
        }
    }

    pub(super) fn page_opened(&mut self, attempt: u64, opened: bool) {
        if attempt == self.sign_in_attempt {
            self.tell(Event::SignInPageOpened(opened));
        }
    }

    /// The address a browser ended up at, which may be on another machine.
    pub(super) fn sign_in_pasted(&mut self, address: &SecretString) {
        let Some(asking) = &self.asking else { return };
        match consent_from_address(address.expose_secret(), &asking.expected) {
            Ok(consent) => {
                let grant = asking.grant.clone();
                let attempt = self.next_attempt();
                self.tell_checking(&grant.market.name);
                self.spawn(async move { Done::SignedIn { attempt, result: grant.redeem(consent).await } });
            }
            Err(problem) => {
                // An error that the marketplace's page kept to itself.
                let Grant { market, scopes, .. } = &asking.grant;
                let shown = market.client.consent_page_error(address.expose_secret(), scopes);
                self.tell(Event::Problem(shown.map_or(problem, |shown| shown.in_field(ADDRESS_FIELD))));
            }
        }
    }

    pub(super) fn sign_in_cancel(&mut self) {
        if self.asking.is_some() || self.accounts.confirming.is_some() {
            self.next_attempt();
            self.sign_in_ended(None);
        }
    }

    pub(super) fn sign_in_client_credentials(&mut self, keep: KeepToken) {
        let Some(market) = self.market.clone() else {
            return self.tell(Event::Problem(Problem::new(Code::NoMarket)));
        };
        let Some(client_id) = market.client.profile().oauth.client_id.clone() else {
            return self.sign_in_ended(Some(Problem::new(Code::MarketFile).saying("missing key `oauth.client_id`")));
        };
        let attempt = self.next_attempt();
        let keep = Keep { token: keep, turns: self.options.turns.clone() };
        self.tell_checking(&market.name);
        let given = self.given_client_secret();
        self.spawn(async move {
            let result = async {
                let missing =
                    || Problem { detail: Some(FieldError::Missing), ..Problem::new(Code::InvalidField).in_field("VITRINE_CLIENT_SECRET") };
                // For the program itself there is no server in between.
                let secret = confirm::own_client_secret(&market, given).await.ok_or_else(missing)?;
                let tokens = market.client.client_credentials(&client_id, &secret).await?;
                let secrets = check::secrets_of(tokens, None, vec![Scope("*".to_owned())], Timestamp::now());
                check::check_system_and_keep(&market, &client_id, secrets, &keep).await
            };
            Done::SignedIn { attempt, result: result.await }
        });
    }
}
