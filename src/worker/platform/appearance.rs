//! Whether the desktop prefers light or dark. X11 cannot tell; the desktop portal can
//! (`org.freedesktop.portal.Settings`).

use crate::worker::context::Context;

/// Watches the preference on a thread of its own, which may block as long as the portal does. A desktop
/// without a portal reports nothing.
#[cfg(all(unix, not(target_os = "macos")))]
pub fn follow(cx: &Context) {
    use super::PlatformTaskResult;

    let reporter = cx.tasks.program_reporter();
    let follow = move || {
        if let Err(error) = portal::follow(|theme| reporter.report(PlatformTaskResult::Appearance(theme))) {
            tracing::debug!(%error, "the desktop does not say whether it is light or dark");
        }
    };
    if let Err(error) = std::thread::Builder::new().name("appearance".to_owned()).spawn(follow) {
        tracing::debug!(%error, "no thread to ask the desktop on");
    }
}

/// The window system reports the preference itself.
#[cfg(not(all(unix, not(target_os = "macos"))))]
pub const fn follow(_: &Context) {}

#[cfg(all(unix, not(target_os = "macos")))]
mod portal {
    use std::time::Duration;

    use zbus::blocking::{Proxy, connection};
    use zbus::zvariant::{OwnedValue, Value};

    use vitrine_model::messages::Theme;

    const NAMESPACE: &str = "org.freedesktop.appearance";
    const KEY: &str = "color-scheme";
    /// A portal that is started by the request takes a moment.
    const LIMIT: Duration = Duration::from_secs(10);

    /// Reports the desktop's preference and each change of it, until `report` returns false or the bus is
    /// gone.
    pub fn follow(mut report: impl FnMut(Theme) -> bool) -> zbus::Result<()> {
        let bus = connection::Builder::session()?.method_timeout(LIMIT).build()?;
        let settings = Proxy::new(
            &bus,
            "org.freedesktop.portal.Desktop",
            "/org/freedesktop/portal/desktop",
            "org.freedesktop.portal.Settings",
        )?;
        // Subscribe first, so that no change is missed.
        let changes = settings.receive_signal_with_args("SettingChanged", &[(0, NAMESPACE), (1, KEY)])?;
        // `Read` is the older of two methods, and every portal has it. No answer now does not mean that none
        // will come.
        if let Ok(value) = settings.call::<_, _, OwnedValue>("Read", &(NAMESPACE, KEY))
            && !report(theme(&value))
        {
            return Ok(());
        }
        for change in changes {
            let (_, _, value): (String, String, OwnedValue) = change.body().deserialize()?;
            if !report(theme(&value)) {
                break;
            }
        }
        Ok(())
    }

    /// 1 is dark, 2 is light, everything else no preference. `Read` wraps the number once more than the
    /// signal does.
    fn theme(value: &Value<'_>) -> Theme {
        match value {
            Value::Value(inner) => theme(inner),
            Value::U32(1) => Theme::Dark,
            Value::U32(2) => Theme::Light,
            _ => Theme::System,
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn the_portals_number_is_read_at_any_depth_of_wrapping() {
            let wrapped = |value: Value<'static>| Value::Value(Box::new(Value::Value(Box::new(value))));
            for (number, expected) in
                [(0, Theme::System), (1, Theme::Dark), (2, Theme::Light), (3, Theme::System)]
            {
                assert_eq!(theme(&Value::U32(number)), expected);
                assert_eq!(theme(&wrapped(Value::U32(number))), expected);
            }
            assert_eq!(theme(&Value::from("dark")), Theme::System, "a value that is not a number is ignored");
        }
    }
}
