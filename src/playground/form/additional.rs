//! Fields beyond those the workflow declares, which the contract permits: a name, a kind, a control.

use super::FormState;
use super::fold::fold;
use crate::playground::deferred::Deferred;
use crate::playground::element::{El, button, el, value};
use crate::playground::language::Message;
use crate::playground::messages as say;
use crate::playground::signal::RwSignal;
use crate::schema::{Bounds, FieldKind};

const KINDS: [(&str, Message); 7] = [
    ("text", say::KIND_TEXT),
    ("number", say::KIND_NUMBER),
    ("boolean", say::KIND_BOOLEAN),
    ("image", say::KIND_IMAGE),
    ("video", say::KIND_VIDEO),
    ("audio", say::KIND_AUDIO),
    ("file", say::KIND_FILE),
];

/// The kind of this name; a slider that was kept is a number without bounds.
pub(super) fn kind(name: &str) -> Option<FieldKind> {
    Some(match name {
        "text" => FieldKind::Text {
            multiline: true,
            max_length: None,
        },
        "number" | "slider" => FieldKind::Number(Bounds::default()),
        "boolean" => FieldKind::Boolean,
        "image" => FieldKind::Image,
        "video" => FieldKind::Video,
        "audio" => FieldKind::Audio,
        "file" => FieldKind::File { accept: None },
        _ => return None,
    })
}

pub(super) static CONTENT: Deferred<fn(FormState) -> El> = Deferred::new();

/// A fold, open where the form has no field of its own.
pub(super) fn additional(form: FormState) -> El {
    let open = form.all().iter().all(|field| field.additional);
    fold(say::ADD_FIELD, open, &CONTENT, move |content, _| {
        content(form)
    })
}

/// A name, a kind, and Add.
pub(super) fn content(form: FormState) -> El {
    let name = RwSignal::new(String::new());
    let chosen = RwSignal::new("text".to_owned());
    let fault = RwSignal::new(None::<String>);
    let add = move || {
        let text = name.get_untracked().trim().to_owned();
        let Some(kind) = kind(&chosen.get_untracked()) else {
            return;
        };
        match form.add(&text, kind) {
            Some(field) => {
                name.set(String::new());
                fault.set(None);
                field.focus();
            }
            None if text.is_empty() => fault.set(Some(say::ADD_NAME_MISSING.now().to_owned())),
            None => fault.set(Some(say::ADD_NAME_TAKEN.with(&[&text]))),
        }
    };
    let option =
        |(id, word): (&'static str, Message)| el("option", "").attr("value", id).text(word);
    let row = el("div", "add-row")
        .child(
            el("input", "input")
                .attr("type", "text")
                .attr("autocomplete", "off")
                .attr("spellcheck", "false")
                .attr("aria-label", say::ADD_NAME)
                .attr("placeholder", say::ADD_NAME)
                .attr("aria-describedby", "add-fault")
                .attr("aria-invalid", move || fault.get().map(|_| "true"))
                .prop("value", move || name.get())
                .on("input", move |event| name.set(value(&event)))
                .on("keydown", move |event| {
                    if super::is_plain_enter(&event) {
                        event.prevent_default();
                        add();
                    }
                }),
        )
        .child(
            el("select", "input")
                .attr("aria-label", say::ADD_TYPE)
                .on("change", move |event| chosen.set(value(&event)))
                .children(KINDS.map(option)),
        )
        .child(button("button", add).text(say::ADD));
    el("div", "fold-content")
        .child(row)
        .child(
            el("p", "fault")
                .attr("id", "add-fault")
                .attr("role", "alert")
                .text(move || fault.get()),
        )
        .child(el("p", "hint").text(say::ADD_HINT))
}
