//! The form for operation 9 of the contract, with events, address, method and service; and for changing a
//! webhook.

use crate::ui::outcome;
use std::borrow::Cow;
use std::collections::BTreeSet;

use eframe::egui::{Align, Ui, vec2};

use crate::i18n::ProblemText;
use crate::ui::commands::{self, UiCommand};
use crate::ui::screens::Cx;
use crate::ui::screens::frame::{BottomBar, page, title};
use crate::ui::screens::permission::offer_reauthorization;
use crate::worker::{Session, WebhookRequest};
use vitrine_core::market::{HeaderLines, NewWebhook, Webhook, WebhookChange};
use vitrine_domain::{EVENTS, Problem, ProblemKind, Scope, ServiceId, WebhookId, WriteVerdict};
use vitrine_model::{Action, EarlierRequest, WebhookAction, WebhookState};
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{bar_text, centred, column, sides, tiles};
use vitrine_widgets::theme::{self, space};
use vitrine_widgets::{self as widgets, Answer, Button, Dialog, FormField, check, labelled, segments};

/// The part's own state.
#[derive(Default)]
pub struct SubscribeView {
    form: Form,
    /// Whether the failure was scrolled into view.
    failure_shown: bool,
    /// The height of the notice of what failed. Once the form is changed it is gone, and nothing moves.
    failure_height: f32,
    /// The height of the token's field.
    token_height: f32,
    /// The webhook that is changed, instead of adding one.
    edited: Option<WebhookId>,
    /// The change that is being sent. What was typed stays until it has succeeded.
    saving: Option<WebhookRequest>,
}

impl SubscribeView {
    /// Whether a webhook is changed, instead of adding one.
    pub const fn is_editing(&self) -> bool {
        self.edited.is_some()
    }

    /// Fills the form with a webhook, to change it.
    pub fn edit(&mut self, webhook: &Webhook) {
        let method = NewWebhook::METHODS
            .into_iter()
            .find(|method| webhook.method.as_deref() == Some(method))
            .unwrap_or(NewWebhook::METHODS[0]);
        self.form = Form {
            events: webhook.event_ids.iter().copied().collect(),
            url: webhook.url.clone(),
            method,
            active: webhook.active,
            ..Form::default()
        };
        (self.edited, self.failure_height) = (Some(webhook.id.clone()), 0.0);
    }

    /// The problem of the last request of this form.
    fn failed<'a>(&self, cx: &Cx<'a>) -> Option<&'a Problem> {
        match &cx.model.webhooks.state {
            WebhookState::Failed(problem) => Some(problem),
            _ if self.is_editing() => cx.model.webhooks.subscriptions.failure.as_ref(),
            _ => None,
        }
    }

    /// Ends the change once it has succeeded.
    fn finish_saving(&mut self, cx: &Cx<'_>) {
        let subscriptions = &cx.model.webhooks.subscriptions;
        if self.saving.take_if(|request| !subscriptions.is_asking(request)).is_some()
            && subscriptions.failure.is_none()
        {
            self.edited = None;
            self.form = Form::default();
        }
    }
}

#[derive(Clone, PartialEq)]
struct Form {
    events: BTreeSet<u32>,
    url: String,
    method: &'static str,
    active: bool,
    /// Whether the subscription belongs to an existing service instead of a new one.
    uses_existing_service: bool,
    service: String,
    /// Whether deliveries carry a service token.
    carries_token: bool,
    /// That token; empty for the one that the receiver checks, which the program makes.
    token: String,
}

impl Default for Form {
    fn default() -> Self {
        Self {
            events: BTreeSet::new(),
            url: String::new(),
            method: NewWebhook::METHODS[0],
            active: true,
            uses_existing_service: false,
            service: String::new(),
            carries_token: true,
            token: String::new(),
        }
    }
}

