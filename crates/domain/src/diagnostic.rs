//! What this program found wrong in a file or an answer, in a form that `i18n` puts into words.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What is wrong, and where in the file. [`Display`](fmt::Display) is English, for logs and JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// Where it is; `None` if the finding is about the whole file, or not about a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// What is wrong.
    pub finding: Finding,
}

/// A place in a text file or a spreadsheet, counted from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Position {
    /// The column counts characters.
    Line {
        line: usize,
        column: usize,
    },
    Row(usize),
}

/// What is wrong, with the values that the message needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finding {
    // A marketplace file.
    /// The file is not valid TOML; `said` is the parser's explanation, in English.
    Syntax {
        said: String,
    },
    /// A value of another kind than the key takes, such as text for a number; `said` is the parser's
    /// explanation.
    WrongType {
        said: String,
    },
    /// `text` is no aspect ratio, such as `3:4`.
    NotARatio {
        text: String,
    },
    /// No key of the table.
    UnknownKey {
        key: String,
        allowed: Vec<String>,
    },
    /// A required key is not in the file.
    MissingKey {
        key: String,
    },
    /// The layout of the file needs it.
    MissingKeyOfLayout {
        key: String,
    },
    /// None of the values that the key takes.
    NotAllowed {
        value: String,
        allowed: Vec<String>,
    },
    Empty,
    /// The bounds are inclusive.
    OutOfRange {
        min: u32,
        max: u32,
    },
    /// A list of scopes in the place of one.
    NotOneScope,
    /// The name of a currency is longer than `limit` characters.
    UnitTooLong {
        limit: usize,
    },
    TomanWithoutRial,
    /// A table or a list of lists where a query parameter is expected.
    NotAPlainValue {
        key: String,
    },
    /// A path begins with one slash and has no query.
    NotAPath,
    /// The path of a category's attributes lacks `{id}`.
    PathWithoutId,
    /// It must be the address of a page, with `{id}` for the product.
    NotAPageAddress,
    NotAnAddress,
    NotHttps,
    AddressWithUser,
    AddressWithFragment,
    AddressWithQuery,

    // A spreadsheet.
    /// The text of a cell that means nothing in its column.
    CellValue {
        text: String,
    },
    /// Bytes that are no text.
    NotText,
    NoTable,
    /// A spreadsheet of more cells than are read, counted up to the last filled one of each row.
    TooManyCells {
        limit: usize,
    },
    /// A spreadsheet's file of more bytes than are read.
    SheetTooLarge {
        limit: u64,
    },
    /// A packed spreadsheet of more bytes than are unpacked.
    UnpacksTooLarge {
        limit: u64,
    },
    FormulaWithoutValue,
    /// The error that a cell of a spreadsheet shows in the place of a value, such as `#N/A`.
    ErrorValue {
        text: String,
    },
    /// A sheet names it.
    NamedBySheet,
    /// A password protects the file.
    SheetProtected,
    /// A table whose products stand beside each other.
    TableTurned,
    /// A summary of another table, as spreadsheet programs make them.
    PivotTable,
    /// A table without a row that names a product.
    NoRows,
    /// A file of Apple Numbers.
    NumbersFile,
    /// A link to a spreadsheet at Google, which has no cells.
    GoogleSheet,
    /// A PDF file, which has lines and no cells.
    Pdf,
    /// A document of Word or another text program.
    TextDocument,
    /// A web page with all its parts in one file.
    WebArchive,
    /// A file that programs exchange: JSON or XML.
    DataFile,
    /// The process that reads spreadsheets ended without an answer.
    ReaderEnded,
    /// The process that reads spreadsheets did not start.
    ReaderNotStarted,
    /// The process that reads spreadsheets was not ready in time.
    ReaderTooSlow {
        seconds: u64,
    },
    /// A photo that a sheet names is nowhere.
    PhotoNotFound,

    // Files and the system.
    FileTooLarge {
        bytes: u64,
    },
    /// The address to which the browser returns after a sign-in is not on this computer, or has no port.
    RedirectNotLocal,
    /// What the keychain holds was not written by this program, or was changed.
    KeychainEntryDamaged,
    /// The keychain holds several entries of the same name.
    KeychainEntryAmbiguous,
    FileReadOnly,
    NameNotUnicode,
    NoHomeDirectory,
    /// A library is not installed; its package on Debian and Ubuntu.
    MissingLibrary {
        package: String,
    },
    OtherProcess {
        pid: u32,
    },
    NoAnswer {
        seconds: u64,
    },

    // A server's certificate.
    CertificateExpired,
    CertificateNotYetValid,
    CertificateUntrusted,
    CertificateForOtherHost,
}

impl From<Finding> for Diagnostic {
    fn from(finding: Finding) -> Self {
        Self { position: None, finding }
    }
}

