//! The visual design: colours, distances and type sizes as named tokens, and egui's style made from them.

mod palette;
mod state;
mod tokens;

use std::collections::BTreeMap;

use egui::style::{ScrollStyle, Selection, WidgetVisuals, Widgets};
use egui::{
    self, Color32, CornerRadius, FontFamily, FontId, Margin, Shadow, Stroke, TextStyle, Ui, Visuals, vec2,
};
pub use palette::{DARK, LIGHT, Palette, Tone, contrast, palette};
pub use state::{ForcedState, flat_cell, focus_ring, force_state, is_highlighted};
pub use tokens::{EDITOR, height, round, size, space};

/// Sets egui's style, for both themes.
pub fn install(ctx: &egui::Context) {
    for (theme, base, palette) in
        [(egui::Theme::Light, Visuals::light(), &LIGHT), (egui::Theme::Dark, Visuals::dark(), &DARK)]
    {
        ctx.style_mut_of(theme, |style| {
            style.visuals = visuals(base, palette);
            style.text_styles = text_styles();
            style.spacing.item_spacing = vec2(space::S, space::S);
            style.spacing.button_padding = vec2(space::M, 6.0);
            style.spacing.interact_size.y = 28.0;
            style.spacing.window_margin = Margin::same(20);
            style.spacing.menu_margin = Margin::same(8);
            style.spacing.scroll = scroll_bars();
            style.interaction.selectable_labels = false;
            style.interaction.tooltip_delay = 0.4;
            // No animations: a frame is drawn only when something happened.
            style.animation_time = 0.0;
            style.scroll_animation = egui::style::ScrollAnimation::none();
        });
    }
}

/// Applies the theme that was chosen. Where it follows the system and the window system does not report a
/// theme (X11 cannot), the desktop's own setting is used.
pub fn apply(ctx: &egui::Context, chosen: egui::ThemePreference, desktop: egui::Theme) {
    ctx.options_mut(|options| options.fallback_theme = desktop);
    ctx.set_theme(chosen);
}

/// The frame of a card, which groups related things.
pub fn card(ui: &Ui) -> egui::Frame {
    let p = palette(ui);
    egui::Frame::new()
        .fill(p.surface)
        .stroke(Stroke::new(1.0, p.line))
        .corner_radius(CornerRadius::same(round::CARD))
        .inner_margin(Margin::same(16))
}

/// The frame of a notice, with a coloured background.
pub fn notice(tone: Tone) -> egui::Frame {
    egui::Frame::new()
        .fill(tone.soft)
        .corner_radius(CornerRadius::same(round::CONTROL))
        .inner_margin(Margin::symmetric(14, 10))
}

/// Scroll bars beside their contents, faint until they are used.
fn scroll_bars() -> ScrollStyle {
    ScrollStyle {
        bar_width: 8.0,
        floating_width: 6.0,
        floating_allocated_width: 10.0,
        foreground_color: true,
        dormant_background_opacity: 0.0,
        active_background_opacity: 0.0,
        interact_background_opacity: 0.0,
        dormant_handle_opacity: 0.28,
        active_handle_opacity: 0.4,
        interact_handle_opacity: 0.65,
        ..ScrollStyle::thin()
    }
}

fn text_styles() -> BTreeMap<TextStyle, FontId> {
    [
        (TextStyle::Small, size::SMALL),
        (TextStyle::Body, size::BODY),
        (TextStyle::Button, size::BODY),
        (TextStyle::Heading, size::TITLE),
        (TextStyle::Monospace, size::BODY),
    ]
    .into_iter()
    .map(|(style, size)| (style, FontId::new(size, FontFamily::Proportional)))
    .collect()
}

fn visuals(base: Visuals, p: &Palette) -> Visuals {
    let corner_radius = CornerRadius::same(round::CONTROL);
    let widget = |fill: Color32, edge: Color32, ink: Color32| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: Stroke::new(1.0, edge),
        fg_stroke: Stroke::new(1.0, ink),
        corner_radius,
        expansion: 0.0,
    };
    let focus =
        WidgetVisuals { bg_stroke: Stroke::new(2.0, p.accent), ..widget(p.accent_soft, p.accent, p.ink) };
    let shadow = Shadow {
        offset: [0, 6],
        blur: 20,
        spread: 0,
        color: Color32::from_black_alpha(if base.dark_mode { 110 } else { 36 }),
    };
    Visuals {
        widgets: Widgets {
            noninteractive: widget(p.surface, p.line, p.ink),
            inactive: widget(p.surface, p.edge, p.ink),
            hovered: widget(p.sunken, p.accent, p.ink),
            active: focus,
            open: widget(p.sunken, p.accent, p.ink),
        },
        selection: Selection { bg_fill: p.selection, stroke: Stroke::new(1.0, p.accent_ink) },
        hyperlink_color: p.accent_ink,
        weak_text_color: Some(p.ink_soft),
        faint_bg_color: p.sunken,
        extreme_bg_color: p.input,
        text_edit_bg_color: Some(p.input),
        code_bg_color: p.sunken,
        warn_fg_color: p.warn.ink,
        error_fg_color: p.bad.ink,
        window_fill: p.surface,
        window_stroke: Stroke::new(1.0, p.line),
        window_corner_radius: CornerRadius::same(round::CARD),
        window_shadow: shadow,
        popup_shadow: shadow,
        menu_corner_radius: corner_radius,
        panel_fill: p.canvas,
        text_cursor: egui::style::TextCursorStyle {
            stroke: Stroke::new(2.0, p.accent_ink),
            blink: false,
            ..base.text_cursor
        },
        // Faded, but with the contrast of all other text, which a test checks.
        disabled_alpha: 0.9,
        interact_cursor: Some(egui::CursorIcon::PointingHand),
        ..base
    }
}
