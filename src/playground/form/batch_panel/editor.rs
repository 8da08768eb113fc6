//! The values of a varied field as a person enters them: a list, or for numbers a range. In the deferred chunk.

use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use super::chips::chips;
use super::options::{is_ticked, option_list, options_of, with_options};
use super::run_count::run_count_text;
use super::vary::{toggle, values_id};
use crate::form::batch::Variation;
use crate::form::field_state::FieldState;
use crate::form::state::FormState;
use crate::form::undoable::Undoable;
use crate::icon::{Shape, icon};
use crate::language::{Message, digits, written};
use crate::messages as say;
use ui::{
    El, StoredValue, button, document, el, memo, on_cleanup, request_animation_frame, untrack,
    value,
};

/// One field that is varied.
#[derive(Clone, Copy)]
struct Varied {
    form: FormState,
    field: FieldState,
}

impl Varied {
    /// What a person entered; tracked.
    fn read<T: Default>(self, read: impl FnOnce(&Variation) -> T) -> T {
        let index = self.field.index;
        self.form
            .batch
            .with(|batch| batch.variation(index).map(read).unwrap_or_default())
    }

    fn change(self, change: impl FnOnce(&mut Variation)) {
        let index = self.field.index;
        self.form.batch.update(|batch| batch.change(index, change));
        self.form.clear_batch_errors();
        self.form.save_soon();
    }

    fn id(self, part: &str) -> String {
        [&self.field.id(), "-", part].concat()
    }
}

/// The values, their errors, and the number of runs; or whose values a table has.
pub(crate) fn editor(form: FormState, field: FieldState) -> El {
    let in_table = form.batch.with(|batch| batch.table.is_some());
    match in_table {
        true => table_note(form, field),
        false => values_editor(form, field),
    }
}

/// Says that each run has its own value in a table, or that some rows have none: then the control stays.
fn table_note(form: FormState, field: FieldState) -> El {
    let in_every_row = move || {
        form.batch.with(|batch| {
            let table = batch.table.as_ref()?;
            table.replaces(field.index)
        })
    };
    let text = move || {
        let message = match in_every_row()? {
            true => say::TABLE_FIELD,
            false => say::TABLE_FIELD_PARTLY,
        };
        let name = form
            .batch
            .with(|batch| Some(batch.table.as_ref()?.name.clone()))?;
        Some(message.with(&[&name]))
    };
    on_cleanup(move || mark_partly(field, false));
    el("p", "hint variation")
        .effect(move || {
            let is_partly = in_every_row() == Some(false);
            // A restored form is not in the document yet.
            request_animation_frame(move || mark_partly(field, is_partly));
        })
        .attr("dir", "auto")
        .text(text)
}

/// Marks the field if its control stays. A style that looks for a mark inside of each field would make every key slow
/// in large forms.
fn mark_partly(field: FieldState, is_partly: bool) {
    let control = document().get_element_by_id(&field.id());
    if let Some(view) = control.and_then(|control| control.closest(".field").ok()?) {
        let _ = view.toggle_attribute_with_force("data-partly", is_partly);
    }
}

fn values_editor(form: FormState, field: FieldState) -> El {
    let varied = Varied { form, field };
    let is_range = memo(move || varied.read(|variation| variation.range));
    let values = move || {
        form.batch
            .with(|batch| batch.variation(field.index).map(|own| own.values(field)))
    };
    let error = move || form.batch.errors_of(field.index).join("; ");
    // Two fields have one number of runs.
    let is_last = memo(move || form.batch.with(|batch| batch.is_last(field)));
    el("div", "variation")
        .attr("id", values_id(field.index))
        .attr("role", "group")
        .attr("aria-label", say::VARY_FIELD.with(&[&field.label()]))
        .child(head(varied))
        .children(field.is_number().then(|| list_or_range(varied)))
        .live(move || {
            let is_range = is_range.get();
            Some(untrack(|| {
                let options = varied.read(|variation| options_of(field, variation));
                match options {
                    _ if is_range => range(varied),
                    Some(options) => choices(varied, options),
                    None => list(varied),
                }
            }))
        })
        .live(move || match is_range.get() {
            true => chips(field, &values()?),
            false => None,
        })
        .child(
            el("p", "field-error")
                .attr("id", varied.id("batch-error"))
                .text(error),
        )
        .child(
            el("p", "hint")
                .attr("role", "status")
                .text(move || is_last.get().then(|| run_count_text(form))),
        )
}

