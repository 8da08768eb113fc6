use super::*;

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
        observed(&[&[], &["a"], &["a"], &["a"], &[]]).median(),
        Some(3000.0)
    );
}

#[test]
fn a_cancelled_task_gives_no_duration() {
    let mut times = observed(&[&[], &["a", "b"], &["a", "b"], &["b"], &["b"]]);
    assert_eq!(times.median(), Some(2000.0));
    times.observe(std::iter::empty(), &["b".to_owned()], 4000.0, 5000.0);
    assert_eq!(times.durations, [2000.0]);
}

#[test]
fn a_task_that_was_running_at_the_first_snapshot_gives_no_duration() {
    assert_eq!(observed(&[&["a"], &["a"], &[]]).median(), None);
}

#[test]
fn a_task_that_finished_between_distant_snapshots_gives_no_duration() {
    let mut times = observed(&[&[], &["a"]]);
    times.observe(std::iter::empty(), &[], 1000.0, 1000.0 + MAX_SNAPSHOT_AGE);
    assert_eq!(times.median(), None);
}

#[test]
fn a_task_seen_in_a_single_snapshot_gives_no_duration() {
    assert_eq!(observed(&[&[], &["a"], &["b"], &["c"], &[]]).median(), None);
}

#[test]
fn the_estimate_is_the_median_of_the_latest_durations() {
    let running: [&[&str]; 3] = [&["a"], &["b"], &["c"]];
    let mut snapshots: Vec<&[&str]> = vec![&[]];
    for (run, seconds) in [2, 9, 3].into_iter().enumerate() {
        snapshots.extend(std::iter::repeat_n(running[run], seconds));
    }
    snapshots.push(&[]);
    assert_eq!(observed(&snapshots).median(), Some(3000.0));
}

#[test]
fn old_durations_are_dropped() {
    let mut times = RunTimes::default();
    (0..100).for_each(|_| times.add(1000.0));
    (0..MAX_DURATIONS).for_each(|_| times.add(5000.0));
    assert_eq!(times.durations, [5000.0; MAX_DURATIONS]);
}

#[test]
fn without_observations_there_is_no_estimate() {
    assert_eq!(RunTimes::default().time_until_start(3, 0.0), None);
}

#[test]
fn the_third_in_line_waits_for_the_running_task_and_two_more() {
    let times = observed(&[&[], &["a"], &["a"], &["a"], &["a"], &["b"]]);
    assert_eq!(
        times.time_until_start(3, 6000.0),
        Some(3000.0 + 2.0 * 4000.0)
    );
}

#[test]
fn a_task_that_takes_longer_than_usual_is_expected_to_finish_now() {
    let times = observed(&[&[], &["a"], &["a"], &["b"]]);
    assert_eq!(times.time_until_start(1, 60_000.0), Some(0.0));
}

#[test]
fn the_first_run_on_an_idle_instance_gives_a_duration() {
    let mut times = RunTimes::default();
    times.observe_unchanged();
    times.observe(["a"].into_iter(), &[], 0.0, 1000.0);
    times.observe(["a"].into_iter(), &[], 1000.0, 2000.0);
    times.observe([].into_iter(), &[], 4000.0, 5000.0);
    assert_eq!(times.median(), Some(4000.0));
}
