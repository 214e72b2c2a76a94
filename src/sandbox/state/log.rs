//! What was asked and how it ended, for tests, benchmarks and the curious.

use std::collections::{HashMap, VecDeque};

use jiff::Timestamp;

use crate::sandbox::operation::Operation;

/// One request. Holds no header and no body, so no secret.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// When it arrived.
    pub at: Timestamp,
    /// `None` when its path is nobody's.
    pub operation: Option<Operation>,
    pub method: String,
    /// Path and query.
    pub path: String,
    /// The length its head announced.
    pub request_bytes: u64,
    pub outcome: Outcome,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    UnderWay,
    Answered {
        status: u16,
        bytes: u64,
    },
    /// The connection was broken on purpose, without an answer.
    Reset,
}

/// Enough for a day of practice; the oldest go first.
const MAX_RECORDS: usize = 200_000;

#[derive(Default)]
pub struct Log {
    records: VecDeque<Record>,
    forgotten: usize,
    /// Requests under way now, and the most there were.
    in_flight: HashMap<Operation, (usize, usize)>,
}

impl Log {
    /// Notes an arrival; the number given is for [`Log::end`].
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

    pub fn end(&mut self, number: usize, operation: Option<Operation>, outcome: Outcome) {
        if let Some((now, _)) = operation.and_then(|operation| self.in_flight.get_mut(&operation)) {
            *now -= 1;
        }
        if let Some(record) = number.checked_sub(self.forgotten).and_then(|at| self.records.get_mut(at)) {
            record.outcome = outcome;
        }
    }

    /// Requests ever begun.
    pub fn count(&self) -> usize {
        self.forgotten + self.records.len()
    }

    pub fn records(&self) -> Vec<Record> {
        self.records.iter().cloned().collect()
    }

    pub fn peak(&self, operation: Operation) -> usize {
        self.in_flight.get(&operation).map_or(0, |(_, peak)| *peak)
    }
}
