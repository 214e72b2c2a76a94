//! The create screen: one product with its photos, texts and numbers.

mod fields;
mod market_fields;
mod taken;
mod unpriced;
mod variants;

use crate::ui::outcome;
use std::cell::RefCell;

use eframe::egui::{CornerRadius, Id, Rect, Role, Sense, Ui, UiBuilder, Vec2, pos2, vec2};

use self::fields::{Errors, FormContents, field_error, fields_of, text_field};
use super::context::Cx;
use super::frame::{BottomBar, page};
use super::permission::{WRITE, offer_reauthorization, scope_notice};
use super::{badge, editor};
use crate::ui::commands::{self, UiCommand};
use crate::worker::{
    Command, FormPhotoId, FormPhotoState, PasteTarget, PickTarget, PictureKey, PlatformCommand,
};
use vitrine_domain::{Field, FieldError, FormPart, ProductId};
use vitrine_model::{
    Action, Announcement, EditorAction, Form, FormAction, FormBlocker, FormPhase, FormPhoto, Screen,
};
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{bar_text, beside, centred, is_rtl, row_layout, sides, split_leading, tiles};
use vitrine_widgets::theme::{self, round, space};
use vitrine_widgets::{self as widgets, Button, Notice, PhotoTile, Pill, check, focus};

/// The screen's own state.
#[derive(Default)]
pub struct CreateView {
    market_fields: market_fields::MarketFieldsView,
    /// The rejected field that was last scrolled into view.
    shown_rejection: Option<Field>,
    /// Whether the next product is begun as soon as this one is created.
    begins_next: bool,
}

/// From this width on, in points, the photos stand beside the fields.
const TWO_COLUMNS: f32 = 700.0;
/// The width of the photos beside the fields, in points: two pictures in a row.
const PHOTOS_WIDTH: f32 = 320.0;

/// Draws the screen.
pub fn show(ui: &mut Ui, view: &mut CreateView, cx: &mut Cx<'_>) {
    let model = cx.model;
    let rules = model.rules();
    let form = &model.form;
    if let FormPhase::Created(id) = &form.phase {
        return created(ui, cx, form, id.as_ref());
    }
    if std::mem::replace(&mut view.begins_next, form.begins_next()) && form.is_empty() {
        focus::request(ui.ctx(), vitrine_text::edit_id(("new product", Field::Name)));
    }
    let (_, errors) = form.draft(&rules);
    let scroll_to = form.rejected_field().filter(|field| view.shown_rejection != Some(*field));
    view.shown_rejection = form.rejected_field();
    let part = FormContents { form, rules: &rules, errors: &errors, scroll_to };
    let foot = BottomBar::reserve(ui);
    page(ui, "create", |ui| {
        centred(ui, 860.0, |ui| {
            taken::heading(ui, cx, form);
            scope_notice(ui, cx, WRITE);
            state_notice(ui, cx, form);
            ui.add_enabled_ui(!form.is_busy(), |ui| {
                if ui.available_width() < TWO_COLUMNS {
                    section(ui, |ui| photos(ui, cx, &part));
                    sections(ui, view, cx, &part);
                    return;
                }
                let shared = RefCell::new((&mut *cx, &mut *view));
                beside(
                    ui,
                    PHOTOS_WIDTH,
                    |ui| section(ui, |ui| photos(ui, shared.borrow_mut().0, &part)),
                    |ui| {
                        let (cx, view) = &mut *shared.borrow_mut();
                        sections(ui, view, cx, &part);
                    },
                );
            });
        });
    });
    foot.show(ui, |ui| send_bar(ui, cx, form, &errors));
    unpriced::question(ui, cx, form);
}

