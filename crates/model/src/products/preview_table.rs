//! The table of a preview of changes: a line for each value that changes, filtered and sorted, and what they
//! add up to.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::Arc;

use vitrine_core::edit::FieldChange;
use vitrine_core::edit::plan::{LeftOut, Preview, PreviewOutcome, PreviewRow};
use vitrine_core::sorting::{self, SortKey};
use vitrine_domain::Field;

/// A line of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PreviewLine {
    /// The place of its row in the preview.
    pub row: usize,
    /// Which of the row's changes it shows; `None` for a row that is not sent.
    pub change: Option<usize>,
    /// Which of the prices it shows that buyers pay because of that change.
    pub paid: Option<usize>,
}

impl PreviewLine {
    /// The line's row.
    pub fn row(self, preview: &Preview) -> Option<&PreviewRow> {
        preview.rows.get(self.row)
    }

    /// The value that changes.
    pub fn change(self, preview: &Preview) -> Option<&FieldChange> {
        let row = self.row(preview)?;
        match self.paid {
            Some(paid) => row.paid.get(paid),
            None => row.as_shown().get(self.change?),
        }
    }

    /// What is left out if the line is.
    pub fn key(self, preview: &Preview) -> Option<(usize, usize)> {
        self.change(preview)?;
        Some((self.row, self.change?))
    }
}

/// What is to be said about a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Warning {
    /// The price changes so much that it may be in another unit.
    UnusualPrice,
    /// The stock becomes so large that it may be a price.
    UnusualStock,
    /// It is for a time, and the value that is there now cannot be put back.
    Stays,
    /// The shop no longer has the value on which the change is based.
    Moved,
    /// It would be refused.
    Refused,
    NotFound,
}

/// What the values of a preview are for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PreviewPurpose {
    #[default]
    Change,
    /// A change for a time: the present values come back.
    ForATime,
    /// Old values are brought back, which are not unusual.
    BringBack,
}

/// Which lines the table shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PreviewFilter {
    #[default]
    All,
    Warnings,
    LeftOut,
}

/// A column by which the table can be sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreviewColumn {
    Name,
    Field,
    Now,
    New,
    Difference,
    Warning,
}

/// What the table shows and in which order; without `sort` that of the preview, which is the order of the
/// products table or of the spreadsheet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PreviewArrangement {
    pub filter: PreviewFilter,
    /// The column, and whether the order is descending.
    pub sort: Option<(PreviewColumn, bool)>,
}

/// What the changes of a field add up to, without those that are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PreviewTotal {
    pub field: Field,
    /// How many of them change.
    pub count: usize,
    /// The sums before and after.
    pub old: i64,
    pub new: i64,
    /// The old and the new number of the change that goes furthest down, and of the one that goes furthest
    /// up.
    pub least: (i64, i64),
    pub greatest: (i64, i64),
    /// By how much a number changes, from the lowest to the highest. Of prices, these may be other changes
    /// than those.
    pub by: (i64, i64),
    /// Whether these are prices that buyers pay because of a discount.
    pub are_paid: bool,
}

/// The fields whose sums say something.
const SUMMED: [Field; 2] = [Field::PrimaryPrice, Field::Stock];

/// The lines of the table, computed when the preview, what is left out, or the arrangement changes.
#[derive(Debug, Default)]
pub struct PreviewTable {
    made_for: Option<(Arc<Preview>, u64, PreviewArrangement, PreviewPurpose)>,
    shown: Vec<PreviewLine>,
    lines: usize,
    warnings: usize,
    left_out: usize,
    to_send: usize,
    /// Whether none of the lines that are shown is left out.
    is_whole: bool,
    /// Whether any of them is not left out.
    has_kept: bool,
    /// Whether all values that change are numbers.
    is_numeric: bool,
    /// Whether all lines change the same field.
    has_one_field: bool,
    /// Whether some line is of a variant.
    names_variants: bool,
    totals: Vec<PreviewTotal>,
}

