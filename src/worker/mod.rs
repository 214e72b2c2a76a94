//! The one tokio thread between the screens and everything that waits: takes [`Command`]s, sends [`Event`]s.

mod messages;

pub use crate::import::Waiting;
pub use messages::{
    Command, Event, FormPhotoId, FormPhotoState, KeepToken, MarketChoice, PasteTarget, PhotoSource, Picked, Picture, PictureKey,
    ProductsUpdate, Progress, Session, Settings, Theme, Unfinished,
};
