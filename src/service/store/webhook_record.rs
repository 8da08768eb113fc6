//! Webhooks and deliveries as they are stored. No I/O.

use chrono::{DateTime, TimeDelta, Utc};

use super::reach::Reach;
use crate::trace_context::TraceContext;

/// What happens to a run that webhooks report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WebhookEvent {
    Started,
    Completed,
    Failed,
    Cancelled,
}

impl WebhookEvent {
    /// All of them.
    pub(crate) const ALL: [Self; 4] = [
        Self::Started,
        Self::Completed,
        Self::Failed,
        Self::Cancelled,
    ];

    /// Its name in the API, and in the store.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Started => "run.started",
            Self::Completed => "run.completed",
            Self::Failed => "run.failed",
            Self::Cancelled => "run.cancelled",
        }
    }

    /// The event with this name.
    pub(crate) fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|event| event.name() == name)
    }
}

/// Where deliveries go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WebhookTarget {
    pub(crate) url: String,
    /// The scheme, host and port of the URL.
    pub(crate) origin: String,
}

/// A webhook of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WebhookRecord {
    pub(crate) id: String,
    /// The name of the key; empty for the first one.
    pub(crate) owner: String,
    pub(crate) target: WebhookTarget,
    pub(crate) events: Vec<WebhookEvent>,
    pub(crate) created_at: String,
    /// When it was switched off, and why; `None` while it is on.
    pub(crate) disabled: Option<(String, String)>,
}

/// A webhook to add.
#[derive(Clone, Debug)]
pub(crate) struct NewWebhook {
    pub(crate) id: String,
    pub(crate) owner: String,
    pub(crate) target: WebhookTarget,
    pub(crate) events: Vec<WebhookEvent>,
}

/// The secret of a key's webhooks.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct WebhookSecret {
    pub(crate) secret: [u8; 32],
    pub(crate) created_at: String,
    /// The secret before the last rotation, and until when it signs, too.
    pub(crate) earlier: Option<([u8; 32], DateTime<Utc>)>,
}

/// What became of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeliveryState {
    Pending,
    Delivered,
    Failed,
}

impl DeliveryState {
    /// All of them.
    pub(crate) const ALL: [Self; 3] = [Self::Pending, Self::Delivered, Self::Failed];

    /// Its name in the API, and in the store.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Delivered => "delivered",
            Self::Failed => "failed",
        }
    }
}

/// A delivery as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DeliveryRecord {
    pub(crate) id: String,
    pub(crate) event: String,
    pub(crate) run_id: String,
    /// `None` for the `webhook_url` of a run.
    pub(crate) webhook_id: Option<String>,
    pub(crate) origin: String,
    pub(crate) state: String,
    pub(crate) attempts: u32,
    /// The HTTP status of the last answer.
    pub(crate) status: Option<u16>,
    /// Why the last attempt failed.
    pub(crate) reason: Option<String>,
    pub(crate) created_at: String,
    pub(crate) last_attempt_at: Option<String>,
    /// `None` if it has ended, or waits for an earlier delivery of its run.
    pub(crate) next_attempt_at: Option<String>,
    pub(crate) ended_at: Option<String>,
}

/// Which deliveries to list.
#[derive(Clone, Debug)]
pub(crate) struct DeliveryFilter {
    pub(crate) reach: Reach,
    pub(crate) state: Option<DeliveryState>,
    pub(crate) limit: u32,
    pub(crate) offset: u32,
}

/// Where an attempt goes: the attempts of one key at one origin share their pace.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct DeliveryLane {
    pub(crate) owner: String,
    pub(crate) origin: String,
}

/// An attempt that has not ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AttemptInFlight {
    /// The number of its delivery.
    pub(crate) number: i64,
    pub(crate) lane: DeliveryLane,
}

/// How many attempts may be made at the same time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AttemptLimits {
    pub(crate) all: usize,
    pub(crate) of_a_key: usize,
    pub(crate) of_a_lane: usize,
}

/// A delivery to attempt now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DueDelivery {
    /// Its place in the order of all deliveries.
    pub(crate) number: i64,
    pub(crate) lane: DeliveryLane,
    pub(crate) id: String,
    pub(crate) event: String,
    pub(crate) run_id: String,
    pub(crate) workflow_id: String,
    pub(crate) url: String,
    /// `None` before the first attempt.
    pub(crate) body: Option<String>,
    pub(crate) attempts: u32,
    pub(crate) created_at: String,
    pub(crate) first_attempt_at: Option<DateTime<Utc>>,
    /// The trace of its run; `None` if there is none, or the run was removed.
    pub(crate) trace: Option<TraceContext>,
}

/// What follows for a delivery from an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AttemptOutcome {
    Delivered,
    RetryAt(DateTime<Utc>),
    /// It is given up.
    Failed,
    /// It is given up, and so is its webhook.
    Gone,
}

/// How its lane goes on after so many failures in a row: when its next attempt may be made, if it is slowed down.
pub(crate) type Pace = Box<dyn FnOnce(u32) -> Option<DateTime<Utc>> + Send>;

/// What follows for a lane from an attempt.
pub(crate) enum LaneOutcome {
    /// Its receiver has answered.
    Alive,
    /// It has failed once more. What has waited in it for longer than this is given up with it if it has done so all
    /// that time.
    Failing {
        pace: Pace,
        give_up: Option<TimeDelta>,
    },
    /// Nothing: the attempt has not reached it.
    Unknown,
}

/// An attempt that has ended.
pub(crate) struct EndedAttempt {
    /// The number of its delivery.
    pub(crate) number: i64,
    pub(crate) at: DateTime<Utc>,
    pub(crate) status: Option<u16>,
    /// Why it has failed.
    pub(crate) reason: Option<String>,
    pub(crate) outcome: AttemptOutcome,
    pub(crate) lane: LaneOutcome,
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
