//! Why no window opened.

use crate::ui::Renderer;
use vitrine_domain::{Problem, ProblemKind};

/// The problem of one renderer, with what the graphics libraries said.
pub fn not_opened(error: &str) -> Problem {
    let problem = Problem::new(ProblemKind::NoDisplay);
    #[cfg(all(unix, not(target_os = "macos")))]
    if let Some(library) = linux::missing_library(error) {
        let finding = vitrine_domain::Finding::MissingLibrary { package: library.package.to_owned() };
        return problem.with_subject(library.file).with_diagnostic(finding);
    }
    problem.with_quotation(without_source_location(error))
}

/// The message without the place in the source that winit puts before it: "os error at FILE.rs:LINE: ".
fn without_source_location(error: &str) -> &str {
    error
        .rsplit_once(".rs:")
        .and_then(|(_, rest)| rest.split_once(": "))
        .map_or(error, |(_, message)| message)
}

/// The problem of all renderers, each with its cause.
pub fn none_works(causes: &[(Renderer, String)]) -> Problem {
    let causes: Vec<String> =
        causes.iter().map(|(renderer, said)| format!("{}: {said}", renderer.key())).collect();
    Problem::new(ProblemKind::NoDisplay).with_quotation(causes.join(" · "))
}

#[cfg(all(unix, not(target_os = "macos")))]
mod linux {
    use std::env::{split_paths, var_os};

    use super::super::missing_library::{Display, Library, find, is_listed};

    /// `None` without a display, where no library would help, and where the linker's list cannot be read.
    pub fn missing_library(error: &str) -> Option<Library> {
        let set = |name: &str| var_os(name).is_some_and(|value| !value.is_empty());
        let display = match () {
            () if set("DISPLAY") => Display::X11,
            () if set("WAYLAND_DISPLAY") => Display::Wayland,
            () => return None,
        };
        let cache = std::fs::read("/etc/ld.so.cache").ok()?;
        let folders: Vec<_> = var_os("LD_LIBRARY_PATH").iter().flat_map(split_paths).collect();
        find(error, display, |file| {
            is_listed(&cache, file) || folders.iter().any(|folder| folder.join(file).exists())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_in_the_source_is_left_out() {
        let winit = "winit EventLoopError: os error at winit-0.30.13/src/platform_impl/linux/mod.rs:788: Failed to open connection to X server";
        assert_eq!(without_source_location(winit), "Failed to open connection to X server");
        assert_eq!(without_source_location("wgpu error: no such adapter"), "wgpu error: no such adapter");
    }

    #[test]
    fn each_renderer_is_named_with_its_cause() {
        let problem = none_works(&[
            (Renderer::Dx12, "no adapter".to_owned()),
            (Renderer::Glow, "no pixel format".to_owned()),
        ]);
        assert_eq!(
            (problem.kind, problem.quotation.as_deref()),
            (ProblemKind::NoDisplay, Some("dx12: no adapter · glow: no pixel format"))
        );
    }
}
