//! The command line, as clap parses it.
//!
//! The help texts of commands and options are in `assets/messages/*/help.ftl`; [`super::help`] adds them. So
//! nothing here has a doc comment that clap would show instead.

mod values;
mod webhook;

use std::path::PathBuf;

use clap::builder::TypedValueParser;
use clap::{ArgAction, ArgGroup, Args, ColorChoice, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use jiff::Timestamp;

pub use self::values::{InvalidValue, settable_fields};
use self::values::{
    parse_change, parse_column, parse_folder_category, parse_language, parse_output, parse_price,
    parse_product, parse_run, parse_set, parse_time,
};
pub use self::webhook::{ChangedWebhook, Listen, NewWebhook, Webhook};
use crate::i18n::Language;
use vitrine_core::catalog::Column;
use vitrine_core::edit::follow::ListedSales;
use vitrine_core::import::DefaultValues;
use vitrine_core::import::Grouping;
use vitrine_core::import::sheet::{NamedColumn, Precedence, WeightUnit};
use vitrine_domain::{Currency, Field, FieldError, Point, PriceUnit, ProductId};

#[derive(Debug, Parser)]
#[command(name = "vitrine", version, subcommand_precedence_over_arg = true)]
pub struct Arguments {
    #[arg(long, value_name = "DIR", env = "VITRINE_DATA_DIR", global = true)]
    pub data_dir: Option<PathBuf>,

    #[arg(long, short, value_name = "FILE", global = true)]
    pub market: Option<PathBuf>,

    #[arg(long, value_name = "LANG", global = true, value_parser = parse_language)]
    pub language: Option<Language>,

    #[arg(long, value_name = "WHEN", global = true, value_enum, default_value_t)]
    pub color: ColorChoice,

    #[arg(long, short, global = true)]
    pub quiet: bool,

    #[arg(long, short, global = true, action = ArgAction::Count, conflicts_with = "quiet")]
    pub verbose: u8,

    #[arg(long, global = true)]
    pub no_progress: bool,

    #[command(subcommand)]
    pub command: Option<Command>,

    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Demo,
    Login(Login),
    Logout,
    Whoami {
        #[arg(long)]
        json: bool,
    },
    Products(Products),
    Import(Import),
    Edit(Edit),
    Discount(Discount),
    Resume(Resume),
    Report(Report),
    Check {
        #[arg(long)]
        write: bool,
        #[arg(long)]
        json: bool,
    },
    Cards(Cards),
    SheetTemplate {
        #[arg(long, short, value_name = "FILE", value_parser = parse_output)]
        output: PathBuf,
    },
    #[command(subcommand)]
    Webhook(Webhook),
    Sandbox(Sandbox),
    Completions {
        shell: Shell,
    },
    Licenses,
    // Hidden: generates the manual page that `packaging/linux` installs.
    Man,
}

#[derive(Debug, Args)]
#[group(multiple = false)]
pub struct Login {
    #[arg(long)]
    pub token_stdin: bool,

    #[arg(long)]
    pub browser: bool,

    #[arg(long)]
    pub client_credentials: bool,

    #[arg(long)]
    pub moved: bool,

    #[arg(long = "scope", value_name = "SCOPE,…", value_delimiter = ',', conflicts_with_all = ["token_stdin", "client_credentials", "moved"])]
    pub scope: Vec<String>,
}

// The identifiers differ from those of other commands where the help texts do.
#[derive(Debug, Args)]
pub struct Products {
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,

    #[arg(long)]
    pub csv: bool,

    #[arg(id = "csv_variants", long = "variants", requires = "csv")]
    pub variants: bool,

    #[arg(long, conflicts_with = "saved")]
    pub refresh: bool,

    #[arg(long)]
    pub saved: bool,

    #[arg(long, value_name = "TEXT")]
    pub find: Option<String>,

    #[arg(long, value_name = "STATUS")]
    pub status: Option<String>,

    #[arg(id = "in_category", long = "category", value_name = "CATEGORY")]
    pub category: Option<String>,

    #[arg(long, value_name = "NUMBER", value_parser = parse_price)]
    pub min_price: Option<String>,

    #[arg(long, value_name = "NUMBER", value_parser = parse_price)]
    pub max_price: Option<String>,

    #[arg(long)]
    pub out_of_stock: bool,

    #[arg(long)]
    pub wholesale: bool,

    #[arg(long)]
    pub no_photo: bool,

    #[arg(long, value_name = "DATE", value_parser = parse_time)]
    pub changed_since: Option<Timestamp>,

    #[arg(long, value_name = "COLUMN", value_enum)]
    pub sort: Option<SortColumn>,

    #[arg(long, requires = "sort")]
    pub descending: bool,
}

/// What the list of products is sorted by.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum SortColumn {
    Name,
    Price,
    Stock,
    Status,
    Wholesale,
    Sku,
    Id,
}

