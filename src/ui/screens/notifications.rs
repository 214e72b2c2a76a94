//! Notifications: as toasts over the screens, and in a list.

use crate::ui::outcome;
use eframe::egui::{Align2, Area, Id, Order, Rect, Ui, pos2, vec2};

use super::{Cx, updates};
use crate::i18n::{display_path, without_direction_marks};
use crate::ui::commands::UiCommand;
use crate::worker::{Command, PlatformCommand};
use vitrine_model::{
    Action, ImportAction, Model, NotAdded, Notification, NotificationEntry, OtherFiles, Phase, Screen, ShopAt,
};
use vitrine_text::Text;
use vitrine_widgets::focus::{self, Region};
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{column, is_rtl, row_layout, sides};
use vitrine_widgets::scroll::Scroll;
use vitrine_widgets::theme::{self, Palette, Tone, height, space};
use vitrine_widgets::{self as widgets, Button, Dialog, Notice};

/// Around the toasts, in points.
const MARGIN: f32 = 10.0;

/// The part of the screen's area that the toasts leave to it, so that they cover none of its buttons. A
/// screen with a foot has all of it, and takes what they need from what is above the foot.
pub fn area_above(ui: &Ui, area: Rect) -> Rect {
    let height = if widgets::foot_height(ui.ctx()) > 0.0 { 0.0 } else { widgets::toasts_height(ui.ctx()) };
    Rect::from_min_max(area.min, pos2(area.right(), area.bottom() - height.min(area.height() / 2.0)))
}

/// The newest notifications as toasts, at the bottom of the screen's area.
pub fn toasts(ui: &Ui, cx: &mut Cx<'_>, rtl: bool, area: Rect) {
    let model = cx.model;
    let before = widgets::toasts_height(ui.ctx());
    let height = if model.notifications.open || model.notifications.shown().next().is_none() || in_foot(model)
    {
        0.0
    } else {
        draw_toasts(ui, cx, rtl, area)
    };
    if (height - before).abs() > 0.5 {
        widgets::set_toasts_height(ui.ctx(), height);
        ui.ctx().request_repaint();
    }
}

/// Whether the newest notification stands in the foot of the screen, so that it neither covers nor moves
/// anything.
fn in_foot(model: &Model) -> bool {
    let import = &model.import;
    let is_review = import.phase == Phase::Review && !import.review.drafts().is_empty();
    !model.is_standalone() && model.screen == Screen::Import && is_review && model.editor.is_none()
}

/// Draws the newest notification in one line, with its button; whatever else there is to say is in the list.
/// Returns whether there is one.
pub fn line(ui: &mut Ui, cx: &mut Cx<'_>) -> bool {
    let model = cx.model;
    if model.notifications.open || !in_foot(model) {
        return false;
    }
    let Some(note) = model.notifications.shown().last() else { return false };
    let (tone, icon) = tone_and_icon(theme::palette(ui), &note.notification);
    let (title, rtl) = (title(cx, note), is_rtl(ui));
    focus::enter(ui.ctx(), Region::Toasts);
    sides(
        ui,
        height::CONTROL,
        |ui| {
            icon.show(ui, 18.0, tone.ink);
            let line =
                ui.add(Text::new(title.as_str()).color(theme::palette(ui).ink).announced(false).truncate());
            vitrine_text::tooltip(line, title.as_str());
        },
        |ui| {
            ui.with_layout(row_layout(rtl), |ui| {
                match &note.notification {
                    Notification::Removed { .. }
                    | Notification::PhotosRemoved { .. }
                    | Notification::ProductsMerged { .. }
                    | Notification::Replaced { .. } => rest(ui, cx, note),
                    _ => {
                        if ui.add(Button::quiet(cx.t("details")).small()).clicked() {
                            cx.act(Action::ShowNotifications(true));
                        }
                    }
                }
                if ui.add(Button::icon(Icon::Close, cx.t("dismiss")).small()).clicked() {
                    cx.act(Action::Dismiss(note.id));
                }
            });
        },
    );
    focus::enter(ui.ctx(), Region::Foot);
    true
}

fn one_toast(ui: &mut Ui, cx: &mut Cx<'_>, note: &NotificationEntry) {
    let (tone, icon) = tone_and_icon(theme::palette(ui), &note.notification);
    let words = (title(cx, note), said(cx, note));
    if widgets::toast(ui, (tone, icon), (&words.0, words.1), cx.t("dismiss"), |ui| rest(ui, cx, note)) {
        cx.act(Action::Dismiss(note.id));
    }
}

