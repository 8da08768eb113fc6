//! Where a person chooses a workflow: from the deployment's listing, or from a file.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::connection::{Connection, Link};
use super::workflows::{Listing, Workflows, schema_of};
use crate::api::WorkflowEntry;

/// The listing, and the button that opens a file.
#[component]
pub(crate) fn WorkflowPicker() -> impl IntoView {
    let workflows: Workflows = expect_context();
    let connection: Connection = expect_context();
    let entries = move || match workflows.listing.get() {
        Listing::Offered(entries) => entries,
        _ => Vec::new(),
    };
    let notice = move || notice(&workflows.listing.get(), connection.link.with(Link::asks));
    view! {
        <div class="picker">
            <div class="region-head">
                <h2>"Workflow"</h2>
                <OpenWorkflow workflows />
            </div>
            <p class="hint" role="status">{notice}</p>
            <ul class="picker-list" aria-label="Workflows">
                <For each=entries key=entry_key let(entry)>
                    <Entry entry workflows />
                </For>
            </ul>
        </div>
    }
}

/// What is to be said where there is nothing to choose.
fn notice(listing: &Listing, asks: bool) -> Option<String> {
    let said = match listing {
        Listing::Unasked if asks => {
            "The workflows are read as soon as the deployment answers. Until then, a workflow’s JSON file can be opened."
        }
        Listing::Unasked => {
            "Connect to a deployment to see its workflows, or open a workflow’s JSON file."
        }
        Listing::Awaited => "Reading the workflows…",
        Listing::NotOffered => {
            "This deployment does not list its workflows. Open the workflow’s JSON file."
        }
        Listing::Failed(message) => message,
        Listing::Offered(entries) if entries.is_empty() => {
            "No workflow is deployed. Put one into the service’s workflow folder, or open a file."
        }
        Listing::Offered(_) => return None,
    };
    Some(said.to_owned())
}

/// An entry whose fields or problems changed is another one.
fn entry_key(entry: &WorkflowEntry) -> String {
    format!("{} {:?} {:?}", entry.id, entry.problems, entry.schema)
}

#[component]
fn Entry(entry: WorkflowEntry, workflows: Workflows) -> impl IntoView {
    let problems = schema_of(&entry).1;
    let ready = problems.is_empty();
    let id = entry.id.clone();
    let chosen = move || {
        let form = workflows.form.get();
        form.is_some_and(|form| form.listed && form.id.with(|chosen| *chosen == id))
    };
    let name = if entry.name.is_empty() {
        entry.id.clone()
    } else {
        entry.name.clone()
    };
    let about = match problems.first() {
        Some(problem) => Some(problem.to_string()),
        None => entry.description.clone(),
    };
    let (tone, word) = if ready {
        ("good", "ready")
    } else {
        ("bad", "not ready")
    };
    view! {
        <li>
            <button
                type="button"
                class="picker-entry"
                aria-pressed=move || chosen().to_string()
                on:click=move |_| workflows.choose(&entry)
            >
                <span class="sign" data-tone=tone>
                </span>
                <span class="picker-name" dir="auto">{name}</span>
                <span class="picker-word" data-tone=tone>{word}</span>
                <span class="picker-about" dir="auto">{about}</span>
            </button>
        </li>
    }
}

#[component]
fn OpenWorkflow(workflows: Workflows) -> impl IntoView {
    let input = NodeRef::<leptos::html::Input>::new();
    let open = move |_| {
        let Some(input) = input.get_untracked() else {
            return;
        };
        if let Some(file) = input.files().and_then(|files| files.get(0)) {
            spawn_local(workflows.open(file));
        }
        // The same file can be opened again after it was mended.
        input.set_value("");
    };
    view! {
        <label class="button open-workflow">
            "Open workflow"
            <input
                type="file"
                class="unseen"
                accept=".json,application/json,image/png,image/webp,image/jpeg"
                node_ref=input
                on:change=open
            />
        </label>
    }
}
