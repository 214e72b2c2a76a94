//! Fills the cells of a worksheet within the bounds.

use super::bounds::{Budget, MAX_PLACES};
use super::number_format::{NumberFormat, Shown};
use super::pictures::Look;
use super::placement::{Anchored, MAX_INDEX, Sizes, Span, place};
use super::sheet_cells::{MergedCells, Place, SheetCells, Unseen};
use vitrine_domain::Problem;

/// The height of a row and the width of a column of which nothing is said, in EMU: 20 and 64 pixels.
const USUAL_HEIGHT: u64 = 190_500;
const USUAL_WIDTH: u64 = 609_600;

/// A worksheet that is being read.
#[derive(Debug)]
pub struct Table<'a> {
    cells: SheetCells,
    budget: &'a mut Budget,
    heights: Sizes,
    widths: Sizes,
    pictures: Vec<Anchored>,
}

impl<'a> Table<'a> {
    pub fn new(name: &str, is_hidden: bool, budget: &'a mut Budget) -> Self {
        let cells = SheetCells { worksheet: Some(name.to_owned()), is_hidden, ..SheetCells::default() };
        let (heights, widths) = (Sizes::new(USUAL_HEIGHT), Sizes::new(USUAL_WIDTH));
        Self { cells, budget, heights, widths, pictures: Vec::new() }
    }

    /// Sets a cell. A row is as long as its last filled cell requires, so that one far away costs one row
    /// only.
    ///
    /// # Errors
    /// `Sheet` when the cells are more than are read, like the other functions.
    pub fn set_text(&mut self, (row, column): Place, text: String) -> Result<(), Problem> {
        let (row, column) = (row.min(MAX_INDEX), column.min(MAX_INDEX));
        self.budget.take_text(text.len())?;
        if self.cells.rows.len() <= row {
            self.budget.take_places(row + 1 - self.cells.rows.len())?;
            self.cells.rows.resize(row + 1, Vec::new());
        }
        let cells = &mut self.cells.rows[row];
        if cells.len() <= column {
            self.budget.take_places(column + 1 - cells.len())?;
            cells.resize(column + 1, String::new());
        }
        cells[column] = text;
        Ok(())
    }

    /// Adds what is written beside the cells, or in a comment on one in this row.
    pub fn add_remark(&mut self, row: Option<usize>, text: String) -> Result<(), Problem> {
        self.budget.take_places(1)?;
        self.budget.take_text(text.len())?;
        self.cells.pictures.remarks.push((row, text));
        Ok(())
    }

    /// Adds what its program says to who fills cells.
    pub fn add_instruction(&mut self, text: String) -> Result<(), Problem> {
        self.budget.take_places(1)?;
        self.budget.take_text(text.len())?;
        self.cells.pictures.instructions.push(text);
        Ok(())
    }

    /// Sets a cell with a text in this format.
    pub fn set_formatted(
        &mut self,
        place: Place,
        text: String,
        format: Option<&NumberFormat>,
    ) -> Result<(), Problem> {
        let is_hidden = format.is_some_and(NumberFormat::hides_text) && !text.trim().is_empty();
        if is_hidden {
            return self.hide(place, text);
        }
        match format.filter(|_| !text.trim().is_empty()).and_then(|format| format.show_text(&text)) {
            Some(shown) => self.set_shown(place, shown),
            None => self.set_text(place, text),
        }
    }

    fn hide(&mut self, place: Place, value: String) -> Result<(), Problem> {
        self.budget.take_places(1)?;
        self.budget.take_text(value.len())?;
        self.cells.unseen.insert(place, Unseen::Hidden(value));
        self.set_text(place, String::new())
    }

    /// Sets a cell with a number.
    pub fn set_shown(&mut self, place: Place, shown: Shown) -> Result<(), Problem> {
        if shown.is_hidden {
            return self.hide(place, shown.plain);
        }
        if shown.is_date {
            self.budget.take_places(1)?;
            self.cells.dates.insert(place);
        }
        if shown.whole != shown.plain {
            self.budget.take_places(1)?;
            self.budget.take_text(shown.whole.len())?;
            self.cells.shown.insert(place, shown.whole);
        }
        self.set_text(place, shown.plain)
    }

