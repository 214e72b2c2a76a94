//! The marketplaces of this computer: the list of them, setting one up, trying its addresses, taking it away.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use super::hub::{Done, Hub};
use super::session::read_market_file;
use super::{Event, MarketChoice, MarketEntry};
use crate::auth::{Catcher, Keychain, entry_name};
use crate::domain::{Code, Problem, UserId};
use crate::market::{MarketDraft, MarketKey, NotReached, Profile, Tested, Timeouts, probe};

/// The folder in the data directory where market files lie.
const FOLDER: &str = "markets";

impl Hub {
    fn markets_folder(&self) -> PathBuf {
        self.options.data_dir.join(FOLDER)
    }

    pub(super) fn tell_markets(&mut self) {
        match self.market_entries() {
            Ok(entries) => self.tell(Event::Markets(entries)),
            Err(problem) => self.tell(Event::Problem(problem)),
        }
    }

    fn market_entries(&self) -> Result<Vec<MarketEntry>, Problem> {
        let accounts = self.store.accounts()?;
        let mut entries: Vec<MarketEntry> = Vec::new();
        let used = self.store.market_files()?;
        for file in toml_files(&self.markets_folder()).into_iter().chain(used.into_iter().map(|(_, file)| file)) {
            if entries.iter().any(|entry| entry.file == file) {
                continue;
            }
            let read = read_market_file(&file).and_then(|text| Profile::parse(&text, &file.display().to_string()));
            let (name, problem) = match read {
                Ok(profile) => (profile.name, None),
                Err(problem) => (file.file_stem().unwrap_or_default().to_string_lossy().into_owned(), Some(problem)),
            };
            let mut users: BTreeSet<&UserId> =
                accounts.iter().filter(|known| known.market == name).map(|known| &known.account.id).collect();
            users.extend(self.accounts.session.values().filter(|kept| kept.market == name).map(|kept| &kept.account.id));
            entries.push(MarketEntry { accounts: users.len(), name, file, problem });
        }
        entries.sort_by(|a, b| a.name.cmp(&b.name).then_with(|| a.file.cmp(&b.file)));
        Ok(entries)
    }

    pub(super) fn market_open(&mut self, file: PathBuf) {
        let read = read_market_file(&file).and_then(|text| MarketDraft::read(&text, &file.display().to_string()));
        match read {
            Ok(draft) => self.tell(Event::MarketOpened { draft: Box::new(draft), file }),
            Err(problem) => self.tell(Event::MarketFailed(problem)),
        }
    }

    pub(super) fn market_test(&mut self, draft: &MarketDraft) {
        let profile = Profile::parse(&draft.to_toml(), draft.text(MarketKey::Name));
        // While the browser is out, this program itself holds the port.
        let own_port = self.asking.is_some();
        self.spawn(async move {
            Done::MarketTested(match profile {
                Ok(profile) => everything_tested(&profile, own_port).await,
                Err(problem) => Err(problem),
            })
        });
    }

    pub(super) fn market_save(&mut self, draft: &MarketDraft, file: Option<PathBuf>) {
        match self.saved(draft, file.as_deref()) {
            Ok(file) => self.use_market(MarketChoice::File(file)),
            Err(problem) => self.tell(Event::MarketFailed(problem)),
        }
        self.tell_accounts();
        self.tell_markets();
    }

    /// A file outside of the data directory stays as it is; the changed one lies in the data directory.
    fn saved(&mut self, draft: &MarketDraft, file: Option<&Path>) -> Result<PathBuf, Problem> {
        let text = draft.to_toml();
        let name = Profile::parse(&text, draft.text(MarketKey::Name))?.name;
        let before = file.and_then(|file| MarketDraft::read(&read_market_file(file).ok()?, "").ok());
        let folder = self.markets_folder();
        let target = match file {
            Some(file) if file.parent() == Some(&folder) => file.to_owned(),
            _ => free_file(&folder, &name),
        };
        write(&folder, &target, &text)?;
        if before.as_ref().is_none_or(|before| draft.moves_from(before)) {
            // A token is shown only to the addresses it was given for.
            self.drop_tokens_of(&name)?;
        }
        if let Some(old) = before.map(|before| before.text(MarketKey::Name).to_owned()).filter(|old| *old != name) {
            self.drop_tokens_of(&old)?;
            self.store.forget_market(&old)?;
        }
        Ok(target)
    }

