//! The page's connection: connects, disconnects, and derives the status from each response.

use super::address::with_scheme;
use super::keys::{ASKED, KeyStore, Keys};
use super::saved_deployments::SavedDeployments;
use super::status::ConnectionStatus;
use crate::call_log;
use crate::deferred::Deferred;
use crate::messages as say;
use crate::page_link::{self, LinkContent};
use crate::storage::{self, StorageArea};
use crate::text::host;
use crate::time::{Clock, now};
use client::Error;
use client_web::Client;
use ui::{RwSignal, StoredValue, after_click, on_cleanup, untrack, window_event_listener_untyped};

/// Finds out why the connection failed, and shows advice in the panel.
pub(super) static ADVISE: Deferred<fn(Connection, &Error)> = Deferred::new();

/// The page's connection.
#[derive(Clone, Copy)]
pub(crate) struct Connection {
    /// The client of the connected deployment.
    pub(crate) client: RwSignal<Option<Client>>,
    /// The status of the connection.
    pub(crate) status: RwSignal<ConnectionStatus>,
    /// Where the person chose to store the key.
    pub(super) key_store: RwSignal<Option<KeyStore>>,
    /// Whether the person has been asked to remember keys.
    pub(super) was_asked: RwSignal<bool>,
    /// The address in the panel.
    pub(crate) address: RwSignal<String>,
    /// The key in the panel.
    pub(crate) key: RwSignal<String>,
    /// The name in the panel, to save the deployment under.
    pub(crate) name: RwSignal<String>,
    /// The saved deployments.
    pub(crate) saved: SavedDeployments,
    /// Whether the panel is open.
    pub(crate) panel: RwSignal<bool>,
    /// Why the connection failed and what to do, if known.
    pub(crate) advice: RwSignal<Option<String>>,
    /// Counts connections, so that late responses of an earlier one are ignored.
    pub(crate) epoch: RwSignal<u32>,
    /// The key of a link that waits until the person chooses between it and the one kept here.
    pub(crate) link_key: RwSignal<Option<String>>,
    /// The values in the link that opened the page, until they are filled in.
    pub(crate) carried: RwSignal<LinkContent>,
    pub(super) keys: Keys,
    last_response: StoredValue<f64>,
}

impl Connection {
    /// Connects with the key of the page's link, or to the deployment that was connected last.
    pub(crate) fn start() -> Self {
        let connection = Self {
            client: RwSignal::new(None),
            status: RwSignal::new(ConnectionStatus::Off),
            key_store: RwSignal::new(None),
            was_asked: RwSignal::new(storage::load(StorageArea::Browser, ASKED).unwrap_or(false)),
            address: RwSignal::new(page_link::page_folder()),
            key: RwSignal::new(String::new()),
            name: RwSignal::new(String::new()),
            saved: SavedDeployments::load(),
            panel: RwSignal::new(false),
            advice: RwSignal::new(None),
            epoch: RwSignal::new(0),
            link_key: RwSignal::new(None),
            carried: RwSignal::new(LinkContent::default()),
            keys: Keys::default(),
            last_response: StoredValue::new(now()),
        };
        if !connection.connect_by_link() {
            connection.restore_last();
        }
        let listener = window_event_listener_untyped("hashchange", move |_| {
            connection.connect_by_link();
        });
        on_cleanup(move || listener.remove());
        connection
    }

    /// Connects to the deployment in the panel, and saves it if it has a name.
    pub(crate) fn connect(self) {
        self.link_key.set(None);
        self.address
            .update(|address| *address = with_scheme(address));
        let (address, key) = (self.address.get_untracked(), self.key.get_untracked());
        self.advice.set(None);
        if let Err(error) = Client::new(&address, "") {
            return self.reject(ConnectionStatus::AddressInvalid(Box::new(error)));
        }
        match Client::new(&address, &key) {
            Ok(client) => {
                let client = client.observed(call_log::record);
                self.address.set(client.base_url().to_owned());
                self.saved
                    .add(&self.name.get_untracked(), client.base_url());
                self.store_key(client.base_url());
                self.client.set(Some(client));
                self.status.set(ConnectionStatus::Connecting);
                self.epoch.update(|epoch| *epoch += 1);
            }
            Err(error) => self.reject(ConnectionStatus::KeyRejected(Box::new(error))),
        }
    }

