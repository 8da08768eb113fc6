//! What the page keeps in the browser, as JSON. A browser that keeps nothing is no error: the page
//! then forgets at the next refresh.

use serde::Serialize;
use serde::de::DeserializeOwned;
use web_sys::Storage;

/// Where something is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Until the tab is closed.
    Tab,
    /// Until somebody clears it.
    Browser,
}

impl Place {
    fn storage(self) -> Option<Storage> {
        let window = leptos::prelude::window();
        let storage = match self {
            Self::Tab => window.session_storage(),
            Self::Browser => window.local_storage(),
        };
        storage.ok().flatten()
    }
}

/// What is kept under `name`.
pub(crate) fn load<T: DeserializeOwned>(place: Place, name: &str) -> Option<T> {
    let text = place.storage()?.get_item(&item(name)).ok().flatten()?;
    serde_json::from_str(&text).ok()
}

/// Keeps a value under `name`.
pub(crate) fn save<T: Serialize>(place: Place, name: &str, value: &T) {
    let (Some(storage), Ok(text)) = (place.storage(), serde_json::to_string(value)) else {
        return;
    };
    // A full storage keeps what it had.
    let _ = storage.set_item(&item(name), &text);
}

/// Forgets what is kept under `name`.
pub(crate) fn remove(place: Place, name: &str) {
    if let Some(storage) = place.storage() {
        let _ = storage.remove_item(&item(name));
    }
}

fn item(name: &str) -> String {
    format!("flowdeck.{name}")
}