impl PreviewTable {
    /// Follows the preview. `left_out` comes with its revision. Old values that are brought back are not
    /// unusual, however far they are from the present ones.
    pub fn update(
        &mut self,
        preview: &Arc<Preview>,
        left_out: (&LeftOut, u64),
        wanted: &PreviewArrangement,
        purpose: PreviewPurpose,
    ) {
        let (left_out, revision) = left_out;
        let is_same =
            |(of, at, arrangement, back): &(Arc<Preview>, u64, PreviewArrangement, PreviewPurpose)| {
                Arc::ptr_eq(of, preview) && *at == revision && arrangement == wanted && *back == purpose
            };
        if self.made_for.as_ref().is_some_and(is_same) {
            return;
        }
        let lines: Vec<PreviewLine> =
            preview.rows.iter().enumerate().flat_map(|(row, of)| lines_of(row, of)).collect();
        let is_left_out = |line: &PreviewLine| line.key(preview).is_some_and(|key| left_out.contains(&key));
        let has_warning = |line: &PreviewLine| warning(preview, *line, purpose).is_some();
        self.lines = lines.len();
        self.warnings = lines.iter().filter(|line| has_warning(line)).count();
        self.left_out = lines.iter().filter(|line| is_left_out(line)).count();
        let is_sent = |line: &&PreviewLine| line.change.is_some() && !is_left_out(line);
        // Rows of a sheet may be variants of the same product.
        let product =
            |line: &PreviewLine| line.row(preview).and_then(|row| row.product.as_ref()).ok_or(line.row);
        self.to_send = lines.iter().filter(is_sent).map(product).collect::<BTreeSet<_>>().len();
        self.is_numeric = lines
            .iter()
            .filter_map(|line| line.change(preview))
            .all(|change| change.is_of_number() && change.field != Field::Status);
        let mut fields = lines.iter().filter_map(|line| line.change(preview)).map(|change| change.field);
        let first = fields.next();
        self.has_one_field = fields.all(|field| Some(field) == first);
        self.names_variants =
            lines.iter().filter_map(|line| line.change(preview)).any(|change| change.variant.is_some());
        self.totals = totals(preview, lines.iter().filter(|line| !is_left_out(line)));
        self.shown = lines;
        match wanted.filter {
            PreviewFilter::All => {}
            PreviewFilter::Warnings => self.shown.retain(has_warning),
            PreviewFilter::LeftOut => self.shown.retain(is_left_out),
        }
        self.is_whole = !self.shown.iter().any(is_left_out);
        self.has_kept = !self.shown.iter().all(is_left_out);
        if let Some((column, is_descending)) = wanted.sort {
            sorting::sort(&mut self.shown, is_descending, |line| key(preview, *line, column, purpose));
        }
        self.made_for = Some((Arc::clone(preview), revision, wanted.clone(), purpose));
    }

    /// The number of lines that are shown.
    pub fn len(&self) -> usize {
        self.shown.len()
    }

    pub fn is_empty(&self) -> bool {
        self.shown.is_empty()
    }

    /// A line that is shown.
    pub fn line(&self, at: usize) -> Option<PreviewLine> {
        self.shown.get(at).copied()
    }

    /// The number of all lines, of those with a warning, and of those that are left out.
    pub const fn counts(&self) -> (usize, usize, usize) {
        (self.lines, self.warnings, self.left_out)
    }

    /// The number of products that would be changed now.
    pub const fn to_send(&self) -> usize {
        self.to_send
    }

    /// Whether none of the lines that are shown is left out.
    pub const fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Whether any of them is not left out.
    pub const fn has_kept(&self) -> bool {
        self.has_kept
    }

    /// Whether all values that change are numbers.
    pub const fn is_numeric(&self) -> bool {
        self.is_numeric
    }

    /// Whether all lines change the same field, whose name and sum stand below the table.
    pub fn has_one_field(&self) -> bool {
        self.has_one_field && !self.names_variants && self.totals.len() == 1
    }

    /// Whether some line is of a variant.
    pub const fn names_variants(&self) -> bool {
        self.names_variants
    }

    /// What the changes that are not left out add up to, for each field of which that says something.
    pub fn totals(&self) -> &[PreviewTotal] {
        &self.totals
    }
}

/// The lines of a row: one for each change that is sent, and for each price that buyers pay because of a
/// discount; one for a row that is not sent; none where nothing changes.
fn lines_of(row: usize, of: &PreviewRow) -> impl Iterator<Item = PreviewLine> + use<> {
    let (changes, alone) = match of.outcome {
        PreviewOutcome::Change | PreviewOutcome::Moved => (of.changes.len(), None),
        PreviewOutcome::Refused(_) | PreviewOutcome::NotFound => {
            (0, Some(PreviewLine { row, change: None, paid: None }))
        }
        PreviewOutcome::Equal => (0, None),
    };
    let discount = of.changes.iter().position(|change| change.field == Field::Discount);
    let prices = if changes == 0 { 0 } else { of.paid.len() };
    let paid = (0..prices).map(move |paid| PreviewLine { row, change: discount, paid: Some(paid) });
    (0..changes)
        .map(move |change| PreviewLine { row, change: Some(change), paid: None })
        .chain(paid)
        .chain(alone)
}

