use super::*;
use RunState::{Accepted, Cancelled, Completed, Failed, Pending, Running, Unknown, Uploading};

/// A run that was sent at second `key`, and whose state changed at second `changed`.
fn run(key: u32, state: RunState, changed: u32) -> Candidate {
    Candidate {
        key,
        state,
        changed: f64::from(changed),
        ..Candidate::default()
    }
}

fn with_preview(key: u32) -> Candidate {
    Candidate {
        has_preview: true,
        ..run(key, Running, key)
    }
}

fn in_batch(index: usize, run: Candidate) -> Candidate {
    Candidate {
        batch: Some(("batch".to_owned(), index)),
        ..run
    }
}

fn of_other_tab(run: Candidate) -> Candidate {
    Candidate {
        is_of_other_tab: true,
        ..run
    }
}

/// One situation: Run was last pressed at `since`, while `before` was shown.
struct Case {
    what: &'static str,
    since: u32,
    before: Option<u32>,
    /// Newest first.
    runs: Vec<Candidate>,
    shown: Option<u32>,
}

fn check(cases: Vec<Case>) {
    for case in cases {
        let shown = on_stage(f64::from(case.since), case.before, &case.runs);
        assert_eq!(shown, case.shown, "{}", case.what);
    }
}

#[test]
fn one_run_at_a_time() {
    let case = |what, state, before, shown| Case {
        what,
        since: 20,
        before,
        runs: vec![run(20, state, 25), run(1, Completed, 5)],
        shown: Some(shown),
    };
    check(vec![
        case("sent: the last result stays", Uploading, Some(1), 1),
        case("accepted", Accepted, Some(1), 1),
        case("pending", Pending, Some(1), 1),
        case("running without a preview", Running, Some(1), 1),
        case("completed: its result", Completed, Some(1), 20),
        case("failed: why", Failed, Some(1), 20),
        case("unknown: what to do", Unknown, Some(1), 20),
        case("cancelled: the last result stays", Cancelled, Some(1), 1),
        case("nothing was shown: the run in progress", Pending, None, 20),
        case("cancelled, and nothing was shown", Cancelled, None, 20),
        case("what was shown was removed", Pending, Some(9), 20),
    ]);
}

/// Four runs in these states, in the order in which they were sent.
fn four(what: &'static str, states: [(RunState, u32); 4], shown: u32) -> Case {
    let runs = (10..).zip(states);
    let mut runs: Vec<_> = runs
        .map(|(key, (state, changed))| run(key, state, changed))
        .collect();
    runs.insert(0, run(1, Completed, 5));
    runs.reverse();
    Case {
        what,
        since: 13,
        before: Some(1),
        runs,
        shown: Some(shown),
    }
}

#[test]
fn several_runs_end() {
    let pending = (Pending, 13);
    check(vec![
        four(
            "none has ended",
            [(Running, 13), (Running, 13), pending, pending],
            1,
        ),
        four(
            "one ends",
            [(Completed, 20), (Running, 13), pending, pending],
            10,
        ),
        four(
            "the next one ends",
            [(Completed, 20), (Completed, 21), (Running, 20), pending],
            11,
        ),
        four(
            "they end in another order",
            [(Completed, 22), (Completed, 21), pending, pending],
            10,
        ),
        four(
            "one fails",
            [(Completed, 20), (Failed, 21), (Running, 21), pending],
            11,
        ),
        four(
            "another one ends after the failure",
            [(Completed, 20), (Failed, 21), (Completed, 22), pending],
            12,
        ),
        four(
            "one becomes unknown",
            [(Completed, 20), pending, pending, (Unknown, 21)],
            13,
        ),
        four(
            "others end after it",
            [(Completed, 22), pending, pending, (Unknown, 21)],
            10,
        ),
    ]);
}

#[test]
fn several_runs_of_which_some_are_cancelled() {
    let pending = (Pending, 13);
    check(vec![
        four(
            "the newest is cancelled",
            [(Running, 13), pending, pending, (Cancelled, 20)],
            1,
        ),
        four(
            "the newest is cancelled, others end",
            [(Completed, 21), pending, pending, (Cancelled, 22)],
            10,
        ),
        four(
            "all are cancelled",
            [
                (Cancelled, 20),
                (Cancelled, 20),
                (Cancelled, 20),
                (Cancelled, 20),
            ],
            1,
        ),
    ]);
}

#[test]
fn previews() {
    let case = |what, runs, shown| Case {
        what,
        since: 12,
        before: Some(1),
        runs,
        shown: Some(shown),
    };
    let before = || run(1, Completed, 5);
    check(vec![
        case(
            "a preview replaces an earlier result",
            vec![with_preview(12), before()],
            12,
        ),
        case(
            "of several, the run that was sent first",
            vec![with_preview(12), with_preview(11), before()],
            11,
        ),
        case(
            "a result since the press of Run stays",
            vec![with_preview(12), run(11, Completed, 14), before()],
            11,
        ),
    ]);
}

