//! How long the runs will take, next to Run. In the deferred chunk.

use super::batch::BatchSettings;
use super::send::Sender;
use crate::deferred::Deferred;
use crate::language::{approximate, integer};
use crate::messages as say;

/// The maximum number of runs whose times are averaged.
const MAX_RUNS: usize = 50;

pub(super) static RUN_ESTIMATE: Deferred<fn(Sender) -> Option<String>> = Deferred::new();

/// The text, as soon as a run of the workflow has completed; tracked.
pub(super) fn run_estimate(sender: Sender) -> Option<String> {
    let form = sender.form;
    let fields = form.fields.get();
    for field in fields.iter().filter(|field| field.is_number()) {
        field.text.track();
    }
    let runs = form.batch.with(|batch| batch.runs(&fields)).ok()?;
    let count = runs.len();
    let is_single = form.batch.with(BatchSettings::is_single);
    let runs = if is_single { vec![Vec::new()] } else { runs };
    let expected = runs
        .iter()
        .take(MAX_RUNS)
        .map(|values| sender.expected_time(&form.entered(values)));
    let times: Vec<f64> = expected.collect::<Option<_>>()?;
    let time = approximate(times.iter().sum::<f64>() / times.len() as f64);
    match (times.len(), count) {
        (0, _) => None,
        (_, 0 | 1) => Some(say::RUN_ESTIMATE.with(&[&time])),
        _ => Some(say::RUNS_ESTIMATE.with(&[&integer(count), &time])),
    }
}
