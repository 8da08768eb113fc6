//! How many engines would be enough for the work there is: what an autoscaler reads. Pure.

/// Within how many seconds all runs should have ended.
const TARGET: f64 = 60.0;

/// The most engines that a service has.
const MOST: usize = 256;

/// The work that engines have to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Work {
    /// The expected seconds that engines need for it.
    pub(super) seconds: f64,
    /// How many runs that are.
    pub(super) runs: usize,
    /// How many engines have one of them.
    pub(super) busy_engines: usize,
}

/// So many that the work is done within the target; at least as many as have runs now, at most one for each run.
pub(super) fn instances_wanted(work: Work) -> usize {
    // Not a number, and numbers that are too large, end at the limits.
    let enough = (work.seconds / TARGET).ceil() as usize;
    let most = work.runs.min(MOST);
    enough
        .max(usize::from(work.runs > 0))
        .min(most)
        .max(work.busy_engines)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(seconds: f64, runs: usize, busy_engines: usize) -> usize {
        instances_wanted(Work {
            seconds,
            runs,
            busy_engines,
        })
    }

    #[test]
    fn nothing_to_do_needs_no_engine() {
        assert_eq!(wanted(0.0, 0, 0), 0);
    }

    #[test]
    fn enough_engines_finish_within_a_minute() {
        assert_eq!(
            [1.0, 60.0, 61.0, 600.0].map(|seconds| wanted(seconds, 100, 1)),
            [1, 1, 2, 10]
        );
    }

    #[test]
    fn no_run_is_shared_by_two_engines() {
        assert_eq!(wanted(3600.0, 2, 1), 2);
        assert_eq!(wanted(f64::INFINITY, 3, 0), 3);
    }

    #[test]
    fn engines_that_have_runs_stay_and_there_is_a_limit() {
        assert_eq!(wanted(5.0, 3, 3), 3);
        assert_eq!(wanted(1e9, 10_000, 4), MOST);
        assert_eq!(wanted(f64::NAN, 2, 0), 1);
    }
}
