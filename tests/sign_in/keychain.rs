//! The real system keychain: gnome-keyring on a D-Bus session of its own.
//!
//! Runs under `tests/with-keychain.sh`; otherwise it is skipped, because a person's keychain is not for tests.

use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use secrecy::{ExposeSecret, SecretString};
use vitrine::auth::{Keychain, Secrets};
use vitrine::domain::{Code, Scope};

use crate::kit::patience::{PATIENCE, Watchdog};

fn secrets(access: &str) -> Secrets {
    Secrets {
        access: SecretString::from(access),
        refresh: Some(SecretString::from("refresh-sesame")),
        expires_at: jiff::Timestamp::from_second(1_800_000_000).ok(),
        scopes: vec![Scope(Scope::PRODUCT_WRITE.to_owned())],
    }
}

/// Whether this run has a keychain made for tests.
fn keychain_for_tests() -> bool {
    let yes = std::env::var_os("VITRINE_TEST_KEYCHAIN").is_some();
    if !yes {
        eprintln!("skipped: run it under tests/with-keychain.sh");
    }
    yes
}

/// Runs one of the ignored tests below in a process of its own, whose D-Bus session is at `address`.
fn in_a_session_at(address: &Path, test: &str) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test, "--ignored", "--nocapture"])
        .env("DBUS_SESSION_BUS_ADDRESS", format!("unix:path={}", address.display()))
        .env("VITRINE_TEST_BUS", address)
        .spawn()
        .unwrap();
    let _watchdog = Watchdog::over(PATIENCE, &child);
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
    assert!(keychain.load("8@Round trip").await.unwrap().is_none(), "another account's entry");

    keychain.delete(name).await.unwrap();
    keychain.delete(name).await.unwrap();
    assert!(keychain.load(name).await.unwrap().is_none());
}

#[test]
fn a_keychain_that_starts_after_this_program_is_found() {
    if keychain_for_tests() {
        let home = tempfile::tempdir().unwrap();
        in_a_session_at(&home.path().join("bus"), "keychain::late_keychain");
    }
}

/// Ends the daemons whatever becomes of the test.
struct Daemon(Child);

impl Drop for Daemon {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A D-Bus session at this address, ready to be used.
fn bus_at(path: &Path) -> Daemon {
    let address = format!("unix:path={}", path.display());
    let mut bus = Command::new("dbus-daemon")
        .args(["--session", "--nofork", "--print-address", "--address", &address])
        .stdout(Stdio::piped())
        .spawn()
        .map(Daemon)
        .unwrap();
    let mut ready = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(bus.0.stdout.take().unwrap()), &mut ready).unwrap();
    bus
}

#[tokio::test]
#[ignore = "run by a_keychain_that_starts_after_this_program_is_found"]
async fn late_keychain() {
    let Some(bus) = std::env::var_os("VITRINE_TEST_BUS") else { return };
    let keychain = Keychain::system();
    assert_eq!(keychain.load("7@Late").await.unwrap_err().code, Code::NoKeychain);
    assert_eq!(keychain.save("7@Late", &secrets("sesame")).await.unwrap_err().code, Code::NoKeychain);
    assert_eq!(keychain.delete("7@Late").await.unwrap_err().code, Code::NoKeychain);

    let _bus = bus_at(Path::new(&bus));
    let mut keyring = Command::new("gnome-keyring-daemon")
        .args(["--foreground", "--unlock", "--components=secrets"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .map(Daemon)
        .unwrap();
    std::io::Write::write_all(&mut keyring.0.stdin.take().unwrap(), b"vitrine").unwrap();
    let waited = Command::new("gdbus").args(["wait", "--session", "--timeout", "10", "org.freedesktop.secrets"]).status().unwrap();
    assert!(waited.success());

    keychain.save("7@Late", &secrets("sesame")).await.unwrap();
    assert_eq!(keychain.load("7@Late").await.unwrap().unwrap().access.expose_secret(), "sesame");
}

#[test]
fn a_locked_keychain_times_out() {
    if keychain_for_tests() {
        let home = tempfile::tempdir().unwrap();
        in_a_session_at(&home.path().join("bus"), "keychain::locked_keychain");
    }
}

#[tokio::test]
#[ignore = "run by a_locked_keychain_times_out"]
async fn locked_keychain() {
    let Some(bus) = std::env::var_os("VITRINE_TEST_BUS") else { return };
    let _bus = bus_at(Path::new(&bus));
    let home = tempfile::tempdir().unwrap();
    // A keyring of its own, which nobody has unlocked, and no program that would ask for the password.
    let _keyring = Command::new("gnome-keyring-daemon")
        .args(["--foreground", "--components=secrets"])
        .env("XDG_DATA_HOME", home.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map(Daemon)
        .unwrap();
    let waited = Command::new("gdbus").args(["wait", "--session", "--timeout", "10", "org.freedesktop.secrets"]).status().unwrap();
    assert!(waited.success());

    let (keychain, began) = (Keychain::system(), std::time::Instant::now());
    let problem = keychain.save("7@Locked", &secrets("sesame")).await.unwrap_err();
    assert!(matches!(problem.code, Code::NoKeychain | Code::Keychain), "{problem}");
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    assert!(!format!("{problem:?}").contains("sesame"));
}

#[test]
fn a_keychain_that_never_answers_times_out() {
    let home = tempfile::tempdir().unwrap();
    let _silent = UnixListener::bind(home.path().join("bus")).unwrap();
    in_a_session_at(&home.path().join("bus"), "keychain::silent_keychain");
}

#[tokio::test]
#[ignore = "run by a_keychain_that_never_answers_times_out"]
async fn silent_keychain() {
    let keychain = Keychain::System { limit: Duration::from_millis(50) };
    assert_eq!(keychain.load("7@Silent").await.unwrap_err().code, Code::NoKeychain);
}