impl From<SortColumn> for Column {
    fn from(column: SortColumn) -> Self {
        match column {
            SortColumn::Name => Self::Title,
            SortColumn::Price => Self::Price,
            SortColumn::Stock => Self::Stock,
            SortColumn::Status => Self::Status,
            SortColumn::Wholesale => Self::Wholesale,
            SortColumn::Sku => Self::Sku,
            SortColumn::Id => Self::Id,
        }
    }
}

#[derive(Debug, Args)]
pub struct Cards {
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,

    #[arg(id = "card_sheet", long = "sheet", value_name = "FILE")]
    pub card_sheet: Option<PathBuf>,

    #[arg(long, value_name = "UNIT", value_enum, requires = "card_sheet")]
    pub price_unit: Option<Unit>,

    #[arg(long, value_name = "HEADING=FIELD", value_parser = parse_column, requires = "card_sheet")]
    pub column: Vec<NamedColumn>,

    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(..=1000).map(usize::from))]
    pub separators: Option<usize>,
}

/// What a person says about the sheet where it does not say it itself.
#[derive(Clone, Debug, Default, Args)]
pub struct SheetAnswers {
    #[arg(long, value_name = "UNIT", value_enum, requires = "sheet")]
    pub price_unit: Option<Unit>,

    #[arg(long, value_name = "HEADING=FIELD", value_parser = parse_column, requires = "sheet")]
    pub column: Vec<NamedColumn>,

    #[arg(long, value_name = "MEANING", value_enum, requires = "sheet")]
    pub point: Option<Meaning>,

    #[arg(long, value_name = "UNIT", value_enum, requires = "sheet")]
    pub weight_unit: Option<Weight>,

    #[arg(long, value_name = "WORKSHEET", value_enum, requires = "sheet")]
    pub prefer: Option<Prefer>,
}

#[derive(Clone, Debug, Args)]
pub struct Import {
    #[arg(value_name = "PATH", required_unless_present_any = ["sheet", "from_phone"])]
    pub paths: Vec<PathBuf>,

    #[arg(long)]
    pub from_phone: bool,

    #[arg(long, value_enum, default_value_t)]
    pub group: Group,

    #[arg(long = "set", value_name = "FIELD=VALUE", value_parser = parse_set)]
    pub set: Vec<(Field, String)>,

    #[arg(long, value_name = "NAME")]
    pub template: Option<String>,

    #[arg(long, value_name = "FOLDER=CATEGORY", value_parser = parse_folder_category)]
    pub category: Vec<(String, String)>,

    #[arg(long)]
    pub without_attributes: bool,

    #[arg(long)]
    pub generate_sku: bool,

    #[arg(long, value_name = "FILE")]
    pub sheet: Option<PathBuf>,

    #[command(flatten)]
    pub answers: SheetAnswers,

    #[arg(long, value_name = "FILE", value_parser = parse_output, requires = "sheet", conflicts_with = "dry_run")]
    pub results: Option<PathBuf>,

    #[arg(long, short = 'n')]
    pub dry_run: bool,

    #[arg(long)]
    pub again: bool,

