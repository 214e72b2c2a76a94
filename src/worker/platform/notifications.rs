//! Notifications of the desktop: on Linux by `org.freedesktop.Notifications`, on Windows and macOS by the
//! system. The window asks for attention as well, which is all that is seen where the system does not know
//! the program: on Windows, if it was not installed.

use super::PlatformTaskResult;
use crate::worker::context::Context;
use crate::worker::tasks::{Lifetime, Slot};

/// Shows a notification. A desktop without notifications shows none.
pub fn notify(summary: String, cx: &mut Context) {
    cx.tasks.spawn(Lifetime::Program, Slot::Notification, async move {
        system::notify(&summary).await;
        PlatformTaskResult::Notified
    });
}

#[cfg(all(unix, not(target_os = "macos")))]
mod system {
    use std::collections::HashMap;
    use std::time::Duration;

    use zbus::zvariant::Value;
    use zbus::{Proxy, connection};

    /// A service that is started by the request takes a moment.
    const LIMIT: Duration = Duration::from_secs(10);

    pub async fn notify(summary: &str) {
        if let Err(error) = send(summary).await {
            tracing::debug!(%error, "the desktop shows no notification");
        }
    }

    async fn send(summary: &str) -> zbus::Result<()> {
        let bus = connection::Builder::session()?.method_timeout(LIMIT).build().await?;
        let path = "/org/freedesktop/Notifications";
        let service =
            Proxy::new(&bus, "org.freedesktop.Notifications", path, "org.freedesktop.Notifications").await?;
        let (replaces, icon, body, actions, hints) =
            (0u32, "vitrine", "", Vec::<&str>::new(), HashMap::<&str, Value<'_>>::new());
        // −1: it disappears when the desktop thinks fit.
        service
            .call::<_, _, u32>("Notify", &("Vitrine", replaces, icon, summary, body, actions, hints, -1i32))
            .await?;
        Ok(())
    }
}

#[cfg(any(windows, target_os = "macos"))]
mod system {
    use notify_rust::Notification;

    use crate::worker::photos::blocking;
    use vitrine_domain::{Problem, ProblemKind};

    pub async fn notify(summary: &str) {
        let mut notification = Notification::new();
        notification.summary(summary);
        let shown = blocking(move || {
            identify(&mut notification);
            // What becomes of it is not followed.
            notification
                .show()
                .map(drop)
                .map_err(|error| Problem::new(ProblemKind::Internal).with_quotation(error.to_string()))
        });
        if let Err(problem) = shown.await {
            tracing::debug!(%problem, "the system shows no notification");
        }
    }

    /// Windows shows notifications only of an app that the installer has made known
    /// (`packaging/windows/vitrine.nsi`).
    #[cfg(windows)]
    fn identify(notification: &mut Notification) {
        notification.app_id("Vitrine.Vitrine");
    }

    /// macOS names the app by its bundle; otherwise the notification would seem to come from the Finder.
    #[cfg(target_os = "macos")]
    fn identify(_: &mut Notification) {
        if let Err(error) = notify_rust::set_application("io.github.vitrine-app.Vitrine") {
            // A second notification finds it set.
            tracing::debug!(%error, "the app stays as it is");
        }
    }
}
