//! Beside or under the result: the run's id, times and inputs. A narrow page shows them on request.

use super::metadata::metadata;
use crate::media_query::NARROW;
use crate::messages as say;
use crate::runs::RunRow;
use ui::{El, el};

/// The details of a run.
pub(super) fn details(row: RunRow) -> El {
    fold().child(metadata(row))
}

/// A place for details.
pub(super) fn fold() -> El {
    let is_open = !NARROW.matches();
    el("details", "details")
        .attr("open", is_open)
        .child(el("summary", "").text(say::RESULT_DETAILS))
}
