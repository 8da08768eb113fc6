//! The slim header: which deployment, how it goes, the language and the theme.

use leptos::prelude::*;

use super::connection::{Connection, Link};
use super::element::{El, button, el};
use super::icon::{Shape, icon};
use super::language::{LANGUAGES, Language};
use super::messages as say;
use super::theme::theme_switch;
use super::time::Clock;
use crate::playground::signal::RwSignal;

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

/// Language and theme. A narrow page has them in the connection panel, where there is room.
pub(crate) fn settings() -> El {
    el("div", "settings")
        .child(language_choice())
        .child(theme_switch())
}

/// The page's language; the page is written anew in it, with all that was entered.
fn language_choice() -> El {
    let language: RwSignal<Language> = expect_context();
    let option = |(index, (tag, name)): (usize, (&'static str, &'static str))| {
        el("option", "")
            .attr("value", tag)
            .attr("lang", tag)
            .attr("selected", language.get_untracked().index() == index)
            .text(name)
    };
    el("select", "language")
        .attr("aria-label", say::LANGUAGE)
        .on("change", move |event| {
            let tag = super::element::value(&event);
            let index = LANGUAGES.iter().position(|(own, _)| *own == tag);
            language.set(Language::choose(index.unwrap_or_default()));
        })
        .children(LANGUAGES.into_iter().enumerate().map(option))
}
