//! The command line: `design.md`'s outside contract, word for word.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::domain::{Draft, Field, FieldError};
use crate::i18n::Language;
use crate::import::Grouping;
use crate::import::table::TableFormat;

/// Fill a marketplace shop from a folder of photos: every product exactly once.
///
/// Without a command the window opens; PATHs are dropped into its import screen.
#[derive(Debug, Parser)]
#[command(name = "vitrine", version, subcommand_precedence_over_arg = true)]
pub struct Arguments {
    /// Where everything is kept [default: the platform's own place]
    #[arg(long, value_name = "DIR", env = "VITRINE_DATA_DIR", global = true)]
    pub data_dir: Option<PathBuf>,

    /// The marketplace: a market file, or the name of one in the data directory
    #[arg(long, value_name = "FILE", global = true)]
    pub market: Option<PathBuf>,

    /// The language of messages: en or fa [default: the system's]
    #[arg(long, value_name = "TAG", global = true, value_parser = parse_language)]
    pub language: Option<Language>,

    #[command(subcommand)]
    pub command: Option<Command>,

    /// Photos and folders to import
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// The window on the practice shop, with sample photos; without a display, the same in the terminal
    Demo,
    /// The window's parts in every state, for whoever works on the program
    Gallery,
    /// Sign in and keep the token in the keychain
    Login(Login),
    /// Forget the token
    Logout,
    /// Who is signed in, and with which shop
    Whoami {
        #[arg(long)]
        json: bool,
    },
    /// Every product of the shop
    Products {
        /// One JSON object a line
        #[arg(long, conflicts_with = "csv")]
        json: bool,
        /// Comma-separated values
        #[arg(long)]
        csv: bool,
    },
    /// Turn photos into products
    Import(Import),
    /// Go on with unfinished imports
    Resume {
        #[arg(long)]
        json: bool,
    },
    /// What an import did, as a table; nothing is sent
    Report(Report),
    /// Subscribe to the marketplace's events
    #[command(subcommand)]
    Webhook(Webhook),
    /// The practice shop alone; prints a market file for it
    Sandbox(Sandbox),
}

/// One way to sign in; the browser when none is named.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub struct Login {
    /// Read a personal access token from standard input; its refresh token may follow on the next line
    #[arg(long)]
    pub token_stdin: bool,

    /// Sign in on the marketplace's page in your browser (the default)
    #[arg(long)]
    pub browser: bool,

    /// Sign the program itself in, with the client secret in VITRINE_CLIENT_SECRET
    #[arg(long)]
    pub client_credentials: bool,
}

#[derive(Debug, Args)]
pub struct Import {
    /// Photos and folders
    #[arg(value_name = "PATH", required_unless_present = "sheet")]
    pub paths: Vec<PathBuf>,

    /// How photos become products
    #[arg(long, value_enum, default_value_t)]
    pub group: Group,

    /// A value for every product that has none of its own; may be given several times
    #[arg(long = "set", value_name = "FIELD=VALUE", value_parser = parse_set)]
    pub set: Vec<(Field, String)>,

    /// Names, prices and photos from a CSV or Excel sheet
    #[arg(long, value_name = "FILE")]
    pub sheet: Option<PathBuf>,

    /// Show what would be created; send nothing
    #[arg(long)]
    pub dry_run: bool,

    /// Create products even where an earlier import made the same ones
    #[arg(long)]
    pub again: bool,

    /// One JSON object a line on standard output
    #[arg(long)]
    pub json: bool,
}

impl Import {
    /// What dropping `paths` and pressing Start does.
    pub fn of(paths: Vec<PathBuf>) -> Self {
        Self { paths, group: Group::default(), set: Vec::new(), sheet: None, dry_run: false, again: false, json: false }
    }

    /// What `--set` gives every product that says nothing else.
    pub fn defaults(&self) -> Result<Draft, (Field, FieldError)> {
        let mut defaults = Draft::default();
        for (field, text) in &self.set {
            defaults.set(*field, text).map_err(|error| (*field, error))?;
        }
        Ok(defaults)
    }
}

#[derive(Debug, Args)]
pub struct Report {
    /// The number of the import [default: the last one]
    #[arg(long, value_name = "ID")]
    pub run: Option<u64>,

    /// Only what failed, as a sheet to mend and give to `import --sheet`
    #[arg(long)]
    pub failed: bool,

    /// The file to write, .csv or .xlsx; what is there is replaced
    #[arg(long, short, value_name = "FILE", value_parser = parse_output)]
    pub output: PathBuf,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum Group {
    /// A folder of photos is one product; photos by themselves are one each
    #[default]
    Auto,
    /// Every photo is a product
    File,
    /// Every folder of photos is a product
    Folder,
    /// Photos with the same name and another number are one product
    Name,
}

impl From<Group> for Grouping {
    fn from(group: Group) -> Self {
        match group {
            Group::Auto => Self::Auto,
            Group::File => Self::File,
            Group::Folder => Self::Folder,
            Group::Name => Self::Name,
        }
    }
}

#[derive(Debug, Subcommand)]
pub enum Webhook {
    /// Have events delivered to an address of yours
    Add(NewWebhook),
    /// Show what is delivered to this computer, one JSON object a line
    Listen {
        /// The port on 127.0.0.1; 0 takes any free one
        #[arg(long, default_value_t = 8766)]
        port: u16,
    },
}

#[derive(Debug, Args)]
pub struct NewWebhook {
    /// Where events are delivered
    #[arg(long, value_name = "U", value_parser = parse_delivery)]
    pub url: String,
    /// Event numbers, 1 to 9
    #[arg(long, value_name = "5,8", value_delimiter = ',', required = true, value_parser = clap::value_parser!(u32).range(1..=9))]
    pub events: Vec<u32>,
    /// The HTTP method of the deliveries
    #[arg(long, default_value = "POST")]
    pub method: String,
    /// Create it switched off
    #[arg(long)]
    pub inactive: bool,
    /// A webhook service made earlier; without it your own is made
    #[arg(long, value_name = "ID")]
    pub service: Option<String>,
}

#[derive(Debug, Args)]
pub struct Sandbox {
    /// The port on 127.0.0.1; 0 takes any free one
    #[arg(long, default_value_t = 0)]
    pub port: u16,
    /// A file of faults to make
    #[arg(long, value_name = "FILE")]
    pub faults: Option<PathBuf>,
}

fn parse_language(text: &str) -> Result<Language, String> {
    Language::from_tag(text).ok_or_else(|| "the languages are en (English) and fa (فارسی)".to_owned())
}

fn parse_output(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.extension().and_then(|extension| extension.to_str()).and_then(TableFormat::from_extension) {
        Some(_) => Ok(path),
        None => Err("the name must end in .csv or .xlsx".to_owned()),
    }
}

fn parse_delivery(text: &str) -> Result<String, String> {
    match url::Url::parse(text) {
        Ok(url) if matches!(url.scheme(), "http" | "https") => Ok(text.to_owned()),
        _ => Err("write the whole address, beginning with https://".to_owned()),
    }
}

fn parse_set(text: &str) -> Result<(Field, String), String> {
    let names = || {
        let settable = Field::ALL.into_iter().filter(|f| !matches!(f, Field::Photo | Field::Photos));
        settable.map(Field::name).collect::<Vec<_>>().join(", ")
    };
    let (name, value) = text.split_once('=').ok_or("write it as FIELD=VALUE")?;
    match Field::from_name(name.trim()) {
        Some(Field::Photo | Field::Photos) | None => Err(format!("no field `{}`; the fields are {}", name.trim(), names())),
        Some(field) => Ok((field, value.to_owned())),
    }
}
