use super::*;

/// Pictures one second apart, each with what runs.
fn seen(pictures: &[&[&str]]) -> Pace {
    let mut pace = Pace::default();
    for (second, running) in pictures.iter().enumerate() {
        let now = second as f64 * 1000.0;
        pace.see(running.iter().copied(), &[], now - 1000.0, now);
    }
    pace
}

#[test]
fn a_task_that_was_seen_to_begin_and_to_leave_tells_its_time() {
    assert_eq!(
        seen(&[&[], &["a"], &["a"], &["a"], &[]]).each(),
        Some(3000.0)
    );
}

#[test]
fn a_task_that_was_stopped_tells_nothing() {
    let mut pace = seen(&[&[], &["a", "b"], &["a", "b"], &["b"], &["b"]]);
    assert_eq!(pace.each(), Some(2000.0));
    pace.see(std::iter::empty(), &["b".to_owned()], 4000.0, 5000.0);
    assert_eq!(pace.spans, [2000.0]);
}

#[test]
fn a_task_that_ran_before_anybody_looked_tells_nothing() {
    assert_eq!(seen(&[&["a"], &["a"], &[]]).each(), None);
}

#[test]
fn a_task_that_left_while_nobody_looked_tells_nothing() {
    let mut pace = seen(&[&[], &["a"]]);
    pace.see(std::iter::empty(), &[], 1000.0, 1000.0 + BLIND);
    assert_eq!(pace.each(), None);
}

#[test]
fn a_task_that_is_over_by_the_next_picture_tells_nothing() {
    assert_eq!(seen(&[&[], &["a"], &["b"], &["c"], &[]]).each(), None);
}

#[test]
fn the_middle_of_the_last_times_counts() {
    let running: [&[&str]; 3] = [&["a"], &["b"], &["c"]];
    let mut pictures: Vec<&[&str]> = vec![&[]];
    for (run, seconds) in [2, 9, 3].into_iter().enumerate() {
        pictures.extend(std::iter::repeat_n(running[run], seconds));
    }
    pictures.push(&[]);
    assert_eq!(seen(&pictures).each(), Some(3000.0));
}

#[test]
fn old_times_are_forgotten() {
    let mut pace = Pace::default();
    (0..100).for_each(|_| pace.learn(1000.0));
    (0..SPANS).for_each(|_| pace.learn(5000.0));
    assert_eq!(pace.spans, [5000.0; SPANS]);
}

#[test]
fn nobody_waits_a_known_time_where_nothing_was_seen() {
    assert_eq!(Pace::default().wait(3, 0.0), None);
}

#[test]
fn who_is_third_waits_for_the_running_one_and_for_two_more() {
    let pace = seen(&[&[], &["a"], &["a"], &["a"], &["a"], &["b"]]);
    assert_eq!(pace.wait(3, 6000.0), Some(3000.0 + 2.0 * 4000.0));
}

#[test]
fn a_task_that_takes_longer_than_usual_ends_any_moment() {
    let pace = seen(&[&[], &["a"], &["a"], &["b"]]);
    assert_eq!(pace.wait(1, 60_000.0), Some(0.0));
}

#[test]
fn the_first_run_on_an_instance_that_was_idle_is_learned() {
    let mut pace = Pace::default();
    pace.look();
    pace.see(["a"].into_iter(), &[], 0.0, 1000.0);
    pace.see(["a"].into_iter(), &[], 1000.0, 2000.0);
    pace.see([].into_iter(), &[], 4000.0, 5000.0);
    assert_eq!(pace.each(), Some(4000.0));
}