#[test]
fn a_person_cancels_the_run_that_is_shown() {
    let case = |what, runs, shown| Case {
        what,
        since: 12,
        before: Some(10),
        runs,
        shown: Some(shown),
    };
    let pending = || run(12, Pending, 12);
    let cancelled = || run(10, Cancelled, 20);
    check(vec![
        case(
            "another one runs",
            vec![pending(), run(11, Running, 13), cancelled()],
            11,
        ),
        case("another one waits", vec![pending(), cancelled()], 12),
        case(
            "nothing else is in progress",
            vec![run(12, Cancelled, 19), cancelled()],
            10,
        ),
    ]);
}

#[test]
fn a_person_presses_run_again() {
    check(vec![Case {
        what: "the result that was shown then stays until another run ends",
        since: 16,
        before: Some(10),
        runs: vec![
            run(16, Pending, 16),
            run(11, Running, 15),
            run(10, Completed, 15),
        ],
        shown: Some(10),
    }]);
}

#[test]
fn other_tabs() {
    let case = |what, runs, shown| Case {
        what,
        since: 10,
        before: Some(1),
        runs,
        shown,
    };
    let before = || run(1, Completed, 5);
    let other = |state| of_other_tab(run(11, state, 20));
    check(vec![
        case(
            "its run in progress",
            vec![other(Running), before()],
            Some(1),
        ),
        case("its result", vec![other(Completed), before()], Some(1)),
        case(
            "its result while an own run is in progress",
            vec![other(Completed), run(10, Pending, 10), before()],
            Some(1),
        ),
        case(
            "its preview",
            vec![of_other_tab(with_preview(11)), before()],
            Some(1),
        ),
        case("nothing else to show", vec![other(Completed)], Some(11)),
        case("no runs", vec![], None),
    ]);
}

/// A batch of three runs in these states, newest first, after another run was shown.
fn batch(states: [(RunState, u32); 3]) -> Vec<Candidate> {
    let run = |index: usize| Candidate {
        key: 10 + index as u32,
        ..in_batch(index, run(10, states[index].0, states[index].1))
    };
    vec![run(2), run(1), run(0), run_before()]
}

fn run_before() -> Candidate {
    run(1, Completed, 5)
}

fn of_batch(what: &'static str, runs: Vec<Candidate>, shown: u32) -> Case {
    Case {
        what,
        since: 10,
        before: Some(1),
        runs,
        shown: Some(shown),
    }
}

#[test]
fn a_batch() {
    let (running, pending) = ((Running, 12), (Pending, 11));
    check(vec![
        of_batch("no result yet", batch([running, pending, pending]), 1),
        of_batch(
            "the first result: its first run stands for it",
            batch([running, (Completed, 20), pending]),
            10,
        ),
        of_batch(
            "more results",
            batch([(Completed, 22), (Completed, 20), pending]),
            10,
        ),
        of_batch(
            "some are cancelled",
            batch([(Completed, 22), (Cancelled, 23), (Cancelled, 23)]),
            10,
        ),
        of_batch(
            "all are cancelled",
            batch([(Cancelled, 22), (Cancelled, 22), (Cancelled, 22)]),
            1,
        ),
    ]);
}

#[test]
fn a_run_beside_a_batch() {
    let beside = |single: Candidate, states| [vec![single], batch(states)].concat();
    let (running, pending) = ((Running, 12), (Pending, 11));
    check(vec![
        of_batch(
            "a single run beside it ends first",
            beside(run(13, Completed, 19), [running, pending, pending]),
            13,
        ),
        of_batch(
            "then the batch has a result",
            beside(run(13, Completed, 19), [(Completed, 20), running, pending]),
            10,
        ),
        of_batch(
            "a single run ends after its first result",
            beside(run(13, Completed, 21), [(Completed, 20), running, pending]),
            13,
        ),
        of_batch(
            "the batch goes on after that",
            beside(
                run(13, Completed, 21),
                [(Completed, 20), (Completed, 22), (Completed, 23)],
            ),
            13,
        ),
        of_batch(
            "the single run is cancelled",
            beside(
                run(13, Cancelled, 23),
                [(Completed, 20), (Completed, 22), pending],
            ),
            10,
        ),
    ]);
}

#[test]
fn a_result_of_a_batch_that_was_shown_alone_stays() {
    let runs = [
        run(20, Pending, 20),
        in_batch(1, run(3, Completed, 6)),
        in_batch(0, run(2, Completed, 5)),
    ];
    assert_eq!(on_stage(20.0, Some(3), &runs), Some(3));
}

#[test]
fn a_page_that_opens_shows_what_ended_last() {
    let runs = [
        run(3, Cancelled, 9),
        run(2, Pending, 8),
        run(1, Completed, 5),
    ];
    assert_eq!(on_stage(0.0, None, &runs), Some(1));
}
