//! Keeps the computer from suspending while imports or changes of products work. On Linux the desktop portal
//! is asked (`org.freedesktop.portal.Inhibit`), and without one the login manager; on Windows and macOS the
//! system.

use super::PlatformTaskResult;
use crate::worker::context::Context;
use crate::worker::tasks::{Lifetime, Slot};
use vitrine_model::messages::AwakeFor;

/// Keeps the computer awake as long as one kind of work needs it. What keeps it awake belongs to a task of
/// the account, so that it ends with the account and with the program at the latest.
pub fn keep_awake(work: AwakeFor, wanted: bool, cx: &mut Context) {
    cx.awake_for.retain(|other| *other != work);
    cx.awake_for.extend(wanted.then_some(work));
    let wanted = !cx.awake_for.is_empty();
    if wanted == cx.tasks.is_running(&Slot::Awake) || cfg!(test) {
        return;
    }
    if !wanted {
        return cx.tasks.cancel(&Slot::Awake);
    }
    cx.tasks.spawn(Lifetime::Account, Slot::Awake, async {
        let _inhibitor = system::inhibit().await;
        std::future::pending::<PlatformTaskResult>().await
    });
}

#[cfg(all(unix, not(target_os = "macos")))]
mod system {
    use std::collections::HashMap;
    use std::time::Duration;

    use zbus::zvariant::{OwnedFd, OwnedObjectPath, Value};
    use zbus::{Connection, Proxy, connection};

    /// Suspending, among the portal's flags.
    const SUSPEND: u32 = 4;
    /// A portal that is started by the request takes a moment.
    const LIMIT: Duration = Duration::from_secs(10);
    const APP: &str = "Vitrine";

    /// Ends the inhibition when dropped: the portal and the login manager end it with the connection or the
    /// file.
    pub struct Inhibitor {
        _bus: Connection,
        _lock: Option<OwnedFd>,
    }

    /// Asks for the computer to stay awake; `None` where nobody answers.
    pub async fn inhibit() -> Option<Inhibitor> {
        match portal().await {
            Ok(inhibitor) => return Some(inhibitor),
            Err(error) => tracing::debug!(%error, "the portal does not keep the computer awake"),
        }
        login_manager().await.inspect_err(|error| tracing::debug!(%error, "nor does the login manager")).ok()
    }

    async fn portal() -> zbus::Result<Inhibitor> {
        let bus = connection::Builder::session()?.method_timeout(LIMIT).build().await?;
        let path = "/org/freedesktop/portal/desktop";
        let portal =
            Proxy::new(&bus, "org.freedesktop.portal.Desktop", path, "org.freedesktop.portal.Inhibit")
                .await?;
        let options = HashMap::from([("reason", Value::from(APP))]);
        portal.call::<_, _, OwnedObjectPath>("Inhibit", &("", SUSPEND, options)).await?;
        Ok(Inhibitor { _bus: bus, _lock: None })
    }

    async fn login_manager() -> zbus::Result<Inhibitor> {
        let bus = connection::Builder::system()?.method_timeout(LIMIT).build().await?;
        let path = "/org/freedesktop/login1";
        let manager =
            Proxy::new(&bus, "org.freedesktop.login1", path, "org.freedesktop.login1.Manager").await?;
        let lock = manager.call("Inhibit", &("idle:sleep", APP, APP, "block")).await?;
        Ok(Inhibitor { _bus: bus, _lock: Some(lock) })
    }
}

#[cfg(any(windows, target_os = "macos"))]
mod system {
    use keepawake::{Builder, KeepAwake};

    /// Asks for the computer to stay awake; `None` if the system refuses. Windows counts it for this thread,
    /// which is the worker's own and also drops it.
    pub fn inhibit() -> std::future::Ready<Option<KeepAwake>> {
        let awake = Builder::default().idle(true).reason("Vitrine").app_name("Vitrine").create();
        std::future::ready(
            awake
                .inspect_err(|error| tracing::debug!(%error, "the system does not keep the computer awake"))
                .ok(),
        )
    }
}
