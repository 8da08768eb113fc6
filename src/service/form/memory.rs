//! The memory for the texts of all forms that are being received, checked or stored: each may have eight megabytes, and
//! there may be thousands.

use std::sync::{Arc, LazyLock};

use parties::on_behalf;
use parties::{FairMemory, Taken};

/// The bytes of all texts together. A text is in memory up to three times: as it was sent, in the graph, and as it is
/// stored.
const MAX_BYTES: usize = 128 << 20;

static MEMORY: LazyLock<Arc<FairMemory>> = LazyLock::new(|| FairMemory::new(MAX_BYTES));

/// The texts of other forms take the memory that this one could have.
#[derive(Debug, thiserror::Error)]
#[error("receiving the form: other submissions take too much memory")]
pub struct NoMemory;

/// What the texts of one form take; given back when this is dropped.
#[derive(Debug, Default)]
pub struct TextMemory(Vec<Taken>);

impl TextMemory {
    /// Takes memory for so many bytes more.
    ///
    /// # Errors
    /// When the texts of other forms take it.
    pub fn take(&mut self, bytes: usize) -> Result<(), NoMemory> {
        let taken = MEMORY.take(on_behalf::party().as_ref(), bytes);
        self.0.push(taken.ok_or(NoMemory)?);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_limited_and_given_back() {
        let mut form = TextMemory::default();
        form.take(MAX_BYTES / 2).unwrap();
        form.take(1).unwrap();
        let refused = TextMemory::default().take(MAX_BYTES / 2);
        assert!(refused.is_err());
        drop(form);
        TextMemory::default().take(MAX_BYTES / 2).unwrap();
    }
}
