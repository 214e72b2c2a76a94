//! The worksheets of an old Excel file (`.xls`): the cells as the reader finds them, with what their formats
//! show.

use std::io::Cursor;

use calamine::{Data, DataType, Reader, SheetVisible, Xls};

use super::bounds::{Budget, MAX_WORKSHEETS};
use super::compound::{self, Layout};
use super::dates::Epoch;
use super::number_format::general;
use super::sheet_cells::SheetCells;
use super::table::Table;
use vitrine_domain::{Finding, Problem, ProblemKind};

/// Reads all worksheets that are not empty.
///
/// # Errors
/// `Sheet` when the file is damaged or protected, has no worksheet, or is larger than is read.
pub fn read(bytes: &[u8], budget: &mut Budget) -> Result<Vec<SheetCells>, Problem> {
    let layout = compound::layout(bytes)?;
    let unreadable =
        |error: calamine::XlsError| Problem::new(ProblemKind::Sheet).with_quotation(error.to_string());
    let mut book: Xls<_> = Xls::new(Cursor::new(bytes)).map_err(unreadable)?;
    let sheets: Vec<(String, bool)> = book
        .sheets_metadata()
        .iter()
        .map(|sheet| (sheet.name.clone(), sheet.visible != SheetVisible::Visible))
        .collect();
    if sheets.is_empty() {
        return Err(Problem::new(ProblemKind::Sheet).with_diagnostic(Finding::NoTable));
    }
    let mut found = Vec::new();
    for (at, (name, is_hidden)) in sheets.iter().enumerate().take(MAX_WORKSHEETS) {
        // A worksheet may be a chart.
        let Ok(cells) = book.worksheet_range(name) else { continue };
        let formulas = book.worksheet_formula(name).unwrap_or_default();
        let mut table = Table::new(name, *is_hidden, budget);
        let sheet = layout.sheets.get(at);
        // A range lacks rows above and columns left of the first used cell, but people count them.
        let start =
            |start: Option<(u32, u32)>| start.map_or((0, 0), |(row, column)| (row as usize, column as usize));
        let (above, left) = start(cells.start());
        for (row, column, data) in cells.used_cells() {
            let place = (row + above, column + left);
            let style = sheet.and_then(|sheet| sheet.styles.get(&place)).copied();
            set(&mut table, place, data, &layout, style)?;
            if style.is_some_and(|style| layout.struck.contains(&style)) {
                table.strike(place)?;
            }
        }
        let (above, left) = start(formulas.start());
        for (row, column, _) in formulas.used_cells().filter(|(.., formula)| !formula.is_empty()) {
            let place = (row + above, column + left);
            let at = (u32::try_from(place.0).unwrap_or(u32::MAX), u32::try_from(place.1).unwrap_or(u32::MAX));
            if cells.get_value(at).is_none_or(DataType::is_empty) {
                table.set_uncomputed(place)?;
            }
        }
        if let Some(sheet) = sheet {
            table.add_unread(sheet.pictures);
            let texts = &sheet.texts;
            texts.remarks.iter().try_for_each(|(row, text)| table.add_remark(*row, text.clone()))?;
            texts.instructions.iter().try_for_each(|text| table.add_instruction(text.clone()))?;
            sheet.hidden_rows.iter().try_for_each(|row| table.hide_row(*row))?;
            sheet.hidden_columns.iter().try_for_each(|(first, last)| table.hide_columns(*first, *last))?;
            sheet.merged.iter().try_for_each(|(first, last)| table.merge(*first, *last))?;
        }
        found.push(table.finish());
    }
    found.retain(|sheet| !sheet.rows.is_empty());
    Ok(found)
}

fn set(
    table: &mut Table<'_>,
    place: (usize, usize),
    data: &Data,
    layout: &Layout,
    style: Option<usize>,
) -> Result<(), Problem> {
    let format = style.and_then(|style| layout.styles.get(style)).and_then(|id| layout.formats.get(id));
    let number = match data {
        Data::Empty => return Ok(()),
        Data::Error(error) => return table.set_error(place, &error.to_string()),
        Data::Float(number) => *number,
        Data::Int(number) => match i32::try_from(*number) {
            Ok(number) => f64::from(number),
            Err(_) => return table.set_text(place, number.to_string()),
        },
        Data::DateTime(date) => date.as_f64(),
        other => return table.set_formatted(place, other.to_string(), format),
    };
    let epoch = if layout.is_from_1904 { Epoch::Y1904 } else { Epoch::Y1900 };
    table.set_shown(place, format.map_or_else(|| general(number), |format| format.show(number, epoch)))
}
