//! What no button does. The buttons are found, not listed: every one of every screen is pressed, those of the
//! menus and dialogs that it opens, too.
//!
//! - It takes nothing away without a way back: whatever then holds less than before, or has been given up at
//!   the worker, can be undone by a button in sight, or was asked about in a dialog before.
//! - It lets nobody click what they did not mean: a second click 0.2 seconds later does nothing to what has
//!   moved under the mouse.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::product_edits::{deliver_all_of_the_product, open_products};
use super::products::focus_first_row;
use super::templates::{review, template};
use super::*;
use eframe::egui::{Event as Input, Key, Modifiers, PointerButton, Popup, Pos2, Rect, accesskit::Role};
use secrecy::ExposeSecret;
use vitrine::ui::Phase;
use vitrine::ui::commands::UiCommand;
use vitrine::worker::{EditCommand, WebhookAnswer, WebhookRequest};
use vitrine_core::market::Webhook;
use vitrine_domain::WebhookId;

/// A place from which buttons are pressed.
type Open = fn() -> TestWindow;

/// How many buttons deep: those of a screen, and those of what they open.
const DEEP: usize = 2;
/// Of the many buttons whose names begin alike, such as those of rows, so many are pressed.
const ALIKE: usize = 2;

/// What there is to lose, by what it is.
fn holdings(window: &TestWindow) -> BTreeMap<&'static str, usize> {
    let model = window.app().model();
    let review = &model.import.review;
    let rows = 0..review.drafts().len();
    let texts = |of: &dyn Fn(Field) -> bool| Field::ALL.into_iter().filter(|field| of(*field)).count();
    let mut holdings = BTreeMap::from([
        ("texts of the form", texts(&|field| !model.form.text(field).is_empty())),
        ("photos of the form", model.form.photos.len()),
        ("templates", model.templates().count()),
    ]);
    // What was sent is not in the review any more, and stands in the list of what was done.
    if !matches!(model.import.phase, Phase::Running | Phase::Ended) {
        holdings.extend([
            ("products in the review", review.drafts().len()),
            ("their photos", review.drafts().iter().map(|draft| draft.photos.len()).sum()),
            ("their values", rows.map(|row| texts(&|field| !review.own_text(row, field).is_empty())).sum()),
            ("values for all", review.defaults().filled().count()),
        ]);
    }
    if model.product_edits.one.is_some() && window.shows_message("create-photos-choose") {
        // They are known to its dialog alone, which is gone when it is closed.
        holdings.insert(
            "photos of a product that is changed",
            buttons(window).iter().filter(|name| name.starts_with("Remove ")).count(),
        );
    }
    holdings
}

/// Whether the worker gives something up that nothing brings back. A new command does not compile until it is
/// said here.
fn takes_away(command: &Command) -> bool {
    match command {
        Command::Account(command) => of_accounts(command),
        Command::Webhook(command) => of_webhooks(command),
        Command::Import(command) => match command {
            ImportCommand::Cancel => true,
            // What is deleted here was in the review, which is looked at itself.
            ImportCommand::SaveReview(_) | ImportCommand::KeepDropped(_) | ImportCommand::KeepSheet(_) => {
                false
            }
            ImportCommand::Plan { .. }
            | ImportCommand::ComparePhotos { .. }
            | ImportCommand::CancelPlan
            | ImportCommand::ComparePlan { .. }
            | ImportCommand::Start { .. }
            | ImportCommand::Pause
            | ImportCommand::Continue
            | ImportCommand::Retry(_)
            | ImportCommand::Resume { .. }
            | ImportCommand::Reopen(_)
            | ImportCommand::Decide { .. }
            | ImportCommand::Runs
            | ImportCommand::Report { .. }
            | ImportCommand::SheetResults(_)
            | ImportCommand::SaveCards { .. }
            | ImportCommand::SaveTable { .. } => false,
        },
        Command::Edit(command) => match command {
            EditCommand::Cancel => true,
            EditCommand::Preview { .. }
            | EditCommand::Read(_)
            | EditCommand::CancelPreview
            | EditCommand::Start { .. }
            | EditCommand::Pause
            | EditCommand::Continue
            | EditCommand::Decide { .. }
            | EditCommand::Resume
            | EditCommand::Runs
            | EditCommand::Show(_)
            | EditCommand::Follow(_)
            | EditCommand::StopFollowing(_)
            | EditCommand::SaveCells(_) => false,
        },
        Command::Form(command) => match command {
            FormCommand::RemovePhoto(_) => true,
            FormCommand::AddPhoto { .. }
            | FormCommand::EditPhoto { .. }
            | FormCommand::RetryPhoto(_)
            | FormCommand::Send { .. }
            | FormCommand::Save { .. } => false,
        },
        // Pictures are made again; what a phone sent stays.
        Command::Thumbnail(_) | Command::Phone(_) => false,
        Command::Category(_)
        | Command::Catalog(_)
        | Command::Check(_)
        | Command::Platform(_)
        | Command::Update(_)
        | Command::Shutdown => false,
    }
}

