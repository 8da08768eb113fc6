//! A call of a webhook, which only flowdeck's own service makes.

/// A call of a webhook (`/api/v1/comfy/webhooks/deliveries`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Delivery {
    /// Its id.
    pub id: String,
    /// What happened to the run, such as `run.completed`.
    pub event: String,
    /// The run.
    pub run_id: String,
    /// The receiver without its path, which may be secret.
    pub origin: String,
    /// `pending`, `delivered` or `failed`.
    pub state: String,
    /// Why the last attempt failed.
    pub reason: Option<String>,
    /// When it is tried again (RFC 3339, UTC).
    pub next_attempt_at: Option<String>,
    /// When it was given up or delivered (RFC 3339, UTC).
    pub ended_at: Option<String>,
}

/// Deliveries from newest to oldest: the first of them, and how many there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeliveryList {
    /// How many there are.
    pub count: u32,
    /// The first of them.
    pub deliveries: Vec<Delivery>,
}
