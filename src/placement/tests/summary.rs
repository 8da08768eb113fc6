//! What placement looks like from outside.

use super::*;

#[test]
fn runs_are_counted_by_workflow_wherever_they_are() {
    let mut placement = placement(&["a"], 1);
    for id in ["1", "2"] {
        placement.add(run(id, "ann", "x"));
    }
    placement.add(run("3", "ann", ""));
    assert_eq!(handed_over(&mut placement, 0).len(), 1);
    let summary = placement.summary(0);
    let all = |workflow: &str| {
        let counts = summary.workflows[workflow];
        counts.waiting + counts.placed
    };
    assert_eq!((all("workflow of x"), all("workflow of ")), (2, 1));
    let placed = summary.workflows.values().map(|counts| counts.placed);
    assert_eq!(placed.sum::<usize>(), 1);
    assert_eq!((summary.busy_instances, summary.without_instance), (1, 0));
    for id in ["1", "2", "3"] {
        placement.remove(id, 0);
    }
    let summary = placement.summary(0);
    assert_eq!((summary.workflows.len(), summary.busy_instances), (0, 0));
    assert_eq!(summary.work, 0.0);
}

#[test]
fn a_workflow_that_has_never_completed_takes_at_least_as_long_as_its_run_so_far() {
    let mut placement = placement(&["a"], 1);
    for id in ["1", "2", "3"] {
        placement.add(run(id, "ann", "x"));
    }
    assert_eq!(handed_over(&mut placement, 0).len(), 1);
    let at_first = placement.summary(0).work;
    let later = placement.summary(600_000).work;
    assert!(at_first < 120.0, "{at_first}");
    assert!(
        later >= 1200.0,
        "two wait, each for 600 s at least: {later}"
    );
    // Once one has completed, that is what the others take.
    placement.ended("1", Some(10.0), 600_000);
    assert!(placement.summary(600_000).work < 120.0);
}

#[test]
fn runs_that_fit_no_instance_which_takes_runs_are_counted() {
    let mut placement = placement(&["a", "b"], 0);
    placement.set_fits(7, &["b"]);
    let special = WaitingRun {
        needs: 7,
        ..run("special", "ann", "")
    };
    placement.add(special);
    placement.add(run("1", "ann", ""));
    assert_eq!(placement.summary(0).without_instance, 2);
    placement.set_instance("a", 1, 1, 0);
    assert_eq!(placement.summary(0).without_instance, 1);
    placement.set_instance("b", 1, 1, 0);
    assert_eq!(placement.summary(0).without_instance, 0);
}

#[test]
fn hand_overs_are_counted_by_where_the_models_were() {
    let mut placement = placement(&["a"], 1);
    for (id, model) in [("1", "x"), ("2", "x"), ("3", "y"), ("4", "")] {
        placement.add(run(id, "ann", model));
    }
    assert_eq!(executed(&mut placement).len(), 4);
    placement.occupy(run("5", "ann", "y"), "a", 0);
    let counts = HandOvers {
        warm: 1,
        cold: 2,
        without_models: 1,
    };
    assert_eq!(placement.summary(0).hand_overs, counts);
}

#[test]
fn work_is_what_is_learned_and_what_is_left() {
    let mut placement = placement(&["a"], 1);
    placement.add(run("1", "ann", ""));
    handed_over(&mut placement, 0);
    placement.ended("1", Some(20.0), 20_000);
    for id in ["2", "3", "4"] {
        placement.add(run(id, "ann", ""));
    }
    handed_over(&mut placement, 20_000);
    let work = |now| placement.summary(now).work;
    assert_eq!([20_000, 25_000].map(work), [60.0, 55.0]);
    assert_eq!(work(100_000), 42.0, "a run that takes longer is not free");
}