/// The fields, those first that every product needs.
fn sections(ui: &mut Ui, view: &mut CreateView, cx: &mut Cx<'_>, part: &FormContents<'_>) {
    let rules = part.rules;
    section(ui, |ui| basics(ui, cx, part));
    if rules.categories.is_some() {
        section(ui, |ui| market_fields::category(ui, &mut view.market_fields, cx, part));
    }
    section(ui, |ui| words(ui, cx, part));
    section(ui, |ui| numbers(ui, cx, part));
    if market_fields::has_others(rules) {
        section(ui, |ui| market_fields::others(ui, &mut view.market_fields, cx, part));
    }
}

fn section(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    theme::card(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = space::M;
        contents(ui);
    });
    ui.add_space(space::XS);
}

/// The result of the last request, or the state of the current one.
fn state_notice(ui: &mut Ui, cx: &mut Cx<'_>, form: &Form) {
    let p = theme::palette(ui);
    if matches!(form.phase, FormPhase::Checking { .. }) {
        Notice::new(p.warn, Icon::Search, cx.t("create-checking")).show(ui, |_| {});
    } else if form.phase == FormPhase::Unsure {
        unsure(ui, cx, form);
    } else if let Some(problem) = &form.problem {
        outcome::problem_notice(ui, &cx.words.creation_problem(problem), None, |ui| {
            ui.add(Text::new(cx.t("create-rejected")).color(p.ink).wrap());
            offer_reauthorization(ui, cx, problem);
        });
    }
}

/// Asks the user whether the product is in the shop, since its outcome is unknown.
fn unsure(ui: &mut Ui, cx: &mut Cx<'_>, form: &Form) {
    let tone = theme::palette(ui).warn;
    let text = form.problem.as_ref().map(|problem| cx.words.creation_problem(problem));
    let mut answer = None;
    let title = cx.t("import-decision-title");
    let said = text.as_ref().map(|text| text.with_title(&title));
    Notice::new(tone, Icon::Question, title).spoken(said).show(ui, |ui| {
        if let Some(text) = &text {
            outcome::problem_text(ui, text);
        }
        ui.horizontal(|ui| {
            if ui.add(Button::secondary(cx.t("import-decision-exists"))).clicked() {
                answer = Some(true);
            }
            if ui.add(Button::secondary(cx.t("import-decision-missing"))).clicked() {
                answer = Some(false);
            }
        });
    });
    if let Some(exists) = answer {
        cx.act(Action::Form(FormAction::Resolve { exists }));
    }
}

fn created(ui: &mut Ui, cx: &mut Cx<'_>, form: &Form, id: Option<&ProductId>) {
    page(ui, "created", |ui| {
        ui.add_space(space::XL);
        let name = cx.format("create-done-title", crate::args!["name" => form.text(Field::Name).trim()]);
        let body = match id {
            Some(id) => cx.format("create-done-id", crate::args!["id" => id.as_str()]),
            None => cx.t("create-done-no-id"),
        };
        let actions = vec![
            Button::primary(cx.t("create-done-new")).with_icon(Icon::Create),
            Button::secondary(cx.t("create-done-keep-texts")),
            Button::secondary(cx.t("create-done-products")).with_icon(Icon::Products),
        ];
        match widgets::empty_state(ui, Icon::Check, name, body, actions) {
            Some(0) => cx.act(Action::Form(FormAction::Clear)),
            Some(1) => cx.act(Action::Form(FormAction::KeepTexts)),
            Some(_) => cx.act(id.map_or(Action::Go(Screen::Products), |id| Action::ShowProduct(id.clone()))),
            None => {}
        }
    });
}

