//! What holds of every answer of a marketplace, whatever reads it.

use serde_json::Value;

use vitrine_core::market::errors::{Context, Refusal};
use vitrine_core::market::wire;
use vitrine_domain::{AnswerForm, Problem, ProblemKind, Verdict};

/// Has every operation read an answer: its status, and its body.
pub fn run(data: &[u8]) {
    let Some((&[status, is_html], body)) = data.split_first_chunk::<2>() else { return };
    let body = wire::wrapper::unwrap_body(body.to_vec());
    let refusal = Refusal {
        status: 100 + u16::from(status) * 2,
        retry_after: None,
        is_html: is_html % 2 == 1,
        body: &body,
    };
    check(&refusal.problem(&Context::default(), &[]));
    read_bodies(refusal.status, &body);
    let Ok(answer) = wire::json(&body) else { return };
    read_values(&answer);
}

fn read_bodies(status: u16, body: &[u8]) {
    if let Some(creation) = checked(wire::creation(status, body)) {
        assert!(creation.product_id.is_none_or(|id| !id.as_str().is_empty()), "an id that names nothing");
    }
    checked(wire::changed_product(body));
    checked(wire::batch_items(body));
    checked(wire::added_webhook(body));
    checked(wire::added_service(body));
    let _ = wire::delivery_content(body);
}

fn read_values(answer: &Value) {
    checked(wire::tokens(answer));
    checked(wire::token_identity(answer));
    checked(wire::account(answer));
    checked(wire::uploaded_file(answer));
    checked(wire::category_tree(answer));
    checked(wire::attributes(answer));
    checked(wire::product_states(answer));
    checked(wire::product_state(answer));
    checked(wire::webhooks(answer));
    checked(wire::webhook_services(answer));
    checked(wire::event_infos(answer));
    checked(wire::delivery_log(answer));
    if let Some(page) = checked(wire::product_page(answer)) {
        assert!(
            page.products.iter().all(|product| !product.id.as_str().is_empty()),
            "a product without an id"
        );
    }
}

fn checked<T>(read: Result<T, Problem>) -> Option<T> {
    read.inspect_err(check).ok()
}

/// A problem is short and plain, and only a refusal in the marketplace's own words is a definite one.
fn check(problem: &Problem) {
    for text in [&problem.quotation, &problem.field].into_iter().flatten() {
        assert!(
            text.chars().count() <= 300
                && matches!(vitrine_domain::foreign_text::printable(text), std::borrow::Cow::Borrowed(_)),
            "{text:?}"
        );
    }
    if problem.form == AnswerForm::Page {
        assert!(
            !matches!(
                problem.kind,
                ProblemKind::Unauthorized
                    | ProblemKind::Forbidden
                    | ProblemKind::NotFound
                    | ProblemKind::Unprocessable
                    | ProblemKind::Refused
            ),
            "{problem:?}"
        );
    }
    if problem.kind == ProblemKind::ForeignAnswer {
        assert_eq!(problem.verdict(), Verdict::Unknown, "{problem:?}");
    }
}
