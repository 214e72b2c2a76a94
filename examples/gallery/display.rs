//! Samples of text, notices, tables and pictures.

use eframe::egui::{Sense, Ui, UiBuilder, vec2};
use vitrine::ui::outcome;

use super::{Sample, section};
use vitrine::i18n::Messages;
use vitrine::ui::outcome::state_pill;
use vitrine_core::import::State;
use vitrine_domain::{Problem, ProblemKind};
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{column_layout, is_rtl, row_layout, split_leading, tiles};
use vitrine_widgets::theme::{self, size, space};
use vitrine_widgets::{self as widgets, Button, Column, Notice, PictureState, Pill, Table, toast};

/// Text in each size and colour.
pub fn type_scale(ui: &mut Ui, words: &Messages) {
    let sample = words.text("gallery-sample-name");
    section(ui, words, "gallery-type", |ui| {
        ui.add(Text::new(sample.as_ref()).heading());
        ui.add(Text::new(sample.as_ref()).strong().size(size::LARGE));
        ui.add(Text::new(sample.as_ref()).strong());
        ui.add(Text::new(sample.as_ref()));
        ui.add(Text::new(sample.as_ref()).weak());
        ui.add(Text::new(sample.as_ref()).small());
        vitrine_text::link(ui, sample.as_ref());
        let text = words.text("gallery-sample-text");
        tiles(
            ui,
            260.0,
            [Text::new(text.as_ref()).truncate(), Text::new(text.as_ref()).wrap()],
            |ui, text| drop(ui.add(text)),
        );
    });
}

/// Notices in each tone.
pub fn notices(ui: &mut Ui, words: &Messages) {
    let p = theme::palette(ui);
    section(ui, words, "gallery-notices", |ui| {
        let body = words.text("gallery-sample-text");
        let all =
            [(p.good, Icon::Check), (p.info, Icon::Info), (p.warn, Icon::Question), (p.plain, Icon::Pause)];
        for (tone, icon) in all {
            Notice::new(tone, icon, words.text("gallery-sample-name"))
                .show(ui, |ui| drop(vitrine_text::small(ui, body.as_ref())));
        }
        let retry = Button::secondary(words.text("retry")).small();
        outcome::problem(ui, words, &problem(), Some(retry), |_| {});
    });
}

fn problem() -> Problem {
    Problem::new(ProblemKind::Unreachable).with_subject("market.example")
}

/// A toast for success and one for a problem.
pub fn toasts(ui: &mut Ui, words: &Messages) {
    let p = theme::palette(ui);
    section(ui, words, "gallery-toasts", |ui| {
        tiles(ui, 320.0, [false, true], |ui, good| {
            let text = words.problem(&problem());
            if good {
                toast(
                    ui,
                    (p.good, Icon::Check),
                    (&words.text("notifications-saved"), None),
                    words.text("dismiss"),
                    |_| {},
                );
            } else {
                toast(ui, (p.bad, Icon::Alert), (&text.title, None), words.text("dismiss"), |ui| {
                    outcome::problem_text(ui, &text);
                });
            }
        });
    });
}

/// A pill for each state of a product.
pub fn pills(ui: &mut Ui, words: &Messages) {
    let p = theme::palette(ui);
    section(ui, words, "gallery-pills", |ui| {
        ui.horizontal_wrapped(|ui| {
            for state in [
                State::Waiting,
                State::Uploading,
                State::Ready,
                State::Creating,
                State::Checking,
                State::NeedsPerson,
                State::Created,
                State::Skipped,
                State::Failed,
                State::Cancelled,
            ] {
                ui.add(state_pill(words, p, state));
            }
            ui.add(Pill::new(words.text("practice-badge"), p.warn).icon(Icon::Shop));
        });
    });
}

