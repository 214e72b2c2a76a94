//! Notifications of the desktop (`org.freedesktop.Notifications`). Elsewhere than on Linux none is shown; there the window
//! asks for attention by itself.

use super::task_result::TaskResult;
use crate::worker::context::Context;
use crate::worker::tasks::Lifetime;

/// Shows a notification. A desktop without notifications shows none.
pub fn notify(summary: String, cx: &mut Context) {
    cx.tasks.spawn(Lifetime::Program, None, async move {
        system::notify(&summary).await;
        TaskResult::Notified
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
        let service = Proxy::new(&bus, "org.freedesktop.Notifications", path, "org.freedesktop.Notifications").await?;
        let (replaces, icon, body, actions, hints) = (0u32, "vitrine", "", Vec::<&str>::new(), HashMap::<&str, Value<'_>>::new());
        // −1: it disappears when the desktop thinks fit.
        service.call::<_, _, u32>("Notify", &("Vitrine", replaces, icon, summary, body, actions, hints, -1i32)).await?;
        Ok(())
    }
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
mod system {
    pub fn notify(_: &str) -> std::future::Ready<()> {
        std::future::ready(())
    }
}