/// Returns the height that the toasts take.
fn draw_toasts(ui: &Ui, cx: &mut Cx<'_>, rtl: bool, area: Rect) -> f32 {
    let model = cx.model;
    let area = area.with_max_y(area.bottom() - widgets::foot_height(ui.ctx()));
    let width = (area.width() - 2.0 * MARGIN).min(640.0);
    let (corner, pivot) = if rtl {
        (area.left_bottom() + vec2(MARGIN, -MARGIN), Align2::LEFT_BOTTOM)
    } else {
        (area.right_bottom() + vec2(-MARGIN, -MARGIN), Align2::RIGHT_BOTTOM)
    };
    focus::enter(ui.ctx(), Region::Toasts);
    let toasts = Area::new(Id::unique("toasts"))
        .order(Order::Foreground)
        .fixed_pos(corner)
        .pivot(pivot)
        .constrain(true);
    let shown = toasts.show(ui.ctx(), |ui| {
        ui.set_width(width);
        // Where everything is enlarged, they may be higher than the window.
        let most = area.height() - 2.0 * MARGIN;
        Scroll::new("toasts").up_to(most).grow_at_once().show(ui, |ui| {
            column(ui, |ui| {
                for note in model.notifications.shown() {
                    one_toast(ui, cx, note);
                }
            });
        });
    });
    shown.response.rect.height() + 2.0 * MARGIN
}

/// The button that opens the list, with the number of unread notifications.
pub fn bell<'a>(cx: &Cx<'a>, wide: bool) -> Button<'a> {
    let unread = cx.model.notifications.unread();
    let command = UiCommand::ShowNotifications;
    if unread == 0 {
        return if wide { command.quiet(cx.words).small() } else { command.icon_button(cx.words) }
            .identity("notifications");
    }
    let name = cx.format("notifications-unread", crate::args!["count" => unread]);
    let button =
        if wide { Button::quiet(name).with_icon(Icon::Bell).small() } else { Button::icon(Icon::Bell, name) };
    button.identity("notifications")
}

/// The list of this session's notifications, newest first.
pub fn list(ui: &Ui, cx: &mut Cx<'_>) {
    let model = cx.model;
    if !model.notifications.open {
        return;
    }
    let answer = Dialog::new("notes", cx.t("notifications-title"), cx.t("close")).show(ui, |ui| {
        // What was done before this start is there.
        if model.account().is_some() && ui.add(UiCommand::ShowActivity.quiet(cx.words).small()).clicked() {
            cx.act(Action::ShowActivity(true));
        }
        if model.notifications.is_empty() {
            ui.add(Text::new(cx.t("notifications-none")).color(theme::palette(ui).ink_soft).wrap());
            return;
        }
        let mut clear = false;
        let intro =
            Text::new(cx.t("notifications-intro")).small().color(theme::palette(ui).ink_soft).truncate();
        let button = Button::quiet(cx.t("notifications-clear")).small();
        sides(ui, 28.0, |ui| drop(ui.add(intro)), |ui| clear = ui.add(button).clicked());
        for note in model.notifications.newest_first() {
            let (tone, icon) = tone_and_icon(theme::palette(ui), &note.notification);
            Notice::new(tone, icon, title(cx, note)).show(ui, |ui| {
                rest(ui, cx, note);
                let of = note.left.as_ref().map(|left| shop_at(cx, left));
                let when = cx.words.date_time(note.at.datetime());
                let line = of.into_iter().chain([when]).collect::<Vec<_>>().join(" · ");
                ui.add(Text::new(line).small().color(theme::palette(ui).ink_soft).wrap());
            });
            ui.add_space(space::XS);
        }
        if clear {
            cx.act(Action::ClearNotifications);
        }
    });
    if answer.is_some() {
        cx.act(Action::ShowNotifications(false));
    }
}

/// A shop that was left, as it is called, and its marketplace.
fn shop_at(cx: &Cx<'_>, left: &ShopAt) -> String {
    let names = left.shop.iter().cloned().chain([cx.words.market_name(&left.market).into_owned()]);
    names.collect::<Vec<_>>().join(" · ")
}

