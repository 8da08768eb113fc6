//! The files that an instance has from us, and the largest one that it takes.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The uploads to an instance. One lock; the two members are independent.
#[derive(Debug, Default)]
pub(crate) struct Uploads(Mutex<KnownUploads>);

#[derive(Debug, Default)]
struct KnownUploads {
    /// The largest one that it takes, in bytes.
    limit: Option<u64>,
    /// The names of files that it has got in this connection, by the names under which they were sent.
    names: HashMap<String, String>,
}

impl Uploads {
    fn known(&self) -> MutexGuard<'_, KnownUploads> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The largest upload that it takes, in bytes, if it says so.
    pub(crate) fn limit(&self) -> Option<u64> {
        self.known().limit
    }

    /// Sets the largest upload that it takes.
    pub(crate) fn set_limit(&self, bytes: Option<u64>) {
        self.known().limit = bytes;
    }

    /// The name under which it has a file that was sent in this connection.
    pub(crate) fn name(&self, sent_as: &str) -> Option<String> {
        self.known().names.get(sent_as).cloned()
    }

    /// Notes the name under which it has a file.
    pub(crate) fn note(&self, sent_as: &str, name: String) {
        self.known().names.insert(sent_as.to_owned(), name);
    }

    /// Forgets the files: it may have been restarted.
    pub(super) fn forget_names(&self) {
        self.known().names.clear();
    }
}
