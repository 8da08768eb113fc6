//! The form's call as code. While it is shown, it follows the values.

use std::cell::Cell;
use std::rc::Rc;

use web_sys::File;

use super::highlight::{Token, tokens};
use super::json::{self, Object};
use super::package_offer;
use super::state::{Developers, LANGUAGE_NAME};
use super::subject::described;
use super::tabs::{panel, tabs};
use crate::connection::Connection;
use crate::copy::copy_button;
use crate::form::FormState;
use crate::messages as say;
use crate::save::save;
use crate::storage::{self, StorageArea};
use client::web::FormPart;
use schema::{Field, FieldKind, FieldValue};
use snippet::Language;
use ui::{El, RwSignal, button, el, expect_context, list, memo, untrack};

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
    let offers_package = RwSignal::new(false);
    let is_written = memo(move || !code.with(String::is_empty));
    el("div", "pane code")
        .child(
            el("div", "developers-do")
                .child(tabs(LANGUAGES, say::CODE_LANGUAGE, &labels, language))
                .child(
                    el("div", "code-copy")
                        .live(move || {
                            // A new one for each language, since it says that it has copied.
                            language.track();
                            Some(copy_button(say::COPY, move || code.get_untracked()))
                        })
                        .live(copy_key),
                ),
        )
        .child(el("p", "hint").text(move || hint(form, label())))
        .live(move || needed_files(form))
        .child(
            panel(LANGUAGES, language).child(
                el("pre", "mono raw")
                    .attr("dir", "ltr")
                    .attr("translate", "no")
                    .live(move || {
                        let is_written = is_written.get();
                        is_written.then(|| untrack(|| highlighted(code)))
                    }),
            ),
        )
        .effect(move || storage::save(StorageArea::Browser, LANGUAGE_NAME, &label().to_owned()))
        .effect(move || package_offer::follow(offers_package))
        .effect(move || {
            let call = call(form, offers_package.get());
            write(developers, label(), &call, &latest);
        })
}

/// The chosen files, which the code reads from the folder that it runs in; tracked.
fn needed_files(form: FormState) -> Option<El> {
    let fields = form.fields.get().into_iter();
    let files: Vec<File> = fields.flat_map(|field| field.files.get()).collect();
    let save_button = |file: File| {
        let name = file.name();
        let label = say::CODE_SAVE_FILE.with(&[&name]);
        button("button small", move || save(&file, &file.name())).text(label)
    };
    (!files.is_empty()).then(|| {
        el("div", "code-files")
            .child(el("p", "hint").text(say::CODE_FILES))
            .children(files.into_iter().map(save_button))
    })
}

/// Copies the key, which is never part of the code.
fn copy_key() -> Option<El> {
    let connection: Connection = expect_context();
    let has_key = connection.key.with(|key| !key.is_empty());
    has_key.then(|| copy_button(say::CODE_COPY_KEY, move || connection.key.get_untracked()))
}

/// The highlighted code. Pieces that do not change stay, and with them what a person has selected.
fn highlighted(code: RwSignal<String>) -> El {
    let pieces = move || {
        let piece = |(at, (token, text)): (usize, (Token, &str))| {
            let key = [&at.to_string(), " ", token.class(), " ", text].concat();
            (key, token, text.to_owned())
        };
        code.with(|code| tokens(code).into_iter().enumerate().map(piece).collect())
    };
    let span = |(_, token, text): (String, Token, String)| el("span", token.class()).text(text);
    list(el("code", ""), pieces, |(key, ..)| key.clone(), span)
}

/// Generates the code, and drops it if the call has changed in the meantime. Equal code is not shown again.
fn write(developers: Developers, label: &'static str, call: &str, latest: &Rc<Cell<u32>>) {
    let this = latest.get().wrapping_add(1);
    latest.set(this);
    let latest = latest.clone();
    let show = move |code: Option<String>| {
        let code = code.unwrap_or_default();
        let shown = developers.code;
        if latest.get() == this && shown.try_with_untracked(|shown| *shown != code) == Some(true) {
            shown.set(code);
        }
    };
    developers.write(["snippet", label, call], say::CODE_FAILED, Box::new(show));
}

/// Which values the call has, where the key belongs in code of this language, and how its file is named; tracked.
fn hint(form: FormState, language: &str) -> String {
    let values = match form.batch.with(|batch| batch.is_single()) {
        true => say::CODE_HINT,
        false => say::CODE_HINT_BATCH,
    };
    let key = match language == Language::Fetch.label() {
        true => say::CODE_KEY_IN_PAGE,
        false => say::CODE_KEY,
    };
    let file = (language == Language::Package.label()).then(|| say::CODE_MODULE.now());
    let sentences = [Some(values.now()), Some(key.now()), file];
    sentences
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" ")
}

/// The call with the current values, as JSON; tracks them.
fn call(form: FormState, offers_package: bool) -> String {
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
    let mut call = described(form);
    call.raw("parts", &json::list(&written));
    call.flag("package", offers_package);
    call.end()
}

/// One form part. Numbers and booleans are marked, for languages that distinguish them from texts.
fn part(part: &FormPart, kind: &FieldKind) -> String {
    let is_plain = matches!(
        kind,
        FieldKind::Number(_) | FieldKind::Slider(_) | FieldKind::Boolean
    );
    let mut object = Object::default();
    object.text("name", &part.name());
    match part.input() {
        FieldValue::Text(text) => object.text(if is_plain { "plain" } else { "text" }, &text),
        FieldValue::File(file) => {
            let mut described = Object::default();
            described.text("name", &file.name);
            described.text("type", &file.content_type);
            object.raw("file", &described.end());
        }
    }
    object.end()
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
