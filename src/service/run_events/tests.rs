//! Streams whose reader is slow, or listens while things happen, and how often they tell moments.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tempfile::TempDir;
use tokio::time::Instant;

use super::run_stream::RunStream;
use super::service_stream::ServiceStream;
use super::*;
use api::RunStatus;
use store::{Claim, EventFilter, EventStore, Hold, OpenRunStore, RunOutcome, RunRecord, RunStore};
use store_sqlite::SqliteStore;

/// A moment that is another one each time.
#[derive(Default)]
struct Counting(AtomicU32);

impl Moments for Counting {
    fn of(&self, _event: &RunEvent) -> Moment {
        Moment {
            position: Some(self.0.fetch_add(1, Ordering::Relaxed)),
            ..Moment::default()
        }
    }
}

struct Opened {
    _folder: TempDir,
    store: Arc<SqliteStore>,
    events: Arc<RunEvents>,
    background: Background,
}

fn party() -> Party {
    Party {
        id: "key a".into(),
        is_privileged: false,
    }
}

impl Opened {
    /// A store, whose events are told from now on.
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(SqliteStore::open(&folder.path().join("runs.sqlite")).unwrap());
        let limits = StreamLimits {
            all: 10,
            privileged: 0,
            per_party: 10,
        };
        let events = Arc::new(RunEvents::new(limits, Counting::default(), store.clone()));
        let background = Background::default();
        background.spawn(events.clone().follow(background.clone()));
        Self {
            _folder: folder,
            store,
            events,
            background,
        }
    }

    async fn insert(&self, id: &str) {
        self.store.insert(RunRecord::waiting(id)).await.unwrap();
    }

    /// Gives a run to an engine, which does not take it: two events.
    async fn offer(&self, id: &str) {
        assert!(
            self.store
                .begin_attempt(claim(id, "e", "p", "c"))
                .await
                .unwrap()
                .is_some()
        );
        assert!(
            self.store
                .take_back(&hold_of(&self.store, id, "p").await)
                .await
                .unwrap()
        );
    }

    async fn cancel(&self, id: &str) {
        let outcome = RunOutcome::cancelled();
        assert!(self.store.finish(id, outcome).await.unwrap());
    }

    async fn of_run(&self, id: &str) -> RunStream {
        let place = self.events.place(party()).unwrap();
        let stream = self.events.of_run(id, None, place, endless()).await;
        stream.unwrap().unwrap()
    }

    async fn of_all(&self) -> ServiceStream {
        let (place, filter) = (self.events.place(party()).unwrap(), EventFilter::default());
        let stream = self
            .events
            .of_all(filter, String::new(), None, place, endless());
        stream.await.unwrap()
    }
}

fn endless() -> End {
    Box::pin(std::future::pending())
}

/// The numbers of the events of a run until its end.
async fn numbers(stream: &mut RunStream) -> Vec<u32> {
    let mut numbers = Vec::new();
    while let Some(told) = stream.next().await {
        if let Told::Event(event) = told {
            numbers.push(event.number);
        }
    }
    numbers
}

fn claim(run_id: &str, address: &str, prompt_id: &str, client_id: &str) -> Claim {
    Claim {
        run_id: run_id.to_owned(),
        instance_address: address.to_owned(),
        prompt_id: prompt_id.to_owned(),
        client_id: client_id.to_owned(),
    }
}

/// What its holder would have of a run whose attempt has this id.
async fn hold_of(store: &SqliteStore, id: &str, prompt_id: &str) -> Hold {
    let run = store.run(id).await.unwrap();
    Hold {
        prompt_id: prompt_id.to_owned(),
        ..run.unwrap_or_else(|| RunRecord::waiting(id)).hold()
    }
}