/// What is to be said about a line.
pub fn warning(preview: &Preview, line: PreviewLine, purpose: PreviewPurpose) -> Option<Warning> {
    let is_new = purpose != PreviewPurpose::BringBack;
    match line.row(preview)?.outcome {
        PreviewOutcome::Moved => Some(Warning::Moved),
        PreviewOutcome::Refused(_) => Some(Warning::Refused),
        PreviewOutcome::NotFound => Some(Warning::NotFound),
        PreviewOutcome::Change => line.change(preview).filter(|_| is_new).and_then(|change| match () {
            () if purpose == PreviewPurpose::ForATime && !change.can_be_undone() => Some(Warning::Stays),
            () if change.is_unusual_price() => Some(Warning::UnusualPrice),
            () if change.is_unusual_stock() => Some(Warning::UnusualStock),
            () => None,
        }),
        PreviewOutcome::Equal => None,
    }
}

fn totals<'a>(preview: &Preview, lines: impl Iterator<Item = &'a PreviewLine>) -> Vec<PreviewTotal> {
    let mut totals: Vec<PreviewTotal> = Vec::new();
    let changes = lines.filter_map(|line| Some((line.change(preview)?, line.paid.is_some())));
    for (change, are_paid) in changes.filter(|(change, _)| SUMMED.contains(&change.field)) {
        let Some(numbers @ (old, new)) = change.numbers() else { continue };
        match totals.iter_mut().find(|total| total.field == change.field) {
            None => totals.push(PreviewTotal {
                field: change.field,
                count: 1,
                old,
                new,
                least: numbers,
                greatest: numbers,
                by: (new.saturating_sub(old), new.saturating_sub(old)),
                are_paid,
            }),
            Some(total) => {
                total.count += 1;
                (total.old, total.new) = (total.old.saturating_add(old), total.new.saturating_add(new));
                let by = new.saturating_sub(old);
                total.by = (total.by.0.min(by), total.by.1.max(by));
                if compared(change.field, numbers, total.least) == Ordering::Less {
                    total.least = numbers;
                }
                if compared(change.field, numbers, total.greatest) == Ordering::Greater {
                    total.greatest = numbers;
                }
            }
        }
    }
    totals.sort_by_key(|total| SUMMED.iter().position(|field| *field == total.field));
    totals
}

/// Which of two changes goes further up: prices by their share, other numbers by their difference.
fn compared(field: Field, one: (i64, i64), other: (i64, i64)) -> Ordering {
    let share = |(old, new): (i64, i64)| {
        if field == Field::PrimaryPrice && old > 0 {
            (new - old) as f64 / old as f64
        } else {
            (new - old) as f64
        }
    };
    share(one).total_cmp(&share(other))
}

