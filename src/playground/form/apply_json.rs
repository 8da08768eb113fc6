//! Applies the JSON that a person typed to the form. In the deferred chunk.

use wasm_bindgen::JsCast;

use super::state::FormState;
use super::values_json;
use crate::messages as say;
use ui::untrack;

impl FormState {
    /// Puts the pending JSON into the fields. Returns the names of those that it changed, or `None` if it is
    /// not a JSON object.
    pub(crate) fn apply_json(&self) -> Option<Vec<String>> {
        self.rebase_json();
        let Some(pending) = self.json.current() else {
            return Some(Vec::new());
        };
        let Ok(texts) = values_json::changes(&pending.text, &pending.base) else {
            self.json.reject(not_json(&pending.text));
            return None;
        };
        let names = texts.iter().map(|(name, _)| name.clone()).collect();
        self.fill(texts);
        self.json.discard();
        Some(names)
    }

    /// Takes the values that changed in the form since the edit began into the pending JSON.
    pub(super) fn rebase_json(&self) {
        let Some(pending) = self.json.current() else {
            return;
        };
        let now = untrack(|| values_json::write(*self));
        if now == pending.base {
            return;
        }
        if let Ok(text) = values_json::rebase(&pending.text, &pending.base, &now) {
            self.json.edit(now, text);
        }
    }
}

/// Says that a text is not a JSON object, with the browser's reason if it has one.
fn not_json(text: &str) -> String {
    let error = js_sys::JSON::parse(text).err();
    let error = error.and_then(|error| error.dyn_into::<js_sys::Error>().ok());
    let message = say::VALUES_NOT_JSON.now();
    match error {
        Some(error) => [message, " (", &String::from(error.message()), ")"].concat(),
        None => message.to_owned(),
    }
}
