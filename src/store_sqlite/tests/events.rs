//! Every change of a run is told in its transaction: by one event for each thing that has changed, numbered without gaps.

use chrono::{TimeDelta, Utc};

use futures_util::StreamExt;

use super::*;

/// What is checked of an event: its number, its kind, and the status and attempts after it.
type Told = (u32, &'static str, &'static str, u32);

async fn told(store: &SqliteStore, after: u32) -> Vec<Told> {
    let events = store.events_of_run("a", after).await.unwrap();
    let told = events.iter().map(|event| {
        let (kind, status) = (event.kind.name(), event.status.name());
        (event.number, kind, status, event.attempts)
    });
    told.collect()
}

/// A change of the run, what it tells, and the events of the run before it.
struct Change {
    name: &'static str,
    before: u32,
    told: Vec<Told>,
}

/// Every change of a run, in an order in which it can have them.
fn changes() -> Vec<Change> {
    let change = |name, told: &[Told]| Change {
        name,
        before: told[0].0 - 1,
        told: told.to_vec(),
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

async fn make(store: &SqliteStore, change: &str) {
    match change {
        "insert" => drop(store.insert(run("a", Some("g"))).await.unwrap()),
        "attempt" => assert!(
            store
                .begin_attempt(claim("a", "e", "p", "c"))
                .await
                .unwrap()
                .is_some()
        ),
        "take back" => assert!(
            store
                .take_back(&hold_of(store, "a", "p").await)
                .await
                .unwrap()
        ),
        "running" => assert!(
            store
                .mark_running(&hold_of(store, "a", "p").await)
                .await
                .unwrap()
        ),
        "lost" => assert!(
            store
                .place_again(&hold_of(store, "a", "p").await)
                .await
                .unwrap()
        ),
        "complete" => {
            let outcome = RunOutcome::completed(vec!["x.png".to_owned()], 3);
            assert!(
                store
                    .finish_attempt(&hold_of(store, "a", "p").await, outcome)
                    .await
                    .unwrap()
            );
        }
        "fail" => assert!(store.finish("a", RunOutcome::failed("why")).await.unwrap()),
        "cancel" => assert!(store.finish("a", RunOutcome::cancelled()).await.unwrap()),
        other => panic!("{other}"),
    }
}

/// A copy of the files as a killed service leaves them, opened.
fn killed(folder: &tempfile::TempDir) -> (tempfile::TempDir, SqliteStore) {
    let copy = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), copy.path().join(entry.file_name())).unwrap();
    }
    let store = SqliteStore::open(&copy.path().join("runs.sqlite")).unwrap();
    (copy, store)
}

#[tokio::test]
async fn a_service_killed_before_or_after_any_change_tells_it_exactly_if_it_was_written() {
    let (folder, store) = store();
    for change in changes() {
        let (_before, without) = killed(&folder);
        assert_eq!(told(&without, change.before).await, [], "{}", change.name);
        make(&store, change.name).await;
        // Nobody was told of it yet: there is no feed.
        let (_after, with) = killed(&folder);
        assert_eq!(
            told(&with, change.before).await,
            change.told,
            "{}",
            change.name
        );
        let state = with.state_of_run("a").await.unwrap().unwrap();
        assert_eq!(
            state.number,
            change.told.last().unwrap().0,
            "{}",
            change.name
        );
    }
    let outputs = &store.events_of_run("a", 8).await.unwrap()[0];
    assert_eq!(outputs.outputs, ["x.png"]);
}

#[tokio::test]
async fn the_other_ends_are_told_with_their_reason() {
    for (change, status, error) in [
        ("fail", RunStatus::Failed, Some("why")),
        ("cancel", RunStatus::Cancelled, None),
    ] {
        let (_folder, store) = store();
        make(&store, "insert").await;
        make(&store, change).await;
        let events = store.events_of_run("a", 1).await.unwrap();
        let [event] = events.as_slice() else {
            panic!("{events:?}");
        };
        assert_eq!((event.status, event.error.as_deref()), (status, error));
        assert_eq!((event.number, event.outputs.len()), (2, 0));
    }
}

#[tokio::test]
async fn a_change_that_fails_or_changes_nothing_tells_nothing() {
    let (_folder, store) = store();
    make(&store, "insert").await;
    assert!(store.insert(run("a", None)).await.is_err());
    store
        .mark_running(&hold_of(&store, "a", "of another attempt").await)
        .await
        .unwrap();
    // It waits, as it did before.
    assert!(
        store
            .take_back(&hold_of(&store, "a", "of another attempt").await)
            .await
            .unwrap()
    );
    make(&store, "cancel").await;
    assert!(!store.finish("a", RunOutcome::failed("late")).await.unwrap());
    assert!(
        store
            .begin_attempt(claim("a", "e", "p", "c"))
            .await
            .unwrap()
            .is_none()
    );
    assert_eq!(told(&store, 2).await, []);
    assert_eq!(store.events_after(0, 10).await.unwrap().len(), 2);
}

