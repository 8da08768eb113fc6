//! The changes that a run can have, and the events that report them.

use store::{RunOutcome, Store};

use crate::samples::{claim, hold_of, run};

/// The checked parts of an event: its number, its kind, and the status and attempts after it.
pub type Reported = (u32, &'static str, &'static str, u32);

/// The events of the run `a` after this number.
pub async fn reported(store: &dyn Store, after: u32) -> Vec<Reported> {
    let events = store.events_of_run("a", after).await.unwrap();
    let reported = events.iter().map(|event| {
        let (kind, status) = (event.kind.name(), event.status.name());
        (event.number, kind, status, event.attempts)
    });
    reported.collect()
}

/// A change of the run, its events, and the number of events before it.
pub struct Change {
    pub name: &'static str,
    pub before: u32,
    pub reported: Vec<Reported>,
}

/// Every change of a run, in an order in which it can have them.
pub fn changes() -> Vec<Change> {
    let change = |name, reported: &[Reported]| Change {
        name,
        before: reported[0].0 - 1,
        reported: reported.to_vec(),
    };
    vec![
        change("insert", &[(1, "state", "pending", 0)]),
        change("attempt", &[(2, "attempt", "pending", 1)]),
        change("take back", &[(3, "attempt", "pending", 0)]),
        change("attempt", &[(4, "attempt", "pending", 1)]),
        change("running", &[(5, "state", "running", 1)]),
        change("lost", &[(6, "state", "pending", 1)]),
        change("attempt", &[(7, "attempt", "pending", 2)]),
        change("running", &[(8, "state", "running", 2)]),
        change(
            "complete",
            &[
                (9, "outputs", "completed", 2),
                (10, "state", "completed", 2),
            ],
        ),
    ]
}

/// Makes the change of the run `a` that has this name.
pub async fn make(store: &dyn Store, change: &str) {
    let held = hold_of(store, "a", "p").await;
    let is_made = match change {
        "insert" => store.insert(run("a", Some("g"))).await.unwrap().is_none(),
        "attempt" => {
            let claimed = store.begin_attempt(claim("a", "e", "p", "c")).await;
            claimed.unwrap().is_some()
        }
        "take back" => store.take_back(&held).await.unwrap(),
        "running" => store.mark_running(&held).await.unwrap(),
        "lost" => store.place_again(&held).await.unwrap(),
        "complete" => {
            let outcome = RunOutcome::completed(vec!["x.png".to_owned()], 3);
            store.finish_attempt(&held, outcome).await.unwrap()
        }
        "fail" => store.finish("a", RunOutcome::failed("why")).await.unwrap(),
        "cancel" => store.finish("a", RunOutcome::cancelled()).await.unwrap(),
        other => panic!("{other}"),
    };
    assert!(is_made, "{change}");
}
