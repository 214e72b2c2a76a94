//! Text as it is shown and edited, in lines of one direction and of several.

mod access;
mod editing;
mod field;
mod menu;
mod robust;
mod shown;
mod walk;
