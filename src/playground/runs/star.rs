//! Marks runs with a star.

use super::caption::distinct_label;
use super::run_row::RunRow;
use super::store::Runs;
use crate::icon::{Shape, icon};
use crate::messages as say;
use ui::{El, button, expect_context};

impl Runs {
    /// Marks a run, or removes the mark.
    pub(crate) fn toggle_star(self, row: RunRow) {
        row.record
            .update(|record| record.is_starred = !record.is_starred);
        self.save(row);
    }
}

/// A button that marks a run.
pub(crate) fn star_button(row: RunRow) -> El {
    let runs: Runs = expect_context();
    let name = move || distinct_label(row, runs);
    let is_starred = move || row.record.with(|record| record.is_starred);
    button("button small icon-button star", move || {
        runs.toggle_star(row)
    })
    .attr("aria-label", move || {
        [say::RUN_STAR.now(), " ", &name()].concat()
    })
    .attr("title", say::RUN_STAR)
    .attr("aria-keyshortcuts", "s")
    .attr("aria-pressed", move || is_starred().to_string())
    .child(icon(Shape::Star))
}