const fn of_accounts(command: &AccountCommand) -> bool {
    match command {
        AccountCommand::SignOutOf { .. }
        | AccountCommand::MarketRemove(_)
        | AccountCommand::ForgetClientSecret => true,
        // Whoever leaves, or signs out of the practice shop, which saves no account, finds everything again.
        AccountCommand::SignOut
        | AccountCommand::LeaveMarket
        | AccountCommand::SwitchAccount { .. }
        | AccountCommand::AddAccount => false,
        AccountCommand::UseMarket(_)
        | AccountCommand::SignIn { .. }
        | AccountCommand::SignInBrowser(_)
        | AccountCommand::SignInPasted(_)
        | AccountCommand::SignInCancel
        | AccountCommand::SignInClientCredentials { .. }
        | AccountCommand::SignInConfirm { .. }
        | AccountCommand::SignInOpenAgain
        | AccountCommand::SaveClientSecret(_)
        | AccountCommand::ClientSecretThisSession
        | AccountCommand::MarketOpen(_)
        | AccountCommand::MarketTest(_)
        | AccountCommand::MarketSave { .. }
        | AccountCommand::TrustMarket
        | AccountCommand::WhoAmI => false,
    }
}

fn of_webhooks(command: &WebhookCommand) -> bool {
    match command {
        // An empty token deletes the one that is kept.
        WebhookCommand::StartReceiver(choice) => {
            choice.token.as_ref().is_some_and(|token| token.expose_secret().is_empty())
        }
        WebhookCommand::ClearDeliveries | WebhookCommand::Ask(WebhookRequest::Delete(_)) => true,
        WebhookCommand::Ask(
            WebhookRequest::List
            | WebhookRequest::Events
            | WebhookRequest::Services
            | WebhookRequest::AddService { .. }
            | WebhookRequest::Change { .. }
            | WebhookRequest::Log(_)
            | WebhookRequest::Join(_)
            | WebhookRequest::Try(_),
        ) => false,
        WebhookCommand::Add(_)
        | WebhookCommand::AddWithToken(_)
        | WebhookCommand::StopReceiver
        | WebhookCommand::LoadDeliveries
        | WebhookCommand::OpenDelivery(_)
        | WebhookCommand::Replay(_) => false,
    }
}

/// Whether products are being created: what was in the review or the form goes where it belongs.
fn creates(command: &Command) -> bool {
    matches!(
        command,
        Command::Import(ImportCommand::Start { .. } | ImportCommand::Plan { .. })
            | Command::Form(FormCommand::Send { .. })
    )
}

/// The names of the buttons that can be pressed.
fn buttons(window: &TestWindow) -> BTreeSet<String> {
    let found = window
        .harness
        .query_all_by(|node| node.role() == Role::Button && !node.is_disabled() && node.label().is_some());
    found.filter_map(|node| node.accesskit_node().label()).collect()
}

fn has_dialog(window: &TestWindow) -> bool {
    window
        .harness
        .query_all_by(|node| matches!(node.role(), Role::Dialog | Role::AlertDialog))
        .next()
        .is_some()
}

/// Scrolls a button into view, and presses it.
fn press(window: &mut TestWindow, name: &str) {
    reveal(window, (Role::Button, name));
    window.harness.query_all_by_role_and_label(Role::Button, name).take(1).for_each(|node| node.click());
    window.harness.run();
}

