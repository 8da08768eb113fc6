//! A button that downloads all outputs of a run in one archive.

use crate::archive::Archive;
use crate::messages as say;
use crate::runs::{RunRow, RunState, archive_outputs, output_count};
use ui::{El, button, el};

/// The button, hidden unless the run has several outputs; and its status, which stays in sight when a menu with the
/// button closes.
pub(super) fn download_all(row: RunRow) -> [El; 2] {
    let archive = Archive::new();
    let has_several = move || row.state() == RunState::Completed && output_count(&row) > 1;
    let download = button("button small", move || archive_outputs(archive, &[row]))
        .attr("data-command", true)
        .attr("hidden", move || !has_several())
        .attr("disabled", move || archive.is_busy.get())
        .text(say::DOWNLOAD_ALL);
    let status = el("span", "hint")
        .attr("role", "status")
        .text(move || archive.status.get());
    [download, status]
}
