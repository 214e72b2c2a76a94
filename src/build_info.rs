//! Which build of the program this is.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

/// The version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The commit that the program was built from; `None` for builds for development and outside a repository.
pub fn commit() -> Option<&'static str> {
    Some(env!("VITRINE_COMMIT")).filter(|commit| !commit.is_empty())
}

/// The address of the latest release, which packages are built with; `None` for others.
pub fn update_address() -> Option<&'static str> {
    option_env!("VITRINE_UPDATE_ADDRESS").filter(|address| !address.is_empty())
}

/// The day of that commit, in UTC.
pub fn date() -> Option<Date> {
    let seconds = env!("VITRINE_COMMIT_TIME").parse().ok()?;
    Some(Timestamp::from_second(seconds).ok()?.to_zoned(TimeZone::UTC).date())
}

/// The system that the program was built for, as in `x86_64-linux`.
pub fn target() -> String {
    format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS)
}
