//! The program is closed, killed, and started a second time.

use super::*;

impl Driver<'_> {
    pub(super) async fn reopen_after_kill(&mut self) {
        self.kill().await;
        if let Some(login) = self.reopen_after_kill.take() {
            self.open(login);
        }
    }

    /// Kills the program after this many more writes, in the middle of what it does then.
    pub(super) fn kill_after(&mut self, writes: u8, login: Login) {
        self.reopen_after_kill = Some(login);
        let (data, left) = self.data_and_snapshot();
        let (screen, network, killed) =
            (Arc::clone(&self.screen), Arc::clone(&self.network), Arc::clone(&self.killed));
        let mut to_come = writes;
        crate::store::on_write(Some(Box::new(move || {
            to_come = to_come.saturating_sub(1);
            if to_come == 0 && data.exists() && !left.exists() {
                copy(&data, &left);
                screen.try_lock().unwrap().on_death();
                network.cut.store(true, Ordering::Relaxed);
                killed.notify_one();
            }
        })));
    }

    pub(super) fn data_and_snapshot(&self) -> (PathBuf, PathBuf) {
        (self.dir.path().join("data"), self.dir.path().join("left"))
    }

    pub(super) async fn close(&mut self) -> Result {
        self.screen().expect_event(Awaited::Stopped);
        self.send(Command::Shutdown);
        let Some(Program { task, .. }) = &mut self.program else { return Ok(()) };
        let stopped = tokio::time::timeout(8 * S, task).await;
        if self.is_dead() {
            self.kill_during_exit().await;
            return self.check();
        }
        self.program = None;
        if self.keychain.is_in_trouble() {
            self.network.forget_renewals();
        }
        sim_env::end_process();
        self.screen().expectations.all_reached();
        self.check()?;
        match stopped {
            Ok(Ok(())) if self.screen().awaited.is_empty() => Ok(()),
            other => Err(format!("the program does not stop: {other:?}")),
        }
    }

    /// Killed while it was shutting down.
    pub(super) async fn kill_during_exit(&mut self) {
        // A task that has ended cannot be awaited again.
        if let Some(program) = &mut self.program {
            program.task = tokio::task::spawn_local(async {});
        }
        self.kill().await;
    }

    /// `kill -9`: only what is on disk at this moment is left.
    pub(super) async fn kill(&mut self) {
        crate::store::on_write(None);
        let Some(Program { task, .. }) = self.program.take() else { return };
        self.tally.kills += 1;
        self.network.forget_renewals();
        let (data, left) = self.data_and_snapshot();
        if !left.exists() {
            copy(&data, &left);
        }
        self.screen().on_death();
        self.screen().expectations.killed();
        sim_env::end_process();
        task.abort();
        let _ = task.await;
        std::fs::remove_dir_all(&data).unwrap();
        std::fs::rename(&left, &data).unwrap();
        self.network.cut.store(false, Ordering::Relaxed);
    }

    /// The only step that takes real time: it goes through the operating system, as between two processes.
    pub(super) async fn hand_over_paths(&mut self) -> Result {
        let network = Arc::clone(&self.network);
        let (data, told) = (self.dir.path().join("data"), Arc::clone(&self.screen().handed_over));
        self.screen().expect_event(Awaited::Dropped);
        let before = told.load(Ordering::Relaxed);
        self.settle_input().await?;
        let handed = tokio::task::spawn_blocking(move || {
            let Ok(InstanceLock::HeldElsewhere(held)) = Instance::acquire(&data) else {
                return Err("two programs hold one directory".to_owned());
            };
            held.hand_over(&["/elsewhere".into()], None).map_err(|problem| format!("{problem:?}"))?;
            let began = std::time::Instant::now();
            while told.load(Ordering::Relaxed) == before && !network.cut.load(Ordering::Relaxed) {
                if began.elapsed() > 20 * S {
                    return Err("what was handed over did not come".to_owned());
                }
                std::thread::yield_now();
            }
            Ok(())
        });
        handed.await.map_err(|error| error.to_string())?
    }
}

/// Copies a directory, as it is on the disk at this moment.
pub fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}
