//! The hub: owns everything the worker knows, and decides what a command or a finished task leads to.

use std::sync::mpsc as std_mpsc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::task::{AbortHandle, JoinHandle, JoinSet};
use tokio::time::Instant;

use super::accounts::{Accounts, SignedOut};
use super::browser::Asking;
use super::check::SignedIn;
use super::form::{Form, Uploaded};
use super::imports::Imports;
use super::pictures::{Made, Pictures};
use super::practice::Practice;
use super::products::ProductsStep;
use super::renewal::Renewals;
use super::run::RunInput;
use super::session::{Live, Market};
use super::starting::Compared;
use super::{
    ClientSecretState, Command, Event, FormPhotoId, FormPhotoState, Options, PasteTarget, PhotoSource, Picked, PictureKey, SHUTDOWN_LIMIT,
    Settings,
};
use super::{dialogs, scan};
use crate::auth::Secrets;
use crate::domain::{Code, Edit, Problem, WebhookId};
use crate::import::{Grouping, plan};
use crate::market::{NewWebhook, Tested, TokenIdentity};
use crate::media::Treatment;
use crate::store::{Instance, Store};

/// Rows and progress reach the screens at most this often.
const TELL_EVERY: Duration = Duration::from_millis(100);

/// What a task came to.
pub enum Done {
    /// Only where the desktop is asked.
    #[cfg(all(unix, not(target_os = "macos")))]
    Appearance(super::Theme),
    SignedIn {
        attempt: u64,
        result: Result<SignedIn, Problem>,
    },
    /// A token that was about to end was renewed, or could not be.
    Renewed {
        attempt: u64,
        result: Result<Secrets, Problem>,
    },
    SignInCaught(JoinHandle<()>),
    SignInAsked {
        attempt: u64,
        address: String,
        /// The page is to be opened here, too.
        opens: bool,
    },
    PageOpened {
        attempt: u64,
        opened: bool,
    },
    SignedOut(SignedOut),
    /// What was found is in the keychain, or is not.
    Kept {
        attempt: u64,
        result: Result<SignedIn, Problem>,
    },
    ClientSecret {
        market: String,
        state: ClientSecretState,
    },
    MarketTested(Result<Vec<Tested>, Problem>),
    /// A token was taken out of the keychain, or was not.
    Dropped(Result<(), Problem>),
    WhoAmI(Result<TokenIdentity, Problem>),
    Products(ProductsStep),
    Picture {
        key: PictureKey,
        made: Made,
    },
    PictureCache(Result<u64, Problem>),
    FormPhoto {
        id: FormPhotoId,
        /// As which it was sent.
        edit: Edit,
        state: FormPhotoState,
        uploaded: Option<Uploaded>,
    },
    FormPhotoTreated {
        id: FormPhotoId,
        edit: Edit,
        treatment: Treatment,
    },
    Planned {
        plan: u64,
        planned: plan::Planned,
    },
    /// The photos of an import that was started were read.
    Compared {
        start: u64,
        compared: Result<Compared, Problem>,
    },
    Run(RunInput),
    WebhookAdded {
        webhook: Box<NewWebhook>,
        result: Result<Option<WebhookId>, Problem>,
    },
    Picked {
        what: Picked,
        picked: Result<Vec<std::path::PathBuf>, Problem>,
    },
    HandedOver(Vec<std::path::PathBuf>),
    Pasted {
        target: PasteTarget,
        photos: Vec<PhotoSource>,
    },
    /// `None`: the person closed the dialog.
    TableSaved(Result<Option<std::path::PathBuf>, Problem>),
}

pub struct Hub {
    pub(super) options: Options,
    instance: Instance,
    pub(super) store: Store,
    pub(super) settings: Settings,
    pub(super) market: Option<Market>,
    pub(super) live: Option<Live>,
    pub(super) sign_in_attempt: u64,
    pub(super) asking: Option<Asking>,
    pub(super) accounts: Accounts,
    /// Serves the page that ends a sign-in in the browser.
    pub(super) closing_page: Option<JoinHandle<()>>,
    pub(super) renewals: Renewals,
    pub(super) practice: Option<Practice>,
    pub(super) product_load: u64,
    pub(super) product_task: Option<AbortHandle>,
    pub(super) pictures: Pictures,
    pub(super) form: Form,
    pub(super) imports: Imports,
    /// How many plans were asked for; the last one counts.
    plans: u64,
    tasks: JoinSet<Done>,
    done: (mpsc::UnboundedSender<Done>, mpsc::UnboundedReceiver<Done>),
    events: std_mpsc::Sender<Event>,
    wake: Box<dyn Fn() + Send>,
    untold: bool,
}