/// Draws the part. `parts` draws the choice of parts.
pub fn show(
    ui: &mut Ui,
    view: &mut SubscribeView,
    cx: &mut Cx<'_>,
    parts: impl FnOnce(&mut Ui, &mut Cx<'_>),
) {
    view.finish_saving(cx);
    let before = view.form.clone();
    let ready = webhook(&before, cx);
    let refused = refused_field(view, cx);
    let foot = BottomBar::reserve(ui);
    page(ui, "webhooks", |ui| {
        centred(ui, 760.0, |ui| {
            title(ui, cx.t("webhooks-title"), |_| {});
            parts(ui, cx);
            match &view.edited {
                None => {
                    drop(ui.add(Text::new(cx.t("webhooks-intro")).color(theme::palette(ui).ink_soft).wrap()));
                }
                Some(id) => drop(vitrine_text::strong(
                    ui,
                    cx.format("webhooks-edit-named", crate::args!["id" => id.as_str()]),
                )),
            }
            ui.add_space(space::S);
            theme::card(ui).show(ui, |ui| {
                ui.set_width(ui.available_width());
                labelled(ui, cx.t("webhooks-events"), |ui| events(ui, &mut view.form, cx));
                if let Some(refused) = said_of(refused.as_ref(), "event_ids") {
                    widgets::field_error(ui, &refused);
                }
                reauthorize(ui, &view.form, cx);
            });
            ui.add_space(space::S);
            theme::card(ui).show(ui, |ui| {
                ui.set_width(ui.available_width());
                ui.spacing_mut().item_spacing.y = space::M;
                delivery(ui, view, refused.as_ref(), cx);
            });
            ui.add_space(space::S);
            failure(ui, view, cx);
            ui.add_space(space::S);
        });
    });
    foot.show(ui, |ui| send_bar(ui, view, cx, ready));
    confirm_duplicate(ui, cx);
    if view.form != before {
        cx.act(Action::Webhook(WebhookAction::Changed));
    }
}

fn events(ui: &mut Ui, form: &mut Form, cx: &Cx<'_>) {
    let p = theme::palette(ui);
    tiles(ui, 300.0, &EVENTS, |ui, event| {
        let words = cx.words.event(event);
        if check(ui, form.events.contains(&event.id), words.name).clicked() && !form.events.remove(&event.id)
        {
            form.events.insert(event.id);
        }
        ui.horizontal(|ui| {
            ui.add_space(28.0);
            column(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                ui.add(Text::new(words.meaning).small().color(p.ink_soft).wrap());
                let lacking = cx.model.lacks_scope(event.scope);
                let needs = cx.format(
                    "webhooks-event-needs",
                    crate::args!["words" => cx.words.scope(event.scope), "scope" => event.scope],
                );
                ui.add(Text::new(needs).small().color(if lacking { p.warn.ink } else { p.ink_soft }).wrap());
            });
        });
        ui.add_space(space::S);
    });
}

/// Offers to sign in again with what the selected events require and the token lacks.
fn reauthorize(ui: &mut Ui, form: &Form, cx: &mut Cx<'_>) {
    let selected =
        EVENTS.iter().filter(|event| form.events.contains(&event.id) && cx.model.lacks_scope(event.scope));
    let mut missing: Vec<Scope> = selected.map(|event| Scope(event.scope.to_owned())).collect();
    missing.dedup();
    if !missing.is_empty()
        && ui.add(Button::secondary(cx.t("reauthorize-offer")).with_icon(Icon::Key).small()).clicked()
    {
        cx.act(Action::Reauthorize(missing));
    }
}

/// Whose events are delivered: those of the token's owner. Where the app can sign in for itself, it can have
/// webhooks, too.
fn whose(ui: &mut Ui, cx: &Cx<'_>) {
    let Session::SignedIn { account, practice: false, .. } = &cx.model.session else { return };
    if cx.model.sign_in.methods.client_id.is_none() {
        return;
    }
    let arguments =
        crate::args!["name" => account.display_name(), "method" => cx.t("method-client-credentials")];
    labelled(ui, cx.t("webhooks-whose"), |ui| {
        ui.add(
            Text::new(cx.format("webhooks-whose-help", arguments))
                .small()
                .color(theme::palette(ui).ink_soft)
                .wrap(),
        );
    });
}

