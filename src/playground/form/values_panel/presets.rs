//! Presets: a form's values saved under a name in this browser.

use std::rc::Rc;

use crate::form::enter_key::is_plain_enter;
use crate::form::field_state::FieldState;
use crate::form::state::FormState;
use crate::form::undoable::Undoable;
use crate::form::values_json;
use crate::messages as say;
use crate::storage::{self, Pairs, StorageArea};
use crate::undo::{Offer, Undo};
use ui::{El, RwSignal, StoredValue, button, el, expect_context, value};

/// The presets of a form.
#[derive(Clone, Copy)]
struct Presets {
    form: FormState,
    storage_name: StoredValue<String>,
    /// Names and values, the values as JSON.
    saved: RwSignal<Pairs>,
    /// The name typed for a new preset.
    name: RwSignal<String>,
    undo: Undo,
    undoable: Undoable,
}

/// The saved presets, and an input to save another.
pub(super) fn presets(form: FormState) -> El {
    let presets = Presets::load(form);
    let list = move || {
        let saved = presets.saved.get();
        let list = el("ul", "preset-list").attr("aria-label", say::PRESETS);
        let entry = move |(name, json)| presets.entry(name, json);
        (!saved.is_empty()).then(|| list.children(saved.into_iter().map(entry)))
    };
    let row = el("div", "add-row preset-row")
        .child(presets.name_input())
        .child(button("button", move || presets.save()).text(say::PRESET_SAVE));
    let hint = || el("p", "hint").text(say::PRESET_WITHOUT_FILES);
    let hint = presets.takes_files().then(hint);
    el("div", "presets").live(list).child(row).children(hint)
}

impl Presets {
    fn load(form: FormState) -> Self {
        let id = form.id.get_untracked();
        let storage_name = ["presets.", &form.deployment(), " ", &id].concat();
        let saved = storage::load(StorageArea::Browser, &storage_name);
        Self {
            form,
            storage_name: StoredValue::new(storage_name),
            saved: RwSignal::new(saved.unwrap_or_default()),
            name: RwSignal::new(String::new()),
            undo: expect_context(),
            undoable: Undoable::new(form),
        }
    }

    /// Saves the form's values under the typed name, and replaces a preset of this name.
    fn save(self) {
        let name = self.name.get_untracked().trim().to_owned();
        if name.is_empty() {
            return;
        }
        let json = values_json::write(self.form);
        let mut saved = self.saved.get_untracked();
        let before = saved.clone();
        saved.retain(|(other, _)| *other != name);
        let is_replaced = saved.len() < before.len();
        saved.push((name.clone(), json));
        self.store(saved);
        self.name.set(String::new());
        if is_replaced {
            self.offer_undo(say::PRESET_REPLACED.with(&[&name]), before);
        }
    }

    /// Fills in a preset. The files stay as they are.
    fn apply(self, name: &str, json: &str) {
        let values = values_json::read(json).unwrap_or_default();
        let mut message = say::PRESET_FILLED_IN.with(&[name]);
        if self.takes_files() {
            message.push(' ');
            message.push_str(say::PRESET_FILES_KEPT.now());
        }
        self.undoable
            .change(message, move || self.form.fill(values));
    }

    /// Whether the form has fields that presets leave out.
    fn takes_files(self) -> bool {
        let fields = self.form.current_fields();
        fields.iter().any(FieldState::takes_files)
    }

    fn delete(self, name: &str) {
        let mut saved = self.saved.get_untracked();
        let before = saved.clone();
        saved.retain(|(other, _)| other != name);
        self.store(saved);
        self.offer_undo(say::PRESET_DELETED.with(&[name]), before);
    }

    fn store(self, saved: Pairs) {
        let name = self.storage_name.get_value();
        storage::save(StorageArea::Browser, &name, &saved);
        self.saved.set(saved);
    }

    /// Offers to go back to these presets.
    fn offer_undo(self, message: String, before: Pairs) {
        self.undo.offer(Offer {
            kind: "presets",
            message,
            is_brief: false,
            is_current: Rc::new(move || self.undoable.is_shown()),
            undo: Rc::new(move || self.store(before.clone())),
            lapse: Rc::new(|| {}),
        });
    }

    fn entry(self, name: String, json: String) -> El {
        let applied = name.clone();
        let use_button = button("link-button", move || self.apply(&applied, &json))
            .attr("aria-label", say::PRESET_USE.with(&[&name]))
            .attr("dir", "auto")
            .text(name.clone());
        let delete_label = say::PRESET_DELETE.with(&[&name]);
        let delete_button = button("link-button", move || self.delete(&name))
            .attr("aria-label", delete_label)
            .text("×");
        el("li", "preset").child(use_button).child(delete_button)
    }

    fn name_input(self) -> El {
        el("input", "input")
            .attr("type", "text")
            .attr("autocomplete", "off")
            .attr("aria-label", say::PRESET_NAME)
            .attr("placeholder", say::PRESET_NAME)
            .prop("value", move || self.name.get())
            .on("input", move |event| self.name.set(value(&event)))
            .on("keydown", move |event| {
                if is_plain_enter(&event) {
                    event.prevent_default();
                    self.save();
                }
            })
    }
}
