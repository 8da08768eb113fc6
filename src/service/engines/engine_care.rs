//! What the service does for its engine instances by itself, and when. Tests set other times.

use std::time::Duration;

/// What the service does for its engine instances by itself.
#[derive(Clone, Copy, Debug)]
pub struct EngineCare {
    /// How often an instance is looked after.
    pub interval: Duration,
    /// After how long without tasks an instance unloads its models; `None` for never.
    pub free_after: Option<Duration>,
}

impl Default for EngineCare {
    fn default() -> Self {
        Self {
            interval: Duration::from_secs(1),
            free_after: None,
        }
    }
}
