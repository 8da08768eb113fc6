//! The seeds of a form: the mode of each, and its next value.

use super::FormState;
use crate::form::field_state::FieldState;
use crate::form::seed_mode::SeedMode;
use schema::FieldKind;

impl FormState {
    /// What happens to a seed after each run.
    pub(crate) fn seed_mode(&self, field: FieldState) -> SeedMode {
        let name = field.name();
        let found = self.seed_modes.with_untracked(|modes| {
            let found = modes.iter().find(|(other, _)| *other == name);
            found.map(|(_, mode)| SeedMode::from_name(mode))
        });
        // Until a person chooses, as in the editor.
        let is_random = field.definition.with_value(|field| field.random);
        found.unwrap_or(if is_random {
            SeedMode::Random
        } else {
            SeedMode::Keep
        })
    }

    /// Sets what happens to a seed after each run.
    pub(crate) fn set_seed_mode(&self, field: FieldState, mode: SeedMode) {
        let name = field.name();
        self.seed_modes.update(|modes| {
            modes.retain(|(other, _)| *other != name);
            modes.push((name, mode.name().to_owned()));
        });
        self.save_soon();
    }

    /// Sets each seed for the next run.
    pub(crate) fn advance_seeds(&self) {
        for field in self.current_fields() {
            let next = field
                .definition
                .with_value(|definition| match &definition.kind {
                    FieldKind::Number(bounds) => self
                        .seed_mode(field)
                        .next_seed(&field.text.get_untracked(), bounds),
                    _ => None,
                });
            if let Some(text) = next {
                field.set_text(text);
            }
        }
    }
}
