//! The runs of the connected deployment: how they are sent, followed and listed. Knows nothing about the
//! form that sends them.

mod batch_handle;
mod batch_progress;
mod batch_seeds;
mod batch_tile;
mod browser;
mod cancel;
mod capabilities;
mod caption;
mod channel;
mod collection;
pub(crate) mod deferred;
mod deletion;
mod detail_polling;
mod diff;
mod dropped;
mod estimate;
mod events;
mod expected_time;
mod filter;
mod focus;
mod follow;
mod following;
mod grouping;
mod in_progress;
mod inputs_json;
mod kept_selection;
mod lifecycle;
mod limit;
mod list;
mod notices;
mod outputs;
mod persistence;
mod picture_ratio;
mod progress;
mod queue_link;
mod record;
mod region;
mod removal;
mod removed;
mod rows;
mod run_clock;
mod run_row;
mod run_state;
mod saved_files;
mod sending;
mod shortcuts;
mod stage;
mod star;
mod status_view;
mod store;
mod sync;
mod tab;
mod thumbnail;
mod tile;
mod tile_count;
mod timed_count;
mod title;
mod title_ending;
mod upload;
mod values_csv;

pub(crate) use batch_handle::{BatchHandle, batch_progress_bar};
pub(crate) use batch_progress::{batch_size, progress_text};
pub(crate) use batch_seeds::shared_seeds;
pub(crate) use cancel::CANCEL;
pub(crate) use caption::{batch_values, cell_caption, run_caption};
pub(crate) use deletion::{delete_all_button, delete_button};
pub(crate) use diff::{distinguishing_text, input_line, inputs_that_differ, text_among};
pub(crate) use expected_time::sampled;
pub(crate) use kept_selection::keep_selection;
pub(crate) use lifecycle::NewRun;
pub(crate) use notices::run_notices;
pub(crate) use outputs::{
    archive_outputs, download_name, first_image_url, output_count, output_url, pictured_output,
};
pub(crate) use picture_ratio::entered_ratio;
pub(crate) use queue_link::CompletedRun;
pub(crate) use record::{Batch, RunRecord};
pub(crate) use region::{announcer, runs_region};
pub(crate) use run_clock::run_time;
pub(crate) use run_row::RunRow;
pub(crate) use run_state::{QueuePosition, RunState};
pub(crate) use sending::{PendingRun, Sending, empty_texts, send_button};
pub(crate) use shortcuts::on_key;
pub(crate) use stage::{Cover, Shown};
pub(crate) use star::star_button;
pub(crate) use status_view::{
    attempt_text, created_at, progress_bar, run_label, run_state_badge, short_run_id, short_status,
    status_text, step_text, tone,
};
pub(crate) use store::Runs;
pub(crate) use thumbnail::last_thumbnail;
pub(crate) use tile::{picture, preview_url, run_actions, run_icons};
pub(crate) use title::{long_title, run_title};
pub(crate) use values_csv::RESULT_COLUMNS;
