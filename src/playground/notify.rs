//! Says what goes on where the page is not seen: in the tab's title, and by a notification where the
//! person asked for it. Knows the runs' states alone.

use std::cell::RefCell;
use std::collections::HashMap;

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Notification, NotificationOptions, NotificationPermission};

use super::icon::{Shape, icon};
use super::language::Message;
use super::messages as say;
use super::poll::set_runs_hidden;
use super::runs::{RunState, Runs};
use super::storage::{self, StorageArea};
use super::ui::{El, button, el};
use crate::playground::ui::RwSignal;

/// Tells of the runs outside the page.
#[derive(Clone, Copy)]
pub(crate) struct Notifier {
    /// Whether the person asked for notifications.
    wanted: RwSignal<bool>,
    /// Counts what may have changed whether they are allowed.
    asked: RwSignal<u32>,
    /// The state in which a run ended that the person has not seen yet.
    unseen: RwSignal<Option<RunState>>,
}

impl Notifier {
    /// Follows the runs.
    pub(crate) fn start(runs: Runs) -> Self {
        let notifier = Self {
            wanted: RwSignal::new(storage::load(StorageArea::Browser, "notify").unwrap_or(false)),
            asked: RwSignal::new(0),
            unseen: RwSignal::new(None),
        };
        let look = move |_| {
            if is_looked_at() {
                let _ = notifier.unseen.try_set(None);
                // The person may have been in the browser's settings.
                notifier.recheck();
            }
        };
        for event in ["visibilitychange", "focus"] {
            let listener = window_event_listener_untyped(event, look);
            on_cleanup(move || listener.remove());
        }
        let before = RefCell::new(HashMap::new());
        Effect::new(move |_| notifier.follow(runs, &mut before.borrow_mut()));
        notifier
    }

    fn follow(self, runs: Runs, before: &mut HashMap<u32, RunState>) {
        let rows = runs.rows.get();
        let states = rows.iter().map(|row| (row.key, row.state()));
        let now: HashMap<u32, RunState> = states.collect();
        let active = now.values().filter(|state| state.is_active()).count();
        for row in rows.iter() {
            let state = row.state();
            let was_active = before.get(&row.key).is_some_and(|state| state.is_active());
            if was_active && !state.is_active() && !is_looked_at() {
                self.unseen.set(Some(state));
                self.notify(
                    &row.record.with_untracked(|record| record.workflow.clone()),
                    state,
                );
            }
        }
        *before = now;
        set_runs_hidden(active > 0 && self.wanted.get());
        document().set_title(&title(active, self.unseen.get()));
    }

    fn notify(self, workflow: &str, state: RunState) {
        if !self.wanted.get_untracked() || permission() != Some(NotificationPermission::Granted) {
            return;
        }
        let options = NotificationOptions::new();
        options.set_body(word(state).now());
        // The last one takes the place of those before it.
        options.set_tag("flowdeck");
        // Where only a service worker may show one, the title tells.
        let _ = Notification::new_with_options(workflow, &options);
    }

    /// The switch.
    pub(crate) fn button(self) -> El {
        let toggle = move || {
            let wanted = !self.wanted.get_untracked();
            self.wanted.set(wanted);
            storage::save(StorageArea::Browser, "notify", &wanted);
            if wanted {
                self.ask();
            }
        };
        button("button small icon-button", toggle)
            .attr("aria-pressed", move || self.shows().to_string())
            .attr("aria-label", say::NOTIFY)
            .attr("title", say::NOTIFY)
            .child(icon(Shape::Bell))
    }

    /// Whether they are asked for and allowed.
    fn shows(self) -> bool {
        self.asked.track();
        self.wanted.get() && permission() == Some(NotificationPermission::Granted)
    }

    /// What keeps notifications from being shown, where they were asked for.
    pub(crate) fn notice(self) -> El {
        let said = move || {
            self.asked.track();
            match (self.wanted.get(), permission()) {
                (true, None) => Some(say::NOTIFY_UNSUPPORTED.now()),
                (true, Some(NotificationPermission::Denied)) => Some(say::NOTIFY_BLOCKED.now()),
                _ => None,
            }
        };
        el("p", "notify-notice").attr("role", "status").text(said)
    }

    /// Asks the browser, which asks the person, unless that was decided before.
    fn ask(self) {
        if permission() != Some(NotificationPermission::Default) {
            return;
        }
        spawn_local(async move {
            if let Ok(answer) = Notification::request_permission() {
                let _ = JsFuture::from(answer).await;
            }
            // Who closed the question was not told no: the next press asks again.
            if permission() == Some(NotificationPermission::Default) {
                let _ = self.wanted.try_set(false);
            }
            self.recheck();
        });
    }

    fn recheck(self) {
        let _ = self
            .asked
            .try_update(|asked| *asked = asked.wrapping_add(1));
    }
}

/// Whether notifications are allowed; `None` where there are none.
fn permission() -> Option<NotificationPermission> {
    let name = JsValue::from_str("Notification");
    let there = js_sys::Reflect::has(&window(), &name).unwrap_or(false);
    there.then(Notification::permission)
}

fn is_looked_at() -> bool {
    let document = document();
    !document.hidden() && document.has_focus().unwrap_or(true)
}

fn word(state: RunState) -> Message {
    match state {
        RunState::Completed => say::TITLE_COMPLETED,
        RunState::Failed => say::TITLE_FAILED,
        RunState::Cancelled => say::TITLE_CANCELLED,
        _ => say::TITLE_UNKNOWN,
    }
}

/// The tab's title, with so many runs under way, and one that ended unseen.
fn title(active: usize, unseen: Option<RunState>) -> String {
    let mut title = String::new();
    if let Some(state) = unseen {
        let sign = match state {
            RunState::Completed => "✓ ",
            RunState::Failed => "✗ ",
            _ => "○ ",
        };
        title = [sign, word(state).now(), " · "].concat();
    }
    if active > 0 {
        title = [&title, "▶ ", &active.to_string(), " · "].concat();
    }
    title + "flowdeck"
}

#[cfg(test)]
mod tests;
