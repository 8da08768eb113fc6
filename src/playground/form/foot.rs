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
    let Notice {
        lines,
        fields,
        ours,
    } = notice;
    let head = match (fields, ours) {
        (0, _) => None,
        (1, true) => Some("Not sent: one field needs attention.".to_owned()),
        (_, true) => Some(format!("Not sent: {fields} fields need attention.")),
        (1, false) => Some("The deployment refused one field.".to_owned()),
        (_, false) => Some(format!("The deployment refused {fields} fields.")),
    };
    let faulty = move || {
        let fields = form.fields.get_value();
        let faulty = |field: &FieldState| field.faults.with(|faults| !faults.is_empty());
        fields.into_iter().filter(faulty).collect::<Vec<_>>()
    };
    let anyway = ours.then(|| {
        view! {
            <button type="button" class="button small" on:click=move |_| sender.send(false)>
                "Send anyway"
            </button>
        }
    });
    view! {
        <div class="notice" data-tone="bad">
            <p>{head}</p>
            {lines.into_iter().map(|line| view! { <p dir="auto">{line}</p> }).collect_view()}
            <p class="notice-fields">
                <For each=faulty key=|field| field.index let(field)>
                    <button type="button" class="jump" dir="auto" on:click=move |_| field.focus()>
                        {field.field.with_value(|field| field.label.clone())}
                    </button>
                </For>
                {anyway}
            </p>
        </div>
    }
}
