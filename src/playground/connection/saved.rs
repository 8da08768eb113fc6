//! The deployments a person saved: names and addresses, never keys.

use crate::playground::signal::RwSignal;
use crate::playground::storage::{self, Place};

/// Names and addresses, in the order in which they were saved.
#[derive(Clone, Copy)]
pub(crate) struct Saved(pub(crate) RwSignal<Vec<(String, String)>>);

impl Saved {
    /// What was saved before.
    pub(super) fn load() -> Self {
        Self(RwSignal::new(
            storage::load(Place::Browser, "deployments").unwrap_or_default(),
        ))
    }

    /// The name of the deployment at this address.
    pub(crate) fn name_of(self, base_url: &str) -> Option<String> {
        let is_it = |own: &str| own.trim_end_matches('/') == base_url.trim_end_matches('/');
        self.0.with(|all| {
            let found = all.iter().find(|(_, own)| is_it(own));
            found.map(|(name, _)| name.clone())
        })
    }

    /// Saves a deployment under a name; without one it is not saved.
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

    /// Takes a deployment off the list.
    pub(super) fn remove(self, base_url: &str) {
        self.change(|all| all.retain(|(_, own)| own != base_url));
    }

    fn change(self, change: impl FnOnce(&mut Vec<(String, String)>)) {
        self.0.update(change);
        self.0
            .with_untracked(|all| storage::save(Place::Browser, "deployments", all));
    }
}
