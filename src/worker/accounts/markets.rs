//! The marketplaces of this computer: choosing, listing, setting up, testing and removing them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use secrecy::{ExposeSecret, SecretString};

use super::asked_waits;
use super::practice::Practice;
use super::state::Accounts;
use super::task_result::AccountTaskResult;
use crate::auth::{RedirectListener, token};
use crate::client::{Client, Timeouts, probe};
use crate::i18n::Language;
use crate::worker::context::Context;
use crate::worker::market_files;
use crate::worker::notice::Notice;
use crate::worker::session::Market;
use crate::worker::session::gate::Gate;
use crate::worker::tasks::Lifetime;
use vitrine_core::market::{AddressCheck, AddressFailure, MarketDraft, MarketKey, Profile};
use vitrine_core::pace::{self, Pace};
use vitrine_domain::origins::market_name;
use vitrine_domain::{Problem, ProblemKind, UserId};
use vitrine_model::messages::{
    AccountEvent, Event, HelpPage, MarketChoice, MarketEntry, MarketFileEvent, PlatformEvent, Session,
    SignInMethods,
};

impl Accounts {
    pub(super) fn use_market(&mut self, choice: MarketChoice, cx: &mut Context) {
        match self.enter_market(choice, cx) {
            Ok(token) => {
                // A ready-made file is no longer only on offer.
                self.send_markets(cx);
                let market = cx.session.market().map(|market| market.id.clone()).unwrap_or_default();
                cx.send(Event::Session(Session::Checking { market }));
                match token {
                    Some(token) => self.sign_in_with(token, None, None, cx),
                    None => self.check_saved_token_or_ask(cx),
                }
            }
            // No error: on the first start there is no marketplace yet.
            Err(problem) if problem.kind == ProblemKind::NoMarket => cx.send(Event::Session(Session::Nobody)),
            Err(problem) => {
                cx.send(Event::Problem(problem));
                cx.send(Event::Session(Session::Nobody));
            }
        }
    }

    /// Makes a marketplace the current one. Returns the token to sign in with without asking the user, if
    /// any.
    pub(super) fn enter_market(
        &mut self,
        choice: MarketChoice,
        cx: &mut Context,
    ) -> Result<Option<SecretString>, Problem> {
        self.leave_market(cx);
        let (market, token) = self.open_market(choice, cx)?;
        let profile = market.client.profile();
        cx.send(Event::Account(AccountEvent::SignInMethods(SignInMethods {
            market: market.id.clone(),
            file: cx.settings.market().filter(|_| !market.practice).map(Path::to_owned),
            client_id: profile.oauth.client_id.clone(),
            browser: profile.oauth.client_id.is_some()
                && profile.oauth.redirect_uri.is_some()
                && profile.has_consent_page(),
            needs_secret: profile.oauth.exchange_url.is_none(),
            scopes: profile.oauth.scopes.clone(),
            help: profile.help_url.as_ref().and_then(help_page),
        })));
        cx.session.market = Some(market);
        self.client_secrets.check(cx);
        Ok(token)
    }

    /// The marketplace, and the token to sign in with without asking the user, if any.
    fn open_market(
        &mut self,
        choice: MarketChoice,
        cx: &mut Context,
    ) -> Result<(Market, Option<SecretString>), Problem> {
        let is_practice = match choice {
            MarketChoice::Practice => true,
            MarketChoice::File(_) | MarketChoice::Given(_) | MarketChoice::LastUsed => false,
            MarketChoice::LastInWindow => cx.settings.get().practice,
        };
        if is_practice {
            let opened = self.open_practice(cx)?;
            let kept = cx.settings.set_practice(true, &cx.store);
            cx.report_error(kept);
            return Ok(opened);
        }
        let forgets_practice = matches!(choice, MarketChoice::File(_));
        let path = match choice {
            MarketChoice::File(path) | MarketChoice::Given(path) => path,
            MarketChoice::Practice | MarketChoice::LastUsed | MarketChoice::LastInWindow => {
                cx.settings.market().map(Path::to_owned).ok_or_else(|| Problem::new(ProblemKind::NoMarket))?
            }
        };
        let path = market_files::find(&path, &cx.options.data_dir);
        let profile = market_files::profile(&path)?;
        let path = std::path::absolute(&path).unwrap_or(path);
        if forgets_practice {
            let kept = cx.settings.set_practice(false, &cx.store);
            cx.report_error(kept);
        }
        if cx.settings.market() != Some(&path) {
            let kept = cx.settings.set_market(Some(path.clone()), &cx.store);
            cx.report_error(kept);
        }
        // Somebody pasted the token. A token that cannot be cleaned is refused when it is used.
        let given = cx.options.token.as_ref();
        let token = given.map(|given| token::clean(given.expose_secret()).unwrap_or_else(|_| given.clone()));
        let market = new_market(profile, false, cx)?;
        self.identify(&market, &path, cx)?;
        Ok((market, token))
    }

