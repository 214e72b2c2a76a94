//! Choosing a marketplace, and signing in and out of it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use secrecy::{ExposeSecret, SecretString};
use tokio::time::Instant;

use super::check::{self, Keep, SignedIn};
use super::gate::Gate;
use super::hub::{Done, Hub};
use super::practice::Practice;
use super::renewal::{Due, Place};
use super::{Event, KeepToken, MarketChoice, Session, Ways};
use crate::auth::{Secrets, token};
use crate::domain::{Account, AccountKey, Code, Currency, Problem, VendorId};
use crate::market::{Client, Profile};
use crate::pace::{self, Pace};

/// A market file longer than this is not one.
const MARKET_FILE_LIMIT: u64 = 1024 * 1024;

/// The marketplace chosen, signed in or not.
#[derive(Clone)]
pub struct Market {
    pub client: Client,
    pub name: String,
    pub practice: bool,
    pub gate: Gate,
}

/// Who is signed in where: what every request needs. Cheap to clone into a task.
#[derive(Clone)]
pub struct Live {
    pub client: Client,
    pub market: String,
    pub gate: Gate,
    pub token: SecretString,
    pub account: Arc<Account>,
    /// Where a refresh token rests beside the token.
    pub place: Option<Arc<Place>>,
    /// When to renew the token.
    pub due: Option<Due>,
    /// The marketplace would not have this token any more.
    refused: Arc<AtomicBool>,
}

impl Live {
    /// What a request with this token came to. A refusal is noted, so that it is not taken for one of the next token.
    pub fn asked<T>(&self, result: Result<T, Problem>) -> Result<T, Problem> {
        if let Err(Problem { code: Code::Unauthorized, .. }) = result {
            self.refused.store(true, Ordering::Relaxed);
        }
        result
    }

    pub fn was_refused(&self) -> bool {
        self.refused.load(Ordering::Relaxed)
    }

    /// The same session with the next token.
    pub fn with_token(self, token: SecretString, due: Option<Due>) -> Self {
        Self { token, due, refused: Arc::default(), ..self }
    }

    /// The shop. An account without one cannot list or create.
    pub fn vendor(&self) -> Result<&VendorId, Problem> {
        self.account.vendor.as_ref().map(|vendor| &vendor.id).ok_or_else(|| Problem::new(Code::NoVendor))
    }

    pub fn key(&self) -> Result<AccountKey, Problem> {
        self.account.key(&self.market).ok_or_else(|| Problem::new(Code::NoVendor))
    }
}

impl Hub {
    pub(super) fn use_market(&mut self, choice: MarketChoice) {
        match self.enter_market(choice) {
            Ok(token) => {
                let market = self.market.as_ref().map(|market| market.name.clone()).unwrap_or_default();
                self.tell(Event::Session(Session::Checking { market }));
                match token {
                    Some(token) => self.check_token(token, None, None),
                    None => self.check_kept_token(),
                }
            }
            // Nothing went wrong: a first start has no marketplace yet.
            Err(problem) if problem.code == Code::NoMarket => self.tell(Event::Session(Session::Nobody)),
            Err(problem) => {
                self.tell(Event::Problem(problem));
                self.tell(Event::Session(Session::Nobody));
            }
        }
    }

    /// Makes a marketplace the one to work with. The token to use without asking anyone comes back.
    pub(super) fn enter_market(&mut self, choice: MarketChoice) -> Result<Option<SecretString>, Problem> {
        self.leave_market();
        let (market, token) = self.open_market(choice)?;
        let oauth = &market.client.profile().oauth;
        self.tell(Event::Ways(Ways {
            market: market.name.clone(),
            file: self.settings.market.clone().filter(|_| !market.practice),
            client_id: oauth.client_id.clone(),
            browser: oauth.client_id.is_some() && oauth.redirect_uri.is_some() && market.client.profile().has_consent_page(),
            needs_secret: oauth.exchange_url.is_none(),
            scopes: oauth.scopes.clone(),
        }));
        self.market = Some(market);
        self.look_for_client_secret();
        Ok(token)
    }

    pub(super) fn leave_market(&mut self) {
        self.drop_imports();
        self.drop_waiting();
        self.live = None;
        self.accounts.confirming = None;
        self.next_attempt();
        if self.market.take().is_some() {
            self.accounts.shown = None;
            self.tell(Event::Left);
        }
    }

