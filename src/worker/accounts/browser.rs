//! Signing in through the browser (OAuth authorization code grant) and with the program's own client
//! credentials.

use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};

use super::credentials::check;
use super::credentials::client_secret::own_client_secret;
use super::credentials::grant::{Grant, PendingConsent};
use super::sign_in::send_checking;
use super::state::Accounts;
use super::task_result::AccountTaskResult;
use crate::auth::{Expected, RedirectListener, Secrets, StartPage, browser, consent_from_address};
use crate::worker::context::Context;
use crate::worker::session::Market;
use crate::worker::tasks::{Lifetime, Slot};
use vitrine_domain::{FieldError, Finding, Problem, ProblemKind, Scope};
use vitrine_model::messages::ADDRESS_FIELD;
use vitrine_model::messages::{AccountEvent, BrowserSignIn, Event, KeepToken, RedirectMode};

impl Accounts {
    pub(super) fn sign_in_browser(&mut self, ask: BrowserSignIn, cx: &mut Context) {
        let Some(market) = cx.session.market().cloned() else {
            return cx
                .send(Event::Account(AccountEvent::SignInEnded(Some(Problem::new(ProblemKind::NoMarket)))));
        };
        if let Err(problem) = self.ask_in_browser(market, ask, cx) {
            self.sign_in_ended(Some(problem), cx);
        }
    }

    fn ask_in_browser(
        &mut self,
        market: Market,
        ask: BrowserSignIn,
        cx: &mut Context,
    ) -> Result<(), Problem> {
        self.abandon_attempt(cx);
        let BrowserSignIn { scopes, keep, redirect, page } = ask;
        let oauth = market.client.profile().oauth.clone();
        let scopes = if scopes.is_empty() { oauth.scopes } else { scopes };
        let made = browser::Attempt::new()?;
        let challenge = oauth.pkce.then(|| made.challenge());
        let address = market
            .client
            .authorize_url(made.state.expose_secret(), challenge.as_deref(), &scopes)?
            .to_string();
        let redirect_uri = oauth.redirect_uri.unwrap_or_default();
        let expected = Expected::new(&redirect_uri, made.state.expose_secret())?;
        let verifier = oauth.pkce.then_some(made.verifier);
        let keep = self.token_saving.options(keep, cx);
        let grant = Grant { market, scopes, verifier, client_secret: self.client_secrets.given(cx), keep };
        let task = {
            let limit = cx.options.sign_in_limit;
            let last_page = self.closing_page.take();
            let (expected, grant, address) = (expected.clone(), grant.clone(), address.clone());
            cx.tasks.spawn_reporting(Lifetime::Program, Slot::SignIn, |reporter| async move {
                let asked = || {
                    _ = reporter.report(AccountTaskResult::ConsentPageReady {
                        address,
                        opens: redirect == RedirectMode::Listen,
                    });
                };
                let consent = async {
                    match redirect {
                        RedirectMode::Listen if !RedirectListener::can_listen(&redirect_uri) => {
                            asked();
                            std::future::pending().await
                        }
                        RedirectMode::Listen => {
                            // The port may still be held by the closing page of an earlier attempt.
                            if let Some(last_page) = last_page {
                                last_page.end().await;
                            }
                            // Listen before the browser opens, so that the redirect cannot reach another
                            // program.
                            let catcher = RedirectListener::listen(&redirect_uri, expected, &page).await?;
                            asked();
                            let (consent, closing_page) = catcher.caught().await?;
                            reporter.report(AccountTaskResult::RedirectReceived(closing_page));
                            Ok(consent)
                        }
                        RedirectMode::Paste => {
                            asked();
                            std::future::pending().await
                        }
                    }
                };
                AccountTaskResult::SignedIn(match tokio::time::timeout(limit, consent).await {
                    Ok(Ok(consent)) => grant.redeem(consent).await,
                    Ok(Err(problem)) => Err(problem),
                    Err(_) => Err(Problem::new(ProblemKind::SignInUnfinished)),
                })
            })
        };
        self.pending_consent = Some(PendingConsent { expected, grant, address, start_page: None, task });
        Ok(())
    }

    /// Called when the redirect can be received, so that the page may be opened.
    pub(super) fn consent_page_ready(&mut self, address: String, opens: bool, cx: &mut Context) {
        cx.send(Event::Account(AccountEvent::SignInAddress(address)));
        if opens {
            self.sign_in_open_page(cx);
        }
    }