impl Hub {
    pub fn new(
        options: Options,
        instance: Instance,
        store: Store,
        events: std_mpsc::Sender<Event>,
        wake: impl Fn() + Send + 'static,
    ) -> Self {
        Self {
            options,
            instance,
            store,
            settings: Settings::default(),
            market: None,
            live: None,
            sign_in_attempt: 0,
            asking: None,
            accounts: Accounts::default(),
            closing_page: None,
            renewals: Renewals::default(),
            practice: None,
            product_load: 0,
            product_task: None,
            pictures: Pictures::default(),
            form: Form::default(),
            imports: Imports::default(),
            plans: 0,
            tasks: JoinSet::new(),
            done: mpsc::unbounded_channel(),
            events,
            wake: Box::new(wake),
            untold: false,
        }
    }

    /// Until told to shut down, or everyone who could send a command is gone.
    pub async fn run(mut self, mut inbox: mpsc::UnboundedReceiver<Command>) {
        self.load_settings();
        self.tell_accounts();
        self.tell_markets();
        self.take_handed_over_paths();
        let mut signal = std::pin::pin!(stop_signal(self.options.stop_on_signal));
        loop {
            let timer = self.next_timer();
            tokio::select! {
                biased;
                () = &mut signal => break,
                command = inbox.recv() => match command {
                    Some(Command::Shutdown) | None => break,
                    Some(command) => {
                        if let Some(command) = self.leaves_first(command) {
                            self.perform(command);
                        }
                    }
                },
                Some(done) = self.done.1.recv() => self.finished(done),
                Some(joined) = self.tasks.join_next(), if !self.tasks.is_empty() => match joined {
                    Ok(done) => self.finished(done),
                    Err(error) if error.is_cancelled() => {}
                    Err(error) => self.tell(Event::Problem(Problem::new(Code::Internal).saying(error.to_string()))),
                },
                () = sleep_until(timer) => {}
            }
            self.renew_if_due();
            self.run_imports();
            self.leave_when_settled();
            self.tell_imports(Instant::now(), TELL_EVERY);
            self.wake_if_told();
        }
        self.shut_down().await;
    }

    pub(super) fn perform(&mut self, command: Command) {
        match command {
            Command::UseMarket(choice) => self.use_market(choice),
            Command::FollowAppearance => self.follow_appearance(),
            Command::SignIn { token, refresh, keep } => self.sign_in(token, refresh, keep),
            Command::SignInBrowser(ask) => self.sign_in_browser(ask),
            Command::SignInPasted(address) => self.sign_in_pasted(&address),
            Command::SignInCancel => self.sign_in_cancel(),
            Command::SignInClientCredentials { keep } => self.sign_in_client_credentials(keep),
            Command::SignInConfirm { .. }
            | Command::SignInOpenAgain
            | Command::SaveClientSecret(_)
            | Command::ClientSecretThisSession
            | Command::ForgetClientSecret
            | Command::SignOut
            | Command::SignOutOf { .. }
            | Command::SwitchAccount { .. }
            | Command::AddAccount => self.perform_for_accounts(command),
            Command::LeaveMarket => self.leave_for_no_market(),
            Command::MarketOpen(file) => self.market_open(file),
            Command::MarketTest(draft) => self.market_test(&draft),
            Command::MarketSave { draft, file } => self.market_save(&draft, file),
            Command::MarketRemove(file) => self.market_remove(&file),
            Command::WhoAmI => self.who_am_i(),
            Command::LoadProducts => self.load_products(),
            Command::LoadPicture { key } => self.load_picture(key),
            Command::ForgetPicture(key) => self.forget_picture(&key),
            Command::MeasurePictureCache => self.measure_picture_cache(),
            Command::ClearPictureCache => self.clear_picture_cache(),
            Command::FormPhotoAdd { id, source } => self.form_photo_add(id, source),
            Command::FormPhotoEdit { id, edit } => self.form_photo_edit(id, edit),
            Command::FormPhotoRetry(id) => self.form_photo_retry(id),
            Command::FormPhotoRemove(id) => self.form_photo_remove(id),
            Command::FormSend { draft, photos } => self.form_send(draft, &photos),
            Command::Plan { paths, grouping, sheet } => self.plan(paths, grouping, sheet),
            Command::ImportStart { drafts, again, from_review } => self.import_start(drafts, again, from_review),
            Command::KeepReview(review) => self.keep_review(review.as_deref()),
            Command::ImportPause => self.import_pause(),
            Command::ImportContinue => self.import_continue(),
            Command::ImportCancel => self.import_cancel(),
            Command::ImportRetry(drafts) => self.import_retry(drafts),
            Command::ImportResume => self.import_resume(),
            Command::ImportReopen => self.import_reopen(),
            Command::ImportDecide { draft, exists } => self.import_decide(draft, exists),
            Command::Report { run, kind } => self.report(run, kind),
            Command::SaveTable { table, to } => self.save_table(table, to),
            Command::AddWebhook(webhook) => self.add_webhook(webhook),
            Command::SaveSettings(settings) => self.save_settings(settings),
            Command::Pick(what) => drop(self.spawn(async move { Done::Picked { what, picked: dialogs::pick(what).await } })),
            Command::Paste(target) => drop(self.spawn(async move {
                let photos = tokio::task::spawn_blocking(dialogs::clipboard_photos).await.unwrap_or_default();
                Done::Pasted { target, photos }
            })),
            Command::Shutdown => {}
        }
    }

