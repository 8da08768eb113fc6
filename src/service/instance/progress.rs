//! How far a task is, by what an engine's event says. No I/O.
//! Source: ComfyUI's `/ws`.

use std::borrow::Cow;

use crate::api::{RunProgress, decode};
use crate::json::Json;

/// How far the task is that the event is about; `None` where no node of it tells its steps.
pub(super) fn told(kind: &str, data: &Json<'_>) -> Option<RunProgress> {
    match kind {
        "progress" => decode::progress(data),
        "progress_state" => data.get("nodes").members()?.iter().rev().find_map(running),
        // Another node begins, or none is left: the steps of the one before are over.
        _ => None,
    }
}

fn running((id, node): &(Cow<'_, str>, Json<'_>)) -> Option<RunProgress> {
    let steps = decode::progress(node).filter(|_| node.get("state").text() == Some("running"))?;
    // A node that does not count its steps is told as 0 of 1.
    (steps.max > 1).then(|| RunProgress {
        node: Some(id.clone().into_owned()),
        ..steps
    })
}

#[cfg(test)]
mod tests;
