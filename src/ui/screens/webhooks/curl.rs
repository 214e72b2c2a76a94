//! The command that sends a delivery again, for three shells. A delivery comes from whoever reaches the
//! receiver, and what is pasted into a terminal runs: so nothing of it reaches the shell but letters that no
//! shell reads as anything else.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::de::IgnoredAny;

use vitrine_domain::StoredDelivery;
use vitrine_domain::foreign_text::{printable, push_json_escape};

/// A shell into which a command is pasted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shell {
    /// Linux and macOS.
    Sh,
    /// The command prompt of Windows.
    Cmd,
    /// PowerShell, of Windows or elsewhere.
    Power,
}

impl Shell {
    pub const ALL: [Self; 3] = [Self::Sh, Self::Cmd, Self::Power];
}

/// A request of which every part but the body is made of letters that are safe in every shell, with the
/// exceptions that [`command`] treats.
struct Request<'a> {
    method: &'a str,
    media_type: &'a str,
    /// Has no other special characters than `%`, `&` and `?`.
    address: String,
    body: Body<'a>,
}

enum Body<'a> {
    Empty,
    /// Text on one line in which nothing is hidden, for a shell in which only one character ends a text.
    Text(&'a str),
    /// JSON of letters, digits, ` -_.,:/+[]{}"`, and of `\` only where `u` and four digits follow.
    Json(String),
    Bytes(&'a [u8]),
}

/// The command that sends the delivery again, to the receiver or wherever its address is changed to. It has
/// no token. `address` is where deliveries are received now.
pub fn command(shell: Shell, delivery: &StoredDelivery, address: Option<&str>) -> String {
    let request = Request::of(shell, delivery, address.unwrap_or("http://127.0.0.1:8766"));
    match shell {
        Shell::Sh => for_sh(&request),
        Shell::Cmd => for_cmd(&request),
        Shell::Power => for_powershell(&request),
    }
}

impl<'a> Request<'a> {
    fn of(shell: Shell, delivery: &'a StoredDelivery, address: &str) -> Self {
        let is_method =
            !delivery.method.is_empty() && delivery.method.bytes().all(|b| b.is_ascii_uppercase());
        let is_plain = |b: u8| b.is_ascii_alphanumeric() || b"/+.;=- ".contains(&b);
        let media_type = match delivery.media_type.as_str() {
            "" => "application/json",
            given if given.bytes().all(is_plain) => given,
            _ => "application/octet-stream",
        };
        let plain = std::str::from_utf8(&delivery.body)
            .ok()
            .filter(|text| matches!(printable(text), Cow::Borrowed(_)));
        let body = match (plain, ascii_json(&delivery.body)) {
            (Some(""), _) => Body::Empty,
            (Some(text), _) if shell == Shell::Sh => Body::Text(text),
            (_, Some(json)) => Body::Json(json),
            (_, None) => Body::Bytes(&delivery.body),
        };
        let slash = if delivery.path.starts_with('/') { "" } else { "/" };
        let address = encoded(&format!("{address}{slash}{}", delivery.path));
        Self { method: if is_method { &delivery.method } else { "POST" }, media_type, address, body }
    }
}

/// The address with everything that a shell or curl could read otherwise as percent codes: a percent sign is
/// always part of one.
fn encoded(address: &str) -> String {
    let mut encoded = String::with_capacity(address.len());
    let mut rest = address.as_bytes();
    while let [byte, after @ ..] = rest {
        rest = after;
        match byte {
            b'a'..=b'z'
            | b'A'..=b'Z'
            | b'0'..=b'9'
            | b'-'
            | b'.'
            | b'_'
            | b'/'
            | b'?'
            | b'&'
            | b'='
            | b':' => {
                encoded.push(char::from(*byte));
            }
            b'%' if matches!(after, [high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit()) =>
            {
                encoded.push('%');
            }
            _ => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    encoded
}

/// The same JSON in characters that mean nothing to a shell; `None` if the body is not JSON.
fn ascii_json(body: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(body).ok()?;
    serde_json::from_str::<IgnoredAny>(text).ok()?;
    let mut json = String::with_capacity(text.len());
    let (mut chars, mut in_string) = (text.chars(), false);
    while let Some(c) = chars.next() {
        match c {
            '"' => {
                in_string = !in_string;
                json.push('"');
            }
            '\\' => match chars.next()? {
                'u' => json.push_str("\\u"),
                'n' => json.push_str("\\u000a"),
                'r' => json.push_str("\\u000d"),
                't' => json.push_str("\\u0009"),
                'b' => json.push_str("\\u0008"),
                'f' => json.push_str("\\u000c"),
                other => push_json_escape(&mut json, other),
            },
            c if !in_string && c.is_ascii_whitespace() => json.push(' '),
            c if !in_string || c.is_ascii_alphanumeric() || " -_.,:/+".contains(c) => json.push(c),
            c => push_json_escape(&mut json, c),
        }
    }
    Some(json)
}

fn for_sh(request: &Request<'_>) -> String {
    let Request { method, media_type, address, body } = request;
    let curl = |before: &str, data: &str| {
        format!("{before}curl -X {method} -H 'Content-Type: {media_type}'{data} '{address}'")
    };
    match body {
        Body::Empty => curl("", ""),
        Body::Text(text) => curl("", &format!(" --data-raw '{}'", text.replace('\'', r"'\''"))),
        Body::Json(json) => curl("", &format!(" --data-raw '{json}'")),
        // An argument can hold neither a zero byte nor what a terminal would obey while it is pasted.
        Body::Bytes(bytes) => {
            let octal = |byte: &u8| {
                if byte.is_ascii_alphanumeric() {
                    char::from(*byte).to_string()
                } else {
                    format!("\\{byte:03o}")
                }
            };
            curl(&format!("printf '{}' | ", bytes.iter().map(octal).collect::<String>()), " --data-binary @-")
        }
    }
}

fn for_cmd(request: &Request<'_>) -> String {
    let Request { method, media_type, address, body } = request;
    // Not in quotes, in which no circumflex keeps `%CD%` from becoming the name of a folder.
    let address = address.replace('&', "^&").replace('%', "%^");
    let curl = |data: &str| format!("curl -X {method} -H \"Content-Type: {media_type}\"{data} {address}");
    match body {
        Body::Empty => curl(""),
        Body::Json(json) => curl(&format!(" --data-raw \"{}\"", json.replace('"', "\\\""))),
        Body::Text(_) | Body::Bytes(_) => {
            let utf16: Vec<u8> = for_powershell(request).encode_utf16().flat_map(u16::to_le_bytes).collect();
            format!("powershell -NoProfile -EncodedCommand {}", BASE64.encode(utf16))
        }
    }
}

/// Its own command: what it hands to another program depends on its version wherever there are quotation
/// marks.
fn for_powershell(request: &Request<'_>) -> String {
    let Request { method, media_type, address, body } = request;
    // No sign that ends the interpretation of a line, not even inside a text.
    let mut address = address.clone();
    while address.contains("--%") {
        address = address.replace("--%", "-%2D%");
    }
    let data = match body {
        Body::Empty => String::new(),
        Body::Json(json) => format!(" -Body ([Text.Encoding]::ASCII.GetBytes('{json}'))"),
        Body::Text(text) => format!(" -Body ([Convert]::FromBase64String('{}'))", BASE64.encode(text)),
        Body::Bytes(bytes) => format!(" -Body ([Convert]::FromBase64String('{}'))", BASE64.encode(bytes)),
    };
    format!(
        "Invoke-WebRequest -UseBasicParsing -Method {method} -Uri '{address}' -ContentType '{media_type}'{data}"
    )
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use proptest::prelude::*;
    use serde_json::Value;

    use super::*;
    use vitrine_domain::Forwarding;

    const ADDRESS: &str = "http://127.0.0.1:1";

    fn delivery(path: &str, media_type: &str, body: &[u8]) -> StoredDelivery {
        let at = Timestamp::UNIX_EPOCH;
        let (method, path, media_type) = ("POST".to_owned(), path.to_owned(), media_type.to_owned());
        StoredDelivery {
            id: 1,
            first_at: at,
            last_at: at,
            count: 1,
            method,
            path,
            media_type,
            body: body.to_vec(),
            forwarding: Forwarding::Off,
            is_shown: true,
        }
    }

    fn commands(delivery: &StoredDelivery) -> [String; 3] {
        Shell::ALL.map(|shell| command(shell, delivery, Some(ADDRESS)))
    }

    #[test]
    fn a_delivery_is_sent_again_as_it_came() {
        assert_eq!(
            commands(&delivery("/in?a=1&b=2", "", br#"{"text": "it's $(rm)", "id":7}"#)),
            [
                r#"curl -X POST -H 'Content-Type: application/json' --data-raw '{"text": "it'\''s $(rm)", "id":7}' 'http://127.0.0.1:1/in?a=1&b=2'"#,
                r#"curl -X POST -H "Content-Type: application/json" --data-raw "{\"text\": \"it\u0027s \u0024\u0028rm\u0029\", \"id\":7}" http://127.0.0.1:1/in?a=1^&b=2"#,
                r#"Invoke-WebRequest -UseBasicParsing -Method POST -Uri 'http://127.0.0.1:1/in?a=1&b=2' -ContentType 'application/json' -Body ([Text.Encoding]::ASCII.GetBytes('{"text": "it\u0027s \u0024\u0028rm\u0029", "id":7}'))"#,
            ]
        );
        assert_eq!(
            commands(&delivery("/", "text/plain", b"@a\0b"))[0],
            r"printf '\100a\000b' | curl -X POST -H 'Content-Type: text/plain' --data-binary @- 'http://127.0.0.1:1/'"
        );
        assert!(
            commands(&delivery("/", "text/plain", b""))
                .iter()
                .all(|command| !command.contains("-data") && !command.contains("-Body"))
        );
    }

    #[test]
    fn a_path_holds_no_sign_that_ends_the_interpretation_of_a_line_in_powershell() {
        let [.., line] = commands(&delivery("/--- ", "", b"{}"));
        assert!(line.contains("'http://127.0.0.1:1/-%2D%2D%20'"), "{line}");
    }

    #[test]
    fn the_rest_of_a_delivery_cannot_leave_its_place() {
        let odd = StoredDelivery {
            method: "POST; rm".to_owned(),
            ..delivery("@evil.example/'$(rm)`%CD%!x!\r\n\u{1b}", "a/b' -o x", b"1")
        };
        for command in commands(&odd) {
            assert!(
                !command.contains(['$', '`', '!', '\r', '\n', '\u{1b}'])
                    && !command.contains("rm;")
                    && !command.contains("-o x"),
                "{command}"
            );
            assert!(
                command.contains("127.0.0.1:1/%40evil") || command.contains("127.0.0.1:1/%^40evil"),
                "{command}"
            );
        }
        assert!(!commands(&odd)[1].contains("%CD%"), "no variable of cmd");
    }

    /// What Windows hands to a program whose command line this is (the rules of its C library), and what cmd
    /// would have acted upon.
    fn arguments_of_cmd(line: &str) -> Vec<String> {
        let (mut quoted, mut plain) = (false, String::new());
        let mut chars = line.chars();
        // cmd: a circumflex outside of quotation marks takes the meaning of the next character.
        while let Some(c) = chars.next() {
            match c {
                '"' => quoted = !quoted,
                '^' if !quoted => {
                    plain.extend(chars.next());
                    continue;
                }
                '&' | '|' | '<' | '>' | '(' | ')' if !quoted => panic!("cmd acts on {c} in {line}"),
                '\r' | '\n' | '!' => panic!("cmd acts on {c:?} in {line}"),
                '%' => assert!(chars.as_str().starts_with('^'), "cmd looks for a variable in {line}"),
                _ => {}
            }
            plain.push(c);
        }
        let (mut arguments, mut current, mut quoted, mut slashes) = (Vec::new(), String::new(), false, 0);
        for c in plain.chars().chain([' ']) {
            match c {
                '\\' => slashes += 1,
                '"' => {
                    current.push_str(&"\\".repeat(slashes / 2));
                    if slashes % 2 == 1 {
                        current.push('"');
                    } else {
                        quoted = !quoted;
                    }
                    slashes = 0;
                }
                c => {
                    current.push_str(&"\\".repeat(std::mem::take(&mut slashes)));
                    if c == ' ' && !quoted {
                        arguments.extend(
                            Some(std::mem::take(&mut current)).filter(|argument| !argument.is_empty()),
                        );
                    } else {
                        current.push(c);
                    }
                }
            }
        }
        arguments
    }

    fn any_body() -> impl Strategy<Value = Vec<u8>> {
        let text = r#"[ -~]{0,30}|[%!^&|<>'"`$\\()@;\r\n\t\x00-\x1f]{0,12}|.{0,12}|‘’‚‛“”"#;
        prop_oneof![
            (text, text).prop_map(|(key, value)| serde_json::json!({ key: [value, 1.5, null] })
                .to_string()
                .into_bytes()),
            (text, text)
                .prop_map(
                    |(key, value)| serde_json::to_vec_pretty(&serde_json::json!({ key: value })).unwrap()
                ),
            text.prop_map(String::into_bytes),
            any::<Vec<u8>>(),
        ]
    }

    fn is_same(sent: &[u8], body: &[u8]) -> bool {
        let json = |bytes| serde_json::from_slice::<Value>(bytes).ok();
        sent == body || json(body).is_some_and(|value| json(sent) == Some(value))
    }

    proptest! {
        #[test]
        fn every_command_is_on_one_line_without_hidden_characters(body in any_body(), path in ".{0,20}", media_type in ".{0,20}") {
            let commands = commands(&delivery(&path, &media_type, &body));
            prop_assert!(matches!(printable(&commands[0]), Cow::Borrowed(_)), "{}", commands[0]);
            for command in &commands[1..] {
                prop_assert!(command.bytes().all(|b| (b' '..=b'~').contains(&b)), "{command}");
            }
        }

        #[test]
        fn cmd_acts_on_nothing_and_hands_on_the_body(body in any_body(), path in "/[ -~]{0,20}") {
            let [_, line, _] = commands(&delivery(&path, "", &body));
            let arguments = arguments_of_cmd(&line);
            if let Some(at) = arguments.iter().position(|argument| argument == "--data-raw") {
                prop_assert!(is_same(arguments[at + 1].as_bytes(), &body), "{line}");
            } else if let [powershell, _, option, encoded] = &arguments[..] {
                let utf16: Vec<u16> = BASE64.decode(encoded).unwrap().chunks(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
                prop_assert_eq!((powershell.as_str(), option.as_str()), ("powershell", "-EncodedCommand"));
                prop_assert_eq!(String::from_utf16(&utf16).unwrap(), commands(&delivery(&path, "", &body))[2].clone());
            } else {
                prop_assert!(body.is_empty());
            }
        }

        #[test]
        fn powershell_gets_texts_that_nothing_ends(body in any_body(), path in "/[ -~]{0,20}") {
            let [_, _, line] = commands(&delivery(&path, "", &body));
            // Texts in single quotation marks end at the next one, and nothing in them is replaced.
            let parts: Vec<&str> = line.split('\'').collect();
            prop_assert!(matches!(parts.len(), 5 | 7), "{line}");
            prop_assert!(!line.contains("--%"), "{line}");
            if let Some(sent) = parts.get(5) {
                let bytes = if parts[4].contains("Base64") { BASE64.decode(sent).unwrap() } else { sent.as_bytes().to_vec() };
                prop_assert!(is_same(&bytes, &body), "{line}");
            }
        }
    }

    #[cfg(unix)]
    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// Run by the shell itself, with a `curl` that tells what it was given.
        #[test]
        fn sh_runs_curl_and_nothing_else(body in any_body(), path in "/[ -~]{0,20}") {
            let [line, ..] = commands(&delivery(&path, "", &body));
            let script = format!("curl() {{ for given in \"$@\"; do printf '%s\\037' \"$given\"; done; case \"$*\" in *@-*) cat;; esac; }}\n{line}");
            let folder = tempfile::tempdir().unwrap();
            let run = std::process::Command::new("sh").arg("-c").arg(script).current_dir(&folder).output().unwrap();
            prop_assert!(run.status.success() && run.stderr.is_empty(), "{line}: {run:?}");
            let given: Vec<&[u8]> = run.stdout.splitn(8, |byte| *byte == 0x1f).collect();
            let sent = match given[4] {
                b"--data-raw" => given[5],
                b"--data-binary" => given.get(7).copied().unwrap_or_default(),
                _ => b"",
            };
            prop_assert!(is_same(sent, &body), "{line}");
            prop_assert!(std::fs::read_dir(&folder).unwrap().next().is_none(), "a file was made");
        }
    }
}
