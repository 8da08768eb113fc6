//! What clients need of the node classes of all engine instances, written once per change. Knows no route.

use std::sync::{Mutex, PoisonError};

use bytes::Bytes;
use sha2::{Digest, Sha256};

use workflow::classes::NodeClasses;

/// The answer of `GET /api/v1/comfy/object_info` as of now.
#[derive(Debug, Default)]
pub(crate) struct ObjectInfo(Mutex<Option<WrittenClasses>>);

/// Classes in the reduced form. Cheap to clone.
#[derive(Clone, Debug)]
pub struct WrittenClasses {
    pub json: Bytes,
    /// A strong entity tag, quoted.
    pub etag: String,
}

impl ObjectInfo {
    /// Writes the classes of all instances. Many classes take a while.
    pub(crate) fn set(&self, classes: &NodeClasses) {
        let written = match classes.is_empty() {
            true => None,
            false => WrittenClasses::of(classes)
                .inspect_err(|why| tracing::error!("writing the node classes: {why}"))
                .ok(),
        };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = written;
    }

    /// The classes; `None` if no instance has ever been reached.
    pub(crate) fn get(&self) -> Option<WrittenClasses> {
        let written = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        written.clone()
    }
}

impl WrittenClasses {
    fn of(classes: &NodeClasses) -> Result<Self, serde_json::Error> {
        let mut json = serde_json::to_vec(classes)?;
        json.shrink_to_fit();
        let etag = format!("\"{}\"", hex::encode(Sha256::digest(&json)));
        Ok(Self {
            json: json.into(),
            etag,
        })
    }

    /// Whether a header `If-None-Match` names this state.
    pub fn matches(&self, if_none_match: &str) -> bool {
        let mut tags = if_none_match.split(',').map(str::trim);
        tags.any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == self.etag)
    }
}

#[cfg(test)]
mod tests;
