//! Commands about the client secret: save it, use it for this session only, or forget it.

use secrecy::{ExposeSecret, SecretString};

use super::credentials::client_secret::{client_secret, secret_name};
use super::state::{Accounts, TaskResult};
use crate::auth::Secrets;
use crate::worker::context::Context;
use crate::worker::tasks::Lifetime;
use vitrine_domain::Code;
use vitrine_model::messages::{AccountEvent, ClientSecretState, Event};

impl Accounts {
    /// The client secret from the options or from the window, if any; otherwise the keychain has to be asked.
    pub(super) fn given_client_secret(&self, cx: &Context) -> Option<SecretString> {
        let of_market = || cx.session.market().and_then(|market| self.client_secrets.get(&market.id)).cloned();
        cx.options.client_secret.clone().or_else(of_market)
    }

    /// Finds out whether a client secret is available, and reports it.
    pub(super) fn check_for_client_secret(&self, cx: &mut Context) {
        let Some(market) = cx.session.market().filter(|market| !market.practice).cloned() else { return };
        let oauth = &market.client.profile().oauth;
        if oauth.client_id.is_none() || oauth.exchange_url.is_some() {
            return;
        }
        match self.given_client_secret(cx) {
            Some(_) if cx.options.client_secret.is_some() => cx.send(Event::Account(AccountEvent::ClientSecret(ClientSecretState::Kept))),
            Some(_) => cx.send(Event::Account(AccountEvent::ClientSecret(ClientSecretState::ThisSession))),
            None => {
                let keychain = cx.options.keychain.clone();
                cx.tasks.spawn(Lifetime::Program, None, async move {
                    let state = match client_secret(&market, None, &keychain).await {
                        Some(_) => ClientSecretState::Kept,
                        None => ClientSecretState::None,
                    };
                    TaskResult::ClientSecret { market: market.id, state }
                });
            }
        }
    }

    pub(super) fn save_client_secret(&mut self, secret: &SecretString, cx: &mut Context) {
        let Some(market) = cx.session.market().map(|market| market.id.clone()) else { return };
        let secret = SecretString::from(secret.expose_secret().trim());
        self.client_secrets.insert(market.clone(), secret.clone());
        let keychain = cx.options.keychain.clone();
        cx.tasks.spawn(Lifetime::Program, None, async move {
            let entry = Secrets { access: secret, refresh: None, expires_at: None, scopes: Vec::new(), of_app: false };
            let state = match keychain.save(&secret_name(&market), &entry).await {
                Ok(()) => ClientSecretState::Kept,
                Err(problem) => ClientSecretState::NotKept(problem),
            };
            TaskResult::ClientSecret { market, state }
        });
    }

    pub(super) fn client_secret_this_session(&self, cx: &mut Context) {
        if self.given_client_secret(cx).is_some() {
            cx.send(Event::Account(AccountEvent::ClientSecret(ClientSecretState::ThisSession)));
        }
    }

    pub(super) fn forget_client_secret(&mut self, cx: &mut Context) {
        let Some(market) = cx.session.market().map(|market| market.id.clone()) else { return };
        self.client_secrets.remove(&market);
        let keychain = cx.options.keychain.clone();
        cx.tasks.spawn(Lifetime::Program, None, async move {
            let state = match keychain.delete(&secret_name(&market)).await {
                // Without a keychain nothing is stored in it.
                Ok(()) => ClientSecretState::None,
                Err(problem) if problem.code == Code::NoKeychain => ClientSecretState::None,
                Err(_) => ClientSecretState::Kept,
            };
            TaskResult::ClientSecret { market, state }
        });
    }

    pub(super) fn client_secret_done(&mut self, market: &str, state: ClientSecretState, cx: &mut Context) {
        if state == ClientSecretState::Kept {
            // From here on the keychain has it.
            self.client_secrets.remove(market);
        }
        if cx.session.market().is_some_and(|chosen| chosen.id == market) {
            cx.send(Event::Account(AccountEvent::ClientSecret(state)));
        }
    }
}
