//! No secret is stored outside the keychain. After a complete session with full logging, the tests search for
//! each token, code and client secret in everything that the program printed, wrote, and was started with.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use secrecy::{ExposeSecret, SecretString};
use vitrine::auth::{Expected, Secrets, consent_from_address, token};
use vitrine::worker;
use vitrine_sandbox::{FaultRule, Faults, Operation, Options, Person};

use crate::kit::shop::browser::{browser_script, log_in, opened_address};
use crate::kit::shop::port::free_port;
use crate::kit::shop::{Shop, TestEnv, has_keychain};
use crate::kit::timeout::wait_for_exit;

/// A session of several commands, and the traces they left.
struct Session {
    shop: Shop,
    env: TestEnv,
    /// By source: the output, and the command lines that other users can see.
    traces: Vec<(String, Vec<u8>)>,
}

impl Session {
    fn new() -> Self {
        let port = free_port();
        let shop = Shop::open(Options {
            redirect_uris: vec![format!("http://127.0.0.1:{port}/callback")],
            ..Options::default()
        });
        let market_file =
            shop.sandbox.market_file().replace("Practice shop", &format!("Practice shop {port}"));
        let env = TestEnv::with_market_file(&market_file, shop.sandbox.token());
        Self { shop, env, traces: Vec::new() }
    }

    fn run(&mut self, arguments: &[&str], configure: impl FnOnce(&mut Command)) -> i32 {
        self.run_with_input(arguments, "", configure)
    }

    fn run_with_input(
        &mut self,
        arguments: &[&str],
        input: &str,
        configure: impl FnOnce(&mut Command),
    ) -> i32 {
        let mut command = self.env.command(arguments);
        command.env("VITRINE_LOG", "trace").stdin(Stdio::piped());
        configure(&mut command);
        let mut running = command.spawn().unwrap();
        if cfg!(target_os = "linux") {
            let command_line = std::fs::read(format!("/proc/{}/cmdline", running.id())).unwrap();
            self.traces.push((format!("the command line of {arguments:?}"), command_line));
        }
        std::io::Write::write_all(&mut running.stdin.take().unwrap(), input.as_bytes()).unwrap();
        let Output { status, stdout, stderr } = wait_for_exit(running);
        self.traces.push((format!("standard output of {arguments:?}"), stdout));
        self.traces.push((format!("standard error of {arguments:?}"), stderr));
        status.code().unwrap_or(-1)
    }

