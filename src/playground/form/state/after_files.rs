//! A submit that waits for the files of an example.

use std::rc::Rc;

use super::FormState;

impl FormState {
    /// Whether files are loading. If so, `submit` is called when all are there.
    pub(in crate::form) fn waits_for_files(&self, submit: impl Fn() + 'static) -> bool {
        let is_loading = self.loading_files.with_untracked(|count| *count > 0);
        if is_loading {
            self.is_submitted.set(true);
            self.after_files.set_value(Some(Rc::new(submit)));
        }
        is_loading
    }

    /// Submits the form if that waits for files, and all are loaded.
    pub(in crate::form) fn submit_when_loaded(&self) {
        if self.loading_files.with_untracked(|count| *count > 0) {
            return;
        }
        let submit = self.after_files.get_value();
        self.cancel_submit();
        if let Some(submit) = submit {
            submit();
        }
    }

    /// Forgets a submit that waits for files.
    pub(in crate::form) fn cancel_submit(&self) {
        if self.after_files.get_value().is_some() {
            self.after_files.set_value(None);
            self.is_submitted.set(false);
        }
    }
}
