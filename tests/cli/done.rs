//! However an import ends, its JSON lines end with `done` and the exit status has the right meaning.

use std::path::Path;
use std::process::{Command, Stdio};

use secrecy::SecretString;
use vitrine::sandbox::{Faults, Operation, Options, Rule};

use crate::kit::patience::wait_until;
use crate::kit::shop::{Desk, Ran, Shop};

fn shop() -> (Shop, Desk) {
    let shop = Shop::open(Options::default());
    let desk = Desk::at(&shop);
    for n in 0..3 {
        desk.photo(&format!("Cup {n}.png"));
    }
    (shop, desk)
}

fn codes(ran: &Ran) -> Vec<&str> {
    ran.lines.iter().filter(|line| line["event"] == "problem").filter_map(|line| line["problem"]["code"].as_str()).collect()
}

#[test]
fn an_import_without_a_sign_in_leaves_all_products_waiting() {
    let (shop, mut desk) = shop();
    let token = std::mem::replace(&mut desk.token, SecretString::from("no good"));
    let ran = desk.import(&[]);
    assert_eq!((ran.status, ran.counts()), (3, [0, 0, 0, 3]), "{ran:?}");
    let ran = desk.run(&["resume", "--json"]);
    assert_eq!((ran.status, ran.counts(), codes(&ran)), (3, [0, 0, 0, 3], vec!["unauthorized"]), "{ran:?}");
    desk.token = token;
    let ran = desk.run(&["resume", "--json"]);
    assert_eq!((ran.status, ran.counts()), (0, [3, 0, 0, 0]), "{ran:?}");
    assert_eq!(shop.titles().len(), 3);
}

#[test]
fn a_resume_without_a_sign_in_reports_the_remaining_products() {
    let (shop, mut desk) = shop();
    shop.sandbox.set_faults(Faults { token_requests: Some(4), ..Faults::default() });
    let ran = desk.import(&[]);
    let waiting = ran.counts()[3];
    assert!(ran.status == 3 && waiting > 0, "{ran:?}");
    desk.token = SecretString::from("no good");
    let ran = desk.run(&["resume", "--json"]);
    assert_eq!((ran.status, ran.counts()), (3, [0, 0, 0, waiting]), "{ran:?}");
}

#[test]
fn an_empty_import_is_invalid_input() {
    let (_shop, desk) = shop();
    let empty = tempfile::tempdir().unwrap();
    let ran = desk.run(&["import", "--json", empty.path().to_str().unwrap()]);
    assert_eq!((ran.status, ran.counts()), (2, [0; 4]), "{ran:?}");
}

#[test]
fn a_data_directory_in_use_is_reported() {
    let (shop, desk) = shop();
    shop.sandbox.set_faults(Faults::of(Rule { on: Some(Operation::Create), latency_ms: 1500, ..Rule::default() }));
    let first = desk.import_command(&[]).spawn().unwrap();
    wait_until("the directory is held", || desk.data().join("vitrine.instance").exists());
    let second = desk.import(&[]);
    assert_eq!((second.status, second.counts(), codes(&second)), (2, [0; 4], vec!["already_running"]), "{second:?}");
    assert_eq!(Ran::from(first).status, 0);
    assert_eq!(shop.titles().len(), 3);
}

#[test]
fn a_damaged_journal_is_reported_and_kept() {
    let (_shop, desk) = shop();
    std::fs::create_dir(desk.data()).unwrap();
    let file = desk.data().join("vitrine.db");
    std::fs::write(&file, "not a journal").unwrap();
    let ran = desk.import(&[]);
    assert_eq!((ran.status, ran.counts(), codes(&ran)), (1, [0; 4], vec!["storage_damaged"]), "{ran:?}");
    assert_eq!(std::fs::read(&file).unwrap(), b"not a journal");
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;

    use super::*;

    fn allow(path: &Path, mode: u32) {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn a_read_only_data_directory_is_reported_before_anything_is_sent() {
        let (shop, desk) = shop();
        std::fs::create_dir(desk.data()).unwrap();
        allow(desk.dir.path(), 0o755);
        allow(&desk.data(), 0o555);
        let mut command = desk.import_command(&[]);
        if std::fs::metadata(desk.dir.path()).unwrap().uid() == 0 {
            // File permissions do not apply to root, so the test runs as nobody.
            command.uid(65_534);
        }
        let Ok(running) = command.spawn() else {
            eprintln!("skipped: nobody may not run what was built here");
            return;
        };
        let ran = Ran::from(running);
        allow(&desk.data(), 0o755);
        assert_eq!((ran.status, ran.counts(), codes(&ran)), (1, [0; 4], vec!["storage"]), "{ran:?}");
        assert!(ran.err.contains("data"), "the message names the directory: {}", ran.err);
        assert_eq!(shop.sandbox.request_count(), 0);
    }

    /// The same command with a file size limit in blocks of 512 bytes, which acts like a full disk.
    fn with_a_full_disk(command: &Command, blocks: u32) -> Command {
        let mut limited = Command::new("sh");
        limited.args(["-c", &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"")]);
        limited.arg(command.get_program()).args(command.get_args()).stdout(Stdio::piped()).stderr(Stdio::piped());
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => limited.env(name, value),
                None => limited.env_remove(name),
            };
        }
        limited
    }

    #[test]
    fn a_full_disk_stops_the_import_and_loses_nothing() {
        let (shop, desk) = shop();
        for n in 3..40 {
            desk.photo(&format!("Cup {n}.png"));
        }
        // Enough to begin with: the size of the file before any import.
        desk.run(&["whoami", "--json"]);
        let size = std::fs::metadata(desk.data().join("vitrine.db")).unwrap().len();
        let blocks = u32::try_from(size / 512).unwrap() + 40;
        let ran = Ran::from(with_a_full_disk(&desk.import_command(&[]), blocks).spawn().unwrap());
        let [created, skipped, failed, waiting] = ran.counts();
        assert_eq!((ran.status, skipped, failed, created + waiting), (4, 0, 0, 40), "{ran:?}");
        assert!(waiting > 0, "{ran:?}");
        let ran = desk.import(&[]);
        assert_eq!(ran.status, 0, "{ran:?}");
        let titles = shop.titles();
        assert_eq!((titles.len(), titles.iter().collect::<std::collections::BTreeSet<_>>().len()), (40, 40));
    }
}
