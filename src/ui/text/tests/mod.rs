//! Tests of `ui::text` as a whole.

mod bounds;
mod glyphs;
mod reference;
mod seen;