fn reveal(window: &mut TestWindow, (role, name): (Role, &str)) {
    let bounds = window.harness.ctx.content_rect();
    let found = window.harness.query_all_by_role_and_label(role, name).next();
    if let Some(node) = found.filter(|node| !bounds.contains(node.rect().center())) {
        node.scroll_to_me();
        window.harness.run();
    }
}

/// What can be clicked.
const CLICKED: [Role; 8] = [
    Role::Button,
    Role::CheckBox,
    Role::RadioButton,
    Role::ComboBox,
    Role::Tab,
    Role::Row,
    Role::TextInput,
    Role::MultilineTextInput,
];

/// What can be clicked: its role, its name, and where it is.
type Things = Vec<(Role, String, Rect)>;

fn open_questions(window: &TestWindow) -> Things {
    let found = window.harness.query_all_by(|node| CLICKED.contains(&node.role()) && node.label().is_some());
    found
        .filter_map(|node| Some((node.accesskit_node().role(), node.accesskit_node().label()?, node.rect())))
        .collect()
}

/// The thing at a place: the smallest one, which lies on the others.
fn thing_at(questions: &Things, at: Pos2) -> Option<(Role, &str)> {
    let area = |rect: &Rect| rect.width() * rect.height();
    let there = questions.iter().filter(|(.., rect)| rect.contains(at));
    there.min_by(|(.., a), (.., b)| area(a).total_cmp(&area(b))).map(|(role, name, _)| (*role, name.as_str()))
}

/// Presses and releases the mouse button, each in a frame of its own that begins then, in seconds.
fn click_at(window: &mut TestWindow, at: Pos2, time: f64) {
    for (pressed, time) in [(true, time), (false, time + 0.02)] {
        let button = PointerButton::Primary;
        window.harness.event(Input::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE });
        window.harness.input_mut().time = Some(time);
        window.harness.step();
    }
}

/// Clicks something with the mouse. If something lies there then that stood elsewhere, a second click 0.2
/// seconds after the first must do nothing: returns what it has met. What is opened, or takes the place of
/// everything, is new.
fn click(window: &mut TestWindow, thing: (Role, &str)) -> Option<String> {
    reveal(window, thing);
    let before = open_questions(window);
    let found = before.iter().find(|(role, label, _)| (*role, label.as_str()) == thing);
    let at = found.map(|(.., rect)| rect.center()).filter(|at| thing_at(&before, *at) == Some(thing));
    let Some(at) = at.filter(|at| window.harness.ctx.content_rect().contains(*at)) else {
        if thing.0 == Role::Button {
            press(window, thing.1);
        }
        return None;
    };
    let screen = (window.app().model().screen, window.app().model().import.phase, has_dialog(window));
    window.harness.event(Input::PointerMoved(at));
    window.harness.run();
    let time = window.harness.ctx.input(|input| input.time) + 0.05;
    click_at(window, at, time);
    for frame in 1..4 {
        window.harness.input_mut().time = Some(time + 0.02 + 0.04 * f64::from(frame));
        window.harness.step();
    }
    let ctx = window.harness.ctx.clone();
    let is_other = screen
        != (window.app().model().screen, window.app().model().import.phase, has_dialog(window))
        || Popup::is_any_open(&ctx);
    let after = open_questions(window);
    let there = thing_at(&after, at).filter(|there| *there != thing && !is_other);
    let moved = there.filter(|(role, label)| {
        let stood: Vec<&Rect> = before
            .iter()
            .filter(|known| known.0 == *role && known.1 == *label)
            .map(|(.., rect)| rect)
            .collect();
        matches!(stood[..], [rect] if !rect.contains(at))
    });
    let met = moved.map(|(role, label)| {
        format!("a second click meets {role:?} “{label}”, which has moved under the mouse")
    });
    let met = met.filter(|_| {
        let (looked, sent) = (looks(window), window.sent());
        click_at(window, at, time + 0.2);
        looks(window) != looked || window.sent() != sent
    });
    window.harness.input_mut().time = None;
    window.harness.run();
    met
}

/// A window, and what it looked like when it was opened.
struct Place {
    window: TestWindow,
    looks: Looks,
}

