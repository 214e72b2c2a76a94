//! Creations: the intent, the request, and what becomes of a draft once it is known what came of that.

mod outcome;
mod send;