/// The field that the marketplace refused last, and why.
type RefusedField = (String, String);

fn refused_field(view: &SubscribeView, cx: &Cx<'_>) -> Option<RefusedField> {
    let problem = view.failed(cx)?;
    let said = problem.quotation.clone().unwrap_or_else(|| cx.words.problem(problem).title);
    Some((problem.field.clone()?, said))
}

/// What the marketplace said of a field of the payload, if it refused that.
fn said_of<'a>(refused: Option<&'a RefusedField>, name: &str) -> Option<Cow<'a, str>> {
    refused.filter(|(field, _)| field == name).map(|(_, said)| said.into())
}

fn delivery(ui: &mut Ui, view: &mut SubscribeView, refused: Option<&RefusedField>, cx: &Cx<'_>) {
    let SubscribeView { form, edited, token_height, .. } = view;
    let is_new = edited.is_none();
    let wrong = !form.url.trim().is_empty() && !is_web_address(&form.url);
    let wrong = wrong.then(|| cx.t("webhooks-url-wrong")).or_else(|| said_of(refused, "url"));
    let field = FormField::new(cx.t("webhooks-url")).help(cx.t("webhooks-url-help")).error(wrong);
    field.show(ui, |ui, error| {
        let width = ui.available_width();
        ui.add(
            vitrine_text::line_edit("webhook address", &mut form.url)
                .hint("https://")
                .width(width)
                .margin(theme::EDITOR)
                .error(error),
        )
    });
    labelled(ui, cx.t("webhooks-method"), |ui| {
        let options = NewWebhook::METHODS.map(|method| (method, method.into(), None));
        if let Some(method) = segments(ui, form.method, &options) {
            form.method = method;
        }
        if let Some(refused) = said_of(refused, "request_method") {
            widgets::field_error(ui, &refused);
        }
    });
    if check(ui, form.active, cx.t("webhooks-active")).clicked() {
        form.active = !form.active;
    }
    token(ui, form, (is_new, token_height), refused, cx);
    if !is_new {
        return;
    }
    whose(ui, cx);
    labelled(ui, cx.t("webhooks-service"), |ui| {
        let options =
            [(false, cx.t("webhooks-service-new"), None), (true, cx.t("webhooks-service-existing"), None)];
        if let Some(known) = segments(ui, form.uses_existing_service, &options) {
            form.uses_existing_service = known;
        }
    });
    if form.uses_existing_service {
        let wrong = !form.service.trim().is_empty() && ServiceId::from_number(&form.service).is_none();
        let wrong = wrong.then(|| cx.t("webhooks-service-wrong")).or_else(|| said_of(refused, "service_id"));
        FormField::new(cx.t("webhooks-service-id")).error(wrong).show(ui, |ui, error| {
            ui.add(
                vitrine_text::line_edit("webhook service", &mut form.service)
                    .width(200.0)
                    .margin(theme::EDITOR)
                    .error(error),
            )
        });
    }
}

/// The token that deliveries carry. `height`: of its field, which keeps its room while there is none.
fn token(
    ui: &mut Ui,
    form: &mut Form,
    (is_new, height): (bool, &mut f32),
    refused: Option<&RefusedField>,
    cx: &Cx<'_>,
) {
    if !takes_token(cx) {
        ui.add(Text::new(cx.t("webhooks-token-not-taken")).small().color(theme::palette(ui).ink_soft).wrap());
        return;
    }
    if is_new && check(ui, form.carries_token, cx.t("webhooks-carries-token")).clicked() {
        form.carries_token = !form.carries_token;
    }
    let top = ui.cursor().top();
    if is_new && !form.carries_token {
        ui.add(Text::new(cx.t("webhooks-carries-nothing")).small().color(theme::palette(ui).warn.ink).wrap());
        ui.add_space((top + *height - ui.cursor().top()).max(0.0));
        return;
    }
    let field = FormField::new(cx.t("webhooks-token"))
        .help(cx.t("webhooks-token-help"))
        .error(said_of(refused, "request_headers"));
    field.show(ui, |ui, error| {
        let width = ui.available_width();
        ui.add(
            vitrine_text::line_edit("webhook token", &mut form.token)
                .password(true)
                .width(width)
                .margin(theme::EDITOR)
                .error(error),
        )
    });
    *height = ui.cursor().top() - top;
}

