//! How long the user's own runs took, by workflow. Pure.

use super::finished_run::{Finished, MAX_RECENT, expected};
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

    /// The expected duration of a run of this workflow.
    pub(super) fn of_workflow(&self, workflow: &str) -> Option<f64> {
        let runs = self.0.iter().filter(|(own, _)| own == workflow);
        expected(runs.map(|(_, run)| run.duration))
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
    fn each_workflow_has_its_own_estimate() {
        let times = own_times(&[("poster", 100.0), ("blur", 9000.0), ("poster", 100.0)]);
        assert_eq!(times.of_workflow("poster"), Some(100.0));
        assert_eq!(times.of_workflow("blur"), Some(9000.0));
        assert_eq!(times.of_workflow("other"), None);
    }

    #[test]
    fn an_estimate_follows_a_change_within_a_few_runs() {
        let mut runs = vec![("blur", 1000.0); 4];
        runs.extend([("blur", 9000.0); 4]);
        let estimate = own_times(&runs).of_workflow("blur").unwrap();
        assert!((1000.0..2000.0).contains(&estimate), "{estimate}");
    }

    #[test]
    fn many_runs_of_one_workflow_do_not_hide_another() {
        let mut runs = vec![("poster", 100.0); 100];
        runs.push(("blur", 9000.0));
        let times = own_times(&runs);
        assert_eq!(times.of_workflow("blur"), Some(9000.0));
        assert_eq!(times.all().count(), MAX_RECENT + 1);
    }
}
