//! What a person says, in the command line, of products that may be in the shop.

use std::collections::HashSet;

use super::super::args;
use super::super::terminal::Terminal;
use super::reporter::ImportReporter;
use crate::worker::{Command, ImportCommand};
use vitrine_core::import::{DraftId, Row};
use vitrine_domain::text::folded;

/// Answers to the question whether products are in the shop.
#[derive(Default)]
pub struct Answers {
    /// The name of a product or its number, and whether it is there.
    said: Vec<(String, bool)>,
    used: HashSet<usize>,
    given: HashSet<DraftId>,
}

impl Answers {
    pub fn new(options: &args::Resume) -> Self {
        let there = options.there.iter().map(|product| (product.clone(), true));
        Self {
            said: there.chain(options.not_there.iter().map(|product| (product.clone(), false))).collect(),
            ..Self::default()
        }
    }

    /// Gives the answers to the questions that are open. Returns whether more than questions without an
    /// answer is left.
    pub fn give(&mut self, terminal: &Terminal, reporter: &ImportReporter<'_>) -> bool {
        let open: Vec<&Row> = reporter.in_question().collect();
        for row in &open {
            let Some(n) = self.said.iter().position(|(product, _)| is_meant(product, row, &open)) else {
                continue;
            };
            self.used.insert(n);
            if !self.given.insert(row.id) {
                continue;
            }
            terminal.send(Command::Import(ImportCommand::Decide { draft: row.id, exists: self.said[n].1 }));
        }
        open.iter().any(|row| self.given.contains(&row.id))
    }

    /// Says which answers had no question.
    pub fn print_unused(&self, terminal: &Terminal) {
        let unused = self.said.iter().enumerate().filter(|(n, _)| !self.used.contains(n));
        unused.for_each(|(_, (product, _))| {
            terminal.print_notice(
                &terminal.messages.format("cli-resume-no-question", crate::args!["name" => product.as_str()]),
            );
        });
    }
}

/// Whether an answer is about a row: it has its number, or its name, and no other open question has that.
fn is_meant(product: &str, row: &Row, open: &[&Row]) -> bool {
    let has_name = |row: &&&Row| folded(&row.name) == folded(product);
    product.trim() == row.id.to_string() || (has_name(&&row) && open.iter().filter(has_name).count() == 1)
}
