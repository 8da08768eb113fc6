//! Streams of the events of runs. A stream ends with the key or the token that opened it.

use parties::Party;

use super::{READ_RUN, READ_RUNS, RunOperations};
use crate::auth::Caller;
use crate::operations::error::DomainError;
use crate::run_events::{End, NoPlace, RunStream, ServiceStream, StreamPlace};
use api::Right;
use store::EventFilter;

/// Seconds until there may be room for another stream.
const RETRY_AFTER: u64 = 10;

/// The reader of a stream.
pub struct Reader {
    /// The party that the stream counts for.
    pub party: Party,
    /// The key, or the token, whose end ends the stream.
    pub key: Vec<u8>,
}

/// The runs whose events a stream has; `None` for every run that the caller can access.
#[derive(Debug, Default)]
pub struct EventChoice {
    /// Runs of this workflow.
    pub workflow_id: Option<String>,
    /// Runs of this group.
    pub group_id: Option<String>,
}

impl RunOperations {
    /// The events of a run of the caller after this one. `None` if the run has ended and the caller has every event.
    pub async fn follow(
        &self,
        caller: &Caller,
        run_id: &str,
        after: Option<u32>,
        reader: Reader,
    ) -> Result<Option<RunStream>, DomainError> {
        self.access.require(caller, READ_RUN)?;
        let run = self.find(caller, run_id).await?;
        let (place, end) = self.opened(reader)?;
        let stream = self.run_events.of_run(&run.id, after, place, end);
        Ok(stream.await?)
    }

    /// The events of the runs that the caller can access, after this one.
    pub async fn follow_all(
        &self,
        caller: &Caller,
        choice: EventChoice,
        after: Option<i64>,
        reader: Reader,
    ) -> Result<ServiceStream, DomainError> {
        self.access.require(caller, READ_RUNS)?;
        let filter = EventFilter {
            reach: caller.reach(),
            workflow_id: choice.workflow_id,
            group_id: choice.group_id,
        };
        let (place, end) = self.opened(reader)?;
        let own = caller.name.clone();
        let stream = self.run_events.of_all(filter, own, after, place, end);
        Ok(stream.await?)
    }

    /// A place for a stream, and the condition that ends it: the end of its key, or another stream that needs its
    /// place.
    fn opened(&self, reader: Reader) -> Result<(StreamPlace, End), DomainError> {
        let place = self.run_events.place(reader.party).map_err(refused)?;
        let revoked = self.auth.end_of(&reader.key, Right::Read);
        let replaced = place.replaced();
        let end = async move {
            tokio::select! {
                () = revoked => {}
                () = replaced => {}
            }
        };
        Ok((place, Box::pin(end)))
    }
}

fn refused(why: NoPlace) -> DomainError {
    match why {
        NoPlace::OfParty(most) => {
            let why = format!(
                "this key has {most} streams of events open, which is its limit; read the run instead"
            );
            DomainError::TooManyAtOnce(why, RETRY_AFTER)
        }
        NoPlace::All => {
            let why = "too many streams of events are open; read the run instead, or";
            DomainError::Unavailable(format!("{why} try again in {RETRY_AFTER} s"), RETRY_AFTER)
        }
    }
}
