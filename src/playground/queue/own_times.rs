//! How long the user's own runs took, by workflow. Pure.

use super::finished_run::{Finished, MAX_RECENT};
use crate::runs::CompletedRun;

/// The user's latest completed runs, newest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct OwnTimes(Vec<(String, Finished)>);

impl OwnTimes {
    /// Collects completed runs, newest first. Of each workflow, only the latest count.
    pub(super) fn collect(runs: impl IntoIterator<Item = CompletedRun>) -> Self {
        let mut latest: Vec<(String, Finished)> = Vec::new();
        for run in runs {
            let same = latest.iter().filter(|(own, _)| *own == run.workflow_id);
            if same.count() < MAX_RECENT {
                let finished = Finished {
                    id: run.id,
                    ended_at: run.ended_at,
                    duration: run.duration,
                };
                latest.push((run.workflow_id, finished));
            }
        }
        latest.sort_by(|(_, left), (_, right)| right.ended_at.total_cmp(&left.ended_at));
        Self(latest)
    }

    /// The runs of all workflows, newest first.
    pub(super) fn all(&self) -> impl Iterator<Item = &Finished> {
        self.0.iter().map(|(_, run)| run)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Completed runs, newest first, of these workflows and durations.
    fn own_times(runs: &[(&str, f64)]) -> OwnTimes {
        OwnTimes::collect(
            runs.iter()
                .enumerate()
                .map(|(age, (workflow, duration))| CompletedRun {
                    id: format!("run-{age}"),
                    workflow_id: (*workflow).to_owned(),
                    ended_at: 1000.0 - age as f64,
                    duration: *duration,
                }),
        )
    }

    #[test]
    fn many_runs_of_one_workflow_do_not_hide_another() {
        let mut runs = vec![("poster", 100.0); 100];
        runs.push(("blur", 9000.0));
        let times = own_times(&runs);
        assert!(times.all().any(|run| run.duration == 9000.0));
        assert_eq!(times.all().count(), MAX_RECENT + 1);
    }
}
