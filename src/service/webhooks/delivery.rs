//! The task that delivers: it reads what is due, a few at a time, and attempts it. What is pending costs no memory.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use tokio::task::{Id, JoinSet};
use tracing::Instrument;

use super::message;
use super::sender::{Answer, AnswerKind};
use super::{Webhooks, schedule};
use crate::background::Background;
use crate::log_ids;
use futures_util::StreamExt;
use store::{
    AttemptInFlight, AttemptLimits, AttemptOutcome, DueDelivery, EndedAttempt, LaneOutcome,
    StoreError, holder,
};

/// How many attempts are made at the same time.
const LIMITS: AttemptLimits = AttemptLimits {
    all: 32,
    of_a_key: 16,
    of_a_lane: 4,
};
/// After how long the store is asked again, if it has failed or says nothing.
const PAUSE: TimeDelta = TimeDelta::seconds(5);
const LONGEST_PAUSE: TimeDelta = TimeDelta::minutes(1);
/// After how long deliveries are scheduled again, if that has failed.
const RESCHEDULING: Duration = Duration::from_secs(5);
/// How long attempts may take to end when the service stops: less than its background tasks have.
const GRACE: Duration = Duration::from_millis(800);

/// The attempts that have not ended.
#[derive(Default)]
struct Attempts {
    tasks: JoinSet<()>,
    in_flight: HashMap<Id, AttemptInFlight>,
}

impl Attempts {
    fn begin(&mut self, webhooks: &Arc<Webhooks>, delivery: DueDelivery) {
        let attempt = AttemptInFlight {
            number: delivery.number,
            lane: delivery.lane.clone(),
        };
        let webhooks = webhooks.clone();
        let log_ids = log_ids::of_run(
            &delivery.run_id,
            Some(holder(&delivery.lane.owner)),
            delivery.trace,
        );
        let task = async move { webhooks.attempt(delivery).await };
        let handle = self.tasks.spawn(task.instrument(log_ids));
        self.in_flight.insert(handle.id(), attempt);
    }
}

/// Delivers what is due until the service stops.
pub(crate) async fn deliver(webhooks: Arc<Webhooks>, background: Background) {
    let follow = || webhooks.deliveries.follow_deliveries();
    let what = "following the deliveries of webhooks";
    let Some(mut new) = background.repeat(what, RESCHEDULING, follow).await else {
        return;
    };
    let mut attempts = Attempts::default();
    let mut last = DateTime::<Utc>::MAX_UTC;
    loop {
        let now = webhooks.now();
        // At the start, and when the clock was set back.
        if last - now > LONGEST_PAUSE
            && let Err(why) = webhooks.deliveries.schedule_deliveries().await
        {
            tracing::warn!("scheduling the deliveries of webhooks: {why}; trying again");
            if !background.sleep(RESCHEDULING).await {
                return;
            }
            continue;
        }
        last = now;
        let next = match begin(&webhooks, &mut attempts).await {
            Ok(next) => next,
            Err(why) => {
                tracing::warn!("reading the deliveries of webhooks: {why}; trying again");
                webhooks.now() + PAUSE
            }
        };
        tokio::select! {
            () = background.stopped() => break,
            Some(()) = new.next() => {}
            Some(ended) = attempts.tasks.join_next_with_id() => {
                let id = ended.map_or_else(|why| why.id(), |(id, ())| id);
                attempts.in_flight.remove(&id);
            }
            () = webhooks.clock.sleep_until(next) => {}
        }
    }
    let ending = async { while attempts.tasks.join_next().await.is_some() {} };
    // The others are made again after the next start.
    let _ = tokio::time::timeout(GRACE, ending).await;
}

/// Begins the attempts that are due, as far as there is room. Returns when to look again.
async fn begin(
    webhooks: &Arc<Webhooks>,
    attempts: &mut Attempts,
) -> Result<DateTime<Utc>, StoreError> {
    let now = webhooks.now();
    loop {
        let in_flight = attempts.in_flight.values().cloned().collect();
        let due = webhooks.deliveries.due_deliveries(now, in_flight, LIMITS);
        let due = due.await?;
        if due.is_empty() {
            break;
        }
        // Those of other keys may be behind those of a key that has no room now.
        for delivery in due {
            attempts.begin(webhooks, delivery);
        }
    }
    let next = webhooks.deliveries.next_delivery(now).await?;
    let latest = now + LONGEST_PAUSE;
    Ok(next.map_or(latest, |next| next.min(latest)))
}

/// Why an attempt was not made.
enum NotMade {
    /// Its delivery is no longer pending.
    Ended,
    /// Something of the service itself.
    Why(String),
}

impl NotMade {
    /// An error of the service, which is nothing for callers.
    fn own(error: impl std::fmt::Display) -> Self {
        tracing::warn!("preparing a delivery of a webhook: {error}; trying again");
        Self::Why("the service could not prepare it; see its log".to_owned())
    }
}

