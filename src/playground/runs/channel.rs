//! Notifies the page's other tabs of changed runs, and is notified by them. Knows runs only by their
//! keys.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{BroadcastChannel, MessageEvent};

thread_local! {
    static CHANNEL: Option<BroadcastChannel> = BroadcastChannel::new("flowdeck.runs").ok();
}

/// Notifies the other tabs that the run of this key changed.
pub(super) fn notify(id: &str) {
    CHANNEL.with(|channel| {
        if let Some(channel) = channel {
            // If this fails, other tabs read the change when they are reloaded.
            let _ = channel.post_message(&id.into());
        }
    });
}

/// Calls `changed` with the key of each run that changes in another tab, until the page is closed.
pub(super) fn listen(changed: impl Fn(String) + 'static) {
    let received = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        if let Some(id) = event.data().as_string() {
            changed(id);
        }
    });
    CHANNEL.with(|channel| {
        if let Some(channel) = channel {
            channel.set_onmessage(Some(received.as_ref().unchecked_ref()));
        }
    });
    received.forget();
}
