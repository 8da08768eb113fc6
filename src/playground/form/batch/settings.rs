//! What differs between the runs of a batch: the values of one or two fields, or the rows of a table.

use super::table::Table;
use super::value::BatchValue;
use super::variation::{MAX_RUNS, Variation};
use crate::form::field_state::FieldState;
use crate::language::Message;
use crate::messages as say;

/// The maximum number of fields that differ.
pub(super) const MAX_FIELDS: usize = 2;

/// The settings that a person entered for a batch.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct BatchSettings {
    /// The fields with their values; empty for a single run. The values of the last field change first.
    pub(crate) variations: Vec<Variation>,
    /// A table with a row per run, which then takes the place of the variations.
    pub(crate) table: Option<Table>,
}

impl BatchSettings {
    /// One run per file of a field.
    pub(crate) fn of_files(field: FieldState) -> Self {
        Self {
            variations: vec![Variation::of_files(field)],
            table: None,
        }
    }

    /// Whether there is only one run.
    pub(crate) fn is_single(&self) -> bool {
        self.variations.is_empty() && self.table.is_none()
    }

    /// Whether each file of this field becomes a run.
    pub(crate) fn is_of_files(&self, field: FieldState) -> bool {
        self.variation(field.index)
            .is_some_and(|variation| variation.files)
    }

    /// The field whose files become runs.
    pub(crate) fn field_of_files(&self, fields: &[FieldState]) -> Option<FieldState> {
        let variation = self.variations.iter().find(|variation| variation.files)?;
        field_with(fields, variation.field)
    }

    /// The values of the field with this index, if it differs.
    pub(crate) fn variation(&self, field: usize) -> Option<&Variation> {
        self.variations
            .iter()
            .find(|variation| variation.field == field)
    }

    /// Whether the field is the only one that differs, or the last one.
    pub(crate) fn is_last(&self, field: FieldState) -> bool {
        let last = self.variations.last();
        last.is_some_and(|variation| variation.field == field.index)
    }

    /// Varies a field, or no longer. A third field takes the place of the second.
    pub(crate) fn toggle(&mut self, field: FieldState) {
        let count = self.variations.len();
        self.variations
            .retain(|variation| variation.field != field.index);
        if self.variations.len() < count {
            return;
        }
        self.table = None;
        self.variations.truncate(MAX_FIELDS - 1);
        self.variations.push(Variation::of(field));
    }

    /// Whether [`Self::toggle`] discards anything that a person entered.
    pub(crate) fn toggle_discards(&self, field: FieldState, fields: &[FieldState]) -> bool {
        let mut after = self.clone();
        after.toggle(field);
        let is_entered = |own: &&Variation| {
            field_with(fields, own.field).is_some_and(|field| **own != Variation::of(field))
        };
        let mut entered = self.variations.iter().filter(is_entered);
        self.table != after.table || entered.any(|own| !after.variations.contains(own))
    }

    /// The labels of the fields that differ.
    pub(crate) fn labels(&self, fields: &[FieldState]) -> Vec<String> {
        let variations = self.variations.iter();
        let fields = variations.filter_map(|own| field_with(fields, own.field));
        fields.map(|field| field.label()).collect()
    }

    /// Changes the values of a field.
    pub(crate) fn change(&mut self, field: usize, change: impl FnOnce(&mut Variation)) {
        let mut all = self.variations.iter_mut();
        if let Some(variation) = all.find(|variation| variation.field == field) {
            change(variation);
        }
    }

    /// The number of runs that Run starts; tracked.
    pub(crate) fn count(&self, fields: &[FieldState]) -> usize {
        if let Some(table) = &self.table {
            return table.rows.len();
        }
        let count = |variation: &Variation| {
            let field = field_with(fields, variation.field);
            field.map_or(1, |field| variation.count(field))
        };
        self.variations.iter().map(count).product()
    }

    /// The values of each run; none for a single run.
    ///
    /// # Errors
    /// A message if a field has no value, there are too many runs, or a range is invalid.
    pub(crate) fn runs(&self, fields: &[FieldState]) -> Result<Vec<Vec<BatchValue>>, Message> {
        if let Some(table) = &self.table {
            return Ok(table.runs());
        }
        let mut runs: Vec<Vec<BatchValue>> = Vec::new();
        for values in self.values(fields)? {
            let before = if runs.is_empty() {
                vec![Vec::new()]
            } else {
                runs
            };
            if before.len() * values.len() > MAX_RUNS {
                return Err(say::BATCH_TOO_LARGE);
            }
            runs = before
                .iter()
                .flat_map(|run| {
                    values.iter().map(move |value| {
                        let mut run = run.clone();
                        run.push(value.clone());
                        run
                    })
                })
                .collect();
        }
        Ok(runs)
    }

    /// The values of the first run; none for a single run, or if a value cannot be read.
    pub(crate) fn first_run(&self, fields: &[FieldState]) -> Vec<BatchValue> {
        let runs = self.runs(fields).unwrap_or_default();
        runs.into_iter().next().unwrap_or_default()
    }

    /// The values of each field that differs.
    ///
    /// # Errors
    /// As for [`Self::runs`].
    pub(crate) fn values(&self, fields: &[FieldState]) -> Result<Vec<Vec<BatchValue>>, Message> {
        let fields_of =
            |variation: &Variation| Some((variation.clone(), field_with(fields, variation.field)?));
        let variations = self.variations.iter().filter_map(fields_of);
        variations
            .map(|(variation, field)| variation.values(field))
            .collect()
    }
}

fn field_with(fields: &[FieldState], index: usize) -> Option<FieldState> {
    fields.iter().find(|field| field.index == index).copied()
}
