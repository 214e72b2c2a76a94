//! Checks of the source itself: layering, message files, documents, the packages it is built from, what the packages for Windows
//! contain, and the workflows.

mod documents;
mod isolation;
mod layers;
mod messages;
mod metainfo;
mod supply_chain;
mod windows_packages;
mod workflows;
