//! The refusal of a token, kept until the result of the task that met it is handled.

use std::cell::RefCell;

use vitrine_domain::Problem;

tokio::task_local! {
    static REFUSAL: RefCell<Option<Problem>>;
}

/// The token of a request of this task was refused.
pub fn note(problem: &Problem) {
    let noted = REFUSAL.try_with(|refusal| *refusal.borrow_mut() = Some(problem.clone()));
    debug_assert!(noted.is_ok(), "requests with a token are sent by tasks");
}

/// Does the work of a task. Returns its result, and the refusal of the token of one of its requests. The
/// refusal is to be told after the result: whoever waits for another token because of that result knows it
/// by then, so that no token can come before it.
pub async fn noted<T>(work: impl Future<Output = T>) -> (T, Option<Problem>) {
    let work = async {
        let result = work.await;
        (result, REFUSAL.with(RefCell::take))
    };
    REFUSAL.scope(RefCell::default(), work).await
}
