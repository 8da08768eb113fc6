//! The number of runs that Run starts, and of those that are not valid. In the deferred chunk.

use crate::deferred::Deferred;
use crate::form::batch::BatchValue;
use crate::form::state::FormState;
use crate::language::integer;
use crate::messages as say;

pub(crate) static RUN_COUNT: Deferred<fn(FormState) -> usize> = Deferred::new();

/// The number of runs; tracked.
pub(crate) fn run_count(form: FormState) -> usize {
    form.batch.with(|batch| batch.count(&form.fields.get()))
}

/// The number of runs, of invalid ones, and the first error; or why there is no run. Tracked.
pub(super) fn run_count_text(form: FormState) -> String {
    let fields = form.fields.get();
    let runs = match form.batch.with(|batch| batch.runs(&fields)) {
        Ok(runs) => runs,
        Err(message) => return message.now().to_owned(),
    };
    let error = |run: &Vec<BatchValue>| {
        run.iter().find_map(|value| {
            let field = fields.iter().find(|field| value.is_of(field))?;
            Some([&field.label(), " ", &value.error(&fields)?].concat())
        })
    };
    let all = runs.iter().enumerate();
    let mut errors = all.filter_map(|(index, run)| Some((index, error(run)?)));
    let Some((index, first)) = errors.next() else {
        return say::BATCH_RUNS.count(runs.len());
    };
    let invalid = integer(errors.count() + 1);
    let count = say::BATCH_RUNS_INVALID.count_with(runs.len(), &[&invalid]);
    [&count, " · ", &form.in_row(index, first)].concat()
}