    /// Marks a cell with an error.
    pub fn set_error(&mut self, place: Place, error: &str) -> Result<(), Problem> {
        self.set_text(place, String::new())?;
        self.budget.take_text(error.len())?;
        self.cells.errors.insert(place, error.trim().to_owned());
        Ok(())
    }

    /// Marks a cell as struck out.
    pub fn strike(&mut self, place: Place) -> Result<(), Problem> {
        self.budget.take_places(1)?;
        self.cells.struck.insert(place);
        Ok(())
    }

    /// Marks a cell whose formula has no stored value.
    pub fn set_uncomputed(&mut self, place: Place) -> Result<(), Problem> {
        self.set_text(place, String::new())?;
        self.cells.unseen.insert(place, Unseen::Uncomputed);
        Ok(())
    }

    /// Counts a row that may fill nothing.
    pub fn begin_row(&mut self) -> Result<(), Problem> {
        self.budget.take_places(1)
    }

    pub fn hide_row(&mut self, row: usize) -> Result<(), Problem> {
        self.budget.take_places(1)?;
        self.cells.hidden_rows.insert(row);
        Ok(())
    }

    /// Hides the columns from the first to the last, both included.
    pub fn hide_columns(&mut self, first: usize, last: usize) -> Result<(), Problem> {
        let last = last.min(MAX_INDEX);
        self.budget.take_places((last + 1).saturating_sub(first))?;
        self.cells.hidden_columns.extend(first..=last);
        Ok(())
    }

    pub fn merge(&mut self, first: Place, last: Place) -> Result<(), Problem> {
        self.budget.take_places(1)?;
        if first != last && first.0 <= last.0 && first.1 <= last.1 {
            self.cells.merged.push(MergedCells { first, last });
        }
        Ok(())
    }

    /// Sets the height of rows or the width of columns, in EMU; `None`: of those of which nothing else is
    /// said.
    pub fn set_height(&mut self, rows: Option<(usize, usize)>, height: u64) -> Result<(), Problem> {
        self.budget.take_places(1)?;
        set_size(&mut self.heights, rows, height);
        Ok(())
    }

    pub fn set_width(&mut self, columns: Option<(usize, usize)>, width: u64) -> Result<(), Problem> {
        self.budget.take_places(1)?;
        set_size(&mut self.widths, columns, width);
        Ok(())
    }

    /// Adds a picture that lies on cells.
    pub fn add_picture(&mut self, picture: Anchored) -> Result<(), Problem> {
        self.budget.take_places(1)?;
        self.pictures.push(picture);
        Ok(())
    }

    /// Adds a picture that a cell has as its value.
    pub fn set_picture(&mut self, (row, column): Place, part: Option<usize>) -> Result<(), Problem> {
        let (rows, columns) = (Span::cell(row), Span::cell(column));
        self.add_picture(Anchored { rows, columns, part, look: Look::WHOLE })
    }

    /// Counts a picture that is not in the file.
    pub const fn add_linked(&mut self) {
        self.cells.pictures.linked += 1;
    }

    /// Counts pictures that are not looked for.
    pub const fn add_unread(&mut self, count: usize) {
        self.cells.pictures.unread += count;
    }

    /// Notes where a cell leads.
    pub fn set_link(&mut self, place: Place, target: String) -> Result<(), Problem> {
        self.budget.take_places(1)?;
        self.budget.take_text(target.len())?;
        self.cells.links.insert(place, target);
        Ok(())
    }

    /// Counts pictures that are joined to one drawing.
    pub const fn add_grouped(&mut self, count: usize) {
        self.cells.pictures.grouped += count;
    }

    /// The table with rows of equal length, as its author sees it, unless a cell in a far corner makes that
    /// too large.
    pub fn finish(mut self) -> SheetCells {
        let rows = &mut self.cells.rows;
        let width = rows.iter().map(Vec::len).max().unwrap_or_default();
        if rows.len().saturating_mul(width) <= MAX_PLACES {
            rows.iter_mut().for_each(|row| row.resize(width, String::new()));
        }
        let pictures = std::mem::take(&mut self.pictures);
        place(pictures, &mut self.heights, &mut self.widths, &self.cells.merged, &mut self.cells.pictures);
        self.cells.bound();
        self.cells
    }
}

fn set_size(sizes: &mut Sizes, range: Option<(usize, usize)>, size: u64) {
    match range {
        Some((first, last)) => sizes.set(first, last, size),
        None => sizes.set_usual(size),
    }
}
