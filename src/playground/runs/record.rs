//! The stored data of a run. Knows neither the database nor the list.

use super::run_state::RunState;
use crate::entered::Entered;
use api::RunOutput;

/// A run as the browser stores it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct RunRecord {
    /// Its key in the browser's database.
    pub(crate) id: String,
    /// The deployment's address; only its own runs are listed.
    pub(crate) base_url: String,
    /// The run's id, if the deployment has accepted it.
    pub(crate) run_id: Option<String>,
    /// The workflow's id.
    pub(crate) workflow_id: String,
    /// The workflow's name.
    pub(crate) workflow: String,
    /// The inputs.
    pub(crate) inputs: Vec<Entered>,
    /// The names of the texts that are sent empty, until it is sent.
    pub(crate) empty_texts: Vec<String>,
    /// Whether its upload has an idempotency key, so that it starts once however often it is sent.
    pub(crate) can_repeat: bool,
    /// Input files that are no longer stored: the field's label and the file's name.
    pub(crate) missing_files: Vec<(String, String)>,
    /// The batch that the run is part of.
    pub(crate) batch: Option<Batch>,
    /// The id of the tab that sent it; empty for a run of an older version of the page.
    pub(crate) tab: String,
    /// The name of the key that started it, and the address of the engine instance that has it or had it last, as far as
    /// the deployment reports them.
    pub(crate) owner: Option<String>,
    pub(crate) instance: Option<String>,
    /// When Run was pressed.
    pub(crate) created: f64,
    /// When its state last changed.
    pub(crate) changed: f64,
    /// Whether a person marked it.
    pub(crate) is_starred: bool,
    /// When it was removed from the list, if that can still be undone.
    pub(crate) removed: Option<f64>,
    /// Whether it is deleted at the service, too, once that can no longer be undone.
    pub(crate) is_deleted: bool,
    /// The state.
    pub(crate) state: RunState,
    /// A message about the state.
    pub(crate) message: Option<String>,
    /// When it was accepted, started and ended, and when it is deleted there because of its age, by the deployment's
    /// clock.
    pub(crate) server_times: [Option<f64>; 4],
    /// Its outputs; `None` if the deployment has not reported them.
    pub(crate) outputs: Option<Vec<RunOutput>>,
}

impl RunRecord {
    /// The inputs that its batch varies.
    pub(super) fn varied_inputs(&self) -> impl Iterator<Item = &Entered> {
        let fields = self.batch.as_ref().map_or(&[][..], |batch| &batch.fields);
        let is_varied = |input: &&Entered| fields.contains(&input.name);
        self.inputs.iter().filter(is_varied)
    }
}

/// Runs that were sent together, and the run's position among them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Batch {
    /// The id that the deployment receives as `group_id`.
    pub(crate) id: String,
    /// The difference between its runs, such as `strength: 0.1 … 0.9`.
    pub(crate) name: String,
    /// The run's index in the batch.
    pub(crate) index: usize,
    /// How many runs the batch has.
    pub(crate) count: usize,
    /// The names of the fields that differ; empty for a batch of an older version of the page.
    pub(crate) fields: Vec<String>,
    /// The values of two fields whose combinations are the runs: the headings of the rows, then of the columns.
    pub(crate) grid: Option<[Vec<String>; 2]>,
}
