//! The deployments that a person saved: names and addresses, never keys.

use crate::storage::{self, StorageArea};
use ui::RwSignal;

/// Names and addresses, in the order in which they were saved.
#[derive(Clone, Copy)]
pub(crate) struct SavedDeployments(pub(crate) RwSignal<Vec<(String, String)>>);

impl SavedDeployments {
    /// Those in the browser's storage.
    pub(super) fn load() -> Self {
        Self(RwSignal::new(
            storage::load(StorageArea::Browser, "deployments").unwrap_or_default(),
        ))
    }

    /// The name of the deployment at this address.
    pub(crate) fn name_of(self, base_url: &str) -> Option<String> {
        let is_same = |own: &str| own.trim_end_matches('/') == base_url.trim_end_matches('/');
        self.0.with(|all| {
            let found = all.iter().find(|(_, own)| is_same(own));
            found.map(|(name, _)| name.clone())
        })
    }

    /// Saves a deployment, unless the name is empty.
    pub(super) fn add(self, name: &str, base_url: &str) {
        let name = name.trim();
        if name.is_empty() || self.name_of(base_url).as_deref() == Some(name) {
            return;
        }
        self.change(|all| {
            all.retain(|(_, own)| own != base_url);
            all.push((name.to_owned(), base_url.to_owned()));
        });
    }

    /// Removes a deployment.
    pub(super) fn remove(self, base_url: &str) {
        self.change(|all| all.retain(|(_, own)| own != base_url));
    }

    /// Restores earlier ones.
    pub(super) fn put_back(self, before: Vec<(String, String)>) {
        self.change(|all| *all = before);
    }

    fn change(self, change: impl FnOnce(&mut Vec<(String, String)>)) {
        self.0.update(change);
        self.0
            .with_untracked(|all| storage::save(StorageArea::Browser, "deployments", all));
    }
}
