//! The real system keychain: gnome-keyring in a separate D-Bus session.
//!
//! Runs under `tests/with-keychain.sh` only, so that it never touches a person's keychain.

use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use secrecy::{ExposeSecret, SecretString};
use vitrine::auth::{Keychain, Secrets};
use vitrine::worker::{self, Event, ReceiverChoice, ReceiverState, WebhookCommand, WebhookEvent};
use vitrine_domain::{ProblemKind, Scope};
use vitrine_sandbox::Options;

use crate::kit::shop::port::free_port;
use crate::kit::shop::{Shop, TestEnv};
use crate::kit::timeout::{TIMEOUT, Watchdog};

fn secrets(access: &str) -> Secrets {
    Secrets {
        access: SecretString::from(access),
        refresh: Some(SecretString::from("refresh-sesame")),
        expires_at: jiff::Timestamp::from_second(1_800_000_000).ok(),
        scopes: vec![Scope(Scope::PRODUCT_WRITE.to_owned())],
        of_app: false,
    }
}

/// Whether this run has a keychain for tests.
pub fn keychain_for_tests() -> bool {
    let available = std::env::var_os("VITRINE_TEST_KEYCHAIN").is_some();
    if !available {
        eprintln!("skipped: run it under tests/with-keychain.sh");
    }
    available
}

/// Runs one of the ignored tests below in a separate process whose D-Bus session is at `address`.
fn run_in_session(address: &Path, test: &str) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test, "--ignored", "--nocapture"])
        .env("DBUS_SESSION_BUS_ADDRESS", format!("unix:path={}", address.display()))
        .env("VITRINE_TEST_BUS", address)
        .spawn()
        .unwrap();
    let _watchdog = Watchdog::start(TIMEOUT, &child);
    let status = child.wait().unwrap();
    assert!(status.success(), "{test} failed");
}

#[tokio::test]
async fn entries_are_saved_loaded_replaced_and_deleted() {
    if !keychain_for_tests() {
        return;
    }
    let (keychain, name) = (Keychain::system(), "7@Round trip");
    assert!(keychain.load(name).await.unwrap().is_none());

    keychain.save(name, &secrets("first-sesame")).await.unwrap();
    keychain.save(name, &secrets(&"long-sesame".repeat(300))).await.unwrap();
    let loaded = keychain.load(name).await.unwrap().unwrap();
    assert_eq!(loaded.access.expose_secret(), "long-sesame".repeat(300));
    assert_eq!(loaded.refresh.as_ref().map(ExposeSecret::expose_secret), Some("refresh-sesame"));
    assert_eq!((loaded.expires_at, loaded.scopes), (secrets("").expires_at, secrets("").scopes));
    assert!(keychain.load("8@Round trip").await.unwrap().is_none(), "the entry belongs to another account");

    keychain.delete(name).await.unwrap();
    keychain.delete(name).await.unwrap();
    assert!(keychain.load(name).await.unwrap().is_none());
}

#[test]
fn a_keychain_that_starts_after_this_program_is_found() {
    if keychain_for_tests() {
        let home = tempfile::tempdir().unwrap();
        run_in_session(&home.path().join("bus"), "keychain::late_keychain");
    }
}

/// A daemon that is killed at the end of the test, even if the test fails.
struct Daemon(Child);

impl Drop for Daemon {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a D-Bus session at this address and waits until it is ready.
fn start_bus(path: &Path) -> Daemon {
    let address = format!("unix:path={}", path.display());
    let mut bus = Command::new("dbus-daemon")
        .args(["--session", "--nofork", "--print-address", "--address", &address])
        .stdout(Stdio::piped())
        .spawn()
        .map(Daemon)
        .unwrap();
    let mut ready = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(bus.0.stdout.take().unwrap()), &mut ready)
        .unwrap();
    bus
}

