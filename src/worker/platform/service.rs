//! The desktop: dialogs, clipboard, light or dark, second starts of the program; and the settings.

use super::messages::PlatformCommand;
use super::task_result::TaskResult;
use super::{appearance, dialogs};
use crate::store::Instance;
use crate::worker::context::Context;
use crate::worker::messages::Event;
use crate::worker::tasks::Lifetime;

/// Loads the settings and accepts paths of second starts.
pub fn start(instance: &mut Instance, cx: &mut Context) {
    let loaded = cx.settings.load(&cx.store);
    cx.report_error(loaded);
    cx.send(Event::Settings(cx.settings.get().clone()));
    take_handed_over_paths(instance, cx);
}

/// Performs a command.
pub fn perform(command: PlatformCommand, cx: &mut Context) {
    match command {
        PlatformCommand::FollowAppearance => appearance::follow(cx),
        PlatformCommand::SaveSettings(settings) => {
            let kept = cx.settings.replace(*settings, &cx.store);
            cx.report_error(kept);
        }
        PlatformCommand::Pick(what) => {
            cx.tasks.spawn(Lifetime::Program, None, async move { TaskResult::Picked { what, picked: dialogs::pick(what).await } });
        }
        PlatformCommand::Paste(target) => {
            cx.tasks.spawn(Lifetime::Program, None, async move {
                let photos = tokio::task::spawn_blocking(dialogs::clipboard_photos).await.unwrap_or_default();
                TaskResult::Pasted { target, photos }
            });
        }
    }
}

/// Handles the result of a task.
pub fn on_result(done: TaskResult, cx: &mut Context) {
    match done {
        #[cfg(all(unix, not(target_os = "macos")))]
        TaskResult::Appearance(theme) => cx.send(Event::Appearance(theme)),
        TaskResult::Picked { what, picked: Ok(paths) } if !paths.is_empty() => cx.send(Event::Picked { what, paths }),
        TaskResult::Picked { picked, .. } => cx.report_error(picked),
        TaskResult::Pasted { target, photos } => cx.send(Event::Pasted { target, photos }),
        TaskResult::HandedOver(paths) => cx.send(Event::Dropped(paths)),
    }
}

/// Accepts the paths of second starts of the program.
fn take_handed_over_paths(instance: &mut Instance, cx: &Context) {
    let reporter = cx.tasks.program_reporter();
    if let Err(problem) = instance.listen(move |paths| _ = reporter.report(TaskResult::HandedOver(paths))) {
        tracing::warn!(%problem, "a second start cannot hand over its paths");
    }
}
