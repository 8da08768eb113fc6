//! The result of the selected run: its outputs, inputs and times, downloads, and the comparison with
//! another run. Knows nothing about the list of runs.

mod comparison;
pub(crate) mod deferred;
mod download_all;
mod download_link;
mod metadata;
mod output;
mod outputs;
mod result_view;
mod text_output;
mod zoom;