/// How many values there are, and the button that ends the variation.
fn head(varied: Varied) -> El {
    let Varied { form, field } = varied;
    let count = move || {
        let count = form
            .batch
            .with(|batch| batch.variation(field.index).map(|own| own.count(field)));
        say::VARIES.count(count.unwrap_or_default())
    };
    let stop = button("link-button", move || {
        toggle(Undoable::new(form), form, field);
        field.focus();
    })
    .attr("aria-label", say::VARY_STOP.with(&[&field.label()]))
    .attr("title", say::VARY_STOP.with(&[&field.label()]))
    .child(icon(Shape::Cross));
    el("div", "variation-head")
        .child(el("span", "").text(count))
        .child(stop)
}

/// The choice between a list and a range.
fn list_or_range(varied: Varied) -> El {
    let field = varied.field;
    let segment = move |(range, word)| {
        let is_chosen = move || varied.read(|variation| variation.range == range);
        button("segment", move || {
            varied.change(|variation| variation.set_range(range, field))
        })
        .attr("aria-pressed", move || is_chosen().to_string())
        .text(word)
    };
    el("div", "segments")
        .attr("role", "group")
        .attr("aria-label", say::BATCH_VALUES)
        .children([(false, say::BATCH_LIST), (true, say::BATCH_RANGE)].map(segment))
}

fn choices(varied: Varied, options: Vec<String>) -> El {
    let options = StoredValue::new(options);
    let ticked = move |option: &str| varied.read(|variation| is_ticked(&variation.list, option));
    let tick = move |changed: &[String], ticks| {
        varied.change(|variation| {
            let list = options.with_value(|all| with_options(&variation.list, all, changed, ticks));
            variation.list = list;
        });
    };
    options.with_value(|options| option_list(varied.field, options, ticked, tick))
}

fn list(varied: Varied) -> El {
    let Varied { form, field } = varied;
    let has_errors = move || (!form.batch.errors_of(field.index).is_empty()).then_some("true");
    let id = varied.id("batch-list");
    let area = el("textarea", "input area")
        .attr("id", id.clone())
        .attr("rows", "3")
        .attr("dir", "auto")
        .attr("aria-describedby", varied.id("batch-error"))
        .attr("aria-invalid", has_errors)
        .prop("value", move || {
            varied.read(|variation| convert_lines(field, &variation.list, FieldState::localize))
        })
        .on("input", move |event| {
            let list = convert_lines(field, &value(&event), FieldState::parse_localized);
            varied.change(|variation| variation.list = list);
        });
    let label = el("label", "").attr("for", id);
    el("div", "field")
        .child(label.text(say::BATCH_LINES.with(&[&field.label()])))
        .child(area)
}

/// Converts each line for the field, to or from the notation of the page's language.
fn convert_lines(
    field: FieldState,
    list: &str,
    convert: fn(&FieldState, &str) -> String,
) -> String {
    let lines: Vec<String> = list.split('\n').map(|line| convert(&field, line)).collect();
    lines.join("\n")
}

fn range(varied: Varied) -> El {
    let labels = [say::BATCH_FROM, say::BATCH_TO, say::BATCH_STEP];
    let bound = move |(index, label): (usize, Message)| {
        let input = el("input", "input number")
            .attr("type", "text")
            .attr("inputmode", "decimal")
            .attr("autocomplete", "off")
            .prop("value", move || {
                varied.read(|variation| variation.bounds.get(index).map(|bound| written(bound)))
            })
            .on("input", move |event| {
                let bound = digits(&value(&event));
                varied.change(|variation| {
                    if let Some(own) = variation.bounds.get_mut(index) {
                        *own = bound;
                    }
                });
            })
            .on("focus", |event| {
                let input = event
                    .target()
                    .and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
                if let Some(input) = input {
                    input.select();
                }
            });
        el("label", "batch-bound").text(label).child(input)
    };
    el("div", "batch-range").children(labels.into_iter().enumerate().map(bound))
}