    /// The marketplace, and the token to use without asking anyone.
    fn open_market(&mut self, choice: MarketChoice) -> Result<(Market, Option<SecretString>), Problem> {
        let path = match choice {
            MarketChoice::Practice => return self.open_practice(),
            MarketChoice::File(path) => path,
            MarketChoice::LastUsed => self.settings.market.clone().ok_or_else(|| Problem::new(Code::NoMarket))?,
        };
        let path = find_market_file(&path, &self.options.data_dir);
        let profile = Profile::parse(&read_market_file(&path)?, &path.display().to_string())?;
        let path = std::path::absolute(&path).unwrap_or(path);
        if self.settings.market.as_ref() != Some(&path) {
            self.settings.market = Some(path);
            self.store_settings();
        }
        // It was pasted there by someone. What cannot be cleaned is refused when it is used.
        let given = self.options.token.as_ref();
        let token = given.map(|given| token::clean(given.expose_secret()).unwrap_or_else(|_| given.clone()));
        let market = self.market_of(profile, false)?;
        if let Some(file) = &self.settings.market {
            self.store.set_market_file(&market.name, file)?;
        }
        Ok((market, token))
    }

    /// What this marketplace counts its prices in, when it is the one in use or the last one used.
    pub(super) fn currency_of(&self, name: &str) -> Currency {
        let in_use = self.market.as_ref().map(|market| market.client.profile().clone());
        let last_used = || {
            let path = find_market_file(self.settings.market.as_ref()?, &self.options.data_dir);
            Profile::parse(&read_market_file(&path).ok()?, &path.display().to_string()).ok().map(Arc::new)
        };
        in_use.or_else(last_used).filter(|profile| profile.name == name).map(|profile| profile.currency.clone()).unwrap_or_default()
    }

    fn open_practice(&mut self) -> Result<(Market, Option<SecretString>), Problem> {
        let practice = match self.practice.take() {
            Some(practice) => practice,
            None => Practice::start(&self.options.data_dir)?,
        };
        let profile = Profile::parse(practice.market_file(), "practice")?;
        let token = practice.token().clone();
        self.practice = Some(practice);
        Ok((self.market_of(profile, true)?, Some(token)))
    }

    fn market_of(&self, profile: Profile, practice: bool) -> Result<Market, Problem> {
        let pace = Pace::new(pace::Limits {
            products_per_minute: profile.limits.products_per_minute.unwrap_or_default(),
            ..self.options.pace.clone()
        });
        let name = profile.name.clone();
        let client = Client::with_timeouts(Arc::new(profile), self.options.timeouts)?;
        Ok(Market { client, name, practice, gate: Gate::new(pace) })
    }

    pub(super) fn check_kept_token(&mut self) {
        let Some(market) = self.market.clone() else { return };
        let known = self.store.current_account(&market.name);
        let Ok(Some(account)) = known else { return self.tell_signed_out(known.err()) };
        let attempt = self.next_attempt();
        let renewer = self.renewer(&market, Arc::new(Place::system(&market, &account, self.options.turns.clone())));
        self.spawn(async move { Done::SignedIn { attempt, result: renewer.sign_in(account).await } });
    }

    pub(super) fn sign_in(&mut self, pasted: SecretString, refresh: Option<SecretString>, keep: KeepToken) {
        match token::clean(pasted.expose_secret()) {
            Ok(token) => self.check_token(token, refresh.and_then(|text| token::clean(text.expose_secret()).ok()), Some(keep)),
            Err(problem) => self.sign_in_ended(Some(problem)),
        }
    }

    /// A sign-in is being looked at. Whoever is signed in stays so until it has come to something.
    pub(super) fn tell_checking(&mut self, market: &str) {
        let event = match self.live {
            Some(_) => Event::SignInChecking,
            None => Event::Session(Session::Checking { market: market.to_owned() }),
        };
        self.tell(event);
    }

    /// A sign-in came to nothing.
    pub(super) fn sign_in_ended(&mut self, problem: Option<Problem>) {
        self.accounts.confirming = None;
        match self.live {
            Some(_) => self.tell(Event::SignInEnded(problem)),
            None => self.tell_signed_out(problem),
        }
    }

