//! The listed workflow that was deployed from a file, and the way back to the file.

use super::listed::Listed;
use super::listing::Listing;
use super::state::Workflows;
use crate::form::FormState;
use client::web::Client;
use ui::untrack;

impl Workflows {
    /// The base URL of the connected deployment.
    pub(crate) fn deployment(self) -> String {
        self.connection.deployment()
    }

    /// The version of the listed workflow with this id, if the deployment counts them, and the names of its fields;
    /// tracked.
    pub(crate) fn deployed(self, id: &str) -> Option<(Option<u32>, Vec<String>)> {
        let entry = self.listing.with(|listing| listing.entry(id))?;
        let fields = entry.read().0.fields.iter();
        let names = fields.map(|field| field.name.clone()).collect();
        Some((entry.version, names))
    }

    /// What links to results of the listed workflow with this id may show, as JSON text; `None` if the deployment
    /// offers no such links. Tracked.
    pub(crate) fn sharing(self, id: &str) -> Option<String> {
        // The current version decides.
        let id = id.split('@').next().unwrap_or_default();
        self.listing.with(|listing| match listing {
            Listing::Loaded(entries) => {
                let entry = entries.iter().find(|entry| entry.id == id)?;
                entry.share.clone()
            }
            _ => None,
        })
    }

    /// Lists the workflows again. Returns the version of the one with this id, if it is listed.
    pub(crate) async fn list_deployed(self, client: &Client, id: &str) -> Option<Option<u32>> {
        let epoch = self.connection.epoch.try_get_untracked();
        let entries = client.workflows().await.ok()?;
        if self.connection.epoch.try_get_untracked() != epoch {
            return None;
        }
        let entry = entries.iter().find(|entry| entry.id == id);
        let version = entry.map(|entry| entry.version);
        let entries = entries.into_iter().map(Listed::from).collect();
        self.listing.set(Listing::Loaded(entries));
        version
    }

    /// Shows the listed workflow with this id, with the values of a form.
    pub(crate) fn show_deployed(self, id: &str, from: FormState) {
        let entry = self.listing.with_untracked(|listing| listing.entry(id));
        let Some(entry) = entry else { return };
        self.select(&entry);
        if let Some(form) = self.form.get_untracked() {
            // Its draft is for the version that this one replaces.
            form.reset();
            form.unmatched.set(Vec::new());
            copy_values(from, form);
        }
    }

    /// Shows the form of the opened file again.
    pub(crate) fn show_opened(self, form: FormState) {
        let shown = self.form.get_untracked();
        if let Some(shown) = shown.filter(|shown| *shown != form) {
            copy_values(shown, form);
            self.form.set(Some(form));
        }
    }
}

/// Copies the values that differ from their defaults into the fields of the same names.
fn copy_values(from: FormState, to: FormState) {
    for old in from.current_fields() {
        let Some(field) = to
            .field(&old.name())
            .filter(|_| untrack(|| old.is_changed()))
        else {
            continue;
        };
        field.set_text(old.text.get_untracked());
        let files = old.files.get_untracked();
        if !files.is_empty() {
            field.set_files(files);
        }
    }
}
