//! How long a run takes on an instance, learned from the user's own runs and from tasks that were seen
//! starting and finishing, and how long a pending task still waits. Pure; without any of these it gives no
//! estimate.

use super::finished_run::{Finished, MAX_RECENT, expected};
use super::own_times::OwnTimes;

/// If two snapshots are further apart than this, in milliseconds, starts and ends between them do not
/// count as observed.
const MAX_SNAPSHOT_AGE: f64 = 20_000.0;

/// The tasks observed on one instance.
#[derive(Clone, Debug, Default)]
pub(super) struct RunTimes {
    running: Vec<RunningTask>,
    /// Newest last.
    finished: Vec<Finished>,
    has_snapshot: bool,
}

/// A running task, and when it was seen starting.
#[derive(Clone, Debug)]
struct RunningTask {
    id: String,
    started_at: Option<f64>,
}

impl RunTimes {
    /// Learns from a snapshot taken at `now`; `before` is the time of the previous one. Runs in
    /// `cancelled` are ignored, because their durations do not predict those of others.
    pub(super) fn observe<'a>(
        &mut self,
        running: impl Iterator<Item = &'a str>,
        cancelled: &[String],
        before: f64,
        now: f64,
    ) {
        let is_recent = now - before < MAX_SNAPSHOT_AGE;
        let observed = std::mem::replace(&mut self.has_snapshot, true) && is_recent;
        let previous = std::mem::take(&mut self.running);
        let task = |id: &str| {
            let known = previous.iter().find(|task| task.id == id);
            known.cloned().unwrap_or_else(|| RunningTask {
                id: id.to_owned(),
                started_at: observed.then_some(now),
            })
        };
        self.running = running.map(task).collect();
        for task in previous {
            let is_running = self.running.iter().any(|running| running.id == task.id);
            let has_finished = !is_running && !cancelled.contains(&task.id);
            // A task seen in a single snapshot may have taken any shorter time.
            if let (true, true, Some(started_at)) = (has_finished, observed, task.started_at)
                && now - started_at >= 2.0 * (now - before)
            {
                self.add(task.id, now, now - started_at);
            }
        }
    }

    /// Notes a snapshot without changes: tasks in the next one were seen starting.
    pub(super) fn observe_unchanged(&mut self) {
        self.has_snapshot = true;
    }

    fn add(&mut self, id: String, ended_at: f64, duration: f64) {
        if self.finished.len() == MAX_RECENT {
            self.finished.remove(0);
        }
        self.finished.push(Finished {
            id,
            ended_at,
            duration,
        });
    }

    /// The expected duration of a run of any workflow, in milliseconds. The user's own runs, whose durations
    /// are exact, count wherever they ran: the time depends on the workflow more than on the instance.
    pub(super) fn typical(&self, own: &OwnTimes) -> Option<f64> {
        let is_other = |task: &&Finished| own.all().all(|run| run.id != task.id);
        let observed = self.finished.iter().filter(is_other);
        let mut all: Vec<&Finished> = observed.chain(own.all()).collect();
        all.sort_by(|left, right| right.ended_at.total_cmp(&left.ended_at));
        expected(all.iter().map(|run| run.duration))
    }

    /// The milliseconds until a task starts that waits for these pending ones; `duration` is the expected
    /// duration of a task.
    pub(super) fn time_until_start<'a>(
        &self,
        ahead: impl Iterator<Item = &'a str>,
        now: f64,
        duration: impl Fn(&str) -> Option<f64>,
    ) -> Option<f64> {
        let mut first = f64::INFINITY;
        for task in &self.running {
            let expected = duration(&task.id)?;
            let remaining = match task.started_at {
                Some(started_at) => (expected - (now - started_at)).max(0.0),
                // It started before the first snapshot: assume that half of it is done.
                None => expected / 2.0,
            };
            first = first.min(remaining);
        }
        let mut wait = 0.0;
        for id in ahead {
            wait += duration(id)?;
        }
        let first = if first.is_finite() { first } else { 0.0 };
        Some(first + wait / self.running.len().max(1) as f64)
    }
}

#[cfg(test)]
mod tests;
