//! One running program per data directory; a second start hands its paths over to the first.
//!
//! A separate test program: a process started by another test would hold these locks for a moment.

mod kit;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};

use kit::timeout::{TIMEOUT, Watchdog};
use vitrine::store::{Instance, InstanceLock, OtherInstance};
use vitrine_domain::ProblemKind;

fn mine(dir: &Path) -> Instance {
    match Instance::acquire(dir).unwrap() {
        InstanceLock::Acquired(instance) => instance,
        InstanceLock::HeldElsewhere(held) => panic!("held: {held:?}"),
    }
}

fn held(dir: &Path) -> OtherInstance {
    match Instance::acquire(dir).unwrap() {
        InstanceLock::HeldElsewhere(held) => held,
        InstanceLock::Acquired(_) => panic!("acquired twice"),
    }
}

/// An instance that takes paths, and what it took.
fn listening(dir: &Path) -> (Instance, Receiver<Vec<PathBuf>>) {
    let (sender, taken) = mpsc::channel();
    let mut instance = mine(dir);
    instance.listen(move |handed_over| sender.send(handed_over.paths).unwrap_or_default()).unwrap();
    (instance, taken)
}

/// The port and key the holder shows.
fn door(dir: &Path) -> (u16, String) {
    let card: serde_json::Value =
        serde_json::from_slice(&fs::read(dir.join("vitrine.instance")).unwrap()).unwrap();
    (
        card["door"]["port"].as_u64().unwrap().try_into().unwrap(),
        card["door"]["key"].as_str().unwrap().to_owned(),
    )
}

/// What a caller who knows the port gets to hear.
fn answer(port: u16, message: &[u8]) -> Vec<u8> {
    let mut caller = TcpStream::connect(("127.0.0.1", port)).unwrap();
    caller.set_read_timeout(Some(TIMEOUT)).unwrap();
    let mut heard = Vec::new();
    // A holder that has heard enough may hang up first.
    let _ = caller
        .write_all(message)
        .and_then(|()| caller.shutdown(Shutdown::Write))
        .and_then(|()| caller.read_to_end(&mut heard));
    heard
}

#[test]
fn a_second_start_learns_which_process_uses_the_directory() {
    let dir = tempfile::tempdir().unwrap();
    let _instance = mine(dir.path());
    let second = held(dir.path());
    assert_eq!(second.pid(), Some(std::process::id()));
    let problem = second.hand_over(&[PathBuf::from("/photos")], None).unwrap_err();
    assert_eq!(problem.kind, ProblemKind::AlreadyRunning, "it takes no paths");
    assert!(problem.quotation.unwrap().contains(&std::process::id().to_string()));
}

#[test]
fn programs_that_connect_and_say_nothing_keep_no_second_start_out() {
    let dir = tempfile::tempdir().unwrap();
    let (_instance, taken) = listening(dir.path());
    let (port, _) = door(dir.path());
    let _idle: Vec<TcpStream> = (0..100).map(|_| TcpStream::connect(("127.0.0.1", port)).unwrap()).collect();
    held(dir.path()).hand_over(&[PathBuf::from("/photos")], None).expect("it is heard at once");
    assert_eq!(taken.recv_timeout(TIMEOUT).unwrap(), [PathBuf::from("/photos")]);
}

#[test]
fn another_directory_is_another_instance() {
    let [one, two] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let _instances = [mine(one.path()), mine(two.path())];
}

#[test]
fn a_directory_is_free_once_its_process_has_ended() {
    let dir = tempfile::tempdir().unwrap();
    for _ in 0..3 {
        let (instance, _taken) = listening(dir.path());
        held(dir.path());
        drop(instance);
        assert!(!dir.path().join("vitrine.instance").exists());
    }
}

#[test]
fn the_paths_of_a_second_start_reach_the_first() {
    let dir = tempfile::tempdir().unwrap();
    let (_instance, taken) = listening(dir.path());
    let second = held(dir.path());
    second.hand_over(&[PathBuf::from("/عکس‌ها/گلیم ۱"), PathBuf::from("relative/rug")], None).unwrap();
    let here = std::env::current_dir().unwrap();
    assert_eq!(
        taken.recv_timeout(TIMEOUT).unwrap(),
        [PathBuf::from("/عکس‌ها/گلیم ۱"), here.join("relative/rug")]
    );
    second.hand_over(&[], None).unwrap();
    assert!(taken.recv_timeout(TIMEOUT).unwrap().is_empty(), "only the window is wanted");
    let many: Vec<PathBuf> =
        (0..20_000).map(|number| PathBuf::from(format!("/photos/rug-{number}.jpg"))).collect();
    second.hand_over(&many, None).unwrap();
    assert_eq!(taken.recv_timeout(TIMEOUT).unwrap(), many);
}

#[test]
fn the_marketplace_that_a_second_start_names_comes_with_its_paths() {
    let dir = tempfile::tempdir().unwrap();
    let (sender, taken) = mpsc::channel();
    let mut instance = mine(dir.path());
    instance.listen(move |handed_over| sender.send(handed_over.market).unwrap_or_default()).unwrap();
    let file = dir.path().join("shop.toml");
    fs::write(&file, "").unwrap();
    for market in [None, Some(file), Some(PathBuf::from("basalam"))] {
        held(dir.path()).hand_over(&[PathBuf::from("/photos")], market.as_deref()).unwrap();
        assert_eq!(taken.recv_timeout(TIMEOUT).unwrap(), market);
    }
}

