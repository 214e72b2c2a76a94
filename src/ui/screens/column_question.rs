//! What the columns of a spreadsheet are, where that is not certain: asked in an import, and before products
//! are changed.

use eframe::egui::Ui;

use super::Cx;
use vitrine_core::import::sheet::{ColumnUse, NamedColumn, SheetColumn, SheetOverview};
use vitrine_domain::Field;
use vitrine_text::Text;
use vitrine_widgets::{Button, theme};

/// Draws the question with an answer for each column that may be meant. Returns what the user says; nothing
/// of any column confirms all.
pub fn show(ui: &mut Ui, overview: &SheetOverview, cx: &Cx<'_>) -> Option<Vec<NamedColumn>> {
    let questions = cx.words.sheet_questions(overview);
    ui.add(Text::new(questions.columns()?).color(theme::palette(ui).ink).wrap());
    let mut answers: Vec<(String, Vec<NamedColumn>)> = Vec::new();
    if overview.has_headings_question() {
        answers.push((cx.t("sheet-use-columns").into_owned(), Vec::new()));
    }
    let [price, stock] = [Field::PrimaryPrice, Field::Stock].map(|field| Some(ColumnUse::Field(field)));
    let one_of = |columns: Vec<&SheetColumn>, used_for| {
        let answer = |column| (questions.column(column), vec![(overview.name_of(column), used_for)]);
        columns.into_iter().map(answer).collect::<Vec<_>>()
    };
    if let Some(amount) = overview.may_be_total() {
        let name = overview.name_of(amount);
        answers.push((cx.t("sheet-price-of-one").into_owned(), vec![(name.clone(), price)]));
        answers.push((cx.t("sheet-price-of-all").into_owned(), vec![(name, None)]));
    } else {
        answers.extend(one_of(overview.price_question(), price));
    }
    if answers.is_empty() {
        answers = one_of(overview.stock_question(), stock);
    }
    let mut said = None;
    ui.horizontal_wrapped(|ui| {
        for (label, columns) in answers {
            if ui.add(Button::secondary(label).small()).clicked() {
                said = Some(columns);
            }
        }
    });
    said
}
