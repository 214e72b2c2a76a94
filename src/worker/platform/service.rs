//! The desktop: its dialogs and clipboard, whether it is light or dark, second starts of the program; and the settings.

use super::done::TaskResult;
use super::messages::PlatformCommand;
use super::{appearance, dialogs};
use crate::store::Instance;
use crate::worker::context::Context;
use crate::worker::messages::Event;
use crate::worker::tasks::Life;

pub fn start(instance: &mut Instance, cx: &mut Context) {
    let loaded = cx.settings.load(&cx.store);
    cx.tell_problem(loaded);
    cx.tell(Event::Settings(cx.settings.get().clone()));
    take_handed_over_paths(instance, cx);
}

pub fn perform(command: PlatformCommand, cx: &mut Context) {
    match command {
        PlatformCommand::FollowAppearance => appearance::follow(cx),
        PlatformCommand::SaveSettings(settings) => {
            let kept = cx.settings.replace(*settings, &cx.store);
            cx.tell_problem(kept);
        }
        PlatformCommand::Pick(what) => {
            cx.tasks.spawn(Life::Program, None, async move { TaskResult::Picked { what, picked: dialogs::pick(what).await } });
        }
        PlatformCommand::Paste(target) => {
            cx.tasks.spawn(Life::Program, None, async move {
                let photos = tokio::task::spawn_blocking(dialogs::clipboard_photos).await.unwrap_or_default();
                TaskResult::Pasted { target, photos }
            });
        }
    }
}

pub fn finished(done: TaskResult, cx: &mut Context) {
    match done {
        #[cfg(all(unix, not(target_os = "macos")))]
        TaskResult::Appearance(theme) => cx.tell(Event::Appearance(theme)),
        TaskResult::Picked { what, picked: Ok(paths) } if !paths.is_empty() => cx.tell(Event::Picked { what, paths }),
        TaskResult::Picked { picked, .. } => cx.tell_problem(picked),
        TaskResult::Pasted { target, photos } => cx.tell(Event::Pasted { target, photos }),
        TaskResult::HandedOver(paths) => cx.tell(Event::Dropped(paths)),
    }
}

/// A second start of the program gives its paths to this one.
fn take_handed_over_paths(instance: &mut Instance, cx: &Context) {
    let reporter = cx.tasks.program_reporter();
    if let Err(problem) = instance.listen(move |paths| _ = reporter.report(TaskResult::HandedOver(paths))) {
        tracing::warn!(%problem, "a second start cannot hand over its paths");
    }
}
