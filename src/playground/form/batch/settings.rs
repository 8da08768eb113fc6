//! Which field differs between the runs of a batch, and its values.

use web_sys::File;

use super::range::range_values;
use super::value::BatchValue;
use crate::playground::form::field_state::FieldState;
use crate::playground::language::{Message, digits, is_english};
use crate::playground::messages as say;

/// The maximum number of runs in one batch.
pub(super) const MAX_RUNS: usize = 500;

/// The settings that a person entered for a batch.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct BatchSettings {
    /// The index of the field; `None` for a single run.
    pub(crate) field: Option<usize>,
    /// Whether each of the field's files becomes a run.
    pub(crate) files: bool,
    /// Whether the values are a range instead of a list.
    pub(crate) range: bool,
    /// The list, one value per line.
    pub(crate) list: String,
    /// The range: from, to and step.
    pub(crate) bounds: [String; 3],
}

impl BatchSettings {
    /// One run per file of a field.
    pub(crate) fn of_files(field: FieldState) -> Self {
        Self {
            field: Some(field.index),
            files: true,
            ..Self::default()
        }
    }

    /// Whether each file of this field becomes a run.
    pub(crate) fn is_of_files(&self, field: FieldState) -> bool {
        self.files && self.field == Some(field.index)
    }

    /// The field whose value differs.
    pub(crate) fn field_in(&self, fields: &[FieldState]) -> Option<FieldState> {
        let index = self.field?;
        fields.iter().find(|field| field.index == index).copied()
    }

    /// The number of runs that Run starts.
    pub(crate) fn count(&self, fields: &[FieldState]) -> usize {
        match self.field_in(fields) {
            None => 1,
            Some(field) if self.files => field.files.with(Vec::len),
            Some(field) => self.texts(field.is_number()).map_or(0, |texts| texts.len()),
        }
    }

    /// One value per run; none for a single run.
    ///
    /// # Errors
    /// A message if there is no value, there are too many, or the range is invalid.
    pub(crate) fn values(&self, fields: &[FieldState]) -> Result<Vec<BatchValue>, Message> {
        let Some(field) = self.field_in(fields) else {
            return Ok(Vec::new());
        };
        let name = field.name();
        if self.files {
            let files = field.files.get_untracked();
            if files.len() > MAX_RUNS {
                return Err(say::BATCH_TOO_LARGE);
            }
            let value = |file: File| BatchValue::of_file(&name, file);
            return Ok(files.into_iter().map(value).collect());
        }
        let value = |text: String| BatchValue::of_text(&name, text);
        Ok(self
            .texts(field.is_number())?
            .into_iter()
            .map(value)
            .collect())
    }

    /// The values of the list or range. Several numbers may share a line.
    pub(super) fn texts(&self, are_numbers: bool) -> Result<Vec<String>, Message> {
        let lines = self.list.lines().map(str::trim);
        let lines = lines.filter(|line| !line.is_empty());
        let texts = match (self.range, are_numbers) {
            (true, _) => range_values(&self.bounds, MAX_RUNS)?,
            (false, true) => lines.flat_map(numbers).collect(),
            (false, false) => lines.map(str::to_owned).collect(),
        };
        match texts.len() {
            0 => Err(say::BATCH_EMPTY),
            1..=MAX_RUNS => Ok(texts),
            _ => Err(say::BATCH_TOO_LARGE),
        }
    }
}

/// The numbers of a line, which semicolons or commas separate. A comma before three digits or, outside of
/// English, before any digit may be part of a number.
fn numbers(line: &str) -> Vec<String> {
    let pieces: Vec<&str> = line.split(',').collect();
    let is_three_digits =
        |piece: &&str| piece.len() == 3 && piece.bytes().all(|byte| byte.is_ascii_digit());
    let is_ambiguous = !is_english() || pieces.iter().skip(1).any(is_three_digits);
    let separated = match is_ambiguous {
        true => line.replace(", ", ";"),
        false => line.replace(',', ";"),
    };
    let numbers = separated.split(';').map(|number| digits(number.trim()));
    numbers.filter(|number| !number.is_empty()).collect()
}

#[cfg(test)]
mod tests;