    /// Puts a deployment into the panel, and connects if its key is known.
    pub(crate) fn select(self, base_url: &str) {
        self.address.set(base_url.to_owned());
        self.name
            .set(self.saved.name_of(base_url).unwrap_or_default());
        if let Some((key, store)) = self.keys.get(base_url) {
            self.key.set(key);
            self.key_store.set(Some(store));
            return self.connect();
        }
        self.key.set(String::new());
        self.key_store.set(None);
        self.disconnect();
        self.panel.set(true);
    }

    /// Takes the typed address. Clears the key and the name of the previous deployment: a key is only ever
    /// sent to its own address.
    pub(crate) fn edit_address(self, address: String) {
        let before = self.base_url();
        self.address.set(address);
        if self
            .keys
            .get(&before)
            .is_some_and(|(key, _)| self.key.with_untracked(|own| *own == key))
        {
            self.key.set(String::new());
            self.key_store.set(None);
        }
        if self
            .saved
            .name_of(&before)
            .is_some_and(|name| self.name.with_untracked(|own| *own == name))
        {
            self.name.set(String::new());
        }
    }

    /// Whether requests may be sent; tracked.
    pub(crate) fn can_request(self) -> bool {
        self.status.with(ConnectionStatus::can_request)
    }

    /// Whether the latest response was valid; tracked.
    pub(crate) fn is_live(self) -> bool {
        self.status.with(|status| *status == ConnectionStatus::Live)
    }

    /// The time up to which the state of runs is known: the current time, or that of the latest valid
    /// response if there is none any more; tracked.
    pub(crate) fn known_until(self, clock: Clock) -> f64 {
        if self.status.with(ConnectionStatus::is_current) {
            clock.0.get()
        } else {
            self.last_response.with_value(|time| *time)
        }
    }

    /// Whether a missing response cannot be due to the server's CORS rules: nothing else responds either, or
    /// the deployment serves this page.
    pub(crate) fn is_plain_silence(self) -> bool {
        let is_silent = |status: &ConnectionStatus| {
            matches!(status, ConnectionStatus::Lost { silent: true, .. })
        };
        self.status.with_untracked(is_silent) || page_link::is_same_origin(&self.deployment())
    }

    /// The name of the connected deployment, or else its address.
    pub(crate) fn title(self) -> Option<String> {
        let base_url = self
            .client
            .with(|client| Some(client.as_ref()?.base_url().to_owned()))?;
        let name = self.saved.name_of(&base_url);
        Some(name.unwrap_or_else(|| host(&base_url).to_owned()))
    }

    /// Removes the key from every store, and disconnects.
    pub(crate) fn forget_key(self) {
        self.keys.remove(&self.base_url());
        self.key.set(String::new());
        self.key_store.set(None);
        self.disconnect();
    }

    /// Removes a saved deployment and its key. Returns what brings it back, without the key: that is gone for good.
    pub(crate) fn remove_saved(self, base_url: &str) -> impl Fn() + use<> {
        let before = self.saved.0.get_untracked();
        self.saved.remove(base_url);
        self.keys.remove(base_url);
        move || self.saved.put_back(before.clone())
    }

    /// Updates the status by the response to a request. A notice that comes or goes moves what is below it.
    pub(crate) fn update_status<T>(self, response: Result<&T, &Error>) {
        let error = response.err().cloned();
        if error.is_none() {
            self.last_response.set_value(now());
        }
        let epoch = self.epoch.get_untracked();
        after_click(move || {
            if self.epoch.try_get_untracked() == Some(epoch) {
                self.show_status(error.as_ref());
            }
        });
    }