/// What tells one state of a window from another.
type Looks = (Screen, bool, BTreeSet<String>, BTreeMap<&'static str, usize>);

fn looks(window: &TestWindow) -> Looks {
    (window.app().model().screen, has_dialog(window), buttons(window), holdings(window))
}

impl Place {
    /// The window after these presses.
    fn at(open: Open, path: &[String]) -> Self {
        let mut window = open();
        path.iter().for_each(|name| press(&mut window, name));
        Self { looks: looks(&window), window }
    }

    /// Closes what was opened. Returns whether everything is as it was.
    fn is_back(&mut self) -> bool {
        self.window.harness.event(Input::PointerGone);
        if looks(&self.window) != self.looks {
            self.window.app_mut().act(Action::Go(self.looks.0));
            self.window.tap_key(Key::Escape);
        }
        looks(&self.window) == self.looks
    }
}

/// Whether a click takes something away; and what is wrong with that, or with what lies under the mouse then.
fn after_click(window: &mut TestWindow, name: &str) -> (bool, Option<String>) {
    let (before, was_asked) = (holdings(window), has_dialog(window));
    window.take_commands();
    if let Some(moved) = click(window, (Role::Button, name)) {
        return (false, Some(moved));
    }
    let commands = window.take_commands();
    let given_up: Vec<&Command> = commands.iter().filter(|command| takes_away(command)).collect();
    let less =
        |before: &BTreeMap<&'static str, usize>, now: &BTreeMap<&'static str, usize>| -> Vec<&'static str> {
            before
                .iter()
                .filter(|(what, count)| now.get(*what).is_some_and(|now| now < *count))
                .map(|(what, _)| *what)
                .collect()
        };
    let missing = less(&before, &holdings(window));
    if commands.iter().any(creates) || (given_up.is_empty() && missing.is_empty()) {
        return (false, None);
    }
    if !given_up.is_empty() {
        return (true, (!was_asked).then(|| format!("{given_up:?}")));
    }
    let undo = window.message("undo");
    if *name == undo || *name == window.message("redo") {
        return (false, None);
    }
    // A dialog may have its own.
    let count = window.harness.query_all_by_role_and_label(Role::Button, &undo).count();
    for at in (0..count).rev() {
        window
            .harness
            .query_all_by_role_and_label(Role::Button, &undo)
            .skip(at)
            .take(1)
            .for_each(|node| node.click());
        window.harness.run();
        if less(&before, &holdings(window)).is_empty() {
            return (true, None);
        }
    }
    (true, Some(format!("{missing:?}, and no {undo} brings it back: {:?}", buttons(window))))
}

/// Presses every button that can be reached, but for those that every screen has. Returns those that took
/// something away.
fn press_all(open: Open) -> BTreeSet<String> {
    press_all_but(
        open,
        &[
            "nav-import",
            "nav-create",
            "nav-products",
            "nav-settings",
            "nav-webhooks",
            "account-menu",
            "notifications-title",
            "guide-title",
        ],
    )
}

