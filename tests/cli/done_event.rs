//! However an import ends, the last JSON line is `done`, and the exit status is the documented one.

use std::path::Path;
use std::process::{Command, Stdio};

use secrecy::SecretString;
use vitrine_sandbox::{FaultRule, Faults, Operation, Options};

use crate::kit::shop::{RunOutput, Shop, TestEnv};
use crate::kit::timeout::wait_until;

fn shop() -> (Shop, TestEnv) {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    for n in 0..3 {
        env.photo(&format!("Cup {n}.png"));
    }
    (shop, env)
}

fn codes(output: &RunOutput) -> Vec<&str> {
    output
        .lines
        .iter()
        .filter(|line| line["event"] == "problem")
        .filter_map(|line| line["problem"]["code"].as_str())
        .collect()
}

#[test]
fn an_import_without_a_sign_in_leaves_all_products_waiting() {
    let (shop, mut env) = shop();
    let token = std::mem::replace(&mut env.token, SecretString::from("no good"));
    let output = env.import(&[]);
    assert_eq!((output.status, output.counts()), (3, [0, 0, 0, 3]), "{output:?}");
    let numbers = ["cancelled", "unknown", "left"].map(|key| output.done_event()[key].as_u64());
    assert_eq!(numbers, [Some(0), Some(0), Some(3)], "each has a number of its own");
    let output = env.run(&["resume", "--json"]);
    assert_eq!(
        (output.status, output.counts(), codes(&output)),
        (3, [0, 0, 0, 3], vec!["unauthorized"]),
        "{output:?}"
    );
    env.token = token;
    let output = env.run(&["resume", "--json"]);
    assert_eq!((output.status, output.counts()), (0, [3, 0, 0, 0]), "{output:?}");
    assert_eq!(shop.titles().len(), 3);
}

#[test]
fn a_resume_without_a_sign_in_reports_the_remaining_products() {
    let (shop, mut env) = shop();
    shop.sandbox.set_faults(Faults { token_requests: Some(4), ..Faults::default() });
    let output = env.import(&[]);
    let waiting = output.counts()[3];
    assert!(output.status == 3 && waiting > 0, "{output:?}");
    env.token = SecretString::from("no good");
    let output = env.run(&["resume", "--json"]);
    assert_eq!((output.status, output.counts()), (3, [0, 0, 0, waiting]), "{output:?}");
}

#[test]
fn an_empty_import_is_invalid_input() {
    let (_shop, env) = shop();
    let empty = tempfile::tempdir().unwrap();
    let output = env.run(&["import", "--json", empty.path().to_str().unwrap()]);
    assert_eq!((output.status, output.counts()), (2, [0; 4]), "{output:?}");
}

#[test]
fn a_data_directory_in_use_is_reported() {
    let (shop, env) = shop();
    shop.sandbox.set_faults(Faults::of(FaultRule {
        on: Some(Operation::Create),
        latency_ms: 1500,
        ..FaultRule::default()
    }));
    let first = env.import_command(&[]).spawn().unwrap();
    wait_until("the directory is in use", || env.data().join("vitrine.instance").exists());
    let second = env.import(&[]);
    assert_eq!(
        (second.status, second.counts(), codes(&second)),
        (2, [0; 4], vec!["already_running"]),
        "{second:?}"
    );
    assert_eq!(RunOutput::from(first).status, 0);
    assert_eq!(shop.titles().len(), 3);
}

#[test]
fn a_damaged_journal_is_reported_and_kept() {
    let (_shop, env) = shop();
    std::fs::create_dir(env.data()).unwrap();
    let file = env.data().join("vitrine.db");
    std::fs::write(&file, "not a journal").unwrap();
    let output = env.import(&[]);
    assert_eq!(
        (output.status, output.counts(), codes(&output)),
        (1, [0; 4], vec!["storage_damaged"]),
        "{output:?}"
    );
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
        let (shop, env) = shop();
        std::fs::create_dir(env.data()).unwrap();
        allow(env.dir.path(), 0o755);
        allow(&env.data(), 0o555);
        let mut command = env.import_command(&[]);
        if std::fs::metadata(env.dir.path()).unwrap().uid() == 0 {
            // File permissions do not apply to root, so the program runs as the user nobody.
            command.uid(65_534);
        }
        let Ok(running) = command.spawn() else {
            eprintln!("skipped: the user nobody may not run the built program");
            return;
        };
        let output = RunOutput::from(running);
        allow(&env.data(), 0o755);
        assert_eq!(
            (output.status, output.counts(), codes(&output)),
            (1, [0; 4], vec!["storage"]),
            "{output:?}"
        );
        assert!(output.stderr.contains("data"), "the message names the directory: {}", output.stderr);
        assert_eq!(shop.sandbox.request_count(), 0);
    }

    /// The same command with a file size limit in blocks of 512 bytes, which acts like a full disk.
    fn with_a_full_disk(command: &Command, blocks: u32) -> Command {
        let mut limited = Command::new("sh");
        limited.args(["-c", &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"")]);
        limited
            .arg(command.get_program())
            .args(command.get_args())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
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
        let (shop, env) = shop();
        for n in 3..40 {
            env.photo(&format!("Cup {n}.png"));
        }
        // The limit leaves room for the beginning of the import.
        env.run(&["whoami", "--json"]);
        let size = std::fs::metadata(env.data().join("vitrine.db")).unwrap().len();
        let blocks = u32::try_from(size / 512).unwrap() + 40;
        let output = RunOutput::from(with_a_full_disk(&env.import_command(&[]), blocks).spawn().unwrap());
        let [created, skipped, failed, waiting] = output.counts();
        assert_eq!((output.status, skipped, failed, created + waiting), (4, 0, 0, 40), "{output:?}");
        assert!(waiting > 0, "{output:?}");
        let output = env.import(&[]);
        assert_eq!(output.status, 0, "{output:?}");
        let titles = shop.titles();
        assert_eq!((titles.len(), titles.iter().collect::<std::collections::BTreeSet<_>>().len()), (40, 40));
    }
}
