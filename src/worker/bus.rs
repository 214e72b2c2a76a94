//! The worker's event loop: dispatches each command to its service and each task result to the service that
//! waits for it, one at a time, and makes sure that an account is left in one place only.

use std::sync::mpsc as std_mpsc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::Instant;

use super::accounts::{Accounts, leaves_account};
use super::catalog::Catalog;
use super::categories::Categories;
use super::context::Context;
use super::edits::Edits;
use super::imports::Imports;
use super::market_check::MarketCheck;
use super::options::{Options, SHUTDOWN_LIMIT};
use super::phone::Phone;
use super::product_form::ProductForm;
use super::task_result::TaskResult;
use super::tasks::Slot;
use super::thumbnails::Thumbnails;
use super::updates::Updates;
use super::webhooks::Webhooks;
use super::{database_check, platform};
use crate::store::{Instance, Store};
use vitrine_model::messages::{AccountCommand, AccountEvent, Command, Event, PictureKey};

/// How long leaving an account waits for creations in flight. Those not answered by then are looked for in
/// the shop when the account's import is resumed.
const MAX_LEAVE_WAIT: Duration = Duration::from_secs(10);

/// Owns the services and runs the event loop.
pub struct Bus {
    cx: Context,
    accounts: Accounts,
    imports: Imports,
    catalog: Catalog,
    edits: Edits,
    form: ProductForm,
    thumbnails: Thumbnails,
    webhooks: Webhooks,
    phone: Phone,
    updates: Updates,
    /// The command that waits for creations in flight, and until when.
    leaving: Option<(AccountCommand, Instant)>,
    wake: Box<dyn Fn() + Send>,
    /// Dropped last: the instance lock is released after the services have closed their connections to the
    /// data file.
    instance: Instance,
}

impl Bus {
    /// `wake` is called after events were sent.
    pub fn new(
        options: Options,
        instance: Instance,
        store: Store,
        events: std_mpsc::Sender<Event>,
        wake: impl Fn() + Send + 'static,
    ) -> Self {
        Self {
            imports: Imports::new(&store, &options),
            cx: Context::new(options, store, events),
            instance,
            accounts: Accounts::default(),
            catalog: Catalog::default(),
            edits: Edits::default(),
            form: ProductForm::default(),
            thumbnails: Thumbnails::default(),
            webhooks: Webhooks::default(),
            phone: Phone::default(),
            updates: Updates::default(),
            leaving: None,
            wake: Box::new(wake),
        }
    }

    /// Runs until a shutdown command arrives or every sender of commands is dropped.
    pub async fn run(mut self, mut inbox: mpsc::UnboundedReceiver<Command>) {
        platform::start(&mut self.instance, &mut self.cx);
        Phone::start(&mut self.cx);
        self.updates.start(&mut self.cx);
        Imports::restore_dropped(&mut self.cx);
        self.accounts.start(&mut self.cx);
        database_check::start(&mut self.cx);
        let mut signal = std::pin::pin!(stop_signal(self.cx.options.stop_on_signal));
        loop {
            let timer = self.next_timer();
            tokio::select! {
                biased;
                () = &mut signal => break,
                command = inbox.recv() => match command {
                    Some(Command::Shutdown) | None => break,
                    Some(command) => self.perform(command),
                },
                done = self.cx.tasks.next() => match done {
                    Ok(done) => self.on_result(done),
                    Err(problem) => self.cx.send(Event::Problem(problem)),
                },
                () = sleep_until(timer) => {}
            }
            self.advance();
            self.wake_if_events_sent();
        }
        self.shut_down().await;
    }

    fn perform(&mut self, command: Command) {
        let cx = &mut self.cx;
        match command {
            Command::Account(command) => self.perform_for_accounts(command),
            Command::Import(command) => self.imports.perform(command, cx),
            Command::Catalog(command) => self.catalog.perform(&command, cx),
            Command::Category(command) => Categories::perform(command, cx),
            Command::Edit(command) => self.edits.perform(command, cx),
            Command::Check(command) => MarketCheck::perform(command, cx),
            Command::Form(command) => self.form.perform(command, cx),
            Command::Thumbnail(command) => {
                let form_photo = |key: &PictureKey| match key {
                    PictureKey::Form(id) => self.form.source(*id).cloned(),
                    _ => None,
                };
                self.thumbnails.perform(command, form_photo, cx);
            }
            Command::Webhook(command) => self.webhooks.perform(command, cx),
            Command::Phone(command) => self.phone.perform(command, cx),
            Command::Platform(command) => platform::perform(command, cx),
            Command::Update(command) => self.updates.perform(command, cx),
            Command::Shutdown => {}
        }
    }

