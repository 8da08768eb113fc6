//! Streams of what happens to runs: recorded events, which are sent after they were written and can be resumed, and
//! moments, which only the latest of counts. A slow reader holds nobody up: it loses moments, and events are read again
//! from the store. Knows no HTTP.

mod feed;
mod moment;
mod places;
mod run_stream;
mod service_stream;

use std::sync::Arc;

use futures_util::future::BoxFuture;
use parties::Party;
use tokio_util::sync::CancellationToken;

use feed::Feed;
pub(crate) use feed::forget_old;
use moment::Moments;
pub use moment::{Moment, RunMoments};
use places::Places;
pub(crate) use places::{NoPlace, StreamLimits, StreamPlace};
pub use run_stream::RunStream;
pub use service_stream::ServiceStream;

use crate::background::Background;
use store::EventStore;
pub use store::{EventKind, RunEvent};

/// One message of a stream.
#[derive(Clone, Debug)]
pub enum Told {
    /// A change of a run.
    Event(Arc<RunEvent>),
    /// The states of all runs that have not ended were sent. What follows comes after an event.
    Ready {
        /// The id of the event.
        id: i64,
        /// How many runs have not ended.
        runs: u64,
    },
    /// How far a run is, after its last event.
    Moment(Arc<RunEvent>, Moment),
}

/// What ends a stream besides the end of its run.
pub(crate) type End = BoxFuture<'static, ()>;

/// The streams of one service.
pub(crate) struct RunEvents {
    feed: Arc<Feed>,
    moments: Arc<dyn Moments>,
    store: Arc<dyn EventStore>,
    places: Arc<Places>,
    /// Cancelled when the service stops.
    stopping: CancellationToken,
}

impl RunEvents {
    /// No streams yet; so many of them may be open.
    pub(crate) fn new(
        limits: StreamLimits,
        moments: impl Moments + 'static,
        store: Arc<dyn EventStore>,
    ) -> Self {
        Self {
            feed: Arc::new(Feed::new(store.clone())),
            moments: Arc::new(moments),
            store,
            places: Places::new(limits),
            stopping: CancellationToken::new(),
        }
    }

    /// Tells what is written, until the service stops.
    pub(crate) async fn follow(self: Arc<Self>, background: Background) {
        self.feed.follow(&background).await;
    }

    /// A place for one more stream of a party.
    ///
    /// # Errors
    /// When the party has as many as it may have, or there is no room for any.
    pub(crate) fn place(&self, party: Party) -> Result<StreamPlace, NoPlace> {
        self.places.take(party)
    }

    /// How many streams are open, and how many may be.
    pub(crate) fn open_streams(&self) -> (usize, usize) {
        self.places.count()
    }

    /// Ends every stream.
    pub(crate) fn stop(&self) {
        self.stopping.cancel();
    }

    /// Completes when `end` does, or when the service stops.
    fn end(&self, end: End) -> End {
        let stopping = self.stopping.clone();
        Box::pin(async move {
            tokio::select! {
                () = stopping.cancelled() => {}
                () = end => {}
            }
        })
    }
}

#[cfg(test)]
mod tests;
