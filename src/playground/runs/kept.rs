//! Runs in the browser's database, and the files that they were given: the newest runs, and files
//! while they are not too large in all. Other tabs are told what changed.

use std::collections::HashMap;

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{BroadcastChannel, File};

use super::record::{Group, Record};
use super::track::RunState;
use crate::api::RunOutput;
use crate::playground::database::{self, FILES, RUNS};
use crate::playground::form::Entered;
use crate::playground::time::now;

/// The most that files may take in all, in bytes.
const ROOM: f64 = 200e6;

/// Files by the keys under which they are kept.
pub(super) type Files = HashMap<String, File>;

/// What tells tabs of each other's changes.
pub(super) fn channel() -> Option<BroadcastChannel> {
    BroadcastChannel::new("flowdeck.runs").ok()
}

/// A key that no other run has.
pub(super) fn new_id() -> String {
    let chance = (js_sys::Math::random() * 1e9) as u32;
    let time = (now() as u64).to_string();
    [time.as_str(), "-", &chance.to_string()].concat()
}

/// Every run that is kept.
pub(super) async fn all() -> Vec<Record> {
    let files = files().await;
    let values = database::all(RUNS).await;
    let records = values.iter().map(|(_, value)| read(value, &files));
    records.collect()
}

/// The run that is kept under this key.
pub(super) async fn get(id: &str) -> Option<Record> {
    let value = database::get(RUNS, id).await?;
    Some(read(&value, &files().await))
}

/// Keeps a run.
pub(super) async fn put(record: Record) {
    database::put(RUNS, &record.id, &write(&record)).await;
}

/// Keeps files; the oldest make way for them.
pub(super) async fn put_files(files: Vec<File>) {
    for file in files {
        let value = Object::new();
        set(&value, "file", file.clone());
        set(&value, "at", now());
        database::put(FILES, &key_of(&file), &value).await;
    }
    let mut kept = database::all(FILES).await;
    let at = |value: &JsValue| number(value, "at").unwrap_or_default();
    kept.sort_by(|(_, a), (_, b)| at(b).total_cmp(&at(a)));
    let mut room = ROOM;
    for (key, value) in kept {
        room -= file(&value).map_or(0.0, |file| file.size());
        if room < 0.0 {
            database::delete(FILES, &key).await;
        }
    }
}

/// Forgets a run, and files that no other one was given.
pub(super) async fn delete(id: &str, files: Vec<String>) {
    database::delete(RUNS, id).await;
    for key in files {
        database::delete(FILES, &key).await;
    }
}

/// The key of a file: the same file of many runs is kept once.
pub(super) fn key_of(file: &File) -> String {
    let size = (file.size() as u64).to_string();
    let date = (file.last_modified() as u64).to_string();
    [&size, " ", &date, " ", &file.type_(), " ", &file.name()].concat()
}

async fn files() -> Files {
    let values = database::all(FILES).await;
    let files = values
        .into_iter()
        .filter_map(|(key, value)| Some((key, file(&value)?)));
    files.collect()
}

fn file(value: &JsValue) -> Option<File> {
    member(value, "file").dyn_into().ok()
}

fn write(record: &Record) -> JsValue {
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

const TIMES: [&str; 3] = ["asked", "started", "ended"];

fn write_input(input: &Entered) -> JsValue {
    let value = Object::new();
    set(&value, "name", &input.name);
    set(&value, "label", &input.label);
    set(&value, "text", &input.text);
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

/// What is kept may be an older page's: what is missing is empty.
fn read(value: &JsValue, files: &Files) -> Record {
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

fn set(value: &Object, name: &str, member: impl Into<JsValue>) {
    let _ = Reflect::set(value, &name.into(), &member.into());
}

fn member(value: &JsValue, name: &str) -> JsValue {
    Reflect::get(value, &name.into()).unwrap_or_default()
}

fn text(value: &JsValue, name: &str) -> Option<String> {
    member(value, name).as_string()
}

fn number(value: &JsValue, name: &str) -> Option<f64> {
    member(value, name).as_f64()
}

fn items(value: &JsValue) -> impl Iterator<Item = JsValue> + use<> {
    let list = value.dyn_ref::<Array>().map(Array::to_vec);
    list.unwrap_or_default().into_iter()
}
