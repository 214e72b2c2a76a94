//! Commands and events of a market check.

use serde_json::Value;

use vitrine_domain::Problem;

/// Commands about checking a market file.
#[derive(Clone, Copy, Debug)]
pub enum CheckCommand {
    /// Checks everything that only reads. `write`: also creates one hidden product and reads it back.
    Check { write: bool },
}

/// The result of one step.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckResult {
    /// The operation, such as `whoami` or `list`.
    pub step: &'static str,
    pub facts: Vec<Fact>,
    /// Why the step, or the rest of it, could not be done.
    pub problem: Option<Problem>,
}

/// Something observed. It never identifies a person, a shop or a product.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    pub name: &'static str,
    pub value: Value,
    /// What the market file says, or the program relies on.
    pub expected: Option<Value>,
}

impl Fact {
    /// An observation that nothing depends on.
    pub fn seen(name: &'static str, value: impl Into<Value>) -> Self {
        Self { name, value: value.into(), expected: None }
    }

    /// An observation of something assumed.
    pub fn assumed(name: &'static str, value: impl Into<Value>, expected: impl Into<Value>) -> Self {
        Self { name, value: value.into(), expected: Some(expected.into()) }
    }

    /// Whether it is as assumed, if anything was.
    pub fn holds(&self) -> bool {
        self.expected.as_ref().is_none_or(|expected| *expected == self.value)
    }
}

impl CheckResult {
    /// Whether everything was as assumed.
    pub fn holds(&self) -> bool {
        self.problem.is_none() && self.facts.iter().all(Fact::holds)
    }
}