/// What a line is sorted by.
fn key(
    preview: &Preview,
    line: PreviewLine,
    column: PreviewColumn,
    purpose: PreviewPurpose,
) -> Option<SortKey> {
    let row = line.row(preview)?;
    let change = line.change(preview);
    match column {
        PreviewColumn::Name => SortKey::text(&row.called()),
        PreviewColumn::Field => change.map(|change| SortKey::Number(f64::from(change.field as u8))),
        PreviewColumn::Now => change.and_then(|change| SortKey::of(change.base.as_ref()?)),
        PreviewColumn::New => change.and_then(|change| SortKey::of(&change.new)),
        PreviewColumn::Difference => change.and_then(|change| {
            let (old, new) = change.numbers()?;
            let by = (new - old) as f64;
            Some(SortKey::Number(if change.field == Field::PrimaryPrice && old > 0 {
                by / old as f64
            } else {
                by
            }))
        }),
        PreviewColumn::Warning => {
            warning(preview, line, purpose).map(|warning| SortKey::Number(f64::from(warning as u8)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_domain::{Discount, FieldValue, Problem, ProblemKind, ProductId};

    fn number(field: Field, old: i64, new: i64) -> FieldChange {
        FieldChange::new(field, Some(FieldValue::of_number(field, old)), FieldValue::of_number(field, new))
    }

    fn row(name: &str, changes: Vec<FieldChange>, outcome: PreviewOutcome) -> PreviewRow {
        PreviewRow {
            row: None,
            key: name.to_owned(),
            product: Some(ProductId::from(u64::from(name.as_bytes()[0]))),
            name: name.to_owned(),
            changes,
            from_shop: Vec::new(),
            paid: Vec::new(),
            outcome,
        }
    }

    fn preview() -> Arc<Preview> {
        let rows = vec![
            row(
                "Rug",
                vec![number(Field::PrimaryPrice, 100, 110), number(Field::Stock, 3, 1)],
                PreviewOutcome::Change,
            ),
            row("Bowl", vec![number(Field::PrimaryPrice, 100, 90)], PreviewOutcome::Moved),
            row("Mug", vec![number(Field::PrimaryPrice, 100, 900)], PreviewOutcome::Change),
            row("Jug", vec![number(Field::PrimaryPrice, 5, 5)], PreviewOutcome::Equal),
            row("Cup", Vec::new(), PreviewOutcome::Refused(Problem::new(ProblemKind::HasVariants))),
        ];
        Arc::new(Preview { rows, ..Preview::default() })
    }

    fn names(table: &PreviewTable, preview: &Preview) -> Vec<String> {
        (0..table.len()).filter_map(|at| Some(table.line(at)?.row(preview)?.name.clone())).collect()
    }

    #[test]
    fn each_value_that_changes_is_a_line_and_those_that_are_not_sent_say_so() {
        let (preview, mut table) = (preview(), PreviewTable::default());
        table.update(&preview, (&LeftOut::new(), 0), &PreviewArrangement::default(), PreviewPurpose::Change);
        assert_eq!(names(&table, &preview), ["Rug", "Rug", "Bowl", "Mug", "Cup"]);
        assert_eq!((table.counts(), table.to_send()), ((5, 3, 0), 3));
        let warnings =
            PreviewArrangement { filter: PreviewFilter::Warnings, ..PreviewArrangement::default() };
        table.update(&preview, (&LeftOut::new(), 0), &warnings, PreviewPurpose::Change);
        assert_eq!(names(&table, &preview), ["Bowl", "Mug", "Cup"]);
        table.update(&preview, (&LeftOut::new(), 0), &warnings, PreviewPurpose::BringBack);
        assert_eq!(names(&table, &preview), ["Bowl", "Cup"], "a price that is brought back is not unusual");
    }

    #[test]
    fn what_is_left_out_counts_neither_in_the_sums_nor_among_the_products() {
        let (preview, mut table) = (preview(), PreviewTable::default());
        table.update(&preview, (&LeftOut::new(), 0), &PreviewArrangement::default(), PreviewPurpose::Change);
        let price = table.totals()[0];
        assert_eq!((price.old, price.new, price.least, price.greatest), (300, 1_100, (100, 90), (100, 900)));
        let left_out = LeftOut::from([(2, 0), (0, 0)]);
        table.update(&preview, (&left_out, 1), &PreviewArrangement::default(), PreviewPurpose::Change);
        let price = table.totals()[0];
        assert_eq!((price.old, price.new), (100, 90));
        assert_eq!((table.counts(), table.to_send()), ((5, 3, 2), 2), "of the rug, its stock is sent");
    }

    #[test]
    fn what_buyers_pay_because_of_a_discount_is_a_line_that_is_left_out_with_it() {
        let discount = FieldValue::Discount(Discount::wanted(20, 7));
        let given = FieldChange::new(Field::Discount, Some(FieldValue::Discount(Discount::NONE)), discount);
        let paid = vec![number(Field::PrimaryPrice, 100, 80), number(Field::PrimaryPrice, 50, 40)];
        let shirt = PreviewRow { paid, ..row("Shirt", vec![given], PreviewOutcome::Change) };
        let preview = Arc::new(Preview { rows: vec![shirt], ..Preview::default() });
        let mut table = PreviewTable::default();
        table.update(&preview, (&LeftOut::new(), 0), &PreviewArrangement::default(), PreviewPurpose::Change);
        assert_eq!((table.len(), table.to_send()), (3, 1));
        let price = table.totals()[0];
        assert_eq!((price.old, price.new), (150, 120));
        let left_out: LeftOut = table.line(2).and_then(|line| line.key(&preview)).into_iter().collect();
        table.update(&preview, (&left_out, 1), &PreviewArrangement::default(), PreviewPurpose::Change);
        assert_eq!((table.counts(), table.to_send()), ((3, 0, 3), 0));
        assert!(table.totals().is_empty());
    }

    #[test]
    fn lines_are_sorted_and_those_without_a_value_come_last_in_both_orders() {
        let (preview, mut table) = (preview(), PreviewTable::default());
        let by = |column, is_descending| PreviewArrangement {
            sort: Some((column, is_descending)),
            ..PreviewArrangement::default()
        };
        table.update(&preview, (&LeftOut::new(), 0), &by(PreviewColumn::New, false), PreviewPurpose::Change);
        assert_eq!(names(&table, &preview), ["Rug", "Bowl", "Rug", "Mug", "Cup"]);
        table.update(&preview, (&LeftOut::new(), 0), &by(PreviewColumn::New, true), PreviewPurpose::Change);
        assert_eq!(names(&table, &preview), ["Mug", "Rug", "Bowl", "Rug", "Cup"]);
        table.update(&preview, (&LeftOut::new(), 0), &by(PreviewColumn::Name, false), PreviewPurpose::Change);
        assert_eq!(names(&table, &preview), ["Bowl", "Cup", "Mug", "Rug", "Rug"]);
    }
}