    /// Fails if any issued secret, or any of `more`, is in a trace, in a data file, or in the program file.
    fn assert_clean(&self, more: &[SecretString]) {
        let mut secrets = self.shop.sandbox.issued_secrets();
        secrets.extend_from_slice(more);
        let mut places: Vec<(String, Vec<u8>)> = self.traces.clone();
        for file in files(&self.env.data()) {
            places.push((file.display().to_string(), std::fs::read(&file).unwrap()));
        }
        assert!(places.len() > 10 && secrets.len() > 1);
        for (place, bytes) in &places {
            for secret in &secrets {
                let secret = secret.expose_secret().as_bytes();
                assert!(memchr::memmem::find(bytes, secret).is_none(), "a secret is in {place}");
            }
        }
        // The program file is large, so one grep searches for all secrets together.
        let list = self.env.dir.path().join("secrets");
        std::fs::write(
            &list,
            secrets.iter().map(|secret| secret.expose_secret()).collect::<Vec<_>>().join("\n"),
        )
        .unwrap();
        let found = Command::new("grep")
            .args(["-a", "-q", "-F", "-f"])
            .arg(&list)
            .arg(env!("CARGO_BIN_EXE_vitrine"))
            .status()
            .unwrap();
        assert_eq!(found.code(), Some(1), "a secret is in the program file");
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.map(|entry| entry.unwrap().path());
    paths.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn a_token_from_the_environment_leaves_no_trace() {
    let mut session = Session::new();
    for n in 0..4 {
        session.env.photo(&format!("Cup {n}.jpg"));
    }
    let photos = session.env.photos().display().to_string();
    assert_eq!(session.run(&["whoami", "--json"], |_| {}), 0);
    assert_eq!(session.run(&["import", "--json", "--yes", "--group", "file", &photos], |_| {}), 0);
    assert_eq!(session.run(&["products", "--json"], |_| {}), 0);
    assert_eq!(
        session.run(&["webhook", "add", "--url", "https://shop.example/hook", "--events", "5,8"], |_| {}),
        0
    );
    for status in [400, 401, 403, 422, 500] {
        session.shop.sandbox.set_faults(Faults::of(FaultRule {
            on: Some(Operation::List),
            status: Some(status),
            to: Some(2),
            ..FaultRule::default()
        }));
        session.run(&["products"], |_| {});
    }
    session.shop.sandbox.set_faults(Faults::default());
    // A token with few scopes, a mistyped one, and one with a character that HTTP does not allow.
    let limited =
        session.shop.sandbox.issue_token(Person::Owner, &["customer.chat.read"], Duration::from_secs(60));
    let mistyped = SecretString::from("sesame-open-Sesame-0123456789");
    let unsendable = SecretString::from("sesame open sesame\u{7}0123456789");
    for token in [&limited, &mistyped, &unsendable] {
        let exposed = token.expose_secret().to_owned();
        assert_ne!(
            session.run(&["import", "--json", "--yes", "--again", &photos], |command| _ =
                command.env("VITRINE_TOKEN", exposed)),
            0
        );
    }
    session.assert_clean(&[mistyped, unsendable]);
}

#[test]
fn every_sign_in_method_leaves_secrets_only_in_the_keychain() {
    if !has_keychain() {
        return;
    }
    let mut session = Session::new();
    let client_secret = session.shop.sandbox.client().secret;
    // Through the browser.
    let (output, back) = log_in(&session.env);
    assert_eq!(output.status, 0, "{output:?}");
    session.traces.push(("browser".to_owned(), format!("{}{}", output.stdout, output.stderr).into_bytes()));
    let code = back.query_pairs().find(|(name, _)| name == "code").unwrap().1.into_owned();
    // A pasted token, with its refresh token on the next line.
    let (access, refresh) = session.shop.sandbox.issue_pair();
    let pasted = format!("Bearer {}\n{}\n", access.expose_secret(), refresh.expose_secret());
    let no_token = |command: &mut Command| _ = command.env_remove("VITRINE_TOKEN");
    assert_eq!(session.run_with_input(&["login", "--token-stdin"], &pasted, no_token), 0);
    // The token expires in the middle of an import and is renewed.
    session.shop.sandbox.set_faults(Faults { token_requests: Some(9), ..Faults::default() });
    for n in 0..6 {
        session.env.photo(&format!("Cup {n}.jpg"));
    }
    let photos = session.env.photos().display().to_string();
    assert_eq!(session.run(&["import", "--json", "--yes", "--group", "file", &photos], no_token), 0);
    session.shop.sandbox.set_faults(Faults::default());
    assert_eq!(session.run(&["whoami"], no_token), 0);
    // Client credentials, with the right secret and with a wrong one.
    let wrong = SecretString::from("sesame-client-secret-0123456789");
    for (secret, status) in [(&client_secret, 0), (&wrong, 3)] {
        let exposed = secret.expose_secret().to_owned();
        let configure = |command: &mut Command| {
            _ = command.env_remove("VITRINE_TOKEN").env("VITRINE_CLIENT_SECRET", exposed);
        };
        assert_eq!(session.run(&["login", "--client-credentials"], configure), status);
    }
    // A sign-in that is interrupted after a wrong address was pasted.
    let (script, pipe) = browser_script(&session.env);
    let mut command = session.env.command(&["login"]);
    command
        .env("BROWSER", &script)
        .env("VITRINE_LOG", "trace")
        .env_remove("VITRINE_TOKEN")
        .stdin(Stdio::piped());
    let mut running = command.spawn().unwrap();
    let _opened = opened_address(&pipe);
    let pasted = "http://127.0.0.1:1/callback?code=sesame-pasted-code-0123456789&state=old\n";
    std::io::Write::write_all(&mut running.stdin.take().unwrap(), pasted.as_bytes()).unwrap();
    let interrupted = Command::new("kill").args(["-INT", &running.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    let Output { stdout, stderr, .. } = wait_for_exit(running);
    session.traces.push(("an interrupted sign-in".to_owned(), [stdout, stderr].concat()));
    assert_eq!(session.run(&["logout"], no_token), 0);

    session.assert_clean(&[
        SecretString::from(code),
        wrong,
        SecretString::from("sesame-pasted-code-0123456789"),
    ]);
}

#[test]
fn at_other_addresses_what_is_saved_is_used_only_when_told_and_the_terminal_says_where_it_goes() {
    if !has_keychain() {
        return;
    }
    let mut session = Session::new();
    let no_token = |command: &mut Command| _ = command.env_remove("VITRINE_TOKEN");
    let (access, refresh) = session.shop.sandbox.issue_pair();
    let pasted = format!("{}\n{}\n", access.expose_secret(), refresh.expose_secret());
    assert_eq!(session.run_with_input(&["login", "--token-stdin"], &pasted, no_token), 0);
    let file = session.env.market_file();
    std::fs::write(session.env.market(), file.replace("//127.0.0.1:", "//localhost:")).unwrap();
    let requests = session.shop.sandbox.request_count();
    assert_eq!(session.run(&["whoami"], no_token), 3);
    assert_eq!(session.shop.sandbox.request_count(), requests, "nothing was sent");

    assert_eq!(session.run(&["login", "--moved"], no_token), 0);
    let said = String::from_utf8_lossy(&session.traces.last().unwrap().1).into_owned();
    assert!(said.contains("localhost:") && said.contains("127.0.0.1:"), "{said}");
    assert_eq!(session.run(&["whoami"], no_token), 0);
    session.assert_clean(&[]);
}

#[test]
fn the_browser_inherits_none_of_the_secrets_that_the_program_was_given() {
    use std::os::unix::fs::PermissionsExt;
    let session = Session::new();
    let (pipe, script) =
        (session.env.dir.path().join("environment"), session.env.dir.path().join("browser-env.sh"));
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    std::fs::write(&script, format!("#!/bin/sh\nenv > '{}'\n", pipe.display())).unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = session.env.command(&["login"]);
    let secrets = ["VITRINE_TOKEN", "VITRINE_CLIENT_SECRET", "VITRINE_SERVICE_TOKEN"];
    for (n, name) in secrets.into_iter().enumerate() {
        command.env(name, format!("sesame-{n}"));
    }
    let mut running = command.env("BROWSER", &script).stdin(Stdio::piped()).spawn().unwrap();
    let inherited = opened_address(&pipe);
    running.kill().unwrap();
    running.wait().unwrap();
    assert!(inherited.contains("BROWSER="), "the whole environment: {inherited}");
    assert!(!inherited.contains("sesame"), "{inherited}");
    assert!(secrets.iter().all(|name| !inherited.contains(name)), "{inherited}");
}

#[test]
fn debug_output_contains_no_secrets() {
    let secret = || SecretString::from("sesame-0123456789");
    let commands = [
        worker::Command::Account(worker::AccountCommand::SignIn {
            token: secret(),
            refresh: Some(secret()),
            keep: worker::KeepToken::Keychain,
        }),
        worker::Command::Account(worker::AccountCommand::SignInPasted(secret())),
    ];
    let expected = Expected::new("http://127.0.0.1:1/callback", "sesame-0123456789").unwrap();
    let consent = consent_from_address(
        "http://127.0.0.1:1/callback?code=sesame-code&state=sesame-0123456789",
        &expected,
    )
    .unwrap();
    let secrets = Secrets {
        access: secret(),
        refresh: Some(secret()),
        expires_at: None,
        scopes: Vec::new(),
        of_app: false,
    };
    let shop = Shop::open(Options { token: Some(secret()), ..Options::default() });
    let options = Options { token: Some(secret()), ..Options::default() };
    let output = format!(
        "{commands:?} {expected:?} {consent:?} {secrets:?} {:?} {:?} {:?} {:?}",
        token::clean("Bearer sesame-0123456789"),
        shop.sandbox.client(),
        options.token,
        vitrine::auth::browser::Attempt::new(),
    );
    assert!(
        !output.contains("sesame") && !output.contains(shop.sandbox.client().secret.expose_secret()),
        "{output}"
    );
}
