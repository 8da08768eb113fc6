//! What the service does for its engine instances by itself, and when. Tests set other times.

use std::time::Duration;

/// What the service does for its engine instances by itself.
#[derive(Clone, Copy, Debug)]
pub struct EngineCare {
    /// How often an instance is looked after.
    pub interval: Duration,
    /// After how long without tasks an instance unloads its models; `None` for never.
    pub free_after: Option<Duration>,
    /// After how long a silence an instance that had tasks is restarted.
    pub hang_time: Duration,
    /// How often the memory of an instance is looked at.
    pub memory_interval: Duration,
    /// How long an instance may take to finish its tasks before it is restarted.
    pub drain_time: Duration,
    /// How long the command that restarts an instance may take.
    pub command_time: Duration,
    /// The shortest time between two restarts of an instance.
    pub restart_interval: Duration,
}

impl Default for EngineCare {
    fn default() -> Self {
        let minutes = |minutes: u64| Duration::from_secs(60 * minutes);
        Self {
            interval: Duration::from_secs(1),
            free_after: None,
            hang_time: minutes(1),
            memory_interval: Duration::from_secs(30),
            drain_time: minutes(10),
            command_time: minutes(2),
            restart_interval: minutes(5),
        }
    }
}
