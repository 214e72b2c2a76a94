//! What the keychain holds at the end.

use secrecy::ExposeSecret;

use super::*;
use crate::auth::entry_name;

impl Driver<'_> {
    /// Each entry belongs to its account, and has the newest tokens that the program was given; nobody who
    /// signed out has one.
    pub(super) fn check_keychain(&self) -> Result {
        let screen = self.screen();
        for (market, sandbox) in self.markets.iter().enumerate() {
            let market = self.market_id(market);
            for person in [Person::Owner, Person::OtherOwner] {
                let user = UserId::from(person.id());
                let Some(secrets) = self.keychain.entry(&entry_name(&market, &user)) else { continue };
                let owner = sandbox.person_of(secrets.access.expose_secret());
                if owner != Some(person) {
                    return Err(format!("the entry of {person:?} at {market} has a token of {owner:?}"));
                }
                if let Some(entry) =
                    screen.accounts.iter().find(|entry| entry.market == market && entry.account.id == user)
                    && !entry.signed_in
                {
                    return Err(format!("{person:?} signed out at {market}, and the keychain has a token"));
                }
                let refresh = secrets.refresh.as_ref().map(|refresh| refresh.expose_secret());
                if let Some(next) = refresh.and_then(|refresh| sandbox.successor_of(refresh))
                    && self.network.was_delivered(&next)
                {
                    return Err(format!("a renewed token of {person:?} at {market} was thrown away"));
                }
            }
        }
        Ok(())
    }
}