impl Webhooks {
    /// Makes an attempt, and stores how it has ended.
    async fn attempt(&self, delivery: DueDelivery) {
        let at = self.now();
        let answer = match self.answer(&delivery, at).await {
            Ok(answer) => Ok(answer),
            Err(NotMade::Ended) => return,
            Err(NotMade::Why(reason)) => Err(reason),
        };
        let is_trusted = self.time.now().await.is_some();
        let attempt = self.ended(&delivery, at, answer, is_trusted);
        if attempt.outcome == AttemptOutcome::Failed || attempt.outcome == AttemptOutcome::Gone {
            let (id, origin) = (&delivery.id, &delivery.lane.origin);
            let reason = attempt.reason.as_deref().unwrap_or_default();
            tracing::warn!("giving up the delivery {id} to {origin}: {reason}");
        }
        let outcome = attempt.outcome;
        if let Err(why) = self.deliveries.end_attempt(attempt).await {
            tracing::warn!("storing an attempt of a delivery: {why}; making it again");
            // It is due still, and must not be made again at once.
            self.clock.sleep_until(self.now() + PAUSE).await;
        } else {
            self.counts.count(outcome);
        }
    }

    /// The answer to an attempt.
    async fn answer(&self, delivery: &DueDelivery, now: DateTime<Utc>) -> Result<Answer, NotMade> {
        let owner = &delivery.lane.owner;
        if now < DateTime::UNIX_EPOCH {
            let why = "the clock of the service is before 1970, so no certificate can be checked";
            return Err(NotMade::Why(why.to_owned()));
        }
        self.ensure_valid(owner, now)?;
        let secret = self.store.webhook_secret(owner).await;
        let secret = secret.map_err(NotMade::own)?;
        let secret = secret.ok_or_else(|| NotMade::Why("its key has no secret".to_owned()))?;
        let body = match &delivery.body {
            Some(body) => body.clone(),
            None => {
                let body = message::body(delivery, &self.runs).await;
                let body = body.map_err(NotMade::own)?;
                // Before it is sent, so that all attempts have the same.
                let kept = self.deliveries.set_delivery_body(delivery.number, &body);
                if !kept.await.map_err(NotMade::own)? {
                    return Err(NotMade::Ended);
                }
                body
            }
        };
        let headers = message::headers(&delivery.id, now, &body, &secret, delivery.trace);
        Ok(self.sender.send(&delivery.url, headers, body).await)
    }

    /// Ensures that the key of a delivery is valid.
    fn ensure_valid(&self, owner: &str, now: DateTime<Utc>) -> Result<(), NotMade> {
        if owner.is_empty() {
            return Ok(());
        }
        let not_made = |why: &str| Err(NotMade::Why(why.to_owned()));
        match self.keys.get(owner).map(|key| key.terms.expires_at) {
            None => not_made("the key was revoked"),
            Some(Some(end)) if end <= now => not_made("the key has expired; give it a later end"),
            Some(_) => Ok(()),
        }
    }

    /// What follows from an answer, or from the reason why there is none. Nothing is given up by a clock that has
    /// jumped.
    fn ended(
        &self,
        delivery: &DueDelivery,
        at: DateTime<Utc>,
        answer: Result<Answer, String>,
        is_trusted: bool,
    ) -> EndedAttempt {
        let since_first = delivery
            .first_attempt_at
            .filter(|_| is_trusted)
            .map_or(TimeDelta::zero(), |first| at - first);
        let retry = || {
            let attempts = delivery.attempts.saturating_add(1);
            schedule::retry_after(attempts, since_first, rand::random())
                .map_or(AttemptOutcome::Failed, |delay| {
                    AttemptOutcome::RetryAt(self.now() + delay)
                })
        };
        let (status, reason) = match &answer {
            Ok(answer) => (answer.status, answer.reason.clone()),
            Err(reason) => (None, Some(reason.clone())),
        };
        let (outcome, lane) = match answer.as_ref().map(|answer| answer.kind) {
            Ok(AnswerKind::Accepted) => (AttemptOutcome::Delivered, LaneOutcome::Alive),
            Ok(AnswerKind::Gone) => (AttemptOutcome::Gone, LaneOutcome::Alive),
            Ok(AnswerKind::Refused) => (retry(), LaneOutcome::Alive),
            Ok(AnswerKind::Unavailable) => {
                let lane = LaneOutcome::Failing {
                    pace: schedule::pace(self.now(), rand::random()),
                    give_up: is_trusted.then_some(schedule::GIVE_UP),
                };
                (retry(), lane)
            }
            Err(_) => (retry(), LaneOutcome::Unknown),
        };
        EndedAttempt {
            number: delivery.number,
            at,
            status,
            reason,
            outcome,
            lane,
        }
    }
}
