//! A number with a slider, and a box beside it for the exact value.

use leptos::prelude::*;
use rust_decimal::Decimal;

use super::number::Number;
use crate::playground::form::FieldState;
use crate::schema::{Bounds, decimal};

/// A slider and a box in step with each other. The box carries the field's name: it can hold what
/// a slider cannot.
#[component]
pub(crate) fn Slider(field: FieldState, bounds: Bounds) -> impl IntoView {
    let label = field.field.with_value(|field| field.label.clone());
    let step = bounds.step.clone().unwrap_or_else(|| finest(&bounds));
    let min = bounds.min.clone();
    let max = bounds.max.clone();
    view! {
        <div class="slider">
            <input
                type="range"
                class="slider-range"
                aria-label=label
                aria-valuetext=field.text
                min=min
                max=max
                step=step
                prop:value=field.text
                on:input:target=move |event| field.take_text(event.target().value())
                on:change=move |_| field.check()
            />
            <Number field bounds />
        </div>
    }
}

/// The step of a slider whose workflow names none: one, or a hundredth of its range.
fn finest(bounds: &Bounds) -> String {
    let end = |text: &Option<String>| decimal(text.as_deref()?);
    let range = end(&bounds.max)
        .zip(end(&bounds.min))
        .and_then(|(max, min)| max.checked_sub(min));
    match range {
        Some(range) if !bounds.integer => (range / Decimal::ONE_HUNDRED).normalize().to_string(),
        _ => "1".to_owned(),
    }
}
