//! Starts and ends receiving, and says how far it is.

use std::collections::HashSet;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::access::Access;
use super::inbox::{self, Inbox};
use super::interfaces::networks;
use super::page;
use super::server::{self, FromPhone, Shared, lock};
use super::{Opened, PhoneTaskResult};
use crate::store::Store;
use crate::worker::context::Context;
use crate::worker::notice::Notice;
use crate::worker::photos::blocking;
use crate::worker::tasks::{Lifetime, Slot};
use vitrine_domain::{Currency, Problem, ProblemKind};
use vitrine_media::FreeSpace;
use vitrine_model::messages::{Event, Invitation, Network, PhoneCommand, PhoneEnd, PhoneEvent, PhoneState};

/// Receiving ends when no phone sent anything for so long, in seconds.
const IDLE_SECONDS: i64 = 15 * 60;

/// The clock is read this often, because a computer that sleeps stops timers.
const MAX_TIMER: Duration = Duration::from_secs(30);

/// The port, if it is free: a page that is still open on the phone then goes on after a restart.
const PORT: u16 = 8766;

/// Owns what is received from phones.
#[derive(Default)]
pub struct Phone {
    /// Kept after receiving ended, to note at the end of the program what the review has.
    inbox: Option<Arc<Mutex<Inbox>>>,
    receiving: Option<Receiving>,
    /// The products of which the screens were told.
    told: HashSet<PathBuf>,
}

/// A running server.
struct Receiving {
    shared: Arc<Shared>,
    closed: CancellationToken,
    networks: Vec<Network>,
    network: Network,
    invitation: Option<Invitation>,
    photos: usize,
    left: usize,
    products: usize,
    /// The number of the first product of this time.
    first: u32,
}

impl Receiving {
    /// Products that came just before receiving ends, while something else was done.
    fn untold(&self, told: &HashSet<PathBuf>) -> Vec<PathBuf> {
        let inbox = lock(&self.shared.inbox);
        inbox.made_since(self.first).filter(|folder| !told.contains(*folder)).map(Path::to_owned).collect()
    }
}

impl Drop for Receiving {
    fn drop(&mut self) {
        self.closed.cancel();
    }
}

impl Phone {
    /// Deletes photos of earlier sessions that nothing refers to any more, on another thread.
    pub fn start(cx: &mut Context) {
        let data_dir = cx.options.data_dir.clone();
        // Most people never use a phone.
        if !data_dir.join(inbox::FOLDER).exists() {
            return;
        }
        let (store, free_space) = (cx.store.path(), cx.options.free_space);
        cx.tasks.spawn(Lifetime::Program, None, async move {
            let cleaned = blocking(move || {
                store.connect().and_then(|store| delete_unused(&data_dir, free_space, &store))
            })
            .await;
            if let Err(problem) = cleaned {
                tracing::warn!(%problem, "photos from a phone that are not used stay");
            }
            PhoneTaskResult::Cleaned
        });
    }

    /// Performs a command.
    pub fn perform(&mut self, command: PhoneCommand, cx: &mut Context) {
        match command {
            PhoneCommand::Open { network } => {
                self.stop(cx);
                let (data_dir, free_space, store) =
                    (cx.options.data_dir.clone(), cx.options.free_space, cx.store.path());
                let (account, told) = (cx.session.shown.clone(), self.told.clone());
                cx.tasks.spawn(Lifetime::Program, Slot::Phone, async move {
                    let read = blocking(move || {
                        let inbox = Inbox::open(&data_dir, account.as_ref(), free_space)
                            .map_err(|error| problem(&data_dir, &error))?;
                        let mut products = store.connect().and_then(|store| undelivered(&inbox, &store))?;
                        products.retain(|product| !told.contains(product));
                        Ok((inbox, networks(), products))
                    });
                    PhoneTaskResult::Opened(match read.await {
                        Ok((inbox, networks, products)) => open(inbox, networks, network, products).await,
                        Err(problem) => Err(problem),
                    })
                });
            }
            PhoneCommand::AddPhone => self.invite(cx),
            PhoneCommand::Close => self.end(PhoneEnd::Closed, cx),
        }
    }

