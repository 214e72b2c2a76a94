//! Whether a market file may use what is saved of a marketplace with its name: only if it sends everything
//! where that was sent.
//!
//! Tokens, the client secret, the service token, the journal and all else belong to the marketplace's id, of
//! which its origins are a part. A file with a known name and other origins is another marketplace. Nothing
//! is sent until a person signs in anew there, or says that the marketplace moved; then everything is moved
//! to the new id.

use std::path::Path;

use super::credentials::client_secret::secret_name;
use super::sign_in::send_signed_out;
use super::state::{Accounts, Question};
use super::task_result::AccountTaskResult;
use crate::auth::{Keychain, ServiceToken, entry_name, terminal_entry};
use crate::store::Namesake;
use crate::worker::context::Context;
use crate::worker::session::{Market, TokenStores};
use crate::worker::tasks::{Lifetime, Slot};
use crate::worker::webhooks;
use vitrine_core::market::{Profile, READY_MADE};
use vitrine_domain::origins::{market_name, names_look_alike};
use vitrine_domain::{Origins, Problem, ProblemKind};
use vitrine_model::messages::{Event, Session};
use vitrine_sandbox::MARKET_NAME;

impl Accounts {
    /// Finds out whether a file may use what is saved under its name, and notes it if there is nothing to
    /// ask. With a token of the environment there is not: whoever gives it says where it is sent, and nothing
    /// saved is.
    pub(super) fn identify(&mut self, market: &Market, file: &Path, cx: &Context) -> Result<(), Problem> {
        let profile = market.client.profile();
        let origins = profile.origins();
        let question = question_about(&market.id, profile, file, cx)?;
        self.question = question.map(|(from, is_safe, problem)| Question {
            file: file.to_owned(),
            origins: origins.clone(),
            from,
            is_safe,
            problem,
        });
        if cx.options.token.is_some() {
            self.question = None;
        }
        if self.question.is_none() {
            cx.store.set_market_file(&market.id, file, &origins)?;
        }
        Ok(())
    }

    /// Signs in with the saved token, unless a person has to say first that it is for this marketplace.
    pub(super) fn check_saved_token_or_ask(&mut self, cx: &mut Context) {
        match &self.question {
            None => self.check_saved_token(cx),
            Some(question) if question.is_safe => self.trust_market(cx),
            Some(question) => send_signed_out(Some(question.problem.clone()), cx),
        }
    }

    /// The marketplace moved: what is saved of it is for the addresses in the file.
    pub(super) fn trust_market(&mut self, cx: &mut Context) {
        let Some(market) = cx.session.market().cloned() else { return };
        let Some(from) = self.question.as_ref().and_then(|question| question.from.clone()) else {
            return self.check_saved_token_or_ask(cx);
        };
        let entries = match entries(&from, &market.id, cx) {
            Ok(entries) => entries,
            Err(problem) => return send_signed_out(Some(problem), cx),
        };
        cx.send(Event::Session(Session::Checking { market: market.id.clone() }));
        self.abandon_attempt(cx);
        let stores = self.token_saving.stores(cx);
        cx.tasks.spawn(Lifetime::Program, Slot::SignIn, async move {
            let mut copied = Vec::new();
            for [old, new] in entries {
                match copy_entry(&stores, &old, &new).await {
                    Ok(()) => copied.push(old),
                    Err(problem) => tracing::warn!(%problem, "a saved secret does not move with its marketplace"),
                }
            }
            if let Err(problem) = ServiceToken::terminal_moves(stores.keychain(), &from, &market.id).await {
                tracing::warn!(%problem, "the service token of the terminal does not move with its marketplace");
            }
            AccountTaskResult::SecretsMoved { market: market.id, copied }
        });
    }

    /// The secrets have new entries: everything else follows, and the old entries are deleted.
    pub(super) fn secrets_moved(&mut self, market: &str, copied: Vec<String>, cx: &mut Context) {
        let is_current = cx.session.market().is_some_and(|chosen| chosen.id == market);
        let Some(Question { file, origins, from: Some(from), .. }) = self.question.take_if(|_| is_current)
        else {
            return;
        };
        let moved = cx.store.move_market(&from, market).and_then(|()| {
            cx.store.set_market_file(market, &file, &origins)?;
            cx.store.set_older_name(market, None)?;
            crate::store::Deliveries::move_market(&cx.options.data_dir, &from, market)
        });
        if let Err(problem) = moved {
            return send_signed_out(Some(problem), cx);
        }
        self.delete_entries(copied, cx);
        self.send_accounts(cx);
        self.send_markets(cx);
        self.check_saved_token(cx);
    }

    /// Somebody signed in anew: what is saved under the same name is not for this marketplace.
    pub(super) fn signed_in_anew(&mut self, market: &str, cx: &mut Context) {
        let Some(Question { file, origins, .. }) = self.question.take() else { return };
        let settled = || {
            cx.store.set_market_file(market, &file, &origins)?;
            let Some(older) = cx.store.older_name(market)? else { return Ok(Vec::new()) };
            cx.store.set_older_name(market, None)?;
            entries(&older, market, cx)
        };
        match settled() {
            Ok(entries) => self.delete_entries(entries.into_iter().map(|[old, _]| old).collect(), cx),
            Err(problem) => cx.send(Event::Problem(problem)),
        }
    }

