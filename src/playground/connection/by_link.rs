//! Connects by the page's link. Its key never replaces another one without asking.

use super::keys::KeyStore;
use super::state::Connection;
use super::status::ConnectionStatus;
use crate::page_link::{self, LinkContent};

impl Connection {
    /// Connects by the page's link, if it has a key or a deployment. Returns whether it does.
    pub(super) fn connect_by_link(self) -> bool {
        let mut carried = page_link::take();
        let (key, deployment) = (carried.key.take(), carried.deployment.take());
        if carried != LinkContent::default() {
            self.carried.set(carried);
        }
        match (key, deployment) {
            (Some(key), _) if self.keeps_other_key(&key) => self.ask_about(key),
            (Some(key), _) => self.use_link_key(key),
            (None, Some(deployment)) => self.select(&deployment),
            (None, None) => return false,
        }
        true
    }

    /// Whether the deployment of the page has another key here, which it has not just rejected.
    fn keeps_other_key(self, key: &str) -> bool {
        let base_url = self.page_url();
        let is_other = |(kept, _): (String, KeyStore)| kept != key;
        let is_rejected = |status: &ConnectionStatus| {
            matches!(status, ConnectionStatus::KeyRejected(_)) && self.deployment() == base_url
        };
        self.keys.get(&base_url).is_some_and(is_other) && !self.status.with_untracked(is_rejected)
    }

    /// Asks which key to use, the one of a link or the one kept here. A new visit first finds out whether the kept
    /// one is still valid: if it is not, there is nothing to ask.
    fn ask_about(self, link_key: String) {
        if self.client.with_untracked(Option::is_none) {
            self.select(&self.page_url());
        } else {
            self.panel.set(true);
        }
        self.link_key.set(Some(link_key));
    }

    /// Whether the key of a link waits that belongs to the connected deployment.
    pub(super) fn has_link_key_for_client(self) -> bool {
        self.link_key.with_untracked(Option::is_some) && self.deployment() == self.page_url()
    }

    /// Connects with the key of a link, since the deployment rejects the one kept here.
    pub(super) fn use_waiting_link_key(self) {
        if let Some(key) = self.link_key.get_untracked() {
            self.use_link_key(key);
        }
    }

    /// Connects to the deployment of the page with the key of a link.
    pub(super) fn use_link_key(self, key: String) {
        self.address.set(page_link::page_folder());
        let base_url = self.base_url();
        self.name
            .set(self.saved.name_of(&base_url).unwrap_or_default());
        // The key stays where the person chose to store the previous one.
        let kept = self.keys.get(&base_url);
        self.key_store.set(kept.map(|(_, store)| store));
        self.key.set(key);
        self.connect();
    }

    /// Discards the key of a link, and connects with the one kept here unless the page is connected.
    pub(super) fn keep_key(self) {
        self.link_key.set(None);
        if self.client.with_untracked(Option::is_some) {
            self.panel.set(false);
        } else {
            self.select(&self.page_url());
        }
    }
}
