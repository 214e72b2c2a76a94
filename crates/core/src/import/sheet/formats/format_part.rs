//! What a number format consists of.

/// A part of a format.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    Literal(String),
    /// `[$…]`.
    Currency(String),
    General,
    /// `0`, `#` or `?`.
    Digit(char),
    Point,
    /// `%`.
    Percent,
    /// A comma between or behind digits.
    Comma,
    Exponent,
    /// A letter of a date or a time, and how often it is repeated.
    Date(char, usize),
    /// `[h]`, `[m]` and `[s]`: all that has passed.
    Elapsed(char),
    /// `AM/PM`.
    HalfDay,
}

impl Part {
    /// What it writes whatever the number is.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Literal(text) | Self::Currency(text) => Some(text),
            Self::Percent => Some("%"),
            _ => None,
        }
    }
}
