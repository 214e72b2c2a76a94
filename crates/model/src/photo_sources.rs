//! The ways in which photos come to a screen: chosen in a dialog, pasted, or found in a watched folder.

use std::path::{Path, PathBuf};

use super::watched_folder::WatchedFolderState;
use super::{FormAction, Model, Notification, Phase, Screen};
use crate::messages::{
    AccountCommand, Command, MarketChoice, PhotoSource, PickTarget, PlatformCommand, Session, WatchedFolder,
};
use vitrine_domain::AccountKey;

impl Model {
    /// Takes what was chosen in a dialog.
    pub(super) fn picked(&mut self, what: PickTarget, paths: Vec<PathBuf>) -> Vec<Command> {
        match what {
            PickTarget::FormPhotos => {
                let photos = paths.into_iter().map(PhotoSource::File).collect();
                self.form.act(FormAction::Add(photos), &self.rules())
            }
            PickTarget::ImportPhotos | PickTarget::ImportFolder => self.import.dropped(paths),
            PickTarget::ReviewPhoto => {
                if let [photo, ..] = paths.as_slice() {
                    self.import.replacement_chosen(photo);
                }
                Vec::new()
            }
            PickTarget::WatchedFolder => self.set_watched_folder(paths.into_iter().next()),
            PickTarget::ProductSheet => {
                self.product_edits.sheet = paths.into_iter().next();
                Vec::new()
            }
            PickTarget::ProductPhotos => {
                self.product_edits.pick(paths);
                Vec::new()
            }
            PickTarget::MarketFile => {
                self.market_file = paths.into_iter().next().or(self.market_file.take());
                let file = self.market_file.clone();
                file.map(|path| Command::Account(AccountCommand::UseMarket(MarketChoice::File(path))))
                    .into_iter()
                    .collect()
            }
        }
    }

    /// Imports copied files, and a copied picture, which the worker has made a file.
    pub(super) fn paste_on_import(&mut self, photos: Vec<PhotoSource>) -> Vec<Command> {
        let path = |photo| if let PhotoSource::File(path) = photo { Some(path) } else { None };
        self.import.dropped(photos.into_iter().filter_map(path).collect())
    }

    /// The folder that is watched for the account signed in.
    pub fn watched_folder(&self) -> Option<&Path> {
        let account = self.account_key()?;
        self.settings
            .watched_folders
            .iter()
            .find(|watched| watched.account == account)
            .map(|watched| watched.folder.as_path())
    }

    /// The shop of the account signed in.
    pub(super) fn account_key(&self) -> Option<AccountKey> {
        match &self.session {
            Session::SignedIn { market, account, .. } => account.key(market),
            _ => None,
        }
    }

    /// Tells the worker of the account's folder, unless it knows.
    pub(super) fn watch(&mut self) -> Option<Command> {
        let folder = self.watched_folder().map(Path::to_owned);
        if self.watched.told == folder {
            return None;
        }
        self.watched =
            WatchedFolderState { told: folder.clone(), missing: false, ..std::mem::take(&mut self.watched) };
        Some(Command::Platform(PlatformCommand::WatchFolder(folder)))
    }

    /// The folder to watch is chosen in a dialog.
    pub(super) fn watch_folder(&mut self, on: bool) -> Vec<Command> {
        if on {
            vec![Command::Platform(PlatformCommand::Pick(PickTarget::WatchedFolder))]
        } else {
            self.set_watched_folder(None)
        }
    }

    fn set_watched_folder(&mut self, folder: Option<PathBuf>) -> Vec<Command> {
        let Some(account) = self.account_key() else { return Vec::new() };
        self.settings.watched_folders.retain(|watched| watched.account != account);
        self.settings.watched_folders.extend(folder.map(|folder| WatchedFolder { account, folder }));
        let saved = Command::Platform(PlatformCommand::SaveSettings(Box::new(self.settings.clone())));
        [saved].into_iter().chain(self.watch()).collect()
    }

    /// Takes what came into the watched folder. In a review that is on the screen, it waits for
    /// [`add_arrived`](Self::add_arrived).
    pub(super) fn found_in_folder(&mut self, paths: Vec<PathBuf>) -> Vec<Command> {
        self.watched.arrived.extend(paths);
        if self.screen == Screen::Import && self.import.phase == Phase::Review {
            Vec::new()
        } else {
            self.add_arrived()
        }
    }

    /// Whether something that came into the watched folder is not in the review yet.
    pub const fn has_arrived(&self) -> bool {
        !self.watched.arrived.is_empty()
    }

    /// Adds what came into the watched folder to the review, which is read anew. Nothing is started.
    pub fn add_arrived(&mut self) -> Vec<Command> {
        let arrived = std::mem::take(&mut self.watched.arrived);
        self.watched.is_waiting_said = false;
        if arrived.is_empty() {
            return Vec::new();
        }
        self.notifications.add(Notification::FoundInFolder(arrived.len()), &self.now);
        self.import.dropped(arrived)
    }

    /// Says, once, that what came into the watched folder waits until nobody types in the review.
    pub fn say_arrived_waits(&mut self) {
        if !std::mem::replace(&mut self.watched.is_waiting_said, true) {
            self.notifications.add(Notification::WaitsInFolder(self.watched.arrived.len()), &self.now);
        }
    }
}