    #[arg(long)]
    pub yes: bool,

    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Resume {
    #[arg(long)]
    pub without_attributes: bool,

    #[arg(long, value_name = "PRODUCT")]
    pub there: Vec<String>,

    #[arg(long, value_name = "PRODUCT")]
    pub not_there: Vec<String>,

    #[arg(long, value_name = "FILE", value_parser = parse_output)]
    pub results: Option<PathBuf>,

    #[arg(long)]
    pub json: bool,
}

impl Import {
    /// The options of an import of `paths` with everything else left at its default.
    pub fn new(paths: Vec<PathBuf>) -> Self {
        Self {
            paths,
            from_phone: false,
            group: Group::default(),
            set: Vec::new(),
            template: None,
            category: Vec::new(),
            without_attributes: false,
            generate_sku: false,
            answers: SheetAnswers::default(),
            sheet: None,
            results: None,
            dry_run: false,
            again: false,
            yes: false,
            json: false,
        }
    }

    /// The default values given with `--set`. Prices are in the unit of people.
    ///
    /// # Errors
    /// The first field whose value cannot be parsed.
    pub fn defaults(&self, currency: &Currency) -> Result<DefaultValues, (Field, FieldError)> {
        let mut defaults = DefaultValues::default();
        for (field, text) in &self.set {
            defaults.set(*field, &currency.kept_in(*field, text)).map_err(|error| (*field, error))?;
        }
        Ok(defaults)
    }
}

// The identifiers differ from those of `import` where the help texts do.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("edit_file").args(["edit_sheet", "follow"])))]
pub struct Edit {
    #[arg(
        id = "edit_sheet",
        long = "sheet",
        value_name = "FILE",
        required_unless_present_any = ["undo", "resume", "follow"],
        conflicts_with_all = ["undo", "resume"]
    )]
    pub sheet: Option<PathBuf>,

    #[arg(long, value_name = "NUMBER", value_parser = parse_run, conflicts_with = "resume")]
    pub undo: Option<u64>,

    #[arg(long)]
    pub resume: bool,

    #[arg(id = "edit_set", long = "set", value_name = "FIELD=VALUE", value_parser = parse_change, requires = "edit_sheet")]
    pub set: Vec<(Field, String)>,

    #[arg(long, value_name = "NUMBER", requires = "edit_set", default_value = "", hide_default_value = true)]
    pub round: String,

    #[arg(long, value_name = "FILE", conflicts_with_all = ["undo", "resume"])]
    pub follow: Option<PathBuf>,

    #[arg(long, value_name = "NUMBER", default_value = "0", value_parser = clap::value_parser!(i64).range(0..), requires = "follow", hide_default_value = true)]
    pub reserve: i64,

    #[arg(long, value_name = "HOW", value_enum, requires = "follow")]
    pub sales: Option<Sales>,

    #[arg(long, requires = "follow")]
    pub send_stock: bool,

    #[arg(long, value_name = "UNIT", value_enum, requires = "edit_file")]
    pub price_unit: Option<Unit>,

    #[arg(long, value_name = "HEADING=FIELD", value_parser = parse_column, requires = "edit_file")]
    pub column: Vec<NamedColumn>,

    #[arg(long, requires = "resume", conflicts_with = "keep")]
    pub overwrite: bool,

    #[arg(long, requires = "resume")]
    pub keep: bool,

    #[arg(id = "edit_dry_run", long = "dry-run", short = 'n', conflicts_with = "resume")]
    pub dry_run: bool,

    #[arg(id = "edit_yes", long = "yes")]
    pub yes: bool,

    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Discount {
    #[arg(id = "discount_products", value_name = "PRODUCT", value_parser = parse_product)]
    pub products: Vec<ProductId>,

    #[arg(id = "discount_percent", long = "percent", value_name = "NUMBER", requires_all = ["discount_days", "discount_products"], value_parser = clap::value_parser!(u8).range(1..=99))]
    pub percent: Option<u8>,

    #[arg(id = "discount_days", long = "days", value_name = "NUMBER", requires = "discount_percent", value_parser = clap::value_parser!(u16).range(1..))]
    pub days: Option<u16>,

    #[arg(
        id = "discount_end",
        long = "end",
        requires = "discount_products",
        conflicts_with = "discount_percent"
    )]
    pub end: bool,

    #[arg(id = "edit_dry_run", long = "dry-run", short = 'n', requires = "discount_products")]
    pub dry_run: bool,

    #[arg(id = "edit_yes", long = "yes", requires = "discount_products")]
    pub yes: bool,

    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Report {
    #[arg(long, value_name = "NUMBER", value_parser = parse_run)]
    pub run: Option<u64>,

    #[arg(long)]
    pub failed: bool,

    #[arg(long, short, value_name = "FILE", value_parser = parse_output)]
    pub output: PathBuf,
}

