//! The list of dropped files that are left out, because they are neither photos nor a spreadsheet.

use eframe::egui::{TextStyle, Ui, vec2};

use crate::i18n::display_path;
use crate::ui::screens::Cx;
use vitrine_core::import::file_name::file_name;
use vitrine_text::Text;
use vitrine_widgets::Button;
use vitrine_widgets::layout::{column_layout, is_rtl};
use vitrine_widgets::scroll::Scroll;
use vitrine_widgets::theme::{self, space};

/// The number of files in sight; the rest is scrolled.
const MAX_SHOWN: usize = 4;

/// How many are named while the list is folded.
const MAX_NAMED: usize = 3;

/// Draws the number of files, and their names: all of them if `unfolded`. Returns whether the button to do
/// that was pressed.
pub fn show(ui: &mut Ui, unfolded: bool, cx: &Cx<'_>) -> bool {
    let import = &cx.model.import;
    if import.review.plan().ignored == 0 {
        return false;
    }
    let p = theme::palette(ui);
    let count = cx.format("import-ignored-files", crate::args!["count" => import.review.plan().ignored]);
    let files = &import.review.plan().ignored_files;
    if files.is_empty() {
        ui.add(Text::new(count).small().color(p.ink_soft));
        return false;
    }
    let pressed = ui.add(Button::quiet(count).expands(unfolded).small()).clicked();
    if !unfolded {
        let names: Vec<_> = files.iter().take(MAX_NAMED).map(|file| file_name(file)).collect();
        let names = crate::i18n::list_and_more(cx.words, &names, import.review.plan().ignored);
        ui.add(Text::new(names).small().color(p.ink_soft).wrap());
    }
    if unfolded {
        ui.add(Text::new(cx.t("import-ignored-why")).small().color(p.ink_soft).wrap());
        let line = ui.text_style_height(&TextStyle::Body) + space::XS;
        let gap = ui.spacing().item_spacing.y;
        let high = (line + gap) * files.len().min(MAX_SHOWN) as f32;
        ui.allocate_ui_with_layout(vec2(ui.available_width(), high), column_layout(is_rtl(ui)), |ui| {
            Scroll::new("ignored").up_to(high).show_rows(ui, line, files.len(), |ui, visible| {
                for file in files.get(visible).unwrap_or_default() {
                    let line = ui.add(Text::new(file_name(file)).small().truncate());
                    vitrine_text::tooltip(line, display_path(file));
                }
            });
        });
    }
    pressed
}
