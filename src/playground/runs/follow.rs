//! Follows the run of a row with what reaches the page: events, details, and snapshots of the queue. The client's core
//! decides what they mean, and when the detail must be read.

use super::queue_link::why_unknown;
use super::run_row::{Look, RunRow};
use super::run_state::RunState;
use super::store::Runs;
use crate::time::now;
use api::RunStatus;
use client::follow::{Action, FollowedRun, Observation, Source, Waits};

/// The milliseconds between two polls of details.
pub(super) const INTERVAL: u32 = 1000;

/// When a run is looked at. An event may be missing: moments are sent to the key that submitted the run.
const WAITS: Waits = Waits {
    interval: INTERVAL,
    check: 5000,
};

/// The longest wait for the next snapshot of the queue, in milliseconds.
const LONGEST_QUEUE: f64 = 10_000.0;

impl Runs {
    /// Hands news to what follows the run of a row, and does what that asks for. It begins with the first news; a run
    /// that has ended or has no id is not followed.
    pub(super) fn follow(self, row: RunRow, news: impl FnOnce(&mut FollowedRun)) {
        let (is_final, run_id) = row
            .record
            .with_untracked(|record| (record.state.is_final(), record.run_id.clone()));
        let Some(run_id) = run_id.filter(|_| !is_final) else {
            return row.forget();
        };
        let actions = row.bookkeeping.try_update_value(|kept| {
            let run = kept.followed.get_or_insert_with(|| self.followed(&run_id));
            news(run);
            let mut actions = Vec::new();
            while let Some(action) = run.next_action() {
                actions.push(action);
            }
            actions
        });
        for action in actions.unwrap_or_default() {
            match action {
                Action::Set(_, ms) => row.look(Look::At(now() + f64::from(ms))),
                Action::Stop(_) | Action::End => row.look(Look::Never),
                Action::ReadDetail => row.look(Look::Now),
                Action::Report(seen) => self.apply(row, *seen),
                // The page reads the queue anyway, unless a person has paused it.
                Action::ReadQueue => row.look(Look::At(now() + LONGEST_QUEUE)),
                // The page reads one stream for all runs.
                Action::Open { .. } | Action::Close => {}
            }
        }
    }

    /// Hands news to the runs that may still change, and polls the details that are needed then.
    pub(super) fn follow_all(self, news: impl Fn(&mut FollowedRun)) {
        for row in self.rows.get_untracked() {
            self.follow(row, &news);
        }
        self.poll_now();
    }

    fn followed(self, run_id: &str) -> FollowedRun {
        let mut run = FollowedRun::new(run_id, WAITS);
        if !self.capabilities.get_untracked().may_have_details() {
            run.has_no_details();
        }
        if self.following.is_live() {
            run.go_live(false);
        }
        run.look();
        run
    }

    fn apply(self, row: RunRow, seen: Observation) {
        let run = seen.run;
        row.set_attempts(run.attempts.unwrap_or_default());
        row.set_preview(run.moment.preview);
        self.apply_progress(row, run.moment.progress);
        if seen.has_ended && seen.source == Source::Events {
            // No detail has confirmed its end. Links that expire are replaced when one can be read.
            row.record
                .update(|record| record.outputs = Some(run.outputs));
            row.live.update(|live| live.has_fresh_detail = false);
        }
        let before = row.record.with_untracked(|record| record.state);
        let after = match run.status {
            RunStatus::Unknown if !seen.has_ended => before,
            status => RunState::of(status),
        };
        let message = match after {
            RunState::Failed => run.error,
            RunState::Unknown => Some(why_unknown(row).now().to_owned()),
            _ => None,
        };
        if after != before || message.is_some() {
            self.set_state(row, after, message);
        }
    }
}