fn send_bar(ui: &mut Ui, cx: &mut Cx<'_>, form: &Form, errors: &Errors) {
    let p = theme::palette(ui);
    let blocked = form.blocked(errors);
    let reason = blocked.as_ref().and_then(|blocked| reason(cx, blocked, errors));
    let label = cx.t(if form.is_busy() { "create-sending" } else { "create-send" });
    let mut then_next = None;
    sides(
        ui,
        theme::height::CONTROL,
        |ui| {
            if let Some(reason) = reason {
                Icon::Info.show(ui, 18.0, p.ink_soft);
                let line = bar_text(ui, Text::new(reason).color(p.ink_soft));
                // What is missing is said by the fields.
                ui.add(match blocked {
                    Some(FormBlocker::PhotosFailed(_)) => line.announced(true),
                    Some(FormBlocker::PhotosUploading(_)) => line.announced(false),
                    _ => line,
                });
            }
        },
        |ui| {
            let buttons = [
                (
                    UiCommand::CreateNext.secondary(cx.words).identity("create and begin the next"),
                    UiCommand::CreateNext,
                    true,
                ),
                (Button::primary(label).identity("create"), UiCommand::MainAction, false),
            ];
            let gap = ui.spacing().item_spacing.x;
            let wide: f32 = buttons.iter().map(|(button, ..)| button.width(ui) + gap).sum();
            let is_narrow = wide > ui.available_width();
            for (button, shortcut, next) in buttons {
                let button = if is_narrow { button.small() } else { button };
                let button = ui.add(button.enabled(blocked.is_none()));
                focus::inherits_nothing(&button);
                if commands::is_pressed(&button, shortcut) {
                    then_next = Some(next);
                }
            }
        },
    );
    if let Some(FormBlocker::Fields(fields)) = &blocked
        && [UiCommand::MainAction, UiCommand::CreateNext]
            .map(|asked| commands::is_asked(ui.ctx(), asked))
            .contains(&true)
    {
        cx.act(Action::Announce(Announcement::FormBlocked(fields.len())));
    }
    if let Some(then_next) = then_next {
        cx.act(Action::Form(FormAction::Send { then_next }));
    }
}

fn reason(cx: &Cx<'_>, blocked: &FormBlocker, errors: &Errors) -> Option<String> {
    let count = |key, count: usize| Some(cx.format(key, crate::args!["count" => count]).into_owned());
    match blocked {
        FormBlocker::Busy => None,
        FormBlocker::PhotosFailed(n) => count("create-blocked-failed", *n),
        FormBlocker::PhotosUploading(n) => count("create-blocked-uploading", *n),
        FormBlocker::Fields(fields) => {
            // Wrong values are reported before missing ones.
            let is_missing = |field: &Field| {
                matches!(errors.get(field), Some(FieldError::Missing | FieldError::MissingAttribute { .. }))
            };
            let wrong: Vec<Field> = fields.iter().copied().filter(|field| !is_missing(field)).collect();
            let (key, fields) = if wrong.is_empty() {
                ("create-blocked-fields", fields)
            } else {
                ("create-blocked-wrong", &wrong)
            };
            let name = |field: &Field| match errors.get(field) {
                Some(FieldError::MissingAttribute { title }) => title.as_ref().into(),
                _ => cx.words.field(*field),
            };
            let names: Vec<_> = fields.iter().map(name).collect();
            Some(cx.format(key, crate::args!["fields" => names.join(&cx.t("list-separator"))]).into_owned())
        }
    }
}

fn words(ui: &mut Ui, cx: &mut Cx<'_>, part: &FormContents<'_>) {
    vitrine_text::strong(ui, cx.t("create-section-texts"));
    for field in fields_of(|part| matches!(part, FormPart::Texts(_))) {
        text_field(ui, cx, part, field);
    }
}

fn basics(ui: &mut Ui, cx: &mut Cx<'_>, part: &FormContents<'_>) {
    vitrine_text::strong(ui, cx.t("create-section-basics"));
    let mut basics = fields_of(|part| matches!(part, FormPart::Basics(_))).into_iter();
    basics.next().into_iter().for_each(|name| text_field(ui, cx, part, name));
    tiles(ui, 200.0, basics, |ui, field| text_field(ui, cx, part, field));
}

