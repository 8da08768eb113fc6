//! Starts a task at once. Knows nothing about what it does.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Waker};
use ui::spawn_local;

/// Runs a task until it first waits, and the rest later. `spawn_local` would start it only after the
/// current call returns.
pub(crate) fn spawn_now(task: impl Future<Output = ()> + 'static) {
    start(Box::pin(task));
}

fn start(mut task: Pin<Box<dyn Future<Output = ()>>>) {
    let mut context = Context::from_waker(Waker::noop());
    if task.as_mut().poll(&mut context).is_pending() {
        spawn_local(task);
    }
}