    fn open_practice(&mut self, cx: &mut Context) -> Result<(Market, Option<SecretString>), Problem> {
        let practice = match self.practice.take() {
            Some(practice) => practice,
            None => Practice::start(&cx.options.data_dir, cx.options.practice.clone())?,
        };
        if let Some(persian) = practice_speaks_persian(cx) {
            practice.speak(persian);
        }
        let profile = Profile::parse(practice.market_file(), "practice")?;
        let token = practice.token().clone();
        self.practice = Some(practice);
        Ok((new_market(profile, true, cx)?, Some(token)))
    }

    pub(super) fn send_markets(&self, cx: &mut Context) {
        match self.market_entries(cx) {
            Ok(entries) => cx.send(Event::Account(AccountEvent::Markets(entries))),
            Err(problem) => cx.send(Event::Problem(problem)),
        }
    }

    fn market_entries(&self, cx: &Context) -> Result<Vec<MarketEntry>, Problem> {
        let accounts = cx.store.accounts()?;
        let mut entries: Vec<MarketEntry> = Vec::new();
        let used = cx.store.market_files()?;
        let folder = market_files::folder(&cx.options.data_dir);
        for file in market_files::list(&folder).into_iter().chain(used.into_iter().map(|(_, file)| file)) {
            if entries.iter().any(|entry| entry.file == file) {
                continue;
            }
            let (id, name, problem) = match market_files::profile(&file) {
                Ok(profile) => (Some(profile.id()), profile.name, None),
                Err(problem) => {
                    (None, file.file_stem().unwrap_or_default().to_string_lossy().into_owned(), Some(problem))
                }
            };
            let mut users: BTreeSet<&UserId> = accounts
                .iter()
                .filter(|known| Some(&known.market) == id.as_ref())
                .map(|known| &known.account.id)
                .collect();
            users.extend(
                self.this_session
                    .values()
                    .filter(|kept| Some(&kept.market) == id.as_ref())
                    .map(|kept| &kept.account.id),
            );
            entries.push(MarketEntry { accounts: users.len(), id, name, file, problem, is_offered: false });
        }
        for ready_made in market_files::unused_ready_made(&cx.options.data_dir) {
            // A file of one's own with this name takes its place.
            if entries.iter().all(|entry| entry.name != ready_made.names[0]) {
                let (name, file) = (ready_made.names[0].to_owned(), PathBuf::from(ready_made.key));
                entries.push(MarketEntry {
                    id: None,
                    name,
                    file,
                    accounts: 0,
                    problem: None,
                    is_offered: true,
                });
            }
        }
        entries.sort_by(|a, b| a.name.cmp(&b.name).then_with(|| a.file.cmp(&b.file)));
        Ok(entries)
    }

    pub(super) fn market_test(&self, draft: &MarketDraft, cx: &mut Context) {
        let profile = Profile::parse(&draft.to_toml(), draft.text(MarketKey::Name));
        // While a sign-in waits for the browser, this program itself holds the port.
        let own_port = self.pending_consent.is_some();
        cx.tasks.spawn(Lifetime::Program, None, async move {
            AccountTaskResult::MarketTested(match profile {
                Ok(profile) => test_addresses(&profile, own_port).await,
                Err(problem) => Err(problem),
            })
        });
    }

    pub(super) fn market_save(&mut self, draft: &MarketDraft, file: Option<&Path>, cx: &mut Context) {
        match self.save_market(draft, file, cx) {
            Ok(file) => self.use_market(MarketChoice::File(file), cx),
            Err(problem) => cx.send(Event::MarketFile(MarketFileEvent::Failed(problem))),
        }
        cx.notify(Notice::ListsChanged);
    }

