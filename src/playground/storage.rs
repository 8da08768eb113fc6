//! What the page keeps in the browser, as JSON. A browser that keeps nothing is no error: the page
//! then forgets at the next refresh.

use web_sys::Storage;

use crate::json::{Json, write_text};

/// Nested lists that are read.
const DEPTH: usize = 3;

/// What the names of all that the page keeps begin with.
const OWN: &str = "flowdeck.";

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

/// What can be kept.
pub(crate) trait Keepable: Sized {
    /// From JSON; `None` where it is something else.
    fn read(json: &Json<'_>) -> Option<Self>;
    /// As JSON.
    fn write(&self, out: &mut String);
}

/// Names and texts, each pair a list of two.
pub(crate) type Pairs = Vec<(String, String)>;

impl Keepable for String {
    fn read(json: &Json<'_>) -> Option<Self> {
        json.to_word()
    }

    fn write(&self, out: &mut String) {
        write_text(self, out);
    }
}

impl Keepable for bool {
    fn read(json: &Json<'_>) -> Option<Self> {
        match json {
            Json::Bool(flag) => Some(*flag),
            _ => None,
        }
    }

    fn write(&self, out: &mut String) {
        out.push_str(if *self { "true" } else { "false" });
    }
}

impl Keepable for Pairs {
    fn read(json: &Json<'_>) -> Option<Self> {
        let pair = |pair: &Json<'_>| match pair.items() {
            [name, text] => Some((name.to_word()?, text.to_word()?)),
            _ => None,
        };
        Some(json.items().iter().filter_map(pair).collect())
    }

    fn write(&self, out: &mut String) {
        for (place, (name, text)) in self.iter().enumerate() {
            out.push_str(if place == 0 { "[[" } else { "],[" });
            write_text(name, out);
            out.push(',');
            write_text(text, out);
        }
        out.push_str(if self.is_empty() { "[]" } else { "]]" });
    }
}

/// What is kept under `name`.
pub(crate) fn load<T: Keepable>(place: Place, name: &str) -> Option<T> {
    let text = place.storage()?.get_item(&item(name)).ok().flatten()?;
    T::read(&Json::read(text.as_bytes(), DEPTH).ok()?)
}

/// Keeps a value under `name`.
pub(crate) fn save<T: Keepable>(place: Place, name: &str, value: &T) {
    let Some(storage) = place.storage() else {
        return;
    };
    let mut text = String::new();
    value.write(&mut text);
    // A full storage keeps what it had.
    let _ = storage.set_item(&item(name), &text);
}

/// Forgets what is kept under `name`.
pub(crate) fn remove(place: Place, name: &str) {
    if let Some(storage) = place.storage() {
        let _ = storage.remove_item(&item(name));
    }
}

/// Every name under which something is kept and that begins so.
pub(crate) fn names(place: Place, begin: &str) -> Vec<String> {
    let Some(storage) = place.storage() else {
        return Vec::new();
    };
    let name = |index| {
        let item = storage.key(index).ok().flatten()?;
        let name = item.strip_prefix(OWN)?;
        name.starts_with(begin).then(|| name.to_owned())
    };
    let count = storage.length().unwrap_or_default();
    (0..count).filter_map(name).collect()
}

fn item(name: &str) -> String {
    [OWN, name].concat()
}
