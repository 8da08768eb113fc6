//! Shows the form of an opened workflow, or of the one that was deployed from it.

use std::rc::Rc;

use super::permission::DeployPermission;
use crate::form::FormState;
use crate::listing::{Listed, Listing};
use ui::{RwSignal, StoredValue, untrack};

type Select = Rc<dyn Fn(&Listed)>;

/// The workflows to choose from, and the form of the chosen one.
#[derive(Clone, Copy)]
pub(crate) struct Selection {
    /// The listed workflows.
    pub(crate) listing: Listing,
    /// Whether the caller may deploy.
    pub(crate) permission: DeployPermission,
    /// The form that is shown.
    pub(crate) form: RwSignal<Option<FormState>>,
    /// Chooses a listed workflow.
    pub(crate) select: StoredValue<Select>,
}

impl Selection {
    /// Shows the listed workflow with this id, with the values of a form.
    pub(super) fn show_deployed(self, id: &str, from: FormState) {
        let Some(entry) = self.listing.entry(id) else {
            return;
        };
        let select = self.select.get_value();
        select(&entry);
        if let Some(form) = self.form.get_untracked() {
            // Its draft is for the version that this one replaces.
            form.reset();
            form.unmatched.set(Vec::new());
            copy_values(from, form);
        }
    }

    /// Shows the form of the opened file again.
    pub(super) fn show_opened(self, form: FormState) {
        let shown = self.form.get_untracked();
        if let Some(shown) = shown.filter(|shown| *shown != form) {
            copy_values(shown, form);
            self.form.set(Some(form));
        }
    }
}

/// Copies the values that differ from their defaults into the fields of the same names.
fn copy_values(from: FormState, to: FormState) {
    for old in from.current_fields() {
        let Some(field) = to
            .field(&old.name())
            .filter(|_| untrack(|| old.is_changed()))
        else {
            continue;
        };
        field.set_text(old.text.get_untracked());
        let files = old.files.get_untracked();
        if !files.is_empty() {
            field.set_files(files);
        }
    }
}
