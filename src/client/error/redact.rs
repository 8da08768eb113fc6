//! Removes the key from errors, because a server may repeat it in its answer. Pure.

use super::Error;
use crate::text::{cut, replace, truncate};
use api::Loc;

/// A shorter key protects nothing and would be found in ordinary words.
const SHORTEST_SECRET: usize = 4;

/// The maximum size of the body that an error keeps, in bytes.
const MAX_BODY: usize = 64 << 10;

impl Error {
    /// The error without the key, and with at most 64 KiB of the answer's body.
    pub fn without(mut self, key: &str) -> Self {
        hide_key(&mut self.message, key);
        hide_key(&mut self.reason, key);
        if let Some(body) = &mut self.body {
            // Redacted before it is cut: half a key would not be found.
            hide_key(body, key);
            truncate(body, MAX_BODY);
        }
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

/// At most this many bytes of a text, without the key and without part of the key at the end.
pub fn excerpt(text: &str, max: usize, key: &str) -> String {
    let mut head = cut(text, max);
    hide_key(&mut head, key);
    if text.len() <= max {
        return head;
    }
    let whole = head.len().saturating_sub(key.len());
    cut(&head, whole)
}

/// Replaces the key in a text.
fn hide_key(text: &mut String, key: &str) {
    if key.len() >= SHORTEST_SECRET {
        replace(text, key, "<API_KEY>");
    }
}

#[cfg(test)]
mod tests;
