//! Files dropped on the window. The system tells one file at a time, over several frames; one drop is one list.

use std::path::PathBuf;

use eframe::egui;

#[derive(Debug, Default)]
pub struct Drops {
    collected: Vec<PathBuf>,
}

impl Drops {
    /// To be called once a frame. The whole drop, in the first frame that brings no more of it.
    pub fn collect(&mut self, ctx: &egui::Context) -> Option<Vec<PathBuf>> {
        let before = self.collected.len();
        ctx.input(|input| self.collected.extend(input.raw.dropped_files.iter().map(|file| file.path().to_path_buf())));
        if self.collected.len() > before {
            ctx.request_repaint();
            return None;
        }
        (!self.collected.is_empty()).then(|| std::mem::take(&mut self.collected))
    }
}

/// Whether files are being dragged over the window.
pub fn hovering(ctx: &egui::Context) -> bool {
    ctx.input(|input| !input.raw.hovered_files.is_empty())
}