const fn tone_and_icon(p: &Palette, notification: &Notification) -> (Tone, Icon) {
    match notification {
        Notification::Problem(_) => (p.bad, Icon::Alert),
        Notification::Saved(_)
        | Notification::Copied(_)
        | Notification::ProductCreated { .. }
        | Notification::ImportEnded { missing: 0, asked: 0, .. }
        | Notification::EditsEnded { missing: 0, .. } => (p.good, Icon::Check),
        Notification::ImportEnded { .. } | Notification::EditsEnded { .. } => (p.warn, Icon::Alert),
        Notification::PastedTooMuch(_)
        | Notification::NotPasted { .. }
        | Notification::PageNotOpened(_)
        | Notification::Crashed(_) => (p.warn, Icon::Alert),
        Notification::NothingAdded(_) | Notification::FilesLeftOut(_) => (p.info, Icon::Info),
        Notification::Removed { .. } | Notification::PhotosRemoved { .. } => (p.info, Icon::Trash),
        Notification::Replaced { .. } => (p.info, Icon::Edit),
        Notification::ProductsMerged { .. } => (p.info, Icon::Products),
        Notification::FoundInFolder(_) | Notification::WaitsInFolder(_) => (p.info, Icon::Folder),
        Notification::ImportResumed(_) => (p.info, Icon::Play),
        Notification::ReviewWaits { .. } | Notification::ImportUnfinished { .. } => (p.info, Icon::Clock),
        Notification::EditsUnfinished(_) => (p.warn, Icon::Products),
        Notification::ListDiffers { .. } => (p.warn, Icon::File),
        Notification::NewVersion(_) | Notification::ProblemReport { .. } => (p.info, Icon::Info),
    }
}

/// What is announced about a problem.
fn said(cx: &Cx<'_>, note: &NotificationEntry) -> Option<String> {
    let Notification::Problem(problem) = &note.notification else { return None };
    let words = cx.words.problem(problem);
    Some(words.with_title(&words.title))
}

fn title(cx: &Cx<'_>, note: &NotificationEntry) -> String {
    match &note.notification {
        Notification::Problem(problem) => cx.words.problem(problem).title,
        Notification::Saved(_) => cx.t("notifications-saved").into_owned(),
        Notification::Copied(count) => {
            cx.format("notifications-copied", crate::args!["count" => *count]).into_owned()
        }
        Notification::ProductCreated { name, .. } => {
            cx.format("create-done-title", crate::args!["name" => name.as_str()]).into_owned()
        }
        Notification::ImportEnded { missing: 0, asked, .. } if *asked > 0 => {
            cx.format("import-ended-asked", crate::args!["count" => *asked]).into_owned()
        }
        Notification::ImportEnded { done, missing: 0, .. } => {
            cx.format("import-done-title", crate::args!["count" => *done]).into_owned()
        }
        Notification::ImportEnded { missing, .. } => {
            cx.format("import-notify-incomplete", crate::args!["count" => *missing]).into_owned()
        }
        Notification::EditsEnded { changed, missing: 0, is_undo, .. } => {
            let key = if *is_undo { "edits-ended-undo" } else { "edits-ended" };
            cx.format(key, crate::args!["count" => *changed]).into_owned()
        }
        Notification::EditsEnded { missing, .. } => {
            cx.format("edits-notify-incomplete", crate::args!["count" => *missing]).into_owned()
        }
        Notification::PastedTooMuch(rows) => {
            cx.format("notifications-pasted-too-much", crate::args!["count" => *rows]).into_owned()
        }
        Notification::NotPasted { beyond, in_variants } => {
            let count = beyond + in_variants;
            cx.format("notifications-pasted-too-much", crate::args!["count" => count]).into_owned()
        }
        Notification::NothingAdded(why) => match why {
            NotAdded::Known => cx.t("notifications-not-added-known").into_owned(),
            NotAdded::NewValues(count) => {
                cx.format("notifications-not-added-new-values", crate::args!["count" => *count]).into_owned()
            }
            NotAdded::InShop => cx.t("notifications-not-added-in-shop").into_owned(),
            NotAdded::NoPhotos => cx.t("notifications-not-added-no-photos").into_owned(),
            NotAdded::OtherFiles(files) => other_files(cx, "notifications-not-added-files", files),
            NotAdded::DialogOpen => cx.t("notifications-not-added-dialog").into_owned(),
            NotAdded::NothingCopied => cx.t("notifications-not-added-nothing-copied").into_owned(),
        },
        Notification::FilesLeftOut(files) => other_files(cx, "notifications-files-left-out", files),
        Notification::Crashed(_) => cx.t("notifications-crashed").into_owned(),
        Notification::ProblemReport { .. } => cx.t("guide-report-ready").into_owned(),
        Notification::NewVersion(version) => updates::new_version(cx, version),
        Notification::PageNotOpened(address) => {
            let is_folder = std::path::Path::new(address).is_absolute();
            cx.t(if is_folder { "notifications-folder-not-opened" } else { "notifications-page-not-opened" })
                .into_owned()
        }
        Notification::PhotosRemoved { photos, .. } => {
            cx.format("notifications-photos-removed", crate::args!["count" => *photos]).into_owned()
        }
        Notification::ProductsMerged { .. } => cx.t("notifications-merged").into_owned(),
        Notification::Replaced { values, .. } => {
            cx.format("notifications-replaced", crate::args!["count" => *values]).into_owned()
        }
        Notification::ImportResumed(count) => {
            cx.format("notifications-import-resumed", crate::args!["count" => *count]).into_owned()
        }
        Notification::ImportUnfinished { total, .. } => {
            cx.format("import-unfinished-title", crate::args!["count" => *total]).into_owned()
        }
        Notification::ReviewWaits { count, changed: 0 } => {
            cx.format("notifications-review-waits", crate::args!["count" => *count]).into_owned()
        }
        Notification::ReviewWaits { count, changed } => {
            let counts = crate::args!["count" => *count, "changed" => *changed];
            cx.format("notifications-review-waits-changed", counts).into_owned()
        }
        Notification::ListDiffers { name, count } => {
            let line = crate::args!["name" => name.as_str(), "count" => *count];
            cx.format("follow-differs", line).into_owned()
        }
        Notification::EditsUnfinished(count) => {
            cx.format("edits-unfinished", crate::args!["count" => *count]).into_owned()
        }
        Notification::FoundInFolder(count) => {
            cx.format("notifications-found-in-folder", crate::args!["count" => *count]).into_owned()
        }
        Notification::WaitsInFolder(count) => {
            cx.format("notifications-waits-in-folder", crate::args!["count" => *count]).into_owned()
        }
        Notification::Removed { products, .. } => {
            cx.format("notifications-removed", crate::args!["count" => *products]).into_owned()
        }
    }
}

