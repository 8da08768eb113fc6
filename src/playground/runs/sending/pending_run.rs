//! A run that is in the list of runs, and not sent yet.

use crate::entered::{Entered, EnteredKind};
use crate::runs::record::RunRecord;
use crate::runs::run_row::RunRow;
use client_web::FormPart;
use schema::FieldValue;
use web_sys::{AbortController, File};

/// A run to send.
pub(crate) struct PendingRun {
    pub(crate) row: RunRow,
    pub(crate) parts: Vec<FormPart>,
    pub(crate) abort: Option<AbortController>,
}

impl PendingRun {
    /// Whether its person has cancelled it.
    pub(super) fn is_stopped(&self) -> bool {
        let is_aborted = |abort: &AbortController| abort.signal().aborted();
        self.abort.as_ref().is_some_and(is_aborted)
    }
}

/// The names of the texts that are sent empty: the record of a run does not list them among its inputs.
pub(crate) fn empty_texts(parts: &[FormPart]) -> Vec<String> {
    let is_empty =
        |part: &&FormPart| matches!(part.input(), FieldValue::Text(text) if text.is_empty());
    let names = parts.iter().filter(is_empty).map(FormPart::name);
    names.collect()
}

/// The parts of a run that was prepared before the page was left.
pub(super) fn parts_of(record: &RunRecord) -> Vec<FormPart> {
    let inputs = record.inputs.iter().flat_map(parts_of_input);
    let empty = record.empty_texts.iter();
    inputs
        .chain(empty.map(|name| FormPart::text(name.as_str(), "")))
        .collect()
}

fn parts_of_input(input: &Entered) -> Vec<FormPart> {
    if input.files.is_empty() {
        let text = match input.kind {
            EnteredKind::Number => input.text.trim(),
            _ => &input.text,
        };
        return vec![FormPart::text(input.name.as_str(), text)];
    }
    let part = |file: &File| FormPart::file(input.name.as_str(), file.clone().into(), None);
    input.files.iter().map(part).collect()
}