    /// A file outside of the data directory is not changed; its edited copy is written to the data directory.
    fn save_market(
        &mut self,
        draft: &MarketDraft,
        file: Option<&Path>,
        cx: &mut Context,
    ) -> Result<PathBuf, Problem> {
        let text = draft.to_toml();
        let id = Profile::parse(&text, draft.text(MarketKey::Name))?.id();
        let before = file.and_then(|file| market_files::profile(file).ok()).map(|before| before.id());
        let folder = market_files::folder(&cx.options.data_dir);
        let target = match file {
            Some(file) if file.parent() == Some(&folder) => file.to_owned(),
            _ => market_files::free_file(&folder, &id),
        };
        market_files::write(&folder, &target, &text)?;
        if let Some(old) = before.filter(|old| *old != id) {
            // A token is sent only to the addresses that it was issued for.
            self.this_session.retain(|_, kept| kept.market != old);
            // With the same name it is asked whether what is saved is for the new addresses.
            if market_name(&old) != market_name(&id) {
                self.drop_tokens_of(&old, cx)?;
                cx.store.forget_market(&old)?;
            }
        }
        Ok(target)
    }

    pub(super) fn market_remove(&mut self, file: &Path, cx: &mut Context) {
        if let Err(problem) = self.remove_market(file, cx) {
            cx.send(Event::MarketFile(MarketFileEvent::Failed(problem)));
        }
        cx.notify(Notice::ListsChanged);
    }

    /// What the accounts imported stays in the journal: set up again, nothing is created twice.
    fn remove_market(&mut self, file: &Path, cx: &mut Context) -> Result<(), Problem> {
        let mut names: Vec<String> = cx
            .store
            .market_files()?
            .into_iter()
            .filter(|(_, known)| known == file)
            .map(|(name, _)| name)
            .collect();
        names.extend(market_files::profile(file).map(|profile| profile.id()));
        names.dedup();
        for name in names {
            if cx.session.market().is_some_and(|market| market.id == name && !market.practice) {
                self.leave_without_market(cx);
            }
            self.drop_tokens_of(&name, cx)?;
            self.client_secrets.market_removed(&name);
            cx.store.forget_market(&name)?;
        }
        if cx.settings.market() == Some(file) {
            cx.settings.set_market(None, &cx.store)?;
            cx.send(Event::Platform(PlatformEvent::Settings(Box::new(cx.settings.get().clone()))));
        }
        // A file elsewhere belongs to the user.
        if file.parent() == Some(&market_files::folder(&cx.options.data_dir)) {
            market_files::remove(file)?;
        }
        Ok(())
    }
}

fn help_page(page: &url::Url) -> Option<HelpPage> {
    Some(HelpPage { address: page.to_string(), host: page.host_str()?.to_owned() })
}

fn new_market(profile: Profile, practice: bool, cx: &mut Context) -> Result<Market, Problem> {
    let pace = Pace::new(pace::Limits {
        products_per_minute: profile.limits.products_per_minute.unwrap_or_default(),
        ..cx.options.pace.clone()
    });
    // The practice shop inside this program has another port at each start.
    let id = if practice { profile.name.clone() } else { profile.id() };
    let client = Client::with_timeouts(Arc::new(profile), cx.options.timeouts)?;
    let gate = Gate::new(pace);
    asked_waits::restore(&id, &gate, cx);
    Ok(Market::new(client, id, practice, gate))
}

/// Tests every address of the marketplace, and the one on this computer to which the browser returns.
async fn test_addresses(profile: &Profile, own_port: bool) -> Result<Vec<AddressCheck>, Problem> {
    let mut tested = probe(profile, Timeouts::default()).await?;
    if let Some(address) =
        profile.oauth.redirect_uri.clone().filter(|address| RedirectListener::can_listen(address))
    {
        let result = match RedirectListener::try_port(&address).await {
            Err(problem) if !own_port => Err(if problem.kind == ProblemKind::PortRefused {
                AddressFailure::PortRefused
            } else {
                AddressFailure::PortTaken
            }),
            _ => Ok(()),
        };
        tested.push(AddressCheck { key: MarketKey::RedirectUri, address, result });
    }
    Ok(tested)
}

/// Whether the practice shop is to speak Persian, if a language was chosen in the window: else that of the
/// program's start.
pub fn practice_speaks_persian(cx: &Context) -> Option<bool> {
    let chosen = cx.settings.get().language.as_deref().and_then(Language::from_tag);
    chosen.map(|language| language == Language::Persian)
}

pub fn market_open(file: PathBuf, cx: &mut Context) {
    let read =
        market_files::read(&file).and_then(|text| MarketDraft::read(&text, &file.display().to_string()));
    cx.send(match read {
        Ok(draft) => Event::MarketFile(MarketFileEvent::Opened { draft: Box::new(draft), file }),
        Err(problem) => Event::MarketFile(MarketFileEvent::Failed(problem)),
    });
}
