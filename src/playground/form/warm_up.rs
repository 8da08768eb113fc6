//! Builds every control once, out of sight: a browser compiles WebAssembly when it first runs it, which would slow
//! down the next form. In the deferred chunk.

use leptos::prelude::{Owner, untrack};

use super::field_state::FieldState;
use super::state::FormState;
use crate::playground::deferred::Deferred;
use crate::playground::field::field_view;
use crate::playground::ui::when_idle;
use crate::schema::{Bounds, Field, FieldKind};

pub(super) static WARM_UP: Deferred<fn(FormState)> = Deferred::new();

/// Builds the controls when the browser is idle, as if they belonged to this form.
pub(super) fn warm_up(form: FormState) {
    let owner = Owner::current().unwrap_or_default();
    when_idle(move || owner.with(|| untrack(|| build(form))));
}

fn build(form: FormState) {
    let Some(draft) = form.current_fields().first().map(|field| field.draft) else {
        return;
    };
    for kind in kinds() {
        let field = FieldState::new(0, &Field::new("seed", kind), None, draft);
        drop(field_view(form, field));
    }
}

fn kinds() -> [FieldKind; 7] {
    let bounds = || Bounds {
        integer: true,
        min: Some("0".to_owned()),
        max: Some("9".to_owned()),
        step: None,
    };
    let text = |multiline| FieldKind::Text {
        multiline,
        max_length: Some(9),
    };
    let options = vec!["0".to_owned()];
    [
        text(false),
        text(true),
        FieldKind::Number(bounds()),
        FieldKind::Slider(bounds()),
        FieldKind::Boolean,
        FieldKind::Choice { options },
        FieldKind::Image,
    ]
}
