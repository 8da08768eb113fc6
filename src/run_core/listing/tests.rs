use serde_json::json;

use super::*;

fn file(name: &str, folder: &str) -> Value {
    json!({ "filename": name, "subfolder": "", "type": folder })
}

/// The file names and texts that are listed for these output nodes.
fn listed(outputs: &Value, nodes: &[&str]) -> Vec<String> {
    let sources = list(outputs.as_object().unwrap(), nodes.iter().copied());
    let content = |source: &OutputSource| match source {
        OutputSource::File(file) => file.filename.clone(),
        OutputSource::Named(file) => format!("?{}", file.filename),
        OutputSource::Text { text, .. } => text.clone(),
    };
    sources.iter().map(content).collect()
}

#[test]
fn output_nodes_come_first_then_the_saved_files_of_other_nodes() {
    let outputs = json!({
        "1": { "gifs": [file("a.webp", "output")] },
        "2": { "images": [file("p.png", "temp")], "text": ["no output node"] },
        "3": { "text": ["hello"] },
        "4": { "images": [file("t.png", "temp")] },
        "9": { "images": [file("i.png", "output")], "animated": [true] },
    });
    assert_eq!(
        listed(&outputs, &["9", "3", "4", "8"]),
        ["i.png", "hello", "t.png", "a.webp"]
    );
}

#[test]
fn a_text_that_is_also_in_a_file_is_listed_once() {
    let outputs = json!({ "3": { "text": ["hello"], "files": [file("t.txt", "output")] } });
    assert_eq!(listed(&outputs, &["3"]), ["t.txt"]);
}

#[test]
fn a_file_that_two_nodes_report_is_listed_once() {
    let mesh = file("mesh.glb", "output");
    let outputs = json!({ "1": { "3d": [mesh] }, "2": { "result": ["mesh.glb", null] }, "3": { "files": [mesh] } });
    assert_eq!(listed(&outputs, &["1", "2"]), ["mesh.glb"]);
    assert_eq!(listed(&outputs, &["2"]), ["?mesh.glb"]);
}

#[test]
fn a_file_that_is_only_shown_is_not_an_output() {
    let outputs = json!({ "1": { "images": [file("own.png", "input")] } });
    assert_eq!(listed(&outputs, &["1"]), [""; 0]);
}

#[test]
fn outputs_of_another_shape_are_left_out() {
    let outputs = json!({ "1": null, "2": [5], "3": { "images": 7, "text": null } });
    assert_eq!(listed(&outputs, &["1", "2", "3"]), [""; 0]);
}