    pub(super) fn sign_in_open_page(&mut self, cx: &Context) {
        let Some(pending_consent) = &mut self.pending_consent else { return };
        let Some(reporter) = cx.tasks.reporter(&Slot::SignIn) else { return };
        let start_page = match StartPage::open(pending_consent.address.clone()) {
            Ok(start_page) => start_page,
            Err(problem) => {
                // The person can still copy the address.
                tracing::warn!(%problem, "no browser opened");
                reporter.report(AccountTaskResult::PageOpened(false));
                return;
            }
        };
        let (open_page, address) = (cx.options.open_page, start_page.address().to_owned());
        pending_consent.start_page = Some(start_page);
        // Runs detached: some browsers return only when they are closed, and nothing waits for that, not even
        // the end of the program.
        let job = move || {
            let opened =
                open_page(&address).inspect_err(|error| tracing::warn!(error, "no browser opened")).is_ok();
            reporter.report(AccountTaskResult::PageOpened(opened));
        };
        if let Err(error) = std::thread::Builder::new().name("browser".to_owned()).spawn(job) {
            tracing::warn!(%error, "no browser opened");
        }
    }

    /// The address at which the browser ended up, possibly on another computer.
    pub(super) fn sign_in_pasted(&mut self, address: &SecretString, cx: &mut Context) {
        let Some(pending_consent) = &self.pending_consent else { return };
        match consent_from_address(address.expose_secret(), &pending_consent.expected) {
            Ok(consent) => {
                let mut grant = pending_consent.grant.clone();
                self.abandon_attempt(cx);
                // Only waiting for the redirect is given up.
                grant.keep.stores = self.token_saving.stores(cx);
                send_checking(&grant.market.id, cx);
                cx.tasks.spawn(Lifetime::Program, Slot::SignIn, async move {
                    AccountTaskResult::SignedIn(grant.redeem(consent).await)
                });
            }
            Err(problem) => {
                // The marketplace's page may have shown an error instead of redirecting.
                let Grant { market, scopes, .. } = &pending_consent.grant;
                let shown = market.client.consent_page_error(address.expose_secret(), scopes);
                cx.send(Event::Problem(shown.map_or(problem, |shown| shown.with_field(ADDRESS_FIELD))));
            }
        }
    }

    pub(super) fn sign_in_cancel(&mut self, cx: &mut Context) {
        if self.pending_consent.is_some() || self.unsaved_sign_in.is_some() {
            self.abandon_attempt(cx);
            self.sign_in_ended(None, cx);
        }
    }

    pub(super) fn sign_in_client_credentials(&mut self, keep: KeepToken, cx: &mut Context) {
        let Some(market) = cx.session.market().cloned() else {
            return cx
                .send(Event::Account(AccountEvent::SignInEnded(Some(Problem::new(ProblemKind::NoMarket)))));
        };
        let Some(client_id) = market.client.profile().oauth.client_id.clone() else {
            return self.sign_in_ended(
                Some(
                    Problem::new(ProblemKind::MarketFile)
                        .with_diagnostic(Finding::MissingKey { key: "oauth.client_id".to_owned() }),
                ),
                cx,
            );
        };
        self.abandon_attempt(cx);
        let keep = self.token_saving.options(keep, cx);
        send_checking(&market.id, cx);
        let given = self.client_secrets.given(cx);
        cx.tasks.spawn(Lifetime::Program, Slot::SignIn, async move {
            let result = async {
                let missing = || Problem {
                    detail: Some(FieldError::Missing),
                    ..Problem::new(ProblemKind::InvalidField).with_field("VITRINE_CLIENT_SECRET")
                };
                // No server stands between the program and the marketplace here.
                let secret =
                    own_client_secret(&market, given, keep.stores.keychain()).await.ok_or_else(missing)?;
                let tokens = market.client.client_credentials(&client_id, &secret).await?;
                let secrets = check::secrets_of(tokens, None, vec![Scope("*".to_owned())], Timestamp::now());
                let secrets = Secrets { of_app: true, ..secrets };
                check::check_system_and_keep(&market, &client_id, secrets, &keep).await
            };
            AccountTaskResult::SignedIn(result.await)
        });
    }
}
