//! Two addresses that should be one, and where they differ.

use eframe::egui::Ui;

use super::Cx;
use crate::domain::Problem;

/// Nothing, where the two addresses are not both known.
pub fn show(_ui: &mut Ui, _cx: &Cx<'_>, _problem: &Problem) {}
