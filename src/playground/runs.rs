//! The runs of the connected deployment: a row each, and the result of the chosen one.

mod batch;
mod capabilities;
mod collection;
pub(crate) mod deferred;
mod detail_polling;
mod diff;
mod filter;
mod grouping;
mod list;
mod outputs;
mod persistence;
mod queue_link;
mod record;
mod region;
mod row_view;
mod run_state;
mod status_view;
mod store;
mod sync;
mod upload;

pub(crate) use diff::differing;
pub(crate) use outputs::{archive_outputs, output_count, output_url};
pub(crate) use queue_link::{CANCEL, SAW_QUEUE};
pub(crate) use record::{Group, RunRow};
pub(crate) use region::{RESULT, announcer, runs_region};
pub(crate) use run_state::{Place, RunState};
pub(crate) use status_view::{bar, id, name, sign_of, standing, step, tone};
pub(crate) use store::{Begin, Runs};
