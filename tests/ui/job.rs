//! A complete import in the window, with a real worker and marketplace: open the practice shop, drop photos, press Start,
//! see the products. The test looks for what a screen reader reads.

use std::path::Path;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use egui_kittest::kittest::Queryable;
use vitrine::args;
use vitrine::domain::Field;
use vitrine::i18n::Language;
use vitrine::ui::{Action, Link};
use vitrine::worker::{self, Handle};

use crate::kit::patience::PATIENCE;
use crate::kit::stage::Stage;

struct Job {
    stage: Stage,
    woken: Receiver<()>,
    worker: Option<Handle>,
    dir: tempfile::TempDir,
}

impl Job {
    fn new(language: Language) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let (wake, woken) = mpsc::channel();
        let (worker, events) = worker::start(worker::Options::new(dir.path().join("data")), move || {
            let _ = wake.send(());
        })
        .unwrap();
        let link = Link { send: Box::new(worker.sender()), events };
        Self { stage: Stage::with_link(link, language), woken, worker: Some(worker), dir }
    }

    /// Draws a frame each time the worker has something to say, until `text` is on the screen.
    fn wait_for(&mut self, text: &str) {
        loop {
            self.stage.harness.step();
            self.stage.harness.step();
            if self.stage.shows(text) {
                return;
            }
            assert!(self.woken.recv_timeout(PATIENCE).is_ok(), "never shown: {text}\n{:#?}", self.stage.harness.root());
        }
    }

    fn press(&mut self, name: &str) {
        self.stage.harness.get_by_label(name).click();
        self.stage.harness.step();
        self.stage.harness.step();
    }

    fn press_key(&mut self, key: &str) {
        let name = self.stage.words(key);
        self.press(&name);
    }

    fn drop_photos(&mut self, names: &[&str]) {
        let folder = self.dir.path().join("photos");
        for (index, name) in names.iter().enumerate() {
            photo(&folder.join(name), index as u8);
        }
        self.stage.app_mut().act(Action::Drop(vec![folder]));
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        if let Some(worker) = self.worker.take() {
            worker.stop();
        }
    }
}

fn photo(path: &Path, shade: u8) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let picture = image::RgbImage::from_fn(80, 60, |x, y| image::Rgb([shade.wrapping_mul(60), x as u8, y as u8]));
    picture.save(path).unwrap();
}

fn from_the_practice_shop_to_the_products_table(language: Language) {
    let mut job = Job::new(language);
    let open = job.stage.words("login-practice-action");
    job.wait_for(&open);
    job.press(&open);
    let drop_here = job.stage.words("nav-import");
    job.wait_for(&drop_here);

    job.drop_photos(&["Rug/1.jpg", "Rug/2.jpg", "Blue bowl.png"]);
    let start = job.stage.start_button(2);
    job.wait_for(&start);
    let price = job.stage.label(Field::PrimaryPrice);
    job.stage.type_into(&price, "۱۲٬۰۰۰");
    job.press(&start);
    let done = job.stage.format("import-done-title", args!["count" => 2]);
    job.wait_for(&done);

    job.press_key("nav-products");
    job.wait_for("Blue bowl");
    job.wait_for("Rug");
    let priced = match language {
        Language::English => "12,000",
        Language::Persian => "۱۲٬۰۰۰",
    };
    job.wait_for(priced);
}

#[test]
fn the_practice_shop_is_filled_in_english() {
    from_the_practice_shop_to_the_products_table(Language::English);
}

#[test]
fn the_practice_shop_is_filled_in_persian() {
    from_the_practice_shop_to_the_products_table(Language::Persian);
}

#[test]
fn the_worker_stops_within_two_seconds_during_an_import() {
    let mut job = Job::new(Language::English);
    let open = job.stage.words("login-practice-action");
    job.wait_for(&open);
    job.press(&open);
    let signed_in = job.stage.words("nav-import");
    job.wait_for(&signed_in);
    let names: Vec<String> = (0..40).map(|n| format!("Cup {n}/1.png")).collect();
    job.drop_photos(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let start = job.stage.start_button(40);
    job.wait_for(&start);
    job.press(&start);
    // The first word of the import: it is under way, and forty products are not yet made.
    assert!(job.woken.recv_timeout(PATIENCE).is_ok());

    let began = std::time::Instant::now();
    if let Some(worker) = job.worker.take() {
        worker.stop();
    }
    assert!(began.elapsed() < Duration::from_secs(3), "took {:?}", began.elapsed());
}
