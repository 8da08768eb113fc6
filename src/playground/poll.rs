//! A task that is repeated while somebody looks, or waits to be told. Knows nothing of what it asks.

use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::playground::signal::StoredValue;

/// The least pause while the page is hidden, in milliseconds.
const HIDDEN_PAUSE: u32 = 5000;

/// Whether somebody waits to be told of something while the page is hidden.
static AWAITED: AtomicBool = AtomicBool::new(false);

/// Says whether somebody waits to be told of something while the page is hidden: tasks then go on,
/// slowly.
pub(crate) fn await_hidden(awaited: bool) {
    AWAITED.store(awaited, Ordering::Relaxed);
}

/// Asks once; gives the milliseconds until it asks again, `None` to rest until it is kicked.
type Task = Rc<dyn Fn() -> Pin<Box<dyn Future<Output = Option<u32>>>>>;

/// Repeats a task, never twice at a time, and not while the page is hidden unless that is awaited.
#[derive(Clone, Copy)]
pub(crate) struct Poll(StoredValue<Inner>);

struct Inner {
    task: Task,
    timer: Option<TimeoutHandle>,
    busy: bool,
    kicked: bool,
}

impl Poll {
    /// A poll that rests until its first [`Poll::kick`]; ends with the owner it was made in.
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

    /// Asks now, or as soon as the answer that is awaited is there.
    pub(crate) fn kick(self) {
        if document().hidden() && !AWAITED.load(Ordering::Relaxed) {
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
        let least = if document().hidden() { HIDDEN_PAUSE } else { 0 };
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
