//! The number of runs, and the fold with a table of runs below the fields. In the deferred chunk.

use super::table_panel;
use crate::deferred::Deferred;
use crate::form::fold::fold;
use crate::form::state::FormState;
use crate::messages as say;
use ui::El;

pub(crate) static RUN_COUNT: Deferred<fn(FormState) -> usize> = Deferred::new();

/// The table.
pub(crate) fn batch_panel(form: FormState) -> El {
    fold(say::TABLE, false, table_panel::content, form)
}

/// The number of runs that Run starts; tracked.
pub(crate) fn run_count(form: FormState) -> usize {
    form.batch.with(|batch| batch.count(&form.fields.get()))
}
