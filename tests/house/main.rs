//! The order of the source itself: what uses what, and what the message files say.

mod floors;
mod messages;
