//! What became of the runs at the deployment: how many are in each state, over time and by workflow, how long they took,
//! which nodes are slow, and why runs failed. A dialog, in the deferred chunk.

mod bars;
mod dialog;
mod failures;
mod figures;
mod opener;
mod state;
mod timeline;
mod workflow;

pub(crate) use opener::{monitoring_button, open_monitoring};