/// Progress bars at several stages.
pub fn progress(ui: &mut Ui, words: &Messages) {
    let p = theme::palette(ui);
    let done = theme::Tone { ink: p.accent, soft: p.accent_soft };
    section(ui, words, "gallery-progress", |ui| {
        let all = [
            (0, vec![]),
            (18, vec![(0.4, done), (0.05, p.bad)]),
            (40, vec![(0.9, done), (0.05, p.good), (0.05, p.bad)]),
        ];
        for (count, parts) in all {
            let of = words.format("import-row-photos", vitrine::args!["up" => count, "total" => 40]);
            ui.add(Text::new(of.as_ref()).strong().size(size::LARGE));
            widgets::progress_bar(ui, 10.0, &parts, &of);
        }
        let peak = words.format("import-throughput", vitrine::args!["seconds" => 10, "peak" => 9]);
        widgets::bar_chart(ui, vec2(132.0, 40.0), [3, 6, 9, 8, 0, 7].into_iter(), &peak);
    });
}

/// A table.
pub fn table(ui: &mut Ui, words: &Messages, sample: &Sample) {
    const COLUMNS: [Column; 4] =
        [Column::Exact(64.0), Column::Rest(1.0), Column::Exact(160.0), Column::Exact(140.0)];
    const HEADS: [&str; 4] = ["column-photo", "column-title", "column-state", "column-price"];
    let p = theme::palette(ui);
    ui.add_space(space::M);
    vitrine_text::strong(ui, words.text("gallery-table"));
    let size = vec2(ui.available_width(), 36.0 + 3.0 * theme::height::ROW + 2.0);
    ui.allocate_ui_with_layout(size, column_layout(is_rtl(ui)), |ui| {
        ui.set_max_height(size.y);
        Table::new("gallery table", words.text("gallery-table"), &COLUMNS, 24).show(
            ui,
            |ui, column| {
                ui.add(Text::new(words.text(HEADS[column])).small().color(p.ink_soft).truncate());
            },
            |ui, row, column| match column {
                0 => {
                    let shown = match row % 3 {
                        0 => PictureState::Ready(sample.picture.clone()),
                        1 => PictureState::Waiting,
                        _ => PictureState::Failed,
                    };
                    widgets::thumbnail(ui, &shown, 42.0, &words.text("column-photo"));
                }
                1 => drop(ui.add(Text::new(words.text("gallery-sample-name")).truncate())),
                2 => drop(ui.add(state_pill(
                    words,
                    p,
                    [State::Created, State::Uploading, State::Failed][row % 3],
                ))),
                _ => drop(ui.add(Text::new(words.integer(1_250_000 * (row as i64 + 1))).truncate())),
            },
        );
    });
}

/// Drop zones, and an empty state.
pub fn zones(ui: &mut Ui, words: &Messages) {
    section(ui, words, "gallery-zones", |ui| {
        tiles(ui, 320.0, [false, true], |ui, hot| {
            let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 110.0), Sense::empty());
            widgets::drop_zone(ui, rect, hot, 60.0, |ui| {
                let p = theme::palette(ui);
                ui.vertical_centered(|ui| {
                    Icon::Photo.show(ui, 28.0, p.accent_ink);
                    widgets::centred_text(
                        ui,
                        &Text::new(words.text("import-empty-title")),
                        300.0,
                        p.ink_soft,
                    );
                });
            });
        });
        let actions = vec![
            Button::primary(words.text("products-empty-import")).with_icon(Icon::Import),
            Button::secondary(words.text("products-empty-create")).with_icon(Icon::Create),
        ];
        let (title, body) = (words.text("products-empty-title"), words.text("products-empty-body"));
        widgets::empty_state(ui, Icon::Products, title, body, actions);
    });
}

/// All icons, and below them those that are mirrored in right-to-left languages.
pub fn icons(ui: &mut Ui, words: &Messages) {
    let p = theme::palette(ui);
    section(ui, words, "gallery-icons", |ui| {
        ui.horizontal_wrapped(|ui| {
            for icon in Icon::ALL {
                icon.show(ui, 24.0, p.ink);
            }
        });
        vitrine_text::small(ui, words.text("gallery-icons-mirrored"));
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 24.0), Sense::empty());
        let (row, _) = split_leading(rect, 160.0, is_rtl(ui));
        let mut ui = ui.new_child(UiBuilder::new().max_rect(row).layout(row_layout(is_rtl(ui))));
        for icon in Icon::ALL.iter().filter(|icon| icon.has_direction()) {
            icon.show(&mut ui, 24.0, p.accent_ink);
        }
    });
}
