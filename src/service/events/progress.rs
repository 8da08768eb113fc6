//! The progress of a task, as reported by an engine's event. No I/O.
//! Source: ComfyUI's `/ws`.

use std::borrow::Cow;

use crate::api::{RunProgress, decode};
use crate::json::Json;

/// The progress that an event reports; `None` if no node of the task counts its steps.
pub(super) fn from_event(kind: &str, data: &Json<'_>) -> Option<RunProgress> {
    match kind {
        "progress" => decode::progress(data),
        "progress_state" => data.get("nodes").members()?.iter().rev().find_map(running),
        // `executing`: another node starts or the task ends, so the previous node's steps are over.
        _ => None,
    }
}

fn running((id, node): &(Cow<'_, str>, Json<'_>)) -> Option<RunProgress> {
    let steps = decode::progress(node).filter(|_| node.get("state").text() == Some("running"))?;
    // ComfyUI reports a node that does not count its steps as 0 of 1.
    (steps.max > 1).then(|| RunProgress {
        node: Some(id.clone().into_owned()),
        ..steps
    })
}

#[cfg(test)]
mod tests;
