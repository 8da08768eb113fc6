//! A form's values beyond the form: as JSON, as a link, and under names.

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::fold::fold;
use super::{FieldState, FormState, values};
use crate::playground::connection::Connection;
use crate::playground::copy::copy_button;
use crate::playground::deferred::Deferred;
use crate::playground::element::{El, button, el, value};
use crate::playground::language::Message;
use crate::playground::link;
use crate::playground::messages as say;
use crate::playground::signal::{RwSignal, StoredValue};
use crate::playground::storage::{self, Pairs, Place};

pub(super) static CONTENT: Deferred<fn(FormState, RwSignal<u32>) -> El> = Deferred::new();

/// A fold with what is made of the values.
pub(super) fn presets(form: FormState) -> El {
    fold(say::VALUES, false, &CONTENT, move |content, pressed| {
        content(form, pressed)
    })
}

/// Presets, the values as JSON, the link that carries them, and Reset.
pub(super) fn content(form: FormState, pressed: RwSignal<u32>) -> El {
    let json = RwSignal::new(String::new());
    let connection: Connection = expect_context();
    let share = move || {
        let client = connection.client.get_untracked();
        let base_url = client.map(|client| client.base_url().to_owned());
        link::of(
            base_url.as_deref(),
            &form.id.get_untracked(),
            &values::write(form),
        )
    };
    el("div", "fold-content")
        // At the press, not when the fold has opened: by then somebody may have typed.
        .effect(move || {
            pressed.track();
            json.set(untrack(|| values::write(form)));
        })
        .child(named(form))
        .child(as_json(form, json))
        .child(
            el("div", "fold-do")
                .child(copy_button(say::COPY_LINK, share))
                .child(button("button small", move || reset(form)).text(say::RESET_ALL)),
        )
        .child(el("p", "hint").text(say::LINK_HINT))
}

/// Puts the form back to what it begins with; what has no field goes as well.
fn reset(form: FormState) {
    form.leftover.set(Vec::new());
    form.reset();
}

fn as_json(form: FormState, json: RwSignal<String>) -> El {
    let fault = RwSignal::new(None::<String>);
    let applied = RwSignal::new(Vec::<String>::new());
    let unfit = move || {
        let is_unfit = |field: &FieldState| {
            applied.with(|names| names.contains(&field.name())) && field.fault().is_some()
        };
        let unfit = form.fields.get().into_iter().filter(is_unfit).count();
        (unfit > 0).then(|| say::VALUES_INVALID.count(unfit))
    };
    let apply = move || match values::read(&json.get_untracked()) {
        Ok(texts) => {
            applied.set(texts.iter().map(|(name, _)| name.clone()).collect());
            form.fill(texts);
            fault.set(None);
            json.set(values::write(form));
        }
        Err(_) => fault.set(Some(no_json(&json.get_untracked()))),
    };
    el("div", "field")
        .child(
            el("label", "")
                .attr("for", "values-json")
                .text(say::VALUES_JSON),
        )
        .child(
            el("textarea", "input area mono")
                .attr("id", "values-json")
                .attr("rows", "4")
                .attr("spellcheck", "false")
                .attr("dir", "ltr")
                .attr("aria-describedby", "values-fault")
                .attr("aria-invalid", move || fault.get().map(|_| "true"))
                .prop("value", move || json.get())
                .on("input", move |event| {
                    applied.set(Vec::new());
                    json.set(value(&event));
                }),
        )
        .child(
            el("p", "fault")
                .attr("id", "values-fault")
                .attr("role", "alert")
                .text(move || fault.get().or_else(unfit)),
        )
        .child(el("p", "help").text(say::VALUES_HELP))
        .child(
            el("div", "fold-do")
                .child(button("button small", apply).text(say::VALUES_APPLY))
                .child(copy_button(say::COPY, move || json.get_untracked())),
        )
}

/// Why a text is no JSON object, with the place as far as the browser tells it.
fn no_json(text: &str) -> String {
    let why = js_sys::JSON::parse(text).err();
    let why = why.and_then(|why| {
        Some(String::from(
            why.dyn_into::<js_sys::Error>().ok()?.message(),
        ))
    });
    let told = say::VALUES_NOT_JSON.now();
    match why {
        Some(why) => [told, " (", &why, ")"].concat(),
        None => told.to_owned(),
    }
}

/// Values under names, kept in this browser.
fn named(form: FormState) -> El {
    let deployment = form.deployment();
    let store = form
        .id
        .with_untracked(|id| ["presets.", &deployment, " ", id].concat());
    let kept: Pairs = storage::load(Place::Browser, &store).unwrap_or_default();
    let all = RwSignal::new(kept);
    let name = RwSignal::new(String::new());
    let change = move |change: &dyn Fn(&mut Pairs)| {
        all.update(|all| change(all));
        all.with_untracked(|all| storage::save(Place::Browser, &store, all));
    };
    let change = StoredValue::new(change);
    let save = move || {
        let own = name.get_untracked().trim().to_owned();
        if own.is_empty() {
            return;
        }
        let json = values::write(form);
        change.with_value(|change| {
            change(&|all| {
                all.retain(|(other, _)| *other != own);
                all.push((own.clone(), json.clone()));
            });
        });
        name.set(String::new());
    };
    let preset = move |(own, json): (String, String)| {
        let used = say::PRESET_USE.with(&[&own]);
        let dropped = say::PRESET_DELETE.with(&[&own]);
        let shown = own.clone();
        let fill = move || form.fill(values::read(&json).unwrap_or_default());
        let forget = move || {
            change.with_value(|change| change(&|all| all.retain(|(other, _)| *other != own)))
        };
        el("li", "preset")
            .child(
                button("link-button", fill)
                    .attr("aria-label", used)
                    .attr("dir", "auto")
                    .text(shown),
            )
            .child(
                button("link-button", forget)
                    .attr("aria-label", dropped)
                    .text("×"),
            )
    };
    el("div", "presets")
        .live(move || {
            let all = all.get();
            let list = el("ul", "preset-list").attr("aria-label", say::PRESETS);
            (!all.is_empty()).then(|| list.children(all.into_iter().map(preset)))
        })
        .child(
            el("div", "add-row preset-row")
                .child(name_box(say::PRESET_NAME, name, save))
                .child(button("button", save).text(say::PRESET_SAVE)),
        )
}

fn name_box(label: Message, name: RwSignal<String>, enter: impl Fn() + 'static) -> El {
    el("input", "input")
        .attr("type", "text")
        .attr("autocomplete", "off")
        .attr("aria-label", label)
        .attr("placeholder", label)
        .prop("value", move || name.get())
        .on("input", move |event| name.set(value(&event)))
        .on("keydown", move |event| {
            if super::is_plain_enter(&event) {
                event.prevent_default();
                enter();
            }
        })
}
