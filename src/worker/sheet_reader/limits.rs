//! What the reader of spreadsheets may take of the computer.

use std::time::Duration;

/// The most memory, in bytes.
const MEMORY: usize = 1 << 30;

/// Counts what the program allocates, so that the reader can be limited where the system does not do it.
#[cfg(not(target_os = "linux"))]
#[global_allocator]
static ALLOCATOR: cap::Cap<std::alloc::System> = cap::Cap::new(std::alloc::System, usize::MAX);

/// Limits this process from now on. Where a limit cannot be set, the one who started it still ends it in
/// time.
#[cfg_attr(not(unix), expect(unused_variables, reason = "its parent alone ends it in time"))]
pub fn set(time: Duration) {
    #[cfg(not(target_os = "linux"))]
    let _ = ALLOCATOR.set_limit(MEMORY);
    #[cfg(unix)]
    {
        use rlimit::Resource;
        let memory = MEMORY as u64;
        let seconds = time.as_secs();
        // Nothing more can be opened, no connection either; no picture of the memory is written when it ends.
        for (resource, limit) in [
            (Resource::AS, memory),
            (Resource::CPU, seconds),
            (Resource::CORE, 0),
            (Resource::NOFILE, 3),
            (Resource::FSIZE, 0),
        ] {
            let _ = resource.set(limit, limit);
        }
    }
}
