//! What happens to each seed of a form after a run.

use crate::form::field_state::FieldState;
use crate::form::seed_mode::SeedMode;
use schema::FieldKind;
use ui::RwSignal;

/// The modes that a person chose, by the names of their fields.
#[derive(Clone, Copy)]
pub(crate) struct Seeds(RwSignal<Vec<(String, String)>>);

impl Seeds {
    pub(super) fn new(modes: Vec<(String, String)>) -> Self {
        Self(RwSignal::new(modes))
    }

    /// What happens to a seed after each run.
    pub(crate) fn mode(&self, field: FieldState) -> SeedMode {
        let name = field.name();
        let found = self.0.with_untracked(|modes| {
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
    pub(crate) fn set_mode(&self, field: FieldState, mode: SeedMode) {
        let name = field.name();
        self.0.update(|modes| {
            modes.retain(|(other, _)| *other != name);
            modes.push((name, mode.name().to_owned()));
        });
        field.draft.save_soon();
    }

    /// Sets each seed for the next run.
    pub(in crate::form) fn advance(&self, fields: Vec<FieldState>) {
        for field in fields {
            let next = field
                .definition
                .with_value(|definition| match &definition.kind {
                    FieldKind::Number(bounds) => self
                        .mode(field)
                        .next_seed(&field.text.get_untracked(), bounds),
                    _ => None,
                });
            if let Some(next) = next {
                field.set_text(next);
            }
        }
    }

    /// The names of the seeds and of their modes, to be saved.
    pub(super) fn saved(&self) -> Vec<(String, String)> {
        self.0.get_untracked()
    }
}