/// A sentence about files, the first of which are named.
fn other_files(cx: &Cx<'_>, key: &str, files: &OtherFiles) -> String {
    let names = crate::i18n::list_and_more(cx.words, &files.names, files.count);
    cx.format(key, crate::args!["names" => names, "count" => files.count]).into_owned()
}

/// The text below the title.
fn rest(ui: &mut Ui, cx: &mut Cx<'_>, note: &NotificationEntry) {
    match &note.notification {
        Notification::Problem(problem) => outcome::problem_text(ui, &cx.words.problem(problem)),
        Notification::Crashed(report) => {
            ui.add(Text::new(cx.t("notifications-crashed-body")).wrap());
            copy_details(ui, cx, report);
        }
        Notification::ProblemReport { report, folder } => {
            ui.add(Text::new(cx.t("guide-report-body")).wrap());
            copy_details(
                ui,
                cx,
                &format!("{}\n\n{report}", without_direction_marks(&cx.t("guide-report-form"))),
            );
            let folder = cx.format("guide-report-folder", crate::args!["folder" => display_path(folder)]);
            ui.add(Text::new(folder).small().wrap().selectable());
            if ui.add(UiCommand::OpenDataFolder.secondary(cx.words).small()).clicked() {
                cx.actions.extend(UiCommand::OpenDataFolder.action(cx.model, cx.words));
            }
        }
        Notification::NewVersion(version) => {
            let is_known = cx.model.updates.newer().is_some_and(|release| release.version == *version);
            if is_known && ui.add(Button::secondary(cx.t("updates-show")).small()).clicked() {
                cx.act(Action::ShowReleaseNotes(true));
            }
        }
        Notification::PageNotOpened(address) => drop(ui.add(Text::new(address.as_str()).wrap().selectable())),
        Notification::Saved(path) => saved_file(ui, cx, path),
        Notification::Copied(_) => drop(ui.add(Text::new(cx.t("notifications-copied-body")).wrap())),
        Notification::ProductCreated { id: Some(id), .. } => {
            if note.left.is_none()
                && ui
                    .add(Button::secondary(cx.t("create-done-show")).with_icon(Icon::Products).small())
                    .clicked()
            {
                cx.act(Action::ShowProduct(id.clone()));
                cx.act(Action::Dismiss(note.id));
            }
        }
        Notification::ImportEnded { done, missing, asked } if *missing + *asked > 0 => {
            let of = crate::args!["created" => *done, "total" => *done + *missing + *asked];
            ui.add(Text::new(cx.format("import-created-of", of)).wrap());
        }
        Notification::EditsEnded { changed, missing, is_undo, .. } if *missing > 0 => {
            let key = if *is_undo { "edits-ended-undo" } else { "edits-ended" };
            ui.add(Text::new(cx.format(key, crate::args!["count" => *changed])).wrap());
        }
        Notification::ImportEnded { .. }
        | Notification::EditsEnded { .. }
        | Notification::NothingAdded(_)
        | Notification::FilesLeftOut(_)
        | Notification::ReviewWaits { .. } => {}
        Notification::ProductCreated { id: None, .. } => {
            drop(ui.add(Text::new(cx.t("create-done-no-id")).wrap()));
        }
        Notification::ImportResumed(_) => {
            drop(ui.add(Text::new(cx.t("notifications-import-resumed-body")).wrap()));
        }
        Notification::ImportUnfinished { waiting, .. } => interrupted(ui, cx, note, *waiting),
        Notification::EditsUnfinished(_) | Notification::ListDiffers { .. } => {
            let show = Button::secondary(cx.t("notifications-edits-show")).with_icon(Icon::Products).small();
            if note.left.is_none() && ui.add(show).clicked() {
                cx.act(Action::Go(Screen::Products));
                cx.act(Action::Dismiss(note.id));
            }
        }
        Notification::PastedTooMuch(_) => {
            drop(ui.add(Text::new(cx.t("notifications-pasted-too-much-body")).wrap()));
        }
        Notification::NotPasted { beyond, in_variants } => {
            for (key, count) in [("cells-pasted-beyond", beyond), ("cells-pasted-in-variants", in_variants)] {
                if *count > 0 {
                    ui.add(Text::new(cx.format(key, crate::args!["count" => *count])).wrap());
                }
            }
        }
        Notification::FoundInFolder(_) => {
            drop(ui.add(Text::new(cx.t("notifications-found-in-folder-body")).wrap()));
        }
        Notification::WaitsInFolder(_) => {
            drop(ui.add(Text::new(cx.t("notifications-waits-in-folder-body")).wrap()));
        }
        Notification::Removed { change, .. }
        | Notification::PhotosRemoved { change, .. }
        | Notification::ProductsMerged { change }
        | Notification::Replaced { change, .. } => {
            let can_undo = note.left.is_none() && cx.model.import.last_change() == Some(*change);
            if can_undo && ui.add(UiCommand::Undo.secondary(cx.words).small()).clicked() {
                cx.act(Action::Import(ImportAction::Undo));
                cx.act(Action::Dismiss(note.id));
            }
        }
    }
    if note.count > 1 {
        vitrine_text::small(ui, cx.format("notifications-repeated", crate::args!["count" => note.count]));
    }
}

