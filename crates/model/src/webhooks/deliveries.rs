//! What webhooks have delivered to this computer, and the subscriptions that the marketplace lists.

use std::collections::VecDeque;

use secrecy::SecretString;

use crate::messages::{Delivery, ReceiverState, WebhookAnswer, WebhookEvent, WebhookRequest};
use vitrine_core::market::{DeliveryAttempt, Webhook, WebhookPaths};
use vitrine_domain::StoredDelivery;
use vitrine_domain::{Problem, WebhookId};

/// How many deliveries are listed; older ones are kept, and not listed. The words know the number.
const LISTED: usize = 1_000;

/// The subscriptions, as far as they are known.
#[derive(Debug, Default)]
pub struct Subscriptions {
    /// What the webhook service of the marketplace offers.
    pub offered: WebhookPaths,
    /// As last listed.
    pub list: Option<Vec<Webhook>>,
    /// Requests under way.
    pub asking: Vec<WebhookRequest>,
    /// The last request that failed.
    pub failure: Option<Problem>,
    /// What was delivered to one.
    pub log: Option<(WebhookId, Vec<DeliveryAttempt>)>,
    /// The practice shop was asked to deliver an event.
    pub tried: bool,
}

impl Subscriptions {
    /// A request is sent.
    pub fn ask(&mut self, request: WebhookRequest) {
        self.failure = None;
        self.tried = false;
        self.asking.push(request);
    }

    /// Whether a request like this is under way.
    pub fn is_asking(&self, request: &WebhookRequest) -> bool {
        self.asking.contains(request)
    }

    /// Takes an answer; returns whether the list is to be read again.
    fn on_answer(&mut self, request: &WebhookRequest, result: Result<WebhookAnswer, Problem>) -> bool {
        if let Some(at) = self.asking.iter().position(|asked| asked == request) {
            self.asking.remove(at);
        }
        match (result, request) {
            (Ok(WebhookAnswer::Webhooks(list)), _) => self.list = Some(list),
            (Ok(WebhookAnswer::Log(log)), WebhookRequest::Log(id)) => self.log = Some((id.clone(), log)),
            (Ok(_), WebhookRequest::Try(_)) => self.tried = true,
            (Ok(_), WebhookRequest::Change { .. } | WebhookRequest::Delete(_)) => return true,
            (Ok(_), _) => {}
            (Err(problem), _) => self.failure = Some(problem),
        }
        false
    }
}

/// The deliveries, and the receiver.
#[derive(Debug, Default)]
pub struct Deliveries {
    pub receiver: ReceiverState,
    /// The service token that was made now.
    pub made_token: Option<SecretString>,
    /// Newest first.
    pub list: VecDeque<Delivery>,
    /// Requests that the receiver refused: for their token, and for other reasons.
    pub refused: (u64, u64),
    /// The delivery that is shown whole.
    pub opened: Option<StoredDelivery>,
    /// How many times the list has changed.
    pub revision: u64,
}

impl Deliveries {
    /// Whether this computer receives.
    pub const fn is_receiving(&self) -> bool {
        matches!(self.receiver, ReceiverState::On { .. })
    }

    fn load(&mut self, loaded: Vec<Delivery>) {
        self.list = loaded.into();
        self.revision += 1;
        let list = &self.list;
        self.opened.take_if(|opened| !list.iter().any(|delivery| delivery.id == opened.id));
    }

    fn receive(&mut self, received: Vec<Delivery>) {
        self.revision += 1;
        for delivery in received {
            // Nearly all are new, and the newest are first.
            match (delivery.count > 1)
                .then(|| self.list.iter().position(|known| known.id == delivery.id))
                .flatten()
            {
                Some(at) => self.list[at] = delivery,
                None => self.list.push_front(delivery),
            }
        }
        self.list.truncate(LISTED);
    }
}

/// Folds news into the model; returns whether the list of subscriptions is to be read again.
pub fn apply(subscriptions: &mut Subscriptions, deliveries: &mut Deliveries, update: WebhookEvent) -> bool {
    match update {
        // The model of the form takes it.
        WebhookEvent::Added(_) | WebhookEvent::Requested(_) => {}
        WebhookEvent::Offered(offered) => subscriptions.offered = offered,
        WebhookEvent::Answered { request, result } => return subscriptions.on_answer(&request, result),
        WebhookEvent::Receiver(state) => {
            if !matches!(state, ReceiverState::On { .. }) {
                deliveries.refused = (0, 0);
            }
            deliveries.receiver = state;
        }
        WebhookEvent::TokenMade(token) => deliveries.made_token = Some(token),
        WebhookEvent::Loaded(loaded) => deliveries.load(loaded),
        WebhookEvent::Received(received) => deliveries.receive(received),
        WebhookEvent::Forwarded { id, forwarding } => {
            deliveries
                .list
                .iter_mut()
                .filter(|delivery| delivery.id == id)
                .for_each(|delivery| delivery.forwarding = forwarding);
        }
        WebhookEvent::Refused { wrong_token, other } => deliveries.refused = (wrong_token, other),
        WebhookEvent::Opened(opened) => deliveries.opened = Some(*opened),
    }
    false
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use vitrine_domain::Forwarding;

    fn delivery(id: i64, count: u64) -> Delivery {
        let at = Timestamp::UNIX_EPOCH;
        let (method, path) = ("POST".to_owned(), "/".to_owned());
        Delivery {
            id,
            first_at: at,
            last_at: at,
            count,
            method,
            path,
            event: Some(8),
            size: 2,
            forwarding: Forwarding::Off,
        }
    }

    #[test]
    fn a_delivery_that_arrives_again_stays_one_row_with_its_count() {
        let mut deliveries = Deliveries::default();
        deliveries.receive(vec![delivery(1, 1), delivery(2, 1)]);
        deliveries.receive(vec![delivery(1, 2)]);
        assert_eq!(
            deliveries.list.iter().map(|row| (row.id, row.count)).collect::<Vec<_>>(),
            [(2, 1), (1, 2)]
        );
    }

    #[test]
    fn a_burst_keeps_the_newest_and_no_more_than_are_listed() {
        let mut deliveries = Deliveries::default();
        deliveries.receive((0..3_000).map(|id| delivery(id, 1)).collect());
        assert_eq!((deliveries.list.len(), deliveries.list[0].id), (LISTED, 2_999));
    }
}