    /// Handles the result of a task.
    pub fn on_result(&mut self, done: PhoneTaskResult, cx: &mut Context) {
        match done {
            PhoneTaskResult::Opened(Ok(opened)) => self.receive(*opened, cx),
            PhoneTaskResult::Opened(Err(problem)) => self.end(PhoneEnd::Failed(problem), cx),
            PhoneTaskResult::Event(event) => self.on_event(event, cx),
            PhoneTaskResult::Stopped => self.end(PhoneEnd::Closed, cx),
            PhoneTaskResult::Cleaned => {}
        }
    }

    fn receive(&mut self, opened: Opened, cx: &mut Context) {
        let Opened { inbox, networks, network, listener, address, products } = opened;
        let first = inbox.next_number();
        let inbox = Arc::new(Mutex::new(inbox));
        self.inbox = Some(Arc::clone(&inbox));
        let currency = cx.session.market().map_or(Currency::Unnamed, |market| {
            let chosen = cx.settings.get().rial_prices.get(&market.id).copied();
            market.client.profile().currency.clone().with_rial_prices(chosen)
        });
        let words = page::words(cx.language(), &currency);
        let (clock, now, closed) = (cx.options.clock, cx.now(), CancellationToken::new());
        let mut shared = None;
        cx.tasks.spawn_reporting(Lifetime::Program, Slot::Phone, |reporter| {
            let tell = Box::new(move |event| _ = reporter.report(PhoneTaskResult::Event(event)));
            let access = Mutex::new(Access::new(address));
            let made = Arc::new(Shared {
                access,
                inbox,
                clock,
                active: AtomicI64::new(now.as_second()),
                words,
                currency,
                tell,
            });
            shared = Some(Arc::clone(&made));
            let closed = closed.clone();
            async move {
                server::serve(listener, made, closed).await;
                PhoneTaskResult::Stopped
            }
        });
        let Some(shared) = shared else { return };
        self.receiving = Some(Receiving {
            shared,
            closed,
            networks,
            network,
            invitation: None,
            photos: 0,
            left: 0,
            products: 0,
            first,
        });
        self.invite(cx);
        self.tell(products, cx);
    }

    /// Tells the screens of products.
    fn tell(&mut self, products: Vec<PathBuf>, cx: &mut Context) {
        self.told.extend(products.iter().cloned());
        if !products.is_empty() {
            cx.send(Event::Phone(PhoneEvent::Products(products)));
        }
    }

    /// Handles a notice of another service: a phone sends to the shop that was open. What it sent last is
    /// told when that shop receives again.
    pub fn on_notice(&mut self, notice: &Notice, cx: &mut Context) {
        if matches!(notice, Notice::AccountLeft) && self.receiving.is_some() {
            self.stop(cx);
            cx.send(Event::Phone(PhoneEvent::Ended(PhoneEnd::Closed)));
        }
    }

    fn invite(&mut self, cx: &mut Context) {
        let Some(receiving) = &mut self.receiving else { return };
        let invited = lock(&receiving.shared.access).invite();
        match invited {
            Ok(address) => receiving.invitation = Invitation::new(address),
            Err(problem) => return self.end(PhoneEnd::Failed(problem), cx),
        }
        self.send_state(cx);
    }

    fn on_event(&mut self, event: FromPhone, cx: &mut Context) {
        let Some(receiving) = &mut self.receiving else { return };
        match event {
            FromPhone::Connected => receiving.invitation = None,
            FromPhone::Photo { left } => {
                receiving.photos += 1;
                receiving.left = left;
            }
            FromPhone::Product(folder) => {
                receiving.products += 1;
                self.tell(vec![folder], cx);
            }
            FromPhone::Removed => {}
        }
        self.send_state(cx);
    }

    fn send_state(&self, cx: &mut Context) {
        let Some(receiving) = &self.receiving else { return };
        let phones = lock(&receiving.shared.access).phones();
        let waiting = lock(&receiving.shared.inbox).waiting();
        let state = PhoneState {
            networks: receiving.networks.clone(),
            network: receiving.network.clone(),
            invitation: receiving.invitation.clone(),
            phones,
            photos: receiving.photos,
            left: receiving.left,
            products: receiving.products,
            waiting,
        };
        cx.send(Event::Phone(PhoneEvent::State(Box::new(state))));
    }

