//! One request and its answer.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use super::activity::Activity;
use super::connections::Place;
use super::in_work::{Connection, InWork};
use super::limits::Limits;
use parties::Party;

use super::party::TooMany;

/// One request and its answer, from the end of the headers until both bodies are done.
pub(super) struct Exchange {
    connection: Connection,
    in_work: Arc<InWork>,
    limits: Arc<Limits>,
    stalled: AtomicBool,
    claim: Mutex<Claim>,
}

/// The party that the exchange counts towards.
#[derive(Default)]
struct Claim {
    number: Option<u64>,
    /// Whether the request's body has arrived, or nobody needs it.
    is_received: bool,
}

/// An extension of a request, through which its handler says which party the request belongs to. It does not keep the
/// request alive.
#[derive(Clone)]
pub struct Ownership(Weak<Exchange>);

impl Ownership {
    /// Counts the request for a party, until both bodies are done.
    ///
    /// # Errors
    /// When the party, or all together, have as many as they may have.
    pub fn claim(&self, party: Party) -> Result<(), TooMany> {
        match self.0.upgrade() {
            Some(exchange) => exchange.claim(party),
            None => Ok(()),
        }
    }
}

impl Exchange {
    /// A request has begun on this connection.
    pub(super) fn start(place: &Place, has_body: bool) -> Arc<Self> {
        let connection = place.connection.clone();
        connection.activity.send_modify(Activity::request_started);
        let claim = Claim {
            number: None,
            is_received: !has_body,
        };
        Arc::new(Self {
            connection,
            in_work: place.in_work(),
            limits: place.limits(),
            stalled: AtomicBool::new(false),
            claim: Mutex::new(claim),
        })
    }

    /// The handle through which the handler names the party.
    pub(super) fn ownership(self: &Arc<Self>) -> Ownership {
        Ownership(Arc::downgrade(self))
    }

    fn claim(&self, party: Party) -> Result<(), TooMany> {
        let mut claim = self.claimed();
        if let Some(earlier) = claim.number.take() {
            self.in_work.remove(earlier);
        }
        let (is_upload, connection) = (!claim.is_received, self.connection.clone());
        let added = self.in_work.add(party, is_upload, connection, &self.limits);
        if added.is_err() {
            self.connection.activity.send_modify(Activity::refuse);
        }
        claim.number = Some(added?);
        Ok(())
    }

    /// The request's body has arrived, or is not needed any more.
    pub(super) fn received(&self) {
        let mut claim = self.claimed();
        claim.is_received = true;
        if let Some(number) = claim.number {
            self.in_work.received(number);
        }
    }

    /// The request's body is too slow.
    pub(super) fn stall(&self) {
        self.stalled.store(true, Ordering::Relaxed);
    }

    /// Whether the request's body is too slow.
    pub(super) fn is_stalled(&self) -> bool {
        self.stalled.load(Ordering::Relaxed)
    }

    /// Completes when the connection has to make room for another one.
    pub(super) async fn replaced(&self) {
        let mut activity = self.connection.activity.subscribe();
        // The sender lives as long as this.
        let _ = activity.wait_for(Activity::is_replaced).await;
    }

    fn claimed(&self) -> MutexGuard<'_, Claim> {
        self.claim.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        if let Some(number) = self.claimed().number {
            self.in_work.remove(number);
        }
        let activity = &self.connection.activity;
        activity.send_modify(Activity::request_ended);
    }
}