#[tokio::test]
async fn the_last_event_is_known_once_it_is_on_the_disk() {
    let (folder, store) = store();
    let mut news = store.follow_events().await.unwrap();
    assert_eq!(news.last, 0);
    for (index, id) in ["a", "b", "c"].into_iter().enumerate() {
        let inserting = tokio::spawn({
            let store = store.clone();
            async move { store.insert(run(id, None)).await }
        });
        let id = news.later.next().await.unwrap();
        let (_copy, copied) = killed(&folder);
        let events = copied.events_after(0, 10).await.unwrap();
        assert_eq!(events.last().map(|event| event.id), Some(id));
        assert_eq!(events.len(), index + 1);
        inserting.await.unwrap().unwrap();
    }
    drop(store);
    assert_eq!(news.later.next().await, None);
    let reopened = SqliteStore::open(&folder.path().join("runs.sqlite")).unwrap();
    assert_eq!(reopened.follow_events().await.unwrap().last, 3);
}

#[tokio::test]
async fn events_of_removed_runs_and_old_ones_are_gone_and_ids_never_come_again() {
    let (_folder, store) = store();
    make(&store, "insert").await;
    make(&store, "cancel").await;
    let by = Author::service();
    let removed = store.begin_removals(vec!["a".to_owned()], by).await;
    assert_eq!(removed.unwrap().len(), 1);
    assert_eq!(store.events_after(0, 10).await.unwrap(), []);
    let has_all = async |id, most| store.has_all_after(id, most).await.unwrap();
    assert!(!has_all(0, 9).await, "both are gone");
    assert!(has_all(2, 9).await, "there is none");
    make(&store, "insert").await;
    assert!(has_all(2, 1).await && !has_all(1, 9).await);
    assert!(!has_all(2, 0).await, "they are too many");
    assert!(!has_all(4, 9).await, "there is no such event");
    let hour = TimeDelta::hours(1);
    assert!(!store.forget_events(Utc::now() - hour).await.unwrap());
    assert_eq!(told(&store, 0).await.len(), 1);
    assert!(!store.forget_events(Utc::now() + hour).await.unwrap());
    assert_eq!(told(&store, 0).await, []);
    let state = store.state_of_run("a").await.unwrap().unwrap();
    assert_eq!((state.number, state.status), (1, RunStatus::Pending));
    make(&store, "attempt").await;
    assert_eq!(told(&store, 0).await, [(2, "attempt", "pending", 1)]);
}

#[tokio::test]
async fn open_runs_are_listed_page_by_page_as_the_filter_says() {
    let (_folder, store) = store();
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
    for (filter, ids) in [
        (
            EventFilter {
                reach: Reach::of_key(""),
                ..EventFilter::default()
            },
            "abd",
        ),
        (
            EventFilter {
                group_id: of("g"),
                ..EventFilter::default()
            },
            "ae",
        ),
        (
            EventFilter {
                workflow_id: of("v"),
                group_id: of("g"),
                reach: Reach::of_key("ann"),
            },
            "e",
        ),
        (
            EventFilter {
                workflow_id: of("x"),
                ..EventFilter::default()
            },
            "",
        ),
    ] {
        assert_eq!(open(filter.clone()).await, ids, "{filter:?}");
    }
}

#[tokio::test]
async fn the_start_of_a_run_that_nobody_has_seen_is_told_before_its_end() {
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
        let (_folder, store) = store();
        make(&store, "insert").await;
        make(&store, "attempt").await;
        if was_seen {
            make(&store, "running").await;
        }
        let outcome = completed(started_at);
        assert!(
            store
                .finish_attempt(&hold_of(&store, "a", "p").await, outcome)
                .await
                .unwrap()
        );
        assert_eq!(told(&store, 2).await, expected);
    }
    // A late result of an attempt that was given up starts nothing.
    let (_folder, store) = store();
    make(&store, "insert").await;
    make(&store, "attempt").await;
    let outcome = completed(Some(now));
    assert!(
        !store
            .finish_attempt(&hold_of(&store, "a", "other").await, outcome)
            .await
            .unwrap()
    );
    assert_eq!(told(&store, 2).await, []);
}