#[tokio::test]
#[ignore = "run by a_keychain_that_starts_after_this_program_is_found"]
async fn late_keychain() {
    let Some(bus) = std::env::var_os("VITRINE_TEST_BUS") else { return };
    let keychain = Keychain::system();
    assert_eq!(keychain.load("7@Late").await.unwrap_err().kind, ProblemKind::NoKeychain);
    assert_eq!(keychain.save("7@Late", &secrets("sesame")).await.unwrap_err().kind, ProblemKind::NoKeychain);
    assert_eq!(keychain.delete("7@Late").await.unwrap_err().kind, ProblemKind::NoKeychain);

    let _bus = start_bus(Path::new(&bus));
    let mut keyring = Command::new("gnome-keyring-daemon")
        .args(["--foreground", "--unlock", "--components=secrets"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .map(Daemon)
        .unwrap();
    std::io::Write::write_all(&mut keyring.0.stdin.take().unwrap(), b"vitrine").unwrap();
    let waited = Command::new("gdbus")
        .args(["wait", "--session", "--timeout", "10", "org.freedesktop.secrets"])
        .status()
        .unwrap();
    assert!(waited.success());

    keychain.save("7@Late", &secrets("sesame")).await.unwrap();
    assert_eq!(keychain.load("7@Late").await.unwrap().unwrap().access.expose_secret(), "sesame");
}

#[test]
fn a_locked_keychain_times_out() {
    if keychain_for_tests() {
        let home = tempfile::tempdir().unwrap();
        run_in_session(&home.path().join("bus"), "keychain::locked_keychain");
    }
}

#[tokio::test]
#[ignore = "run by a_locked_keychain_times_out"]
async fn locked_keychain() {
    let Some(bus) = std::env::var_os("VITRINE_TEST_BUS") else { return };
    let _bus = start_bus(Path::new(&bus));
    let home = tempfile::tempdir().unwrap();
    // A separate keyring that is locked, without a program that could prompt for the password.
    let _keyring = Command::new("gnome-keyring-daemon")
        .args(["--foreground", "--components=secrets"])
        .env("XDG_DATA_HOME", home.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map(Daemon)
        .unwrap();
    let waited = Command::new("gdbus")
        .args(["wait", "--session", "--timeout", "10", "org.freedesktop.secrets"])
        .status()
        .unwrap();
    assert!(waited.success());

    let (keychain, start) = (Keychain::system(), std::time::Instant::now());
    let problem = keychain.save("7@Locked", &secrets("sesame")).await.unwrap_err();
    assert!(matches!(problem.kind, ProblemKind::NoKeychain | ProblemKind::Keychain), "{problem}");
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    assert!(!format!("{problem:?}").contains("sesame"));
}

#[test]
fn a_keychain_that_never_answers_times_out() {
    let home = tempfile::tempdir().unwrap();
    let _silent = UnixListener::bind(home.path().join("bus")).unwrap();
    run_in_session(&home.path().join("bus"), "keychain::silent_keychain");
}

#[tokio::test]
#[ignore = "run by a_keychain_that_never_answers_times_out"]
async fn silent_keychain() {
    let keychain = Keychain::System { limit: Duration::from_millis(50) };
    assert_eq!(keychain.load("7@Silent").await.unwrap_err().kind, ProblemKind::NoKeychain);
}

/// What a worker tells of its receiver, started with this token, or with the saved one.
fn receiver(env: &TestEnv, token: Option<&str>) -> ReceiverState {
    let worker = env.worker();
    let token = token.map(|token| SecretString::from(token.to_owned()));
    worker.send(worker::Command::Webhook(WebhookCommand::StartReceiver(ReceiverChoice {
        port: 0,
        is_open: false,
        token,
        forward: None,
    })));
    worker.until(|event| match event {
        Event::Webhook(WebhookEvent::Receiver(state)) if *state != ReceiverState::Starting => {
            Some(state.clone())
        }
        _ => None,
    })
}

#[test]
fn the_receivers_service_token_is_made_kept_and_required_again_after_a_restart() {
    if !keychain_for_tests() {
        return;
    }
    let shop = Shop::open(Options::default());
    let market_file =
        shop.sandbox.market_file().replace("Practice shop", &format!("Practice shop {}", free_port()));
    let env = TestEnv::with_market_file(&market_file, shop.sandbox.token());
    let checks = |state| matches!(state, ReceiverState::On { checks_token: true, is_token_saved: true, .. });
    assert!(checks(receiver(&env, None)), "none was set, so one is made");
    assert!(checks(receiver(&env, Some("open sesame"))));
    assert!(checks(receiver(&env, None)), "the saved one is required");
    assert!(!checks(receiver(&env, Some(""))), "it was emptied");
    assert!(checks(receiver(&env, None)), "which holds until the next start makes one");
}
