//! The behaviour of the screens for a person and a screen reader, in both languages.

#[path = "../kit/mod.rs"]
mod kit;

mod accounts;
mod badges;
mod by_keyboard;
mod contract_errors;
mod contrast;
mod creating;
mod dialogs;
mod dropping;
mod editing;
mod every_screen;
mod importing;
mod job;
mod known_products;
mod notes;
mod products;

mod report;
mod review_grid;
mod scale;
mod setting_up;
mod settings;
mod signing_in;
mod typing;
mod webhooks;

use std::path::PathBuf;

use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use kit::stage::{self, Stage, scenes};
use vitrine::args;
use vitrine::domain::{Code, Field, FileId, Problem, ProductId, Scope};
use vitrine::i18n::Language;
use vitrine::import::{DraftId, State};
use vitrine::ui::{Action, FormAction, Gallery, ImportAction, Screen};
use vitrine::worker::{
    AccountCommand, CatalogCommand, ClientSecretState, Command, Event, FormCommand, FormPhotoId, FormPhotoState, ImportCommand, KeepToken,
    MarketChoice, PasteTarget, PhotoSource, PickTarget, PlatformCommand, ProductsUpdate, Progress, RedirectMode, Session, Theme,
    ThumbnailCommand, Waiting, WebhookCommand,
};

const BOTH: [Language; 2] = Language::ALL;

/// The gallery of widgets, all of it in sight.
fn gallery(language: Language, theme: Theme) -> Harness<'static, Option<Gallery>> {
    stage::gallery(language, theme, Harness::builder())
}

fn photo(name: &str) -> PhotoSource {
    PhotoSource::File(PathBuf::from("/photos").join(name))
}
