//! How long a run takes on an instance, learned from tasks that were seen starting and finishing, and
//! how long a pending task still waits. Pure; without observations it gives no estimate.

/// How many durations are kept.
const MAX_DURATIONS: usize = 9;
/// If two snapshots are further apart than this, in milliseconds, starts and ends between them do not
/// count as observed.
const MAX_SNAPSHOT_AGE: f64 = 20_000.0;

/// The durations observed on one instance.
#[derive(Clone, Debug, Default)]
pub(super) struct RunTimes {
    running: Vec<RunningTask>,
    durations: Vec<f64>,
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
                self.add(now - started_at);
            }
        }
    }

    /// Notes a snapshot without changes: tasks in the next one were seen starting.
    pub(super) fn observe_unchanged(&mut self) {
        self.has_snapshot = true;
    }

    fn add(&mut self, duration: f64) {
        if self.durations.len() == MAX_DURATIONS {
            self.durations.remove(0);
        }
        self.durations.push(duration);
    }

    /// The median duration of the latest runs, in milliseconds.
    pub(super) fn median(&self) -> Option<f64> {
        let mut durations = self.durations.clone();
        durations.sort_by(f64::total_cmp);
        durations.get(durations.len() / 2).copied()
    }

    /// The milliseconds until the task at this queue position, from 1, starts.
    pub(super) fn time_until_start(&self, position: usize, now: f64) -> Option<f64> {
        let duration = self.median()?;
        let remaining = self.running.iter().map(|task| match task.started_at {
            Some(started_at) => (duration - (now - started_at)).max(0.0),
            // It started before the first snapshot: assume that half of it is done.
            None => duration / 2.0,
        });
        let first = remaining.min_by(f64::total_cmp).unwrap_or_default();
        let parallel = self.running.len().max(1) as f64;
        Some(first + duration * (position.saturating_sub(1) as f64) / parallel)
    }
}

#[cfg(test)]
mod tests;