    fn perform_for_accounts(&mut self, command: Command) {
        match command {
            Command::SignInConfirm { keep } => self.sign_in_confirm(keep),
            Command::SignInOpenAgain => self.sign_in_open_page(),
            Command::SaveClientSecret(secret) => self.save_client_secret(&secret),
            Command::ClientSecretThisSession => self.client_secret_this_session(),
            Command::ForgetClientSecret => self.forget_client_secret(),
            Command::SignOut => self.sign_out(),
            Command::SignOutOf { market, user, drop } => self.sign_out_of(market, user, drop),
            Command::SwitchAccount { market, user } => self.switch_account(&market, &user),
            Command::AddAccount => self.add_account(),
            _ => {}
        }
    }

    fn finished(&mut self, done: Done) {
        match done {
            #[cfg(all(unix, not(target_os = "macos")))]
            Done::Appearance(theme) => self.tell(Event::Appearance(theme)),
            Done::SignedIn { attempt, result } => self.signed_in(attempt, result),
            Done::Renewed { attempt, result } => self.renewed(attempt, result),
            Done::SignInCaught(closing_page) => self.closing_page = Some(closing_page),
            Done::SignInAsked { attempt, address, opens } => self.sign_in_asked(attempt, address, opens),
            Done::PageOpened { attempt, opened } => self.page_opened(attempt, opened),
            Done::SignedOut(out) => self.signed_out(out),
            Done::Kept { attempt, result } => self.confirmed(attempt, result),
            Done::ClientSecret { market, state } => self.client_secret_done(&market, state),
            Done::MarketTested(tested) => self.tell(Event::MarketTested(tested)),
            Done::Dropped(result) => result.err().into_iter().for_each(|problem| self.tell(Event::Problem(problem))),
            Done::WhoAmI(result) => self.tell(Event::WhoAmI(result)),
            Done::Products(step) => self.products_step(step),
            Done::Picture { key, made } => self.picture_done(key, made),
            Done::PictureCache(left) => self.picture_cache_tended(left),
            Done::FormPhoto { id, edit, state, uploaded } => self.form_photo_done(id, edit, state, uploaded),
            Done::FormPhotoTreated { id, edit, treatment } => {
                self.tell(Event::PhotoDone { key: PictureKey::Form(id).edited(edit), treatment });
            }
            // Another plan was asked for meanwhile; its answer is the one that counts.
            Done::Planned { plan, .. } if plan != self.plans => {}
            Done::Planned { planned: plan::Planned { drafts, problems, ignored }, .. } => {
                self.tell(Event::Planned { drafts, problems, ignored });
            }
            Done::Compared { start, compared } => self.compared(start, compared),
            Done::Run(input) => self.run_input(input),
            Done::WebhookAdded { webhook, result } => self.webhook_added(*webhook, result),
            Done::Picked { what, picked: Ok(paths) } if !paths.is_empty() => self.tell(Event::Picked { what, paths }),
            Done::Picked { picked, .. } => picked.err().into_iter().for_each(|problem| self.tell(Event::Problem(problem))),
            Done::HandedOver(paths) => self.tell(Event::Dropped(paths)),
            Done::TableSaved(Ok(path)) => path.into_iter().for_each(|path| self.tell(Event::TableSaved(path))),
            Done::TableSaved(Err(problem)) => self.tell(Event::Problem(problem)),
            Done::Pasted { target, photos } => self.tell(Event::Pasted { target, photos }),
        }
    }