/// The problem of the last request. It is scrolled into view once; the bottom bar shows its title.
fn failure(ui: &mut Ui, view: &mut SubscribeView, cx: &mut Cx<'_>) {
    let Some(problem) = view.failed(cx) else {
        view.failure_shown = false;
        if view.failure_height > 0.0 {
            ui.allocate_space(vec2(0.0, view.failure_height));
        }
        return;
    };
    let words = words_of(cx, problem);
    let notice = ui.scope(|ui| {
        outcome::problem_notice(ui, &words, None, |ui| offer_reauthorization(ui, cx, problem));
    });
    view.failure_height = notice.response.rect.height();
    if !std::mem::replace(&mut view.failure_shown, true) {
        notice.response.scroll_to_me(Some(Align::Max));
    }
}

/// The problem's text with a remedy for webhooks. After a lost answer only the owner can check for the
/// webhook in the shop, and a rejection that names no field concerns this form.
fn words_of(cx: &Cx<'_>, problem: &Problem) -> ProblemText {
    let label = problem.field.as_deref().and_then(label_of).map(|key| cx.t(key).into_owned());
    let mut words = match label {
        Some(label) => cx.words.problem(&Problem { field: Some(label), ..problem.clone() }),
        None => cx.words.problem(problem),
    };
    if problem.write_verdict() == WriteVerdict::Unknown {
        words.remedy = cx.t("webhooks-unanswered-remedy").into_owned();
    } else if matches!(problem.kind, ProblemKind::Unprocessable | ProblemKind::Refused)
        && problem.field.is_none()
    {
        words.remedy = cx.t("webhooks-rejected-remedy").into_owned();
    }
    words
}

/// The label of a field of the payload.
fn label_of(field: &str) -> Option<&'static str> {
    Some(match field {
        "event_ids" => "webhooks-events",
        "url" => "webhooks-url",
        "request_method" => "webhooks-method",
        "request_headers" => "webhooks-token",
        "service_id" => "webhooks-service-id",
        _ => return None,
    })
}

fn send_bar(ui: &mut Ui, view: &mut SubscribeView, cx: &mut Cx<'_>, ready: Result<NewWebhook, &'static str>) {
    let sending = cx.model.webhooks.state == WebhookState::Sending || view.saving.is_some();
    let edited = view.edited.clone();
    let makes_token = takes_token(cx) && view.form.carries_token && view.form.token.trim().is_empty();
    // While a request is under way, the button keeps the focus and does nothing.
    let button = match (&edited, sending) {
        (_, true) => Button::primary(cx.t("webhooks-adding")).with_icon(Icon::Clock),
        (Some(_), false) => Button::primary(cx.t("webhooks-save")),
        (None, false) => Button::primary(cx.t("webhooks-add")),
    };
    let (mut pressed, mut cancelled) = (false, false);
    let missing = ready.as_ref().err().copied();
    sides(
        ui,
        theme::height::CONTROL,
        |ui| outcome(ui, view, cx, missing),
        |ui| {
            let button = ui.add(button.identity("add webhook").enabled(missing.is_none() && !sending));
            pressed = commands::is_pressed(&button, UiCommand::MainAction);
            cancelled = edited.is_some() && ui.add(Button::secondary(cx.t("cancel"))).clicked();
        },
    );
    if let (true, false, Ok(webhook)) = (pressed, sending, ready) {
        (view.failure_shown, view.failure_height) = (false, 0.0);
        match edited {
            None if makes_token => cx.act(Action::Webhook(WebhookAction::AddWithToken(webhook))),
            None => cx.act(Action::Webhook(WebhookAction::Add(webhook))),
            Some(id) => {
                let NewWebhook { event_ids, method, url, active, headers, .. } = webhook;
                let change = WebhookChange {
                    event_ids: Some(event_ids),
                    method: Some(method),
                    url: Some(url),
                    active: Some(active),
                    headers,
                };
                let request = WebhookRequest::Change { id, change };
                view.saving = Some(request.clone());
                cx.act(Action::Webhook(WebhookAction::Ask(request)));
            }
        }
    }
    if cancelled {
        (view.edited, view.saving) = (None, None);
        view.form = Form::default();
    }
}

