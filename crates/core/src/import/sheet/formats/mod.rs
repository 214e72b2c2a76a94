//! The formats of spreadsheet files, each read within limits: bytes → cells.

pub mod archive;
pub mod bounds;
pub mod compound;
pub mod dates;
pub mod delimited;
pub mod document_texts;
pub mod encoding;
pub mod excel;
pub mod excel_pictures;
pub mod format_part;
pub mod html;
pub mod number_format;
pub mod old_excel;
pub mod old_texts;
pub mod open;
pub mod open_document;
pub mod open_document_pictures;
pub mod pictures;
pub mod placement;
pub mod relations;
pub mod sheet_cells;
pub mod table;
pub mod web_page;
pub mod workbook;
pub mod xml;
pub mod xml_2003;
