use super::*;
use eframe::egui::{DroppedFileHandle, HoveredFile};
use std::sync::Arc;

#[derive(Debug)]
struct File(PathBuf);

impl eframe::egui::DroppedFile for File {
    fn path(&self) -> &std::path::Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        Err("the window reads no files".to_owned())
    }
}

fn drop_one(stage: &mut Stage, name: &str) {
    let file: DroppedFileHandle = Arc::new(File(PathBuf::from("/photos").join(name)));
    stage.harness.input_mut().dropped_files.push(file);
    stage.harness.step();
}

#[test]
fn files_arriving_one_per_frame_are_one_drop() {
    let mut stage = Stage::in_shop(Language::English);
    drop_one(&mut stage, "a.jpg");
    drop_one(&mut stage, "b.jpg");
    stage.harness.run();
    let sent = stage.sent();
    assert!(matches!(sent.as_slice(), [Command::Import(ImportCommand::Plan { paths, .. })] if paths.len() == 2), "{sent:?}");
}

#[test]
fn a_drop_goes_to_the_form_while_it_is_shown() {
    let mut stage = Stage::in_shop(Language::English);
    stage.press_key("nav-create");
    drop_one(&mut stage, "a.jpg");
    stage.harness.run();
    assert!(matches!(stage.sent().as_slice(), [Command::Form(FormCommand::AddPhoto { .. })]));
}

#[test]
fn the_drop_target_is_shown_while_files_hover() {
    let mut stage = Stage::in_shop(Language::English);
    stage.harness.input_mut().hovered_files.push(HoveredFile::default());
    stage.harness.step();
    stage.harness.step();
    assert!(stage.shows_key("drop-here-import"));
}

#[test]
fn a_market_file_dropped_before_signing_in_opens_that_marketplace() {
    let mut stage = Stage::new(Language::English);
    drop_one(&mut stage, "bazaar.toml");
    stage.harness.run();
    let sent = stage.sent();
    assert!(
        matches!(sent.as_slice(), [Command::Account(AccountCommand::UseMarket(MarketChoice::File(file)))] if file.ends_with("bazaar.toml")),
        "{sent:?}"
    );

    // In a shop it is a file like any other.
    let mut stage = Stage::in_shop(Language::English);
    drop_one(&mut stage, "bazaar.toml");
    stage.harness.run();
    assert!(matches!(stage.sent().as_slice(), [Command::Import(ImportCommand::Plan { .. })]));
}
