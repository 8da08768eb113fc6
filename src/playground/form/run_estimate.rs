//! How long the runs will take, next to Run. In the deferred chunk.

use super::batch::{BatchSettings, BatchValue};
use super::field_state::FieldState;
use super::send::Sender;
use crate::deferred::Deferred;
use crate::entered::Entered;
use crate::language::approximate;
use crate::messages as say;
use crate::runs::sampled;
use ui::untrack;

/// The maximum number of runs whose times are averaged.
const MAX_RUNS: usize = 20;

pub(super) static RUN_ESTIMATE: Deferred<fn(Sender) -> Option<String>> = Deferred::new();

/// The text, as soon as a run of the workflow has completed; tracks the numbers of the form, which determine it.
pub(super) fn run_estimate(sender: Sender) -> Option<String> {
    let form = sender.form;
    let fields = form.fields.get();
    let is_single = form.batch.with(BatchSettings::is_single);
    let runs = match is_single {
        true => vec![Vec::new()],
        false => form
            .batch
            .with(|batch| untrack(|| batch.runs(&fields)))
            .ok()?,
    };
    let numbers: Vec<_> = fields.into_iter().filter(FieldState::is_number).collect();
    let own: Vec<BatchValue> = numbers.iter().map(own_value).collect();
    // A run with a number that is not allowed does not start.
    let is_valid = |run: &&Vec<BatchValue>| {
        let is_own = |own: &&BatchValue| run.iter().all(|value| value.field != own.field);
        let mut values = run.iter().chain(own.iter().filter(is_own));
        values.all(|value| value.error(&numbers).is_none())
    };
    let some = sampled(&runs, MAX_RUNS).filter(is_valid);
    let entered = some.map(|values| untrack(|| entered(&numbers, values)));
    let times = sender.expected_times(entered)?;
    let time = times.iter().sum::<f64>() / times.len() as f64;
    let message = match (times.len(), runs.len()) {
        (0, _) => return None,
        (_, 0 | 1) => say::RUN_ESTIMATE,
        _ => say::RUNS_ESTIMATE,
    };
    Some(message.with(&[&approximate(time * runs.len() as f64)]))
}

/// What is entered into a field; tracked.
fn own_value(field: &FieldState) -> BatchValue {
    BatchValue::of_text(&field.name(), field.text.get())
}

/// The values of these fields, with those that the run has in a batch.
fn entered(fields: &[FieldState], values: &[BatchValue]) -> Vec<Entered> {
    let entered = |field: &FieldState| match values.iter().find(|value| value.is_of(field)) {
        Some(value) => Some(value.entered(field)),
        None => field.entered(),
    };
    fields.iter().filter_map(entered).collect()
}
