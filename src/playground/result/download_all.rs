//! A button that downloads all outputs of a run or of a batch in one archive.

use crate::archive::Archive;
use crate::icon::{Shape, icon};
use crate::messages as say;
use crate::runs::{RunRow, archive_outputs, output_count};
use ui::{El, button, el, memo, untrack};

/// The status of the archive, and the button. It is disabled until there is an output.
pub(super) fn download_all(rows: impl Fn() -> Vec<RunRow> + Clone + 'static) -> [El; 2] {
    let archive = Archive::new();
    let own = rows.clone();
    let has_outputs = memo(move || own().iter().any(|row| output_count(row) > 0));
    let pack = move || archive_outputs(archive, &untrack(&rows));
    let download = button("button small", pack)
        .attr("data-command", true)
        .attr("disabled", move || {
            archive.is_busy.get() || !has_outputs.get()
        })
        .child(icon(Shape::Down))
        .text(say::DOWNLOAD_ALL);
    let status = el("span", "hint")
        .attr("role", "status")
        .text(move || archive.status.get());
    [status, download]
}
