//! The order of the source itself: what uses what, what the message files say, and what the documents promise.

mod documents;
mod floors;
mod messages;
