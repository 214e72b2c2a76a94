//! What is wrong with a value of a market file, carried through the parser, whose errors are plain text.

use vitrine_domain::Finding;

/// Marks an error text that holds a [`Finding`] as JSON.
const MARK: &str = "finding:";

/// The parser's error for a value that was refused while it was read, so that it has the value's place in the
/// file.
pub fn invalid<E: serde::de::Error>(finding: impl Into<Finding>) -> E {
    match serde_json::to_string(&finding.into()) {
        Ok(json) => E::custom(format_args!("{MARK}{json}")),
        Err(error) => E::custom(error),
    }
}

/// What the parser's error means. A syntax error keeps the parser's own text.
pub fn finding(message: &str) -> Finding {
    let said = || message.trim_end().replace('\n', ": ");
    if message.starts_with("invalid type: ") || message.starts_with("invalid value: ") {
        return Finding::WrongType { said: said() };
    }
    parse_finding(message).unwrap_or_else(|| Finding::Syntax { said: said() })
}

fn parse_finding(message: &str) -> Option<Finding> {
    if let Some(json) = message.strip_prefix(MARK) {
        return serde_json::from_str(json).ok();
    }
    // The texts of serde's derived implementations.
    if let Some(rest) = message.strip_prefix("missing field ") {
        return Some(Finding::MissingKey { key: backticked(rest).next()?.to_owned() });
    }
    let names = |text| backticked(text).map(str::to_owned);
    if let Some(rest) = message.strip_prefix("unknown field ") {
        let mut names = names(rest);
        return Some(Finding::UnknownKey { key: names.next()?, allowed: names.collect() });
    }
    let mut names = names(message.strip_prefix("unknown variant ")?);
    Some(Finding::NotAllowed { value: names.next()?, allowed: names.collect() })
}

/// The parts of a text that stand between backticks.
fn backticked(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}
