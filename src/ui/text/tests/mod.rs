//! Tests of `ui::text` as a whole.

mod bounds;
mod reference;
mod seen;