fn numbers(ui: &mut Ui, cx: &mut Cx<'_>, part: &FormContents<'_>) {
    vitrine_text::strong(ui, cx.t("create-section-sale"));
    let form = part.form;
    if check(ui, form.wholesale, cx.words.field(Field::IsWholesale)).clicked() {
        cx.act(Action::Form(FormAction::Wholesale(!form.wholesale)));
    }
    ui.add(
        Text::new(cx.words.field_help(Field::IsWholesale)).small().color(theme::palette(ui).ink_soft).wrap(),
    );
    market_fields::status(ui, cx, part);
    vitrine_text::strong(ui, cx.t("create-section-shipping"));
    let shipping = fields_of(|part| matches!(part, FormPart::Shipping(_)))
        .into_iter()
        .filter(|field| part.rules.takes(*field));
    tiles(ui, 230.0, shipping, |ui, field| text_field(ui, cx, part, field));
}

/// The side of a photo's picture, in points.
const TILE_SIZE: f32 = 132.0;
/// The height of the space under a picture: its changes, and its buttons.
const CONTROLS_HEIGHT: f32 = 2.0 * badge::HEIGHT + 34.0;

fn photos(ui: &mut Ui, cx: &mut Cx<'_>, part: &FormContents<'_>) {
    let FormContents { form, rules, errors, .. } = *part;
    let p = theme::palette(ui);
    ui.horizontal(|ui| {
        vitrine_text::strong(ui, cx.words.field(Field::Photos));
        if rules.required.iter().any(|field| matches!(field, Field::Photo | Field::Photos)) {
            ui.add(Text::new(cx.t("field-required")).small().color(p.ink_soft));
        }
    });
    ui.add(Text::new(cx.words.field_help(Field::Photo)).small().color(p.ink_soft).wrap());
    ui.add(Text::new(cx.t("create-photos-when")).small().color(p.ink_soft).wrap());
    let rtl = is_rtl(ui);
    ui.with_layout(row_layout(rtl).with_main_wrap(true).with_cross_align(eframe::egui::Align::Min), |ui| {
        ui.spacing_mut().item_spacing = vec2(space::M, space::M);
        let mut moved = None;
        for (index, photo) in form.photos.iter().enumerate() {
            moved = tile(ui, cx, form, photo, index).or(moved);
        }
        if let Some((id, to)) = moved {
            cx.act(Action::Form(FormAction::Move(id, to)));
        }
        add_photos(ui, cx);
    });
    if let Some(error) = field_error(cx, form, errors, Field::Photos) {
        ui.horizontal(|ui| {
            Icon::Alert.show(ui, 16.0, p.bad.ink);
            ui.add(Text::new(error).small().color(p.bad.ink).wrap());
        });
    }
    if let Some(limit) = rules.photos {
        ui.add(
            Text::new(cx.format("create-photos-limit", crate::args!["limit" => limit]))
                .small()
                .color(p.ink_soft),
        );
    }
}

/// The dashed tile for adding photos.
fn add_photos(ui: &mut Ui, cx: &mut Cx<'_>) {
    let p = theme::palette(ui);
    let size = if cx.model.form.photos.is_empty() {
        vec2(ui.available_width().clamp(TILE_SIZE, 460.0), 126.0)
    } else {
        vec2(TILE_SIZE + 28.0, TILE_SIZE + CONTROLS_HEIGHT)
    };
    let (rect, _) = ui.allocate_exact_size(size, Sense::empty());
    let rtl = is_rtl(ui);
    let high = rect.height() - 24.0;
    widgets::drop_zone(ui, rect, cx.hovering, high, |ui| {
        ui.vertical_centered(|ui| {
            ui.spacing_mut().item_spacing.y = 6.0;
            Icon::Photo.show(ui, 28.0, p.accent_ink);
            widgets::centred_text(
                ui,
                &Text::new(cx.t("create-photos-hint")).small().wrap(),
                rect.width() - 24.0,
                p.ink_soft,
            );
            let buttons = vec![
                Button::secondary(cx.t("create-photos-choose")).small(),
                Button::quiet(cx.t("create-photos-paste")).small().with_icon(Icon::Paste),
            ];
            match widgets::centred_buttons(ui, rtl, buttons) {
                Some(0) => cx.ask(Command::Platform(PlatformCommand::Pick(PickTarget::FormPhotos))),
                Some(_) => cx.ask(Command::Platform(PlatformCommand::Paste {
                    target: PasteTarget::Form,
                    name: cx.t("import-pasted-name").into_owned(),
                })),
                None => {}
            }
        });
    });
}

