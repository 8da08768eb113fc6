//! The key in use, which only flowdeck's own service describes.

/// What the key of a call may do, and what it has used (`/api/v1/comfy/key`).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnKey {
    /// Its name; `None` for the first key, which may do everything.
    pub name: Option<String>,
    /// The names of its rights.
    pub may: Vec<String>,
    /// The ids of the workflows that it is limited to; `None` for all.
    pub workflows: Option<Vec<String>>,
    /// How often it may submit a run, such as `60/min`.
    pub limit: Option<String>,
    /// How many of its runs may be at engines at the same time.
    pub concurrent: Option<u32>,
    /// How many of its runs are accepted a day.
    pub per_day: Option<u32>,
    /// When it expires (RFC 3339, UTC).
    pub expires_at: Option<String>,
    /// How many of its runs were accepted today, in UTC.
    pub runs_today: Option<u32>,
    /// The same of the last 30 days.
    pub runs: Option<u32>,
    /// How many seconds these have executed.
    pub engine_seconds: Option<f64>,
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
