//! When the user's next run on an instance starts. In the deferred chunk, which a page with runs has loaded.

use super::instance_handle::InstanceHandle;
use crate::deferred::Deferred;
use crate::language::approximate;
use crate::messages as say;
use ui::untrack;

pub(super) static OWN_RUN: Deferred<fn(InstanceHandle) -> Option<String>> = Deferred::new();

/// Whether the user's next run on this instance is running, or when it starts.
pub(super) fn own_run(handle: InstanceHandle) -> Option<String> {
    let at = untrack(|| handle.board.connection.known_until(handle.clock));
    let wait = handle.board.read(|state| {
        let instance = state.instance(handle.key)?;
        match instance.queue_position(*instance.own_tasks.first()?) {
            0 => Some(None),
            position => {
                let wait = handle.board.time_until_start(instance, position, at);
                wait.map(Some)
            }
        }
    })?;
    let Some(wait) = wait else {
        return Some(say::MY_RUN_RUNNING.now().to_owned());
    };
    // The estimate counts down.
    handle.board.connection.known_until(handle.clock);
    Some(if wait < 1000.0 {
        say::MY_RUN_NEXT.now().to_owned()
    } else {
        say::MY_RUN_STARTS_IN.with(&[&approximate(wait)])
    })
}
