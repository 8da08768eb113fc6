//! The content of a draft, and its JSON in storage.

use crate::storage::{Pairs, Stored};
use api::Example;
use json::Json;

/// The saved content of a form, without files.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct DraftContent {
    /// Names and texts of the fields that differ from their defaults.
    pub(crate) texts: Pairs,
    /// Names and kinds of the fields that a person added.
    pub(crate) additional: Pairs,
    /// Names of seeds, each with its mode.
    pub(crate) seed_modes: Pairs,
    /// The settings of a batch.
    pub(crate) batch: Pairs,
}

impl From<&Example> for DraftContent {
    fn from(example: &Example) -> Self {
        Self {
            texts: example.texts.clone(),
            ..Self::default()
        }
    }
}

impl DraftContent {
    /// The text of the field with this name.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        let found = self.texts.iter().find(|(key, _)| key == name);
        found.map(|(_, text)| text.clone())
    }
}

impl Stored for DraftContent {
    fn read(json: &Json<'_>) -> Option<Self> {
        let [texts, additional, seed_modes, batch] = json.items() else {
            return None;
        };
        Some(Self {
            texts: Pairs::read(texts)?,
            additional: Pairs::read(additional)?,
            seed_modes: Pairs::read(seed_modes)?,
            batch: Pairs::read(batch)?,
        })
    }

    fn write(&self, out: &mut String) {
        let mut separator = '[';
        for pairs in [&self.texts, &self.additional, &self.seed_modes, &self.batch] {
            out.push(separator);
            pairs.write(out);
            separator = ',';
        }
        out.push(']');
    }
}
