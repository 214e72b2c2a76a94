//! Checks of the source itself: layering, message files, documents, the packages it is built from, what the packages for Windows
//! contain, the workflows, and the mutants.

mod buttons;
mod documents;
mod help_texts;
mod isolation;
mod layers;
mod messages;
mod metainfo;
mod mutants;
mod opened_files;
mod printing;
mod remedies;
mod started_programs;
mod supply_chain;
mod windows_packages;
mod workflows;
