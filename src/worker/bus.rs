//! The bus: hands each command to its service and each result to who waits for it, one at a time, and sees to it that an
//! account is left in one way.

use std::sync::mpsc as std_mpsc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::Instant;

use super::accounts::{AccountCommand, Accounts};
use super::catalog::Catalog;
use super::context::Context;
use super::done::TaskResult;
use super::file_check;
use super::imports::Imports;
use super::messages::{Command, Event};
use super::options::{Options, SHUTDOWN_LIMIT};
use super::platform;
use super::product_form::ProductForm;
use super::thumbnails::{PictureKey, Thumbnails};
use super::webhooks::Webhooks;
use crate::store::{Instance, Store};

/// Products on their way are waited for so long before an account is left. What is not answered by then is looked for in the
/// shop when the account goes on.
const LEAVE_LIMIT: Duration = Duration::from_secs(10);

pub struct Bus {
    cx: Context,
    accounts: Accounts,
    imports: Imports,
    catalog: Catalog,
    form: ProductForm,
    thumbnails: Thumbnails,
    webhooks: Webhooks,
    /// What was asked for while products were on their way, and until when they are waited for.
    leaving: Option<(AccountCommand, Instant)>,
    wake: Box<dyn Fn() + Send>,
    /// Given back after the services have closed their connections to the data file.
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
            form: ProductForm::default(),
            thumbnails: Thumbnails::default(),
            webhooks: Webhooks::default(),
            leaving: None,
            wake: Box::new(wake),
        }
    }

    /// Until told to shut down, or everyone who could send a command is gone.
    pub async fn run(mut self, mut inbox: mpsc::UnboundedReceiver<Command>) {
        platform::start(&mut self.instance, &mut self.cx);
        self.accounts.start(&mut self.cx);
        file_check::start(&mut self.cx);
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
                    Ok(done) => self.finished(done),
                    Err(problem) => self.cx.tell(Event::Problem(problem)),
                },
                () = sleep_until(timer) => {}
            }
            self.turn();
            self.wake_if_told();
        }
        self.shut_down().await;
    }

    fn perform(&mut self, command: Command) {
        let cx = &mut self.cx;
        match command {
            Command::Account(command) => self.perform_for_accounts(command),
            Command::Import(command) => self.imports.perform(command, cx),
            Command::Catalog(command) => self.catalog.perform(&command, cx),
            Command::Form(command) => self.form.perform(command, cx),
            Command::Thumbnail(command) => {
                let form_photo = |key: &PictureKey| match key {
                    PictureKey::Form(id) => self.form.source(*id).cloned(),
                    _ => None,
                };
                self.thumbnails.perform(command, form_photo, cx);
            }
            Command::Webhook(command) => self.webhooks.perform(command, cx),
            Command::Platform(command) => platform::perform(command, cx),
            Command::Shutdown => {}
        }
    }

    fn finished(&mut self, done: TaskResult) {
        let cx = &mut self.cx;
        match done {
            TaskResult::Account(done) => self.accounts.finished(*done, cx),
            TaskResult::Import(done) => self.imports.finished(done, cx),
            TaskResult::Catalog(done) => self.catalog.finished(done, cx),
            TaskResult::Form(done) => self.form.finished(done, cx),
            TaskResult::Thumbnail(done) => self.thumbnails.finished(done, cx),
            TaskResult::Webhook(done) => self.webhooks.finished(done, cx),
            TaskResult::Platform(done) => platform::finished(done, cx),
            TaskResult::FileChecked(checked) => cx.tell_problem(checked),
        }
    }

    /// What leaves the account waits for products on their way, which are paused; it is done by [`Bus::turn`].
    fn perform_for_accounts(&mut self, command: AccountCommand) {
        if command.leaves_account() && self.imports.creations_under_way() > 0 {
            self.imports.pause();
            self.leaving = Some((command, Instant::now() + LEAVE_LIMIT));
            self.cx.tell(Event::Leaving);
        } else {
            self.accounts.perform(command, &mut self.cx);
        }
    }

    /// After every command and result: services hear of each other, and do what has come to its time.
    fn turn(&mut self) {
        self.deliver_notices();
        self.accounts.turn(&mut self.cx);
        self.imports.turn(&mut self.cx);
        self.deliver_notices();
        let settled = self.imports.creations_under_way() == 0;
        if let Some((command, _)) = self.leaving.take_if(|(_, until)| settled || *until <= Instant::now()) {
            self.accounts.perform(command, &mut self.cx);
            self.deliver_notices();
        }
        self.imports.tell_screens(&mut self.cx);
    }

    fn deliver_notices(&mut self) {
        let cx = &mut self.cx;
        while let Some(notice) = cx.next_notice() {
            self.imports.heard(&notice, cx);
            self.catalog.heard(&notice, cx);
            self.form.heard(&notice, cx);
            self.webhooks.heard(&notice, cx);
            self.accounts.heard(&notice, cx);
        }
    }

    /// One wake for everything told in a turn.
    fn wake_if_told(&mut self) {
        if self.cx.take_told() {
            (self.wake)();
        }
    }

    fn next_timer(&self) -> Option<Instant> {
        let leaving = self.leaving.as_ref().map(|(_, until)| *until);
        self.imports.next_timer().into_iter().chain(Accounts::next_timer(&self.cx)).chain(leaving).min()
    }

    async fn shut_down(mut self) {
        let deadline = Instant::now() + SHUTDOWN_LIMIT;
        self.imports.pause();
        self.turn();
        // A creation under way is worth a moment: its answer saves looking for the product at the next start.
        while self.imports.creations_under_way() > 0 {
            match tokio::time::timeout_at(deadline, self.cx.tasks.next()).await {
                Ok(Ok(done @ TaskResult::Import(_))) => self.finished(done),
                Ok(_) => {}
                Err(_) => break,
            }
            self.imports.turn(&mut self.cx);
        }
        self.accounts.shut_down(deadline).await;
        self.cx.tasks.end_all();
        self.accounts.stop_practice();
        self.imports.shut_down(&mut self.cx);
        self.cx.tell(Event::Stopped);
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
