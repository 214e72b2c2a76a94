//! A window of eframe with nothing in it, with which `benches/start.py` compares the program's start.

use eframe::egui::Ui;

struct Empty;

impl eframe::App for Empty {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        if ui.ctx().cumulative_frame_nr() == 0 {
            eprintln!("first frame");
        }
    }
}

fn main() -> eframe::Result {
    eframe::run_native("empty", eframe::NativeOptions::default(), Box::new(|_| Ok(Box::new(Empty))))
}
