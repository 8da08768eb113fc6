//! The open connections of a listener, and which of them makes room for another.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use super::activity::Activity;
use super::in_work::{Connection, InWork};
use super::limits::Limits;

type Open = HashMap<u64, Arc<watch::Sender<Activity>>>;

/// The minimum time between two log lines about few free connections.
const LOG_INTERVAL: Duration = Duration::from_secs(60);

/// The open connections of a listener.
pub(super) struct Connections {
    limits: Arc<Limits>,
    open: Mutex<Open>,
    in_work: Arc<InWork>,
    logged: Mutex<Option<Instant>>,
}

/// The place of one connection. Dropping it frees the place.
pub(super) struct Place {
    number: u64,
    pub(super) connection: Connection,
    /// Whether this connection serves only requests with a valid key.
    pub(super) is_reserved: bool,
    connections: Arc<Connections>,
}

impl Connections {
    /// No connections yet.
    pub(super) fn new(limits: Limits) -> Arc<Self> {
        Arc::new(Self {
            limits: Arc::new(limits),
            open: Mutex::default(),
            in_work: Arc::default(),
            logged: Mutex::default(),
        })
    }

    /// A place for a new connection. If all are taken, one whose caller was refused makes room, or the one that has
    /// waited longest for a request; if there is none, the slowest of the party with the most in work. `None` if no
    /// party has more than one.
    pub(super) fn admit(self: &Arc<Self>, number: u64) -> Option<Place> {
        let mut open = self.open();
        if open.len() >= self.limits.connections {
            match first_to_go(&open) {
                Some(number) => open.remove(&number)?.send_modify(Activity::replace),
                None => self.in_work.make_room()?,
            }
        }
        let is_reserved = open.len() + self.limits.reserved >= self.limits.connections;
        if is_reserved {
            self.log(open.len());
        }
        let activity = Arc::new(watch::Sender::new(Activity::new()));
        open.insert(number, Arc::clone(&activity));
        Some(Place {
            number,
            connection: Connection {
                activity,
                moved: Arc::default(),
            },
            is_reserved,
            connections: Arc::clone(self),
        })
    }

    fn log(&self, open: usize) {
        let mut logged = self.logged.lock().unwrap_or_else(PoisonError::into_inner);
        if logged.is_none_or(|last| last.elapsed() >= LOG_INTERVAL) {
            *logged = Some(Instant::now());
            let most = self.limits.connections;
            tracing::warn!("{open} of {most} connections are open; the rest need a valid key");
        }
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn first_to_go(open: &Open) -> Option<u64> {
    let dispensable = open
        .iter()
        .filter_map(|(number, activity)| Some((activity.borrow().turn_to_go()?, *number)));
    dispensable.min().map(|(_, number)| number)
}

impl Place {
    /// The limits of its listener.
    pub(super) fn limits(&self) -> Arc<Limits> {
        self.connections.limits.clone()
    }

    /// The requests in work of its listener.
    pub(super) fn in_work(&self) -> Arc<InWork> {
        self.connections.in_work.clone()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.connections.open().remove(&self.number);
    }
}
