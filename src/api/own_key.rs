//! The key in use, which only flowdeck's own service describes.

use super::answer::answer;

answer! {
    /// What the key of a call may do, and what it has used (`/api/v1/comfy/key`).
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct OwnKey as OWN_KEY {
        /// Its name; `None` for the first key, which may do everything.
        pub name: Option<String> => "name" optional,
        /// The names of its rights.
        pub may: Vec<String> => "may" texts,
        /// The ids of the workflows that it is limited to; `None` for all.
        pub workflows: Option<Vec<String>> => "workflows" some_texts,
        /// How often it may submit a run, such as `60/min`.
        pub limit: Option<String> => "limit" optional,
        /// How many of its runs may be at engines at the same time.
        pub concurrent: Option<u32> => "concurrent" count,
        /// How many of its runs are accepted a day.
        pub per_day: Option<u32> => "perDay" count,
        /// When it expires (RFC 3339, UTC).
        pub expires_at: Option<String> => "expiresAt" optional,
        /// How many of its runs were accepted today, in UTC.
        pub runs_today: Option<u32> => "runsToday" count from ["usage/runs_today"],
        /// The same of the last 30 days.
        pub runs: Option<u32> => "runs" count from ["usage/runs"],
        /// How many seconds these have executed.
        pub engine_seconds: Option<f64> => "engineSeconds" seconds from ["usage/engine_seconds"],
    }
}

impl OwnKey {
    /// Whether it has the right `admin`, as the first key does.
    pub fn is_admin(&self) -> bool {
        self.name.is_none() || self.may.iter().any(|right| right == "admin")
    }

    /// Whether it may deploy workflows.
    pub fn may_deploy(&self) -> bool {
        self.is_admin() || self.may.iter().any(|right| right == "deploy")
    }
}
