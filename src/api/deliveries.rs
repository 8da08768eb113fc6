//! A call of a webhook, which only flowdeck's own service makes.

use super::answer::answer;

answer! {
    /// A call of a webhook (`/api/v1/comfy/webhooks/deliveries`).
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct Delivery as DELIVERY {
        /// Its id.
        pub id: String => "id" required,
        /// What happened to the run, such as `run.completed`.
        pub event: String => "event" text,
        /// The run.
        pub run_id: String => "runId" text,
        /// The receiver without its path, which may be secret.
        pub origin: String => "origin" text,
        /// `pending`, `delivered` or `failed`.
        pub state: String => "state" text,
        /// Why the last attempt failed.
        pub reason: Option<String> => "reason" optional,
        /// When it is tried again (RFC 3339, UTC).
        pub next_attempt_at: Option<String> => "nextAttemptAt" optional,
        /// When it was given up or delivered (RFC 3339, UTC).
        pub ended_at: Option<String> => "endedAt" optional,
    }
}

answer! {
    /// Deliveries from newest to oldest: the first of them, and how many there are.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct DeliveryList as DELIVERIES {
        /// How many there are.
        pub count: u32 => "count" whole,
        /// The first of them.
        pub deliveries: Vec<Delivery> => "deliveries" list(DELIVERY),
    }
}