fn press_all_but(open: Open, but: &[&str]) -> BTreeSet<String> {
    let words = TestWindow::new(Language::English);
    let mut seen: BTreeSet<String> = but.iter().map(|key| words.message(key)).collect();
    let mut alike = BTreeMap::<(usize, String), usize>::new();
    let (mut taking, mut wrong) = (BTreeSet::new(), Vec::new());
    let mut paths = VecDeque::from([Vec::<String>::new()]);
    while let Some(path) = paths.pop_front() {
        let mut place = Place::at(open, &path);
        for name in place.looks.2.clone() {
            let count = alike.entry((path.len(), kind_of(&name))).or_default();
            if *count >= ALIKE || !seen.insert(name.clone()) {
                continue;
            }
            *count += 1;
            let (takes, fault) = after_click(&mut place.window, &name);
            wrong.extend(fault.map(|fault| format!("{path:?}, {name}: {fault}")));
            if takes {
                taking.insert(name.clone());
            }
            // What it opened on the same screen.
            let is_here = place.window.app().model().screen == place.looks.0;
            let opened = is_here && buttons(&place.window).iter().any(|name| !seen.contains(name));
            if opened && !takes && path.len() + 1 < DEEP {
                paths.push_back(path.iter().cloned().chain([name]).collect());
            }
            if !place.is_back() {
                place = Place::at(open, &path);
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    taking
}

/// What buttons that are alike have in common: their first word, whether it is followed by a number, and
/// whether they ask first.
fn kind_of(name: &str) -> String {
    let mut words = name.trim_end_matches('…').split([' ', ':']);
    let first = words.next().unwrap_or_default();
    let is_number = words.next().is_some_and(|word| word.parse::<usize>().is_ok());
    format!("{first} {is_number} {}", name.ends_with('…'))
}

fn scene(name: &str) -> TestWindow {
    let mut window = TestWindow::with_size(Language::English, [1280.0, 1000.0]);
    window.show_scene(scenes::all().into_iter().find(|scene| scene.name == name).unwrap());
    window
}

/// Asserts that these buttons, by their messages, are among those that take something away: they were found.
fn assert_found(taking: &BTreeSet<String>, keys: &[&str]) {
    let window = TestWindow::new(Language::English);
    assert!(
        keys.iter().all(|key| taking.contains(&window.message(key))),
        "{keys:?} are not all found: {taking:?}"
    );
}

/// Clicks everything that each of these scenes shows, one of what is alike, and again 0.2 seconds later.
fn click_twice(language: Language, size: [f32; 2], part: usize) {
    let mut wrong = Vec::new();
    for at in (part..scenes::all().len()).step_by(PARTS) {
        let name = scenes::all()[at].name;
        let open = || {
            let mut window = TestWindow::with_size(language, size);
            window.show_scene(scenes::all().swap_remove(at));
            window
        };
        let mut window = open();
        let (looked, mut alike) = (looks(&window), BTreeSet::new());
        let bounds = window.harness.ctx.content_rect();
        for (role, label, _) in
            open_questions(&window).into_iter().filter(|(.., rect)| bounds.contains(rect.center()))
        {
            if !alike.insert((format!("{role:?}"), kind_of(&label))) {
                continue;
            }
            wrong.extend(
                click(&mut window, (role, &label)).map(|met| format!("{name}: {role:?} “{label}”: {met}")),
            );
            window.harness.event(Input::PointerGone);
            if looks(&window) != looked {
                window = open();
            }
        }
    }
    assert!(wrong.is_empty(), "{language:?} {size:?}\n{}", wrong.join("\n"));
}

/// Tests run beside each other.
const PARTS: usize = 2;

#[test]
fn a_second_click_meets_nothing_that_moved_in_a_roomy_window() {
    click_twice(Language::English, [1366.0, 768.0], 0);
}

#[test]
fn a_second_click_meets_nothing_that_moved_in_other_scenes_of_a_roomy_window() {
    click_twice(Language::English, [1366.0, 768.0], 1);
}

#[test]
fn a_second_click_meets_nothing_that_moved_in_a_small_window() {
    click_twice(Language::Persian, [760.0, 500.0], 0);
}

#[test]
fn a_second_click_meets_nothing_that_moved_in_other_scenes_of_a_small_window() {
    click_twice(Language::Persian, [760.0, 500.0], 1);
}

#[test]
fn of_the_review() {
    let taking = press_all(|| review(Language::English, Vec::new()));
    assert_found(&taking, &[UiCommand::StartOver.spec().button_message()]);
}

#[test]
fn of_products_that_cannot_be_sent() {
    let open = || {
        let mut window = scene("import-review");
        window.open_things();
        window
    };
    let taking = press_all(open);
    let removes =
        |name: &String| name.strip_prefix("Remove ").is_some_and(|count| count.parse::<usize>().is_ok());
    assert!(taking.iter().any(removes), "{taking:?}");
}

#[test]
fn of_selected_products_and_of_templates() {
    let selected = || {
        let mut window = review(Language::English, vec![template("Wholesale", 5, Some("30"))]);
        window.press_message("review-select-all");
        window
    };
    assert_found(&press_all(selected), &["review-remove-selected"]);
    let templates = || {
        let mut window = review(Language::English, vec![template("Wholesale", 5, Some("30"))]);
        window.press_message("templates-open");
        window
    };
    assert_found(&press_all(templates), &["templates-delete"]);
}

#[test]
fn of_the_form_and_its_photos() {
    let taking = press_all(|| scene("create"));
    assert_found(&taking, &[UiCommand::ClearForm.spec().button_message()]);
    assert!(taking.iter().any(|name| name.starts_with("Remove ")), "{taking:?}");
    press_all(|| scene("editor"));
}

#[test]
fn of_the_products_and_their_changes() {
    let form = || {
        let mut window = TestWindow::with_size(Language::English, [1100.0, 1600.0]);
        open_products(&mut window);
        focus_first_row(&mut window);
        window.key_press(Key::Enter);
        window.press_message("edits-change");
        deliver_all_of_the_product(&mut window);
        window
    };
    let taking = press_all(form);
    assert!(taking.iter().any(|name| name.starts_with("Remove ")), "{taking:?}");
    press_all(|| scene("products-changed"));
}

#[test]
fn of_a_run() {
    assert_found(&press_all(|| scene("import-running")), &["import-cancel-yes"]);
    press_all(|| scene("import-ended"));
}

#[test]
fn of_accounts_and_webhooks() {
    assert_found(&press_all_but(|| scene("settings-accounts"), &[]), &["sign-out-drop", "market-remove"]);
    let subscriptions = || {
        let mut window = TestWindow::with_size(Language::English, [1100.0, 1400.0]);
        window.deliver(scenes::signed_in());
        window.deliver(scenes::webhooks_offered());
        window.press_message("nav-webhooks");
        window.press_message("webhooks-part-subscriptions");
        let webhook = Webhook {
            id: WebhookId::from(7),
            service: None,
            event_ids: vec![5],
            method: Some("POST".to_owned()),
            url: "https://hooks.example/in".to_owned(),
            active: true,
        };
        let result = Ok(WebhookAnswer::Webhooks(vec![webhook]));
        window.deliver(Event::Webhook(WebhookEvent::Answered { request: WebhookRequest::List, result }));
        window
    };
    assert_found(&press_all(subscriptions), &["webhooks-delete"]);
    assert_found(&press_all(webhooks::received), &["receiver-clear", "receiver-token-forget"]);
}

/// The commands by which something happens each time they are sent, in words, without what follows from what
/// is in sight.
fn counted(commands: Vec<Command>) -> Vec<String> {
    let is_counted = |command: &Command| {
        !matches!(
            command,
            Command::Thumbnail(_)
                | Command::Category(_)
                | Command::Platform(PlatformCommand::SaveSettings(_))
        )
    };
    commands.into_iter().filter(is_counted).map(|command| format!("{command:?}")).collect()
}

/// Clicks everything that these scenes show twice, 0.2 seconds apart, in a window of 760 by 500: the second
/// click asks for nothing that the first one has asked for, also if it was answered in between.
#[test]
fn a_second_click_asks_for_nothing_again() {
    let mut wrong = Vec::new();
    for language in Language::ALL {
        for at in 0..scenes::all().len() {
            let name = scenes::all()[at].name;
            let open = || {
                let mut window = TestWindow::with_size(language, [760.0, 500.0]);
                window.show_scene(scenes::all().swap_remove(at));
                if name == "products" {
                    window.app_mut().act(Action::ShowActivity(true));
                    window.harness.run();
                }
                window
            };
            let mut window = open();
            let bounds = window.harness.ctx.content_rect();
            let mut alike = BTreeSet::new();
            for (role, label, rect) in open_questions(&window) {
                let is_button = role == Role::Button && bounds.contains(rect.center());
                if !is_button || !alike.insert(kind_of(&label)) {
                    continue;
                }
                window.take_commands();
                let looked = looks(&window);
                window.harness.event(Input::PointerMoved(rect.center()));
                window.harness.run();
                let time = window.harness.ctx.input(|input| input.time) + 0.05;
                click_at(&mut window, rect.center(), time);
                let first = counted(window.take_commands());
                window.deliver(Event::Import(ImportEvent::PlanBegun));
                click_at(&mut window, rect.center(), time + 0.2);
                let second = counted(window.take_commands());
                let again: Vec<_> = second.iter().filter(|command| first.contains(command)).collect();
                if !again.is_empty() {
                    wrong.push(format!("{language:?} {name}: “{label}”: {again:?}"));
                }
                window.harness.input_mut().time = None;
                if looks(&window) != looked || !first.is_empty() {
                    window = open();
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
