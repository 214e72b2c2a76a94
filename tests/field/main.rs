//! The built program with files and networks as owners have them, after what people complained of about other
//! programs. README.md tells of each case.

#[path = "../kit/mod.rs"]
mod kit;

mod changes;
mod folder_rows;
#[cfg(unix)]
mod folders;
mod fuzz_sheets;
mod list_shapes;
mod list_units;
mod look;
mod networks;
mod old_excel;
mod sheet_columns;
mod sheet_meaning;
mod sheet_misread;
mod sheet_opening;
mod sheet_photos;
mod sheet_pictures;
mod sheet_reader;
mod sheet_sizes;
mod sheet_stock;
mod sheet_values;