#[test]
fn a_second_start_during_the_first_one_is_served_afterwards() {
    let dir = tempfile::tempdir().unwrap();
    let mut instance = mine(dir.path());
    let second = held(dir.path());
    let (give, taken) = mpsc::channel();
    std::thread::scope(|scope| {
        let handed = scope.spawn(|| second.hand_over(&[PathBuf::from("/photos")], None));
        instance.listen(move |handed_over| give.send(handed_over.paths).unwrap()).unwrap();
        handed.join().unwrap().unwrap();
    });
    assert_eq!(taken.recv_timeout(TIMEOUT), Ok(vec![PathBuf::from("/photos")]));
}

#[test]
fn foreign_connections_change_nothing_and_the_next_start_is_served() {
    let dir = tempfile::tempdir().unwrap();
    let (_instance, taken) = listening(dir.path());
    let (port, key) = door(dir.path());
    let wrong_key = format!(r#"{{"key":"{}","paths":["/etc"]}}"#, "0".repeat(key.len()));
    let keyed = |paths: &str| format!(r#"{{"key":"{key}","paths":{paths}}}"#);
    for message in [
        "",
        "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        r#"{"paths":["/etc"]}"#,
        wrong_key.as_str(),
        keyed("[1]").as_str(),
        keyed("[").as_str(),
        "x".repeat(9 << 20).as_str(),
        format!(r#"{{"a":[{}0]}}"#, r#"{"":0},"#.repeat(1 << 20)).as_str(),
    ] {
        assert_eq!(answer(port, message.as_bytes()), b"", "{:.60}", message);
    }
    held(dir.path()).hand_over(&[PathBuf::from("/photos")], None).unwrap();
    assert_eq!(
        taken.recv_timeout(TIMEOUT),
        Ok(vec![PathBuf::from("/photos")]),
        "the strangers' paths came first"
    );
}

#[test]
fn a_silent_connection_does_not_delay_the_shutdown() {
    let dir = tempfile::tempdir().unwrap();
    let (instance, _taken) = listening(dir.path());
    let _silent = TcpStream::connect(("127.0.0.1", door(dir.path()).0)).unwrap();
    drop(instance);
    mine(dir.path());
}

#[test]
fn an_unusable_instance_file_is_not_an_error() {
    let dir = tempfile::tempdir().unwrap();
    let _instance = mine(dir.path());
    for card in [&b""[..], b"{", b"\xff\xfe", br#"{"pid":-1}"#] {
        fs::write(dir.path().join("vitrine.instance"), card).unwrap();
        let second = held(dir.path());
        assert_eq!(second.pid(), None);
        assert_eq!(second.hand_over(&[], None).unwrap_err().kind, ProblemKind::AlreadyRunning);
    }
}

#[test]
fn a_process_that_does_not_listen_any_more_is_reported_immediately() {
    let dir = tempfile::tempdir().unwrap();
    let _instance = mine(dir.path());
    fs::write(dir.path().join("vitrine.instance"), r#"{"pid":1,"door":{"port":1,"key":"k"}}"#).unwrap();
    assert_eq!(held(dir.path()).hand_over(&[], None).unwrap_err().kind, ProblemKind::AlreadyRunning);
}

#[test]
fn the_key_is_not_in_debug_output() {
    let dir = tempfile::tempdir().unwrap();
    let (instance, _taken) = listening(dir.path());
    let (_, key) = door(dir.path());
    assert!(!format!("{instance:?} {:?}", held(dir.path())).contains(&key));
}

#[test]
fn a_directory_that_cannot_be_created_is_a_storage_problem() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("file"), "").unwrap();
    assert_eq!(Instance::acquire(&dir.path().join("file")).unwrap_err().kind, ProblemKind::Storage);
}

/// A process that holds the directory and takes paths, until it is killed.
fn holder(dir: &Path) -> Child {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "hold_until_killed", "--ignored", "--nocapture"])
        .env("VITRINE_TEST_DIR", dir)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let _watchdog = Watchdog::start(TIMEOUT, &child);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    assert!(lines.any(|line| line == "holding"));
    child
}

#[test]
#[ignore = "run, and killed, by kill_9_releases_the_lock"]
fn hold_until_killed() {
    let Some(dir) = std::env::var_os("VITRINE_TEST_DIR") else { return };
    let (_instance, _taken) = listening(Path::new(&dir));
    #[expect(clippy::disallowed_methods, reason = "the parent process reads it")]
    let mut out = std::io::stdout();
    writeln!(out, "\nholding").unwrap();
    std::io::stdin().read_to_end(&mut Vec::new()).unwrap();
}

#[test]
fn kill_9_releases_the_lock() {
    let dir = tempfile::tempdir().unwrap();
    let mut child = holder(dir.path());
    assert_eq!(held(dir.path()).pid(), Some(child.id()));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(dir.path().join("vitrine.instance").exists(), "the dead process left its card");
    let _instance = mine(dir.path());
    assert_eq!(held(dir.path()).pid(), Some(std::process::id()));
}
