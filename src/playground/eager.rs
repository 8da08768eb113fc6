//! A task that begins now. Knows nothing of what it does.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Waker};

use leptos::task::spawn_local;

/// Begins a task now, and goes on with it later where it waits; `spawn_local` begins it only when all
/// that runs now has ended.
pub(crate) fn at_once(task: impl Future<Output = ()> + 'static) {
    begin(Box::pin(task));
}

fn begin(mut task: Pin<Box<dyn Future<Output = ()>>>) {
    let mut context = Context::from_waker(Waker::noop());
    if task.as_mut().poll(&mut context).is_pending() {
        spawn_local(task);
    }
}
