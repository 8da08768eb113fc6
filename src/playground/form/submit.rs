//! Submits a form: sends it as soon as the code that sends is loaded.

use super::send::Sender;
use super::send_mode::SendMode;
use crate::deferred::Deferred;

pub(super) static SEND: Deferred<fn(Sender, SendMode)> = Deferred::new();

/// Sends the form once, even if this is called again while the code is loading. Sends nothing if the
/// deployment says that the workflow cannot run.
pub(crate) fn submit(sender: Sender, mode: SendMode) {
    if sender.form.source.with_value(|source| source.is_refused) {
        return;
    }
    let submission = sender.form.submission;
    if !submission.begin() {
        // Retries loading if that failed.
        return SEND.call(|_| {});
    }
    SEND.call(move |send| {
        submission.end();
        send(sender, mode);
    });
}
