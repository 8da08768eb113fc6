//! The header: the deployment with its status, the queues in a few words, the Code panel and the settings.

pub(crate) mod menu;

use menu::menu;

use super::connection::{Connection, ConnectionStatus};
use super::developers::developers_button;
use super::icon::{Shape, icon, live_icon};
use super::messages as say;
use super::palette::Palette;
use super::queue::queue_pill;
use super::time::Clock;
use ui::{El, button, el, expect_context};

/// The header; its deployment button opens the connection panel.
pub(crate) fn header() -> El {
    let connection: Connection = expect_context();
    let deployment = move || {
        connection
            .title()
            .unwrap_or_else(|| say::NO_DEPLOYMENT.now().to_owned())
    };
    // It contains what is visible, for people who speak to the page.
    let name = move || [say::CONNECTION.now(), ": ", &deployment()].concat();
    let toggle = move || connection.panel.update(|open| *open = !*open);
    el("header", "header")
        .child(
            el("h1", "brand")
                .child(icon(Shape::Mark))
                .child(el("span", "brand-name").text("flowdeck")),
        )
        .child(
            button("deployment", toggle)
                .attr("aria-label", name)
                .attr("aria-expanded", move || connection.panel.get().to_string())
                .attr("aria-controls", "connection")
                .child(
                    el("span", "deployment-address")
                        .attr("dir", "ltr")
                        .text(deployment),
                )
                .child(icon(Shape::Chevron)),
        )
        .child(connection_status(connection))
        .child(queue_pill())
        .child(
            el("div", "header-tools")
                .child(expect_context::<Palette>().button())
                .child(developers_button())
                .children(menu()),
        )
}

/// The shape says the same as the colour, for people who do not see that.
fn shape(status: &ConnectionStatus) -> Shape {
    match status {
        ConnectionStatus::Live => Shape::Check,
        ConnectionStatus::Off | ConnectionStatus::Connecting => Shape::Ring,
        _ => Shape::Warning,
    }
}

fn connection_status(connection: Connection) -> El {
    let clock: Clock = expect_context();
    let status = connection.status;
    let age = move || match status.get() {
        ConnectionStatus::Lost { since, .. } => Some(clock.since(since)),
        _ => None,
    };
    el("p", "link")
        .attr("data-tone", move || status.with(ConnectionStatus::tone))
        .child(live_icon(move || status.with(shape)))
        .child(
            el("span", "")
                .attr("role", "status")
                .text(move || status.with(ConnectionStatus::label)),
        )
        .child(el("span", "link-age").text(age))
}
