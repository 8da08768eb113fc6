use serde_json::{Value, json};

use super::*;

/// A node in the editor's format whose class only engines know, with the value 7.
const EDITOR: &str = r#"{"nodes": [{"id": 1, "type": "Odd", "inputs": [], "outputs": [], "widgets_values": [7]}],
    "links": []}"#;

/// The class with an input of this name.
fn classes(input: &str, options: &Value) -> Arc<NodeClasses> {
    let choice = json!([options, {}]);
    let definition = json!({"output_node": true,
        "input": {"required": {input: ["INT", {}]}, "optional": {"model": choice}}});
    Arc::new([("Odd".to_owned(), definition)].into_iter().collect())
}

fn source(text: &str, classes: &NodeClasses) -> Option<Arc<Source>> {
    Conversion::new(text.to_owned(), None, classes).0.source
}

#[test]
fn the_classes_of_engines_name_the_values() {
    let (conversion, _) = Conversion::new(EDITOR.to_owned(), None, &classes("size", &json!([])));
    assert_eq!(conversion.workflow.nodes[0].inputs["size"], 7);
}

#[test]
fn an_engine_with_another_definition_gets_its_own_workflow_converted_once() {
    let source = source(EDITOR, &classes("size", &json!([]))).unwrap();
    let other = classes("width", &json!([]));
    let converted = source.converted_for(&other).unwrap();
    assert_eq!(converted.workflow.nodes[0].inputs["width"], 7);
    let again = source.converted_for(&other).unwrap();
    assert!(Arc::ptr_eq(&converted, &again));
}

#[test]
fn other_options_or_a_missing_class_need_no_other_workflow() {
    let source = source(EDITOR, &classes("size", &json!(["a"]))).unwrap();
    assert!(
        source
            .converted_for(&classes("size", &json!(["b"])))
            .is_none()
    );
    assert!(source.converted_for(&Arc::default()).is_none());
}

#[test]
fn conversions_for_classes_that_are_gone_are_forgotten() {
    let source = source(EDITOR, &classes("size", &json!([]))).unwrap();
    for _ in 0..3 {
        assert!(
            source
                .converted_for(&classes("width", &json!([])))
                .is_some()
        );
    }
    assert_eq!(source.converted.lock().unwrap().len(), 1);
}

#[test]
fn the_api_format_needs_no_conversion() {
    let api = r#"{"1": {"class_type": "Odd", "inputs": {"size": 7}}}"#;
    assert!(source(api, &classes("size", &json!([]))).is_none());
    assert!(source(&format!("\u{feff}{EDITOR}"), &classes("size", &json!([]))).is_some());
}
