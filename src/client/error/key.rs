//! An error without the key, which a server may have repeated in its answer. Pure.

use super::Error;
use super::words::hide;
use crate::api::Loc;

/// A shorter key hides nothing, and would be found in every other word.
const SHORTEST_SECRET: usize = 4;

impl Error {
    /// The same without the key, which a server may have repeated in its answer.
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

/// Takes the key out of a text.
pub(crate) fn hide_key(text: &mut String, key: &str) {
    if key.len() >= SHORTEST_SECRET {
        hide(text, key);
    }
}
