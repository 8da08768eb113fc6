use super::*;
use crate::runs::CompletedRun;

impl RunTimes {
    /// The estimate without runs of the user's own.
    fn observed(&self) -> Option<f64> {
        self.typical(&OwnTimes::default())
    }

    fn durations(&self) -> Vec<f64> {
        self.finished.iter().map(|task| task.duration).collect()
    }
}

fn own(id: &str, ended_at: f64, duration: f64) -> CompletedRun {
    CompletedRun {
        id: id.to_owned(),
        workflow_id: "poster".to_owned(),
        ended_at,
        duration,
    }
}

/// Observes snapshots taken one second apart, each specified by its running tasks.
fn observed(snapshots: &[&[&str]]) -> RunTimes {
    let mut times = RunTimes::default();
    for (second, running) in snapshots.iter().enumerate() {
        let now = second as f64 * 1000.0;
        times.observe(running.iter().copied(), &[], now - 1000.0, now);
    }
    times
}

#[test]
fn a_task_seen_starting_and_finishing_gives_a_duration() {
    assert_eq!(
        observed(&[&[], &["a"], &["a"], &["a"], &[]]).observed(),
        Some(3000.0)
    );
}

#[test]
fn a_cancelled_task_gives_no_duration() {
    let mut times = observed(&[&[], &["a", "b"], &["a", "b"], &["b"], &["b"]]);
    assert_eq!(times.observed(), Some(2000.0));
    times.observe(std::iter::empty(), &["b".to_owned()], 4000.0, 5000.0);
    assert_eq!(times.durations(), [2000.0]);
}

#[test]
fn a_task_that_was_running_at_the_first_snapshot_gives_no_duration() {
    assert_eq!(observed(&[&["a"], &["a"], &[]]).observed(), None);
}

#[test]
fn a_task_that_finished_between_distant_snapshots_gives_no_duration() {
    let mut times = observed(&[&[], &["a"]]);
    times.observe(std::iter::empty(), &[], 1000.0, 1000.0 + MAX_SNAPSHOT_AGE);
    assert_eq!(times.observed(), None);
}

#[test]
fn a_task_seen_in_a_single_snapshot_gives_no_duration() {
    assert_eq!(
        observed(&[&[], &["a"], &["b"], &["c"], &[]]).observed(),
        None
    );
}

#[test]
fn newer_tasks_count_more() {
    let running: [&[&str]; 2] = [&["a"], &["b"]];
    let mut snapshots: Vec<&[&str]> = vec![&[]];
    for (run, seconds) in [9, 3].into_iter().enumerate() {
        snapshots.extend(std::iter::repeat_n(running[run], seconds));
    }
    snapshots.push(&[]);
    assert_eq!(observed(&snapshots).observed(), Some(5000.0));
}

#[test]
fn old_tasks_are_dropped() {
    let mut times = RunTimes::default();
    (0..100).for_each(|_| times.add("a".to_owned(), 0.0, 1000.0));
    (0..MAX_RECENT).for_each(|_| times.add("b".to_owned(), 1.0, 5000.0));
    assert_eq!(times.durations(), [5000.0; MAX_RECENT]);
}

#[test]
fn own_runs_that_no_snapshot_showed_change_the_estimate() {
    let mut times = RunTimes::default();
    times.add("blur".to_owned(), 1000.0, 9000.0);
    let posters = (0..4).map(|age| own(&format!("poster-{age}"), 5000.0 - f64::from(age), 100.0));
    let estimate = times.typical(&OwnTimes::collect(posters)).unwrap();
    assert!(estimate < 1000.0, "{estimate}");
}

#[test]
fn own_runs_give_an_estimate_for_an_instance_without_observed_tasks() {
    let posters = OwnTimes::collect([own("a", 1000.0, 100.0)]);
    assert_eq!(RunTimes::default().typical(&posters), Some(100.0));
}

#[test]
fn an_own_run_that_was_observed_counts_once_with_its_exact_duration() {
    let mut times = RunTimes::default();
    times.add("a".to_owned(), 1000.0, 3000.0);
    let exact = OwnTimes::collect([own("a", 1000.0, 2600.0)]);
    assert_eq!(times.typical(&exact), Some(2600.0));
}

/// The time until a task starts behind these, if every task takes 4 s but `quick` takes 1 s.
fn wait(times: &RunTimes, ahead: &[&str], now: f64) -> Option<f64> {
    let duration = |id: &str| Some(if id == "quick" { 1000.0 } else { 4000.0 });
    times.time_until_start(ahead.iter().copied(), now, duration)
}

#[test]
fn without_an_estimate_of_a_task_ahead_there_is_none_of_the_wait() {
    let ahead = ["x", "y"].into_iter();
    let wait = RunTimes::default().time_until_start(ahead, 0.0, |_| None);
    assert_eq!(wait, None);
}

#[test]
fn the_third_in_line_waits_for_the_running_task_and_two_more() {
    let times = observed(&[&[], &["b"]]);
    assert_eq!(wait(&times, &["x", "y"], 2000.0), Some(3000.0 + 8000.0));
    assert_eq!(wait(&times, &["x", "quick"], 2000.0), Some(3000.0 + 5000.0));
}

#[test]
fn a_task_that_takes_longer_than_usual_is_expected_to_finish_now() {
    let times = observed(&[&[], &["b"]]);
    assert_eq!(wait(&times, &[], 60_000.0), Some(0.0));
}

#[test]
fn the_first_run_on_an_idle_instance_gives_a_duration() {
    let mut times = RunTimes::default();
    times.observe_unchanged();
    times.observe(["a"].into_iter(), &[], 0.0, 1000.0);
    times.observe(["a"].into_iter(), &[], 1000.0, 2000.0);
    times.observe([].into_iter(), &[], 4000.0, 5000.0);
    assert_eq!(times.observed(), Some(4000.0));
}
