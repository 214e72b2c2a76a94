//! Charts of bars.

use egui::{
    Align, Color32, CornerRadius, Layout, Rect, Response, Role, Sense, Stroke, Ui, UiBuilder, Vec2,
    WidgetInfo, pos2, vec2,
};
use egui_plot::{Bar, BarChart, Plot, PlotBounds, PlotPoint, PlotTransform};

use crate::layout::{is_rtl, row_layout};
use crate::theme::{self, round, space};
use vitrine_text::Text;
use vitrine_text::without_direction_marks;

/// A chart of fewer columns leaves room for these, so that no bar is wider than it is high.
const MIN_COLUMNS: usize = 4;
/// The height of the label of a bar, in points.
const LABEL: f32 = 20.0;
/// The height of a line of [`share`], in points.
const SHARE_HEIGHT: f32 = 30.0;

/// Bars for values over time, in the reading direction. Few values leave room for those to come. `name` is
/// its accessible name.
pub fn bar_chart(
    ui: &mut Ui,
    size: Vec2,
    values: impl ExactSizeIterator<Item = usize>,
    name: &str,
) -> Response {
    const MIN_BARS: usize = 20;
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, without_direction_marks(name)));
    if ui.is_rect_visible(rect) {
        let places = values.len().max(MIN_BARS);
        plot(ui, rect, values, places, name);
    }
    response
}

/// A bar that can be pressed.
pub struct Column {
    pub value: usize,
    /// The value, above the bar.
    pub label: String,
    /// What it stands for, and its value: the tooltip and the accessible name.
    pub name: String,
}

/// Bars in the reading direction, of which each can be pressed that is not empty. `name` tells charts apart.
/// Returns the index of the one that was pressed.
pub fn column_chart(ui: &mut Ui, size: Vec2, columns: &[Column], name: &'static str) -> Option<usize> {
    let (rect, _) = ui.allocate_exact_size(size, Sense::empty());
    let bars = rect.with_min_y(rect.top() + LABEL);
    let transform =
        plot(ui, bars, columns.iter().map(|column| column.value), columns.len().max(MIN_COLUMNS), name);
    let rtl = is_rtl(ui);
    let mut pressed = None;
    for (index, column) in columns.iter().enumerate().filter(|(_, column)| column.value > 0) {
        let place = place(index, columns.len().max(MIN_COLUMNS), rtl);
        let x = transform
            .rect_from_values(&PlotPoint::new(place, 0.0), &PlotPoint::new(place + 1.0, 1.0))
            .x_range();
        let area = Rect::from_x_y_ranges(x, rect.y_range());
        let bar = ui.interact(area, egui::Id::unique((name, index)), Sense::click());
        bar.widget_info(|| {
            WidgetInfo::labeled(Role::Button, ui.is_enabled(), without_direction_marks(&column.name))
        });
        if theme::is_highlighted(ui, &bar) {
            ui.painter().rect_filled(
                area,
                CornerRadius::same(round::SMALL),
                theme::palette(ui).accent.gamma_multiply(0.15),
            );
        }
        theme::focus_ring(ui, &bar, area, round::SMALL);
        let top = transform.position_from_point(&PlotPoint::new(place, column.value as f64)).y;
        let label = Text::new(column.label.as_str()).small().extend().galley(ui, f32::INFINITY);
        if label.size().x <= area.width() {
            let at = Rect::from_center_size(pos2(area.center().x, top - LABEL / 2.0), label.size());
            ui.painter().galley(at.min, label, theme::palette(ui).ink_soft);
        }
        if bar.clicked() {
            pressed = Some(index);
        }
        vitrine_text::tooltip(bar, column.name.as_str());
    }
    pressed
}

/// A line with a bar behind it: what is counted, and how much of all that is. Returns whether it was pressed.
pub fn share(ui: &mut Ui, label: &str, (count, all): (usize, usize), count_text: &str) -> bool {
    let p = theme::palette(ui);
    let rtl = is_rtl(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), SHARE_HEIGHT), Sense::click());
    let name = format!("{label}: {count_text}");
    response
        .widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), without_direction_marks(&name)));
    let width = rect.width() * count as f32 / all.max(1) as f32;
    let from = if rtl { rect.right() - width } else { rect.left() };
    let bar = Rect::from_min_size(pos2(from, rect.top()), vec2(width, rect.height()));
    let highlight = if theme::is_highlighted(ui, &response) { p.sunken } else { Color32::TRANSPARENT };
    ui.painter().rect_filled(rect, CornerRadius::same(round::SMALL), highlight);
    ui.painter().rect_filled(bar, CornerRadius::same(round::SMALL), p.accent_soft);
    let inner = rect.shrink2(vec2(space::S, 0.0));
    let mut line = ui.new_child(UiBuilder::new().max_rect(inner).layout(row_layout(rtl)));
    line.add(Text::new(label).color(p.ink).truncate());
    let mut end = ui.new_child(UiBuilder::new().max_rect(inner).layout(row_layout(!rtl)));
    end.add(Text::new(count_text).color(p.ink).extend());
    theme::focus_ring(ui, &response, rect, round::SMALL);
    response.clicked()
}

/// Where a bar stands among so many.
fn place(index: usize, places: usize, rtl: bool) -> f64 {
    (if rtl { places.saturating_sub(index + 1) } else { index }) as f64
}

/// Draws bars into a rectangle. Small ones are high enough to be seen.
fn plot(
    ui: &mut Ui,
    rect: Rect,
    values: impl Iterator<Item = usize>,
    places: usize,
    name: &str,
) -> PlotTransform {
    let p = theme::palette(ui);
    let rtl = is_rtl(ui);
    let values: Vec<usize> = values.collect();
    let peak = values.iter().copied().max().unwrap_or_default().max(1) as f64;
    let least = peak * f64::from(2.0 / rect.height());
    let bar = |(index, value): (usize, usize)| {
        Bar::new(place(index, places, rtl) + 0.5, (value as f64).max(least))
            .width(0.8)
            .fill(p.accent)
            .stroke(Stroke::NONE)
    };
    let bars: Vec<Bar> = values.into_iter().enumerate().filter(|(_, value)| *value > 0).map(bar).collect();
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, p.line));
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect).layout(Layout::top_down(Align::Min)));
    // The numbers and names are this program's own: the plot would draw them without shaping.
    let plot = Plot::new(("chart", name))
        .width(rect.width())
        .height(rect.height())
        .sense(Sense::hover())
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .show_axes(false)
        .show_grid(false)
        .show_background(false)
        .show_x(false)
        .show_y(false)
        .show_crosshair(false)
        .set_margin_fraction(Vec2::ZERO);
    let shown = plot.show(&mut child, |plot| {
        plot.set_plot_bounds(PlotBounds::from_min_max([0.0, 0.0], [places as f64, peak]));
        plot.bar_chart(BarChart::new("", bars).allow_hover(false));
    });
    shown.transform
}
