//! Lists of items with different heights, of which only the visible ones are drawn.

use egui::Ui;

/// The measured heights of a list's items, kept by its owner.
#[derive(Debug, Default)]
pub struct VirtualList {
    known: Vec<Option<f32>>,
    /// How many items the last frame drew.
    #[cfg(test)]
    drawn: usize,
}

/// The assumed height, in points, before any was measured.
const DEFAULT_HEIGHT: f32 = 60.0;

impl VirtualList {
    /// Draws the items that intersect the clip rectangle, and one more at either end for the Tab key to
    /// reach. The others take their last measured height, else the average one.
    pub fn show(&mut self, ui: &mut Ui, count: usize, mut draw: impl FnMut(&mut Ui, usize)) {
        self.known.resize(count, None);
        let gap = ui.spacing().item_spacing.y;
        let average_height = self.average_height();
        let height = |known: Option<f32>| known.unwrap_or(average_height) + gap;
        let seen = ui.clip_rect().y_range();
        let (mut first, mut last) = (count, 0);
        let mut top = ui.cursor().top();
        for (index, known) in self.known.iter().enumerate() {
            let bottom = top + height(*known);
            if bottom >= seen.min && top <= seen.max {
                first = first.min(index);
                last = index + 1;
            }
            top = bottom;
        }
        let (first, last) = (first.saturating_sub(1).min(last), (last + 1).min(count));
        let room = |known: &[Option<f32>]| known.iter().map(|known| height(*known)).sum::<f32>();
        let (before, after) = (room(&self.known[..first]), room(&self.known[last..]));
        if before > 0.0 {
            ui.add_space(before);
        }
        let mut has_changed = false;
        for index in first..last {
            let top = ui.cursor().top();
            ui.push_id(index, |ui| draw(ui, index));
            let height = ui.cursor().top() - top - gap;
            has_changed |= self.known[index].unwrap_or(average_height) != height;
            self.known[index] = Some(height);
        }
        if after > 0.0 {
            ui.add_space(after - gap);
        }
        if has_changed {
            // Other items may be visible than were assumed.
            ui.ctx().request_repaint();
        }
        #[cfg(test)]
        {
            self.drawn = last - first;
        }
    }

    fn average_height(&self) -> f32 {
        let known = || self.known.iter().flatten();
        match known().count() {
            0 => DEFAULT_HEIGHT,
            count => known().sum::<f32>() / count as f32,
        }
    }
}

#[cfg(test)]
mod tests {
    use egui::{Context, Pos2, RawInput, Rect, Sense, vec2};

    use super::*;
    use crate::scroll::Scroll;

    /// Draws a frame of a window 300 points high; returns the items drawn.
    fn frame(ctx: &Context, heights: &mut VirtualList, count: usize) -> Vec<usize> {
        let mut drawn = Vec::new();
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(400.0, 300.0)));
        let mut output = ctx.run_ui(RawInput { screen_rect, ..RawInput::default() }, |ui| {
            drawn.clear();
            Scroll::new("long").show(ui, |ui| {
                heights.show(ui, count, |ui, index| {
                    drawn.push(index);
                    ui.allocate_exact_size(vec2(100.0, 20.0 + 10.0 * (index % 3) as f32), Sense::hover());
                });
            });
        });
        output.textures_delta.clear();
        drawn
    }

    #[test]
    fn only_the_visible_ones_of_5_000_items_are_drawn() {
        let (ctx, mut heights) = (Context::default(), VirtualList::default());
        let mut drawn = Vec::new();
        for _ in 0..4 {
            drawn = frame(&ctx, &mut heights, 5_000);
        }
        assert_eq!(drawn.first(), Some(&0));
        assert!((8..=14).contains(&drawn.len()), "{drawn:?}");
        assert_eq!(heights.drawn, drawn.len());
    }

    #[test]
    fn a_short_list_is_drawn_completely_and_an_empty_one_draws_nothing() {
        let (ctx, mut heights) = (Context::default(), VirtualList::default());
        assert_eq!(frame(&ctx, &mut heights, 3), [0, 1, 2]);
        assert_eq!(frame(&ctx, &mut heights, 0), [0; 0]);
    }
}
