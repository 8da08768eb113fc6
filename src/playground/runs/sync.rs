//! The runs of before this page was opened, and those of other tabs: all tabs show the same.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{BroadcastChannel, MessageEvent};

use super::persistence;
use super::record::Record;
use super::run_state::RunState;
use super::store::Runs;
use crate::playground::deferred::Deferred;
use crate::playground::messages as say;

pub(super) static HEAR: Deferred<fn(Runs, String)> = Deferred::new();

thread_local! {
    static CHANNEL: Option<BroadcastChannel> = persistence::channel();
}

/// Tells the other tabs that the run of this key is another one now.
pub(super) fn tell(id: &str) {
    CHANNEL.with(|channel| {
        if let Some(channel) = channel {
            // A tab that cannot be told sees it at its next refresh.
            let _ = channel.post_message(&id.into());
        }
    });
}

/// Follows what other tabs tell, as long as the page lives.
pub(super) fn listen(runs: Runs) {
    let heard = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        if let Some(id) = event.data().as_string() {
            HEAR.call(move |hear| hear(runs, id));
        }
    });
    CHANNEL.with(|channel| {
        if let Some(channel) = channel {
            channel.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        }
    });
    heard.forget();
}

/// Brings back what is kept.
pub(super) async fn restore(runs: Runs) {
    for mut record in persistence::all().await {
        // A run that began in the meantime is there already.
        if runs.find(&record.id).is_some() {
            continue;
        }
        if record.state == RunState::Uploading {
            record.state = RunState::Unknown;
            record.message = Some(say::RUN_UPLOAD_INTERRUPTED.now().to_owned());
        }
        runs.add_kept(record);
    }
    runs.restored.set(true);
    runs.show_all();
}

/// Takes over what became of a run in another tab.
pub(super) async fn hear(runs: Runs, id: String) {
    match (persistence::get(&id).await, runs.find(&id)) {
        (Some(record), Some(row)) => {
            // Both tabs ask the deployment; what is known for good stays.
            let better = row.record.try_with_untracked(|mine| {
                *mine != record && (!mine.state.is_final() || record.state.is_final())
            });
            if better == Some(true) {
                row.record.set(record);
                // Its id may have come.
                runs.rows.notify();
            }
        }
        (Some(record), None) => {
            runs.add(record, None);
        }
        (None, Some(row)) => drop(runs.leave(row)),
        (None, None) => {}
    }
}

impl Runs {
    /// A row that is shown with all others, once they are there.
    fn add_kept(&self, record: Record) {
        self.add(record, None);
    }
}
