//! The time as ComfyUI's messages state it.

use std::time::SystemTime;

/// Milliseconds since the Unix epoch, as in the `timestamp` of messages and the `create_time` of jobs.
pub fn unix_millis() -> u64 {
    let since = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
