//! The key that starts a run.

use super::enter_key::is_composing;
use super::send::Sender;
use super::send_mode::SendMode;
use super::submit::submit;
use super::undoable::ShownForm;
use ui::{expect_context, on_window_key};

/// Ctrl or ⌘ with Enter runs the form while it is shown, regardless of the focus.
pub(super) fn run_on_ctrl_enter(sender: Sender) {
    let shown: ShownForm = expect_context();
    on_window_key(move |event| {
        let is_pressed = event.key() == "Enter" && (event.ctrl_key() || event.meta_key());
        let is_once = !event.repeat() && !is_composing(&event);
        if is_pressed && is_once && shown.0.get_untracked() == Some(sender.form) {
            event.prevent_default();
            submit(sender, SendMode::IfValid);
        }
    });
}
