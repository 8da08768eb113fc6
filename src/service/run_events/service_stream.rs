//! What happens to all runs of a filter: first the states of those that have not ended, then every event.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, sleep_until};

use super::feed::PAGE;
use super::moment::{INTERVAL, LastMoment, Moments};
use super::places::StreamPlace;
use super::{End, RunEvents, Told};
use api::RunStatus;
use store::{EventFilter, EventKind, EventStore, OpenRunPlace, Reach, RunEvent, StoreError};

/// How many events a reader may have missed to be told them; beyond, the states of all open runs are shorter.
const MAX_MISSED: u32 = 50_000;

/// What happens to all runs of a filter.
pub struct ServiceStream {
    filter: EventFilter,
    /// Whose runs are told moments of: those of the caller itself.
    own: String,
    /// To be told next.
    queued: VecDeque<Told>,
    step: Step,
    /// The id of the last event that was looked at.
    last: i64,
    events: Receiver<Arc<RunEvent>>,
    /// The caller's runs that an engine executes, by id.
    running: HashMap<String, RunningRun>,
    moments: Arc<dyn Moments>,
    next_moment: Instant,
    store: Arc<dyn EventStore>,
    end: End,
    _place: StreamPlace,
}

/// A run that is executed: an event of it, and the last moment that was told.
type RunningRun = (Arc<RunEvent>, LastMoment);

/// What is read next.
enum Step {
    /// The states of open runs, from this place on; how many were read.
    Open(OpenRunPlace, u64),
    /// Events from the store.
    Missed,
    /// Events as they are written.
    Live,
}

impl RunEvents {
    /// What happens to all runs of a filter: from now on, or after the event with this id. `own` is the name of the
    /// caller's key.
    pub(crate) async fn of_all(
        &self,
        filter: EventFilter,
        own: String,
        after: Option<i64>,
        place: StreamPlace,
        end: End,
    ) -> Result<ServiceStream, StoreError> {
        let events = self.feed.all();
        let last = self.store.follow_events().await?.last;
        let after = match after {
            Some(id) if self.store.has_all_after(id, MAX_MISSED).await? => Some(id),
            _ => None,
        };
        // A resumed stream is not told again that they are running.
        let running = match after {
            Some(_) => self.executing(&filter, &own).await?,
            None => HashMap::new(),
        };
        Ok(ServiceStream {
            filter,
            own,
            queued: VecDeque::new(),
            step: match after {
                Some(_) => Step::Missed,
                None => Step::Open(OpenRunPlace::default(), 0),
            },
            last: after.unwrap_or(last),
            events,
            running,
            moments: self.moments.clone(),
            next_moment: Instant::now(),
            store: self.store.clone(),
            end: self.end(end),
            _place: place,
        })
    }

    /// The runs of a filter that this key has submitted and that engines execute.
    async fn executing(
        &self,
        filter: &EventFilter,
        own: &str,
    ) -> Result<HashMap<String, RunningRun>, StoreError> {
        let own = EventFilter {
            reach: Reach {
                owner: Some(own.to_owned()),
                ..filter.reach.clone()
            },
            ..filter.clone()
        };
        let running = self.store.executing_runs(own).await?.into_iter();
        let told = running.map(|event| {
            let run_id = event.run_id.clone();
            (run_id, (Arc::new(event), LastMoment::default()))
        });
        Ok(told.collect())
    }
}

impl ServiceStream {
    /// What is told next; `None` at the end.
    pub async fn next(&mut self) -> Option<Told> {
        loop {
            if let Some(told) = self.queued.pop_front() {
                return Some(told);
            }
            let has_moments = !self.running.is_empty();
            tokio::select! {
                biased;
                () = &mut self.end => return None,
                read = read(&mut self.step, &self.store, &self.filter, &mut self.last, &mut self.events) => {
                    self.take(read?);
                }
                () = sleep_until(self.next_moment), if has_moments => self.tell_moments(),
            }
        }
    }

    /// Tells events of the filter.
    fn take(&mut self, read: Read) {
        for event in read.events {
            if self.filter.allows(&event) {
                self.note_running(&event);
                self.queued.push_back(Told::Event(event));
            }
        }
        let ready = read.ready;
        self.queued
            .extend(ready.map(|(id, runs)| Told::Ready { id, runs }));
    }

    fn note_running(&mut self, event: &Arc<RunEvent>) {
        if event.kind != EventKind::State || event.owner != self.own {
            return;
        }
        match event.status {
            RunStatus::Running => {
                let told = (event.clone(), LastMoment::default());
                self.running.insert(event.run_id.clone(), told);
            }
            _ => drop(self.running.remove(&event.run_id)),
        }
    }

    fn tell_moments(&mut self) {
        let now = Instant::now();
        self.next_moment = now + INTERVAL;
        for (event, last) in self.running.values_mut() {
            if let Some(moment) = last.news(self.moments.of(event), now) {
                self.queued.push_back(Told::Moment(event.clone(), moment));
            }
        }
    }
}

/// What was read.
#[derive(Default)]
struct Read {
    events: Vec<Arc<RunEvent>>,
    /// The id of the last event before the open runs were read, and their number, if all of them were.
    ready: Option<(i64, u64)>,
}

/// Reads what comes next; `None` ends the stream. Dropped before its end, it loses nothing.
async fn read(
    step: &mut Step,
    store: &Arc<dyn EventStore>,
    filter: &EventFilter,
    last: &mut i64,
    events: &mut Receiver<Arc<RunEvent>>,
) -> Option<Read> {
    let failed = |why: &StoreError| tracing::warn!("reading the events of runs: {why}");
    match step {
        Step::Open(place, count) => {
            let read = store.open_runs(filter.clone(), place.clone(), PAGE).await;
            let (events, place) = read.inspect_err(failed).ok()?;
            let count = *count + events.len() as u64;
            let is_last = events.len() < PAGE as usize;
            *step = if is_last {
                Step::Live
            } else {
                Step::Open(place, count)
            };
            let ready = is_last.then_some((*last, count));
            let events = events.into_iter().map(Arc::new).collect();
            Some(Read { events, ready })
        }
        Step::Missed => {
            let read = store.events_after(*last, PAGE).await;
            let events = read.inspect_err(failed).ok()?;
            if let Some(event) = events.last() {
                *last = event.id;
            }
            if events.len() < PAGE as usize {
                *step = Step::Live;
            }
            let events = events.into_iter().map(Arc::new).collect();
            Some(Read {
                events,
                ready: None,
            })
        }
        Step::Live => {
            let event = match events.recv().await {
                Ok(event) => event,
                Err(RecvError::Closed) => return None,
                Err(RecvError::Lagged(_)) => {
                    *step = Step::Missed;
                    return Some(Read::default());
                }
            };
            if event.id <= *last {
                return Some(Read::default());
            }
            *last = event.id;
            Some(Read {
                events: vec![event],
                ready: None,
            })
        }
    }
}