    pub(super) fn market_remove(&mut self, file: &Path) {
        if let Err(problem) = self.removed(file) {
            self.tell(Event::MarketFailed(problem));
        }
        self.tell_accounts();
        self.tell_markets();
    }

    /// What the accounts did stays in the journal: set up again, nothing is made twice.
    fn removed(&mut self, file: &Path) -> Result<(), Problem> {
        let mut names: Vec<String> =
            self.store.market_files()?.into_iter().filter(|(_, known)| known == file).map(|(name, _)| name).collect();
        names.extend(read_market_file(file).and_then(|text| Profile::parse(&text, "")).map(|profile| profile.name));
        names.dedup();
        for name in names {
            if self.market.as_ref().is_some_and(|market| market.name == name && !market.practice) {
                self.leave_for_no_market();
            }
            self.drop_tokens_of(&name)?;
            self.accounts.client_secrets.remove(&name);
            self.store.forget_market(&name)?;
        }
        if self.settings.market.as_deref() == Some(file) {
            self.settings.market = None;
            self.store_settings();
            self.tell(Event::Settings(self.settings.clone()));
        }
        // A file that lies elsewhere is its owner's.
        if file.parent() == Some(&self.markets_folder()) {
            std::fs::remove_file(file).map_err(|error| about(file, &error))?;
        }
        Ok(())
    }

    /// Signs every account of a marketplace out. They stay in the list.
    fn drop_tokens_of(&mut self, market: &str) -> Result<(), Problem> {
        self.accounts.session.retain(|_, kept| kept.market != market);
        for known in self.store.accounts()?.into_iter().filter(|known| known.market == market && known.kept) {
            self.store.note_signed_out(market, &known.account.id)?;
            let name = entry_name(market, &known.account.id);
            self.spawn(async move { Done::Dropped(Keychain::system().delete(&name).await) });
        }
        Ok(())
    }
}

/// Every address of the marketplace, and the one on this computer to which the browser returns.
async fn everything_tested(profile: &Profile, own_port: bool) -> Result<Vec<Tested>, Problem> {
    let mut tested = probe(profile, Timeouts::default()).await?;
    if let Some(address) = profile.oauth.redirect_uri.clone().filter(|address| Catcher::can_listen(address)) {
        let free = own_port || Catcher::port_is_free(&address).await;
        tested.push(Tested { key: MarketKey::RedirectUri, address, result: if free { Ok(()) } else { Err(NotReached::PortTaken) } });
    }
    Ok(tested)
}

fn toml_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|it| it == "toml")).collect();
    files.sort();
    files
}

/// A file name made of the marketplace's name that no other marketplace has.
fn free_file(folder: &Path, name: &str) -> PathBuf {
    let plain: String = name.trim().chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).take(60).collect();
    let plain = if plain.chars().all(|c| c == '-') { "market".to_owned() } else { plain };
    let named = |n: usize| folder.join(if n == 1 { format!("{plain}.toml") } else { format!("{plain}-{n}.toml") });
    let is_free = |path: &PathBuf| {
        let same = || read_market_file(path).and_then(|text| Profile::parse(&text, "")).is_ok_and(|profile| profile.name == name);
        !path.exists() || same()
    };
    (1..).map(named).find(is_free).unwrap_or_else(|| named(1))
}

/// All of it or nothing.
fn write(folder: &Path, target: &Path, text: &str) -> Result<(), Problem> {
    let written = || {
        std::fs::create_dir_all(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(text.as_bytes())?;
        file.as_file().sync_all()?;
        file.persist(target).map(drop).map_err(|error| error.error)
    };
    written().map_err(|error: std::io::Error| about(target, &error))
}

fn about(file: &Path, error: &std::io::Error) -> Problem {
    Problem::new(Code::Storage).about(file.display().to_string()).saying(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_marketplace_has_a_file_of_its_own_named_after_it() {
        let dir = tempfile::tempdir().unwrap();
        let file = |name: &str| free_file(dir.path(), name).file_name().unwrap().to_string_lossy().into_owned();
        assert_eq!(file("Basket / ../Market"), "Basket------Market.toml");
        assert_eq!(file("بازار"), "بازار.toml");
        assert_eq!(file("…"), "market.toml");
        std::fs::write(dir.path().join("a-b.toml"), "name = \"a b\"\nlayout = \"base\"\nbase_url = \"https://x.example\"").unwrap();
        assert_eq!(file("a b"), "a-b.toml", "the same one again");
        assert_eq!(file("a.b"), "a-b-2.toml", "another");
    }
}
