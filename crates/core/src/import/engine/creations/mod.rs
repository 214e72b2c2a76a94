//! Creations: the intent, the request, and the draft's state after the outcome is known.

mod outcome;
mod send;
