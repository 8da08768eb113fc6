//! A run as a value of the browser's database. An older version of the page may have written it:
//! missing members are empty.

use js_sys::{Array, Object};
use wasm_bindgen::JsValue;

use super::files::{Files, file_key};
use super::js_object::{items, member, number, set, text};
use crate::entered::{Entered, EnteredKind};
use crate::runs::record::{Batch, RunRecord};
use crate::runs::run_state::RunState;
use api::RunOutput;

/// The names of the server times.
const TIMES: [&str; 4] = ["asked", "started", "ended", "expires"];

/// A run as a value; of its files only their keys.
pub(super) fn to_value(record: &RunRecord) -> JsValue {
    let value = Object::new();
    set(&value, "id", &record.id);
    set(&value, "base_url", &record.base_url);
    set(&value, "run_id", record.run_id.as_deref());
    set(&value, "workflow_id", &record.workflow_id);
    set(&value, "workflow", &record.workflow);
    set(&value, "tab", &record.tab);
    set(&value, "owner", record.owner.as_deref());
    set(&value, "instance", record.instance.as_deref());
    set(&value, "created", record.created);
    set(&value, "changed", record.changed);
    set(&value, "removed", record.removed);
    set(&value, "starred", record.is_starred);
    set(&value, "deleted", record.is_deleted);
    set(&value, "state", record.state.name());
    set(&value, "message", record.message.as_deref());
    for (name, time) in TIMES.into_iter().zip(record.server_times) {
        set(&value, name, time);
    }
    let inputs = record.inputs.iter().map(input_to_value);
    set(&value, "inputs", inputs.collect::<Array>());
    let missing = record.missing_files.iter().map(missing_to_value);
    set(&value, "gone", missing.collect::<Array>());
    if record.state.is_unsent() {
        set(&value, "empty", texts(&record.empty_texts));
        set(&value, "repeatable", record.can_repeat);
    }
    if let Some(batch) = &record.batch {
        set(&value, "group", batch_to_value(batch));
    }
    if let Some(outputs) = &record.outputs {
        let outputs = outputs.iter().map(output_to_value);
        set(&value, "outputs", outputs.collect::<Array>());
    }
    value.into()
}

fn input_to_value(input: &Entered) -> JsValue {
    let value = Object::new();
    set(&value, "name", &input.name);
    set(&value, "label", &input.label);
    set(&value, "text", &input.text);
    set(&value, "kind", input.kind.name());
    set(&value, "changed", input.is_changed);
    let keys = input.files.iter().map(|file| JsValue::from(file_key(file)));
    set(&value, "files", keys.collect::<Array>());
    let names = input.files.iter().map(|file| JsValue::from(file.name()));
    set(&value, "names", names.collect::<Array>());
    value.into()
}

fn missing_to_value((label, name): &(String, String)) -> JsValue {
    Array::of2(&label.into(), &name.into()).into()
}

fn batch_to_value(batch: &Batch) -> JsValue {
    let value = Object::new();
    set(&value, "id", &batch.id);
    set(&value, "name", &batch.name);
    set(&value, "index", batch.index as f64);
    set(&value, "count", batch.count as f64);
    set(&value, "fields", texts(&batch.fields));
    if let Some([rows, columns]) = &batch.grid {
        set(&value, "rows", texts(rows));
        set(&value, "columns", texts(columns));
    }
    value.into()
}

fn texts(texts: &[String]) -> Array {
    texts.iter().map(|text| JsValue::from_str(text)).collect()
}

fn texts_from_value(value: &JsValue, name: &str) -> Vec<String> {
    let texts = items(&member(value, name));
    texts.filter_map(|text| text.as_string()).collect()
}

fn grid_from_value(value: &JsValue) -> Option<[Vec<String>; 2]> {
    let [rows, columns] = ["rows", "columns"].map(|name| texts_from_value(value, name));
    (!rows.is_empty() && !columns.is_empty()).then_some([rows, columns])
}

