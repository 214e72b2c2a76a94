//! Asynchronous tasks beside the event loop. Each task has a lifetime and may belong to a slot of which only
//! the newest task counts; results that come too late are dropped here.

use std::collections::HashMap;

use tokio::sync::mpsc;
use tokio::task::{AbortHandle, JoinSet};

use super::session::refusal;
use super::task_result::TaskResult;
use vitrine_domain::{Problem, ProblemKind};
use vitrine_model::messages::{FormPhotoId, ListId, PictureKey};

/// How long a task may live.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lifetime {
    /// Until the account is left: its requests carry that account's token, and its result belongs to that
    /// account's shop.
    Account,
    /// Until the program ends.
    Program,
}

/// A kind of task of which only the newest one counts. Results of earlier ones are dropped.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    SignIn,
    Renewal,
    /// Saving tokens that the keychain had not accepted.
    TokenSaving,
    Plan,
    WatchedFolder,
    /// Comparing the photos of a folder.
    PhotoComparison,
    /// Comparing the review with earlier imports.
    KnownProducts,
    Products,
    /// Reading the list of imports.
    ImportRuns,
    /// Looking up how a product came into the shop.
    ProductOrigin,
    /// Reading a product before it is changed.
    EditReading,
    /// Comparing wanted changes with the shop.
    EditPreview,
    /// What bringing old values back would change.
    EditReturn,
    /// Watching the file of a list that is followed.
    FollowedFile(ListId),
    /// Comparing a list that is followed with the shop.
    FollowedList(ListId),
    /// Reading or recording a run of changes.
    EditOpening,
    /// Reading a product that was delivered as changed.
    DeliveredProduct,
    /// Reading a delivery to show it.
    Delivery,
    /// Looking up the token that the receiver checks.
    ReceiverToken,
    Categories,
    CategoryAttributes(i64),
    MarketCheck,
    FormPhoto(FormPhotoId),
    Picture(PictureKey),
    /// Receiving photos from a phone.
    Phone,
    /// Looking for a newer version of the program.
    UpdateCheck,
    /// Telling something on the desktop.
    Notification,
    /// Keeping the computer awake.
    Awake,
    /// Writing to the journal; batches must not overtake each other.
    Journal,
}

/// Decides later whether a result is still wanted.
#[derive(Clone, Debug)]
struct Ticket {
    /// The account's generation, for tasks that end with the account.
    generation: Option<u64>,
    slot: Option<(Slot, u64)>,
}

struct Message {
    ticket: Ticket,
    done: TaskResult,
    /// The task ended with this message.
    last: bool,
}

/// Sends results of tasks that have more than one, and of threads.
#[derive(Clone)]
pub struct Reporter {
    ticket: Ticket,
    results: mpsc::UnboundedSender<Message>,
}

impl Reporter {
    /// Sends a result. Returns false when nobody listens any more.
    pub fn report(&self, done: impl Into<TaskResult>) -> bool {
        self.send(done.into(), false)
    }

    fn send(&self, done: TaskResult, last: bool) -> bool {
        self.results.send(Message { ticket: self.ticket.clone(), done, last }).is_ok()
    }
}

struct Newest {
    number: u64,
    lifetime: Lifetime,
    task: AbortHandle,
}

/// The running tasks, and the channel of their results.
pub struct Tasks {
    of_account: JoinSet<()>,
    of_program: JoinSet<()>,
    results: (mpsc::UnboundedSender<Message>, mpsc::UnboundedReceiver<Message>),
    /// The newest task of each slot, until it ends.
    newest: HashMap<Slot, Newest>,
    /// How many accounts were left.
    generation: u64,
    numbers: u64,
}

impl Default for Tasks {
    fn default() -> Self {
        Self {
            of_account: JoinSet::new(),
            of_program: JoinSet::new(),
            results: mpsc::unbounded_channel(),
            newest: HashMap::new(),
            generation: 0,
            numbers: 0,
        }
    }
}

impl Tasks {
    /// Starts a task whose result comes back through [`Tasks::next`].
    pub fn spawn<D: Into<TaskResult>>(
        &mut self,
        lifetime: Lifetime,
        slot: impl Into<Option<Slot>>,
        task: impl Future<Output = D> + Send + 'static,
    ) -> AbortHandle {
        self.spawn_reporting(lifetime, slot, |_| task)
    }

