//! Files dropped on the window. The system reports them one by one over several frames; they are collected
//! into one list.

use std::path::PathBuf;

use eframe::egui;

/// Collects the files of a drop.
#[derive(Debug, Default)]
pub struct Drops {
    collected: Vec<PathBuf>,
}

impl Drops {
    /// Call once per frame. Returns the whole drop in the first frame that adds no file to it.
    pub fn collect(&mut self, ctx: &egui::Context) -> Option<Vec<PathBuf>> {
        let before = self.collected.len();
        ctx.input(|input| {
            self.collected.extend(input.raw.dropped_files.iter().map(|file| file.path().to_path_buf()));
        });
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