/// One line beside the button: the result of the last request, or what is missing.
fn outcome(ui: &mut Ui, view: &SubscribeView, cx: &Cx<'_>, missing: Option<&'static str>) {
    let p = theme::palette(ui);
    let (icon, ink, words) = match (&cx.model.webhooks.state, missing) {
        (WebhookState::Added(Some(id)), _) => (
            Icon::Check,
            p.good.ink,
            cx.format("webhooks-added-as", crate::args!["id" => id.as_str()]).into_owned(),
        ),
        (WebhookState::Added(None), _) => (Icon::Check, p.good.ink, cx.t("webhooks-added").into_owned()),
        _ if view.failed(cx).is_some() => (
            Icon::Alert,
            p.bad.ink,
            view.failed(cx).map_or_else(String::new, |problem| words_of(cx, problem).title),
        ),
        (_, Some(key)) => return drop(ui.add(bar_text(ui, Text::new(cx.t(key)).color(p.ink_soft)))),
        (_, None) => return,
    };
    icon.show(ui, 18.0, ink);
    let line = bar_text(ui, Text::new(&words).color(ink));
    // A failure is announced by its notice on the page.
    let line = ui.add(if ink == p.good.ink { line.announced(false) } else { line });
    vitrine_text::tooltip(line, words);
}

/// Asks before a webhook is added that is identical to an earlier one.
fn confirm_duplicate(ui: &Ui, cx: &mut Cx<'_>) {
    let Some((webhook, earlier)) = &cx.model.webhooks.question else { return };
    let (title, body) = match earlier {
        EarlierRequest::Added => ("webhooks-duplicate-title", "webhooks-duplicate-body"),
        EarlierRequest::Unanswered => ("webhooks-duplicate-unanswered-title", "webhooks-unanswered-remedy"),
    };
    let dialog = Dialog::new("webhook again", cx.t(title), cx.t("cancel"))
        .confirm(Button::primary(cx.t("webhooks-duplicate-confirm")));
    let answer = dialog.show(ui, |ui| {
        ui.add(Text::new(cx.t(body)).wrap());
        ui.add(Text::new(webhook.url.as_str()).color(theme::palette(ui).ink_soft).wrap());
    });
    if let Some(answer) = answer {
        cx.act(Action::Webhook(WebhookAction::AddAgain(answer == Answer::Confirmed)));
    }
}

/// The webhook as entered, or the key of the message that says what is missing.
fn webhook(form: &Form, cx: &Cx<'_>) -> Result<NewWebhook, &'static str> {
    if form.events.is_empty() {
        return Err("webhooks-events-missing");
    }
    if form.url.trim().is_empty() {
        return Err("webhooks-url-missing");
    }
    if !is_web_address(&form.url) {
        return Err("webhooks-url-wrong");
    }
    if form.uses_existing_service && form.service.trim().is_empty() {
        return Err("webhooks-service-missing");
    }
    let service = if form.uses_existing_service {
        Some(ServiceId::from_number(&form.service).ok_or("webhooks-service-wrong")?)
    } else {
        None
    };
    Ok(NewWebhook {
        event_ids: form.events.iter().copied().collect(),
        method: form.method.to_owned(),
        url: form.url.trim().to_owned(),
        active: form.active,
        service,
        headers: HeaderLines::authorization(&form.token).filter(|_| takes_token(cx) && form.carries_token),
    })
}

/// Whether the marketplace takes a token that deliveries carry.
fn takes_token(cx: &Cx<'_>) -> bool {
    cx.model.webhooks.subscriptions.offered.takes_headers
}

fn is_web_address(text: &str) -> bool {
    url::Url::parse(text.trim()).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
}
