//! What the window knows of receiving photos from a phone.

use super::{Model, Screen};
use crate::messages::{Command, PhoneCommand, PhoneEnd, PhoneEvent, PhoneState};

/// Receiving photos from a phone.
#[derive(Debug, Default)]
pub struct PhoneReceiving {
    /// Whether its dialog is open.
    pub is_open: bool,
    /// How far it is, once the worker has begun.
    pub state: Option<Box<PhoneState>>,
    /// Why it ended, while the dialog still says so.
    pub ended: Option<PhoneEnd>,
}

impl Model {
    /// Performs what was chosen about receiving from a phone.
    pub(super) fn act_on_phone(&mut self, command: PhoneCommand) -> Vec<Command> {
        match command {
            PhoneCommand::Open { .. } => {
                self.phone = PhoneReceiving { is_open: true, ..PhoneReceiving::default() }
            }
            PhoneCommand::Close => self.phone = PhoneReceiving::default(),
            PhoneCommand::AddPhone => {}
        }
        vec![Command::Phone(command)]
    }

    /// Takes what the worker says about receiving from a phone.
    pub(super) fn apply_phone_event(&mut self, update: PhoneEvent) -> Vec<Command> {
        match update {
            PhoneEvent::State(state) if self.phone.is_open => {
                self.phone.state = Some(state);
                self.phone.ended = None;
            }
            // The dialog was closed meanwhile.
            PhoneEvent::State(_) | PhoneEvent::Ended(PhoneEnd::Closed) => {}
            PhoneEvent::Products(folders) => {
                self.screen = Screen::Import;
                // The phone was told that they are here. Others may follow before what was typed would be
                // saved.
                return self.import.dropped(folders).into_iter().chain(self.save_typed()).collect();
            }
            PhoneEvent::Ended(end) => {
                self.phone.state = None;
                self.phone.ended = Some(end);
            }
        }
        Vec::new()
    }
}