    /// A second start of the program gives its paths to this one.
    fn take_handed_over_paths(&mut self) {
        let sender = self.done_sender();
        let listening = self.instance.listen(move |paths| drop(sender.send(Done::HandedOver(paths))));
        if let Err(problem) = listening {
            tracing::warn!(%problem, "a second start cannot hand over its paths");
        }
    }

    fn plan(&mut self, paths: Vec<std::path::PathBuf>, grouping: Grouping, sheet: Option<std::path::PathBuf>) {
        self.plans += 1;
        let plan = self.plans;
        self.spawn(async move {
            let planned = tokio::task::spawn_blocking(move || scan::planned(&paths, grouping, sheet.as_deref())).await;
            Done::Planned { plan, planned: planned.unwrap_or_default() }
        });
    }

    pub(super) fn add_webhook(&mut self, webhook: NewWebhook) {
        let Some(live) = self.live.clone() else {
            return self.webhook_waits(webhook, Problem::new(Code::SignInNeeded));
        };
        self.spawn(async move {
            let result = live.gate.pass(crate::pace::Kind::Create, live.client.add_webhook(&live.token, &webhook)).await;
            Done::WebhookAdded { result: live.asked(result).map(|added| added.id), webhook: Box::new(webhook) }
        });
    }

    fn webhook_added(&mut self, webhook: NewWebhook, result: Result<Option<WebhookId>, Problem>) {
        self.note_problem_of(result.as_ref().err());
        match (result, &self.live) {
            // It was refused the token before this one, so nothing was added.
            (Err(problem), Some(_)) if problem.code == Code::Unauthorized => self.add_webhook(webhook),
            (Err(problem), None) if problem.code == Code::Unauthorized => self.webhook_waits(webhook, problem),
            (result, _) => self.tell(Event::WebhookAdded(result)),
        }
    }

    /// Sent again with the next token, where that is on its way.
    fn webhook_waits(&mut self, webhook: NewWebhook, problem: Problem) {
        if self.renewals.is_looking() {
            self.renewals.webhook_waits = Some(webhook);
        } else {
            self.tell(Event::WebhookAdded(Err(problem)));
        }
    }

    /// A task whose end comes back as a [`Done`].
    pub(super) fn spawn(&mut self, task: impl Future<Output = Done> + Send + 'static) -> AbortHandle {
        self.tasks.spawn(task)
    }

    /// For tasks that have more than one thing to say.
    pub(super) fn done_sender(&self) -> mpsc::UnboundedSender<Done> {
        self.done.0.clone()
    }

    pub(super) fn tell(&mut self, event: Event) {
        self.untold = true;
        // Nobody listening means the window is closing; its Shutdown is on the way.
        let _ = self.events.send(event);
    }

    /// One wake for everything told in a turn.
    fn wake_if_told(&mut self) {
        if std::mem::take(&mut self.untold) {
            (self.wake)();
        }
    }

    fn next_timer(&self) -> Option<Instant> {
        let imports = self.imports.next_timer(self.market.as_ref().map(|market| &market.gate), TELL_EVERY);
        imports.into_iter().chain(self.next_renewal()).chain(self.accounts.next_timer()).min()
    }

    async fn shut_down(mut self) {
        let deadline = Instant::now() + SHUTDOWN_LIMIT;
        self.import_pause();
        // A creation under way is worth a moment: its answer saves looking for the product at the next start.
        while self.imports.creations_under_way() > 0 {
            match tokio::time::timeout_at(deadline, self.tasks.join_next()).await {
                Ok(Some(Ok(Done::Run(input)))) => self.run_input(input),
                Ok(Some(_)) => {}
                Ok(None) | Err(_) => break,
            }
            self.run_imports();
        }
        // So is the page that a browser is about to ask for.
        if let Some(closing_page) = self.closing_page.take() {
            let _ = tokio::time::timeout_at(deadline, closing_page).await;
        }
        self.tasks.abort_all();
        if let Some(practice) = self.practice.take() {
            practice.stop();
        }
        self.tell_imports_now(Instant::now());
        self.tell(Event::Stopped);
        self.wake_if_told();
    }
}

async fn sleep_until(timer: Option<Instant>) {
    match timer {
        Some(at) => tokio::time::sleep_until(at).await,
        None => std::future::pending().await,
    }
}

/// Ends when the program is politely asked to stop.
async fn stop_signal(listen: bool) {
    if !listen {
        return std::future::pending().await;
    }
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}
