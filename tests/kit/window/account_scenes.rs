//! Sessions, accounts and marketplaces of the scenes.

use super::*;
use vitrine_domain::RialPrices;

pub fn settings(language: &str, theme: Theme) -> Event {
    Event::Platform(PlatformEvent::Settings(Box::new(Settings {
        language: Some(language.to_owned()),
        theme,
        ..Settings::default()
    })))
}

pub fn signed_in() -> Event {
    session(true)
}

/// A shop whose marketplace requires these fields.
pub fn signed_in_with_required(required: &[Field]) -> Event {
    let Event::Session(Session::SignedIn { market, practice, account, scopes, rules, currency }) =
        session(true)
    else {
        unreachable!()
    };
    let rules = Arc::new(CreateRules { required: required.to_vec(), ..(*rules).clone() });
    Event::Session(Session::SignedIn { market, practice, account, scopes, rules, currency })
}

/// A marketplace other than the practice shop.
pub fn signed_in_at_market() -> Event {
    let Event::Session(Session::SignedIn { account, scopes, rules, currency, .. }) = session(true) else {
        unreachable!()
    };
    Event::Session(Session::SignedIn {
        market: MARKET.to_owned(),
        practice: false,
        account,
        scopes,
        rules,
        currency,
    })
}

pub const MARKET: &str = "Basket Market";

pub fn session(shop: bool) -> Event {
    Event::Session(Session::SignedIn {
        market: "Practice shop".to_owned(),
        practice: true,
        account: Arc::new(account(7, "مریم رضایی", shop.then_some("صنایع دستی گلرنگ"))),
        scopes: vec![Scope(Scope::PRODUCT_READ.to_owned()), Scope(Scope::PRODUCT_WRITE.to_owned())],
        rules: Arc::new(rules()),
        currency: Currency::Rial(RialPrices::TomanBeside),
    })
}

pub fn account(id: u64, name: &str, shop: Option<&str>) -> Account {
    let vendor = |title: &str| Vendor {
        id: VendorId::from(id + 5),
        identifier: Some("golrang".to_owned()),
        title: Some(title.to_owned()),
    };
    Account {
        id: UserId::from(id),
        hash_id: None,
        username: Some("golrang".to_owned()),
        name: Some(name.to_owned()),
        vendor: shop.map(vendor),
    }
}

/// The redirect address differs from the registered one in a slash and the port.
pub fn redirect_mismatch() -> Problem {
    Problem {
        expected: Some("http://127.0.0.1:8766/callback/".to_owned()),
        status: Some(400),
        ..Problem::new(ProblemKind::RedirectUriMismatch).with_subject("http://127.0.0.1:8765/callback")
    }
}

/// The available sign-in methods.
pub fn sign_in_methods(browser: bool) -> Event {
    Event::Account(AccountEvent::SignInMethods(SignInMethods {
        market: MARKET.to_owned(),
        file: Some(PathBuf::from("/data/markets/basket.toml")),
        client_id: browser.then(|| "1842".to_owned()),
        browser,
        needs_secret: true,
        scopes: [Scope::PRODUCT_READ, Scope::PRODUCT_WRITE].map(|name| Scope(name.to_owned())).to_vec(),
        help: None,
    }))
}

pub fn sign_in_found(problem: Option<Problem>) -> Event {
    let account = Arc::new(account(7, "مریم رضایی", Some("صنایع دستی گلرنگ")));
    let expires_at = "2031-02-03T16:05:00Z".parse().ok();
    Event::Account(AccountEvent::SignInFound(FoundAccount {
        market: MARKET.to_owned(),
        account,
        expires_at,
        renewable: false,
        problem,
    }))
}

/// Three accounts, the first of which may be in use.
pub fn accounts(current: bool) -> Event {
    Event::Account(AccountEvent::Accounts(account_entries(current)))
}

pub fn account_entries(current: bool) -> Vec<AccountEntry> {
    let entry = |account, signed_in, current, waiting| AccountEntry {
        market: MARKET.to_owned(),
        account,
        used_at: Timestamp::from_second(1_900_000_000).unwrap_or_default(),
        signed_in,
        current,
        waiting,
        changes: 0,
    };
    vec![
        entry(account(7, "مریم رضایی", Some("صنایع دستی گلرنگ")), true, current, 19),
        entry(account(8, "Sara Ahmadi", Some("Walnut & Wool")), true, false, 0),
        entry(account(9, "Ali", None), false, false, 0),
    ]
}

pub fn sign_out() -> Question {
    Question::SignOut(account_entries(true).swap_remove(0))
}

/// The marketplaces of a first start.
pub fn offered_markets() -> Event {
    let offered = READY_MADE.iter().map(|ready_made| MarketEntry {
        id: None,
        name: ready_made.names[0].to_owned(),
        file: ready_made.key.into(),
        accounts: 0,
        problem: None,
        is_offered: true,
    });
    Event::Account(AccountEvent::Markets(offered.collect()))
}

pub fn markets() -> Event {
    let market = |name: &str, file: &str, accounts, problem| MarketEntry {
        id: Some(name.to_owned()),
        name: name.to_owned(),
        file: file.into(),
        accounts,
        problem,
        is_offered: false,
    };
    Event::Account(AccountEvent::Markets(vec![
        market(MARKET, "/data/markets/basket.toml", 3, None),
        market(
            "broken",
            "/data/markets/broken.toml",
            0,
            Some(Problem::new(ProblemKind::MarketFile).with_subject("/data/markets/broken.toml")),
        ),
    ]))
}

/// A market file that was opened, with its addresses changed and tested.
pub fn tested_market() -> Vec<Step> {
    let mut draft = MarketDraft::default();
    draft.layout = Layout::Core;
    for (key, text) in [
        (MarketKey::Name, MARKET),
        (MarketKey::Core, "https://core.market.example"),
        (MarketKey::Upload, "https://upload.market.example"),
        (MarketKey::Auth, "https://auth.market.example"),
    ] {
        text.clone_into(draft.text_mut(key));
    }
    let tested = |key, address: &str, result| AddressCheck { key, address: address.to_owned(), result };
    let typing = |key, text: &str| Step::Action(Action::Setup(SetupAction::Type(key, text.to_owned())));
    vec![
        event(Event::MarketFile(MarketFileEvent::Opened {
            draft: Box::new(draft),
            file: "/data/markets/basket.toml".into(),
        })),
        typing(MarketKey::Auth, "https://autth.market.example"),
        Step::Action(Action::Setup(SetupAction::Test)),
        event(Event::MarketFile(MarketFileEvent::Tested(Ok(vec![
            tested(MarketKey::Core, "https://core.market.example/v3/users/me", Ok(())),
            tested(
                MarketKey::Upload,
                "https://upload.market.example/v3/files",
                Err(AddressFailure::Tls("certificate has expired".to_owned())),
            ),
            tested(MarketKey::Auth, "https://autth.market.example/whoami", Err(AddressFailure::NoSuchHost)),
        ])))),
    ]
}

pub fn rules() -> CreateRules {
    CreateRules {
        required: vec![Field::Name, Field::Photo, Field::PrimaryPrice],
        name_chars: Some(120),
        photos: Some(20),
        photo_ratio: "3:4".parse().ok(),
        ..CreateRules::default()
    }
}

pub fn signed_out(problem: Option<Problem>) -> Event {
    Event::Session(Session::SignedOut { market: MARKET.to_owned(), practice: false, problem })
}

pub fn unreachable() -> Problem {
    Problem::new(ProblemKind::Unreachable).with_subject("market.example")
}
