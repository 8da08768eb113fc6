//! The form's call as code: follows what is entered while it is open.

use std::cell::Cell;
use std::rc::Rc;

use super::json::{Object, list};
use super::tabs::{panel, tabs};
use super::{Developers, KEPT, described};
use crate::client::web::Part;
use crate::playground::copy::copy_button;
use crate::playground::element::{El, el};
use crate::playground::form::FormState;
use crate::playground::messages as say;
use crate::playground::storage::{self, Place};
use crate::schema::Input;
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
        .child(el("p", "hint").text(say::CODE_KEY))
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
    let parts: Vec<String> = form.parts(None).iter().map(part).collect();
    let mut call = described(form);
    call.raw("parts", &list(&parts));
    call.end()
}

fn part(part: &Part) -> String {
    let mut object = Object::default();
    object.text("name", &part.name());
    match part.input() {
        Input::Text(text) => object.text("text", &text),
        Input::File(file) => {
            let mut described = Object::default();
            described.text("name", &file.name);
            described.text("type", &file.content_type);
            object.raw("file", &described.end());
        }
    }
    object.end()
}