#[tokio::test]
async fn a_reader_of_a_run_that_was_too_slow_is_told_everything_in_order() {
    let opened = Opened::new().await;
    opened.insert("a").await;
    let mut slow = opened.of_run("a").await;
    let mut quick = opened.of_run("a").await;
    let reading = tokio::spawn(async move { numbers(&mut quick).await });
    // Many more than wait for a reader.
    for _ in 0..50 {
        opened.offer("a").await;
    }
    opened.cancel("a").await;
    let all: Vec<u32> = (1..=102).collect();
    assert_eq!(reading.await.unwrap(), all);
    assert_eq!(numbers(&mut slow).await, all);
}

#[tokio::test]
async fn a_reader_of_all_runs_that_was_too_slow_is_told_everything_in_order() {
    let opened = Opened::new().await;
    let mut slow = opened.of_all().await;
    assert!(matches!(slow.next().await, Some(Told::Ready { .. })));
    for batch in 0..12 {
        let inserting = (0..50).map(|number| {
            let id = format!("a{batch}-{number}");
            let opened = &opened;
            async move { opened.insert(&id).await }
        });
        futures_util::future::join_all(inserting).await;
    }
    for number in 0..600 {
        opened.insert(&format!("b{number}")).await;
    }
    let mut last = 0;
    for _ in 0..1200 {
        let Some(Told::Event(event)) = slow.next().await else {
            panic!("it is told after {last}");
        };
        assert_eq!(event.id, last + 1);
        last = event.id;
    }
}

#[tokio::test]
async fn whoever_comes_while_things_happen_misses_nothing() {
    let opened = Arc::new(Opened::new().await);
    opened.insert("a").await;
    let changing = tokio::spawn({
        let opened = opened.clone();
        async move {
            for _ in 0..100 {
                opened.offer("a").await;
            }
            opened.cancel("a").await;
        }
    });
    while !changing.is_finished() {
        let mut stream = opened.of_run("a").await;
        let Some(Told::Event(first)) = stream.next().await else {
            panic!("it begins with the state");
        };
        let second = loop {
            match stream.next().await {
                Some(Told::Event(event)) => break Some(event),
                Some(_) => {}
                None => break None,
            }
        };
        match second {
            Some(event) => assert_eq!(event.number, first.number + 1),
            None => assert_eq!(first.status, RunStatus::Cancelled),
        }
    }
}

#[tokio::test]
async fn a_reader_that_is_given_more_old_events_than_may_wait_is_told_the_new_ones() {
    let opened = Opened::new().await;
    opened.insert("a").await;
    for _ in 0..20 {
        opened.offer("a").await;
    }
    let mut stream = opened.of_run("a").await;
    let old = opened.store.events_after(0, feed::PAGE).await.unwrap();
    assert_eq!(old.len(), 41);
    opened.events.feed.give(old);
    let reading = tokio::spawn(async move { numbers(&mut stream).await });
    tokio::task::yield_now().await;
    opened.cancel("a").await;
    assert_eq!(reading.await.unwrap(), [41, 42]);
}

#[tokio::test]
async fn a_stream_tells_at_most_two_moments_a_second() {
    let opened = Opened::new().await;
    opened.insert("a").await;
    let mut stream = opened.of_run("a").await;
    let (start, mut moments) = (Instant::now(), 0);
    while moments < 4 {
        if let Some(Told::Moment(..)) = stream.next().await {
            moments += 1;
        }
    }
    // A sleep is never shorter than it should be.
    assert!(start.elapsed() >= Duration::from_millis(3 * 500));
}

#[tokio::test]
async fn streams_end_when_the_service_stops_and_their_places_are_free_again() {
    let opened = Opened::new().await;
    opened.insert("a").await;
    let (mut of_run, mut of_all) = (opened.of_run("a").await, opened.of_all().await);
    let places: Vec<_> = (0..8)
        .filter_map(|_| opened.events.place(party()).ok())
        .collect();
    assert_eq!(places.len(), 8);
    assert!(opened.events.place(party()).is_err());
    opened.events.stop();
    while of_run.next().await.is_some() {}
    while of_all.next().await.is_some() {}
    drop((of_run, of_all));
    assert!(opened.events.place(party()).is_ok());
    opened.background.stop().await;
}