/// Whether a list that is followed takes off what the shop sells.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Sales {
    Counted,
    NotCounted,
}

impl From<Sales> for ListedSales {
    fn from(sales: Sales) -> Self {
        match sales {
            Sales::Counted => Self::Counted,
            Sales::NotCounted => Self::NotCounted,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum Group {
    #[default]
    Auto,
    File,
    Folder,
    Name,
    Time,
    Likeness,
    Cards,
}

impl From<Group> for Grouping {
    fn from(group: Group) -> Self {
        match group {
            Group::Auto => Self::Auto,
            Group::File => Self::File,
            Group::Folder => Self::Folder,
            Group::Name => Self::Name,
            Group::Time => Self::Time,
            Group::Likeness => Self::Likeness,
            Group::Cards => Self::Cards,
        }
    }
}

/// The unit of a sheet's prices.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Unit {
    Rial,
    Toman,
    ThousandRial,
    ThousandToman,
    MillionRial,
    MillionToman,
}

impl From<Unit> for PriceUnit {
    fn from(unit: Unit) -> Self {
        match unit {
            Unit::Rial => Self::Rial,
            Unit::Toman => Self::Toman,
            Unit::ThousandRial => Self::ThousandRial,
            Unit::ThousandToman => Self::ThousandToman,
            Unit::MillionRial => Self::MillionRial,
            Unit::MillionToman => Self::MillionToman,
        }
    }
}

/// Which of two worksheets counts where they say different things of one product.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Prefer {
    Earlier,
    Later,
}

impl From<Prefer> for Precedence {
    fn from(prefer: Prefer) -> Self {
        match prefer {
            Prefer::Earlier => Self::Earlier,
            Prefer::Later => Self::Later,
        }
    }
}

/// The unit of a sheet's weights.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Weight {
    G,
    Kg,
}

impl From<Weight> for WeightUnit {
    fn from(unit: Weight) -> Self {
        match unit {
            Weight::G => Self::Grams,
            Weight::Kg => Self::Kilograms,
        }
    }
}

/// What a point before three digits means in a sheet's numbers.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Meaning {
    Thousands,
    Decimal,
}

impl From<Meaning> for Point {
    fn from(meaning: Meaning) -> Self {
        match meaning {
            Meaning::Thousands => Self::Thousands,
            Meaning::Decimal => Self::Decimal,
        }
    }
}

#[derive(Debug, Args)]
pub struct Sandbox {
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub port: u16,
    #[arg(long, value_name = "FILE")]
    pub faults: Option<PathBuf>,
    #[arg(long, value_name = "LANG", num_args = 0..=1, default_missing_value = "en", value_parser = parse_language)]
    pub categories: Option<Language>,
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub products: usize,
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub variants: usize,
    #[arg(long = "as", value_name = "FILE")]
    pub stand_in_for: Option<PathBuf>,
    #[arg(long, value_enum, default_value_t = Layout::Base)]
    pub layout: Layout,
}

/// The layout of hosts and versions in the printed market file.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Layout {
    Base,
    Core,
}

impl From<Layout> for vitrine_sandbox::Layout {
    fn from(layout: Layout) -> Self {
        match layout {
            Layout::Base => Self::Base,
            Layout::Core => Self::Core,
        }
    }
}
