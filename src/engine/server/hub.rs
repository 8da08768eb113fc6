//! Who listens: one socket for each client id, and what is sent to them. Knows nothing of jobs.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use serde_json::{Value, json};
use tokio::sync::mpsc;

/// How many messages wait for a slow socket before it is given up.
const BACKLOG: usize = 4096;

/// The sockets by client id.
#[derive(Default)]
pub(super) struct Hub {
    sockets: Mutex<Sockets>,
}

#[derive(Default)]
struct Sockets {
    by_client: HashMap<String, (u64, mpsc::Sender<Utf8Bytes>)>,
    count: u64,
}

impl Hub {
    /// A place for a new socket; an older one of the same client ends.
    pub(super) fn join(&self, client: &str) -> (u64, mpsc::Receiver<Utf8Bytes>) {
        let (sender, receiver) = mpsc::channel(BACKLOG);
        let mut sockets = self.lock();
        sockets.count += 1;
        let ticket = sockets.count;
        sockets
            .by_client
            .insert(client.to_owned(), (ticket, sender));
        (ticket, receiver)
    }

    /// Gives the place up, unless a newer socket has it.
    pub(super) fn leave(&self, client: &str, ticket: u64) {
        let mut sockets = self.lock();
        if sockets
            .by_client
            .get(client)
            .is_some_and(|(known, _)| *known == ticket)
        {
            sockets.by_client.remove(client);
        }
    }

    /// Whether anybody would get a message to `client`; `None` is everybody.
    pub(super) fn listens(&self, client: Option<&str>) -> bool {
        let sockets = self.lock();
        client.map_or(!sockets.by_client.is_empty(), |client| {
            sockets.by_client.contains_key(client)
        })
    }

    /// Sends `{"type", "data"}` to one client, or to everybody. A socket whose backlog is full
    /// is closed: its client connects again and asks.
    pub(super) fn send(&self, client: Option<&str>, kind: &str, data: &Value) {
        let text = Utf8Bytes::from(json!({ "type": kind, "data": data }).to_string());
        self.lock().by_client.retain(|name, (_, sender)| {
            client.is_some_and(|client| client != name) || sender.try_send(text.clone()).is_ok()
        });
    }

    fn lock(&self) -> MutexGuard<'_, Sockets> {
        self.sockets.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