    fn delete_entries(&self, names: Vec<String>, cx: &mut Context) {
        let stores = self.token_saving.stores(cx);
        for name in names {
            let entry = stores.release(&name);
            cx.tasks.spawn(Lifetime::Program, None, async move {
                AccountTaskResult::TokenDropped(entry.delete().await)
            });
        }
    }
}

/// The entries of all secrets that are saved of a marketplace, with their names for another id.
fn entries(from: &str, to: &str, cx: &Context) -> Result<Vec<[String; 2]>, Problem> {
    let mut entries = vec![[from, to].map(secret_name), [from, to].map(terminal_entry)];
    for known in cx.store.accounts()?.into_iter().filter(|known| known.market == from || known.market == to) {
        entries.push([from, to].map(|market| entry_name(market, &known.account.id)));
        entries.push([from, to].map(|market| webhooks::token_entry(&known.account, market)));
    }
    Ok(entries)
}

/// Copies an entry, after a renewal of it that another process may be making.
async fn copy_entry(stores: &TokenStores, old: &str, new: &str) -> Result<(), Problem> {
    let keychain: &Keychain = stores.keychain();
    let store = stores.current(old);
    let _among_processes = store.lock_among_processes().await;
    // A token that was renewed and could not be saved yet is only in memory.
    let secrets = if store.is_unsaved() { Some(store.load().await?) } else { keychain.load(old).await? };
    match secrets {
        Some(secrets) => stores.replace(new, &secrets).await.map(drop),
        None => Ok(()),
    }
}

/// The origins of the marketplace that comes with the program and has this name, or one that looks like it.
fn ready_made(profile: &Profile) -> Option<Origins> {
    let is_named = |name: &&str| names_look_alike(name, &profile.name);
    let found = READY_MADE.iter().find(|ready_made| ready_made.names.iter().any(is_named))?;
    Profile::parse(found.text, found.key).ok().map(|known| known.origins())
}

/// What is wrong with a file that has the name of a marketplace that comes with the program, and other
/// addresses. A practice shop that runs by itself is on this computer.
fn look_alike(profile: &Profile, ready_made: Option<&Origins>) -> Option<Problem> {
    let origins = profile.origins();
    let problem = Problem::new(ProblemKind::MarketLookAlike).with_subject(origins.hosts());
    match ready_made {
        Some(known) if origins.stay_within(known) => None,
        Some(known) => Some(Problem { expected: Some(origins.hosts_beside(known)[1].clone()), ..problem }),
        None if names_look_alike(MARKET_NAME, market_name(&profile.name)) && !origins.are_local() => {
            Some(problem)
        }
        None => None,
    }
}

fn question_about(
    id: &str,
    profile: &Profile,
    file: &Path,
    cx: &Context,
) -> Result<Option<(Option<String>, bool, Problem)>, Problem> {
    let origins = profile.origins();
    let known_origins = ready_made(profile);
    let is_ready_made = known_origins.as_ref().is_some_and(|known| origins.stay_within(known));
    let moved = || Problem::new(ProblemKind::MarketMoved).with_subject(origins.hosts());
    if cx.store.knows_market(id)? {
        let has_token = |id: &str| {
            cx.store.accounts().map(|all| all.iter().any(|known| known.market == id && known.has_token))
        };
        return Ok(match cx.store.older_name(id)? {
            Some(older) if has_token(id)? => Some((Some(older), is_ready_made, moved())),
            Some(_) => {
                // Everybody signed out.
                cx.store.set_older_name(id, None)?;
                None
            }
            None => None,
        });
    }
    // The practice shop inside this program keeps its name and has no fixed address.
    let namesake = cx.store.namesakes(id)?.into_iter().find(|other| other.id != MARKET_NAME);
    Ok(match namesake {
        Some(Namesake { id: from, origins: Some(known), .. }) => {
            let [hosts, replaced] = origins.hosts_beside(&known);
            let problem = Problem { expected: Some(replaced), ..moved().with_subject(hosts) };
            Some((Some(from), origins.stay_within(&known), problem))
        }
        // The same file as ever: imports go on. Its secrets are asked about.
        Some(Namesake { id: from, origins: None, file: used })
            if is_ready_made || used.as_deref() == Some(file) =>
        {
            cx.store.move_market(&from, id)?;
            cx.store.set_market_file(id, file, &origins)?;
            cx.store.set_older_name(id, Some(&from))?;
            return question_about(id, profile, file, cx);
        }
        Some(Namesake { id: from, origins: None, .. }) => Some((Some(from), false, moved())),
        None => look_alike(profile, known_origins.as_ref()).map(|problem| (None, false, problem)),
    })
}

/// The name of an account's entry in the keychain: of older versions until somebody has said that it is for
/// this marketplace.
pub fn entry_of(market: &str, user: &vitrine_domain::UserId, cx: &Context) -> String {
    let older = cx.store.older_name(market).ok().flatten();
    entry_name(older.as_deref().unwrap_or(market), user)
}
