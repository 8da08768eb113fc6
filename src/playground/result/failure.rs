//! Why a run failed, as a card on the stage: the reason, the field that caused it, and what to do.

use super::actions::{fill_form, reuse_inputs};
use super::smaller_size::smaller_size;
use crate::messages as say;
use crate::runs::{RunRow, RunState};
use crate::workflows::{Then, Workflows};
use ui::{El, button, el, expect_context};

/// The reason and the actions; `None` unless the run failed. Tracked.
pub(super) fn failure(row: RunRow) -> Option<El> {
    let message = row.record.with(|record| {
        let message = record.message.clone().unwrap_or_default();
        (record.state == RunState::Failed).then_some(message)
    })?;
    let message = message.trim();
    let (first, more) = message.split_once('\n').unwrap_or((message, ""));
    let (reason, place) = without_place(first);
    let is_out_of_memory = is_out_of_memory(message);
    let reason = match is_out_of_memory {
        true => say::FAILURE_MEMORY.now().to_owned(),
        false => reason.to_owned(),
    };
    // What the card leaves out is among the details, as the engine said it.
    let has_more = is_out_of_memory || !place.is_empty() || !more.trim().is_empty();
    Some(
        el("div", "failure")
            .child(el("p", "failure-reason").attr("dir", "auto").text(reason))
            .child(actions(row, message, is_out_of_memory))
            .children(has_more.then(|| details(message))),
    )
}

fn actions(row: RunRow, message: &str, is_out_of_memory: bool) -> El {
    let workflows: Workflows = expect_context();
    let (workflow, inputs) = row
        .record
        .with_untracked(|record| (record.workflow_id.clone(), record.inputs.clone()));
    let field = node_of(message).and_then(|node| workflows.shown_field(&workflow, node));
    let link = field.map(|field| {
        button("link-button", move || field.focus())
            .attr("dir", "auto")
            .text(say::FAILURE_FIELD.with(&[&field.label()]))
    });
    let smaller = smaller_size(&inputs).filter(|_| is_out_of_memory);
    let edit = button("button", move || reuse_inputs(row, Then::Edit)).text(say::FAILURE_EDIT);
    let first = match smaller {
        Some((size, inputs)) => {
            let fill = move || fill_form(&workflow, inputs.clone(), Then::Edit);
            button("button", fill).text(say::FAILURE_SMALLER.with(&[&size]))
        }
        None => edit,
    };
    el("div", "failure-actions")
        .child(first.attr("class", "button primary"))
        .children(link)
}

/// The whole message of the engine.
fn details(text: &str) -> El {
    let summary = el("summary", "").text(say::RESULT_DETAILS);
    let text = el("pre", "failure-details")
        .attr("dir", "auto")
        .attr("tabindex", "0")
        .attr("role", "group")
        .attr("aria-label", say::RESULT_MESSAGE)
        .text(text.to_owned());
    el("details", "more-details").child(summary).child(text)
}

/// Whether an engine says that its memory did not suffice: PyTorch's words for graphics cards and for the CPU.
fn is_out_of_memory(message: &str) -> bool {
    let message = message.to_lowercase();
    [
        "out of memory",
        "outofmemory",
        "can't allocate memory",
        "not enough memory",
    ]
    .iter()
    .any(|words| message.contains(words))
}

/// The reason without the class and the number of its node, and these: the service writes them at the end, as
/// `(LoadImage, node 3)`. A person does not know them.
fn without_place(line: &str) -> (&str, &str) {
    let line = line.trim_end();
    let found = line.rsplit_once(" (");
    match found.filter(|(_, place)| node_of(place).is_some()) {
        Some((reason, place)) => (reason, place),
        None => (line, ""),
    }
}

/// The id of the node that failed.
fn node_of(message: &str) -> Option<&str> {
    let (_, end) = message.trim_end().rsplit_once(", node ")?;
    end.strip_suffix(')')
}

#[cfg(test)]
mod tests {
    use super::{is_out_of_memory, node_of, without_place};

    #[test]
    fn the_node_is_read_from_the_end_of_the_message() {
        assert_eq!(node_of("no image (LoadImage, node 3)\n"), Some("3"));
        assert_eq!(node_of("a, node 1)\nb (KSampler, node 12:3)"), Some("12:3"));
        assert_eq!(node_of("cancelled, node 3 is gone"), None);
        assert_eq!(node_of(""), None);
    }

    #[test]
    fn the_reason_is_shown_without_its_node() {
        assert_eq!(
            without_place("no image (LoadImage, node 3)"),
            ("no image", "LoadImage, node 3)")
        );
        assert_eq!(without_place("no image (yet)"), ("no image (yet)", ""));
        assert_eq!(without_place("no image"), ("no image", ""));
    }

    #[test]
    fn the_words_for_too_little_memory_are_known() {
        for message in [
            "CUDA out of memory. Tried to allocate 2.50 GiB",
            "torch.OutOfMemoryError: Allocation on device",
            "[enforce fail at alloc_cpu.cpp:117] . DefaultCPUAllocator: can't allocate memory",
        ] {
            assert!(is_out_of_memory(message), "{message}");
        }
        assert!(!is_out_of_memory("no image"));
    }
}
