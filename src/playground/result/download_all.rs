//! A button that downloads all outputs of a run in one archive.

use crate::archive::Archive;
use crate::messages as say;
use crate::runs::{RunRow, RunState, archive_outputs, output_count};
use ui::{El, button, el};

/// The button and its status; hidden unless the run has several outputs.
pub(super) fn download_all_button(row: RunRow) -> El {
    let archive = Archive::new();
    let has_several = move || row.state() == RunState::Completed && output_count(&row) > 1;
    el("span", "result-download-all")
        .attr("hidden", move || !has_several())
        .child(
            button("button small", move || archive_outputs(archive, &[row]))
                .attr("data-command", true)
                .attr("disabled", move || archive.is_busy.get())
                .text(say::DOWNLOAD_ALL),
        )
        .child(
            el("span", "hint")
                .attr("role", "status")
                .text(move || archive.status.get()),
        )
}
