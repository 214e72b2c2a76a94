//! The behaviour of the screens for a person and a screen reader, in both languages.

#[path = "../kit/mod.rs"]
mod kit;

mod accounts;
mod all_screens;
mod announcements;
mod categories;
mod changes_table;
mod click_through;
mod closing;
mod contract_errors;
mod contrast;
mod default_texts;
mod dialogs;
mod discounts;
mod every_button;
mod file_drop;
mod findings;
mod fix_table;
mod focus;
mod focus_walk;
mod followed_lists;
mod grouping;
mod help;
mod import;
mod import_run;
mod keyboard_navigation;
mod known_products;
mod large_imports;
mod main_workflow;
mod market_setup;
mod notifications;
mod numbers;
mod palette;
mod photo_badges;
mod photo_editor;
mod photo_findings;
mod photo_strip;
mod product_edits;
mod product_filters;
mod product_form;
mod products;
mod question_panel;
mod report;
mod review_choices;
mod review_figures;
mod review_grid;
mod review_table;
mod roles;
mod running;
mod saved_review;
mod scrolling;
mod settings;
mod sheet;
mod shops;
mod shortcuts;
mod sign_in;
mod slow_frames;
mod steady;
mod templates;
mod text_entry;
mod toman;
mod typed_cells;
mod updates;
mod variants;
mod ways_in;
mod webhooks;
mod wide_tables;

use std::path::PathBuf;

use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use kit::window::{self, Gallery, TestWindow, scenes};
use vitrine::args;
use vitrine::i18n::Language;
use vitrine::ui::{Action, FormAction, ImportAction, ReviewAction, Screen};
use vitrine::worker::{
    AccountCommand, AccountEvent, CatalogCommand, CatalogEvent, ClientSecretState, Command, Event,
    FormCommand, FormEvent, FormPhotoId, FormPhotoState, ImportCommand, ImportEvent, KeepToken, MarketChoice,
    MarketFileEvent, PasteTarget, PhotoEvent, PhotoSource, PickTarget, PlatformCommand, PlatformEvent,
    Progress, RedirectMode, Session, Theme, ThumbnailCommand, UpdateEvent, Waiting, WebhookCommand,
    WebhookEvent,
};
use vitrine_core::import::{DraftId, State};
use vitrine_domain::{AnswerForm, CatalogState, Field, FileId, Problem, ProblemKind, ProductId, Scope};

/// The gallery of all widgets, in a window of its full height.
fn gallery(language: Language, theme: Theme) -> Harness<'static, Option<Gallery>> {
    window::gallery(language, theme, Harness::builder())
}

fn photo(name: &str) -> PhotoSource {
    PhotoSource::File(PathBuf::from("/photos").join(name))
}
