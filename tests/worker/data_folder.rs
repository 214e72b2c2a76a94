//! The data folder, which Help shows in the system's file manager.

use std::path::Path;

use vitrine::worker::{Command, Event, Options, PlatformCommand, PlatformEvent};

use crate::kit::worker::Worker;

#[test]
fn the_data_folder_is_opened_by_its_path_and_named_where_no_file_manager_opens() {
    let data = tempfile::tempdir().unwrap();
    let worker = Worker::start(Options {
        open_page: |_| Err("there is no file manager".to_owned()),
        ..Options::new(data.path().to_owned())
    });
    worker.send(Command::Platform(PlatformCommand::OpenDataFolder));
    let named = |event: &Event| match event {
        Event::Platform(PlatformEvent::PageNotOpened(path)) => Some(path.clone()),
        _ => None,
    };
    assert_eq!(Path::new(&worker.until(named)), data.path());
}
