//! An image, video or audio file: dropped, chosen or pasted, and shown.

use leptos::html;
use leptos::prelude::*;
use web_sys::{DragEvent, File, Url};

use crate::playground::form::FieldState;
use crate::playground::text::bytes;

/// A place to drop a file, which shows the one it holds.
#[component]
pub(crate) fn FileField(field: FieldState) -> impl IntoView {
    let input = NodeRef::<html::Input>::new();
    let over = RwSignal::new(false);
    let accept = field
        .field
        .with_value(|field| field.kind.accept().map(str::to_owned));
    let take = move |_| {
        let Some(input) = input.get_untracked() else {
            return;
        };
        if let Some(file) = input.files().and_then(|files| files.get(0)) {
            field.take_file(Some(file));
        }
        // The same file can be chosen again after it was removed.
        input.set_value("");
    };
    let drop = move |event: DragEvent| {
        event.prevent_default();
        over.set(false);
        if let Some(file) = dropped(&event) {
            field.take_file(Some(file));
        }
    };
    view! {
        <div
            class="file"
            data-over=move || over.get().then_some("")
            on:dragover=move |event| {
                event.prevent_default();
                over.set(true);
            }
            on:dragleave=move |_| over.set(false)
            on:drop=drop
        >
            <input
                node_ref=input
                id=field.id()
                name=field.name()
                class="file-input"
                type="file"
                accept=accept
                aria-labelledby=format!("{}-label", field.id())
                aria-required=field.required().to_string()
                aria-invalid=move || field.invalid()
                aria-describedby=field.described_by()
                on:change=take
            />
            {move || match field.file.get() {
                Some(file) => view! { <Chosen field file /> }.into_any(),
                None => view! { <Empty field /> }.into_any(),
            }}
        </div>
    }
}

#[component]
fn Empty(field: FieldState) -> impl IntoView {
    let noun = field.field.with_value(|field| field.kind.name());
    let article = if matches!(noun, "video" | "file") {
        "a"
    } else {
        "an"
    };
    let file = if noun == "audio" { " file" } else { "" };
    view! {
        <label class="file-empty" for=field.id() aria-hidden="true">
            <span>"Drop " {article} " " {noun} {file} ", paste, or " <u>"choose"</u></span>
        </label>
    }
}

#[component]
fn Chosen(field: FieldState, file: File) -> impl IntoView {
    let url = Url::create_object_url_with_blob(&file).unwrap_or_default();
    let kept = url.clone();
    on_cleanup(move || {
        let _ = Url::revoke_object_url(&kept);
    });
    let kind = file.type_();
    let preview = match kind.split('/').next() {
        Some("image") => view! { <img class="file-preview" src=url alt="" /> }.into_any(),
        Some("video") => {
            view! { <video class="file-preview" src=url muted controls></video> }.into_any()
        }
        Some("audio") => view! { <audio class="file-sound" src=url controls></audio> }.into_any(),
        _ => ().into_any(),
    };
    let remove = move |_| {
        field.take_file(None);
        field.focus();
    };
    view! {
        <div class="file-chosen">
            {preview}
            <div class="file-about">
                <span class="file-name" dir="auto">{file.name()}</span>
                <span class="file-size">{bytes(file.size())}</span>
                <label class="button small" for=field.id() aria-hidden="true">"Replace"</label>
                <button type="button" class="button small" on:click=remove>"Remove"</button>
            </div>
        </div>
    }
}

fn dropped(event: &DragEvent) -> Option<File> {
    event.data_transfer()?.files()?.get(0)
}
