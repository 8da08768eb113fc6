//! The slim header: which deployment, how it goes, and the theme.

use leptos::prelude::*;

use super::connection::{Connection, Link};
use super::icon::{Icon, Shape};
use super::text::host;
use super::theme::ThemeSwitch;
use super::time::Clock;

/// The header; its deployment button opens the connection panel.
#[component]
pub(crate) fn Header() -> impl IntoView {
    let connection: Connection = expect_context();
    let deployment = move || {
        let client = connection.client.get();
        client.map(|client| host(client.base_url()).to_owned())
    };
    view! {
        <header class="header">
            <h1 class="brand">
                <Icon shape=Shape::Mark />
                "flowdeck"
            </h1>
            <button
                type="button"
                class="deployment"
                aria-label="Connection"
                aria-expanded=move || connection.panel.get().to_string()
                aria-controls="connection"
                on:click=move |_| connection.panel.update(|open| *open = !*open)
            >
                <span class="deployment-address" dir="ltr">
                    {move || deployment().unwrap_or_else(|| "No deployment".to_owned())}
                </span>
                <Icon shape=Shape::Chevron />
            </button>
            <LinkState />
            <ThemeSwitch />
        </header>
    }
}

#[component]
fn LinkState() -> impl IntoView {
    let connection: Connection = expect_context();
    let clock: Clock = expect_context();
    let link = connection.link;
    let age = move || match link.get() {
        Link::Lost { since, .. } => Some(clock.since(since)),
        _ => None,
    };
    view! {
        <p class="link" data-tone=move || link.with(Link::tone)>
            <span class="dot" aria-hidden="true"></span>
            <span role="status">{move || link.with(Link::word)}</span>
            <span class="link-age">{age}</span>
        </p>
    }
}
