//! The settings of a batch in a draft. A table is not kept: its file is at hand.

use super::settings::{BatchSettings, MAX_FIELDS};
use super::variation::Variation;
use crate::form::field_state::FieldState;
use crate::storage::Pairs;

/// The names of a range's bounds in a draft.
const BOUNDS: [&str; 3] = ["from", "to", "by"];

impl BatchSettings {
    /// The settings to save; none for a batch of files. Those of the second field follow the first's.
    pub(crate) fn to_draft(&self, fields: &[FieldState]) -> Pairs {
        let of_variation = |variation: &Variation| {
            let field = fields.iter().find(|field| field.index == variation.field);
            let field = field.filter(|_| !variation.files);
            field.map_or_else(Pairs::new, |field| pairs(variation, &field.name()))
        };
        self.variations.iter().flat_map(of_variation).collect()
    }

    /// The saved settings, without fields that the form no longer has.
    pub(crate) fn from_draft(pairs: &Pairs, fields: &[FieldState]) -> Self {
        let mut variations: Vec<Variation> = Vec::new();
        let mut is_known = false;
        for (name, text) in pairs {
            if name == "field" {
                let field = fields.iter().find(|field| field.name() == *text);
                is_known = field.is_some();
                variations.extend(field.map(|field| Variation {
                    field: field.index,
                    ..Variation::default()
                }));
                continue;
            }
            let Some(variation) = variations.last_mut().filter(|_| is_known) else {
                continue;
            };
            let mut bounds = BOUNDS.iter().zip(&mut variation.bounds);
            if name == "list" {
                variation.list.clone_from(text);
            } else if let Some((_, bound)) = bounds.find(|(bound, _)| *bound == name) {
                variation.range = true;
                bound.clone_from(text);
            }
        }
        variations.truncate(MAX_FIELDS);
        Self {
            variations,
            table: None,
        }
    }
}

fn pairs(variation: &Variation, field: &str) -> Pairs {
    let pair = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    let mut pairs = vec![pair("field", field), pair("list", &variation.list)];
    if variation.range {
        let bounds = BOUNDS.iter().zip(&variation.bounds);
        pairs.extend(bounds.map(|(name, text)| pair(name, text)));
    }
    pairs
}
