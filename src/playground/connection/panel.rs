//! The connection panel. Its content is deferred until it is first opened.

use super::state::Connection;
use crate::deferred::Deferred;
use crate::messages as say;
use ui::{El, el, expect_context};

pub(super) static ENTRIES: Deferred<fn(Connection) -> El> = Deferred::new();

/// The panel.
pub(crate) fn connection_panel() -> El {
    let connection: Connection = expect_context();
    let panel = connection.panel;
    let section = el("section", "connection")
        .attr("id", "connection")
        .attr("aria-label", say::CONNECTION)
        .attr("hidden", move || !panel.get());
    ENTRIES.view_once(
        section,
        move || panel.get(),
        move |entries| entries(connection),
    )
}
