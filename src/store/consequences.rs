//! The consequences of a change of a run: its events, the usage of its key, the totals of the runs that have ended, and
//! what webhooks report. Pure: each store writes them in the transaction of the change, so that nothing is announced
//! before it is written, and nothing is written without its event.

use chrono::{DateTime, Utc};

use super::run_event::EventKind;
use super::webhook_record::{WebhookEvent, WebhookRecord, WebhookTarget};
use api::RunStatus;

/// The part of a run that determines the consequences of its changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunFacts {
    pub status: RunStatus,
    pub attempts: u32,
    pub started_at: Option<DateTime<Utc>>,
    /// When it ended.
    pub completed_at: Option<DateTime<Utc>>,
    /// The size of its outputs, if it is known.
    pub bytes: Option<i64>,
}

/// The consequences of a change of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Consequences {
    /// Its new events, in their order, with the status and the attempts after the change.
    pub events: Vec<EventKind>,
    /// The additional usage of its key, for its workflow on the day of its submission.
    pub used: Used,
    /// The change of the totals of its workflow's ended runs.
    pub ended: Ended,
    /// The event that webhooks report.
    pub reported: Option<WebhookEvent>,
}

/// The usage of a key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Used {
    pub runs: i64,
    /// How long engines executed them, in milliseconds.
    pub engine_ms: i64,
    /// The size of the outputs that are kept.
    pub bytes: i64,
}

/// Runs that have ended, and the size of their outputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ended {
    pub runs: i64,
    pub bytes: i64,
}

/// The consequences of a new run.
pub fn of_new_run() -> Consequences {
    Consequences {
        events: vec![EventKind::State],
        used: Used {
            runs: 1,
            ..Used::default()
        },
        ..Consequences::default()
    }
}

/// The consequences of a change of a run.
pub fn of_change(before: &RunFacts, after: &RunFacts) -> Consequences {
    let has_state = before.status != after.status;
    let kinds = [
        (before.attempts != after.attempts, EventKind::Attempt),
        (
            has_state && after.status == RunStatus::Completed,
            EventKind::Outputs,
        ),
        (has_state, EventKind::State),
    ];
    let events = kinds.into_iter().filter(|(happens, _)| *happens);
    let size = |run: &RunFacts| run.bytes.unwrap_or_default();
    let bytes = size(after) - size(before);
    let (was_ended, has_ended) = (before.completed_at.is_some(), after.completed_at.is_some());
    Consequences {
        events: events.map(|(_, kind)| kind).collect(),
        used: Used {
            runs: 0,
            engine_ms: match was_ended {
                true => 0,
                false => executed_ms(after),
            },
            bytes,
        },
        ended: match has_ended {
            true if was_ended => Ended { runs: 0, bytes },
            true => Ended {
                runs: 1,
                bytes: size(after),
            },
            false => Ended::default(),
        },
        reported: match has_state {
            true => reported(after.status),
            false => None,
        },
    }
}

/// The consequences of the removal of a run, besides the removal of its events.
pub fn of_removal(before: &RunFacts) -> Consequences {
    let bytes = -before.bytes.unwrap_or_default();
    Consequences {
        used: Used {
            bytes,
            ..Used::default()
        },
        ended: match before.completed_at {
            Some(_) => Ended { runs: -1, bytes },
            None => Ended::default(),
        },
        ..Consequences::default()
    }
}

/// How long an engine executed a run that has ended, in milliseconds.
fn executed_ms(run: &RunFacts) -> i64 {
    let times = run.started_at.zip(run.completed_at);
    let executed = times.map(|(started, ended)| (ended - started).num_milliseconds());
    executed.unwrap_or_default().max(0)
}

/// The event that webhooks report when a run gets this status.
fn reported(status: RunStatus) -> Option<WebhookEvent> {
    match status {
        RunStatus::Running => Some(WebhookEvent::Started),
        RunStatus::Completed => Some(WebhookEvent::Completed),
        RunStatus::Failed => Some(WebhookEvent::Failed),
        RunStatus::Cancelled => Some(WebhookEvent::Cancelled),
        RunStatus::Pending | RunStatus::Unknown => None,
    }
}

/// The receivers of an event of a run: the webhooks of its key that want the event, by their ids, and the run's own
/// target unless it is the target of one of them.
pub fn receivers<'a>(
    event: WebhookEvent,
    webhooks: &'a [WebhookRecord],
    of_run: Option<&'a WebhookTarget>,
) -> Vec<(Option<&'a str>, &'a WebhookTarget)> {
    let wanted =
        |webhook: &&WebhookRecord| webhook.disabled.is_none() && webhook.events.contains(&event);
    let mut receivers: Vec<_> = webhooks
        .iter()
        .filter(wanted)
        .map(|webhook| (Some(webhook.id.as_str()), &webhook.target))
        .collect();
    let of_run = of_run.filter(|own| receivers.iter().all(|(_, target)| target.url != own.url));
    receivers.extend(of_run.map(|target| (None, target)));
    receivers
}

#[cfg(test)]
mod tests;
