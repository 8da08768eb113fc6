//! A call as JSON, from which the code is generated: that of a form, or that of a run.

use super::json::{self, Object};
use super::subject::{described, of_workflow};
use crate::entered::{Entered, EnteredKind};
use crate::form::FormState;
use crate::runs::{RunRecord, RunRow};
use client_web::FormPart;
use schema::{Field, FieldKind, FieldValue};
use web_sys::File;

/// The call of a form with its current values; tracks them.
pub(super) fn call_of_form(form: FormState, offers_package: bool) -> String {
    let fields = form.fields.get();
    for field in &fields {
        field.text.track();
        field.files.track();
    }
    let values = form.batch.with(|batch| batch.first_run(&fields));
    let parts = form.parts(&values);
    let mut written = Vec::new();
    for field in form.visible_fields(&values) {
        let name = field.name();
        let before = written.len();
        for given in parts.iter().filter(|part| part.name() == name) {
            written.push(
                field
                    .definition
                    .with_value(|field| part(given, &field.kind)),
            );
        }
        if before == written.len() && field.takes_files() && field.required() {
            written.push(field.definition.with_value(missing_file));
        }
    }
    finished(described(form), &written, offers_package)
}

/// The call of a run with the values that it was sent with; tracks the run. Files that this browser has not kept are
/// fields of the form.
pub(super) fn call_of_run(row: RunRow, form: FormState, offers_package: bool) -> String {
    row.record.with(|record| {
        let parts = record.inputs.iter().flat_map(parts_of_input);
        let missing = record.missing_files.iter();
        let missing = missing.filter_map(|(label, name)| {
            let fields = form.current_fields().into_iter();
            let field = fields
                .filter(|_| is_of(record, form))
                .find(|field| field.label() == *label)?;
            Some(file_part(&field.name(), name, ""))
        });
        let parts: Vec<String> = parts.chain(missing).collect();
        let call = of_workflow(&record.workflow_id, &record.workflow);
        finished(call, &parts, offers_package)
    })
}

/// Whether a run is one of the form's workflow; not tracked.
pub(super) fn is_of(record: &RunRecord, form: FormState) -> bool {
    form.id.with_untracked(|id| id.trim() == record.workflow_id)
}

fn finished(mut call: Object, parts: &[String], offers_package: bool) -> String {
    call.raw("parts", &json::list(parts));
    call.flag("package", offers_package);
    call.end()
}

fn parts_of_input(input: &Entered) -> Vec<String> {
    let file = |file: &File| file_part(&input.name, &file.name(), &file.type_());
    match input.files.is_empty() {
        false => input.files.iter().map(file).collect(),
        true => {
            let is_plain = matches!(input.kind, EnteredKind::Number | EnteredKind::Switch);
            vec![text_part(&input.name, &input.text, is_plain)]
        }
    }
}

/// Numbers and booleans are marked, for languages that distinguish them from texts.
fn text_part(name: &str, text: &str, is_plain: bool) -> String {
    let mut object = Object::default();
    object.text("name", name);
    object.text(if is_plain { "plain" } else { "text" }, text);
    object.end()
}

fn file_part(field: &str, name: &str, content_type: &str) -> String {
    let mut file = Object::default();
    file.text("name", name);
    file.text("type", content_type);
    let mut object = Object::default();
    object.text("name", field);
    object.raw("file", &file.end());
    object.end()
}

fn part(part: &FormPart, kind: &FieldKind) -> String {
    let is_plain = matches!(
        kind,
        FieldKind::Number(_) | FieldKind::Slider(_) | FieldKind::Boolean
    );
    match part.input() {
        FieldValue::Text(text) => text_part(&part.name(), &text, is_plain),
        FieldValue::File(file) => file_part(&part.name(), &file.name, &file.content_type),
    }
}

/// A required file that is not chosen: the code has a placeholder path.
fn missing_file(field: &Field) -> String {
    let (extension, content_type) = match field.kind {
        FieldKind::Image => (".png", "image/png"),
        FieldKind::Video => (".mp4", "video/mp4"),
        FieldKind::Audio => (".wav", "audio/wav"),
        _ => (".bin", ""),
    };
    let mut file = Object::default();
    file.text("name", &[&field.name, extension].concat());
    file.text("type", content_type);
    let mut object = Object::default();
    object.text("name", &field.name);
    object.raw("file", &file.end());
    object.flag("unchosen", true);
    object.end()
}
