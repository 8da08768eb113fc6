//! The runs of a batch before they are sent: what its contact sheet will have.

use super::Sender;
use crate::form::batch::BatchValue;
use crate::form::field_state::FieldState;
use crate::runs::entered_ratio;
use ui::untrack;

/// The maximum number of runs that are planned one by one.
const MAX_RUNS: usize = 200;

/// A batch as it would be sent.
#[derive(Clone, Default, PartialEq)]
pub(crate) struct Plan {
    /// Its name.
    pub(crate) name: String,
    /// The number of its runs.
    pub(crate) count: usize,
    /// What distinguishes each of the first runs.
    pub(crate) values: Vec<String>,
    /// The values of both fields of a grid.
    pub(crate) grid: Option<[Vec<String>; 2]>,
    /// The milliseconds that each of the first runs will take, once a run of the workflow has completed.
    pub(crate) times: Vec<f64>,
    /// The ratio of the width and the height that are entered.
    pub(crate) ratio: Option<f64>,
}

impl Sender {
    /// The batch that Run would send; `None` for a single run, or if a value cannot be read. Tracks the batch and the
    /// numbers, which determine the time.
    pub(crate) fn plan(self) -> Option<Plan> {
        let form = self.form;
        let fields = form.fields.get();
        form.batch.with(|_| {});
        for field in fields.iter().filter(|field| field.is_number()) {
            field.text.track();
        }
        untrack(|| {
            let runs = form.batch.with(|batch| batch.runs(&fields)).ok()?;
            if runs.is_empty() {
                return None;
            }
            let some = runs.get(..MAX_RUNS).unwrap_or(&runs);
            let times = self.expected_times(some.iter().map(|run| form.entered(run)));
            Some(Plan {
                name: self.batch_name(&runs),
                count: runs.len(),
                values: some.iter().map(|run| values(run, &fields)).collect(),
                grid: self.grid().filter(|_| some.len() == runs.len()),
                times: times.unwrap_or_default(),
                ratio: entered_ratio(&form.entered(&[])),
            })
        })
    }
}

/// The values of a run in one line.
fn values(run: &[BatchValue], fields: &[FieldState]) -> String {
    let value = |value: &BatchValue| {
        let field = fields.iter().find(|field| value.is_of(field));
        field.map_or_else(|| value.text.clone(), |field| field.localize(&value.text))
    };
    let values: Vec<String> = run.iter().map(value).collect();
    values.join(" · ")
}
