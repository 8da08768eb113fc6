//! A task that repeats while the page is visible, or while a notification is awaited. Knows nothing about what it
//! requests.

use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ui::{
    StoredValue, TimeoutHandle, document, on_cleanup, set_timeout_with_handle, spawn_local,
    window_event_listener_untyped,
};

/// The shortest pause while the page is hidden, in milliseconds.
const MIN_HIDDEN_PAUSE: u32 = 5000;

/// Whether tasks repeat while the page is hidden.
static RUNS_HIDDEN: AtomicBool = AtomicBool::new(false);

/// Sets whether tasks repeat while the page is hidden, slowly, for a notification.
pub(crate) fn set_runs_hidden(runs_hidden: bool) {
    RUNS_HIDDEN.store(runs_hidden, Ordering::Relaxed);
}

/// Runs once; returns the milliseconds until the next time, or `None` to wait for [`Poll::kick`].
type Task = Rc<dyn Fn() -> Pin<Box<dyn Future<Output = Option<u32>>>>>;

/// Repeats a task, never concurrently, and by default not while the page is hidden.
#[derive(Clone, Copy)]
pub(crate) struct Poll(StoredValue<Inner>);

struct Inner {
    task: Task,
    timer: Option<TimeoutHandle>,
    busy: bool,
    kicked: bool,
}

impl Poll {
    /// Waits for its first [`Poll::kick`]; ends with the owner in which it was created.
    pub(crate) fn new<F>(task: impl Fn() -> F + 'static) -> Self
    where
        F: Future<Output = Option<u32>> + 'static,
    {
        let poll = Self(StoredValue::new(Inner {
            task: Rc::new(move || Box::pin(task())),
            timer: None,
            busy: false,
            kicked: false,
        }));
        let listener = window_event_listener_untyped("visibilitychange", move |_| poll.kick());
        on_cleanup(move || {
            listener.remove();
            poll.stop_timer();
        });
        poll
    }

    /// Runs the task now, or again as soon as it has finished.
    pub(crate) fn kick(self) {
        if document().hidden() && !RUNS_HIDDEN.load(Ordering::Relaxed) {
            return;
        }
        self.stop_timer();
        let task = self.0.try_update_value(|inner| {
            inner.kicked = inner.busy;
            (!std::mem::replace(&mut inner.busy, true)).then(|| inner.task.clone())
        });
        let Some(Some(task)) = task else { return };
        spawn_local(async move {
            let next = task().await;
            let kicked = self.0.try_update_value(|inner| {
                inner.busy = false;
                std::mem::take(&mut inner.kicked)
            });
            match (kicked, next) {
                (None, _) | (Some(false), None) => {}
                (Some(true), _) => self.kick(),
                (Some(false), Some(ms)) => self.sleep(ms),
            }
        });
    }

    fn sleep(self, ms: u32) {
        let least = if document().hidden() {
            MIN_HIDDEN_PAUSE
        } else {
            0
        };
        let ms = ms.max(least);
        let wait = Duration::from_millis(u64::from(ms));
        let timer = set_timeout_with_handle(move || self.kick(), wait).ok();
        let _ = self.0.try_update_value(|inner| inner.timer = timer);
    }

    fn stop_timer(self) {
        let timer = self.0.try_update_value(|inner| inner.timer.take());
        if let Some(Some(timer)) = timer {
            timer.clear();
        }
    }
}
