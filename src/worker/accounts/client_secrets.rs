//! The client secrets: one is saved, used for this session only, or forgotten.

use std::collections::HashMap;

use secrecy::{ExposeSecret, SecretString};

use super::credentials::client_secret::{client_secret, secret_name};
use super::task_result::AccountTaskResult;
use crate::auth::Secrets;
use crate::worker::context::Context;
use crate::worker::tasks::Lifetime;
use vitrine_domain::ProblemKind;
use vitrine_model::messages::{AccountEvent, ClientSecretState, Event};

/// Client secrets that are in memory only, or not yet in the keychain, by marketplace.
#[derive(Default)]
pub struct ClientSecrets(HashMap<String, SecretString>);

impl ClientSecrets {
    /// The client secret from the options or from the window, if any; otherwise the keychain has to be asked.
    pub fn given(&self, cx: &Context) -> Option<SecretString> {
        let of_market = || cx.session.market().and_then(|market| self.0.get(&market.id)).cloned();
        cx.options.client_secret.clone().or_else(of_market)
    }

    /// Finds out whether a client secret is available, and reports it.
    pub fn check(&self, cx: &mut Context) {
        let Some(market) = cx.session.market().filter(|market| !market.practice).cloned() else { return };
        let oauth = &market.client.profile().oauth;
        if oauth.client_id.is_none() || oauth.exchange_url.is_some() {
            return;
        }
        match self.given(cx) {
            Some(_) if cx.options.client_secret.is_some() => {
                cx.send(Event::Account(AccountEvent::ClientSecret(ClientSecretState::Kept)));
            }
            Some(_) => cx.send(Event::Account(AccountEvent::ClientSecret(ClientSecretState::ThisSession))),
            None => {
                let keychain = cx.options.keychain.clone();
                cx.tasks.spawn(Lifetime::Program, None, async move {
                    let state = match client_secret(&market, None, &keychain).await {
                        Some(_) => ClientSecretState::Kept,
                        None => ClientSecretState::None,
                    };
                    AccountTaskResult::ClientSecret { market: market.id, state }
                });
            }
        }
    }

    /// Saves the secret of the current marketplace.
    pub fn save(&mut self, secret: &SecretString, cx: &mut Context) {
        let Some(market) = cx.session.market().map(|market| market.id.clone()) else { return };
        let secret = SecretString::from(secret.expose_secret().trim());
        self.0.insert(market.clone(), secret.clone());
        let keychain = cx.options.keychain.clone();
        cx.tasks.spawn(Lifetime::Program, None, async move {
            let entry = Secrets {
                access: secret,
                refresh: None,
                expires_at: None,
                scopes: Vec::new(),
                of_app: false,
            };
            let state = match keychain.save(&secret_name(&market), &entry).await {
                Ok(()) => ClientSecretState::Kept,
                Err(problem) => ClientSecretState::NotKept(problem),
            };
            AccountTaskResult::ClientSecret { market, state }
        });
    }

    /// The secret is used for this session only.
    pub fn keep_for_session(&self, cx: &mut Context) {
        if self.given(cx).is_some() {
            cx.send(Event::Account(AccountEvent::ClientSecret(ClientSecretState::ThisSession)));
        }
    }

    /// Forgets the secret of the current marketplace.
    pub fn forget(&mut self, cx: &mut Context) {
        let Some(market) = cx.session.market().map(|market| market.id.clone()) else { return };
        self.0.remove(&market);
        let keychain = cx.options.keychain.clone();
        cx.tasks.spawn(Lifetime::Program, None, async move {
            let state = match keychain.delete(&secret_name(&market)).await {
                // Without a keychain nothing is stored in it.
                Ok(()) => ClientSecretState::None,
                Err(problem) if problem.kind == ProblemKind::NoKeychain => ClientSecretState::None,
                Err(_) => ClientSecretState::Kept,
            };
            AccountTaskResult::ClientSecret { market, state }
        });
    }

    /// A secret was saved or deleted, or could not be.
    pub fn on_state(&mut self, market: &str, state: ClientSecretState, cx: &mut Context) {
        if state == ClientSecretState::Kept {
            // From here on the keychain has it.
            self.0.remove(market);
        }
        if cx.session.market().is_some_and(|chosen| chosen.id == market) {
            cx.send(Event::Account(AccountEvent::ClientSecret(state)));
        }
    }

    /// The marketplace of this id was removed.
    pub fn market_removed(&mut self, market: &str) {
        self.0.remove(market);
    }
}
