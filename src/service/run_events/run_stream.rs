//! What happens to one run, until it ends.

use std::collections::VecDeque;
use std::sync::Arc;

use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, sleep_until};

use super::feed::RunReceiver;
use super::moment::{INTERVAL, LastMoment, Moments};
use super::places::StreamPlace;
use super::{End, RunEvents, Told};
use api::RunStatus;
use store::{EventKind, EventStore, RunEvent, StoreError};

/// What happens to one run.
pub struct RunStream {
    /// To be told next.
    queued: VecDeque<Arc<RunEvent>>,
    /// The last event that was sent; at the start, the state from the store.
    last: Arc<RunEvent>,
    events: RunReceiver,
    moments: Arc<dyn Moments>,
    last_moment: LastMoment,
    next_moment: Instant,
    store: Arc<dyn EventStore>,
    end: End,
    _place: StreamPlace,
}

impl RunEvents {
    /// What happens to a run: from its state on, or after the event with this number. `None` without such a run, or if
    /// all of it was told.
    pub(crate) async fn of_run(
        &self,
        run_id: &str,
        after: Option<u32>,
        place: StreamPlace,
        end: End,
    ) -> Result<Option<RunStream>, StoreError> {
        // Before the state is read, so that nothing happens in between.
        let events = self.feed.of_run(run_id);
        let Some(state) = self.store.state_of_run(run_id).await? else {
            return Ok(None);
        };
        // A number that the run has not reached is of a service that was restored from a backup.
        let after = after.filter(|number| *number <= state.number);
        let queued = match after {
            None => beginning(&state),
            Some(number) => {
                let missed = self.store.events_of_run(run_id, number).await?;
                match missed.is_empty() && number < state.number {
                    // They are no longer kept.
                    true => beginning(&state),
                    false => missed.into_iter().map(Arc::new).collect(),
                }
            }
        };
        if state.status.is_final() && queued.is_empty() {
            return Ok(None);
        }
        let last = RunEvent {
            number: after.unwrap_or_default(),
            status: RunStatus::Pending,
            ..state
        };
        Ok(Some(RunStream {
            queued,
            last: Arc::new(last),
            events,
            moments: self.moments.clone(),
            last_moment: LastMoment::default(),
            next_moment: Instant::now(),
            store: self.store.clone(),
            end: self.end(end),
            _place: place,
        }))
    }
}

/// The state of a run, after its outputs if it has some.
fn beginning(state: &RunEvent) -> VecDeque<Arc<RunEvent>> {
    let outputs = (state.status == RunStatus::Completed).then(|| state.outputs_before());
    let all = outputs.into_iter().chain([state.clone()]);
    all.map(Arc::new).collect()
}

impl RunStream {
    /// What is told next; `None` at the end.
    pub async fn next(&mut self) -> Option<Told> {
        loop {
            if let Some(event) = self.queued.pop_front() {
                self.last = event.clone();
                return Some(Told::Event(event));
            }
            if self.last.kind == EventKind::State && self.last.status.is_final() {
                return None;
            }
            tokio::select! {
                biased;
                () = &mut self.end => return None,
                event = self.events.recv() => match event {
                    Ok(event) if event.number <= self.last.number => {}
                    Ok(event) if event.number == self.last.number + 1 => self.queued.push_back(event),
                    Ok(_) => self.read_missed().await?,
                    // It was too slow. What comes next shows whether it missed events, or knew them all.
                    Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => return None,
                },
                () = sleep_until(self.next_moment) => {
                    let now = Instant::now();
                    self.next_moment = now + INTERVAL;
                    let moment = self.moments.of(&self.last);
                    if let Some(moment) = self.last_moment.news(moment, now) {
                        return Some(Told::Moment(self.last.clone(), moment));
                    }
                }
            }
        }
    }

    /// Reads the events after the last one. `None` ends the stream: its reader comes back.
    async fn read_missed(&mut self) -> Option<()> {
        let (run_id, number) = (&self.last.run_id, self.last.number);
        match self.store.events_of_run(run_id, number).await {
            Ok(events) if !events.is_empty() => {
                self.queued.extend(events.into_iter().map(Arc::new));
                Some(())
            }
            Ok(_) => None,
            Err(why) => {
                tracing::warn!("reading the events of the run {run_id}: {why}");
                None
            }
        }
    }
}
