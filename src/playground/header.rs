//! The slim header: which deployment, how it goes, the language and the theme.

use leptos::prelude::*;

use super::connection::{Connection, Link};
use super::element::{El, button, el};
use super::icon::{Shape, icon};
use super::messages as say;
use super::settings::settings;
use super::time::Clock;

/// The header; its deployment button opens the connection panel.
pub(crate) fn header() -> El {
    let connection: Connection = expect_context();
    let deployment = move || {
        connection
            .title()
            .unwrap_or_else(|| say::NO_DEPLOYMENT.now().to_owned())
    };
    let toggle = move || connection.panel.update(|open| *open = !*open);
    el("header", "header")
        .child(
            el("h1", "brand")
                .child(icon(Shape::Mark))
                .child(el("span", "brand-name").text("flowdeck")),
        )
        .child(
            button("deployment", toggle)
                .attr("aria-label", say::CONNECTION)
                .attr("aria-expanded", move || connection.panel.get().to_string())
                .attr("aria-controls", "connection")
                .child(
                    el("span", "deployment-address")
                        .attr("dir", "ltr")
                        .text(deployment),
                )
                .child(icon(Shape::Chevron)),
        )
        .child(link_state(connection))
        .child(settings())
}

fn link_state(connection: Connection) -> El {
    let clock: Clock = expect_context();
    let link = connection.link;
    let age = move || match link.get() {
        Link::Lost { since, .. } => Some(clock.since(since)),
        _ => None,
    };
    el("p", "link")
        .attr("data-tone", move || link.with(Link::tone))
        .child(el("span", "dot").attr("aria-hidden", "true"))
        .child(
            el("span", "")
                .attr("role", "status")
                .text(move || link.with(Link::word)),
        )
        .child(el("span", "link-age").text(age))
}