    /// Ends receiving when no phone sent anything for long.
    pub fn advance(&mut self, cx: &mut Context) {
        if self.idle_seconds_left(cx).is_some_and(|left| left <= 0) {
            self.end(PhoneEnd::Idle, cx);
        }
    }

    /// When [`advance`](Self::advance) has something to do.
    pub fn next_timer(&self, cx: &Context) -> Option<Instant> {
        let left = u64::try_from(self.idle_seconds_left(cx)?).unwrap_or_default();
        Some(Instant::now() + Duration::from_secs(left).min(MAX_TIMER))
    }

    fn idle_seconds_left(&self, cx: &Context) -> Option<i64> {
        let active = self.receiving.as_ref()?.shared.active.load(Ordering::Relaxed);
        Some(active.saturating_add(IDLE_SECONDS).saturating_sub(cx.now().as_second()))
    }

    fn end(&mut self, end: PhoneEnd, cx: &mut Context) {
        let untold = self.receiving.as_ref().map(|receiving| receiving.untold(&self.told));
        self.tell(untold.unwrap_or_default(), cx);
        self.stop(cx);
        cx.send(Event::Phone(PhoneEvent::Ended(end)));
    }

    fn stop(&mut self, cx: &mut Context) {
        self.receiving = None;
        cx.tasks.cancel(&Slot::Phone);
    }

    /// Notes that the review, which was saved, has all products.
    pub fn shut_down(&mut self, cx: &mut Context) {
        self.stop(cx);
        if let Some(inbox) = &self.inbox {
            lock(inbox).set_delivered();
        }
    }
}

/// Binds a port in the chosen network, else in the likeliest one.
async fn open(
    inbox: Inbox,
    networks: Vec<Network>,
    wanted: Option<IpAddr>,
    products: Vec<PathBuf>,
) -> Result<Box<Opened>, Problem> {
    let chosen = networks.iter().find(|network| Some(network.ip) == wanted).or(networks.first()).cloned();
    let network = chosen.ok_or_else(|| Problem::new(ProblemKind::NoNetwork))?;
    let bound = server::bind(network.ip, PORT).await;
    let (listener, address) =
        bound.map_err(|error| Problem::new(ProblemKind::NoNetwork).with_quotation(error.to_string()))?;
    Ok(Box::new(Opened { inbox, networks, network, listener, address, products }))
}

fn problem(data_dir: &Path, error: &std::io::Error) -> Problem {
    let folder = data_dir.join(inbox::FOLDER);
    Problem::new(ProblemKind::Storage)
        .with_subject(folder.display().to_string())
        .with_quotation(error.to_string())
}

/// The products that no saved review and no started import has, although nobody removed them.
fn undelivered(inbox: &Inbox, store: &Store) -> Result<Vec<PathBuf>, Problem> {
    let mut products = Vec::new();
    for folder in inbox.undelivered() {
        if !is_used(folder, store)? {
            products.push(folder.to_owned());
        }
    }
    Ok(products)
}

/// Deletes the products that the review had and that no saved review, no started product and no product that
/// may still be created mentions.
fn delete_unused(data_dir: &Path, free_space: FreeSpace, store: &Store) -> Result<(), Problem> {
    let mut inbox = Inbox::open(data_dir, None, free_space).map_err(|error| problem(data_dir, &error))?;
    let delivered: Vec<PathBuf> = inbox.delivered().map(Path::to_owned).collect();
    for folder in delivered {
        if !is_used(&folder, store)? {
            tracing::info!(folder = %folder.display(), "photos from a phone are no longer used");
            inbox.delete(&folder);
        }
    }
    Ok(())
}

fn is_used(folder: &Path, store: &Store) -> Result<bool, Problem> {
    if store.mentions_file(folder)? {
        return Ok(true);
    }
    for photo in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if store.mentions_file(&photo.path())? {
            return Ok(true);
        }
    }
    Ok(false)
}
