//! The values of one field that differ between the runs of a batch.

use web_sys::File;

use super::range::range_values;
use super::suggestion::{next_seeds, suggested_range};
use super::value::BatchValue;
use crate::form::field_state::FieldState;
use crate::form::seed_mode::random_seed;
use crate::language::{Message, digits, is_english};
use crate::messages as say;
use schema::{Control, FieldKind};

/// The maximum number of runs in one batch.
pub(super) const MAX_RUNS: usize = 500;

/// How many random seeds are suggested: as many as fill a square of results.
const SEEDS: usize = 9;

/// The values that a person entered for a field.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Variation {
    /// The index of the field.
    pub(crate) field: usize,
    /// Whether each of the field's files becomes a run.
    pub(crate) files: bool,
    /// Whether the values are a range instead of a list.
    pub(crate) range: bool,
    /// The list, one value per line.
    pub(crate) list: String,
    /// The range: from, to and step.
    pub(crate) bounds: [String; 3],
}

impl Variation {
    /// The values that a field's definition suggests: random seeds, or a range around its own
    /// value. Otherwise its own
    /// value, to which a person adds others.
    pub(crate) fn of(field: FieldState) -> Self {
        let mut variation = Self {
            field: field.index,
            ..Self::default()
        };
        field
            .definition
            .with_value(|definition| match &definition.kind {
                FieldKind::Boolean => variation.list = "true\nfalse".to_owned(),
                FieldKind::Number(bounds) if definition.control() == Some(Control::Seed) => {
                    let seeds = (0..SEEDS).map(|_| random_seed(bounds));
                    variation.list = seeds.collect::<Vec<String>>().join("\n");
                }
                FieldKind::Number(_) | FieldKind::Slider(_) => {
                    let range = suggested_range(definition, &field.text.get_untracked());
                    variation.range = range.is_some();
                    variation.bounds = range.unwrap_or_default();
                }
                _ => {}
            });
        if !variation.range && variation.list.is_empty() {
            variation.list = field.text.get_untracked();
        }
        variation
    }

    /// One value per file of a field.
    pub(crate) fn of_files(field: FieldState) -> Self {
        Self {
            field: field.index,
            files: true,
            ..Self::default()
        }
    }

    /// The values.
    ///
    /// # Errors
    /// A message if there is no value, there are too many, or the range is invalid.
    pub(crate) fn values(&self, field: FieldState) -> Result<Vec<BatchValue>, Message> {
        let name = field.name();
        if self.files {
            let files = field.files.get_untracked();
            if files.len() > MAX_RUNS {
                return Err(say::BATCH_TOO_LARGE);
            }
            let value = |file: File| BatchValue::of_file(&name, file);
            return Ok(files.into_iter().map(value).collect());
        }
        let texts = self.texts(field.is_number())?.into_iter();
        Ok(texts.map(|text| BatchValue::of_text(&name, text)).collect())
    }

    /// Changes between the list and the range. An empty list gets the values of the range, and an empty range those that
    /// the field suggests.
    pub(crate) fn set_range(&mut self, range: bool, field: FieldState) {
        if range && self.bounds.iter().all(String::is_empty) {
            let text = field.text.get_untracked();
            let suggested = field.definition.with_value(|field| match field.control() {
                Some(Control::Seed) => next_seeds(field, &text, SEEDS),
                _ => suggested_range(field, &text),
            });
            self.bounds = suggested.unwrap_or_default();
        }
        if self.list.trim().is_empty()
            && let Ok(texts) = range_values(&self.bounds, MAX_RUNS)
        {
            self.list = texts.join("\n");
        }
        self.range = range;
    }

    /// The number of values; tracked.
    pub(crate) fn count(&self, field: FieldState) -> usize {
        match self.files {
            true => field.files.with(Vec::len),
            false => self.texts(field.is_number()).map_or(0, |texts| texts.len()),
        }
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
