//! The connected WebSocket clients, one socket per client id, and the messages sent to them.
//! Knows nothing about jobs.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use serde_json::{Value, json};
use tokio::sync::mpsc;

/// The number of messages queued for a slow socket before it is closed.
const BACKLOG: usize = 4096;

/// The connected clients. A backend owns them and sends them its messages.
#[derive(Debug, Default)]
pub struct WebSocketClients {
    /// The message queue of each client's socket.
    sockets: Mutex<HashMap<String, mpsc::Sender<Utf8Bytes>>>,
}

/// The messages for one socket.
#[derive(Debug)]
pub struct Messages(mpsc::Receiver<Utf8Bytes>);

impl Messages {
    /// The next message; `None` if the socket is to be closed.
    pub(super) async fn next(&mut self) -> Option<Utf8Bytes> {
        self.0.recv().await
    }
}

impl WebSocketClients {
    /// Connects a client until its messages are dropped. An older socket of the same client is closed.
    pub fn connect(&self, client: &str) -> Messages {
        let (sender, receiver) = mpsc::channel(BACKLOG);
        let mut sockets = self.lock();
        sockets.retain(|_, sender| !sender.is_closed());
        sockets.insert(client.to_owned(), sender);
        Messages(receiver)
    }

    /// Whether `client` is connected; `None` means any client.
    pub fn is_connected(&self, client: Option<&str>) -> bool {
        let sockets = self.lock();
        let is_open = |sender: &mpsc::Sender<_>| !sender.is_closed();
        match client {
            Some(client) => sockets.get(client).is_some_and(is_open),
            None => sockets.values().any(is_open),
        }
    }

    /// Sends `{"type", "data"}` to one client, or to every client. A socket with a full backlog is
    /// closed; its client reconnects and polls.
    pub fn send(&self, client: Option<&str>, kind: &str, data: &Value) {
        let text = Utf8Bytes::from(json!({ "type": kind, "data": data }).to_string());
        self.lock().retain(|name, sender| {
            client.is_some_and(|client| client != name) || sender.try_send(text.clone()).is_ok()
        });
    }

    /// Sends every client the number of pending and running jobs, as the event `status`.
    pub fn send_status(&self, remaining: usize) {
        self.send(None, "status", &status(remaining));
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, mpsc::Sender<Utf8Bytes>>> {
        self.sockets.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The data of ComfyUI's `status` event.
pub(super) fn status(remaining: usize) -> Value {
    json!({ "status": { "exec_info": { "queue_remaining": remaining } } })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_is_connected_until_its_messages_are_dropped() {
        let clients = WebSocketClients::default();
        let first = clients.connect("a");
        let second = clients.connect("a");
        drop(first);
        assert!(clients.is_connected(Some("a")) && clients.is_connected(None));
        drop(second);
        assert!(!clients.is_connected(Some("a")) && !clients.is_connected(None));
        let _other = clients.connect("b");
        assert_eq!(clients.lock().len(), 1, "a client that left is forgotten");
    }

    #[test]
    fn a_client_that_does_not_read_is_disconnected() {
        let clients = WebSocketClients::default();
        let _messages = clients.connect("slow");
        for _ in 0..BACKLOG {
            clients.send_status(0);
        }
        assert!(clients.is_connected(Some("slow")));
        clients.send_status(0);
        assert!(!clients.is_connected(Some("slow")));
    }
}
