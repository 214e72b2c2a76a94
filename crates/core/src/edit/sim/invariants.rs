//! What has to be true at the end of a run: what is said of each product, compared with what is there.

use super::driver::Simulation;
use super::shop::Cell;
use super::world::Peculiarity;
use crate::edit::change::{FieldChange, RowState, StoredRow};
use vitrine_domain::{FieldValue, ProblemKind};

pub fn check(simulation: &Simulation<'_>) -> Result<(), String> {
    (0..simulation.durable.len()).try_for_each(|place| check_row(simulation, place))
}

fn check_row(simulation: &Simulation<'_>, place: usize) -> Result<(), String> {
    let (world, row) = (simulation.world, &simulation.durable[place]);
    let (peculiarity, cells) = (world.products[place].0, &simulation.shop.cells[place]);
    let was_moved = cells.values().any(|cell| cell.moved_at.is_some());
    let was_written = cells.values().any(|cell| !cell.written.is_empty());
    let sends = simulation.sends[place];
    let fields: Vec<(&FieldChange, &Cell)> =
        row.changes.iter().map(|change| (change, &cells[&change.key()])).collect();
    // Values of ours that a person would find in the shop.
    let is_found = |change: &FieldChange| !simulation.shop.is_gone(place, change.key().variant.as_ref());
    let is_ours =
        |change: &FieldChange, cell: &Cell| cell.is_written && change.base.as_ref() != Some(&cell.value);
    let is_ours_there = fields.iter().any(|(change, cell)| is_found(change) && is_ours(change, cell));
    let is_proposed = cells.values().any(|cell| cell.proposed.is_some());
    let is_code = |code| row.problem.as_ref().is_some_and(|problem| problem.kind == code);
    let is_plausible = match row.state {
        RowState::Waiting | RowState::Sent => false,
        // What somebody changed afterwards is theirs.
        RowState::Changed => {
            (peculiarity != Peculiarity::Ignored || was_moved)
                && fields.iter().enumerate().all(|(index, (change, cell))| was_made(row, index, change, cell))
        }
        RowState::Equal => was_moved && sends == 0 && !was_written,
        RowState::InReview => is_proposed,
        RowState::Moved => was_moved,
        RowState::Failed => {
            let has_reason = peculiarity != Peculiarity::None
                || world.refuses_all
                || sends >= 8
                || world.reads_end.is_some()
                || world.spells;
            // What somebody else sets hides what was refused after it was done, and may look as if it were
            // ours.
            let is_disturbed = was_moved && row.sent;
            let is_refused = world.conditions.deceptions.refused_after > 0;
            // A product that has failed is changed again, or looked at: nothing of ours is there, or nobody
            // could know.
            let is_known = !is_ours_there && !is_proposed && (has_reason || (is_disturbed && is_refused));
            // Of variants that are changed one after the other, some were when the person gave up.
            let is_partly = !world.batch_variants && world.cancel_at.is_some() && is_ours_there;
            if is_code(ProblemKind::ChangeUnconfirmed) {
                has_reason || is_disturbed || is_proposed || is_partly
            } else {
                is_known
            }
        }
        // What was given up has to be known if it took effect after all.
        RowState::Cancelled => {
            let is_unwritten = !was_written || (world.spells && !is_ours_there);
            (world.refuses_all || world.cancel_at.is_some() || world.reads_end.is_some()) && is_unwritten
        }
    };
    if !is_plausible {
        return Err(format!(
            "product {place} ({peculiarity:?}) ended as {:?} after {sends} requests: {row:?}, shop {cells:?}",
            row.state
        ));
    }
    if is_code(ProblemKind::Internal) {
        return Err(format!("product {place} was held back: {:?}", row.problem));
    }
    if sends == 0 && was_written {
        return Err(format!("product {place} was written without a request"));
    }
    if is_ours_there && !row.may_have_changed() {
        return Err(format!("an undo would not look at product {place}: {row:?}, shop {cells:?}"));
    }
    let is_other_base = |(change, cell): &&(&FieldChange, &Cell)| {
        cell.moved_at.is_none() && cell.before.is_some() && cell.before != change.base
    };
    if let Some((change, cell)) = fields.iter().find(is_other_base) {
        return Err(format!(
            "an undo of product {place} would restore {:?} and not {:?}",
            change.base, cell.before
        ));
    }
    Ok(())
}

/// Whether a request of ours, or somebody else, gave a field the value that is said to be there.
fn was_made(row: &StoredRow, index: usize, change: &FieldChange, cell: &Cell) -> bool {
    let said: &FieldValue = row.spelled(index).unwrap_or(&change.new);
    cell.moved_at.is_some() || cell.written.contains(said)
}
