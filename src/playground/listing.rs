//! The workflows that the connected deployment lists. Knows no form.

mod listed;
mod state;

use crate::connection::Connection;
use crate::spawn_now::spawn_now;
use client::ErrorKind;
use client_web::Client;
use ui::{RwSignal, StoredValue};

pub(crate) use listed::Listed;
pub(crate) use state::ListingState;

/// The listing of the connected deployment.
#[derive(Clone, Copy)]
pub(crate) struct Listing {
    /// The connection that it follows.
    pub(crate) connection: Connection,
    state: RwSignal<ListingState>,
    /// The epoch of the connection that it belongs to.
    epoch: StoredValue<u32>,
}

impl Listing {
    /// A listing that is not loaded yet.
    pub(crate) fn new(connection: Connection) -> Self {
        Self {
            connection,
            state: RwSignal::new(ListingState::NotLoaded),
            epoch: StoredValue::new(0),
        }
    }

    /// Its state; tracked.
    pub(crate) fn get(self) -> ListingState {
        self.state.get()
    }

    /// Reads its state; tracked.
    pub(crate) fn with<T>(self, read: impl FnOnce(&ListingState) -> T) -> T {
        self.state.with(read)
    }

    /// Whether it is loading; tracked.
    pub(crate) fn is_loading(self) -> bool {
        self.with(|state| *state == ListingState::Loading)
    }

    /// Whether the deployment listed its workflows; not tracked.
    pub(crate) fn is_loaded(self) -> bool {
        self.state
            .with_untracked(|state| matches!(state, ListingState::Loaded(_)))
    }

    /// Whether the connected deployment has listed its workflows, or answered that it does not; tracked.
    pub(crate) fn is_answered(self) -> bool {
        let is_current = self.epoch.get_value() == self.connection.epoch.get();
        let is_answered = self.with(ListingState::is_answered);
        is_current && is_answered
    }

    /// How many workflows are listed, if the deployment lists them; tracked.
    pub(crate) fn count(self) -> Option<usize> {
        self.with(|state| match state {
            ListingState::Loaded(entries) => Some(entries.len()),
            _ => None,
        })
    }

    /// The listed workflows; not tracked.
    pub(crate) fn entries(self) -> Vec<Listed> {
        self.state.with_untracked(|state| match state {
            ListingState::Loaded(entries) => entries.clone(),
            _ => Vec::new(),
        })
    }

    /// The listed workflow with this id; not tracked.
    pub(crate) fn entry(self, id: &str) -> Option<Listed> {
        self.state.with_untracked(|state| state.entry(id))
    }

    /// Whether the deployment lists its workflows, and none has this id; tracked.
    pub(crate) fn is_missing(self, id: &str) -> bool {
        let id = id.trim();
        self.with(|state| {
            !id.is_empty() && matches!(state, ListingState::Loaded(_)) && state.entry(id).is_none()
        })
    }

    /// The version of the listed workflow with this id, if the deployment counts them, and the names of its fields;
    /// tracked.
    pub(crate) fn deployed(self, id: &str) -> Option<(Option<u32>, Vec<String>)> {
        let entry = self.with(|state| state.entry(id))?;
        let fields = entry.read().0.fields.iter();
        let names = fields.map(|field| field.name.clone()).collect();
        Some((entry.version, names))
    }

    /// What links to results of the listed workflow with this id may show, as JSON text; `None` if the deployment
    /// offers no such links. Tracked.
    pub(crate) fn sharing(self, id: &str) -> Option<String> {
        // The current version decides.
        let id = id.split('@').next().unwrap_or_default();
        self.with(|state| match state {
            ListingState::Loaded(entries) => {
                let entry = entries.iter().find(|entry| entry.id == id)?;
                entry.share.clone()
            }
            _ => None,
        })
    }

    /// Shows these workflows as those of the deployment.
    #[cfg(all(test, target_arch = "wasm32"))]
    pub(crate) fn fill(self, entries: Vec<api::WorkflowEntry>) {
        let entries = entries.into_iter().map(Listed::from).collect();
        self.state.set(ListingState::Loaded(entries));
    }

    /// Forgets what an earlier deployment listed.
    pub(crate) fn forget(self) {
        self.epoch.set_value(self.connection.epoch.get_untracked());
        self.state.set(ListingState::NotLoaded);
    }

    /// Loads it. `choose` sees the entries before anything else does.
    pub(crate) fn load(self, choose: impl FnOnce(&[Listed]) + 'static) {
        let Some(client) = self.connection.client.get_untracked() else {
            return;
        };
        let epoch = self.connection.epoch.get_untracked();
        if !self.is_loaded() {
            self.state.set(ListingState::Loading);
        }
        spawn_now(async move {
            let answer = client.workflows().await;
            if self.connection.epoch.try_get_untracked() != Some(epoch) {
                return;
            }
            match answer {
                Ok(entries) => {
                    let entries: Vec<Listed> = entries.into_iter().map(Listed::from).collect();
                    choose(&entries);
                    self.state.set(ListingState::Loaded(entries));
                }
                Err(error) if error.kind == ErrorKind::NotFound => {
                    self.state.set(ListingState::Unsupported);
                }
                // The status of the connection says so, and the known workflows stay.
                Err(_) if self.is_loaded() => {}
                Err(error) => self.state.set(ListingState::Failed(Box::new(error))),
            }
        });
    }

    /// Loads it again after a workflow was deployed under this id. Returns the version of that one, if it is listed.
    pub(crate) async fn load_deployed(self, client: &Client, id: &str) -> Option<Option<u32>> {
        let epoch = self.connection.epoch.try_get_untracked();
        let entries = client.workflows().await.ok()?;
        if self.connection.epoch.try_get_untracked() != epoch {
            return None;
        }
        let entry = entries.iter().find(|entry| entry.id == id);
        let version = entry.map(|entry| entry.version);
        let entries = entries.into_iter().map(Listed::from).collect();
        self.state.set(ListingState::Loaded(entries));
        version
    }

    /// Lets everything that read it read it again.
    pub(crate) fn notify(self) {
        self.state.notify();
    }
}
