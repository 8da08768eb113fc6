use serde_json::json;

use super::*;
use crate::schema;
use crate::workflow::Workflow;

fn schema_of(nodes: Value) -> InputSchema {
    schema::read(&Workflow::from_value(&nodes).0).0
}

fn file(name: &str) -> Value {
    json!({ "filename": name, "subfolder": "", "type": "output" })
}

fn contents(sources: &[OutputSource]) -> Vec<String> {
    let content = |source: &OutputSource| match source {
        OutputSource::File(file) => file.filename.clone(),
        OutputSource::Text { text, .. } => text.clone(),
    };
    sources.iter().map(content).collect()
}

#[test]
fn marked_outputs_come_first_then_the_saved_files_of_other_nodes() {
    let schema =
        schema_of(json!({ "9": { "class_type": "SaveImage" }, "3": { "class_type": "SaveText" } }));
    let outputs = json!({
        "1": { "gifs": [file("a.webp")] },
        "2": { "images": [{ "filename": "p.png", "subfolder": "", "type": "temp" }] },
        "3": { "text": ["hello"] },
        "9": { "images": [file("i.png")], "animated": [true] },
    });
    assert_eq!(
        contents(&list(outputs.as_object().unwrap(), &schema)),
        ["i.png", "hello", "a.webp"]
    );
}

#[test]
fn a_text_that_is_also_in_a_file_is_listed_once() {
    let schema = schema_of(json!({ "3": { "class_type": "SaveText" } }));
    let outputs = json!({ "3": { "text": ["hello"], "files": [file("t.txt")] } });
    assert_eq!(
        contents(&list(outputs.as_object().unwrap(), &schema)),
        ["t.txt"]
    );
}
