//! The runs of the connected deployment: how they are sent, followed and listed. Knows nothing about the
//! form that sends them.

mod batch;
mod batch_progress;
mod cancel;
mod capabilities;
mod channel;
mod collection;
pub(crate) mod deferred;
mod detail_polling;
mod diff;
mod filter;
mod focus;
mod grouping;
mod inputs_json;
mod lifecycle;
mod list;
mod outputs;
mod persistence;
mod progress;
mod queue_link;
mod record;
mod region;
mod removal;
mod row_view;
mod run_row;
mod run_state;
mod selection;
mod status_view;
mod store;
mod sync;
mod upload;

pub(crate) use cancel::CANCEL;
pub(crate) use diff::{changed_inputs, distinguishing_text};
pub(crate) use lifecycle::NewRun;
pub(crate) use outputs::{archive_outputs, output_count, output_url};
pub(crate) use queue_link::CompletedRun;
pub(crate) use record::{Batch, RunRecord};
pub(crate) use region::{RESULT, announcer, runs_region};
pub(crate) use run_row::RunRow;
pub(crate) use run_state::{QueuePosition, RunState};
pub(crate) use status_view::{
    progress_bar, run_label, run_state_badge, short_run_id, status_text, step_text, tone,
};
pub(crate) use store::Runs;
