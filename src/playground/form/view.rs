//! The view of a form: its header, its fields and the actions on its values.

use super::actions::actions;
use super::batch_panel::vary::on_click;
use super::enter_key::{ignore_enter, is_tab};
use super::examples::examples;
use super::field_state::FieldState;
use super::folds::folds;
use super::form_source::FormSource;
use super::keyboard::run_on_ctrl_enter;
use super::link_values::link_values;
use super::send::Sender;
use super::send_mode::SendMode;
use super::state::FormState;
use super::submit::submit;
use super::unmatched::unmatched;
use crate::language::Message;
use crate::messages as say;
use crate::problem::show_problem;
use schema::Problem;
use ui::{El, el, list, memo, template, untrack};
use web_sys::Event;

/// The views in a form that other regions make.
#[derive(Clone, Copy)]
pub(crate) struct FormViews {
    /// A field with its control.
    pub(crate) field: fn(FormState, FieldState) -> El,
    /// The input for the id of a workflow that the deployment does not list; tracks whether it is loaded.
    pub(crate) workflow_id: fn(FormState) -> Option<El>,
}

/// The form.
pub(crate) fn form_view(form: FormState, views: FormViews) -> El {
    let sender = Sender::new(form);
    let has_advanced = memo(move || form.fields.with(|fields| fields.iter().any(is_advanced)));
    el("form", "form")
        .attr("novalidate", true)
        .on("submit", move |event| {
            event.prevent_default();
            submit(sender, SendMode::IfValid);
        })
        .on("keydown", |event| ignore_enter(&event))
        .effect(move || run_on_ctrl_enter(sender))
        .child(head(form, views))
        .child(link_values(form))
        .live(move || has_no_inputs(form).then(|| el("p", "hint no-inputs").text(say::NO_INPUTS)))
        .children(examples(form))
        .child(fields(el("div", "fields"), form, views, false))
        .live(move || {
            has_advanced
                .get()
                .then(|| untrack(|| advanced_fold(form, views)))
        })
        .child(unmatched(form))
        .child(folds(form))
        .child(actions(form, sender))
}

/// Fills in the fields, or the advanced ones.
fn fields(place: El, form: FormState, views: FormViews, advanced: bool) -> El {
    let is_locked = move || form.is_locked().then_some("");
    let fields = move || {
        let mut fields = form.fields.get();
        fields.retain(|field| is_advanced(field) == advanced);
        fields
    };
    list(
        place
            // Not `inert`, which would take the focus.
            .attr("data-locked", is_locked)
            .on("keydown", move |event| ignore_while_locked(form, &event))
            .on("click", move |event| on_click(form, &event)),
        fields,
        FieldState::id,
        move |field| (views.field)(form, field),
    )
}

/// Keeps the values as they are; the styles keep the pointer away.
fn ignore_while_locked(form: FormState, event: &Event) {
    if untrack(|| form.is_locked()) && !is_tab(event) {
        event.prevent_default();
    }
}

fn advanced_fold(form: FormState, views: FormViews) -> El {
    template("advanced")
        .slot("title", |title| title.text(say::ADVANCED))
        .slot("fields", |place| fields(place, form, views, true))
}

fn is_advanced(field: &FieldState) -> bool {
    field.definition.with_value(|field| field.advanced)
}

/// Whether the workflow has no inputs. Unknown, so false, for a form built by hand.
fn has_no_inputs(form: FormState) -> bool {
    form.fields.with(Vec::is_empty)
        && form.source.with_value(|source| {
            source.problems.is_empty() && (source.listed || !source.schema.outputs.is_empty())
        })
}

fn head(form: FormState, views: FormViews) -> El {
    let blocking = |source: &FormSource| source.blocking().cloned().collect::<Vec<_>>();
    let (about, problems, warnings) = form.source.with_value(|source| {
        let warnings = source.warnings.clone();
        (source.about.clone(), blocking(source), warnings)
    });
    let (notes, left_out): (Vec<_>, Vec<_>) = warnings.into_iter().partition(Problem::is_note);
    template("form-head")
        .slot("about", |slot| slot.text(about))
        .children(problem_list("bad", say::WORKFLOW_NOT_READY, &problems))
        .children(problem_list("warn", say::OUTPUTS_LEFT_OUT, &left_out))
        .children(problem_list("warn", say::FILE_NOTES, &notes))
        .live(move || (!form.is_listed()).then(|| (views.workflow_id)(form))?)
}

/// A notice with these problems, unless there are none.
fn problem_list(tone: &'static str, heading: Message, problems: &[Problem]) -> Option<El> {
    let entry = |problem| show_problem(el("li", ""), problem);
    (!problems.is_empty()).then(|| {
        el("div", "notice")
            .attr("data-tone", tone)
            .child(el("p", "").text(heading))
            .child(el("ul", "problems").children(problems.iter().map(entry)))
    })
}
