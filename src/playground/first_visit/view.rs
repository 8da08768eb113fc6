//! The example's result with what to do, and the workflows as cards.

use leptos::prelude::*;

use super::own_workflow::own_workflow;
use crate::playground::connection::Connection;
use crate::playground::example_file::example_image;
use crate::playground::form::FormState;
use crate::playground::messages as say;
use crate::playground::ui::{El, el};
use crate::playground::workflows::{Workflows, workflow_cards};

/// The view.
pub(super) fn first_visit() -> El {
    let workflows: Workflows = expect_context();
    el("div", "first-visit")
        .live(move || {
            let form = workflows.form.get();
            Some(untrack(|| introduction(form)))
        })
        .child(
            el("div", "first-visit-more")
                .child(workflow_cards(workflows))
                .child(own_workflow()),
        )
}

/// What the chosen workflow makes: the result of its first example, or the next step.
fn introduction(form: Option<FormState>) -> El {
    let (title, hint) = match form {
        Some(form) if has_examples(form) => (
            say::FIRST_TITLE.with(&[&form.name()]),
            say::FIRST_EXAMPLE_FILLED_IN,
        ),
        Some(form) => (form.name(), say::RUNS_EMPTY),
        None => (say::FIRST_CONNECT.now().to_owned(), say::FIRST_CONNECT_HOW),
    };
    el("div", "introduction")
        .child(el("h3", "result-title").attr("dir", "auto").text(title))
        .child(el("p", "hint").text(hint))
        .children(form.and_then(example_result))
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
