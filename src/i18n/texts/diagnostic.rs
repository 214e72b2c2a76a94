//! A diagnostic in words.

use crate::args;
use crate::i18n::Messages;
use vitrine_domain::{Diagnostic, Finding, Position};

impl Messages {
    /// One or two sentences: where, what, and what is allowed instead.
    pub fn diagnostic(&self, diagnostic: &Diagnostic) -> String {
        let what = self.finding(&diagnostic.finding);
        match diagnostic.position {
            Some(Position::Line { line, column }) => self
                .format("diagnostic-at-line", args!["line" => line, "column" => column, "what" => what])
                .into_owned(),
            Some(Position::Row(row)) => {
                self.format("diagnostic-at-row", args!["row" => row, "what" => what]).into_owned()
            }
            None => what,
        }
    }

    fn finding(&self, finding: &Finding) -> String {
        let list = |names: &[String]| self.list(names);
        let (key, arguments) = match finding {
            Finding::Syntax { said } => ("diagnostic-syntax", args!["said" => said]),
            Finding::WrongType { said } => ("diagnostic-wrong-type", args!["said" => said]),
            Finding::NotARatio { text } => ("diagnostic-not-a-ratio", args!["text" => text]),
            Finding::UnknownKey { key, allowed } => {
                ("diagnostic-unknown-key", args!["key" => key, "allowed" => list(allowed)])
            }
            Finding::MissingKey { key } => ("diagnostic-missing-key", args!["key" => key]),
            Finding::MissingKeyOfLayout { key } => ("diagnostic-missing-key-of-layout", args!["key" => key]),
            Finding::NotAllowed { value, allowed } => {
                ("diagnostic-not-allowed", args!["value" => value, "allowed" => list(allowed)])
            }
            Finding::Empty => ("diagnostic-empty", args![]),
            Finding::OutOfRange { min, max } => {
                ("diagnostic-out-of-range", args!["min" => *min, "max" => *max])
            }
            Finding::NotOneScope => ("diagnostic-not-one-scope", args![]),
            Finding::UnitTooLong { limit } => ("diagnostic-unit", args!["limit" => *limit]),
            Finding::TomanWithoutRial => ("diagnostic-toman-without-rial", args![]),
            Finding::NotAPlainValue { key } => ("diagnostic-not-a-plain-value", args!["key" => key]),
            Finding::NotAPath => ("diagnostic-not-a-path", args![]),
            Finding::NotAPageAddress => ("diagnostic-not-a-page-address", args![]),
            Finding::PathWithoutId => ("diagnostic-path-without-id", args![]),
            Finding::NotAnAddress => ("entry-invalid-address", args![]),
            Finding::NotHttps => ("entry-not-https", args![]),
            Finding::AddressWithUser => ("entry-user-name", args![]),
            Finding::AddressWithFragment => ("entry-fragment", args![]),
            Finding::AddressWithQuery => ("entry-query", args![]),
            Finding::CellValue { text } => ("diagnostic-cell-value", args!["text" => text]),
            Finding::NotText => ("diagnostic-not-text", args![]),
            Finding::NoTable => ("diagnostic-no-table", args![]),
            Finding::FileTooLarge { bytes } => {
                return self
                    .format("diagnostic-file-too-large", args!["size" => self.file_size(*bytes)])
                    .into_owned();
            }
            Finding::TooManyCells { limit } => {
                let limit = self.integer(i64::try_from(*limit).unwrap_or(i64::MAX));
                return self.format("diagnostic-too-many-cells", args!["limit" => limit]).into_owned();
            }
            Finding::SheetTooLarge { limit } => {
                return self
                    .format("diagnostic-sheet-too-large", args!["limit" => self.file_size(*limit)])
                    .into_owned();
            }
            Finding::UnpacksTooLarge { limit } => {
                return self
                    .format("diagnostic-unpacks-too-large", args!["limit" => self.file_size(*limit)])
                    .into_owned();
            }
            Finding::RedirectNotLocal => ("diagnostic-redirect-not-local", args![]),
            Finding::KeychainEntryDamaged => ("diagnostic-keychain-entry-damaged", args![]),
            Finding::KeychainEntryAmbiguous => ("diagnostic-keychain-entry-ambiguous", args![]),
            Finding::FormulaWithoutValue => ("diagnostic-formula-without-value", args![]),
            Finding::ErrorValue { text } => ("diagnostic-error-value", args!["text" => text]),
            Finding::NamedBySheet => ("diagnostic-named-by-sheet", args![]),
            Finding::PivotTable => ("diagnostic-pivot-table", args![]),
            Finding::TableTurned => ("diagnostic-table-turned", args![]),
            Finding::NoRows => ("diagnostic-no-rows", args![]),
            Finding::SheetProtected => ("diagnostic-sheet-protected", args![]),
            Finding::NumbersFile => ("diagnostic-numbers-file", args![]),
            Finding::Pdf => ("diagnostic-pdf", args![]),
            Finding::TextDocument => ("diagnostic-text-document", args![]),
            Finding::GoogleSheet => ("diagnostic-google-sheet", args![]),
            Finding::DataFile => ("diagnostic-data-file", args![]),
            Finding::WebArchive => ("diagnostic-web-archive", args![]),
            Finding::ReaderEnded => ("diagnostic-reader-ended", args![]),
            Finding::ReaderNotStarted => ("diagnostic-reader-not-started", args![]),
            Finding::ReaderTooSlow { seconds } => {
                ("diagnostic-reader-too-slow", args!["seconds" => *seconds])
            }
            Finding::PhotoNotFound => ("diagnostic-photo-not-found", args![]),
            Finding::FileReadOnly => ("diagnostic-read-only", args![]),
            Finding::NameNotUnicode => ("diagnostic-name-not-unicode", args![]),
            Finding::NoHomeDirectory => ("diagnostic-no-home", args![]),
            Finding::MissingLibrary { package } => {
                ("diagnostic-missing-library", args!["package" => package])
            }
            Finding::OtherProcess { pid } => ("diagnostic-other-process", args!["pid" => pid.to_string()]),
            Finding::NoAnswer { seconds } => ("diagnostic-no-answer", args!["seconds" => *seconds]),
            Finding::CertificateExpired => ("diagnostic-certificate-expired", args![]),
            Finding::CertificateNotYetValid => ("diagnostic-certificate-not-yet-valid", args![]),
            Finding::CertificateUntrusted => ("diagnostic-certificate-untrusted", args![]),
            Finding::CertificateForOtherHost => ("diagnostic-certificate-for-other-host", args![]),
        };
        self.format(key, arguments).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::{Language, without_direction_marks};
    use vitrine_core::market::Profile;

    fn words(language: Language, diagnostic: &Diagnostic) -> String {
        without_direction_marks(&Messages::new(language).diagnostic(diagnostic)).into_owned()
    }

    #[test]
    fn a_key_that_is_not_known_is_named_with_its_line_and_the_allowed_keys() {
        let allowed = vec!["name".to_owned(), "layout".to_owned()];
        let unknown =
            Finding::UnknownKey { key: "nmae".to_owned(), allowed }.at(Position::Line { line: 4, column: 1 });
        assert_eq!(
            words(Language::English, &unknown),
            "Line 4, column 1: The key “nmae” isn’t known. Allowed here: name, layout."
        );
        assert_eq!(
            words(Language::Persian, &unknown),
            "خط ۴، ستون ۱: کلید «nmae» شناخته‌شده نیست. کلیدهای مجاز: name، layout."
        );
    }

    #[test]
    fn a_mistake_in_a_marketplace_file_is_located_and_explained_in_both_languages() {
        let head = "name = \"x\"\nlayout = \"base\"\nbase_url = \"https://x.example\"\n[limits]\n";
        for (line, english, persian) in [
            (
                "photos 5",
                "Line 5, column 8: This isn’t valid TOML. Details: “",
                "خط ۵، ستون ۸: این خط با دستور زبان TOML سازگار نیست. جزئیات: «",
            ),
            (
                "photos = \"5\"",
                "Line 5, column 10: This key needs a different type of value. Details: “",
                "خط ۵، ستون ۱۰: نوع این مقدار درست نیست. جزئیات: «",
            ),
            (
                "photo_ratio = \"4\"",
                "Line 5, column 15: “4” isn’t a ratio. ",
                "خط ۵، ستون ۱۵: «4» نسبت ابعاد نیست. ",
            ),
        ] {
            let diagnostic =
                Profile::parse(&format!("{head}{line}"), "shop.toml").unwrap_err().diagnostic.unwrap();
            for (language, expected) in [(Language::English, english), (Language::Persian, persian)] {
                let shown = words(language, &diagnostic);
                assert!(shown.starts_with(expected), "{shown}");
            }
        }
    }

    #[test]
    fn a_cell_is_named_with_its_row_and_its_text() {
        let cell = Finding::CellValue { text: "cheap".to_owned() }.at(Position::Row(2));
        assert_eq!(words(Language::English, &cell), "Row 2: “cheap”.");
        assert_eq!(words(Language::Persian, &cell), "ردیف ۲: «cheap».");
    }
}
