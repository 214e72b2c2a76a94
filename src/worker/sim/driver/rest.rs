//! The end of a simulation: no faults any more, every question is answered, and everything reaches its end.

use super::*;

impl Driver<'_> {
    /// Ends all faults and answers all questions: everything reaches its end.
    pub(super) async fn bring_to_rest(&mut self) -> Result {
        crate::store::on_write(None);
        self.set_disk_full(false);
        self.resting = true;
        self.set(Conditions::default());
        // Whatever was deleted or changed is restored.
        for folder in std::mem::take(&mut self.changed) {
            self.each_cover(folder, |_, _| {});
        }
        write_photos(self.dir.path());
        self.wait(S).await?;
        if self.program.is_none() {
            self.start()?;
        }
        self.wait(USER_DELAY).await?;
        self.confirm_sign_in();
        self.wait(60 * S).await?;
        let shops = self.screen().expectations.ledger.shops();
        for shop in shops {
            self.go_to_shop(shop).await?;
            self.finish_imports(shop).await?;
            // What failed just when the account was left is shown with its last import.
            self.send(Command::Import(ImportCommand::Reopen(None)));
            self.wait(10 * S).await?;
        }
        self.finish_edits().await?;
        // The form's product may wait for its proof as long as one of an import.
        let began = Instant::now();
        self.wait(10 * S).await?;
        while !self.screen().awaited.is_empty() && began.elapsed() < MAX_END {
            self.wait(60 * S).await?;
        }
        self.check_keychain()?;
        let screen = self.screen();
        if !screen.awaited.is_empty() {
            return Err(format!("never answered: {:?}", screen.awaited));
        }
        screen.expectations.check_end()
    }

    pub(super) async fn go_to_shop(&mut self, shop: Shop) -> Result {
        if self.market != shop.0 || self.screen().owner.is_none_or(|owner| owner.0 != shop.0) {
            self.use_market(shop.0);
            self.wait(60 * S).await?;
        }
        let person = if shop.1 == 501 { Person::Owner } else { Person::OtherOwner };
        for _ in 0..3 {
            if self.screen().account() == Some(shop) {
                return Ok(());
            }
            self.sign_in(Login { person, renewable: false, kept: false });
            self.wait(60 * S).await?;
            self.confirm_sign_in();
            self.wait(60 * S).await?;
        }
        Err(format!("nobody can sign in to {shop:?}"))
    }

    pub(super) async fn finish_imports(&mut self, shop: Shop) -> Result {
        self.resume();
        let began = Instant::now();
        let mut wait = S;
        loop {
            self.wait(wait).await?;
            wait = (wait * 2).min(120 * S);
            let (ended, waiting, asked) = {
                let screen = self.screen();
                (screen.ended, screen.waiting.clone(), screen.asked.len())
            };
            if ended && asked == 0 {
                return Ok(());
            }
            if began.elapsed() > MAX_END {
                let open: Vec<_> =
                    self.screen().rows.values().filter(|row| !row.state.is_final()).cloned().collect();
                return Err(format!("the imports of {shop:?} do not end: {waiting:?}, {open:?}"));
            }
            self.decide(USER_DELAY);
            match waiting {
                Some(Waiting::Paused | Waiting::Refusals(_) | Waiting::Storage(_)) => {
                    self.screen().expectations.goes_on();
                    self.send(Command::Import(ImportCommand::Continue));
                }
                Some(Waiting::SignIn) => self.go_to_shop(shop).await?,
                _ => {}
            }
        }
    }
}
