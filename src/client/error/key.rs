//! An error without the key, which a server may have repeated in its answer. Pure.

use super::Error;
use super::words::hide;
use crate::api::Loc;

/// A shorter key hides nothing, and would be found in every other word.
const SHORTEST_SECRET: usize = 4;

impl Error {
    /// The same without the key, which a server may have repeated in its answer.
    pub fn without(mut self, key: &str) -> Self {
        if key.len() < SHORTEST_SECRET {
            return self;
        }
        hide(&mut self.message, key);
        hide(&mut self.reason, key);
        for item in &mut self.items {
            hide(&mut item.msg, key);
            hide(&mut item.kind, key);
            for step in &mut item.loc {
                if let Loc::Name(name) = step {
                    hide(name, key);
                }
            }
        }
        self
    }
}