    fn show_status(self, error: Option<&Error>) {
        let next = match error {
            None => ConnectionStatus::Live,
            Some(error) => self
                .status
                .with_untracked(|status| status.after_error(error)),
        };
        let before = self.status.get_untracked();
        if before == next {
            return;
        }
        match (&next, error) {
            (ConnectionStatus::Live, _) => {
                self.advice.set(None);
                // With a question about the key, it stays open.
                self.panel
                    .set(self.link_key.with_untracked(Option::is_some));
            }
            (ConnectionStatus::KeyRejected(_), _) if self.has_link_key_for_client() => {
                return self.use_waiting_link_key();
            }
            // The error of a key is shown next to it.
            (ConnectionStatus::KeyRejected(_), _) => {
                self.advice.set(None);
                self.panel.set(true);
            }
            // The address of a deployment that responded before is right.
            (_, Some(error)) if before == ConnectionStatus::Connecting => self.advise(error),
            _ => {}
        }
        self.status.set(next);
    }

    /// Opens the panel, and shows advice in it as soon as it is known.
    fn advise(self, error: &Error) {
        self.panel.set(true);
        let error = error.clone();
        ADVISE.call(move |advise| advise(self, &error));
    }

    /// Where the key is stored: where the person chose, or else by the deployment's address; tracked.
    pub(super) fn key_store(self) -> KeyStore {
        let chosen = self.key_store.get();
        chosen.unwrap_or_else(|| KeyStore::by_default(&self.base_url_of_panel(), &self.page_url()))
    }

    /// Stores the key where the person chose, and nowhere else.
    pub(crate) fn store_key(self, base_url: &str) {
        self.keys.put(
            base_url,
            &self.key.get_untracked(),
            untrack(|| self.key_store()),
        );
        for area in [StorageArea::Tab, StorageArea::Browser] {
            storage::save(area, "deployment", &base_url.to_owned());
        }
    }

    /// The base URL of the connected deployment, or else of the one in the panel.
    pub(crate) fn deployment(self) -> String {
        let client = self.client.get_untracked();
        client.map_or_else(|| self.base_url(), |client| client.base_url().to_owned())
    }

    /// The address in the panel, normalised.
    pub(crate) fn base_url(self) -> String {
        base_url_of(self.address.get_untracked())
    }

    /// The address in the panel, normalised; tracked.
    pub(super) fn base_url_of_panel(self) -> String {
        base_url_of(self.address.get())
    }

    /// The base URL of the deployment that serves the page, if one does.
    pub(crate) fn page_url(self) -> String {
        base_url_of(page_link::page_folder())
    }

    fn disconnect(self) {
        self.link_key.set(None);
        self.client.set(None);
        self.status.set(ConnectionStatus::Off);
        self.advice.set(None);
        self.epoch.update(|epoch| *epoch += 1);
    }

    fn reject(self, status: ConnectionStatus) {
        self.disconnect();
        self.status.set(status);
        self.panel.set(true);
    }

    fn restore_last(self) {
        let areas = [
            (StorageArea::Tab, say::KEY_NOT_KEPT),
            (StorageArea::Browser, say::KEY_OF_OTHER_TAB),
        ];
        let last = |(area, why)| Some((storage::load::<String>(area, "deployment")?, why));
        let Some((last, why)) = areas.into_iter().find_map(last) else {
            return self.select(&self.base_url());
        };
        self.select(&last);
        if self.client.with_untracked(Option::is_none) {
            self.advice.set(Some(why.now().to_owned()));
        }
    }
}

/// The base URL of an address, normalised if it is valid.
fn base_url_of(address: String) -> String {
    let client = Client::new(&address, "");
    client.map_or(address, |client| client.base_url().to_owned())
}
