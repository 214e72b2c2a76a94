//! The program is closed or killed and starts again, and the disk gets full.

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::person::{Result, Walker};
use super::program::Program;
use crate::i18n::Language;
use crate::worker::sim::driver::copy;
use crate::worker::sim_env;

impl Walker<'_> {
    /// Starts the program.
    pub(super) fn start(&mut self) -> Result {
        let (told, events) = std::sync::mpsc::channel();
        self.witness.borrow_mut().restart(told.clone());
        let language = if self.walk.persian { Language::Persian } else { Language::English };
        let (data, _) = self.data_and_snapshot();
        self.program =
            Some(Program::start(&data, language, &self.keychain, (told, events), Rc::clone(&self.witness))?);
        Ok(())
    }

    /// Whoever was signed in last is so again.
    async fn return_to_account(&mut self, again: bool) -> Result {
        self.wait(Duration::from_secs(2)).await?;
        if again && self.program().app().model().account().is_none() {
            let (market, person) = self.last;
            self.sign_in(market, person).await?;
        }
        Ok(())
    }

    pub(super) async fn close_and_start(&mut self, again: bool) -> Result {
        if let Some(program) = self.program.take() {
            let closed = Box::pin(program.close()).await;
            if self.network.cut.load(Ordering::Relaxed) {
                return Box::pin(self.start_after_kill()).await;
            }
            closed?;
        }
        self.tally.restarts += 1;
        self.start()?;
        self.return_to_account(again).await
    }

    fn data_and_snapshot(&self) -> (PathBuf, PathBuf) {
        (self.dir.path().join("data"), self.dir.path().join("left"))
    }

    /// Kills the program after this many more writes, in the middle of what it does then.
    pub(super) async fn kill_after(&mut self, writes: u8, again: bool) -> Result {
        self.again = again;
        if writes == 0 {
            self.network.cut.store(true, Ordering::Relaxed);
            return Box::pin(self.start_after_kill()).await;
        }
        let (data, left) = self.data_and_snapshot();
        let (network, killed_at) = (Arc::clone(&self.network), Arc::clone(&self.killed_at));
        let mut to_come = writes;
        crate::store::on_write(Some(Box::new(move || {
            to_come = to_come.saturating_sub(1);
            if to_come == 0 && data.exists() && !left.exists() {
                copy(&data, &left);
                network.cut.store(true, Ordering::Relaxed);
                *killed_at.lock().unwrap() = Some(sim_env::clock());
            }
        })));
        Ok(())
    }

    /// Only what was on the disk when the program was killed is left.
    pub(super) async fn start_after_kill(&mut self) -> Result {
        crate::store::on_write(None);
        let (data, left) = self.data_and_snapshot();
        if !left.exists() {
            copy(&data, &left);
        }
        self.tally.kills += 1;
        self.reviews.killed(self.killed_at.lock().unwrap().take().unwrap_or_else(sim_env::clock));
        self.witness.borrow_mut().killed();
        if let Some(program) = self.program.take() {
            Box::pin(program.kill()).await;
        }
        std::fs::remove_dir_all(&data).map_err(|error| error.to_string())?;
        std::fs::rename(&left, &data).map_err(|error| error.to_string())?;
        self.network.cut.store(false, Ordering::Relaxed);
        self.start()?;
        Box::pin(self.return_to_account(self.again)).await
    }

    pub(super) fn set_disk_full(&mut self, full: bool) {
        crate::store::set_disk_full(full);
        self.disk_is_full = full;
        self.tally.full_disks += usize::from(full);
        self.witness.borrow_mut().disk_is_full = full;
    }
}
