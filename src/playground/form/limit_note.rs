//! How many runs the key may still start today, if those are few. In the deferred chunk.

use super::batch_panel::panel::run_count;
use super::send::Sender;
use crate::language::integer;
use crate::messages as say;
use crate::reason::day_limit_reached;
use crate::runs::RunRow;
use crate::time::now;
use api::OwnKey;
use client::web::Client;
use ui::{El, RwSignal, StoredValue, el, memo, spawn_local};

/// A limit is not mentioned as long as this part of it is left, and this many runs.
const PART: u32 = 10;
const FEW: u32 = 5;

const DAY: f64 = 86_400_000.0;

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

/// The note. Empty if the key has no limit of runs a day, or enough of it is left.
pub(super) fn limit_note(sender: Sender) -> El {
    let allowance = Allowance {
        key: RwSignal::new(None),
        epoch: StoredValue::new(None),
        is_asking: StoredValue::new(false),
        is_outdated: StoredValue::new(false),
    };
    let accepted = memo(move || {
        sender.runs.rows.with(|rows| {
            let has_id = |row: &&RunRow| row.run_id().is_some();
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
            let (per_day, today) = allowance.key.with(|key| {
                let key = key.as_ref()?;
                key.per_day.zip(key.runs_today)
            })?;
            note(per_day, today, run_count(sender.form) as u32, now())
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
        if is_new || has_limit() {
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

#[cfg(test)]
mod tests {
    use super::note;

    #[test]
    fn what_is_left_is_said_if_it_is_little_or_too_little() {
        let said = |per_day, today, count| note(per_day, today, count, 0.0);
        assert_eq!(said(900, 809, 1), None);
        assert_eq!(said(900, 810, 1).unwrap(), "90 runs left today, of 900.");
        assert_eq!(said(100, 50, 60).unwrap(), "50 runs left today, of 100.");
        assert_eq!(said(3, 2, 1).unwrap(), "1 run left today, of 3.");
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
