//! The form's call as code: follows what is entered while it is open.

use std::cell::Cell;
use std::rc::Rc;

use super::json::{Object, list};
use super::state::{Developers, KEPT};
use super::subject::described;
use super::tabs::{panel, tabs};
use crate::client::web::Part;
use crate::playground::copy::copy_button;
use crate::playground::element::{El, el};
use crate::playground::form::FormState;
use crate::playground::messages as say;
use crate::playground::storage::{self, Place};
use crate::schema::{Field, FieldKind, Input};
use crate::snippet::Language;

const LANGUAGES: &str = "code";

/// The languages and the code in the chosen one.
pub(super) fn code(developers: Developers, form: FormState) -> El {
    let Developers { code, language, .. } = developers;
    let labels = Language::ALL.map(Language::label);
    let label = move || {
        let label = labels.get(language.get() as usize);
        label.copied().unwrap_or_default()
    };
    let latest = Rc::new(Cell::new(0));
    el("div", "pane code")
        .child(
            el("div", "developers-do")
                .child(tabs(LANGUAGES, say::CODE_LANGUAGE, &labels, language))
                .child(copy_button(say::COPY, move || code.get_untracked())),
        )
        .child(
            panel(LANGUAGES, language).child(
                el("pre", "mono raw")
                    .attr("dir", "ltr")
                    .attr("translate", "no")
                    .text(move || code.get()),
            ),
        )
        .child(el("p", "hint").text(say::CODE_HINT))
        .effect(move || storage::save(Place::Browser, KEPT, &label().to_owned()))
        .effect(move || write(developers, label(), &call(form), &latest))
}

/// Writes the code, unless a later one was asked for by then.
fn write(developers: Developers, label: &'static str, call: &str, latest: &Rc<Cell<u32>>) {
    let mine = latest.get().wrapping_add(1);
    latest.set(mine);
    let latest = latest.clone();
    let show = move |code: Option<String>| {
        if latest.get() == mine {
            let _ = developers.code.try_set(code.unwrap_or_default());
        }
    };
    developers.write(["snippet", label, call], say::CODE_FAILED, Box::new(show));
}

/// The call with the values of now, as JSON.
fn call(form: FormState) -> String {
    for field in form.fields.get() {
        field.text.track();
        field.files.track();
    }
    let parts = form.parts(None);
    let mut written = Vec::new();
    for field in form.current_fields() {
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
            written.push(field.definition.with_value(unchosen));
        }
    }
    let mut call = described(form);
    call.raw("parts", &list(&written));
    call.end()
}

/// One part; numbers and switches as what they are, for languages that tell them from texts.
fn part(part: &Part, kind: &FieldKind) -> String {
    let is_plain = matches!(
        kind,
        FieldKind::Number(_) | FieldKind::Slider(_) | FieldKind::Boolean
    );
    let mut object = Object::default();
    object.text("name", &part.name());
    match part.input() {
        Input::Text(text) => object.text(if is_plain { "plain" } else { "text" }, &text),
        Input::File(file) => {
            let mut described = Object::default();
            described.text("name", &file.name);
            described.text("type", &file.content_type);
            object.raw("file", &described.end());
        }
    }
    object.end()
}

/// A file that a run needs and nobody chose: the code has a path in its place.
fn unchosen(field: &Field) -> String {
    let (ending, content_type) = match field.kind {
        FieldKind::Image => (".png", "image/png"),
        FieldKind::Video => (".mp4", "video/mp4"),
        FieldKind::Audio => (".wav", "audio/wav"),
        _ => (".bin", ""),
    };
    let mut file = Object::default();
    file.text("name", &[&field.name, ending].concat());
    file.text("type", content_type);
    let mut object = Object::default();
    object.text("name", &field.name);
    object.raw("file", &file.end());
    object.flag("unchosen", true);
    object.end()
}
