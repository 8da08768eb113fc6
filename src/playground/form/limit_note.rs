//! How many runs the key may still start today, if those are few, and how many it may submit at once, if the form has
//! more. In the deferred chunk.

use super::batch_panel::run_count::run_count;
use super::send::Sender;
use crate::language::integer;
use crate::messages as say;
use crate::reason::day_limit_reached;
use crate::runs::RunRow;
use crate::time::now;
use api::{OwnKey, Rate};
use client_web::Client;
use ui::{El, RwSignal, StoredValue, el, memo, spawn_local};

/// A limit is not mentioned as long as this part of it is left, and this many runs.
const PART: u32 = 10;
const FEW: u32 = 5;

const DAY: f64 = 86_400_000.0;

/// In seconds. The runs of a batch wait for a limit within that time.
const MINUTE: u32 = 60;

/// What is known of the key.
#[derive(Clone, Copy)]
struct Allowance {
    key: RwSignal<Option<OwnKey>>,
    /// The connection that the key belongs to.
    epoch: StoredValue<Option<u32>>,
    is_asking: StoredValue<bool>,
    /// Whether a run was accepted since the page asked.
    is_outdated: StoredValue<bool>,
}

/// The note. Empty if the key has no limit, or enough of it is left.
pub(super) fn limit_note(sender: Sender) -> El {
    let allowance = Allowance {
        key: RwSignal::new(None),
        epoch: StoredValue::new(None),
        is_asking: StoredValue::new(false),
        is_outdated: StoredValue::new(false),
    };
    let accepted = memo(move || {
        sender.runs.rows.with(|rows| {
            let has_id = |row: &&RunRow| row.has_become(|record| record.run_id.is_some());
            rows.iter().filter(has_id).count()
        })
    });
    el("p", "hint run-hint")
        .attr("id", "run-limit")
        .attr("role", "status")
        .attr("dir", "auto")
        .effect(move || {
            accepted.track();
            allowance.follow(sender);
        })
        .text(move || {
            // The deployment's answer says the same, and why.
            if sender.form.errors.is_rejected() {
                return None;
            }
            let count = run_count(sender.form) as u32;
            allowance.key.with(|key| {
                let key = key.as_ref()?;
                let day = key.per_day.zip(key.runs_today);
                let day = day.and_then(|(per_day, today)| note(per_day, today, count, now()));
                day.or_else(|| rate_note(key.limit.as_deref()?, count))
            })
        })
}

impl Allowance {
    /// Asks for a new key, and again for one with a limit; tracks the connection.
    fn follow(self, sender: Sender) {
        let connection = sender.connection;
        let epoch = connection.epoch.get();
        let client = connection.client.get();
        let Some(client) = client.filter(|_| connection.is_live()) else {
            return;
        };
        let is_new = self.epoch.get_value() != Some(epoch);
        let has_limit = || {
            let limit = |key: &OwnKey| key.per_day.is_some();
            self.key
                .with_untracked(|key| key.as_ref().is_some_and(limit))
        };
        // A run may be accepted before the first answer.
        if is_new || has_limit() || self.is_asking.get_value() {
            self.epoch.set_value(Some(epoch));
            self.is_outdated.set_value(true);
            self.ask(client);
        }
    }

    /// Asks once at a time: a batch has many runs.
    fn ask(self, client: Client) {
        if self.is_asking.get_value() {
            return;
        }
        self.is_asking.set_value(true);
        spawn_local(async move {
            while self.is_outdated.try_update_value(std::mem::take) == Some(true) {
                // Other deployments do not describe keys.
                let key = client.own_key().await.ok();
                let _ = self.key.try_set(key);
            }
            let _ = self
                .is_asking
                .try_update_value(|is_asking| *is_asking = false);
        });
    }
}

/// The note before `count` more runs are started, if `today` of `per_day` runs have been accepted.
fn note(per_day: u32, today: u32, count: u32, now: f64) -> Option<String> {
    let left = per_day.saturating_sub(today);
    if left == 0 {
        return Some(day_limit_reached(
            per_day as usize,
            DAY - now.rem_euclid(DAY),
        ));
    }
    let is_little = left <= FEW.max(per_day / PART) || left < count;
    is_little.then(|| say::LIMIT_LEFT.count_with(left as usize, &[&integer(per_day as usize)]))
}

/// The note before `count` runs are submitted, if the key's rate, such as `60/min`, allows fewer at once.
fn rate_note(limit: &str, count: u32) -> Option<String> {
    let rate: Rate = limit.parse().ok()?;
    let message = match rate.seconds <= MINUTE {
        true => say::LIMIT_RATE_WAITS,
        false => say::LIMIT_RATE,
    };
    let is_little = rate.count < count;
    is_little.then(|| message.with(&[limit, &integer(count as usize)]))
}

#[cfg(test)]
mod tests {
    use super::{note, rate_note};

    #[test]
    fn what_is_left_is_said_if_it_is_little_or_too_little() {
        let said = |per_day, today, count| note(per_day, today, count, 0.0);
        assert_eq!(said(900, 809, 1), None);
        assert_eq!(said(900, 810, 1).unwrap(), "90 runs left today, of 900.");
        assert_eq!(said(100, 50, 60).unwrap(), "50 runs left today, of 100.");
        assert_eq!(said(3, 2, 1).unwrap(), "1 run left today, of 3.");
    }

    #[test]
    fn a_rate_is_said_if_it_allows_fewer_runs_at_once() {
        assert_eq!(rate_note("60/min", 60), None);
        assert_eq!(
            rate_note("60/min", 61).unwrap(),
            "This key may submit 60/min, and these are 61 runs: the others are sent later."
        );
        assert_eq!(
            rate_note("60/h", 61).unwrap(),
            "This key may submit 60/h, and these are 61 runs: the others may be refused."
        );
        assert_eq!(rate_note("often", 61), None);
    }

    #[test]
    fn a_reached_limit_names_the_time_that_is_left_of_the_day() {
        let now = 8.0 * 3_600_000.0;
        for today in [3, 4] {
            assert_eq!(
                note(3, today, 1, now).unwrap(),
                "Daily limit of 3 runs reached. Runs again after midnight UTC (in 16 h)."
            );
        }
    }
}
