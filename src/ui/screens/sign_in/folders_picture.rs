//! A picture of what the program does, for those who start it for the first time: each folder becomes a
//! product.

use eframe::egui::{Color32, CornerRadius, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, pos2, vec2};

use crate::ui::screens::Cx;
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::theme::{self, round, size, space};

const HEIGHT: f32 = 78.0;
/// The smallest width of a folder with its product.
const MIN_PAIR_WIDTH: f32 = 330.0;
const ARROW_WIDTH: f32 = 40.0;
const PHOTO: f32 = 24.0;

/// Draws the picture with its caption.
pub fn show(ui: &mut Ui, cx: &Cx<'_>) {
    let pairs = [("login-picture-carpet", 3), ("login-picture-mug", 2)];
    let fitting = if ui.available_width() >= 2.0 * MIN_PAIR_WIDTH + space::L { 2 } else { 1 };
    // The caption says what it shows.
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::empty());
    let width = (rect.width() - space::L * (fitting - 1) as f32) / fitting as f32;
    for (at, (name, photos)) in pairs.into_iter().take(fitting).enumerate() {
        let left = rect.left() + (width + space::L) * at as f32;
        let pair = Pair {
            whole: rect,
            rtl: cx.words.language().is_rtl(),
            rect: Rect::from_min_size(pos2(left, rect.top()), vec2(width, HEIGHT)),
        };
        pair.draw(ui, &cx.t(name), photos);
    }
    ui.add_space(space::XS);
    ui.add(Text::new(cx.t("login-picture")).color(theme::palette(ui).ink_soft).wrap());
    ui.add_space(space::L);
}

/// A folder, an arrow and the product that it becomes.
struct Pair {
    /// The whole picture, in which a right-to-left language is mirrored.
    whole: Rect,
    rect: Rect,
    rtl: bool,
}

impl Pair {
    /// A rectangle of the picture, given as for a left-to-right language.
    fn place(&self, left: f32, top: f32, size: Vec2) -> Rect {
        let rect = Rect::from_min_size(self.rect.min + vec2(left, top), size);
        if !self.rtl {
            return rect;
        }
        let mirrored = self.whole.left() + self.whole.right() - rect.right();
        Rect::from_min_size(pos2(mirrored, rect.top()), size)
    }

    fn draw(&self, ui: &Ui, name: &str, photos: usize) {
        let p = theme::palette(ui);
        let box_size = vec2((self.rect.width() - ARROW_WIDTH) / 2.0, HEIGHT);
        let product_left = box_size.x + ARROW_WIDTH;
        let corner = CornerRadius::same(round::CARD);
        ui.painter().rect_filled(self.place(0.0, 0.0, box_size), corner, p.sunken);
        Icon::Folder.paint(ui.painter(), self.place(12.0, 10.0, Vec2::splat(22.0)), p.accent_ink, self.rtl);
        self.text(ui, Text::new(name), vec2(42.0, 11.0), box_size.x - 50.0, p.ink);
        for photo in 0..photos {
            self.photo(ui, vec2(12.0 + (PHOTO + 6.0) * photo as f32, 43.0), PHOTO);
        }
        let arrow =
            self.place(box_size.x + (ARROW_WIDTH - 22.0) / 2.0, (HEIGHT - 22.0) / 2.0, Vec2::splat(22.0));
        Icon::Forward.paint(ui.painter(), arrow, p.accent_ink, self.rtl);
        let product = self.place(product_left, 0.0, box_size);
        ui.painter().rect(product, corner, p.surface, Stroke::new(1.0, p.line), StrokeKind::Inside);
        self.photo(ui, vec2(product_left + 12.0, 12.0), HEIGHT - 24.0);
        let beside = product_left + HEIGHT;
        self.text(ui, Text::new(name).strong(), vec2(beside, 17.0), box_size.x - HEIGHT - 8.0, p.ink);
        for photo in 1..photos {
            self.photo(ui, vec2(beside + (18.0 + 5.0) * (photo - 1) as f32, 43.0), 18.0);
        }
    }

    fn photo(&self, ui: &Ui, at: Vec2, side: f32) {
        let p = theme::palette(ui);
        let rect = self.place(at.x, at.y, Vec2::splat(side));
        ui.painter().rect_filled(rect, CornerRadius::same(round::SMALL), p.accent_soft);
        Icon::Photo.paint(ui.painter(), rect.shrink(side * 0.2), p.accent_ink, false);
    }

    fn text(&self, ui: &Ui, text: Text<'_>, at: Vec2, width: f32, color: Color32) {
        let galley = text.size(size::BODY).truncate().galley(ui, width);
        let rect = self.place(at.x, at.y, galley.size());
        ui.painter().galley(rect.min, galley, color);
    }
}
