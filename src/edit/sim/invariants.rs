//! What has to be true at the end of a run.

use super::driver::Simulation;
use super::world::Peculiarity;
use crate::domain::Code;
use crate::edit::change::RowState;

pub fn check(simulation: &Simulation<'_>) -> Result<(), String> {
    for (place, row) in simulation.durable.iter().enumerate() {
        let (peculiarity, fields) = &simulation.world.products[place];
        let cells = &simulation.shop.cells[place];
        let was_moved = cells.values().any(|cell| cell.moved_at.is_some());
        let has_new = fields.iter().all(|(field, _, new)| cells[field].value == *new);
        let sends = simulation.sends[place];
        let is_plausible = match row.state {
            RowState::Waiting | RowState::Sent => false,
            // What somebody changed afterwards is theirs.
            RowState::Changed => was_moved || (has_new && *peculiarity != Peculiarity::Ignored),
            RowState::Equal => was_moved && cells.values().all(|cell| cell.written.is_empty()),
            RowState::InReview => cells.values().any(|cell| cell.proposed.is_some()),
            RowState::Moved => was_moved,
            RowState::Failed => *peculiarity != Peculiarity::None || simulation.world.refuses_all || sends >= 8,
            // What was given up has to be known if it took effect after all.
            RowState::Cancelled => {
                let may_be = simulation.world.refuses_all || simulation.world.cancel_at.is_some();
                may_be && cells.values().all(|cell| cell.written.is_empty())
            }
        };
        if !is_plausible {
            return Err(format!(
                "product {place} ({peculiarity:?}) ended as {:?} after {sends} requests: {row:?}, shop {cells:?}",
                row.state
            ));
        }
        if row.problem.as_ref().is_some_and(|problem| problem.code == Code::Internal) {
            return Err(format!("product {place} was held back: {:?}", row.problem));
        }
        let was_written = cells.values().any(|cell| !cell.written.is_empty());
        if sends == 0 && was_written {
            return Err(format!("product {place} was written without a request"));
        }
    }
    Ok(())
}
