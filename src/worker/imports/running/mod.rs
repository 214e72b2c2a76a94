//! One run: it performs the effects of its engine ([`run`]), measures how fast it is ([`meter`]), and says
//! when the screens hear of it ([`update_schedule`]).

pub mod meter;
pub mod run;
pub mod update_schedule;
