//! Where a person says which deployment, and with which key.

use leptos::prelude::*;

use super::{Connection, Keep, Link};
use crate::playground::storage::Place;

const KEEPS: [(&str, Keep, &str); 3] = [
    ("page", Keep::Page, "In memory, until this page is left"),
    ("tab", Keep::Stored(Place::Tab), "Until this tab is closed"),
    (
        "browser",
        Keep::Stored(Place::Browser),
        "In this browser, until you forget it",
    ),
];

/// Address, key, and what went wrong with either.
#[component]
pub(crate) fn ConnectionPanel() -> impl IntoView {
    let connection: Connection = expect_context();
    let link = connection.link;
    let address_fault = move || match link.get() {
        Link::AddressRefused(message) | Link::Lost { message, .. } => Some(message),
        _ => None,
    };
    let key_fault = move || match link.get() {
        Link::KeyRefused(message) => Some(message),
        _ => None,
    };
    view! {
        <section
            id="connection"
            class="connection"
            aria-label="Connection"
            hidden=move || !connection.panel.get()
            on:keydown=move |event| {
                if event.key() == "Escape" {
                    connection.panel.set(false);
                }
            }
        >
            <form
                novalidate
                on:submit=move |event| {
                    event.prevent_default();
                    connection.connect();
                }
            >
                <Entry id="deployment" label="Deployment" value=connection.address fault=address_fault />
                <Entry id="key" label="Key" secret=true value=connection.key fault=key_fault />
                <KeepChoice connection />
                <div class="connection-do">
                    <button type="submit" class="button primary">"Connect"</button>
                    <button type="button" class="button" on:click=move |_| connection.forget()>
                        "Forget"
                    </button>
                </div>
            </form>
            <p class="hint">
                "The link that " <code>"flowdeck serve"</code>
                " prints brings its key along. The key is sent to this deployment alone, in the header "
                <code>"X-API-KEY"</code> "."
            </p>
        </section>
    }
}

#[component]
fn Entry(
    id: &'static str,
    label: &'static str,
    #[prop(optional)] secret: bool,
    value: RwSignal<String>,
    fault: impl Fn() -> Option<String> + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let fault_id = format!("{id}-fault");
    view! {
        <div class="field">
            <label for=id>{label}</label>
            <input
                id=id
                class="input"
                type=if secret { "password" } else { "url" }
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                dir="ltr"
                aria-invalid=move || fault().is_some().then_some("true")
                aria-describedby=fault_id.clone()
                prop:value=value
                on:input:target=move |event| value.set(event.target().value())
            />
            <p class="fault" id=fault_id role="alert">{fault}</p>
        </div>
    }
}

#[component]
fn KeepChoice(connection: Connection) -> impl IntoView {
    let choose = move |name: String| {
        if let Some((_, keep, _)) = KEEPS.into_iter().find(|(id, ..)| *id == name) {
            connection.keep.set(keep);
            if connection.link.with_untracked(Link::asks) {
                connection.store();
            }
        }
    };
    let option = move |(id, keep, label): (&'static str, Keep, &'static str)| {
        view! {
            <option value=id selected=move || connection.keep.get() == keep>
                {label}
            </option>
        }
    };
    view! {
        <div class="field">
            <label for="keep">"Keep the key"</label>
            <select
                id="keep"
                class="input"
                on:change:target=move |event| choose(event.target().value())
            >
                {KEEPS.map(option).collect_view()}
            </select>
        </div>
    }
}

/// The panel.
pub(crate) fn connection_panel() -> crate::playground::element::El {
    crate::playground::element::el("div", "").view(view! { <ConnectionPanel /> })
}
