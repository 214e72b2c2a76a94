//! The variants of a product that is not created yet as a grid of texts: a row for each, with a column for
//! each property and those of price, stock and code. The notation of [`DraftVariant`] keeps it.
//!
//! [`DraftVariant`]: super::DraftVariant

use super::draft_variant::{SIGNS, parts};
use crate::field::list_notation::{escaped, plain, split};

/// Texts of variants, of which each may be wrong or empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VariantGrid {
    /// The names of the properties, such as `Size`.
    pub names: Vec<String>,
    /// The texts of each variant: the values of its properties, then price, stock and code.
    rows: Vec<Vec<String>>,
}

/// The columns behind those of the properties: price, stock and code.
const OWN: usize = 3;
/// No row becomes more combinations than these.
const MAX_COMBINATIONS: usize = 500;

impl VariantGrid {
    /// The most properties that variants are given here.
    pub const MAX_PROPERTIES: usize = 3;

    /// The grid of a text; `None` if it is none, such as of variants with different properties.
    pub fn read(text: &str) -> Option<Self> {
        let mut grid = Self::default();
        let variants = split(text, &[';', '؛', '\n']).into_iter().map(str::trim);
        for variant in variants.filter(|variant| !variant.is_empty()) {
            let (names, row) = cells(variant)?;
            if grid.rows.is_empty() {
                grid.names = names;
            } else if grid.names != names {
                return None;
            }
            grid.rows.push(row);
        }
        Some(grid)
    }

    /// The text that [`VariantGrid::read`] reads back.
    pub fn write(&self) -> String {
        let variant = |row: &Vec<String>| {
            let (values, own) = row.split_at(self.names.len());
            let pair = |(name, value): (&String, &String)| {
                format!("{}={}", escaped(name.trim(), &SIGNS), escaped(value.trim(), &SIGNS))
            };
            let mut parts = vec![self.names.iter().zip(values).map(pair).collect::<Vec<_>>().join(", ")];
            parts.extend(own.iter().take(OWN - 1).map(|number| number.replace(['|', ';', '؛', '\n'], " ")));
            parts.extend(own.last().map(|code| escaped(code.trim(), &SIGNS)));
            while parts.last().is_some_and(|part| part.trim().is_empty()) {
                parts.pop();
            }
            parts.join(" | ")
        };
        self.rows.iter().map(variant).collect::<Vec<_>>().join("; ")
    }

    /// The number of variants.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.names.len() + OWN
    }

    /// The text of a cell.
    pub fn cell(&self, row: usize, column: usize) -> &str {
        self.rows.get(row).and_then(|row| row.get(column)).map_or("", String::as_str)
    }

    /// Sets the text of a cell.
    pub fn set(&mut self, row: usize, column: usize, text: &str) {
        if let Some(cell) = self.rows.get_mut(row).and_then(|row| row.get_mut(column)) {
            text.clone_into(cell);
        }
    }

    /// Adds an empty variant.
    pub fn add_variant(&mut self) {
        self.rows.push(vec![String::new(); self.columns()]);
    }

    /// Adds a property, in which the variants have no values yet.
    pub fn add_property(&mut self, name: &str) {
        let at = self.names.len();
        self.names.push(name.to_owned());
        self.rows.iter_mut().for_each(|row| row.insert(at, String::new()));
    }

    /// Removes a variant. Without one, there are no properties either.
    pub fn remove_variant(&mut self, row: usize) {
        self.rows.remove(row);
        if self.rows.is_empty() {
            self.names.clear();
        }
    }

    /// Puts cells of a spreadsheet into the grid, from this cell on. Variants are added as they are needed;
    /// what lies beyond the last column is left out.
    pub fn paste(&mut self, row: usize, column: usize, cells: &[Vec<String>]) {
        for (below, line) in cells.iter().enumerate() {
            if row + below >= self.rows.len() {
                self.add_variant();
            }
            for (beside, text) in line.iter().enumerate() {
                self.set(row + below, column + beside, text.trim());
            }
        }
    }

    /// Whether a cell of a property has several values.
    pub fn has_combinations(&self) -> bool {
        self.rows.iter().any(|row| row[..self.names.len()].iter().any(|value| values(value).len() > 1))
    }

    /// Makes a variant of each combination of the values in a row, which are separated by commas. A code
    /// belongs to one variant only.
    pub fn combine(&mut self) {
        let mut combined: Vec<Vec<String>> = Vec::new();
        for row in &self.rows {
            let (properties, own) = row.split_at(self.names.len());
            let mut rows: Vec<Vec<String>> = vec![Vec::new()];
            for property in properties {
                let with = |row: &Vec<String>| {
                    let with = |value: String| [row.as_slice(), &[value]].concat();
                    values(property).into_iter().map(with).collect::<Vec<_>>()
                };
                rows = rows.iter().flat_map(with).take(MAX_COMBINATIONS).collect();
            }
            let is_one = rows.len() == 1;
            for mut values in rows {
                values.extend_from_slice(own);
                if !is_one {
                    values.last_mut().into_iter().for_each(String::clear);
                }
                let is_same = |other: &Vec<String>| other[..self.names.len()] == values[..self.names.len()];
                if !combined.iter().any(is_same) {
                    combined.push(values);
                }
            }
        }
        self.rows = combined;
    }
}

