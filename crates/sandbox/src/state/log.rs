//! Records requests and their outcomes, for tests and benchmarks.

use std::collections::{HashMap, VecDeque};

use jiff::Timestamp;

use crate::operation::Operation;

/// One request, without headers and body, so without secrets.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The time of arrival.
    pub at: Timestamp,
    /// `None` for an unknown path.
    pub operation: Option<Operation>,
    pub method: String,
    /// The path and query.
    pub path: String,
    /// The announced length of the body.
    pub request_bytes: u64,
    pub outcome: Outcome,
}

/// How a request ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    UnderWay,
    Answered {
        status: u16,
        bytes: u64,
    },
    /// The connection was reset deliberately.
    Reset,
}

/// The maximum number of records; the oldest are dropped first.
const MAX_RECORDS: usize = 200_000;

/// The recorded requests.
#[derive(Default)]
pub struct Log {
    records: VecDeque<Record>,
    forgotten: usize,
    /// By operation, the current and the maximum number of running requests.
    in_flight: HashMap<Operation, (usize, usize)>,
}

impl Log {
    /// Records an arrival; the returned number is for [`Log::end`].
    pub fn begin(&mut self, record: Record) -> usize {
        if let Some(operation) = record.operation {
            let (now, peak) = self.in_flight.entry(operation).or_default();
            *now += 1;
            *peak = (*peak).max(*now);
        }
        if self.records.len() == MAX_RECORDS {
            self.records.pop_front();
            self.forgotten += 1;
        }
        self.records.push_back(record);
        self.forgotten + self.records.len() - 1
    }

    /// Records the outcome.
    pub fn end(&mut self, number: usize, operation: Option<Operation>, outcome: Outcome) {
        if let Some((now, _)) = operation.and_then(|operation| self.in_flight.get_mut(&operation)) {
            *now -= 1;
        }
        if let Some(record) = number.checked_sub(self.forgotten).and_then(|at| self.records.get_mut(at)) {
            record.outcome = outcome;
        }
    }

    /// The number of all requests.
    pub fn count(&self) -> usize {
        self.forgotten + self.records.len()
    }

    /// The records, oldest first.
    pub fn records(&self) -> Vec<Record> {
        self.records.iter().cloned().collect()
    }

    /// The maximum number of concurrent requests.
    pub fn peak(&self, operation: Operation) -> usize {
        self.in_flight.get(&operation).map_or(0, |(_, peak)| *peak)
    }
}
