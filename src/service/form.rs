//! The values of a form, as a run or a deployment needs them. Does not know how they were sent.

mod file_reference;
mod memory;

pub use file_reference::{FileReference, FormFile, Upload};
pub use memory::{NoMemory, TextMemory};

pub use run_core::StoredFile;
pub use run_core::StoredInput;
use schema::{FieldError, FieldValue};

/// The values of a form.
#[derive(Debug, Default)]
pub struct Form {
    /// In the order in which they were sent.
    pub entries: Vec<FormEntry>,
    /// Errors that only the reader can find: texts that are too long or not UTF-8, files that are
    /// not images.
    pub errors: Vec<FieldError>,
    /// What its texts take of the memory for all forms.
    pub memory: TextMemory,
}

/// The value of one field.
#[derive(Debug)]
pub struct FormEntry {
    /// The name of the field.
    pub field: String,
    /// What the field was given.
    pub value: FormValue,
}

/// What a field was given.
#[derive(Debug)]
pub enum FormValue {
    /// A text, or the text of any other value.
    Text(String),
    /// A file.
    File(FormFile),
}

impl Form {
    /// Adds a value.
    pub fn push(&mut self, field: String, value: FormValue) {
        self.entries.push(FormEntry { field, value });
    }

    /// Every value, for the check against the schema.
    pub(crate) fn values(&self) -> Vec<(String, FieldValue)> {
        let values = self.entries.iter().map(|entry| {
            let value = match &entry.value {
                FormValue::Text(text) => FieldValue::Text(text.clone()),
                FormValue::File(file) => FieldValue::File(file.info()),
            };
            (entry.field.clone(), value)
        });
        values.collect()
    }

    /// Every value, for the run's record.
    pub fn into_inputs(self) -> Vec<StoredInput> {
        let entries = self.entries.into_iter();
        entries.filter_map(FormEntry::into_input).collect()
    }
}

impl FormEntry {
    /// Whether it is kept. Browsers send an untouched file input as an empty file without a name.
    pub fn is_kept(&self) -> bool {
        match &self.value {
            FormValue::Text(_) => true,
            FormValue::File(file) => !(file.name.is_empty() && file.info().size == 0),
        }
    }

    fn into_input(self) -> Option<StoredInput> {
        if !self.is_kept() {
            return None;
        }
        let (value, file) = match self.value {
            FormValue::Text(text) => (text, None),
            FormValue::File(FormFile { name, reference }) => (name, reference.into_stored()),
        };
        Some(StoredInput {
            path: self.field,
            value,
            shortened: false,
            file,
        })
    }
}
