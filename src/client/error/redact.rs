//! Removes the key from errors, because a server may repeat it in its answer. Pure.

use super::Error;
use crate::api::Loc;
use crate::client::text::replace;

/// A shorter key protects nothing and would be found in ordinary words.
const SHORTEST_SECRET: usize = 4;

impl Error {
    /// The error without the key.
    pub fn without(mut self, key: &str) -> Self {
        hide_key(&mut self.message, key);
        hide_key(&mut self.reason, key);
        for item in &mut self.items {
            hide_key(&mut item.msg, key);
            hide_key(&mut item.kind, key);
            for step in &mut item.loc {
                if let Loc::Name(name) = step {
                    hide_key(name, key);
                }
            }
        }
        self
    }
}

/// Replaces the key in a text.
pub(crate) fn hide_key(text: &mut String, key: &str) {
    if key.len() >= SHORTEST_SECRET {
        replace(text, key, "<API_KEY>");
    }
}
