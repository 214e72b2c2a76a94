//! Tests of `vitrine_text` as a whole.

mod bounds;
mod glyphs;
mod reference;
mod seen;
