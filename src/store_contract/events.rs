//! Every change of a run has one event for each part that has changed. The events are numbered without gaps.

use api::RunStatus;
use chrono::{TimeDelta, Utc};
use futures_util::StreamExt;
use store::{Author, EventFilter, OpenRunPlace, Reach, RunOutcome, RunRecord, Store};

use crate::changes::{changes, make, reported};
use crate::samples::{claim, hold_of, remove, run};

pub async fn every_change_is_reported_with_what_has_changed(store: &dyn Store) {
    for change in changes() {
        assert_eq!(reported(store, change.before).await, [], "{}", change.name);
        make(store, change.name).await;
        let expected = change.reported;
        assert_eq!(
            reported(store, change.before).await,
            expected,
            "{}",
            change.name
        );
        let state = store.state_of_run("a").await.unwrap().unwrap();
        assert_eq!(Some(state.number), expected.last().map(|last| last.0));
    }
    let outputs = &store.events_of_run("a", 8).await.unwrap()[0];
    assert_eq!(outputs.outputs, ["x.png"]);
    assert_eq!(store.state_of_run("b").await.unwrap(), None);
}

pub async fn a_follower_gets_the_last_event(store: &dyn Store) {
    let mut news = store.follow_events().await.unwrap();
    let mut before = news.last;
    assert_eq!(before, 0);
    for id in ["a", "b", "c"] {
        store.insert(run(id, None)).await.unwrap();
        let last = news.later.next().await.unwrap();
        // It is written before it is announced.
        let events = store.events_after(before, 10).await.unwrap();
        let written = events.iter().map(|event| (event.id, event.run_id.as_str()));
        assert_eq!(written.collect::<Vec<_>>(), [(last, id)]);
        assert_eq!(store.follow_events().await.unwrap().last, last);
        before = last;
    }
    let first = store.events_after(0, 1).await.unwrap();
    assert_eq!(first.len(), 1, "at most as many as requested");
    assert_eq!(first[0].run_id, "a");
}

pub async fn the_last_event_is_at_least_that_of_every_change_that_has_returned(store: &dyn Store) {
    for number in 0..50 {
        store.insert(run(&number.to_string(), None)).await.unwrap();
        let last = store.follow_events().await.unwrap().last;
        assert_eq!(store.events_after(last, 1).await.unwrap(), []);
    }
}

pub async fn the_runs_that_engines_execute_are_those_that_run(store: &dyn Store) {
    for (id, group) in [("a", Some("g")), ("b", None), ("c", None), ("d", None)] {
        store.insert(run(id, group)).await.unwrap();
    }
    for id in ["a", "b", "c"] {
        let claimed = store.begin_attempt(claim(id, "e", id, "c")).await.unwrap();
        if id != "c" {
            assert!(store.mark_running(&claimed.unwrap()).await.unwrap());
        }
    }
    let executing = async |filter| {
        let events = store.executing_runs(filter).await.unwrap();
        let mut ids: Vec<_> = events.into_iter().map(|event| event.run_id).collect();
        ids.sort();
        ids
    };
    assert_eq!(executing(EventFilter::default()).await, ["a", "b"]);
    let of_group = EventFilter {
        group_id: Some("g".to_owned()),
        ..EventFilter::default()
    };
    assert_eq!(executing(of_group).await, ["a"]);
    let of_ann = EventFilter {
        reach: Reach::of_key("ann"),
        ..EventFilter::default()
    };
    assert_eq!(executing(of_ann).await, [""; 0]);
}

pub async fn the_other_ends_are_reported_with_their_reason(store: &dyn Store) {
    for (change, status, error) in [
        ("fail", RunStatus::Failed, Some("why")),
        ("cancel", RunStatus::Cancelled, None),
    ] {
        make(store, "insert").await;
        make(store, change).await;
        let events = store.events_of_run("a", 1).await.unwrap();
        let [event] = events.as_slice() else {
            panic!("{events:?}");
        };
        assert_eq!((event.status, event.error.as_deref()), (status, error));
        assert_eq!((event.number, event.outputs.len()), (2, 0));
        remove(store, &["a"]).await;
    }
}

pub async fn a_change_that_fails_or_changes_nothing_reports_nothing(store: &dyn Store) {
    make(store, "insert").await;
    assert!(store.insert(run("a", None)).await.is_err());
    store
        .mark_running(&hold_of(store, "a", "of another attempt").await)
        .await
        .unwrap();
    // It waits, as it did before.
    assert!(
        store
            .take_back(&hold_of(store, "a", "of another attempt").await)
            .await
            .unwrap()
    );
    make(store, "cancel").await;
    assert!(!store.finish("a", RunOutcome::failed("late")).await.unwrap());
    assert!(
        store
            .begin_attempt(claim("a", "e", "p", "c"))
            .await
            .unwrap()
            .is_none()
    );
    assert_eq!(reported(store, 2).await, []);
    assert_eq!(store.events_after(0, 10).await.unwrap().len(), 2);
}

