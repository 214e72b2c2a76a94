//! A long list of things whose heights differ: only those that are seen are drawn.

use eframe::egui::Ui;

/// The heights of things below each other, as far as they were drawn. Kept by whoever draws them.
#[derive(Debug, Default)]
pub struct Heights {
    known: Vec<Option<f32>>,
    /// Things drawn in the last frame.
    #[cfg(test)]
    drawn: usize,
}

/// In points, while no height is known.
const GUESS: f32 = 60.0;

impl Heights {
    /// Draws those of `count` things that are within what is not clipped away, and one more at either end for the Tab key to
    /// reach. The others take the room they had when they were last drawn, else that of a usual one.
    pub fn show(&mut self, ui: &mut Ui, count: usize, mut draw: impl FnMut(&mut Ui, usize)) {
        self.known.resize(count, None);
        let gap = ui.spacing().item_spacing.y;
        let usual = self.usual();
        let height = |known: Option<f32>| known.unwrap_or(usual) + gap;
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
        let mut learned = false;
        for index in first..last {
            let top = ui.cursor().top();
            ui.push_id(index, |ui| draw(ui, index));
            let height = ui.cursor().top() - top - gap;
            learned |= self.known[index].unwrap_or(usual) != height;
            self.known[index] = Some(height);
        }
        if after > 0.0 {
            ui.add_space(after - gap);
        }
        if learned {
            // Others may be seen than was thought.
            ui.ctx().request_repaint();
        }
        #[cfg(test)]
        {
            self.drawn = last - first;
        }
    }

    fn usual(&self) -> f32 {
        let known = || self.known.iter().flatten();
        match known().count() {
            0 => GUESS,
            count => known().sum::<f32>() / count as f32,
        }
    }
}

#[cfg(test)]
mod tests {
    use eframe::egui::{Context, Pos2, RawInput, Rect, Sense, vec2};

    use super::*;
    use crate::ui::scroll::Scroll;

    /// A frame of a window of 300 points, and what was drawn in it.
    fn frame(ctx: &Context, heights: &mut Heights, count: usize) -> Vec<usize> {
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
    fn of_5_000_things_only_those_in_sight_are_drawn() {
        let (ctx, mut heights) = (Context::default(), Heights::default());
        let mut drawn = Vec::new();
        for _ in 0..4 {
            drawn = frame(&ctx, &mut heights, 5_000);
        }
        assert_eq!(drawn.first(), Some(&0));
        assert!((8..=14).contains(&drawn.len()), "{drawn:?}");
        assert_eq!(heights.drawn, drawn.len());
    }

    #[test]
    fn a_short_list_is_drawn_as_a_whole_and_an_empty_one_is_nothing() {
        let (ctx, mut heights) = (Context::default(), Heights::default());
        assert_eq!(frame(&ctx, &mut heights, 3), [0, 1, 2]);
        assert_eq!(frame(&ctx, &mut heights, 0), [0; 0]);
    }
}
