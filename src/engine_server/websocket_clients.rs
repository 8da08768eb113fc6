//! The connected WebSocket clients, one socket per client id, and the messages sent to them.
//! Knows nothing about jobs.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use serde_json::{Value, json};
use tokio::sync::mpsc;

/// The number of messages queued for a slow socket before it is closed.
const BACKLOG: usize = 4096;

/// The connected clients.
#[derive(Default)]
pub(super) struct WebSocketClients {
    sockets: Mutex<Sockets>,
}

#[derive(Default)]
struct Sockets {
    /// The number and the message queue of each client's socket.
    by_client: HashMap<String, (u64, mpsc::Sender<Utf8Bytes>)>,
    /// The number of sockets registered so far.
    count: u64,
}

impl WebSocketClients {
    /// Registers a new socket and returns its number and its messages. An older socket of the same
    /// client is closed.
    pub(super) fn connect(&self, client: &str) -> (u64, mpsc::Receiver<Utf8Bytes>) {
        let (sender, receiver) = mpsc::channel(BACKLOG);
        let mut sockets = self.lock();
        sockets.count += 1;
        let socket = sockets.count;
        sockets
            .by_client
            .insert(client.to_owned(), (socket, sender));
        (socket, receiver)
    }

    /// Removes a socket, unless a newer one has replaced it.
    pub(super) fn disconnect(&self, client: &str, socket: u64) {
        let mut sockets = self.lock();
        if sockets
            .by_client
            .get(client)
            .is_some_and(|(known, _)| *known == socket)
        {
            sockets.by_client.remove(client);
        }
    }

    /// Whether `client` is connected; `None` means any client.
    pub(super) fn is_connected(&self, client: Option<&str>) -> bool {
        let sockets = self.lock();
        client.map_or(!sockets.by_client.is_empty(), |client| {
            sockets.by_client.contains_key(client)
        })
    }

    /// Sends `{"type", "data"}` to one client, or to every client. A socket with a full backlog is
    /// closed; its client reconnects and polls.
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
