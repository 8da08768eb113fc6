//! Applies one event to what is known of its instance.

use std::sync::Arc;

use tokio_tungstenite::tungstenite::Message;

use crate::engines::instance::Instance;
use crate::engines::instance_observer::InstanceObserver;
use comfy_client::{Event, TaskProgress, read_event};
use store::Hold;

/// What follows from an event.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Effects {
    /// A run has started.
    pub(super) started: Option<Hold>,
    /// The task of a run that has ended, and the events say how.
    pub(super) ended: Option<String>,
    /// Whether only a snapshot of the queue can show what has happened.
    pub(super) wants_snapshot: bool,
}

impl Effects {
    fn snapshot(wants_snapshot: bool) -> Self {
        Self {
            wants_snapshot,
            ..Self::default()
        }
    }
}

/// Handles an event that came for a client id. Returns whether only a snapshot of the queue can show what has
/// happened.
pub(super) fn handle(
    instance: &Arc<Instance>,
    observer: &Arc<dyn InstanceObserver>,
    client_id: &str,
    message: &Message,
) -> bool {
    let effects = apply(instance, client_id, message);
    if let Some(hold) = effects.started {
        observer.clone().run_started(hold);
    }
    if let Some(prompt_id) = effects.ended {
        observer.clone().run_ended(instance, prompt_id);
    }
    effects.wants_snapshot
}

/// Applies an event that came for a client id to what is known of its instance.
pub(super) fn apply(instance: &Instance, client_id: &str, message: &Message) -> Effects {
    match read_event(message) {
        Some(Event::TooLong) => Effects::snapshot(true),
        Some(Event::Tasks(tasks)) => {
            Effects::snapshot(tasks.is_none_or(|tasks| instance.tasks.set_announced(Some(tasks))))
        }
        Some(Event::OfTask { prompt_id, event }) => apply_to_task(instance, prompt_id, event),
        Some(Event::AtNode(event)) => {
            if let Some(running) = instance.tasks.runs().executing_for(client_id) {
                running.progress.apply(event);
            }
            Effects::default()
        }
        Some(Event::Preview(prompt_id, preview)) => {
            let runs = instance.tasks.runs();
            let run = match prompt_id {
                Some(id) => runs.get(&id),
                None => runs.running(),
            };
            if let Some(run) = run {
                run.progress.set_preview(preview);
            }
            Effects::default()
        }
        None => Effects::default(),
    }
}

fn apply_to_task(instance: &Instance, prompt_id: String, event: TaskProgress) -> Effects {
    let started = event
        .is_start
        .then(|| instance.tasks.mark_started(&prompt_id));
    if let Some(event) = event.nodes
        && let Some(run) = instance.tasks.runs().get(&prompt_id)
    {
        run.progress.apply(event);
    }
    let reported = event.reported;
    let is_end = reported.is_some_and(|event| instance.tasks.add_event(&prompt_id, event));
    Effects {
        started: started.flatten(),
        ended: is_end.then_some(prompt_id),
        // An engine that announces its tasks does so after each change.
        wants_snapshot: event.is_of_execution && !instance.tasks.known().knows_queue(),
    }
}
