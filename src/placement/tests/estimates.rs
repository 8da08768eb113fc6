//! When waiting runs are expected to start, and how long they take.

use super::*;

/// Executes a run of the workflow of x alone.
fn complete(placement: &mut Placement, id: &str, seconds: f64) {
    placement.add(run(id, "", "x"));
    placement.next(0);
    placement.ended(id, Some(seconds), 0);
}

#[test]
fn nothing_is_expected_of_a_workflow_without_a_completed_run() {
    let mut placement = placement(&["a"], 1);
    complete(&mut placement, "0", 4.0);
    for (id, model) in [("1", "x"), ("2", "x"), ("3", "y"), ("4", "x")] {
        placement.add(run(id, "", model));
    }
    placement.next(0);
    let estimates = ["2", "3", "4"].map(|id| {
        let estimate = placement.estimate(id, 0).unwrap();
        (estimate.starts_in.is_some(), estimate.takes.is_some())
    });
    assert_eq!(estimates, [(true, true), (true, false), (false, true)]);

    placement.remove("2", 0);
    placement.remove("4", 0);
    placement.ended("1", None, 0);
    placement.next(0);
    placement.add(run("5", "", "x"));
    assert_eq!(placement.estimate("3", 0), None, "it has started");
    assert_eq!(placement.estimate("5", 0).unwrap().starts_in, None);
}

#[test]
fn estimates_follow_the_order_and_the_learned_durations() {
    let mut placement = placement(&["a"], 1);
    for (id, seconds) in [("0", 20.0), ("1", 4.0), ("2", 4.0)] {
        complete(&mut placement, id, seconds);
    }
    for id in ["3", "4", "5", "6"] {
        placement.add(run(id, "", "x"));
    }
    placement.next(0);
    assert_eq!(placement.estimate("3", 0), None, "it has started");
    assert_eq!(placement.first(2, 0), ["4", "5"]);
    let last = placement.estimate("6", 0).unwrap();
    assert_eq!(
        (last.position, last.starts_in, last.takes),
        (3, Some(12.0), Some(4.0))
    );
    let later = placement.estimate("6", 3000).unwrap();
    assert_eq!(later.starts_in, Some(9.0), "run 3 has been executing");
    let overdue = placement.estimate("4", 10_000).unwrap();
    assert_eq!(
        overdue.starts_in,
        Some(0.4),
        "run 3 takes longer than expected"
    );
    assert_eq!(placement.of_key(""), ["4", "5", "6"]);
    assert_eq!(placement.room_in("", 3, 0, 1000), Some(3.0));
    let mut restored = Placement::new();
    restored.restore(placement.learned());
    assert_eq!(restored.expected("workflow of x"), Some(4.0));
    assert_eq!(restored.typical("workflow of x"), Some(4.0));
    assert_eq!(restored.typical("another workflow"), None);
}

#[test]
fn nobody_knows_when_a_run_starts_whose_instances_take_none() {
    let mut placement = placement(&["a", "b"], 1);
    for (id, seconds) in [("0", 4.0), ("1", 4.0)] {
        complete(&mut placement, id, seconds);
    }
    placement.set_fits(1, &["b"]);
    placement.set_instance("b", 0, 0, 0);
    let stranded = WaitingRun {
        needs: 1,
        ..run("2", "", "x")
    };
    placement.add(stranded);
    for id in ["3", "4"] {
        placement.add(run(id, "", "x"));
    }
    placement.next(0);
    let estimate = placement.estimate("2", 0).unwrap();
    assert_eq!((estimate.position, estimate.starts_in), (1, None));
    let behind = placement.estimate("4", 0).unwrap();
    assert_eq!((behind.position, behind.starts_in), (2, Some(4.0)));
    placement.set_instance("a", 0, 0, 0);
    let nowhere = placement.estimate("4", 2000).unwrap();
    assert_eq!((nowhere.position, nowhere.starts_in), (2, None));
}
