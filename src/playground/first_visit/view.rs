//! The example's result with what to do, and the workflows as cards.

use std::rc::Rc;

use super::drawing::drawing;
use super::found_engine;
use super::own_workflow::drop_area;
use super::welcome::welcome;
use crate::connection::Connection;
use crate::example_file::{example_image, file_name};
use crate::form::{FieldState, FormState};
use crate::language::Message;
use crate::messages as say;
use crate::workflows::{Workflows, workflow_cards};
use api::Example;
use ui::{El, RwSignal, after_paint, el, expect_context, untrack};

/// The view.
pub(super) fn first_visit() -> El {
    let workflows: Workflows = expect_context();
    let shown = RwSignal::new(workflows.form.get_untracked());
    let content = move || match shown.get() {
        Some(form) => Some(untrack(|| of_form(workflows, form))),
        None => untrack(|| welcome(workflows)),
    };
    el("div", "first-visit")
        .effect(move || follow(workflows.form, shown))
        .live(content)
}

/// Shows the chosen form's content. Another form is what people wait for, so it is painted first.
fn follow(chosen: RwSignal<Option<FormState>>, shown: RwSignal<Option<FormState>>) {
    let is_other = chosen.get().is_some() && shown.with_untracked(Option::is_some);
    let show = move || {
        let form = chosen.get_untracked();
        // The view may be gone.
        if shown.try_with_untracked(|shown| *shown != form) == Some(true) {
            shown.set(form);
        }
    };
    match is_other {
        true => after_paint(show),
        false => show(),
    }
}

/// For a chosen workflow: what it makes, and the workflows to choose from.
fn of_form(workflows: Workflows, form: FormState) -> El {
    let add = el("li", "card-add").child(drop_area(say::FIRST_ADD));
    el("div", "first-visit-content")
        .child(introduction(form))
        .child(workflow_cards(workflows, form).child(add))
        .child(found_engine::engines())
}

/// What the workflow makes: the result of its first example, or the place of its first result.
fn introduction(form: FormState) -> El {
    let example = example_result(form);
    let has_picture = example.is_some();
    let stage = example.unwrap_or_else(|| {
        el("div", "stage first-stage")
            .child(drawing(form))
            .child(el("p", "").text(say::FIRST_PLACE))
    });
    el("div", "introduction")
        .child(
            el("h3", "result-title")
                .attr("dir", "auto")
                .text(title(form)),
        )
        .child(el("p", "hint").text(move || hint(form, has_picture)))
        .child(stage)
}

fn title(form: FormState) -> String {
    match has_examples(form) {
        true => say::FIRST_TITLE.with(&[&form.name()]),
        false => form.name(),
    }
}

fn hint(form: FormState, has_picture: bool) -> Message {
    if form.source.with_value(|source| !source.problems.is_empty()) {
        return say::FIRST_NOT_READY;
    }
    match (has_picture, has_values_of_example(form)) {
        (true, true) => say::FIRST_EXAMPLE_SHOWN,
        (true, false) => say::FIRST_OTHER_EXAMPLE_SHOWN,
        (false, true) => say::FIRST_EXAMPLE_FILLED_IN,
        (false, false) => say::RUNS_EMPTY,
    }
}

fn has_examples(form: FormState) -> bool {
    form.source.with_value(|source| !source.examples.is_empty())
}

/// Whether the form has the values of an example and no others; tracked.
fn has_values_of_example(form: FormState) -> bool {
    let examples = form.source.with_value(|source| source.examples.clone());
    let fields = form.fields.get();
    let is_shown = |example: &Example| {
        let mut fields = fields.iter();
        fields.all(|field| has_value_of(*field, example))
    };
    examples.iter().any(is_shown)
}

/// Whether a field has its value of this example, or else its default. Its file may be loading.
fn has_value_of(field: FieldState, example: &Example) -> bool {
    let name = field.name();
    let own = |values: &[(String, String)]| {
        let found = values.iter().find(|(own, _)| *own == name);
        found.map(|(_, value)| value.clone())
    };
    match (own(&example.texts), own(&example.files)) {
        (Some(text), _) => field.text.with(|own| *own == text),
        (None, Some(address)) => field.files.with(|files| {
            let name = file_name(&address);
            files.iter().all(|file| file.name() == name)
        }),
        (None, None) => !field.is_changed(),
    }
}

/// The result of the example that the form's values come from.
fn example_result(form: FormState) -> Option<El> {
    let connection: Connection = expect_context();
    let client = connection.client.get_untracked()?;
    let examples: Rc<[Example]> = form.source.with_value(|source| {
        let examples = source.examples.iter();
        let with_result = examples.filter(|example| example.result.is_some());
        with_result.cloned().collect()
    });
    if examples.is_empty() {
        return None;
    }
    let shown = RwSignal::new(0);
    let own = examples.clone();
    // Edited values still come from the example with most of the texts.
    let follow = move || {
        let equal: Vec<usize> = own
            .iter()
            .map(|example| equal_texts(form, example))
            .collect();
        let before = shown.get_untracked();
        let all = equal.iter().enumerate().rev();
        let best = all.max_by_key(|(_, texts)| **texts);
        if let Some((best, _)) = best.filter(|(_, texts)| Some(*texts) > equal.get(before)) {
            shown.set(best);
        }
    };
    let picture = move || {
        let example = examples.get(shown.get())?;
        let alt = say::FIRST_EXAMPLE_RESULT_OF.with(&[&example.name]);
        let address = example.result.clone()?;
        Some(example_image(
            client.clone(),
            address,
            "example-picture",
            alt,
        ))
    };
    let stage = el("div", "stage example-result");
    Some(stage.effect(follow).live(picture))
}

/// How many texts of this example the form has; tracked.
fn equal_texts(form: FormState, example: &Example) -> usize {
    let has = |(name, text): &&(String, String)| {
        let field = form.field(name);
        field.is_some_and(|field| field.text.with(|own| own == text))
    };
    example.texts.iter().filter(has).count()
}
