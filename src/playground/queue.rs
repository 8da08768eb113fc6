//! The queues of every engine instance, updated live. Knows nothing about the form.

mod board;
mod clean_text;
mod column;
mod controls;
pub(crate) mod deferred;
mod delta;
mod finished_run;
mod instance;
mod instance_focus;
mod instance_handle;
mod instance_list;
mod instance_view;
mod list_layout;
mod load_history;
mod own_run;
mod own_times;
mod pill;
mod region;
mod run_times;
mod sizes;
mod snapshot;
mod state;
mod summary;
mod task_list;
mod view_options;
mod waiting;
mod waiting_snapshot;
mod worker;

pub(crate) use board::Board;
pub(crate) use column::QueueColumn;
pub(crate) use pill::queue_pill;
pub(crate) use region::QUEUE_REGION;
pub use worker::read_queue;
