//! The webhooks that were requested with this program, kept for each shop: the contract has no list of them,
//! and an answer may be lost.

use crate::worker::context::Context;
use vitrine_core::market::{NewWebhook, Webhook};
use vitrine_domain::{Problem, WebhookId, WriteVerdict};
use vitrine_model::messages::{Event, RequestedWebhook, WebhookEvent};

/// The name of the list among what is kept for a shop.
const KEY: &str = "webhooks";
/// How many are kept; the oldest are forgotten.
const KEPT: usize = 200;

fn is_unconfirmed(known: &RequestedWebhook, webhook: &NewWebhook) -> bool {
    !known.is_confirmed && known.webhook.is_same_subscription(webhook)
}

/// Tells the screens which webhooks were requested before.
pub fn send(cx: &mut Context) {
    change(cx, |_| ());
}

/// Keeps a webhook before it is requested.
pub fn requesting(webhook: &NewWebhook, cx: &mut Context) {
    change(cx, |requested| add(requested, webhook));
}

/// Takes the answer to a request.
pub fn answered(webhook: &NewWebhook, result: &Result<Option<WebhookId>, Problem>, cx: &mut Context) {
    change(cx, |requested| settle(requested, webhook, result));
}

/// Takes the marketplace's own list.
pub fn listed(list: &[Webhook], cx: &mut Context) {
    change(cx, |requested| compare(requested, list));
}

/// Forgets a webhook that was deleted.
pub fn deleted(id: &WebhookId, cx: &mut Context) {
    change(cx, |requested| requested.retain(|known| known.id.as_ref() != Some(id)));
}

fn add(requested: &mut Vec<RequestedWebhook>, webhook: &NewWebhook) {
    if !requested.iter().any(|known| is_unconfirmed(known, webhook)) {
        requested.push(RequestedWebhook {
            webhook: webhook.without_headers(),
            id: None,
            is_confirmed: false,
        });
    }
    let too_many = requested.len().saturating_sub(KEPT);
    requested.drain(..too_many);
}

/// What was refused is forgotten; what was not answered may exist.
fn settle(
    requested: &mut Vec<RequestedWebhook>,
    webhook: &NewWebhook,
    result: &Result<Option<WebhookId>, Problem>,
) {
    let Some(at) = requested.iter().rposition(|known| is_unconfirmed(known, webhook)) else { return };
    match result {
        Ok(id) => {
            requested[at].id.clone_from(id);
            requested[at].is_confirmed = true;
        }
        Err(problem) if problem.write_verdict() == WriteVerdict::Unknown => {}
        Err(_) => drop(requested.remove(at)),
    }
}

/// What the marketplace no longer has is forgotten, and what it has is confirmed. What was not answered may
/// still appear there.
fn compare(requested: &mut Vec<RequestedWebhook>, list: &[Webhook]) {
    requested.retain(|known| known.id.as_ref().is_none_or(|id| list.iter().any(|webhook| webhook.id == *id)));
    for at in 0..requested.len() {
        if requested[at].id.is_some() {
            continue;
        }
        let is_new =
            |webhook: &&Webhook| requested.iter().all(|other| other.id.as_ref() != Some(&webhook.id));
        if let Some(found) =
            list.iter().filter(is_new).find(|webhook| requested[at].webhook.is_listed_as(webhook))
        {
            requested[at].id = Some(found.id.clone());
            requested[at].is_confirmed = true;
        }
    }
}

fn change(cx: &mut Context, change: impl FnOnce(&mut Vec<RequestedWebhook>)) {
    let Some(account) = cx.account() else { return };
    let json = match cx.store.shop_choice(&account, KEY) {
        Ok(json) => json,
        Err(problem) => return cx.send(Event::Problem(problem)),
    };
    let mut requested: Vec<RequestedWebhook> =
        json.and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default();
    let before = requested.clone();
    change(&mut requested);
    if requested != before
        && let Ok(json) = serde_json::to_string(&requested)
    {
        let kept = cx.store.set_shop_choice(&account, KEY, &json);
        cx.report_error(kept);
    }
    cx.send(Event::Webhook(WebhookEvent::Requested(requested)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_core::market::HeaderLines;
    use vitrine_domain::{AnswerForm, ProblemKind};

    fn webhook(url: &str) -> NewWebhook {
        let headers = HeaderLines::authorization("a secret word");
        NewWebhook {
            event_ids: vec![5, 8],
            method: "POST".to_owned(),
            url: url.to_owned(),
            active: true,
            service: None,
            headers,
        }
    }

    /// After a request to this address with this answer.
    fn after(result: &Result<Option<WebhookId>, Problem>) -> Vec<RequestedWebhook> {
        let mut requested = Vec::new();
        add(&mut requested, &webhook("https://a.example"));
        settle(&mut requested, &webhook("https://a.example/"), result);
        requested
    }

    fn in_the_list(id: u64) -> Webhook {
        Webhook {
            id: WebhookId::from(id),
            url: "https://a.example/".to_owned(),
            service: None,
            method: None,
            active: true,
            event_ids: vec![8, 5],
        }
    }

    #[test]
    fn what_was_refused_is_forgotten_and_what_was_not_answered_is_not() {
        assert_eq!(
            after(&Err(Problem { form: AnswerForm::Own, ..Problem::new(ProblemKind::Forbidden) })),
            []
        );
        for unsettled in [
            ProblemKind::TimedOut,
            ProblemKind::TooManyRequests,
            ProblemKind::Unauthorized,
            ProblemKind::Forbidden,
        ] {
            let kept = after(&Err(Problem::new(unsettled)));
            assert!(
                matches!(kept.as_slice(), [RequestedWebhook { id: None, is_confirmed: false, .. }]),
                "{unsettled:?}"
            );
        }
        assert!(matches!(
            after(&Ok(None)).as_slice(),
            [RequestedWebhook { id: None, is_confirmed: true, .. }]
        ));
    }

    #[test]
    fn no_secret_is_stored() {
        let stored = serde_json::to_string(&after(&Ok(WebhookId::new("7")))).unwrap();
        assert!(!stored.contains("secret") && stored.contains("https://a.example"), "{stored}");
    }

    #[test]
    fn a_listed_webhook_confirms_one_request_that_was_not_answered() {
        let mut requested = after(&Err(Problem::new(ProblemKind::TimedOut)));
        compare(&mut requested, &[]);
        assert!(!requested[0].is_confirmed, "it may still appear");
        compare(&mut requested, &[in_the_list(3)]);
        assert_eq!((requested[0].id.clone(), requested[0].is_confirmed), (WebhookId::new("3"), true));
        add(&mut requested, &webhook("https://a.example"));
        compare(&mut requested, &[in_the_list(3)]);
        assert!(!requested[1].is_confirmed, "the only one in the list is the first");
    }

    #[test]
    fn what_the_marketplace_no_longer_has_is_forgotten() {
        let mut requested = after(&Ok(WebhookId::new("7")));
        compare(&mut requested, &[in_the_list(8)]);
        assert_eq!(requested, []);
    }
}
