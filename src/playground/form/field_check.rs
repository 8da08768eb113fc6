//! Checks one field while it is being filled in, and shows its errors there. The check itself is in the
//! deferred chunk.

use super::error_text::error_text;
use super::field_state::FieldState;
use crate::deferred::Deferred;
use api::ValidationItem;
use schema::InputSchema;
use ui::after_click;

pub(super) static CHECK: Deferred<fn(FieldState)> = Deferred::new();

impl FieldState {
    /// Checks its value as soon as the check is loaded.
    pub(crate) fn check(&self) {
        let field = *self;
        CHECK.call(move |check| check(field));
    }

    /// Checks it again while it has errors. A field without errors is checked only when it is left.
    pub(super) fn recheck(&self) {
        if self.has_errors() {
            self.check();
        }
    }

    /// Replaces the shown errors; does not notify subscribers if they are the same.
    pub(super) fn show_errors(&self, errors: &[&ValidationItem]) {
        let errors: Vec<String> = errors.iter().map(|error| self.describe(error)).collect();
        if self.errors.with_untracked(|before| *before != errors) {
            self.errors.set(errors);
        }
    }

    /// The text of an error in the current value.
    pub(super) fn describe(&self, error: &ValidationItem) -> String {
        let text = self.text.get_untracked();
        self.definition
            .with_value(|field| error_text(error, field, &text))
    }
}

/// Checks a field on its own. Waits while a pointer is down: pressing a button takes the focus from the field, and an
/// error that appears would move the button away before it is released.
pub(super) fn check(field: FieldState) {
    after_click(move || check_now(field));
}

fn check_now(field: FieldState) {
    let schema = InputSchema {
        fields: vec![field.definition.get_value()],
        outputs: Vec::new(),
    };
    let errors = client_web::check(&schema, &field.parts()).err();
    let errors = errors.unwrap_or_default();
    field.show_errors(&errors.iter().collect::<Vec<_>>());
}
