//! `login`, `logout` and `whoami`.

use std::io::Read;

use secrecy::SecretString;
use serde_json::json;

use super::args;
use super::terminal::{Exit, Terminal, print_json};
use crate::args;
use crate::domain::{Account, Code, Problem};
use crate::market::TokenIdentity;
use crate::worker::{Command, Event, KeepToken, MarketChoice, Session};

/// A token is short; whatever is longer is not one.
const TOKEN_LIMIT: u64 = 64 * 1024;

pub fn login(terminal: &Terminal, market: MarketChoice, login: &args::Login) -> Result<Exit, Problem> {
    if !login.token_stdin {
        return Err(Problem::new(Code::SignInNeeded));
    }
    let mut token = String::new();
    std::io::stdin()
        .take(TOKEN_LIMIT)
        .read_to_string(&mut token)
        .map_err(|error| Problem::new(Code::FileUnreadable).about("stdin").saying(error.to_string()))?;
    choose(terminal, market)?;
    terminal.send(Command::SignIn { token: SecretString::from(token), refresh: None, keep: KeepToken::Keychain });
    let account = terminal.signed_in()?;
    println!("{}", account_line(terminal, &account));
    Ok(Exit::AllDone)
}

pub fn logout(terminal: &Terminal, market: MarketChoice) -> Result<Exit, Problem> {
    choose(terminal, market)?;
    terminal.send(Command::SignOut);
    loop {
        match terminal.next() {
            Event::Session(Session::SignedOut { problem: None, .. }) => break,
            Event::Session(Session::SignedOut { problem: Some(problem), .. }) | Event::Problem(problem) => return Err(problem),
            Event::Stopped => return Err(Problem::new(Code::Cancelled)),
            _ => {}
        }
    }
    println!("{}", terminal.messages.text("cli-signed-out"));
    Ok(Exit::AllDone)
}

pub fn whoami(terminal: &Terminal, market: MarketChoice, json: bool) -> Result<Exit, Problem> {
    let account = terminal.sign_in(market)?;
    terminal.send(Command::WhoAmI);
    let identity = loop {
        match terminal.next() {
            Event::WhoAmI(result) => break result?,
            Event::Stopped => return Err(Problem::new(Code::Cancelled)),
            _ => {}
        }
    };
    if json {
        print_json(&whoami_json(&account, &identity));
    } else {
        println!("{}", account_line(terminal, &account));
    }
    Ok(Exit::AllDone)
}

/// Waits until the marketplace is chosen, signed in or not: the token it may find is about to be replaced or dropped.
fn choose(terminal: &Terminal, market: MarketChoice) -> Result<(), Problem> {
    terminal.send(Command::UseMarket(market));
    loop {
        match terminal.next() {
            Event::Session(Session::SignedIn { .. } | Session::SignedOut { .. }) => return Ok(()),
            Event::Problem(problem) => return Err(problem),
            Event::Stopped => return Err(Problem::new(Code::Cancelled)),
            _ => {}
        }
    }
}

fn account_line(terminal: &Terminal, account: &Account) -> String {
    let shop = account.vendor.as_ref().and_then(|vendor| vendor.title.as_deref().or(vendor.identifier.as_deref()));
    let words = &terminal.messages;
    match (&account.vendor, shop) {
        (Some(vendor), shop) => {
            let shop = shop.unwrap_or(vendor.id.as_str());
            words.format("cli-signed-in", args!["name" => account.shown_name(), "shop" => shop]).into_owned()
        }
        (None, _) => words.format("cli-signed-in-no-shop", args!["name" => account.shown_name()]).into_owned(),
    }
}

fn whoami_json(account: &Account, identity: &TokenIdentity) -> serde_json::Value {
    json!({
        "user": { "id": account.id, "hash_id": account.hash_id, "username": account.username, "name": account.name },
        "vendor": account.vendor,
        "token": { "id": identity.id, "name": identity.name, "mobile": identity.mobile, "hash_id": identity.hash_id },
        "client": identity.client.as_ref().map(|client| json!({ "id": client.id, "name": client.name, "image_url": client.image_url })),
    })
}