/// A photo with its position, progress and buttons. Returns the index it was moved to, if any.
fn tile(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    form: &Form,
    photo: &FormPhoto,
    index: usize,
) -> Option<(FormPhotoId, usize)> {
    let p = theme::palette(ui);
    let rtl = is_rtl(ui);
    let id = Id::unique(("form photo", photo.id.0));
    let (rect, _) = ui.allocate_exact_size(vec2(TILE_SIZE, TILE_SIZE + CONTROLS_HEIGHT), Sense::empty());
    let picture = Rect::from_min_size(rect.min, Vec2::splat(TILE_SIZE));
    let named = cx
        .format("create-photo-named", crate::args!["place" => index + 1, "name" => photo.name.as_str()])
        .into_owned();
    // Only for the pointer: the keyboard uses the buttons below.
    let handle = ui.interact(picture, id, Sense::click_and_drag() - Sense::FOCUSABLE);
    let mut edit =
        handle.double_clicked() || editor::is_open_requested(ui, &handle) || editor::menu(&handle, cx);
    let key = PictureKey::Form(photo.id).edited(photo.edit);
    let shown = cx.pictures.get(&key);
    let name = crate::i18n::without_direction_marks(&badge::name_with_changes(cx, &named, &key)).into_owned();
    let cover = || {
        Pill::new(cx.t("create-photo-cover"), theme::Tone { ink: p.on_accent, soft: p.accent })
            .icon(Icon::Star)
    };
    let tile = PhotoTile {
        shown: &shown,
        name: &name,
        role: Role::Image,
        badge: (index == 0).then(cover),
        failed: matches!(photo.state, FormPhotoState::Failed(_)),
        selected: None,
    };
    let dropped = tile.show(ui, &handle, || photo.id, |dragged: &FormPhotoId| *dragged != photo.id);
    vitrine_text::tooltip(handle, badge::name_with_changes(cx, &photo.name, &key));
    state(ui, cx, photo, picture, rtl);
    edit |= edit_button(ui, cx, photo, picture, rtl);
    if edit && !form.is_busy() {
        cx.act(Action::PhotoEditor(EditorAction::Open { photos: named_photos(form), at: index }));
    }
    let line =
        Rect::from_min_size(pos2(rect.left(), picture.bottom() + 2.0), vec2(TILE_SIZE, 2.0 * badge::HEIGHT));
    badge::show(&mut ui.new_child(UiBuilder::new().max_rect(line).layout(row_layout(rtl))), cx, &key);
    let below = Rect::from_min_max(pos2(rect.left(), line.bottom() + 2.0), rect.max);
    let mut bar = ui.new_child(UiBuilder::new().max_rect(below).layout(row_layout(rtl)));
    bar.spacing_mut().item_spacing.x = 2.0;
    let moved = controls(&mut bar, cx, form, photo, index);
    moved.or_else(|| dropped.map(|dragged| (*dragged, index)))
}

/// The button that opens the editor, in the picture's upper trailing corner.
fn edit_button(ui: &mut Ui, cx: &Cx<'_>, photo: &FormPhoto, picture: Rect, rtl: bool) -> bool {
    let (_, corner) = split_leading(picture.shrink(5.0), picture.width() - 10.0 - 28.0, rtl);
    let corner = Rect::from_min_size(corner.min, Vec2::splat(28.0));
    ui.painter().rect_filled(corner, CornerRadius::same(round::CONTROL), theme::palette(ui).surface);
    let mut index = ui.new_child(UiBuilder::new().max_rect(corner).layout(row_layout(rtl)));
    let name = cx.format("editor-open", crate::args!["name" => photo.name.as_str()]);
    let button = index.add(Button::icon(Icon::Edit, name).small());
    button.clicked() || editor::is_open_requested(ui, &button)
}