impl Finding {
    /// This finding at a place in the file.
    #[must_use]
    pub const fn at(self, position: Position) -> Diagnostic {
        Diagnostic { position: Some(position), finding: self }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(position) = self.position {
            write!(f, "{position}: ")?;
        }
        self.finding.fmt(f)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line { line, column } => write!(f, "line {line}, column {column}"),
            Self::Row(row) => write!(f, "row {row}"),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted =
            |names: &[String]| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        match self {
            Self::Syntax { said } | Self::WrongType { said } => f.write_str(said),
            Self::NotARatio { text } => write!(f, "`{text}` is no ratio of width to height, such as \"3:4\""),
            Self::UnknownKey { key, allowed } => write!(f, "unknown key `{key}`; allowed: {}", quoted(allowed)),
            Self::MissingKey { key } => write!(f, "missing key `{key}`"),
            Self::MissingKeyOfLayout { key } => write!(f, "missing key `{key}`: this layout needs it"),
            Self::NotAllowed { value, allowed } => write!(f, "unknown value `{value}`; allowed: {}", quoted(allowed)),
            Self::Empty => f.write_str("must not be empty"),
            Self::OutOfRange { min, max } => write!(f, "must be {min} to {max}"),
            Self::NotOneScope => f.write_str("a scope is one word; list several as [\"a\", \"b\"]"),
            Self::UnitTooLong { limit } => {
                write!(f, "allowed: `rial`, `toman`, or a word or sign of at most {limit} characters, such as `€`")
            }
            Self::TomanWithoutRial => f.write_str("`toman_beside` and `enter` have a meaning only where prices are in rial: unit = \"rial\""),
            Self::NotAPlainValue { key } => write!(f, "`{key}` must be text, a number, a flag or a list of these"),
            Self::NotAPath => f.write_str("must be a path such as `/v1/categories`"),
            Self::NotAPageAddress => {
                f.write_str("must be an http or https address with {id} for the product; {vendor} stands for the shop's handle")
            }
            Self::PathWithoutId => f.write_str("must contain {id}, the place of the category's number"),
            Self::NotAnAddress => f.write_str("must be an address that begins with https://"),
            Self::NotHttps => f.write_str("must be https: plain http is allowed to 127.0.0.1, [::1] and localhost only"),
            Self::AddressWithUser => f.write_str("an address cannot hold a user name or password"),
            Self::AddressWithFragment => f.write_str("an address cannot hold `#`"),
            Self::AddressWithQuery => f.write_str("an address that paths are added to cannot hold `?`"),
            Self::CellValue { text } => f.write_str(text),
            Self::NotText => f.write_str("not text"),
            Self::NoTable => f.write_str("no sheet in it"),
            Self::FileTooLarge { bytes } => write!(f, "{bytes} bytes"),
            Self::RedirectNotLocal => {
                f.write_str("oauth.redirect_uri must be http on this computer and have a port, such as http://127.0.0.1:8765/callback")
            }
            Self::KeychainEntryDamaged => f.write_str("the entry is malformed"),
            Self::KeychainEntryAmbiguous => f.write_str("several entries have this name"),
            Self::TooManyCells { limit } => write!(f, "more than {limit} cells"),
            Self::SheetTooLarge { limit } => write!(f, "more than {limit} bytes"),
            Self::UnpacksTooLarge { limit } => write!(f, "unpacks to more than {limit} bytes"),
            Self::FormulaWithoutValue => f.write_str("a formula without a stored value"),
            Self::ErrorValue { text } => write!(f, "the error {text}"),
            Self::NamedBySheet => f.write_str("named by the spreadsheet"),
            Self::TableTurned => f.write_str("the products stand beside each other"),
            Self::PivotTable => f.write_str("a summary of another table"),
            Self::NoRows => f.write_str("no row of a product"),
            Self::SheetProtected => f.write_str("protected by a password"),
            Self::NumbersFile => f.write_str("a file of Apple Numbers"),
            Self::Pdf => f.write_str("a PDF file"),
            Self::TextDocument => f.write_str("a text document"),
            Self::GoogleSheet => f.write_str("a link to a Google spreadsheet"),
            Self::DataFile => f.write_str("a file that programs exchange"),
            Self::WebArchive => f.write_str("a web page saved as one file"),
            Self::ReaderEnded => f.write_str("reading it ended unexpectedly"),
            Self::ReaderNotStarted => f.write_str("the reader of spreadsheets does not start"),
            Self::ReaderTooSlow { seconds } => write!(f, "not read within {seconds} s"),
            Self::PhotoNotFound => f.write_str("no such photo"),
            Self::FileReadOnly => f.write_str("the file is read-only"),
            Self::NameNotUnicode => f.write_str("the name is not valid Unicode"),
            Self::NoHomeDirectory => f.write_str("no home directory; give --data-dir"),
            Self::MissingLibrary { package } => write!(f, "not installed; package {package}"),
            Self::OtherProcess { pid } => write!(f, "pid {pid}"),
            Self::NoAnswer { seconds } => write!(f, "no answer within {seconds} s"),
            Self::CertificateExpired => f.write_str("the certificate has expired"),
            Self::CertificateNotYetValid => f.write_str("the certificate is not valid yet"),
            Self::CertificateUntrusted => f.write_str("the certificate is from an unknown issuer"),
            Self::CertificateForOtherHost => f.write_str("the certificate is for another host"),
        }
    }
}
