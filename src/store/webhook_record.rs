//! Webhooks and deliveries as they are stored. No I/O.

use chrono::{DateTime, TimeDelta, Utc};

use super::reach::Reach;
use crate::trace_context::TraceContext;

/// An event of a run that webhooks report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WebhookEvent {
    Started,
    Completed,
    Failed,
    Cancelled,
}

impl WebhookEvent {
    /// Every event.
    pub const ALL: [Self; 4] = [
        Self::Started,
        Self::Completed,
        Self::Failed,
        Self::Cancelled,
    ];

    /// Its name in the API, and in the store.
    pub fn name(self) -> &'static str {
        match self {
            Self::Started => "run.started",
            Self::Completed => "run.completed",
            Self::Failed => "run.failed",
            Self::Cancelled => "run.cancelled",
        }
    }

    /// The event with this name.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|event| event.name() == name)
    }
}

/// The address that deliveries go to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookTarget {
    pub url: String,
    /// The scheme, host and port of the URL.
    pub origin: String,
}

/// A webhook of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookRecord {
    pub id: String,
    /// The name of the key; empty for the first key.
    pub owner: String,
    pub target: WebhookTarget,
    pub events: Vec<WebhookEvent>,
    pub created_at: DateTime<Utc>,
    /// When it was disabled, and why; `None` while it is enabled.
    pub disabled: Option<(DateTime<Utc>, String)>,
}

/// A webhook to add.
#[derive(Clone, Debug)]
pub struct NewWebhook {
    pub id: String,
    pub owner: String,
    pub target: WebhookTarget,
    pub events: Vec<WebhookEvent>,
}

/// The secret of a key's webhooks.
#[derive(Clone, PartialEq, Eq)]
pub struct WebhookSecret {
    pub secret: [u8; 32],
    pub created_at: DateTime<Utc>,
    /// The secret before the last rotation, and until when deliveries are signed with it, too.
    pub earlier: Option<([u8; 32], DateTime<Utc>)>,
}

/// The state of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeliveryState {
    Pending,
    Delivered,
    Failed,
}

impl DeliveryState {
    /// Every state.
    pub const ALL: [Self; 3] = [Self::Pending, Self::Delivered, Self::Failed];

    /// Its name in the API, and in the store.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Delivered => "delivered",
            Self::Failed => "failed",
        }
    }
}

/// A delivery as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeliveryRecord {
    pub id: String,
    pub event: String,
    pub run_id: String,
    /// `None` for the `webhook_url` of a run.
    pub webhook_id: Option<String>,
    pub origin: String,
    pub state: String,
    pub attempts: u32,
    /// The HTTP status of the last response.
    pub status: Option<u16>,
    /// Why the last attempt failed.
    pub reason: Option<String>,
    pub created_at: DateTime<Utc>,
    pub last_attempt_at: Option<DateTime<Utc>>,
    /// `None` if it has ended or waits for an earlier delivery of its run.
    pub next_attempt_at: Option<DateTime<Utc>>,
    pub ended_at: Option<DateTime<Utc>>,
}

/// Which deliveries to list.
#[derive(Clone, Debug)]
pub struct DeliveryFilter {
    pub reach: Reach,
    pub state: Option<DeliveryState>,
    pub limit: u32,
    pub offset: u32,
}

/// The key and the origin of an attempt. Attempts in the same lane share their pace.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DeliveryLane {
    pub owner: String,
    pub origin: String,
}

/// An attempt that has not ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttemptInFlight {
    /// The number of its delivery.
    pub number: i64,
    pub lane: DeliveryLane,
}

/// The maximum numbers of attempts at the same time.
#[derive(Clone, Copy, Debug)]
pub struct AttemptLimits {
    pub all: usize,
    pub of_a_key: usize,
    pub of_a_lane: usize,
}

/// A delivery to attempt now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueDelivery {
    /// Its position in the order of all deliveries.
    pub number: i64,
    pub lane: DeliveryLane,
    pub id: String,
    pub event: String,
    pub run_id: String,
    pub workflow_id: String,
    pub url: String,
    /// `None` before the first attempt.
    pub body: Option<String>,
    pub attempts: u32,
    pub created_at: DateTime<Utc>,
    pub first_attempt_at: Option<DateTime<Utc>>,
    /// The trace of its run; `None` if there is none, or the run was removed.
    pub trace: Option<TraceContext>,
}

/// The consequence of an attempt for its delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttemptOutcome {
    Delivered,
    RetryAt(DateTime<Utc>),
    /// The delivery is given up.
    Failed,
    /// The delivery is given up, and its webhook is disabled.
    Gone,
}

/// How a lane that keeps failing is slowed down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// When the last failure ended.
    pub now: DateTime<Utc>,
    /// The number of failures in a row after which it is slowed down.
    pub failures: u32,
    /// The first pause. Each further failure doubles it.
    pub first: TimeDelta,
    /// The longest pause.
    pub longest: TimeDelta,
    /// A factor for the pause, so that lanes do not resume at the same moment.
    pub factor: f64,
}

impl Pace {
    /// Until when a lane pauses after this many failures in a row. `None` if it does not pause.
    pub fn slowed_until(&self, failures: u32) -> Option<DateTime<Utc>> {
        let over = failures.checked_sub(self.failures)?;
        // After 20 doublings, every pause is the longest.
        let doubled = self.first.checked_mul(1 << over.min(20));
        let time = doubled.map_or(self.longest, |time| time.min(self.longest));
        let milliseconds = time.num_milliseconds() as f64 * self.factor;
        Some(self.now + TimeDelta::milliseconds(milliseconds as i64))
    }
}

/// The consequence of an attempt for its lane.
pub enum LaneOutcome {
    /// Its receiver answered.
    Alive,
    /// It failed again. If it has failed for longer than `give_up`, the deliveries that have waited for that long are
    /// given up.
    Failing {
        pace: Pace,
        give_up: Option<TimeDelta>,
    },
    /// None: the attempt did not reach the receiver.
    Unknown,
}

/// An attempt that has ended.
pub struct EndedAttempt {
    /// The number of its delivery.
    pub number: i64,
    pub at: DateTime<Utc>,
    pub status: Option<u16>,
    /// Why it failed.
    pub reason: Option<String>,
    pub outcome: AttemptOutcome,
    pub lane: LaneOutcome,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_is_found_by_its_name() {
        for event in WebhookEvent::ALL {
            assert_eq!(WebhookEvent::of(event.name()), Some(event));
        }
        assert_eq!(WebhookEvent::of("run.pending"), None);
    }
}
