//! Products that wait to be sent with a value for which others failed.

use std::collections::HashSet;

use super::Run;
use super::rows::RowFilter;
use vitrine_core::import::{DraftId, State};
use vitrine_domain::{Field, FieldValue};

/// How many products are examined in a frame.
const PRODUCTS_PER_FRAME: usize = 500;

/// The products that wait with the value of failed ones in one field. Looked for again, some products in each
/// frame, while the waiting ones change.
#[derive(Debug, Default, PartialEq)]
pub struct WaitingAlike {
    /// Those found when all were last examined. One of them that has failed since is still among them.
    products: Vec<DraftId>,
    found: Vec<DraftId>,
    /// The values with which the failed ones were sent.
    values: HashSet<Option<FieldValue>>,
    examined: usize,
    /// The changes of the rows that are taken into account.
    revision: Option<(u64, u64)>,
    is_complete: bool,
}

impl WaitingAlike {
    /// The products.
    pub fn products(&self) -> &[DraftId] {
        &self.products
    }

    /// Whether all waiting products were examined.
    pub const fn is_complete(&self) -> bool {
        self.is_complete
    }
}

impl Run {
    /// Looks at some more of the waiting products, for those that have the value of `failed` ones in `field`.
    pub fn update_waiting_alike(&self, alike: &mut WaitingAlike, failed: &[DraftId], field: Field) {
        let revision = Some((self.rows.waiting_changes(), self.rows.failure_changes()));
        if alike.is_complete && alike.revision == revision {
            return;
        }
        if alike.is_complete || alike.revision.is_none() {
            (alike.revision, alike.is_complete, alike.examined) = (revision, false, 0);
            alike.values = failed.iter().filter_map(|id| Some(self.sent(*id)?.value(field))).collect();
        }
        let has_value =
            |id: DraftId| self.sent(id).is_some_and(|draft| alike.values.contains(&draft.value(field)));
        let waiting = (alike.examined..)
            .map_while(|index| self.rows.nth(RowFilter::Waiting, index))
            .take(PRODUCTS_PER_FRAME);
        let examined: Vec<DraftId> = waiting.map(|row| row.id).collect();
        alike.found.extend(examined.iter().copied().filter(|id| has_value(*id)));
        alike.examined += examined.len();
        if examined.len() == PRODUCTS_PER_FRAME {
            return;
        }
        let has_failed = |id: &DraftId| {
            self.row(*id).is_some_and(|row| row.state == State::Failed) && !failed.contains(id)
        };
        let failed_since = std::mem::take(&mut alike.products).into_iter().filter(has_failed);
        let found: Vec<DraftId> = std::mem::take(&mut alike.found).into_iter().chain(failed_since).collect();
        (alike.products, alike.is_complete) = (found, true);
    }
}
