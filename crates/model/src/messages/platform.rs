//! Commands about the desktop, and the user's settings.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::product_form::PhotoSource;
use vitrine_core::import::sheet::ColumnMapping;
use vitrine_core::import::{DefaultValues, Grouping, Template};
use vitrine_domain::{AccountKey, RialPrices};

/// Commands about dialogs, the clipboard and the settings.
#[derive(Debug)]
pub enum PlatformCommand {
    /// Reports whether the desktop is light or dark, now and when it changes, where the window system does
    /// not.
    FollowAppearance,
    /// Reports the crash of an earlier start, if there was one that nobody saw yet.
    TakeCrashReport,
    /// Reports what can be sent to whoever helps with a problem.
    ReportProblem,
    /// Saves the settings.
    SaveSettings(Box<Settings>),
    /// Shows a notification of the desktop, where it has any.
    Notify(String),
    /// Opens a page in the system's browser.
    OpenPage(String),
    /// Shows the data directory in the system's file manager.
    OpenDataFolder,
    /// Opens the system's file dialog.
    Pick(PickTarget),
    /// Writes photos to try the practice shop with, and picks their folder.
    PickSamplePhotos,
    /// Reads files from the clipboard, or else a picture, which becomes a photo of this name.
    Paste { target: PasteTarget, name: String },
    /// Reads files from the clipboard, which holds text, too: a picture beside a text only shows it.
    PasteFiles(PasteTarget),
    /// Looks for new photos in a folder until the account is left; `None` ends that.
    WatchFolder(Option<PathBuf>),
}

/// Events about the desktop, the settings, and files that reach the program from outside its window.
#[derive(Clone, Debug)]
pub enum PlatformEvent {
    Settings(Box<Settings>),
    /// Whether the desktop prefers light or dark; `System` when it does not say.
    Appearance(Theme),
    /// The user chose files in a dialog.
    Picked {
        what: PickTarget,
        paths: Vec<PathBuf>,
    },
    /// The clipboard's photos.
    Pasted {
        target: PasteTarget,
        photos: Vec<PhotoSource>,
    },
    /// New photos, or folders of photos, in the watched folder.
    FoundInFolder(Vec<PathBuf>),
    /// Whether the watched folder cannot be read.
    WatchedFolderMissing(bool),
    /// Paths that a second start of the program handed over.
    Dropped(Vec<PathBuf>),
    /// No browser opened for the page at this address, or no file manager for the folder at this path.
    PageNotOpened(String),
    /// The report of a crash of an earlier start.
    CrashReport(String),
    /// What can be sent to whoever helps with a problem, and the data directory.
    ProblemReport {
        report: String,
        folder: PathBuf,
    },
}

/// What a file dialog is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PickTarget {
    FormPhotos,
    ImportPhotos,
    ImportFolder,
    /// One photo, in the place of another one in the review.
    ReviewPhoto,
    WatchedFolder,
    MarketFile,
    /// Photos for a product that is in the shop.
    ProductPhotos,
    /// A spreadsheet with new values for products.
    ProductSheet,
}

/// Which screen the clipboard's photos are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PasteTarget {
    Form,
    Import,
}

/// The user's settings, saved in the data directory. They contain no secret.
///
/// It is large because it has a field for each setting.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// A language tag (`en`, `fa`); `None` follows the system.
    pub language: Option<String>,
    pub theme: Theme,
    /// The size of everything in the window, in percent; `None`: 100.
    pub zoom_percent: Option<u16>,
    pub grouping: Grouping,
    /// Default field values of the last import of each shop, as typed.
    pub defaults: SavedDefaults,
    /// Whether products without an SKU get one, where the marketplace takes an SKU for one product only.
    pub generate_skus: bool,
    /// What the columns of earlier sheets are used for, the latest choice first.
    pub sheets: Vec<ColumnMapping>,
    /// The market file that was used last.
    pub market: Option<PathBuf>,
    /// Whether the practice shop was used since then.
    pub practice: bool,
    /// The columns of the review's table, for shops without columns of their own.
    pub review_columns: TableColumns,
    /// The columns of the review's table that were chosen for single shops.
    pub shop_review_columns: Vec<ShopColumns>,
    /// The panel beside the review's table.
    pub review_panel: ReviewPanel,
    /// Whether the rows of products are low, with one line each.
    pub compact_rows: bool,
    /// The columns of the products table, in their order, for shops without columns of their own.
    pub product_columns: TableColumns,
    /// The columns of the products table that were chosen for single shops.
    pub shop_columns: Vec<ShopColumns>,
    /// Folders in which new photos are looked for, at most one for each account.
    pub watched_folders: Vec<WatchedFolder>,
    /// Whether a newer version of the program is looked for once a day.
    pub checks_for_updates: bool,
    /// The templates of all shops.
    pub templates: Vec<Template>,
    /// How prices in rial are read and written, where that was chosen for a marketplace, by its id.
    pub rial_prices: BTreeMap<String, RialPrices>,
}

