//! The example's result with what to do, and the workflows as cards.

use leptos::prelude::*;

use super::own_workflow::own_workflow;
use crate::api::Example;
use crate::playground::connection::Connection;
use crate::playground::example_file::example_image;
use crate::playground::form::FormState;
use crate::playground::language::Message;
use crate::playground::messages as say;
use crate::playground::ui::{El, RwSignal, el};
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
    if form.source.with_value(|source| !source.problems.is_empty()) {
        return say::FIRST_NOT_READY;
    }
    match has_examples(form) {
        true => say::FIRST_EXAMPLE_FILLED_IN,
        false => say::RUNS_EMPTY,
    }
}

fn has_examples(form: FormState) -> bool {
    form.source.with_value(|source| !source.examples.is_empty())
}

/// The result of the example that the form's values come from.
fn example_result(form: FormState) -> Option<El> {
    let connection: Connection = expect_context();
    let client = connection.client.get_untracked()?;
    let results = form.source.with_value(|source| {
        let result = |example: &Example| Some((example.clone(), example.result.clone()?));
        source
            .examples
            .iter()
            .filter_map(result)
            .collect::<Vec<_>>()
    });
    let shown = RwSignal::new(results.first()?.1.clone());
    let picture = {
        let results = results.clone();
        move || {
            let address = shown.get();
            let (example, _) = results.iter().find(|(_, result)| *result == address)?;
            let alt = say::FIRST_EXAMPLE_RESULT_OF.with(&[&example.name]);
            let picture = example_image(client.clone(), address, "example-picture", alt);
            Some(picture)
        }
    };
    // Edited values still come from the example with most of the texts.
    let follow = move || {
        let equal = |(example, _): &&(Example, String)| equal_texts(form, example);
        let now = results
            .iter()
            .find(|(_, result)| shown.get_untracked() == *result);
        let best = results.iter().rev().max_by_key(equal);
        if let Some(best) = best.filter(|best| Some(equal(best)) > now.as_ref().map(equal)) {
            shown.set(best.1.clone());
        }
    };
    let stage = el("figure", "stage example-result")
        .effect(follow)
        .live(picture)
        .child(el("figcaption", "badge").text(say::FIRST_EXAMPLE_RESULT));
    Some(stage)
}

/// How many texts of this example the form has; tracked.
fn equal_texts(form: FormState, example: &Example) -> usize {
    let has = |(name, text): &&(String, String)| {
        let field = form.field(name);
        field.is_some_and(|field| field.text.with(|own| own == text))
    };
    example.texts.iter().filter(has).count()
}