fn output_to_value(output: &RunOutput) -> JsValue {
    let value = Object::new();
    set(&value, "filename", &output.filename);
    set(&value, "url", output.url.as_deref());
    set(&value, "thumbnail", output.thumbnail.as_deref());
    value.into()
}

/// A run from a value, with those of its files that are still stored.
pub(super) fn from_value(value: &JsValue, files: &Files) -> RunRecord {
    let batch = member(value, "group");
    let outputs = member(value, "outputs");
    let missing = items(&member(value, "gone")).filter_map(|pair| missing_from_value(&pair));
    let mut missing_files: Vec<_> = missing.collect();
    let inputs = items(&member(value, "inputs"));
    let inputs = inputs.map(|input| input_from_value(&input, files, &mut missing_files));
    let inputs: Vec<_> = inputs.filter(|input| !is_empty(input)).collect();
    RunRecord {
        inputs,
        missing_files,
        empty_texts: texts_from_value(value, "empty"),
        can_repeat: member(value, "repeatable").is_truthy(),
        id: text(value, "id").unwrap_or_default(),
        base_url: text(value, "base_url").unwrap_or_default(),
        run_id: text(value, "run_id"),
        workflow_id: text(value, "workflow_id").unwrap_or_default(),
        workflow: text(value, "workflow").unwrap_or_default(),
        batch: batch.is_object().then(|| batch_from_value(&batch)),
        tab: text(value, "tab").unwrap_or_default(),
        owner: text(value, "owner"),
        instance: text(value, "instance"),
        created: number(value, "created").unwrap_or_default(),
        changed: number(value, "changed").unwrap_or_default(),
        removed: number(value, "removed"),
        is_starred: member(value, "starred").is_truthy(),
        is_deleted: member(value, "deleted").is_truthy(),
        state: RunState::from_name(&text(value, "state").unwrap_or_default()),
        message: text(value, "message"),
        server_times: TIMES.map(|name| number(value, name)),
        outputs: outputs.is_object().then(|| {
            let outputs = items(&outputs);
            outputs.map(|output| output_from_value(&output)).collect()
        }),
    }
}

/// An input with the files that are still stored; the others are added to `missing`.
fn input_from_value(
    value: &JsValue,
    files: &Files,
    missing: &mut Vec<(String, String)>,
) -> Entered {
    let mut input = Entered {
        name: text(value, "name").unwrap_or_default(),
        label: text(value, "label").unwrap_or_default(),
        text: text(value, "text").unwrap_or_default(),
        files: Vec::new(),
        is_changed: member(value, "changed").is_truthy(),
        kind: EnteredKind::named(&text(value, "kind").unwrap_or_default()),
    };
    let keys = items(&member(value, "files"));
    for (key, name) in keys.zip(items(&member(value, "names"))) {
        match files.get(&key.as_string().unwrap_or_default()) {
            Some(file) => input.files.push(file.clone()),
            None => missing.push((input.label.clone(), name.as_string().unwrap_or_default())),
        }
    }
    input
}

fn is_empty(input: &Entered) -> bool {
    input.text.is_empty() && input.files.is_empty()
}

fn missing_from_value(value: &JsValue) -> Option<(String, String)> {
    let mut pair = items(value);
    Some((pair.next()?.as_string()?, pair.next()?.as_string()?))
}

fn batch_from_value(value: &JsValue) -> Batch {
    let integer = |name| number(value, name).unwrap_or_default() as usize;
    Batch {
        id: text(value, "id").unwrap_or_default(),
        name: text(value, "name").unwrap_or_default(),
        index: integer("index"),
        count: integer("count"),
        fields: texts_from_value(value, "fields"),
        grid: grid_from_value(value),
    }
}

fn output_from_value(value: &JsValue) -> RunOutput {
    RunOutput {
        filename: text(value, "filename").unwrap_or_default(),
        url: text(value, "url"),
        thumbnail: text(value, "thumbnail"),
    }
}
