//! The value of one run of a batch, and its check.

use web_sys::File;

use crate::entered::Entered;
use crate::form::error_text::error_text;
use crate::form::field_state::FieldState;
use client_web::FormPart;
use schema::FieldValue;

/// How many characters of a value its error repeats.
const MAX_SHOWN: usize = 60;

/// The value that replaces a field's own in one run of a batch.
#[derive(Clone)]
pub(crate) struct BatchValue {
    /// The field's name.
    pub(crate) field: String,
    /// The file, if the batch is one of files.
    file: Option<File>,
    /// The text, or the file's name.
    pub(crate) text: String,
}

impl BatchValue {
    pub(super) fn of_file(field: &str, file: File) -> Self {
        Self {
            field: field.to_owned(),
            text: file.name(),
            file: Some(file),
        }
    }

    pub(crate) fn of_text(field: &str, text: String) -> Self {
        Self {
            field: field.to_owned(),
            file: None,
            text,
        }
    }

    /// The form part to send instead of the field's own.
    pub(crate) fn part(&self) -> FormPart {
        let name = self.field.as_str();
        match &self.file {
            Some(file) => FormPart::file(name, file.clone().into(), None),
            None => FormPart::text(name, self.text.as_str()),
        }
    }

    /// Whether it is a file.
    pub(crate) fn is_file(&self) -> bool {
        self.file.is_some()
    }

    /// Whether it replaces this field's value.
    pub(crate) fn is_of(&self, field: &FieldState) -> bool {
        field
            .definition
            .with_value(|field| field.name == self.field)
    }

    /// The value for the record of its run.
    pub(crate) fn entered(&self, field: &FieldState) -> Entered {
        let (text, files) = match &self.file {
            Some(file) => (String::new(), vec![file.clone()]),
            None => (self.text.clone(), Vec::new()),
        };
        Entered {
            name: field.name(),
            label: field.label(),
            text,
            files,
            is_changed: true,
            kind: field.entered_kind(),
        }
    }

    /// The start of the value and its first error; `None` if it is valid.
    pub(crate) fn error(&self, fields: &[FieldState]) -> Option<String> {
        let field = fields.iter().find(|field| self.is_of(field))?;
        let value = match &self.file {
            Some(_) => self.part().input(),
            None => FieldValue::Text(self.text.clone()),
        };
        let message = field.definition.with_value(|definition| {
            let error = schema::check_value(definition, &value).err()?.into();
            Some(error_text(&error, definition, &self.text))
        })?;
        Some([&shortened(&field.localize(&self.text)), ": ", &message].concat())
    }
}

/// A text that leaves room for what is wrong with it.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => [&text[..end], "…"].concat(),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_SHOWN, shortened};

    #[test]
    fn a_long_value_is_shortened_in_its_error() {
        assert_eq!(shortened("big"), "big");
        assert_eq!(shortened(&"ä".repeat(MAX_SHOWN)), "ä".repeat(MAX_SHOWN));
        let long = shortened(&"ä".repeat(500));
        assert_eq!(long, ["ä".repeat(MAX_SHOWN), "…".to_owned()].concat());
    }
}