/// How much of an import is not sent, and the button with which it goes on.
fn interrupted(ui: &mut Ui, cx: &mut Cx<'_>, note: &NotificationEntry, waiting: usize) {
    ui.add(Text::new(cx.format("import-left-title", crate::args!["count" => waiting])).wrap());
    let resume = Button::secondary(cx.t("import-resume")).with_icon(Icon::Play).small();
    if cx.model.import.run.unfinished.is_some() && ui.add(resume).clicked() {
        cx.act(Action::Go(Screen::Import));
        cx.act(Action::Import(ImportAction::Resume));
        cx.act(Action::Dismiss(note.id));
    }
}

/// Where a file was saved, and a button that opens its folder.
fn saved_file(ui: &mut Ui, cx: &mut Cx<'_>, path: &std::path::Path) {
    ui.add(Text::new(display_path(path)).wrap().selectable());
    let folder = path.parent().map(|folder| folder.to_string_lossy().into_owned());
    let show = || Button::secondary(cx.t("notifications-saved-show")).with_icon(Icon::Folder).small();
    if let Some(folder) = folder.filter(|folder| !folder.is_empty())
        && ui.add(show()).clicked()
    {
        cx.ask(Command::Platform(PlatformCommand::OpenPage(folder)));
    }
}

fn copy_details(ui: &mut Ui, cx: &Cx<'_>, details: &str) {
    if ui.add(Button::secondary(cx.t("notifications-crashed-copy")).with_icon(Icon::Paste).small()).clicked()
    {
        ui.copy_text(details.to_owned());
    }
}
