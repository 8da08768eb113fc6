//! A run as a value of the browser's database. What is kept may be an older page's: what is missing
//! is empty.

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};

use super::{Files, key_of};
use crate::api::RunOutput;
use crate::playground::entered::{Entered, EnteredKind};
use crate::playground::runs::record::{Group, Record};
use crate::playground::runs::run_state::RunState;

const TIMES: [&str; 3] = ["asked", "started", "ended"];

/// A run, without its files.
pub(super) fn write(record: &Record) -> JsValue {
    let value = Object::new();
    set(&value, "id", &record.id);
    set(&value, "base_url", &record.base_url);
    set(&value, "run_id", record.run_id.as_deref());
    set(&value, "workflow_id", &record.workflow_id);
    set(&value, "workflow", &record.workflow);
    set(&value, "created", record.created);
    set(&value, "changed", record.changed);
    set(&value, "state", record.state.word());
    set(&value, "message", record.message.as_deref());
    for (name, time) in TIMES.into_iter().zip(record.told) {
        set(&value, name, time);
    }
    let inputs = record.inputs.iter().map(write_input);
    set(&value, "inputs", inputs.collect::<Array>());
    let gone = record.gone.iter().map(write_gone);
    set(&value, "gone", gone.collect::<Array>());
    if let Some(group) = &record.group {
        set(&value, "group", write_group(group));
    }
    if let Some(outputs) = &record.outputs {
        set(
            &value,
            "outputs",
            outputs.iter().map(write_output).collect::<Array>(),
        );
    }
    value.into()
}

fn write_input(input: &Entered) -> JsValue {
    let value = Object::new();
    set(&value, "name", &input.name);
    set(&value, "label", &input.label);
    set(&value, "text", &input.text);
    set(&value, "kind", input.kind.name());
    let keys = input.files.iter().map(|file| JsValue::from(key_of(file)));
    set(&value, "files", keys.collect::<Array>());
    let names = input.files.iter().map(|file| JsValue::from(file.name()));
    set(&value, "names", names.collect::<Array>());
    value.into()
}

fn write_gone((label, name): &(String, String)) -> JsValue {
    Array::of2(&label.into(), &name.into()).into()
}

fn write_group(group: &Group) -> JsValue {
    let value = Object::new();
    set(&value, "id", &group.id);
    set(&value, "name", &group.name);
    set(&value, "index", group.index as f64);
    set(&value, "count", group.count as f64);
    value.into()
}

fn write_output(output: &RunOutput) -> JsValue {
    let value = Object::new();
    set(&value, "filename", &output.filename);
    set(&value, "url", output.url.as_deref());
    value.into()
}

/// A run, with the files that are still kept.
pub(super) fn read(value: &JsValue, files: &Files) -> Record {
    let group = member(value, "group");
    let outputs = member(value, "outputs");
    let gone = items(&member(value, "gone")).filter_map(|gone| read_gone(&gone));
    let mut gone: Vec<_> = gone.collect();
    let inputs = items(&member(value, "inputs"));
    let inputs = inputs.map(|input| read_input(&input, files, &mut gone));
    let inputs: Vec<_> = inputs.filter(|input| !is_empty(input)).collect();
    Record {
        inputs,
        gone,
        id: text(value, "id").unwrap_or_default(),
        base_url: text(value, "base_url").unwrap_or_default(),
        run_id: text(value, "run_id"),
        workflow_id: text(value, "workflow_id").unwrap_or_default(),
        workflow: text(value, "workflow").unwrap_or_default(),
        group: group.is_object().then(|| read_group(&group)),
        created: number(value, "created").unwrap_or_default(),
        changed: number(value, "changed").unwrap_or_default(),
        state: RunState::of(&text(value, "state").unwrap_or_default()),
        message: text(value, "message"),
        told: TIMES.map(|name| number(value, name)),
        outputs: outputs
            .is_object()
            .then(|| items(&outputs).map(|output| read_output(&output)).collect()),
    }
}

/// An input with the files that are still kept; the names of the others go to `gone`.
fn read_input(value: &JsValue, files: &Files, gone: &mut Vec<(String, String)>) -> Entered {
    let mut input = Entered {
        name: text(value, "name").unwrap_or_default(),
        label: text(value, "label").unwrap_or_default(),
        text: text(value, "text").unwrap_or_default(),
        files: Vec::new(),
        kind: EnteredKind::named(&text(value, "kind").unwrap_or_default()),
    };
    let keys = items(&member(value, "files"));
    for (key, name) in keys.zip(items(&member(value, "names"))) {
        match files.get(&key.as_string().unwrap_or_default()) {
            Some(file) => input.files.push(file.clone()),
            None => gone.push((input.label.clone(), name.as_string().unwrap_or_default())),
        }
    }
    input
}

fn is_empty(input: &Entered) -> bool {
    input.text.is_empty() && input.files.is_empty()
}

fn read_gone(value: &JsValue) -> Option<(String, String)> {
    let mut pair = items(value);
    Some((pair.next()?.as_string()?, pair.next()?.as_string()?))
}

fn read_group(value: &JsValue) -> Group {
    let whole = |name| number(value, name).unwrap_or_default() as usize;
    Group {
        id: text(value, "id").unwrap_or_default(),
        name: text(value, "name").unwrap_or_default(),
        index: whole("index"),
        count: whole("count"),
    }
}

fn read_output(value: &JsValue) -> RunOutput {
    RunOutput {
        filename: text(value, "filename").unwrap_or_default(),
        url: text(value, "url"),
    }
}

pub(super) fn set(value: &Object, name: &str, member: impl Into<JsValue>) {
    let _ = Reflect::set(value, &name.into(), &member.into());
}

pub(super) fn member(value: &JsValue, name: &str) -> JsValue {
    Reflect::get(value, &name.into()).unwrap_or_default()
}

fn text(value: &JsValue, name: &str) -> Option<String> {
    member(value, name).as_string()
}

pub(super) fn number(value: &JsValue, name: &str) -> Option<f64> {
    member(value, name).as_f64()
}

fn items(value: &JsValue) -> impl Iterator<Item = JsValue> + use<> {
    let list = value.dyn_ref::<Array>().map(Array::to_vec);
    list.unwrap_or_default().into_iter()
}
