//! A field of the form: its label, its control by kind, its help and what is wrong with it.

mod boolean;
mod choice;
mod file;
mod number;
mod slider;
mod text;

use leptos::prelude::*;

use super::form::FieldState;
use crate::schema::{Bounds, Field, FieldKind};

/// One field.
#[component]
pub(crate) fn FieldView(field: FieldState) -> impl IntoView {
    let Field {
        label,
        help,
        kind,
        required,
        ..
    } = field.field.get_value();
    let id = field.id();
    let hint = hint(&kind);
    let control = match &kind {
        FieldKind::Text { multiline, .. } => {
            view! { <text::Text field multiline=*multiline /> }.into_any()
        }
        FieldKind::Number(bounds) => {
            view! { <number::Number field bounds=bounds.clone() /> }.into_any()
        }
        FieldKind::Slider(bounds) => {
            view! { <slider::Slider field bounds=bounds.clone() /> }.into_any()
        }
        FieldKind::Boolean => view! { <boolean::Boolean field /> }.into_any(),
        FieldKind::Choice { options } => {
            view! { <choice::Choice field options=options.clone() /> }.into_any()
        }
        FieldKind::Image | FieldKind::Video | FieldKind::Audio | FieldKind::File { .. } => {
            view! { <file::FileField field /> }.into_any()
        }
    };
    let fault = move || {
        field
            .faults
            .with(|faults| (!faults.is_empty()).then(|| faults.join("; ")))
    };
    view! {
        <div class="field" data-kind=kind.name() data-faulty=move || fault().map(|_| "")>
            <div class="field-head">
                <label for=id.clone() id=format!("{id}-label") dir="auto">{label}</label>
                <span class="field-hint">
                    <span id=format!("{id}-hint")>{hint}</span>
                    {required.then(|| view! { <span class="required" aria-hidden="true">"required"</span> })}
                </span>
            </div>
            {control}
            <p class="fault" id=format!("{id}-fault")>{fault}</p>
            <p class="help" id=format!("{id}-help") dir="auto">{help}</p>
        </div>
    }
}

impl FieldState {
    /// What describes its control: the fault first, then what it takes, then the help.
    pub(crate) fn described_by(&self) -> String {
        let id = self.id();
        format!("{id}-fault {id}-hint {id}-help")
    }

    /// Whether a run needs it.
    pub(crate) fn required(&self) -> bool {
        self.field.with_value(|field| field.required)
    }

    /// `true` while something is wrong with it; else the attribute is absent.
    pub(crate) fn invalid(&self) -> Option<&'static str> {
        self.faults
            .with(|faults| (!faults.is_empty()).then_some("true"))
    }
}

/// What a field takes, in a few signs beside its label.
fn hint(kind: &FieldKind) -> Option<String> {
    match kind {
        FieldKind::Number(bounds) | FieldKind::Slider(bounds) => range(bounds),
        FieldKind::Text {
            max_length: Some(max),
            ..
        } => Some(format!("≤ {max} characters")),
        _ => None,
    }
}

fn range(bounds: &Bounds) -> Option<String> {
    match (&bounds.min, &bounds.max) {
        (Some(min), Some(max)) => Some(format!("{min} – {max}")),
        (Some(min), None) => Some(format!("≥ {min}")),
        (None, Some(max)) => Some(format!("≤ {max}")),
        (None, None) => bounds.integer.then(|| "whole number".to_owned()),
    }
}
