//! Reports runs while the user is not looking at the page: in the tab's title, and by notifications and a sound
//! if the user wants them. Knows only the runs' states.

use std::cell::RefCell;
use std::collections::HashMap;

use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Notification, NotificationOptions, NotificationPermission};

use super::icon::{Shape, icon};
use super::language::Message;
use super::messages as say;
use super::poll::set_runs_hidden;
use super::runs::{RunState, Runs};
use super::sound::CHIME;
use super::storage::{self, StorageArea};
use ui::{
    Effect, El, RwSignal, button, document, el, on_cleanup, spawn_local, window,
    window_event_listener_untyped,
};

/// Reports runs outside the page.
#[derive(Clone, Copy)]
pub(crate) struct Notifier {
    /// Whether the user wants notifications.
    wanted: RwSignal<bool>,
    /// Whether the user wants a sound.
    sound: RwSignal<bool>,
    /// Counts events that may have changed the permission.
    permission_checks: RwSignal<u32>,
    /// The state of the latest run that ended while the user was not looking.
    unseen: RwSignal<Option<RunState>>,
}

impl Notifier {
    /// Observes the runs.
    pub(crate) fn start(runs: Runs) -> Self {
        let notifier = Self {
            wanted: RwSignal::new(storage::load(StorageArea::Browser, "notify").unwrap_or(false)),
            sound: RwSignal::new(storage::load(StorageArea::Browser, "sound").unwrap_or(false)),
            permission_checks: RwSignal::new(0),
            unseen: RwSignal::new(None),
        };
        let looked = move |_| {
            if is_looked_at() {
                let _ = notifier.unseen.try_set(None);
                // The user may have changed the browser's settings.
                notifier.check_permission();
            }
        };
        for event in ["visibilitychange", "focus"] {
            let listener = window_event_listener_untyped(event, looked);
            on_cleanup(move || listener.remove());
        }
        let before = RefCell::new(HashMap::new());
        Effect::new(move |_| notifier.update(runs, &mut before.borrow_mut()));
        notifier
    }

    /// Updates the title, and notifies of runs that ended since the last call.
    fn update(self, runs: Runs, before: &mut HashMap<u32, RunState>) {
        let rows = runs.rows.get();
        let states = rows.iter().map(|row| (row.key, row.changing_state()));
        let now: HashMap<u32, RunState> = states.collect();
        let active = now.values().filter(|state| state.is_active()).count();
        for row in rows.iter() {
            let state = row.changing_state();
            let was_active = before.get(&row.key).is_some_and(|state| state.is_active());
            if !was_active || state.is_active() {
                continue;
            }
            if self.sound.get_untracked() {
                CHIME.call(|chime| chime());
            }
            if !is_looked_at() {
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
        options.set_body(label(state).now());
        // With the same tag, each notification replaces the previous one.
        options.set_tag("flowdeck");
        // This fails in browsers that require a service worker; the title changes anyway.
        let _ = Notification::new_with_options(workflow, &options);
    }

    /// The settings: notifications, why they are not shown, and the sound.
    pub(crate) fn settings(self) -> [El; 3] {
        [self.button(), self.notice(), self.sound_button()]
    }

    /// The button that turns the sound on and off.
    fn sound_button(self) -> El {
        let toggle = move || {
            let wanted = !self.sound.get_untracked();
            self.sound.set(wanted);
            storage::save(StorageArea::Browser, "sound", &wanted);
            // So that people know it, and the browser allows it.
            if wanted {
                CHIME.call(|chime| chime());
            }
        };
        button("menu-item", toggle)
            .attr("aria-pressed", move || self.sound.get().to_string())
            .child(icon(Shape::Sound))
            .text(say::SOUND)
    }

    /// The button that turns notifications on and off.
    fn button(self) -> El {
        let toggle = move || {
            let wanted = !self.wanted.get_untracked();
            self.set_wanted(wanted);
            if wanted {
                self.request_permission();
            }
        };
        button("menu-item", toggle)
            .attr("aria-pressed", move || self.is_enabled().to_string())
            .child(icon(Shape::Bell))
            .text(say::NOTIFY)
    }

    fn set_wanted(self, wanted: bool) {
        self.wanted.set(wanted);
        storage::save(StorageArea::Browser, "notify", &wanted);
    }

    /// Whether notifications are wanted and allowed.
    fn is_enabled(self) -> bool {
        self.permission_checks.track();
        self.wanted.get() && permission() == Some(NotificationPermission::Granted)
    }

    /// Why wanted notifications are not shown.
    fn notice(self) -> El {
        let reason = move || {
            self.permission_checks.track();
            match (self.wanted.get(), permission()) {
                (true, None) => Some(say::NOTIFY_UNSUPPORTED.now()),
                (true, Some(NotificationPermission::Denied)) => Some(say::NOTIFY_BLOCKED.now()),
                _ => None,
            }
        };
        let is_hidden = move || reason().is_none();
        let close = button("link-button", move || self.set_wanted(false))
            .attr("aria-label", say::CLOSE)
            .attr("hidden", is_hidden)
            .child(icon(Shape::Cross));
        el("div", "notify-notice")
            .child(el("p", "").attr("role", "status").text(reason))
            .child(close)
    }

    /// Asks the user for permission through the browser, unless the user has already decided.
    fn request_permission(self) {
        if permission() != Some(NotificationPermission::Default) {
            return;
        }
        spawn_local(async move {
            if let Ok(answer) = Notification::request_permission() {
                let _ = JsFuture::from(answer).await;
            }
            // The user dismissed the prompt without deciding, so the next press asks again.
            if permission() == Some(NotificationPermission::Default) {
                let _ = self.wanted.try_set(false);
            }
            self.check_permission();
        });
    }

    fn check_permission(self) {
        let _ = self
            .permission_checks
            .try_update(|checks| *checks = checks.wrapping_add(1));
    }
}

/// Whether notifications are allowed; `None` if the browser does not support them here.
fn permission() -> Option<NotificationPermission> {
    let name = JsValue::from_str("Notification");
    let is_supported = js_sys::Reflect::has(&window(), &name).unwrap_or(false);
    is_supported.then(Notification::permission)
}

fn is_looked_at() -> bool {
    let document = document();
    !document.hidden() && document.has_focus().unwrap_or(true)
}

fn label(state: RunState) -> Message {
    match state {
        RunState::Completed => say::TITLE_COMPLETED,
        RunState::Failed => say::TITLE_FAILED,
        RunState::Cancelled => say::TITLE_CANCELLED,
        _ => say::TITLE_UNKNOWN,
    }
}

/// The tab's title: the state of a run that ended unseen, and the number of active runs.
fn title(active: usize, unseen: Option<RunState>) -> String {
    let mut title = String::new();
    if let Some(state) = unseen {
        let sign = match state {
            RunState::Completed => "✓ ",
            RunState::Failed => "✗ ",
            _ => "○ ",
        };
        title = [sign, label(state).now(), " · "].concat();
    }
    if active > 0 {
        title = [&title, "▶ ", &active.to_string(), " · "].concat();
    }
    title + "flowdeck"
}

#[cfg(test)]
mod tests;