    fn on_result(&mut self, done: TaskResult) {
        let cx = &mut self.cx;
        match done {
            TaskResult::Account(done) => self.accounts.on_result(*done, cx),
            TaskResult::Import(done) => self.imports.on_result(done, cx),
            TaskResult::Catalog(done) => self.catalog.on_result(done, cx),
            TaskResult::Category(done) => Categories::on_result(done, cx),
            TaskResult::Edit(done) => self.edits.on_result(done, cx),
            TaskResult::MarketCheck(done) => MarketCheck::on_result(done, cx),
            TaskResult::Form(done) => self.form.on_result(done, cx),
            TaskResult::Thumbnail(done) => self.thumbnails.on_result(done, cx),
            TaskResult::Webhook(done) => self.webhooks.on_result(done, cx),
            TaskResult::Phone(done) => self.phone.on_result(done, cx),
            TaskResult::Platform(done) => platform::on_result(done, cx),
            TaskResult::Update(done) => self.updates.on_result(done, cx),
            TaskResult::DatabaseChecked(checked) => cx.report_error(checked),
            TaskResult::TokenRefused(problem) => cx.session.refusal = Some(problem),
        }
    }

    /// Commands that leave the account wait for creations in flight, which are paused; [`Bus::advance`]
    /// performs them.
    fn perform_for_accounts(&mut self, command: AccountCommand) {
        if leaves_account(&command, &self.cx) && self.is_sending() {
            self.imports.pause();
            self.edits.stop(&mut self.cx);
            self.leaving = Some((command, Instant::now() + MAX_LEAVE_WAIT));
            self.cx.send(Event::Account(AccountEvent::Leaving));
        } else {
            self.accounts.perform(command, &mut self.cx);
        }
    }

    /// Whether creations or changes are under way, whose answers are worth waiting for.
    fn is_sending(&self) -> bool {
        self.imports.creations_under_way() > 0 || self.edits.is_running()
    }

    /// Runs after every command and result: delivers notices between services and does what is due.
    fn advance(&mut self) {
        self.deliver_notices();
        self.accounts.advance(&mut self.cx);
        self.imports.advance(&mut self.cx);
        self.edits.advance(&mut self.cx);
        self.updates.advance(&mut self.cx);
        self.phone.advance(&mut self.cx);
        // Whatever was requested: what waits for the next token knows of it by now.
        if self.imports.has_caught_up() {
            self.accounts.heed_refusal(&mut self.cx);
        }
        self.deliver_notices();
        let settled = !self.is_sending();
        if let Some((command, _)) = self.leaving.take_if(|(_, until)| settled || *until <= Instant::now()) {
            let generation = self.cx.tasks.generation();
            self.accounts.perform(command, &mut self.cx);
            self.deliver_notices();
            if generation == self.cx.tasks.generation() {
                // The command failed, so that everything goes on.
                self.imports.continue_after_stay();
                self.cx.send(Event::Account(AccountEvent::Stayed));
            }
        }
        self.imports.send_updates(&mut self.cx);
    }

    fn deliver_notices(&mut self) {
        let cx = &mut self.cx;
        while let Some(notice) = cx.next_notice() {
            self.imports.on_notice(&notice, cx);
            self.catalog.on_notice(&notice, cx);
            Categories::on_notice(&notice, cx);
            self.edits.on_notice(&notice, cx);
            self.form.on_notice(&notice, cx);
            self.thumbnails.on_notice(&notice, cx);
            self.webhooks.on_notice(&notice, cx);
            self.phone.on_notice(&notice, cx);
            self.accounts.on_notice(&notice, cx);
        }
    }

    /// Wakes the window once for all events sent in a step.
    fn wake_if_events_sent(&mut self) {
        if self.cx.take_events_sent() {
            (self.wake)();
        }
    }

    fn next_timer(&self) -> Option<Instant> {
        let leaving = self.leaving.as_ref().map(|(_, until)| *until);
        let timers = [
            self.imports.next_timer(),
            self.edits.next_timer(),
            self.accounts.next_timer(&self.cx),
            self.updates.next_timer(&self.cx),
            self.phone.next_timer(&self.cx),
            leaving,
        ];
        timers.into_iter().flatten().min()
    }

    async fn shut_down(mut self) {
        let deadline = Instant::now() + SHUTDOWN_LIMIT;
        self.imports.pause();
        self.edits.stop(&mut self.cx);
        self.advance();
        // A creation in flight is worth a short wait: its response saves looking for the product at the next
        // start. And the window may have told on the desktop what waits.
        while self.is_sending() || self.cx.tasks.is_running(&Slot::Notification) {
            match tokio::time::timeout_at(deadline, self.cx.tasks.next()).await {
                Ok(Ok(done @ (TaskResult::Import(_) | TaskResult::Edit(_)))) => self.on_result(done),
                Ok(_) => {}
                Err(_) => break,
            }
            self.imports.advance(&mut self.cx);
            self.edits.advance(&mut self.cx);
        }
        self.accounts.shut_down(deadline, &self.cx).await;
        self.cx.tasks.end_all();
        self.accounts.stop_practice();
        self.imports.shut_down(&mut self.cx);
        self.phone.shut_down(&mut self.cx);
        self.accounts.remember_waiting(&mut self.cx);
        self.cx.send(Event::Stopped);
        self.wake_if_events_sent();
    }
}

async fn sleep_until(timer: Option<Instant>) {
    match timer {
        Some(at) => tokio::time::sleep_until(at).await,
        None => std::future::pending().await,
    }
}

/// Completes when the system asks the program to stop.
pub(super) async fn stop_signal(listen: bool) {
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