/// The values in a cell; an empty one has one.
fn values(cell: &str) -> Vec<String> {
    let values = cell.split([',', '،']).map(|value| value.trim().to_owned());
    let values: Vec<String> = values.filter(|value| !value.is_empty()).collect();
    if values.is_empty() { vec![String::new()] } else { values }
}

/// The names of the properties of a variant, and all of its texts.
fn cells(variant: &str) -> Option<(Vec<String>, Vec<String>)> {
    let (pairs, parts) = parts(variant);
    let (names, mut row): (Vec<String>, Vec<String>) = pairs?.into_iter().unzip();
    if parts.len() > OWN {
        return None;
    }
    let own = (0..OWN).map(|place| parts.get(place).copied().unwrap_or_default());
    row.extend(own.enumerate().map(|(at, text)| if at + 1 == OWN { plain(text) } else { text.to_owned() }));
    Some((names, row))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::DraftVariant;
    use super::*;

    #[test]
    fn a_grid_is_the_notation_cell_by_cell_with_what_is_wrong_in_it() {
        let text = "سایز=L, رنگ=قرمز | ۲۵۰٬۰۰۰ | ۳ | S-1; سایز=M, رنگ= | dear";
        let grid = VariantGrid::read(text).unwrap();
        assert_eq!(
            (grid.names.as_slice(), grid.len(), grid.columns()),
            (&["سایز".to_owned(), "رنگ".to_owned()][..], 2, 5)
        );
        assert_eq!(
            [grid.cell(0, 1), grid.cell(0, 2), grid.cell(0, 4), grid.cell(1, 2)],
            ["قرمز", "۲۵۰٬۰۰۰", "S-1", "dear"]
        );
        assert_eq!(grid.write(), text);
        assert_eq!(VariantGrid::read(" "), Some(VariantGrid::default()));
        for other in ["Size=L; Color=Red", "L | 5", "Size=L | 1 | 2 | S | more"] {
            assert_eq!(VariantGrid::read(other), None, "{other}");
        }
    }

    #[test]
    fn lists_of_values_become_one_variant_for_each_combination() {
        let mut grid =
            VariantGrid::read("Size=S\\, M\\, L, Color=Red\\، Blue | 250000 | 3 | X; Size=M, Color=Red | 9")
                .unwrap();
        assert!(grid.has_combinations());
        grid.combine();
        let expected = "Size=S, Color=Red | 250000 | 3; Size=S, Color=Blue | 250000 | 3; Size=M, Color=Red | 250000 | 3; \
            Size=M, Color=Blue | 250000 | 3; Size=L, Color=Red | 250000 | 3; Size=L, Color=Blue | 250000 | 3";
        assert_eq!(grid.write(), expected, "the same combination once, without the code of another one");
        assert!(!grid.has_combinations());
    }

    #[test]
    fn cells_of_a_spreadsheet_fill_the_grid_from_a_cell_on() {
        let mut grid = VariantGrid::default();
        grid.add_property("Size");
        grid.add_variant();
        let cells = [["S", "100", "1"], ["M", "200", "2"]].map(|row| row.map(str::to_owned).to_vec());
        grid.paste(0, 0, &cells);
        assert_eq!(grid.write(), "Size=S | 100 | 1; Size=M | 200 | 2");
        grid.paste(1, 3, &[vec!["M-1".to_owned(), "beyond".to_owned()]]);
        assert_eq!(grid.cell(1, 3), "M-1");
        grid.remove_variant(0);
        grid.remove_variant(0);
        assert_eq!(grid, VariantGrid::default());
    }

    proptest! {
        #[test]
        fn what_variants_are_written_as_is_a_grid_that_writes_the_same(
            rows in prop::collection::vec(("[^\\s\\p{C}]{1,6}", prop::option::of(1..i64::MAX), prop::option::of("[^\\s\\p{C}]{1,6}")), 1..5),
        ) {
            let variant = |(value, price, sku): (String, Option<i64>, Option<String>)| DraftVariant {
                properties: vec![("Size".to_owned(), value)],
                primary_price: price.map(crate::Price::on_wire),
                sku,
                ..DraftVariant::default()
            };
            let variants: Vec<DraftVariant> = rows.into_iter().map(variant).collect();
            let grid = VariantGrid::read(&DraftVariant::write_all(&variants)).unwrap();
            prop_assert_eq!(DraftVariant::parse_all(&grid.write()), Ok(variants));
        }

        #[test]
        fn no_text_panics(text in any::<String>()) {
            if let Some(mut grid) = VariantGrid::read(&text) {
                grid.combine();
                let _ = grid.write();
            }
        }
    }
}
