//! The values of a form, as a run or a deployment needs them. Does not know how they were sent.

mod memory;

pub(crate) use memory::{NoMemory, TextMemory};

use schema::{FieldError, FieldValue};
use store::StoredInput;

/// The values of a form.
#[derive(Debug, Default)]
pub(crate) struct Form {
    /// Every value, for the check against the schema.
    pub(crate) values: Vec<(String, FieldValue)>,
    /// Every value, for the run's record.
    pub(crate) inputs: Vec<StoredInput>,
    /// Errors that only the reader can find: texts that are too long or not UTF-8, files that are
    /// not images.
    pub(crate) errors: Vec<FieldError>,
    /// What its texts take of the memory for all forms.
    pub(crate) memory: TextMemory,
}
