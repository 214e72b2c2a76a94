//! Which library of the desktop is missing when no window opens on Linux. The libraries are loaded when the
//! window opens, so the program starts without them, and their loaders' messages rarely say what to install.

/// A library that the window loads, by its file name, with its package on Debian and Ubuntu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Library {
    pub file: &'static str,
    pub package: &'static str,
}

const fn library(file: &'static str, package: &'static str) -> Library {
    Library { file, package }
}

/// Needed on X11.
const X11: [Library; 9] = [
    library("libX11.so.6", "libx11-6"),
    library("libX11-xcb.so.1", "libx11-xcb1"),
    library("libXcursor.so.1", "libxcursor1"),
    library("libXi.so.6", "libxi6"),
    library("libXrandr.so.2", "libxrandr2"),
    library("libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
    library("libxkbcommon.so.0", "libxkbcommon0"),
    library("libEGL.so.1", "libegl1"),
    library("libGL.so.1", "libgl1"),
];

/// Needed on Wayland.
const WAYLAND: [Library; 5] = [
    library("libwayland-client.so.0", "libwayland-client0"),
    library("libwayland-cursor.so.0", "libwayland-cursor0"),
    library("libwayland-egl.so.1", "libwayland-egl1"),
    library("libxkbcommon.so.0", "libxkbcommon0"),
    library("libEGL.so.1", "libegl1"),
];

/// The display on which the window was to open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Display {
    X11,
    Wayland,
}

/// The library to install: the one that the error names, else the first one that is not installed.
pub fn find(error: &str, display: Display, is_installed: impl Fn(&str) -> bool) -> Option<Library> {
    let libraries: &[Library] = match display {
        Display::X11 => &X11,
        Display::Wayland => &WAYLAND,
    };
    let named = |library: &&Library| {
        library.file.split_once(".so").is_some_and(|(stem, _)| error.contains(&format!("{stem}.so")))
    };
    let missing = |library: &&Library| !is_installed(library.file);
    libraries
        .iter()
        .find(|library| named(library) && missing(library))
        .or_else(|| libraries.iter().find(missing))
        .copied()
}

/// Whether a list of the dynamic linker (`ld.so.cache`) has the library. The names in it end with a zero
/// byte.
pub fn is_listed(cache: &[u8], file: &str) -> bool {
    memchr::memmem::find(cache, format!("{file}\0").as_bytes()).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_that_the_error_names_is_reported() {
        let error = "Library libxkbcommon-x11.so could not be loaded.: not found";
        let missing = find(error, Display::X11, |file| file == "libxkbcommon.so.0");
        assert_eq!(missing.map(|library| library.package), Some("libxkbcommon-x11-0"));
    }

    #[test]
    fn without_a_name_the_first_one_that_is_not_installed_is_reported() {
        let error = "glutin error: provided native display is not supported";
        for (display, absent, package) in [
            (Display::X11, "libEGL.so.1", "libegl1"),
            (Display::Wayland, "libwayland-egl.so.1", "libwayland-egl1"),
        ] {
            assert_eq!(
                find(error, display, |file| file != absent).map(|library| library.package),
                Some(package)
            );
        }
    }

    #[test]
    fn none_is_blamed_where_all_are_installed_even_if_the_error_names_one() {
        assert_eq!(find("libEGL.so.1 reported EGL_BAD_ALLOC", Display::X11, |_| true), None);
    }

    #[test]
    fn a_name_in_the_linkers_list_is_compared_whole() {
        let cache = b"glibc-ld.so.cache1.1\0libEGL.so.1\0/usr/lib/libEGL.so.1\0libEGL_mesa.so.0\0";
        assert!(is_listed(cache, "libEGL.so.1"));
        assert!(!is_listed(cache, "libEGL.so"));
        assert!(!is_listed(cache, "libGL.so.1"));
    }
}
