//! The formats of spreadsheet files, each read within limits: bytes → cells.

pub mod archive;
pub mod bounds;
pub mod compound;
pub mod delimited;
pub mod encoding;
pub mod html;
pub mod sheet_cells;
pub mod workbook;
