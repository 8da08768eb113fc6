//! How many runs of a key have a place at the same time.

use super::*;

#[test]
fn the_further_runs_of_a_key_wait_and_others_go_on() {
    let mut placement = placement(&["a", "b", "c"], 1);
    placement.set_max_placed("ann", Some(1));
    for id in ["1", "2", "3"] {
        placement.add(run(id, "ann", ""));
    }
    placement.add(run("4", "bob", ""));
    let ids = |placed: Vec<(String, String)>| -> Vec<String> {
        placed.into_iter().map(|(_, id)| id).collect()
    };
    assert_eq!(ids(handed_over(&mut placement, 0)), ["1", "4"]);
    placement.ended("4", Some(1.0), 0);
    assert!(handed_over(&mut placement, 0).is_empty());
    placement.ended("1", None, 0);
    assert_eq!(ids(handed_over(&mut placement, 0)), ["2"]);
    placement.take_back(run("2", "ann", ""), 0);
    assert_eq!(ids(handed_over(&mut placement, 0)), ["2"]);
}

#[test]
fn another_limit_or_none_applies_at_once() {
    let mut placement = placement(&["a", "b", "c"], 1);
    placement.set_max_placed("ann", Some(1));
    for id in ["1", "2", "3"] {
        placement.add(run(id, "ann", ""));
    }
    assert_eq!(handed_over(&mut placement, 0).len(), 1);
    placement.set_max_placed("ann", Some(2));
    assert_eq!(handed_over(&mut placement, 0).len(), 1);
    placement.set_max_placed("ann", None);
    assert_eq!(handed_over(&mut placement, 0).len(), 1);
}

#[test]
fn the_next_run_goes_to_an_instance_that_was_idle_all_the_time() {
    let mut placement = placement(&["a", "b"], 1);
    placement.set_fits(1, &["b"]);
    placement.set_fits(2, &["a"]);
    placement.set_max_placed("ann", Some(1));
    for (id, needs) in [("1", 2), ("2", 1)] {
        placement.add(WaitingRun {
            needs,
            ..run(id, "ann", "")
        });
    }
    let placed = |instance: &str, id: &str| vec![(instance.to_owned(), id.to_owned())];
    assert_eq!(handed_over(&mut placement, 0), placed("a", "1"));
    placement.ended("1", Some(1.0), 1000);
    assert_eq!(handed_over(&mut placement, 1000), placed("b", "2"));
}

#[test]
fn runs_that_wait_for_their_key_are_expected_to_start_when_its_others_end() {
    let mut placement = placement(&["a", "b"], 1);
    // Cold, then warm.
    for id in ["cold", "warm"] {
        placement.add(run(id, "", "x"));
        placement.next(0);
        placement.ended(id, Some(4.0), 0);
    }
    placement.set_max_placed("ann", Some(1));
    for id in ["1", "2", "3"] {
        placement.add(run(id, "ann", "x"));
    }
    placement.add(run("4", "bob", "x"));
    let mut starts = |id: &str| placement.estimate(id, 0).unwrap().starts_in;
    let expected = [("1", 0.0), ("2", 4.0), ("3", 8.0), ("4", 0.0)];
    for (id, seconds) in expected {
        assert_eq!(starts(id), Some(seconds), "{id}");
    }
}
