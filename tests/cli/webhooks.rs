//! Webhooks in the terminal: what is listed, and what arrives.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::Mutex;

use vitrine_sandbox::{FaultRule, Faults, Moment, Operation, Options};

use crate::kit::shop::{Shop, TestEnv, has_keychain};
use crate::kit::timeout::{LONG_TIMEOUT, Watchdog, wait_until};

const SENDERS: usize = 4;
/// After so many accepted deliveries the program is killed.
const BEFORE_THE_KILL: usize = 400;
/// Each of so many deliveries arrives twice, at once.
const REPEATED_EVERY: u64 = 3;

#[test]
fn where_the_marketplace_has_no_list_the_webhooks_that_were_added_here_are_listed() {
    let shop = Shop::open(Options::default());
    let market = shop.sandbox.market_file();
    let without_list: String = market
        .lines()
        .filter(|line| !line.starts_with("list     ="))
        .map(|line| format!("{line}\n"))
        .collect();
    assert_ne!(market.lines().count(), without_list.lines().count());
    let env = TestEnv::with_market_file(&without_list, shop.sandbox.token());
    assert_ne!(env.run(&["webhook", "list"]).status, 0, "nothing is known");

    assert_eq!(
        env.run(&["webhook", "add", "--url", "https://shop.example/hook", "--events", "5,8"]).status,
        0
    );
    let id = shop.sandbox.webhooks()[0].id;
    let output = env.run(&["webhook", "list"]);
    assert_eq!(output.status, 0, "{output:?}");
    assert_eq!(
        output.stdout.trim_end(),
        format!("{id}\ton\tPOST https://shop.example/hook\tVENDOR_NEW_ORDER,PRODUCT_CREATE_CHANGES")
    );
    assert!(output.stderr.contains("doesn’t say where its webhooks are listed"), "{output:?}");
    let line = &env.run(&["webhook", "list", "--json"]).lines[0];
    assert_eq!(
        (&line["id"], &line["url"], &line["is_confirmed"]),
        (&id.into(), &"https://shop.example/hook".into(), &true.into())
    );
}

#[test]
fn a_webhook_whose_answer_was_lost_may_have_been_added() {
    for status in [502, 429, 401] {
        let lost = FaultRule {
            on: Some(Operation::Webhook),
            status: Some(status),
            when: Moment::After,
            ..FaultRule::default()
        };
        let shop = Shop::open(Options { faults: Faults::of(lost), ..Options::default() });
        let env = TestEnv::new(&shop);
        let output = env.run(&["webhook", "add", "--url", "https://shop.example/hook", "--events", "5"]);
        assert_eq!((output.status != 0, shop.sandbox.webhooks().len()), (true, 1), "{output:?}");
        assert!(output.stderr.contains("may have been added"), "{status}: {}", output.stderr);
    }
}

/// A running `webhook listen`, and where it prints.
struct Listener {
    running: Child,
    address: String,
    printed: PathBuf,
    /// Keeps the pipe open, in which refusals are told.
    _said: Box<dyn Read>,
    _watchdog: Watchdog,
}

impl Listener {
    fn start(env: &TestEnv, printed: &str) -> Self {
        let printed = env.dir.path().join(printed);
        let output = File::create(&printed).unwrap();
        Self::printing_to(env, output.into(), printed)
    }

    fn printing_to(env: &TestEnv, output: Stdio, printed: PathBuf) -> Self {
        let mut command = env.command(&["webhook", "listen", "--port", "0", "--without-token"]);
        let mut running = command.stdout(output).stderr(Stdio::piped()).spawn().unwrap();
        let watchdog = Watchdog::start(LONG_TIMEOUT, &running);
        let mut said = BufReader::new(running.stderr.take().unwrap());
        let mut line = String::new();
        said.read_line(&mut line).unwrap();
        let address = line
            .split("http://")
            .nth(1)
            .and_then(|rest| rest.split(' ').next())
            .unwrap_or_else(|| panic!("{line}"))
            .to_owned();
        Self { running, address, printed, _said: Box::new(said), _watchdog: watchdog }
    }