/// The form's photos with their names, for the editor.
fn named_photos(form: &Form) -> Vec<(PictureKey, String)> {
    form.photos.iter().map(|photo| (PictureKey::Form(photo.id), photo.name.clone())).collect()
}

/// The state of the upload, over the picture's lower edge.
fn state(ui: &mut Ui, cx: &Cx<'_>, photo: &FormPhoto, picture: Rect, rtl: bool) {
    let p = theme::palette(ui);
    let strip = Rect::from_min_max(pos2(picture.left(), picture.bottom() - 34.0), picture.max);
    let mut ui = ui.new_child(UiBuilder::new().max_rect(strip.shrink(6.0)).layout(row_layout(rtl)));
    let share = match &photo.state {
        FormPhotoState::Sending { sent, total } if *total > 0 => (*sent as f64 / *total as f64).min(1.0),
        _ => 0.0,
    };
    match &photo.state {
        FormPhotoState::Preparing => {
            drop(ui.add(Pill::new(cx.t("create-photo-preparing"), p.plain).icon(Icon::Clock)));
        }
        FormPhotoState::Sending { .. } => {
            let words = cx.format("create-photo-sending", crate::args!["percent" => cx.words.percent(share)]);
            ui.vertical_centered(|ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                ui.add(Pill::new(words.clone(), p.info).icon(Icon::Upload));
            });
            let line = Rect::from_min_max(pos2(picture.left(), picture.bottom() - 5.0), picture.max);
            let mut bar = ui.new_child(UiBuilder::new().max_rect(line).layout(row_layout(rtl)));
            widgets::progress_bar(&mut bar, 5.0, &[(share as f32, p.info)], &photo.name);
        }
        FormPhotoState::Uploaded(_) => {
            drop(ui.add(Pill::new(cx.t("create-photo-uploaded"), p.good).icon(Icon::Check)));
        }
        FormPhotoState::Failed(problem) => {
            let words = cx.words.product_problem(problem);
            let pill = ui.add(Pill::new(cx.t("create-photo-failed"), p.bad).icon(Icon::Alert));
            vitrine_text::tooltip(pill, format!("{}\n{}\n{}", words.title, words.cause, words.remedy));
        }
    }
}

/// The widget id of the button that removes a photo.
fn remove_id(photo: FormPhotoId) -> Id {
    Id::unique(("remove a form photo", photo.0))
}

fn controls(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    form: &Form,
    photo: &FormPhoto,
    index: usize,
) -> Option<(FormPhotoId, usize)> {
    let mut moved = None;
    let name = |key| cx.format(key, crate::args!["name" => photo.name.as_str()]);
    let (remove, retry) = (name("create-photo-remove"), name("create-photo-retry"));
    let (earlier, later) = (name("create-photo-earlier"), name("create-photo-later"));
    if ui.add(Button::icon(Icon::Back, earlier).small().enabled(index > 0)).clicked() {
        moved = Some((photo.id, index - 1));
    }
    if ui.add(Button::icon(Icon::Forward, later).small().enabled(index + 1 < form.photos.len())).clicked() {
        moved = Some((photo.id, index + 1));
    }
    if matches!(photo.state, FormPhotoState::Failed(_))
        && ui.add(Button::icon(Icon::Refresh, retry).small()).clicked()
    {
        cx.act(Action::Form(FormAction::Retry(photo.id)));
    }
    if ui.add(Button::icon(Icon::Trash, remove).small().id(remove_id(photo.id))).clicked() {
        cx.act(Action::Form(FormAction::Remove(photo.id)));
        let neighbour = form.photos.get(index + 1).or_else(|| form.photos.get(index.checked_sub(1)?));
        if let Some(neighbour) = neighbour {
            focus::request(ui.ctx(), remove_id(neighbour.id));
        }
    }
    moved
}
