//! A call as code: that of the open result, or that of the form. While it is shown, it follows both.

use std::cell::Cell;
use std::rc::Rc;

use web_sys::File;

use super::code_source::CodeSource;
use super::highlight::{Token, tokens};
use super::package_offer;
use super::state::{Developers, LANGUAGE_NAME};
use super::tabs::{panel, tabs};
use crate::connection::Connection;
use crate::copy::copy_button;
use crate::form::FormState;
use crate::messages as say;
use crate::save::save;
use crate::storage::{self, StorageArea};
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
    let source = CodeSource::new(form);
    let has_open = memo(move || source.has_open());
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
        .live(move || has_open.get().then(|| untrack(|| source.choice())))
        .child(
            el("p", "hint")
                .attr("dir", "auto")
                .text(move || [&source.hint(), " ", &how_to_run(label())].concat()),
        )
        .live(move || needed_files(source.files()))
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
            let call = source.call(offers_package.get());
            write(developers, label(), &call, &latest);
        })
        .effect(move || source.follow_stage())
        .effect(move || source.follow_form())
        .effect(move || source.follow_question(developers))
}

/// The files that the code reads from the folder that it runs in.
fn needed_files(files: Vec<File>) -> Option<El> {
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

/// Where the key belongs in code of this language, and how its file is named.
fn how_to_run(language: &str) -> String {
    let key = match language == Language::Fetch.label() {
        true => say::CODE_KEY_IN_PAGE,
        false => say::CODE_KEY,
    };
    match language == Language::Package.label() {
        true => [key.now(), " ", say::CODE_MODULE.now()].concat(),
        false => key.now().to_owned(),
    }
}
