//! Small values in the browser's storage, as JSON. Without storage nothing fails; the page starts empty after
//! a reload.

use web_sys::Storage;

use json::{Json, write_text};

/// The maximum depth of nested lists.
const MAX_DEPTH: usize = 3;

/// The prefix of the page's own names.
const PREFIX: &str = "flowdeck.";

/// How long a value is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StorageArea {
    /// Until the tab is closed.
    Tab,
    /// Until it is cleared.
    Browser,
}

impl StorageArea {
    fn storage(self) -> Option<Storage> {
        let window = ui::window();
        let storage = match self {
            Self::Tab => window.session_storage(),
            Self::Browser => window.local_storage(),
        };
        storage.ok().flatten()
    }
}

/// A value that can be stored.
pub(crate) trait Stored: Sized {
    /// Reads it from JSON; `None` for JSON of another shape.
    fn read(json: &Json<'_>) -> Option<Self>;
    /// Writes it as JSON.
    fn write(&self, out: &mut String);
}

/// Names and texts; in JSON, each pair is a list of two.
pub(crate) type Pairs = Vec<(String, String)>;

impl Stored for String {
    fn read(json: &Json<'_>) -> Option<Self> {
        json.to_word()
    }

    fn write(&self, out: &mut String) {
        write_text(self, out);
    }
}

impl Stored for bool {
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

impl Stored for Pairs {
    fn read(json: &Json<'_>) -> Option<Self> {
        let pair = |pair: &Json<'_>| match pair.items() {
            [name, text] => Some((name.to_word()?, text.to_word()?)),
            _ => None,
        };
        Some(json.items().iter().filter_map(pair).collect())
    }

    fn write(&self, out: &mut String) {
        for (index, (name, text)) in self.iter().enumerate() {
            out.push_str(if index == 0 { "[[" } else { "],[" });
            write_text(name, out);
            out.push(',');
            write_text(text, out);
        }
        out.push_str(if self.is_empty() { "[]" } else { "]]" });
    }
}

/// The value stored under `name`.
pub(crate) fn load<T: Stored>(area: StorageArea, name: &str) -> Option<T> {
    let text = area.storage()?.get_item(&full_name(name)).ok().flatten()?;
    T::read(&Json::read(text.as_bytes(), MAX_DEPTH).ok()?)
}

/// Stores a value under `name`.
pub(crate) fn save<T: Stored>(area: StorageArea, name: &str, value: &T) {
    let Some(storage) = area.storage() else {
        return;
    };
    let mut text = String::new();
    value.write(&mut text);
    // If the storage is full, the old value stays.
    let _ = storage.set_item(&full_name(name), &text);
}

/// Removes the value stored under `name`.
pub(crate) fn remove(area: StorageArea, name: &str) {
    if let Some(storage) = area.storage() {
        let _ = storage.remove_item(&full_name(name));
    }
}

/// Every stored name with this prefix.
pub(crate) fn names(area: StorageArea, prefix: &str) -> Vec<String> {
    let Some(storage) = area.storage() else {
        return Vec::new();
    };
    let name = |index| {
        let item = storage.key(index).ok().flatten()?;
        let name = item.strip_prefix(PREFIX)?;
        name.starts_with(prefix).then(|| name.to_owned())
    };
    let count = storage.length().unwrap_or_default();
    (0..count).filter_map(name).collect()
}

fn full_name(name: &str) -> String {
    [PREFIX, name].concat()
}