    /// Nothing is said, flushed or closed by the program.
    fn kill(&mut self) {
        self.running.kill().unwrap();
        self.running.wait().unwrap();
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The numbers in the deliveries of these lines. The last line may be cut.
fn numbers(printed: &Path) -> BTreeSet<u64> {
    let text = std::fs::read_to_string(printed).unwrap();
    let lines = text.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    lines
        .filter(|line| line["event"] == "delivery")
        .filter_map(|line| line["body"]["number"].as_u64())
        .collect()
}

/// Whether a delivery was accepted over this connection; `None` once it has ended.
fn deliver(stream: &mut TcpStream, number: u64) -> Option<bool> {
    let body = format!(r#"{{"event_id":5,"number":{number}}}"#);
    stream
        .write_all(
            format!("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n{body}", body.len()).as_bytes(),
        )
        .ok()?;
    let (mut answer, mut part) = (Vec::new(), [0; 256]);
    while !answer.ends_with(b"\r\n\r\n") {
        let read = stream.read(&mut part).ok().filter(|read| *read > 0)?;
        answer.extend_from_slice(&part[..read]);
    }
    Some(answer.starts_with(b"HTTP/1.1 200"))
}

/// `| app`, and the app ends; `> file`, and the disk is full.
#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_printed_is_printed_next_time_and_no_more_is_taken() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    let full = || File::options().write(true).open("/dev/full").unwrap().into();
    let closed = || {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        writer.into()
    };
    let outputs: [&dyn Fn() -> Stdio; 2] = [&full, &closed];
    for (run, output) in outputs.iter().enumerate() {
        let first = 10 * run as u64;
        let mut listener = Listener::printing_to(&env, output(), PathBuf::new());
        let mut stream = TcpStream::connect(&listener.address).unwrap();
        let taken = (first..first + 10).take_while(|number| deliver(&mut stream, *number) == Some(true));
        // The first one is on the disk before it is printed, also if its sender heard nothing any more.
        let taken: BTreeSet<u64> = taken.chain([first]).collect();
        assert!(!listener.running.wait().unwrap().success(), "it says that it could not print");
        let again = Listener::start(&env, &format!("again {run}.jsonl"));
        wait_until("they are printed", || taken.is_subset(&numbers(&again.printed)));
    }
    let identity = |output: Stdio| env.command(&["whoami", "--json"]).stdout(output).status().unwrap();
    assert!(!identity(full()).success(), "a full disk is no reader that has read enough");
    assert!(identity(closed()).success());
}

#[test]
fn each_delivery_accepted_in_a_burst_is_printed_although_the_program_was_killed_meanwhile() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    let mut first = Listener::start(&env, "first");
    let accepted = Mutex::new(BTreeSet::new());
    std::thread::scope(|scope| {
        for sender in 0..SENDERS as u64 {
            let mut stream = TcpStream::connect(&first.address).unwrap();
            let accepted = &accepted;
            scope.spawn(move || {
                for number in (sender..).step_by(SENDERS) {
                    match deliver(&mut stream, number) {
                        Some(true) => drop(accepted.lock().unwrap().insert(number)),
                        Some(false) => {}
                        None => return,
                    }
                    // A sender that did not hear the answer repeats it.
                    if number % REPEATED_EVERY == 0 && deliver(&mut stream, number).is_none() {
                        return;
                    }
                }
            });
        }
        wait_until("the burst", || accepted.lock().unwrap().len() >= BEFORE_THE_KILL);
        first.kill();
    });
    let accepted = accepted.into_inner().unwrap();
    let before = numbers(&first.printed);
    let second = Listener::start(&env, "second");
    let missing =
        || accepted.iter().filter(|number| !before.contains(number)).copied().collect::<BTreeSet<_>>();
    wait_until("what the first did not print", || missing().is_subset(&numbers(&second.printed)));
}

/// Starts a receiver as it is by default. Returns its address and what it says next.
fn receiver_with_token(env: &TestEnv) -> (Child, String, String) {
    let mut command = env.command(&["webhook", "listen", "--port", "0"]);
    let mut running = command
        .env_remove("VITRINE_SERVICE_TOKEN")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(running.stderr.take().unwrap());
    let (mut listening, mut token) = (String::new(), String::new());
    said.read_line(&mut listening).unwrap();
    said.read_line(&mut token).unwrap();
    let address = listening
        .split("http://")
        .nth(1)
        .and_then(|rest| rest.split(' ').next())
        .unwrap_or_else(|| panic!("{listening}"));
    let token = token
        .split(": ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next())
        .unwrap_or_else(|| panic!("{token}"))
        .to_owned();
    (running, address.to_owned(), token)
}

/// The status of the answer to a delivery with this header.
fn delivery_status(address: &str, header: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let request =
        format!("POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{header}Content-Length: 2\r\n\r\n{{}}");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.split(' ').nth(1).unwrap_or_default().to_owned()
}

#[test]
fn a_service_token_is_made_and_shown_and_nothing_is_accepted_without_it() {
    if has_keychain() {
        // The keychain may have a token of an earlier run, which is not shown again.
        return;
    }
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    let (mut running, address, token) = receiver_with_token(&env);
    let statuses = [
        "",
        &format!("Authorization: Bearer {token}\r\n"),
        &format!("Authorization: {token}\r\nOrigin: https://evil.example\r\n"),
    ]
    .map(|header| delivery_status(&address, header));
    running.kill().unwrap();
    running.wait().unwrap();
    assert_eq!(statuses, ["401", "200", "403"]);
    assert!(token.len() >= 32, "{token}");
}

#[test]
fn a_webhook_carries_a_service_token_unless_it_is_left_out() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    let add = |more: &[&str]| {
        let arguments =
            [&["webhook", "add", "--url", "https://shop.example/hook", "--events", "5"], more].concat();
        let output = env.run(&arguments);
        assert_eq!(output.status, 0, "{output:?}");
    };
    add(&[]);
    add(&["--without-token"]);
    add(&["--header", "Authorization: mine"]);
    let carried: Vec<Option<String>> =
        shop.sandbox.webhooks().into_iter().map(|webhook| webhook.request_headers).collect();
    assert!(
        carried[0].as_ref().is_some_and(|headers| headers.starts_with("Authorization: Bearer ")),
        "{carried:?}"
    );
    assert_eq!(carried[1..], [None, Some("Authorization: mine".to_owned())]);
}

#[test]
fn what_would_give_deliveries_or_the_token_to_others_is_refused() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    for arguments in [
        &["--open", "--without-token"][..],
        &["--forward", "http://app.example/in"],
        &["--forward", "http://192.168.1.5/in"],
        &["--forward", "ftp://127.0.0.1/in"],
    ] {
        assert_eq!(
            env.run(&[&["webhook", "listen", "--port", "0"], arguments].concat()).status,
            2,
            "{arguments:?}"
        );
    }
}

#[cfg(unix)]
#[test]
fn nobody_else_can_open_what_the_first_command_stores() {
    use std::os::unix::fs::PermissionsExt as _;
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    let data = env.data();
    assert!(!data.exists());
    let mut command = env.command(&["webhook", "listen", "--port", "0", "--without-token"]);
    let mut running = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    BufReader::new(running.stderr.take().unwrap()).read_line(&mut String::new()).unwrap();
    running.kill().unwrap();
    running.wait().unwrap();
    let made = std::fs::read_dir(&data).unwrap().map(|entry| entry.unwrap().path()).chain([data.clone()]);
    let open: Vec<_> =
        made.filter(|path| std::fs::metadata(path).unwrap().permissions().mode() & 0o077 != 0).collect();
    assert!(open.is_empty(), "{open:?}");
}
