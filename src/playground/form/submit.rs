//! A press of Run: sends the form once the sending is loaded.

use super::send::{Check, Sender};
use crate::playground::deferred::Deferred;

pub(super) static SEND: Deferred<fn(Sender, Check)> = Deferred::new();

/// Sends the form, now or once the sending is loaded; pressing again until then changes nothing.
pub(super) fn submit(sender: Sender, check: Check) {
    let waits = sender.form.waits;
    if waits.get_untracked() {
        // Loads again if that failed.
        return SEND.call(|_| {});
    }
    waits.set(true);
    SEND.call(move |send| {
        waits.set(false);
        send(sender, check);
    });
}