pub async fn events_of_removed_runs_and_old_ones_are_gone_and_ids_never_come_again(
    store: &dyn Store,
) {
    make(store, "insert").await;
    make(store, "cancel").await;
    let last = store.events_after(0, 10).await.unwrap()[1].id;
    let by = Author::service();
    let removed = store.begin_removals(vec!["a".to_owned()], by).await;
    assert_eq!(removed.unwrap().len(), 1);
    assert_eq!(store.events_after(0, 10).await.unwrap(), []);
    let has_all = async |id, most| store.has_all_after(id, most).await.unwrap();
    assert!(!has_all(0, 9).await, "both are gone");
    assert!(has_all(last, 9).await, "no event follows");
    make(store, "insert").await;
    assert!(has_all(last, 1).await && !has_all(last - 1, 9).await);
    assert!(!has_all(last, 0).await, "there are too many");
    assert!(!has_all(last + 9, 9).await, "there is no such event");
    let hour = TimeDelta::hours(1);
    assert!(!store.forget_events(Utc::now() - hour).await.unwrap());
    assert_eq!(reported(store, 0).await.len(), 1);
    assert!(!store.forget_events(Utc::now() + hour).await.unwrap());
    assert_eq!(reported(store, 0).await, []);
    let state = store.state_of_run("a").await.unwrap().unwrap();
    assert_eq!((state.number, state.status), (1, RunStatus::Pending));
    make(store, "attempt").await;
    assert_eq!(reported(store, 0).await, [(2, "attempt", "pending", 1)]);
}

pub async fn open_runs_are_listed_page_by_page_as_the_filter_says(store: &dyn Store) {
    for (id, group) in [("a", Some("g")), ("b", None), ("c", Some("g")), ("d", None)] {
        store.insert(run(id, group)).await.unwrap();
    }
    let of_ann = RunRecord {
        owner: "ann".to_owned(),
        workflow_id: "v".to_owned(),
        ..run("e", Some("g"))
    };
    store.insert(of_ann).await.unwrap();
    store.finish("c", RunOutcome::cancelled()).await.unwrap();
    let open = async |filter: EventFilter| {
        let (mut place, mut ids) = (OpenRunPlace::default(), Vec::new());
        loop {
            let (events, next) = store.open_runs(filter.clone(), place, 2).await.unwrap();
            if events.is_empty() {
                return ids.concat();
            }
            place = next;
            ids.extend(events.into_iter().map(|event| event.run_id));
        }
    };
    assert_eq!(open(EventFilter::default()).await, "abde");
    let of = |text: &str| Some(text.to_owned());
    let filter = |reach: Reach, workflow_id, group_id| EventFilter {
        reach,
        workflow_id,
        group_id,
    };
    let ann = Reach::of_key("ann");
    for (filter, ids) in [
        (filter(Reach::of_key(""), None, None), "abd"),
        (filter(Reach::default(), None, of("g")), "ae"),
        (filter(ann, of("v"), of("g")), "e"),
        (filter(Reach::default(), of("x"), None), ""),
    ] {
        assert_eq!(open(filter.clone()).await, ids, "{filter:?}");
    }
}

pub async fn the_start_of_a_run_that_nobody_has_seen_is_reported_before_its_end(store: &dyn Store) {
    let completed = |started_at| RunOutcome {
        started_at,
        ..RunOutcome::completed(Vec::new(), 0)
    };
    let end = |number| {
        [
            (number, "outputs", "completed", 1),
            (number + 1, "state", "completed", 1),
        ]
    };
    let start = (3, "state", "running", 1);
    let now = Utc::now().timestamp_millis();
    for (was_seen, started_at, expected) in [
        (false, Some(now), [&[start][..], &end(4)].concat()),
        (true, Some(now), [&[start][..], &end(4)].concat()),
        (false, None, end(3).to_vec()),
    ] {
        make(store, "insert").await;
        make(store, "attempt").await;
        if was_seen {
            make(store, "running").await;
        }
        let outcome = completed(started_at);
        assert!(
            store
                .finish_attempt(&hold_of(store, "a", "p").await, outcome)
                .await
                .unwrap()
        );
        assert_eq!(reported(store, 2).await, expected);
        remove(store, &["a"]).await;
    }
}

pub async fn a_late_result_of_an_attempt_that_was_given_up_starts_nothing(store: &dyn Store) {
    make(store, "insert").await;
    make(store, "attempt").await;
    let outcome = RunOutcome {
        started_at: Some(Utc::now().timestamp_millis()),
        ..RunOutcome::completed(Vec::new(), 0)
    };
    let other = hold_of(store, "a", "other").await;
    assert!(!store.finish_attempt(&other, outcome).await.unwrap());
    assert_eq!(reported(store, 2).await, []);
}
