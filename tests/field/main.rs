//! The built program with files and networks as owners have them, after what people complained of about other programs. README.md
//! tells of each case.

#[path = "../kit/mod.rs"]
mod kit;

mod networks;
mod sheet_meaning;
