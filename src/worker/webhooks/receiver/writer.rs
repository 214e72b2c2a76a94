//! Writes deliveries to the disk, all that wait at once, and reports them at most ten times a second.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::time::{Duration, Instant};

use tokio::sync::{Notify, oneshot};

use super::{ReceiverEvent, Refusals, Report};
use crate::store::{Deliveries, NewDelivery};
use vitrine_domain::{Forwarding, Problem, ProblemKind, StoredDelivery};

/// How many deliveries may wait for the disk.
const MAX_WAITING: usize = 512;
/// How many are written with one flush of the disk.
const BATCH: usize = 256;
/// How often what was received is reported.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);
/// After so many deliveries, or bytes of them, it is looked whether there is room for more.
const PRUNE_INTERVAL: usize = 2_000;
const PRUNE_BYTES: usize = 16 << 20;

enum Job {
    Store(NewDelivery, oneshot::Sender<bool>),
    /// A request was refused, which is to be reported.
    Refused,
}

/// Where deliveries wait for the disk.
#[derive(Clone)]
pub struct Queue(SyncSender<Job>);

impl Queue {
    /// Stores a delivery. Whether it is durable now.
    pub async fn store(&self, delivery: NewDelivery) -> bool {
        let (stored, is_stored) = oneshot::channel();
        match self.0.try_send(Job::Store(delivery, stored)) {
            Ok(()) => is_stored.await.unwrap_or(false),
            Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => false,
        }
    }

    /// A request was refused. Where many wait, the next report says so anyway.
    pub fn refused(&self) {
        let _ = self.0.try_send(Job::Refused);
    }
}

/// Starts the thread. It ends with the last queue.
pub fn start(
    deliveries: Deliveries,
    forwarding: Forwarding,
    report: Report,
    refusals: Arc<Refusals>,
    forward_now: Arc<Notify>,
) -> Queue {
    let (queue, jobs) = sync_channel(MAX_WAITING);
    let writer = Writer {
        deliveries,
        forwarding,
        report,
        refusals,
        forward_now,
        unreported: Vec::new(),
        reported: None,
        room: Room::default(),
    };
    let thread =
        std::thread::Builder::new().name("webhook writer".to_owned()).spawn(move || writer.run(&jobs));
    if let Err(error) = thread {
        tracing::error!(%error, "no delivery can be stored");
    }
    Queue(queue)
}

struct Writer {
    deliveries: Deliveries,
    forwarding: Forwarding,
    report: Report,
    refusals: Arc<Refusals>,
    forward_now: Arc<Notify>,
    unreported: Vec<StoredDelivery>,
    /// When something was last reported.
    reported: Option<Instant>,
    room: Room,
}

/// How much may be stored before it is looked again whether there is room.
#[derive(Default)]
struct Room {
    deliveries: usize,
    bytes: usize,
}

impl Writer {
    fn run(mut self, jobs: &Receiver<Job>) {
        loop {
            let first = match self.next_report() {
                None => jobs.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(wait) => jobs.recv_timeout(wait),
            };
            match first {
                Ok(first) => self.write(std::iter::once(first).chain(jobs.try_iter()).take(BATCH).collect()),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if self.next_report().is_some_and(|wait| wait.is_zero()) {
                self.send_report();
            }
        }
        self.send_report();
    }

    /// Until the next report is due; `None` if there is nothing to report.
    fn next_report(&self) -> Option<Duration> {
        let has_refused = self.refusals.wrong_token.load(Ordering::Relaxed)
            + self.refusals.other.load(Ordering::Relaxed)
            > 0;
        let due = self.reported.map_or(Duration::ZERO, |at| REPORT_INTERVAL.saturating_sub(at.elapsed()));
        (has_refused || !self.unreported.is_empty()).then_some(due)
    }

    fn write(&mut self, jobs: Vec<Job>) {
        let (mut new, mut waiting) = (Vec::new(), Vec::new());
        for job in jobs {
            if let Job::Store(delivery, stored) = job {
                new.push(delivery);
                waiting.push(stored);
            }
        }
        if new.is_empty() {
            return;
        }
        let stored = if self.has_room(&new) {
            self.deliveries.add(&new, self.forwarding)
        } else {
            Err(Problem::new(ProblemKind::Storage))
        };
        let is_stored = stored.is_ok();
        for sender in waiting {
            let _ = sender.send(is_stored);
        }
        match stored {
            Ok(stored) => self.unreported.extend(stored),
            Err(problem) => tracing::warn!(%problem, "deliveries could not be stored"),
        }
        if self.forwarding == Forwarding::Waiting {
            self.forward_now.notify_one();
        }
    }

    /// Whether these may be stored: what waits already to be printed or passed on is not given up for them.
    fn has_room(&mut self, new: &[NewDelivery]) -> bool {
        let bytes: usize = new.iter().map(|delivery| delivery.body.len()).sum();
        if self.room.deliveries < new.len() || self.room.bytes < bytes {
            let has_room = self.deliveries.prune().unwrap_or_else(|problem| {
                tracing::warn!(%problem, "old deliveries could not be deleted");
                true
            });
            if !has_room {
                return false;
            }
            self.room = Room { deliveries: PRUNE_INTERVAL, bytes: PRUNE_BYTES };
        }
        self.room.deliveries = self.room.deliveries.saturating_sub(new.len());
        self.room.bytes = self.room.bytes.saturating_sub(bytes);
        true
    }

    fn send_report(&mut self) {
        self.reported = Some(Instant::now());
        let received = std::mem::take(&mut self.unreported);
        if !received.is_empty() {
            (self.report)(ReceiverEvent::Received(received));
        }
        let wrong_token = self.refusals.wrong_token.swap(0, Ordering::Relaxed);
        let other = self.refusals.other.swap(0, Ordering::Relaxed);
        if wrong_token + other > 0 {
            (self.report)(ReceiverEvent::Refused { wrong_token, other });
        }
    }
}
