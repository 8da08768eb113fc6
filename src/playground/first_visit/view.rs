//! The example's result with what to do, and the workflows as cards.

use leptos::prelude::*;

use super::own_workflow::own_workflow;
use crate::playground::connection::Connection;
use crate::playground::example_file::example_image;
use crate::playground::form::FormState;
use crate::playground::language::Message;
use crate::playground::messages as say;
use crate::playground::ui::{El, el};
use crate::playground::workflows::{Workflows, workflow_cards};

/// The view.
pub(super) fn first_visit() -> El {
    let workflows: Workflows = expect_context();
    el("div", "first-visit")
        .child(introduction(workflows))
        .child(
            el("div", "first-visit-more")
                .child(workflow_cards(workflows))
                .child(own_workflow()),
        )
}

/// What the chosen workflow makes: the result of its first example, or the next step.
fn introduction(workflows: Workflows) -> El {
    let form = move || workflows.form.get();
    let title = move || form().map_or_else(|| say::FIRST_CONNECT.now().to_owned(), title);
    let hint = move || form().map_or(say::FIRST_CONNECT_HOW, hint);
    el("div", "introduction")
        .child(el("h3", "result-title").attr("dir", "auto").text(title))
        .child(el("p", "hint").text(hint))
        .live(move || form().and_then(|form| untrack(|| example_result(form))))
}

fn title(form: FormState) -> String {
    match has_examples(form) {
        true => say::FIRST_TITLE.with(&[&form.name()]),
        false => form.name(),
    }
}

fn hint(form: FormState) -> Message {
    match has_examples(form) {
        true => say::FIRST_EXAMPLE_FILLED_IN,
        false => say::RUNS_EMPTY,
    }
}

fn has_examples(form: FormState) -> bool {
    form.source.with_value(|source| !source.examples.is_empty())
}

fn example_result(form: FormState) -> Option<El> {
    let connection: Connection = expect_context();
    let client = connection.client.get_untracked()?;
    let example = form.source.with_value(|source| {
        let mut examples = source.examples.iter();
        examples.find(|example| example.result.is_some()).cloned()
    })?;
    let alt = say::FIRST_EXAMPLE_RESULT_OF.with(&[&example.name]);
    let stage = el("figure", "stage example-result")
        .child(example_image(
            client,
            example.result?,
            "example-picture",
            alt,
        ))
        .child(el("figcaption", "badge").text(say::FIRST_EXAMPLE_RESULT));
    Some(stage)
}
