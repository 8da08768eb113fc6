use serde_json::json;

use super::*;

fn names(output: &Value) -> Vec<String> {
    let path = |file: EngineFile| format!("{}:{}/{}", file.folder, file.subfolder, file.filename);
    files(output).map(path).collect()
}

fn named(output: &Value) -> Vec<String> {
    let path = |file: EngineFile| format!("{}/{}", file.subfolder, file.filename);
    named_files(output).map(path).collect()
}

#[test]
fn files_are_found_under_any_key() {
    for key in [
        "images", "gifs", "videos", "audio", "3d", "files", "text", "other",
    ] {
        let file = json!({ "filename": "a.bin", "subfolder": "s", "type": "temp" });
        for value in [json!([file]), json!([[file]]), file] {
            assert_eq!(names(&json!({ key: value })), ["temp:s/a.bin"], "{key}");
        }
    }
}

#[test]
fn a_file_without_a_folder_is_in_the_output_folder() {
    for file in [
        json!({ "filename": "a.glb" }),
        json!({ "name": "a.glb", "type": "" }),
    ] {
        assert_eq!(names(&json!({ "files": [file] })), ["output:/a.glb"]);
    }
}

#[test]
fn other_values_are_not_files() {
    let output = json!({
        "a": [{ "name": "somebody" }, { "filename": 5 }, { "filename": "" }, {}, null, true, 5, "a.png"],
        "b": { "images": [{ "filename": "deep.png" }] },
    });
    assert_eq!(names(&output), [""; 0]);
    assert_eq!(names(&json!([{ "filename": "a.png" }])), [""; 0]);
}

#[test]
fn a_3d_model_may_be_reported_by_its_name() {
    let output = json!({ "result": ["3d/mesh_00001_.glb", null, { "position": 1 }] });
    assert_eq!(named(&output), ["3d/mesh_00001_.glb"]);
    assert_eq!(named(&json!({ "result": "Mesh.OBJ" })), ["/Mesh.OBJ"]);
    assert_eq!(named(&json!([])), [""; 0]);
}

#[test]
fn other_texts_are_not_names() {
    let texts = [
        "",
        "mesh",
        "glb",
        "private.png",
        "/tmp/a.glb",
        "C:\\a.glb",
        "http://x/a.glb",
        "../a.glb",
        "s\\..\\a.glb",
        "a\nb.glb",
    ];
    assert_eq!(named(&json!({ "result": texts })), [""; 0]);
    assert_eq!(
        named(&json!({ "value": ["mesh.glb"], "text": ["mesh.glb"] })),
        [""; 0]
    );
}

#[test]
fn texts_are_read_from_any_nesting() {
    assert_eq!(texts(&json!({ "text": "plain" })), ["plain"]);
    assert_eq!(
        texts(&json!({ "string": [["a"], ["b", 5, true, null, {}]] })),
        ["a", "b", "5"]
    );
    assert_eq!(texts(&json!([])), [""; 0]);
}

#[test]
fn settings_beside_a_text_are_not_results() {
    let of = |shown: Value| texts(&json!({ "text": shown }));
    // As "Show any" of ComfyUI-Crystools has it: console, display, prefix and the text.
    assert_eq!(of(json!([false, true, "", "a text"])), ["a text"]);
    assert_eq!(of(json!([false, true, "", ""])), [""]);
    assert_eq!(of(json!(["a", " ", null, "b"])), ["a", "b"]);
    assert_eq!(of(json!([true])), ["true"]);
    assert_eq!(of(json!([0, false])), ["0"]);
    assert_eq!(of(json!([""])), [""]);
    assert_eq!(of(json!([null, {}])), [""; 0]);
}
