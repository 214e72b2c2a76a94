//! The data file on the disk: who may open it, how the last session ended, and its write-ahead log.

pub mod files;
pub mod instance;
pub mod session;
pub mod wal;
