//! `login`, `logout` and `whoami`.

use std::io::{self, BufRead, IsTerminal, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use jiff::tz::TimeZone;
use secrecy::SecretString;
use secrecy::zeroize::Zeroizing;
use serde_json::json;

use super::args;
use super::printing::{print_error_line, print_json, print_line, print_prompt};
use super::terminal::{SignedIn, Terminal, can_ask, failed_sign_in, print_words};
use crate::args;
use crate::auth::token;
use crate::i18n::Messages;
use crate::worker::{
    AccountCommand, AccountEvent, BrowserSignIn, Command, Event, FoundAccount, KeepToken, MarketChoice,
    RedirectMode, Session,
};
use vitrine_core::market::TokenIdentity;
use vitrine_domain::foreign_text::printable;
use vitrine_domain::{Account, Currency, Exit, Problem, ProblemKind, Scope, parse_flag};
use vitrine_model::messages::ADDRESS_FIELD;

/// An upper bound on what is read from standard input as a token, in bytes; real tokens are far shorter.
const MAX_TOKEN_INPUT_BYTES: u64 = 64 * 1024;

/// An access token and, if one was given, its refresh token.
type Tokens = (SecretString, Option<SecretString>);

/// `login`: signs in with `token` (read by [`read_token`]), with client credentials, or in the browser.
///
/// # Errors
/// The problem that ended the sign-in.
pub fn login(
    terminal: &Terminal,
    market: MarketChoice,
    login: &args::Login,
    token: Option<Tokens>,
) -> Result<Exit, Problem> {
    let mut ends = None;
    let signed_in = if login.moved {
        trust_market(terminal, market)?
    } else if let Some((token, refresh)) = token {
        // A token with a refresh token is renewed automatically, so its expiry is not worth mentioning.
        ends = token::expiry(&token).filter(|_| refresh.is_none());
        select_market(terminal, market)?;
        terminal.send(Command::Account(AccountCommand::SignIn { token, refresh, keep: KeepToken::Keychain }));
        terminal.wait_signed_in()?
    } else {
        select_market(terminal, market)?;
        if login.client_credentials {
            terminal.send(Command::Account(AccountCommand::SignInClientCredentials {
                keep: KeepToken::Keychain,
            }));
            terminal.wait_signed_in()?
        } else {
            sign_in_with_browser(terminal, &login.scope)?
        }
    };
    print_line(&account_line(terminal, &signed_in));
    if let Some(ends) = ends {
        let ends = terminal.messages.date_time(ends.to_zoned(TimeZone::system()).datetime());
        print_line(&terminal.messages.format("cli-token-ends", args!["date" => ends]));
    }
    if signed_in.account.vendor.is_some() {
        terminal.print_notice(&terminal.messages.text("cli-signed-in-next"));
    }
    Ok(Exit::AllDone)
}

/// Reads a token from standard input. At a terminal it prompts for the token and hides what is typed.
///
/// # Errors
/// `SignInNeeded` when the input holds no token, `InvalidField` when it is not a token, `FileUnreadable` when
/// it cannot be read.
pub fn read_token(messages: &Messages) -> Result<Tokens, Problem> {
    let unreadable = |error: io::Error| {
        Problem::new(ProblemKind::FileUnreadable).with_subject("stdin").with_quotation(error.to_string())
    };
    if can_ask(false) {
        let ask = |key: &str| {
            print_prompt(&messages.text(key));
            console::Term::stderr().read_secure_line().map(Zeroizing::new).map_err(unreadable)
        };
        let (token, refresh) = (ask("cli-token-prompt")?, ask("cli-refresh-token-prompt")?);
        return parse_token_lines(&Zeroizing::new(format!("{}\n{}", *token, *refresh)));
    }
    let mut text = Zeroizing::new(String::new());
    io::stdin().take(MAX_TOKEN_INPUT_BYTES).read_to_string(&mut text).map_err(unreadable)?;
    parse_token_lines(&text)
}

/// Parses an access token and an optional refresh token on the next line. Empty lines are skipped.
fn parse_token_lines(text: &str) -> Result<Tokens, Problem> {
    let mut lines = text
        .lines()
        .map(token::clean)
        .filter(|line| !matches!(line, Err(problem) if problem.kind == ProblemKind::SignInNeeded));
    let token = lines
        .next()
        .unwrap_or_else(|| Err(Problem::new(ProblemKind::SignInNeeded).with_field(token::FIELD)))?;
    let refresh = lines.next().transpose()?;
    match lines.next() {
        Some(_) => Err(Problem::new(ProblemKind::InvalidField).with_field(token::FIELD)),
        None => Ok((token, refresh)),
    }
}

/// Signs in with the browser, and asks whether it is the right account before anything is stored: somebody
/// else on this computer may have slipped in a sign-in of their own. The redirect address may also be pasted
/// on standard input. `scopes`: empty for those of the marketplace file.
fn sign_in_with_browser(terminal: &Terminal, scopes: &[String]) -> Result<SignedIn, Problem> {
    let words = &terminal.messages;
    let ask = |back| {
        let scopes = scopes.iter().cloned().map(Scope).collect();
        let ask = BrowserSignIn { scopes, keep: KeepToken::Ask, redirect: back, page: words.closing_page() };
        terminal.send(Command::Account(AccountCommand::SignInBrowser(ask)));
    };
    ask(RedirectMode::Listen);
    let (mut can_paste, mut is_bound) = (false, false);
    let asked = Arc::new(AtomicBool::new(false));
    terminal.wait(|event| match event {
        Event::Account(AccountEvent::SignInAddress(address)) => {
            let (open, paste) = (words.text("cli-sign-in-address"), words.text("cli-sign-in-paste"));
            print_error_line(&format!("{open}\n{}\n{paste}", printable(address)));
            // With PKCE, nobody else's code is worth anything here, if the marketplace keeps to it.
            is_bound = address.contains("code_challenge=");
            if !std::mem::replace(&mut can_paste, true) {
                send_lines(terminal.sender(), Arc::clone(&asked));
            }
            None
        }
        Event::Account(AccountEvent::SignInFound(FoundAccount { problem: Some(problem), .. })) => {
            Some(Err(problem.clone()))
        }
        Event::Account(AccountEvent::SignInFound(found)) => {
            confirm(terminal, found, is_bound, &asked);
            None
        }
        Event::Session(Session::SignedIn { .. }) => SignedIn::of(event).map(Ok),
        // The pasted address was rejected; the user may paste another.
        Event::Problem(problem) if problem.field.as_deref() == Some(ADDRESS_FIELD) => {
            match &problem.detail {
                Some(detail) => print_error_line(&words.field_error(detail)),
                None => drop(terminal.report_problem(problem)),
            }
            None
        }
        event => match failed_sign_in(event)? {
            // The redirect port is taken, but the user can paste the address instead.
            Some(problem)
                if matches!(problem.kind, ProblemKind::PortTaken | ProblemKind::PortRefused)
                    && !can_paste
                    && io::stdin().is_terminal() =>
            {
                terminal.report_problem(&problem);
                ask(RedirectMode::Paste);
                None
            }
            problem => Some(Err(problem.unwrap_or_else(|| Problem::new(ProblemKind::SignInNeeded)))),
        },
    })
}

/// Shows whose account it is, and asks whether to store the sign-in. Where nobody can answer, only one that
/// is bound to this program is stored.
fn confirm(terminal: &Terminal, found: &FoundAccount, is_bound: bool, asked: &AtomicBool) {
    let words = &terminal.messages;
    let account = Arc::clone(&found.account);
    let signed_in = SignedIn {
        market: found.market.clone(),
        account,
        currency: Currency::Unnamed,
        rules: Arc::default(),
    };
    let name = found.account.display_name();
    let shop = signed_in.shop(words).unwrap_or_else(|| words.text("cli-no-shop").into_owned());
    if can_ask(false) {
        asked.store(true, Ordering::Release);
        print_prompt(&words.format("cli-sign-in-found", args!["name" => name, "shop" => shop]));
    } else if is_bound {
        terminal.send(Command::Account(AccountCommand::SignInConfirm { keep: KeepToken::Keychain }));
    } else {
        print_error_line(&words.format("cli-sign-in-unconfirmed", args!["name" => name, "shop" => shop]));
        terminal.send(Command::Account(AccountCommand::SignInCancel));
    }
}

/// Sends each line of standard input as a pasted redirect address, or as the answer once the question was
/// `asked`. Reading cannot be interrupted, so it runs on a thread of its own, which ends with the process.
fn send_lines(send: impl Fn(Command) + Send + 'static, asked: Arc<AtomicBool>) {
    std::thread::spawn(move || {
        let lines = io::stdin().lock().lines().map_while(Result::ok);
        for line in lines.filter(|line| !line.trim().is_empty()) {
            send(Command::Account(match asked.load(Ordering::Acquire) {
                false => AccountCommand::SignInPasted(SecretString::from(line)),
                true if parse_flag(&line) == Ok(true) => {
                    AccountCommand::SignInConfirm { keep: KeepToken::Keychain }
                }
                true => AccountCommand::SignInCancel,
            }));
        }
    });
}

/// `logout`: removes the saved token of the account in use.
///
/// # Errors
/// The problem that kept the token from being removed.
pub fn logout(terminal: &Terminal, market: MarketChoice) -> Result<Exit, Problem> {
    select_market(terminal, market)?;
    terminal.send(Command::Account(AccountCommand::SignOut));
    terminal.wait(|event| match event {
        Event::Session(Session::SignedOut { problem, .. }) => Some(problem.clone().map_or(Ok(()), Err)),
        _ => None,
    })?;
    print_line(&terminal.messages.text("cli-signed-out"));
    Ok(Exit::AllDone)
}

/// `whoami`: prints the account, or with `json` also what the marketplace says of the token.
///
/// # Errors
/// The problem of the sign-in or of the request.
pub fn whoami(terminal: &Terminal, market: MarketChoice, json: bool) -> Result<Exit, Problem> {
    let signed_in = terminal.sign_in(market)?;
    terminal.send(Command::Account(AccountCommand::WhoAmI));
    // A marketplace may lack this operation, without which only the token's own part is unknown.
    let identity = terminal.wait(|event| match event {
        Event::Account(AccountEvent::WhoAmI(Err(problem)))
            if matches!(problem.status, Some(404 | 405 | 501)) =>
        {
            Some(Ok(None))
        }
        Event::Account(AccountEvent::WhoAmI(result)) => Some(result.clone().map(Some)),
        _ => None,
    })?;
    if json {
        print_json(&whoami_json(&signed_in.account, identity.as_ref()));
    } else {
        print_line(&account_line(terminal, &signed_in));
    }
    Ok(Exit::AllDone)
}

/// Selects the marketplace and waits for its session, signed in or not: the caller replaces or removes the
/// token next. A token is asked for as soon as a person has seen that the file is not the one that its name
/// suggests.
fn select_market(terminal: &Terminal, market: MarketChoice) -> Result<(), Problem> {
    terminal.send(Command::Account(AccountCommand::UseMarket(market)));
    let question = terminal.wait(|event| match event {
        Event::Session(Session::SignedIn { .. }) => Some(Ok(None)),
        Event::Session(Session::SignedOut { problem, .. }) => Some(Ok(problem.clone())),
        _ => None,
    })?;
    let Some(question) = question.filter(is_about_market) else { return Ok(()) };
    print_words(&terminal.messages.problem(&question));
    match can_ask(false) && !terminal.confirm(&terminal.messages.text("cli-sign-in-anew-question"))? {
        true => Err(Problem::new(ProblemKind::Cancelled)),
        false => Ok(()),
    }
}

/// Whether it says that a market file is not for the marketplace that its name suggests.
fn is_about_market(problem: &Problem) -> bool {
    matches!(problem.kind, ProblemKind::MarketMoved | ProblemKind::MarketLookAlike)
}

/// `login --moved`: signs in with what is saved of the marketplace, at the addresses of its file, and says
/// what goes where now.
fn trust_market(terminal: &Terminal, market: MarketChoice) -> Result<SignedIn, Problem> {
    terminal.send(Command::Account(AccountCommand::UseMarket(market)));
    match terminal.wait_signed_in() {
        Err(problem) if problem.kind == ProblemKind::MarketMoved => {
            terminal.print_notice(&terminal.messages.problem(&problem).title);
            terminal.send(Command::Account(AccountCommand::TrustMarket));
            terminal.wait_signed_in()
        }
        other => other,
    }
}

fn account_line(terminal: &Terminal, signed_in: &SignedIn) -> String {
    let (words, name) = (&terminal.messages, signed_in.account.display_name());
    match signed_in.shop(words) {
        Some(shop) => words.format("cli-signed-in", args!["name" => name, "shop" => shop]).into_owned(),
        None => words.format("cli-signed-in-no-shop", args!["name" => name]).into_owned(),
    }
}

fn whoami_json(account: &Account, identity: Option<&TokenIdentity>) -> serde_json::Value {
    let client = identity.and_then(|identity| identity.client.as_ref());
    json!({
        "user": { "id": account.id, "hash_id": account.hash_id, "username": account.username, "name": account.name },
        "vendor": account.vendor,
        "token": identity.map(|identity| json!({
            "id": identity.id.as_ref().map(ToString::to_string),
            "name": identity.name,
            "mobile": identity.mobile,
            "hash_id": identity.hash_id,
        })),
        "client": client.map(|client| json!({ "id": client.id, "name": client.name, "image_url": client.image_url })),
    })
}

#[cfg(test)]
mod tests {
    use secrecy::ExposeSecret;

    use super::*;

    fn read(text: &str) -> Option<(String, Option<String>)> {
        let shown = |secret: &SecretString| secret.expose_secret().to_owned();
        parse_token_lines(text).ok().map(|(token, refresh)| (shown(&token), refresh.as_ref().map(shown)))
    }

    #[test]
    fn a_refresh_token_may_follow_on_the_next_line() {
        assert_eq!(read("abc"), Some(("abc".to_owned(), None)));
        assert_eq!(
            read("\n Bearer abc \r\n\r\n\"def\"\n\n"),
            Some(("abc".to_owned(), Some("def".to_owned())))
        );
        assert_eq!(read("Authorization:\nBearer\nabc\n"), Some(("abc".to_owned(), None)));
    }

    #[test]
    fn malformed_input_is_rejected_without_repeating_it() {
        for text in ["", "\n\n", "sesame\nsesame\nsesame", "sesame open", "abc\nsesame open"] {
            let problem = parse_token_lines(text).unwrap_err();
            assert_eq!(problem.field.as_deref(), Some(token::FIELD));
            assert!(!format!("{problem:?}").contains("sesame"));
        }
    }
}
