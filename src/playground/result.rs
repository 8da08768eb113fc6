//! The result: its outputs in a stage, its inputs and times beside it, the contact sheet of a batch, and the
//! comparison of two runs. Knows nothing about the list of runs.

mod actions;
mod comparison;
mod contact_sheet;
pub(crate) mod deferred;
mod download_all;
mod download_link;
mod failure;
mod focus;
mod inspector;
mod metadata;
mod more;
mod output;
mod outputs;
mod planned_sheet;
mod region;
mod result_view;
mod scrubber;
mod smaller_size;
mod text_output;
mod use_as_input;
mod waveform;
mod what_next;
mod zoom;

pub(crate) use region::result_region;
