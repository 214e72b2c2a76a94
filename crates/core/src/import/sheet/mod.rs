//! Spreadsheets → drafts. Works on bytes and cells; the worker reads the files.
//!
//! [`read()`] turns a file into cells, whatever program wrote it. [`drafts`] finds the headings among them,
//! knows by [`ColumnMapping`]s what the columns are used for, and makes a draft of each row. [`merge()`]
//! finds the photos of each row among the dropped ones; the rows of a further sheet add to what is there
//! (`combine`). [`SheetOverview`] is what the review shows of all that, and [`SheetResults`] what an import
//! made of the rows.

mod category_folders;
mod cells;
pub(super) mod claims;
mod column_use;
mod columns;
mod export;
mod export_rows;
mod formats;
mod formulas;
mod headings;
mod headless;
mod labelled;
pub(super) mod matching;
mod names;
pub(super) mod overview;
mod packed;
mod part_units;
pub(super) mod photos;
pub(super) mod pictures;
mod price_columns;
mod price_lists;
mod prices;
mod property_words;
mod read;
mod results;
mod row_kinds;
pub(super) mod rows;
mod said_above;
mod set_aside;
mod shared_stock;
pub(super) mod sheet_draft;
mod sizes;
mod stock_columns;
mod stock_places;
mod tables;
pub(super) mod tidy;
mod unit_columns;
mod unit_place;
mod variants;

pub use cells::{edits_cell, photos_cell};
pub use column_use::{ColumnUse, PHOTO_EDITS, PROBLEM, SOURCE, SOURCE_NAME};
pub use columns::{ColumnMapping, Columns, SheetColumn, WeightUnit};
pub use export::Export;
pub use formats::encoding::TextEncoding;
pub use formats::pictures::{Look, MAX_PLACED, Picture, Pictures};
pub use formats::sheet_cells::{MergedCells, SheetCells};
pub use formats::workbook::is_archive as may_have_pictures;
pub use headings::{field_of_word, normalized};
pub use overview::{CellConflict, ImportedSheet, NamedColumn, Precedence, SheetOverview, SheetRow};
pub use packed::{MAX_PACKED, pack, unpack};
pub use pictures::{MAX_PICTURE, MAX_TAKEN, PictureCounts, unpack as unpack_pictures};
pub use prices::SamePrices;
pub use property_words::{Property, property_of};
pub use read::{best, is_read_as, is_results, is_sheet, known_headings, open, open_named, read};
pub use results::SheetResults;
pub use row_kinds::{LeftOut, RowKind};
pub use rows::{Known, NotedRows, Repeated, Sheet, Understanding, drafts, name_different_units};
pub use set_aside::are_set_aside;
pub use sheet_draft::{Origin, SheetDraft};
pub use sizes::Sizes;
pub use tables::{is_summary, is_transposed};
pub use tidy::marked;
pub use unit_place::UnitPlace;
pub use variants::{VariantFindings, properties_in};