    /// Asks the marketplace who this is; with `keep` set, by whoami as well, and keeps the token.
    fn check_token(&mut self, access: SecretString, refresh: Option<SecretString>, keep: Option<KeepToken>) {
        let Some(market) = self.market.clone() else {
            return self.tell(Event::Problem(Problem::new(Code::NoMarket)));
        };
        self.tell_checking(&market.name);
        let (attempt, turns) = (self.next_attempt(), self.options.turns.clone());
        self.spawn(async move {
            let result = match keep {
                None => check::check(&market, access).await,
                Some(token) => {
                    let keep = Keep { token, turns };
                    let secrets = Secrets { expires_at: token::expiry(&access), access, refresh, scopes: Vec::new() };
                    check::check_and_keep(&market, secrets, &keep).await
                }
            };
            Done::SignedIn { attempt, result }
        });
    }

    pub(super) fn signed_in(&mut self, attempt: u64, result: Result<SignedIn, Problem>) {
        // The marketplace was changed or another token tried in the meantime.
        let Some(market) = self.market.clone().filter(|_| attempt == self.sign_in_attempt) else { return };
        self.asking = None;
        match result {
            Ok(SignedIn { account, unkept: Some(secrets), .. }) => self.ask_where_to_keep(market, account, secrets),
            Ok(SignedIn { account, token, kept, place, expires_at, scopes, .. }) => {
                let account = Arc::new(account);
                self.leave_other_account(account.key(&market.name));
                let fresh = self.live.as_ref().is_none_or(|live| live.account.id != account.id);
                if kept && let Err(problem) = self.store.set_current_account(&market.name, &account, jiff::Timestamp::now()) {
                    self.tell(Event::Problem(problem));
                }
                let Market { client, name, practice, gate } = market;
                let (rules, currency) = (Arc::new(client.profile().rules()), client.profile().currency.clone());
                let due = Due::of(expires_at, Instant::now(), (self.options.clock)());
                let refused = Arc::default();
                self.live = Some(Live { client, market: name.clone(), gate, token, account: Arc::clone(&account), place, due, refused });
                self.tell_photo_limits();
                self.tell(Event::Session(Session::SignedIn { market: name, practice, account, scopes, rules, currency }));
                self.imports_signed_in();
                if fresh {
                    self.tell_kept_review();
                }
                self.waiting_goes_on();
                self.tell_accounts();
                self.tell_markets();
            }
            Err(problem) => self.sign_in_ended(Some(problem)),
        }
    }

    pub(super) fn who_am_i(&mut self) {
        let Some(live) = self.live.clone() else {
            return self.tell(Event::WhoAmI(Err(Problem::new(Code::SignInNeeded))));
        };
        self.spawn(async move { Done::WhoAmI(live.asked(live.client.whoami(&live.token).await)) });
    }

    pub(super) fn tell_signed_out(&mut self, problem: Option<Problem>) {
        self.waiting_gives_up(problem.as_ref());
        let session = match &self.market {
            Some(market) => Session::SignedOut { market: market.name.clone(), practice: market.practice, problem },
            None => Session::Nobody,
        };
        self.tell(Event::Session(session));
    }

    /// What an earlier attempt brings from now on counts no more, and one waiting for the browser is given up.
    pub(super) fn next_attempt(&mut self) -> u64 {
        self.asking = None;
        self.sign_in_attempt += 1;
        self.sign_in_attempt
    }
}

/// A path that exists, else the name of a market file in the data directory.
fn find_market_file(given: &Path, data_dir: &Path) -> PathBuf {
    if given.exists() || given.components().count() > 1 {
        return given.to_owned();
    }
    let named = data_dir.join("markets").join(given).with_extension("toml");
    if named.exists() { named } else { given.to_owned() }
}

pub(super) fn read_market_file(path: &Path) -> Result<String, Problem> {
    let unreadable = |said: String| Problem::new(Code::MarketFile).about(path.display().to_string()).saying(said);
    let size = std::fs::metadata(path).map_err(|error| unreadable(error.to_string()))?.len();
    if size > MARKET_FILE_LIMIT {
        return Err(unreadable(format!("{size} bytes")));
    }
    std::fs::read_to_string(path).map_err(|error| unreadable(error.to_string()))
}
