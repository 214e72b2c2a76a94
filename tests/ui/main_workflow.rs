//! A complete import in the window, with a real worker and the practice shop: open the shop, drop photos,
//! press Start, and see the products. The tests look for text that a screen reader reads.

use std::path::Path;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use egui_kittest::kittest::Queryable;
use vitrine::args;
use vitrine::i18n::Language;
use vitrine::ui::{Action, Link};
use vitrine::worker::{self, Handle};
use vitrine_domain::Field;

use crate::kit::timeout::TIMEOUT;
use crate::kit::window::TestWindow;

struct Harness {
    window: TestWindow,
    wake_ups: Receiver<()>,
    worker: Option<Handle>,
    dir: tempfile::TempDir,
}

impl Harness {
    fn new(language: Language) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let (wake, wake_ups) = mpsc::channel();
        let (worker, events) = worker::start(worker::Options::new(dir.path().join("data")), move || {
            let _ = wake.send(());
        })
        .unwrap();
        let link = Link { send: Box::new(worker.sender()), events };
        Self { window: TestWindow::with_link(link, language), wake_ups, worker: Some(worker), dir }
    }

    /// Draws after each event of the worker until `text` is shown.
    fn wait_for(&mut self, text: &str) {
        loop {
            self.window.harness.step();
            self.window.harness.step();
            if self.window.shows(text) {
                return;
            }
            assert!(
                self.wake_ups.recv_timeout(TIMEOUT).is_ok(),
                "timed out waiting for: {text}\n{:#?}",
                self.window.harness.root()
            );
        }
    }

    fn press(&mut self, name: &str) {
        self.window.harness.get_by_label(name).click();
        self.window.harness.step();
        self.window.harness.step();
    }

    fn press_message(&mut self, key: &str) {
        let name = self.window.message(key);
        self.press(&name);
    }

    fn drop_photos(&mut self, names: &[&str]) {
        let folder = self.dir.path().join("photos");
        for (index, name) in names.iter().enumerate() {
            write_photo(&folder.join(name), index as u8);
        }
        self.window.app_mut().act(Action::Drop(vec![folder]));
    }
}

impl Drop for Harness {
    fn drop(&mut self) {
        if let Some(worker) = self.worker.take() {
            worker.stop();
        }
    }
}

fn write_photo(path: &Path, shade: u8) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let picture =
        image::RgbImage::from_fn(80, 60, |x, y| image::Rgb([shade.wrapping_mul(60), x as u8, y as u8]));
    picture.save(path).unwrap();
}

fn import_and_find_the_products(language: Language) {
    let mut harness = Harness::new(language);
    let open = harness.window.message("login-practice-action");
    harness.wait_for(&open);
    harness.press(&open);
    let drop_here = harness.window.message("nav-import");
    harness.wait_for(&drop_here);

    harness.drop_photos(&["Rug/1.jpg", "Rug/2.jpg", "Blue bowl.png"]);
    let start = harness.window.start_button(2);
    harness.wait_for(&start);
    let price = harness.window.label(Field::PrimaryPrice);
    harness.window.type_into(&price, "۱۲٬۰۰۰");
    harness.press(&start);
    let done = harness.window.format("import-done-title", args!["count" => 2]);
    harness.wait_for(&done);

    harness.press_message("nav-products");
    harness.wait_for("Blue bowl");
    harness.wait_for("Rug");
    let price = match language {
        Language::English => "12,000",
        Language::Persian => "۱۲٬۰۰۰",
    };
    harness.wait_for(price);
}

#[test]
fn whoever_has_no_photos_at_hand_tries_the_practice_shop_with_sample_photos() {
    let mut harness = Harness::new(Language::English);
    let open = harness.window.message("login-practice-action");
    harness.wait_for(&open);
    harness.press(&open);
    let samples = harness.window.message("import-samples");
    harness.wait_for(&samples);
    harness.press(&samples);
    let start = harness.window.start_button(20);
    harness.wait_for(&start);
    let price = harness.window.label(Field::PrimaryPrice);
    harness.window.type_into(&price, "250000");
    harness.press(&start);
    let done = harness.window.format("import-done-title", args!["count" => 20]);
    harness.wait_for(&done);
}

#[test]
fn the_practice_shop_is_filled_in_english() {
    import_and_find_the_products(Language::English);
}

#[test]
fn the_practice_shop_is_filled_in_persian() {
    import_and_find_the_products(Language::Persian);
}

#[test]
fn the_worker_stops_within_two_seconds_during_an_import() {
    let mut harness = Harness::new(Language::English);
    let open = harness.window.message("login-practice-action");
    harness.wait_for(&open);
    harness.press(&open);
    let signed_in = harness.window.message("nav-import");
    harness.wait_for(&signed_in);
    let names: Vec<String> = (0..40).map(|n| format!("Cup {n}/1.png")).collect();
    harness.drop_photos(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let start = harness.window.start_button(40);
    harness.wait_for(&start);
    harness.press(&start);
    // After the first event, the import is running and far from its end.
    assert!(harness.wake_ups.recv_timeout(TIMEOUT).is_ok());

    let stopping = std::time::Instant::now();
    if let Some(worker) = harness.worker.take() {
        worker.stop();
    }
    assert!(stopping.elapsed() < Duration::from_secs(3), "took {:?}", stopping.elapsed());
}
