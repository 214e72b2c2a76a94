//! Between finding out whose a token is and keeping it: the person is shown who and which shop, and says where.

use std::sync::Arc;

use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};

use super::accounts::ThisSession;
use super::check::{self, Keep, SignedIn};
use super::hub::{Done, Hub};
use super::renewal::{Place, Renewer};
use super::session::Market;
use super::{ClientSecretState, Event, Found, KeepToken, Session};
use crate::auth::{Keychain, Secrets, entry_name};
use crate::domain::{Account, Code, Problem};

/// Found, and not yet kept.
#[derive(Clone)]
pub struct Confirming {
    market: Market,
    account: Account,
    secrets: Secrets,
}

impl Confirming {
    fn found(&self, problem: Option<Problem>) -> Found {
        Found {
            market: self.market.name.clone(),
            account: Arc::new(self.account.clone()),
            expires_at: self.secrets.expires_at,
            renewable: self.secrets.refresh.is_some(),
            problem,
        }
    }
}

/// The name under which a marketplace's client secret is kept.
fn secret_name(market: &str) -> String {
    format!("client secret@{market}")
}

/// What this program proves itself with: given, else kept. Not asked for where a server of the seller's holds it.
pub async fn client_secret(market: &Market, given: Option<SecretString>) -> Option<SecretString> {
    if market.client.profile().oauth.exchange_url.is_some() { given } else { own_client_secret(market, given).await }
}

/// The same, where no server stands in between.
pub async fn own_client_secret(market: &Market, given: Option<SecretString>) -> Option<SecretString> {
    if given.is_some() {
        return given;
    }
    // Without a keychain there is none in it; the marketplace says what is missing.
    Keychain::system().load(&secret_name(&market.name)).await.ok().flatten().map(|kept| kept.access)
}

impl Hub {
    pub(super) fn ask_where_to_keep(&mut self, market: Market, account: Account, secrets: Secrets) {
        let confirming = Confirming { market, account, secrets };
        self.tell(Event::SignInFound(confirming.found(None)));
        self.accounts.confirming = Some(confirming);
    }

    pub(super) fn sign_in_confirm(&mut self, keep: KeepToken) {
        let Some(Confirming { market, account, secrets }) = self.accounts.confirming.clone() else { return };
        let attempt = self.next_attempt();
        let keep = Keep { token: keep, turns: self.options.turns.clone() };
        self.spawn(async move {
            let signed_in = SignedIn::of(account, secrets.access.clone());
            Done::Kept { attempt, result: check::kept(&market, signed_in, &secrets, &keep).await }
        });
    }

    pub(super) fn confirmed(&mut self, attempt: u64, result: Result<SignedIn, Problem>) {
        if attempt != self.sign_in_attempt {
            return;
        }
        let Some(confirming) = self.accounts.confirming.take() else { return };
        match result {
            Ok(signed_in) => {
                let Confirming { market, account, secrets } = confirming;
                let name = entry_name(&market.name, &account.id);
                if signed_in.kept {
                    self.accounts.session.remove(&name);
                } else {
                    let place = signed_in.place.clone();
                    let this = ThisSession { market: market.name, account, secrets, place, used_at: Timestamp::now() };
                    self.accounts.session.insert(name, this);
                }
                self.signed_in(attempt, Ok(signed_in));
            }
            // Nothing is lost: the person may say "this session only" instead.
            Err(problem) => {
                self.tell(Event::SignInFound(confirming.found(Some(problem))));
                self.accounts.confirming = Some(confirming);
            }
        }
    }

    /// Goes on with a token that is kept in memory.
    pub(super) fn check_this_session(&mut self, account: Account, secrets: Secrets, place: Option<Arc<Place>>) {
        let Some(market) = self.market.clone() else { return };
        self.tell(Event::Session(Session::Checking { market: market.name.clone() }));
        let attempt = self.next_attempt();
        let (client_secret, clock) = (self.given_client_secret(), self.options.clock);
        self.spawn(async move {
            let result = async {
                let place = match place {
                    Some(place) => place,
                    None => Arc::new(Place::this_session(&market, &account, &secrets).await?),
                };
                Renewer { market, place, client_secret, clock }.sign_in(account).await
            };
            Done::SignedIn { attempt, result: result.await }
        });
    }

    /// The client secret given from outside or in the window, if any; else the keychain is asked.
    pub(super) fn given_client_secret(&self) -> Option<SecretString> {
        let of_market = || self.market.as_ref().and_then(|market| self.accounts.client_secrets.get(&market.name)).cloned();
        self.options.client_secret.clone().or_else(of_market)
    }

    /// Finds out whether a client secret is at hand, and tells.
    pub(super) fn look_for_client_secret(&mut self) {
        let Some(market) = self.market.clone().filter(|market| !market.practice) else { return };
        let oauth = &market.client.profile().oauth;
        if oauth.client_id.is_none() || oauth.exchange_url.is_some() {
            return;
        }
        match self.given_client_secret() {
            Some(_) if self.options.client_secret.is_some() => self.tell(Event::ClientSecret(ClientSecretState::Kept)),
            Some(_) => self.tell(Event::ClientSecret(ClientSecretState::ThisSession)),
            None => {
                self.spawn(async move {
                    let state = match client_secret(&market, None).await {
                        Some(_) => ClientSecretState::Kept,
                        None => ClientSecretState::None,
                    };
                    Done::ClientSecret { market: market.name, state }
                });
            }
        }
    }

    pub(super) fn save_client_secret(&mut self, secret: &SecretString) {
        let Some(market) = self.market.as_ref().map(|market| market.name.clone()) else { return };
        let secret = SecretString::from(secret.expose_secret().trim());
        self.accounts.client_secrets.insert(market.clone(), secret.clone());
        self.spawn(async move {
            let entry = Secrets { access: secret, refresh: None, expires_at: None, scopes: Vec::new() };
            let state = match Keychain::system().save(&secret_name(&market), &entry).await {
                Ok(()) => ClientSecretState::Kept,
                Err(problem) => ClientSecretState::NotKept(problem),
            };
            Done::ClientSecret { market, state }
        });
    }

    pub(super) fn client_secret_this_session(&mut self) {
        if self.given_client_secret().is_some() {
            self.tell(Event::ClientSecret(ClientSecretState::ThisSession));
        }
    }

    pub(super) fn forget_client_secret(&mut self) {
        let Some(market) = self.market.as_ref().map(|market| market.name.clone()) else { return };
        self.accounts.client_secrets.remove(&market);
        self.spawn(async move {
            let state = match Keychain::system().delete(&secret_name(&market)).await {
                // Where there is no keychain, nothing is left in it.
                Ok(()) => ClientSecretState::None,
                Err(problem) if problem.code == Code::NoKeychain => ClientSecretState::None,
                Err(_) => ClientSecretState::Kept,
            };
            Done::ClientSecret { market, state }
        });
    }

    pub(super) fn client_secret_done(&mut self, market: &str, state: ClientSecretState) {
        if state == ClientSecretState::Kept {
            // From here on the keychain is asked.
            self.accounts.client_secrets.remove(market);
        }
        if self.market.as_ref().is_some_and(|chosen| chosen.name == market) {
            self.tell(Event::ClientSecret(state));
        }
    }
}