    /// The same for a task that reports more than one result.
    pub fn spawn_reporting<D: Into<TaskResult>, F: Future<Output = D> + Send + 'static>(
        &mut self,
        lifetime: Lifetime,
        slot: impl Into<Option<Slot>>,
        task: impl FnOnce(Reporter) -> F,
    ) -> AbortHandle {
        self.numbers += 1;
        let (slot, number) = (slot.into(), self.numbers);
        let generation = (lifetime == Lifetime::Account).then_some(self.generation);
        let ticket = Ticket { generation, slot: slot.clone().map(|slot| (slot, number)) };
        let reporter = Reporter { ticket, results: self.results.0.clone() };
        let account = self.account_reporter();
        let task = task(reporter.clone());
        let set = match lifetime {
            Lifetime::Account => &mut self.of_account,
            Lifetime::Program => &mut self.of_program,
        };
        let handle = set.spawn(async move {
            let (done, refusal) = refusal::noted(task).await;
            reporter.send(done.into(), true);
            if let Some(problem) = refusal {
                account.report(TaskResult::TokenRefused(problem));
            }
        });
        if let Some(slot) = slot {
            self.newest.insert(slot, Newest { number, lifetime, task: handle.clone() });
        }
        handle
    }

    /// A reporter that speaks for the slot's newest task.
    pub fn reporter(&self, slot: &Slot) -> Option<Reporter> {
        let number = self.newest.get(slot)?.number;
        let ticket = Ticket { generation: None, slot: Some((slot.clone(), number)) };
        Some(Reporter { ticket, results: self.results.0.clone() })
    }

    /// A reporter for threads that run as long as the program.
    pub fn program_reporter(&self) -> Reporter {
        Reporter { ticket: Ticket { generation: None, slot: None }, results: self.results.0.clone() }
    }

    /// A reporter for threads that run until the account is left.
    pub fn account_reporter(&self) -> Reporter {
        Reporter {
            ticket: Ticket { generation: Some(self.generation), slot: None },
            results: self.results.0.clone(),
        }
    }

    /// How many accounts were left.
    pub const fn generation(&self) -> u64 {
        self.generation
    }

    /// Whether the slot has a task that has not ended.
    pub fn is_running(&self, slot: &Slot) -> bool {
        self.newest.contains_key(slot)
    }

    /// Lets the slot's task run to its end, but drops its result.
    pub fn disregard(&mut self, slot: &Slot) {
        self.newest.remove(slot);
    }

    /// Cancels the slot's task.
    pub fn cancel(&mut self, slot: &Slot) {
        if let Some(Newest { task, .. }) = self.newest.remove(slot) {
            task.abort();
        }
    }

    /// Cancels every task of the account. Results that they sent and nobody has received yet are dropped.
    pub fn end_account(&mut self) {
        self.generation += 1;
        // Dropping a `JoinSet` cancels its tasks.
        drop(std::mem::take(&mut self.of_account));
        self.newest.retain(|_, newest| newest.lifetime != Lifetime::Account);
    }

    /// Cancels all tasks.
    pub fn end_all(&mut self) {
        self.end_account();
        self.of_program.abort_all();
    }

    /// The next result that is still wanted, or why a task ended without one.
    ///
    /// Cancellation-safe. Pending while there is nothing to wait for.
    pub async fn next(&mut self) -> Result<TaskResult, Problem> {
        loop {
            let joined = tokio::select! {
                biased;
                Some(message) = self.results.1.recv() => match self.current_result(message) {
                    Some(done) => return Ok(done),
                    None => continue,
                },
                Some(joined) = self.of_account.join_next_with_id(), if !self.of_account.is_empty() => joined,
                Some(joined) = self.of_program.join_next_with_id(), if !self.of_program.is_empty() => joined,
            };
            if let Err(error) = joined {
                self.newest.retain(|_, newest| newest.task.id() != error.id());
                if !error.is_cancelled() {
                    return Err(Problem::new(ProblemKind::Internal).with_quotation(error.to_string()));
                }
            }
        }
    }

    fn current_result(&mut self, Message { ticket, done, last }: Message) -> Option<TaskResult> {
        if ticket.generation.is_some_and(|generation| generation != self.generation) {
            return None;
        }
        if let Some((slot, number)) = ticket.slot {
            if self.newest.get(&slot).is_none_or(|newest| newest.number != number) {
                return None;
            }
            if last {
                self.newest.remove(&slot);
            }
        }
        Some(done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worker::platform;

    fn said(what: &str) -> platform::PlatformTaskResult {
        platform::PlatformTaskResult::FoundInFolder(vec![what.into()])
    }

    async fn hears(tasks: &mut Tasks) -> String {
        match tasks.next().await {
            Ok(TaskResult::Platform(platform::PlatformTaskResult::FoundInFolder(paths))) => {
                paths[0].display().to_string()
            }
            _ => panic!("a result"),
        }
    }

    #[tokio::test]
    async fn only_the_newest_task_of_a_slot_delivers_its_result() {
        let mut tasks = Tasks::default();
        tasks.spawn(Lifetime::Program, Slot::Plan, async { said("older") });
        tasks.spawn(Lifetime::Program, Slot::Plan, async { said("newer") });
        tasks.spawn(Lifetime::Program, None, async { said("another") });
        assert_eq!(
            (hears(&mut tasks).await.as_str(), hears(&mut tasks).await.as_str()),
            ("newer", "another")
        );
        assert!(!tasks.is_running(&Slot::Plan));
    }

    #[tokio::test]
    async fn a_refused_token_is_told_after_the_result_that_waits_for_another_one() {
        let mut tasks = Tasks::default();
        tasks.spawn_reporting(Lifetime::Account, Slot::Products, |reporter| async move {
            refusal::note(&Problem::new(ProblemKind::Unauthorized));
            tokio::task::yield_now().await;
            reporter.report(said("a page"));
            said("the end")
        });
        assert_eq!(
            (hears(&mut tasks).await.as_str(), hears(&mut tasks).await.as_str()),
            ("a page", "the end")
        );
        assert!(matches!(tasks.next().await, Ok(TaskResult::TokenRefused(_))));
    }

    #[tokio::test]
    async fn results_of_a_left_account_are_dropped_even_if_sent_before() {
        let mut tasks = Tasks::default();
        tasks.spawn_reporting(Lifetime::Account, Slot::Products, |reporter| async move {
            reporter.report(said("a page"));
            said("the end")
        });
        tokio::task::yield_now().await;
        tasks.end_account();
        tasks.spawn(Lifetime::Program, None, async { said("afterwards") });
        assert_eq!(hears(&mut tasks).await, "afterwards");
        assert!(!tasks.is_running(&Slot::Products));
    }

    #[tokio::test]
    async fn a_task_that_panics_is_reported_and_frees_its_slot() {
        let mut tasks = Tasks::default();
        tasks.spawn(Lifetime::Program, Slot::Renewal, async {
            if true { panic!("as any may") } else { said("") }
        });
        assert_eq!(tasks.next().await.err().unwrap().kind, ProblemKind::Internal);
        assert!(!tasks.is_running(&Slot::Renewal));
    }
}
