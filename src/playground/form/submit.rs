//! Submits a form: sends it as soon as the code that sends is loaded.

use super::send::{SendMode, Sender};
use crate::deferred::Deferred;

pub(super) static SEND: Deferred<fn(Sender, SendMode)> = Deferred::new();

/// Sends the form once, even if this is called again while the code is loading. Sends nothing if the
/// deployment says that the workflow cannot run.
pub(crate) fn submit(sender: Sender, mode: SendMode) {
    if sender.form.source.with_value(|source| source.is_refused) {
        return;
    }
    let is_submitted = sender.form.is_submitted;
    if is_submitted.get_untracked() {
        // Retries loading if that failed.
        return SEND.call(|_| {});
    }
    is_submitted.set(true);
    SEND.call(move |send| {
        is_submitted.set(false);
        send(sender, mode);
    });
}
