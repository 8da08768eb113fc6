//! What is kept of a form over a refresh: what was typed, added fields, what varies, and what becomes
//! of seeds.

use leptos::prelude::*;

use super::FormState;
use crate::playground::field::SeedMode;
use crate::playground::form::FieldState;
use crate::playground::form::additional;
use crate::playground::form::draft::Kept;
use crate::playground::form::sweep::Sweep;
use crate::schema::{Bounds, FieldKind};

impl FormState {
    /// What becomes of a seed after a run.
    pub(crate) fn seed_mode(&self, field: FieldState) -> SeedMode {
        let name = field.name();
        let found = self.seeds.with_untracked(|seeds| {
            let found = seeds.iter().find(|(own, _)| *own == name);
            found.map(|(_, mode)| SeedMode::named(mode))
        });
        found.unwrap_or_default()
    }

    /// Says what becomes of a seed after a run.
    pub(crate) fn set_seed_mode(&self, field: FieldState, mode: SeedMode) {
        let name = field.name();
        self.seeds.update(|seeds| {
            seeds.retain(|(own, _)| *own != name);
            seeds.push((name, mode.name().to_owned()));
        });
        self.draft.touch();
    }

    /// A run was sent: seeds become what their modes say.
    pub(crate) fn was_sent(&self) {
        for field in self.all() {
            let after = field.fixed.with_value(|fixed| match &fixed.kind {
                FieldKind::Number(bounds) => self.after(field, bounds),
                _ => None,
            });
            if let Some(text) = after {
                field.take_text(text);
            }
        }
    }

    fn after(&self, field: FieldState, bounds: &Bounds) -> Option<String> {
        self.seed_mode(field)
            .after(&field.text.get_untracked(), bounds)
    }

    /// Takes what was kept beyond the declared fields: added ones, and what no longer fits.
    pub(super) fn restore(&self, kept: Kept) {
        for (name, kind) in &kept.additional {
            if let Some(kind) = additional::kind(kind) {
                self.add(name, kind);
            }
        }
        for field in self.all() {
            field.restore_files(*self);
        }
        if !kept.sweep.is_empty() {
            self.sweep.set(Sweep::kept(&kept.sweep, &self.all()));
        }
        for (name, text) in kept.texts {
            match self.field(&name) {
                Some(field) => field.text.set(text),
                None => self.leftover.update(|kept| kept.push((name, text))),
            }
        }
    }

    pub(super) fn gather(&self) -> Kept {
        let fields = self.all();
        let changed = fields.iter().filter(|field| !field.takes_files());
        let changed = changed.filter(|field| untrack(|| field.is_changed()));
        let own = changed.map(|field| (field.name(), field.text.get_untracked()));
        let added = fields.iter().filter(|field| field.additional);
        let kind =
            |field: &FieldState| field.fixed.with_value(|fixed| fixed.kind.name().to_owned());
        Kept {
            texts: own.chain(self.leftover.get_untracked()).collect(),
            additional: added.map(|field| (field.name(), kind(field))).collect(),
            seeds: self.seeds.get_untracked(),
            sweep: self.sweep.with_untracked(|sweep| sweep.keep(&fields)),
        }
    }
}
