//! The form's end: the summary of what is wrong, and Run.

use leptos::prelude::*;

use super::send::Sender;
use super::state::Notice;
use super::{FieldState, FormState};

/// Stays in reach while the fields scroll.
#[component]
pub(crate) fn FormFoot(form: FormState, sender: Sender) -> impl IntoView {
    view! {
        <div class="form-foot">
            <div role="alert">
                {move || form.notice.get().map(|notice| view! { <Summary form notice sender /> })}
            </div>
            <div class="form-do">
                <button type="submit" class="button primary run">
                    "Run"
                </button>
                <span class="hint keys" aria-hidden="true">
                    <kbd>"Ctrl"</kbd> " " <kbd>"Enter"</kbd>
                </span>
            </div>
        </div>
    }
}

#[component]
fn Summary(form: FormState, notice: Notice, sender: Sender) -> impl IntoView {
    let Notice { lines, ours, .. } = notice;
    let faulty = Memo::new(move |_| {
        let fields = form.fields.get_value();
        let faulty = |field: &FieldState| field.faults.with(|faults| !faults.is_empty());
        fields.into_iter().filter(faulty).collect::<Vec<_>>()
    });
    // What was mended is no longer counted; with the last fault goes what was said of it.
    let over = {
        let silent = lines.is_empty();
        move || silent && faulty.with(Vec::is_empty)
    };
    let anyway = move || {
        (ours && !faulty.with(Vec::is_empty)).then(|| {
            view! {
                <button type="button" class="button small" on:click=move |_| sender.send(false)>
                    "Send anyway"
                </button>
            }
        })
    };
    view! {
        <div class="notice" data-tone="bad" hidden=over>
            <p>{move || head(faulty.with(Vec::len), ours)}</p>
            {lines.into_iter().map(|line| view! { <p dir="auto">{line}</p> }).collect_view()}
            <p class="notice-fields">
                <For each=move || faulty.get() key=|field| field.index let(field)>
                    <button type="button" class="jump" dir="auto" on:click=move |_| field.focus()>
                        {field.field.with_value(|field| field.label.clone())}
                    </button>
                </For>
                {anyway}
            </p>
        </div>
    }
}

/// How many fields are faulty, in a sentence; `ours` tells the page's check from the deployment's.
fn head(fields: usize, ours: bool) -> Option<String> {
    match (fields, ours) {
        (0, _) => None,
        (1, true) => Some("Not sent: one field needs attention.".to_owned()),
        (_, true) => Some(format!("Not sent: {fields} fields need attention.")),
        (1, false) => Some("The deployment refused one field.".to_owned()),
        (_, false) => Some(format!("The deployment refused {fields} fields.")),
    }
}
