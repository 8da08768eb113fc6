//! The settings of a batch in a draft.

use super::settings::BatchSettings;
use crate::playground::form::field_state::FieldState;
use crate::playground::storage::Pairs;

/// The names of a range's bounds in a draft.
const BOUNDS: [&str; 3] = ["from", "to", "by"];

impl BatchSettings {
    /// The settings to save; none for a batch of files.
    pub(crate) fn to_draft(&self, fields: &[FieldState]) -> Pairs {
        let Some(field) = self.field_in(fields).filter(|_| !self.files) else {
            return Pairs::new();
        };
        let pair = |name: &str, text: &str| (name.to_owned(), text.to_owned());
        let mut pairs = vec![pair("field", &field.name()), pair("list", &self.list)];
        if self.range {
            let bounds = BOUNDS.iter().zip(&self.bounds);
            pairs.extend(bounds.map(|(name, text)| pair(name, text)));
        }
        pairs
    }

    /// The saved settings, without the field if the form no longer has it.
    pub(crate) fn from_draft(pairs: &Pairs, fields: &[FieldState]) -> Self {
        let text = |name: &str| {
            let found = pairs.iter().find(|(key, _)| key == name);
            found.map(|(_, text)| text.clone())
        };
        let is_field = |field: &&FieldState| Some(field.name()) == text("field");
        Self {
            field: fields.iter().find(is_field).map(|field| field.index),
            files: false,
            range: text("from").is_some(),
            list: text("list").unwrap_or_default(),
            bounds: BOUNDS.map(|name| text(name).unwrap_or_default()),
        }
    }
}
