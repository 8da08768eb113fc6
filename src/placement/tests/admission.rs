//! How many runs of each key may wait.

use super::*;

/// Lets as many runs of a key wait as it may. Returns how many those are.
fn fill(placement: &mut Placement, key: &str, limit: usize) -> usize {
    let mut count = 0;
    while placement.admit(key, limit) {
        placement.add(run(&format!("{key}{count}"), key, ""));
        placement.release(key);
        count += 1;
    }
    count
}

#[test]
fn a_key_may_use_a_queue_that_nobody_else_uses() {
    assert_eq!(fill(&mut placement(&[], 1), "ann", 12), 12);
}

#[test]
fn each_further_key_has_its_part_of_a_full_queue() {
    let mut placement = placement(&[], 1);
    placement.set_share("cid", 4.0);
    let counts = ["ann", "bob", "cid"].map(|key| fill(&mut placement, key, 12));
    // Half of 12, then four parts of six.
    assert_eq!(counts, [12, 6, 8]);
    placement.remove("ann0", 0);
    assert!(!placement.admit("ann", 12), "the others have room");
    placement.remove("bob0", 0);
    assert_eq!(
        fill(&mut placement, "bob", 12),
        0,
        "its part is smaller now"
    );
}

#[test]
fn every_key_has_room_for_one_run_and_the_first_key_for_as_many_as_if_it_were_alone() {
    let mut placement = placement(&[], 1);
    placement.set_share("ann", 1e6);
    placement.set_share("bob", 1e-6);
    let counts = ["ann", "bob", FIRST_KEY].map(|key| fill(&mut placement, key, 3));
    assert_eq!(counts, [3, 1, 3]);
}

#[test]
fn runs_that_are_being_accepted_count_until_they_are_released() {
    let mut placement = placement(&[], 1);
    let admitted = [(); 4].map(|()| placement.admit("ann", 3));
    assert_eq!(admitted, [true, true, true, false]);
    assert!(placement.admit("bob", 3) && !placement.admit("bob", 3));
    placement.release("ann");
    placement.release("bob");
    assert!(!placement.admit("ann", 3) || !placement.admit("ann", 3));
}

#[test]
fn runs_that_have_left_free_the_queue() {
    let mut placement = placement(&["a"], 2);
    fill(&mut placement, "ann", 4);
    assert_eq!(handed_over(&mut placement, 0).len(), 2);
    assert_eq!(fill(&mut placement, "bob", 4), 2);
    placement.take_back(run("ann0", "ann", ""), 0);
    assert!(!placement.admit("ann", 4));
}

#[test]
fn the_wait_for_room_is_as_long_as_the_runs_before_it_take() {
    let mut placement = placement(&["a"], 1);
    for id in ["x", "y"] {
        placement.add(run(id, "ann", ""));
        placement.next(0);
        placement.ended(id, Some(10.0), 0);
    }
    placement.add(run("running", "ann", ""));
    placement.next(0);
    fill(&mut placement, "ann", 4);
    assert_eq!(placement.room_in("ann", 4, 0, 0), Some(10.0));
    fill(&mut placement, "bob", 4);
    // Six wait. Of the first three that start, two are of each key; two are within the part of ann.
    let room = ["ann", "bob"].map(|key| placement.room_in(key, 4, 0, 4000));
    assert_eq!(room, [Some(26.0), Some(6.0)]);
    let offline = Placement::new().room_in("ann", 0, 0, 0);
    assert_eq!(offline, None);
}
