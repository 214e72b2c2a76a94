//! What a number format consists of.

/// A calendar besides the usual one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Calendar {
    Persian,
    /// One in which dates are not read.
    Other,
}

impl Calendar {
    /// That of a locale in a format: `-fa-IR,16` or `-160429`, whose first digits are those of the calendar
    /// in base 16.
    pub fn of_locale(locale: &str) -> Option<Self> {
        let number = match locale.split_once(',') {
            Some((_, number)) => u32::from_str_radix(number, 16).ok()?,
            None => u32::from_str_radix(locale, 16).ok().filter(|_| locale.len() > 4)? >> 16,
        };
        // The highest digit of two says whether the text was written for another system.
        match number & 0x7f {
            0x16 => Some(Self::Persian),
            0 | 1 | 2 | 9..=0xc => None,
            _ => Some(Self::Other),
        }
    }
}

/// A part of a format.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    Literal(String),
    /// `[$…]`.
    Currency(String),
    General,
    /// `@`: a text as it is, or a number as in `General`.
    Text,
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
    /// `[$-fa-IR,16]`: dates are shown in another calendar than usual.
    Calendar(Calendar),
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
