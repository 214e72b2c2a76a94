//! Answers that say that nothing was done although it was.

use super::Dice;
use crate::domain::{Code, Problem};

/// An answer after the work: a token that ended meanwhile, a gateway that guards, loses its way or repeated the request itself. Its body is
/// a page, JSON in the marketplace's own form, or nothing.
pub fn denial(dice: &mut Dice) -> Problem {
    const STATUSES: [(u16, Code); 5] =
        [(401, Code::Unauthorized), (403, Code::Forbidden), (404, Code::NotFound), (409, Code::Refused), (422, Code::Unprocessable)];
    let (status, code) = *dice.pick(&STATUSES);
    Problem { status: Some(status), has_body: dice.per_mille(667), ..Problem::new(code) }
}
