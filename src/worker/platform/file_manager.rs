//! The system's file manager, with a folder of this program in it.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::auth;

/// The program that shows a folder.
fn program() -> Command {
    if cfg!(windows) {
        // By its path: a file of this name beside the program or in the current folder is not meant.
        let system = std::env::var_os("SystemRoot").unwrap_or_else(|| r"C:\Windows".into());
        return Command::new(PathBuf::from(system).join("explorer.exe"));
    }
    Command::new(if cfg!(target_os = "macos") { "/usr/bin/open" } else { "xdg-open" })
}

/// Opens a page in the browser, or a folder, by its path, in the file manager.
///
/// # Errors
/// Why nothing opened.
pub fn open_page_or_folder(address: &str) -> Result<(), String> {
    if Path::new(address).is_absolute() { open(address) } else { auth::browser::open(address) }
}

fn open(folder: &str) -> Result<(), String> {
    let ended =
        program().arg(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    let status = ended.map_err(|error| error.to_string())?;
    // Explorer ends with 1 even if it has opened the folder.
    if status.success() || cfg!(windows) { Ok(()) } else { Err(status.to_string()) }
}