impl Settings {
    /// The size of everything in the window, in percent, within limits in which it can be used.
    pub fn zoom(&self) -> u16 {
        self.zoom_percent.unwrap_or(100).clamp(50, 300)
    }

    /// The columns of the products table of a shop.
    pub fn product_columns_of(&self, shop: Option<&AccountKey>) -> &TableColumns {
        columns_of(&self.shop_columns, &self.product_columns, shop)
    }

    /// The columns of the review's table of a shop.
    pub fn review_columns_of(&self, shop: Option<&AccountKey>) -> &TableColumns {
        columns_of(&self.shop_review_columns, &self.review_columns, shop)
    }

    /// Chooses the columns of the products table of a shop.
    pub fn set_product_columns(&mut self, shop: Option<AccountKey>, columns: TableColumns) {
        set_columns(&mut self.shop_columns, &mut self.product_columns, shop, columns);
    }

    /// Chooses the columns of the review's table of a shop.
    pub fn set_review_columns(&mut self, shop: Option<AccountKey>, columns: TableColumns) {
        set_columns(&mut self.shop_review_columns, &mut self.review_columns, shop, columns);
    }
}

fn columns_of<'a>(
    own: &'a [ShopColumns],
    usual: &'a TableColumns,
    shop: Option<&AccountKey>,
) -> &'a TableColumns {
    own.iter().find(|own| Some(&own.account) == shop).map_or(usual, |own| &own.columns)
}

/// Sets the columns of a shop, or without one, those of shops without columns of their own.
fn set_columns(
    own: &mut Vec<ShopColumns>,
    usual: &mut TableColumns,
    shop: Option<AccountKey>,
    columns: TableColumns,
) {
    let Some(account) = shop else {
        *usual = columns;
        return;
    };
    own.retain(|own| own.account != account);
    own.push(ShopColumns { account, columns });
}

/// The panel beside the review's table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReviewPanel {
    /// Whether the person closed it last, rather than opened it.
    pub is_closed: bool,
    /// Its width in points, if the person chose it.
    pub width: Option<u16>,
}

/// The columns of a table, as the user arranged them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TableColumns {
    /// The names of the columns that are shown, where the user may choose them; `None`: the usual ones.
    pub shown: Option<Vec<String>>,
    /// Widths in points, by the columns' names.
    pub widths: BTreeMap<String, u16>,
}

/// Default field values of earlier imports.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SavedDefaults {
    /// Of the last import of a shop that is not known: earlier versions did not keep them for each.
    #[serde(flatten)]
    pub last: DefaultValues,
    /// Of the last import of each shop.
    pub shops: Vec<ShopDefaults>,
}

/// The default values of the last import of a shop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShopDefaults {
    pub account: AccountKey,
    pub values: DefaultValues,
}

impl SavedDefaults {
    /// The values of the last import of a shop.
    pub fn of(&self, shop: Option<&AccountKey>) -> Option<&DefaultValues> {
        let own = self.shops.iter().find(|own| Some(&own.account) == shop);
        own.map(|own| &own.values).or_else(|| self.shops.is_empty().then_some(&self.last))
    }

    /// Keeps the values of an import of a shop.
    pub fn keep(&mut self, shop: Option<AccountKey>, values: DefaultValues) {
        let Some(account) = shop else {
            self.last = values;
            return;
        };
        self.shops.retain(|own| own.account != account);
        self.shops.push(ShopDefaults { account, values });
    }
}

/// The columns of a table that were chosen for a shop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShopColumns {
    pub account: AccountKey,
    pub columns: TableColumns,
}

/// A folder in which new photos are looked for while an account is used.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WatchedFolder {
    pub account: AccountKey,
    pub folder: PathBuf,
}

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    #[default]
    System,
    Light,
    Dark,
}

/// The work for which the computer is kept awake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AwakeFor {
    Imports,
    Edits,
}
