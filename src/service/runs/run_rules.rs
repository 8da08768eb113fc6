//! How runs are given to engine instances. Knows no run.

use std::time::Duration;

/// How runs are given to engine instances.
#[derive(Clone, Copy, Debug)]
pub struct RunRules {
    /// The maximum number of runs at one instance, running and waiting there.
    pub depth: usize,
    /// The maximum number of waiting runs per instance that could execute them.
    pub queue_limit: usize,
    /// After how much silence of its instance a run is given up there.
    pub lost_after: Duration,
    /// How often a run is given to an instance at most.
    pub attempts: u32,
    /// Whether a run that was lost is executed again.
    pub repeats_lost: bool,
    /// How long a run may execute, if that is limited.
    pub run_timeout: Option<Duration>,
}

impl Default for RunRules {
    fn default() -> Self {
        Self {
            depth: 2,
            queue_limit: 50,
            lost_after: Duration::from_secs(60),
            attempts: 3,
            repeats_lost: true,
            run_timeout: None,
        }
    }
}
