//! `check`: which assumptions of the marketplace file hold, as a report that can be sent to others.

use serde_json::{Value, json};

use super::printing::{print_json, print_line};
use super::terminal::Terminal;
use crate::args;
use crate::worker::{CheckCommand, CheckResult, Command, Event, Fact, MarketChoice};
use vitrine_domain::foreign_text::printable;
use vitrine_domain::{Exit, Problem, ProblemKind};

/// `check`: signs in, asks the marketplace, and prints a report without names, ids or tokens.
///
/// # Errors
/// The problem of the sign-in.
pub fn check(terminal: &Terminal, market: MarketChoice, write: bool, json: bool) -> Result<Exit, Problem> {
    terminal.sign_in(market)?;
    terminal.print_notice(&terminal.messages.text("cli-check-report"));
    terminal.send(Command::Check(CheckCommand::Check { write }));
    let mut wrong = 0;
    terminal.wait(|event| match event {
        Event::Check(Some(step)) => {
            wrong += usize::from(!step.holds());
            if json {
                print_json(&step_json(step));
            } else {
                print_step(step);
            }
            None
        }
        Event::Check(None) => Some(Ok(())),
        Event::Left => Some(Err(Problem::new(ProblemKind::OtherAccount))),
        _ => None,
    })?;
    let summary = terminal.messages.format("cli-check-summary", args!["count" => wrong]);
    terminal.print_notice(&summary);
    Ok(if wrong == 0 { Exit::AllDone } else { Exit::SomeNotCreated })
}

/// What a report may contain of a problem: the marketplace's words could name a person or a product.
fn problem_json(problem: &Problem) -> Value {
    json!({ "code": problem.kind.key(), "status": problem.status, "field": problem.field })
}

fn step_json(step: &CheckResult) -> Value {
    let fact = |fact: &Fact| {
        (
            fact.name.to_owned(),
            json!({ "value": fact.value, "expected": fact.expected, "holds": fact.holds() }),
        )
    };
    json!({
        "event": "check",
        "step": step.step,
        "holds": step.holds(),
        "facts": step.facts.iter().map(fact).collect::<serde_json::Map<String, Value>>(),
        "problem": step.problem.as_ref().map(problem_json),
    })
}

fn print_step(step: &CheckResult) {
    let mark = |holds: bool| if holds { "ok   " } else { "WRONG" };
    if let Some(problem) = &step.problem {
        print_line(&format!("{} {}: {}", mark(false), step.step, problem_json(problem)));
    }
    for fact in &step.facts {
        let expected = fact
            .expected
            .as_ref()
            .filter(|_| !fact.holds())
            .map(|expected| format!(" (expected {expected})"));
        let (mark, expected) = (mark(fact.holds()), expected.unwrap_or_default());
        print_line(&printable(&format!("{mark} {}.{} = {}{expected}", step.step, fact.name, fact.value)));
    }
}
