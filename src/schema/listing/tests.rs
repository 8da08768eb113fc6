use super::*;
use crate::{Bounds, Field, FieldKind, InputSchema, OutputKind};
use serde_json::json;

fn kinds(inputs: &str) -> Vec<(String, &'static str)> {
    let (schema, problems) = read(Some(inputs), None);
    assert!(problems.is_empty(), "{problems:?}");
    let fields = schema.fields.into_iter();
    fields
        .map(|field| (field.name, field.kind.name()))
        .collect()
}

#[test]
fn names_and_types_become_fields_in_order() {
    let found = kinds(r#"{ "text_51536": "string", "image_2": "image", "a": "audio" }"#);
    let expected = [("text_51536", "text"), ("image_2", "image"), ("a", "audio")];
    assert_eq!(found, expected.map(|(name, kind)| (name.to_owned(), kind)));
}

#[test]
fn every_known_type_has_a_kind() {
    for (name, expected) in [
        ("string", "text"),
        ("Image", "image"),
        ("video", "video"),
        ("audio", "audio"),
        ("file", "file"),
        ("number", "number"),
        ("integer", "number"),
        ("boolean", "boolean"),
        ("latent", "text"),
    ] {
        assert_eq!(
            kinds(&format!(r#"{{"a": "{name}"}}"#))[0].1,
            expected,
            "{name}"
        );
    }
    assert_eq!(kinds(r#"{"a": {"type": "image"}}"#)[0].1, "image");
    assert_eq!(kinds(r#"{"a": 7}"#)[0].1, "text");
}

#[test]
fn an_integer_takes_whole_numbers_only() {
    let (schema, _) = read(Some(r#"{"steps": "integer", "cfg": "number"}"#), None);
    let whole = |field: &Field| matches!(&field.kind, FieldKind::Number(bounds) if bounds.integer);
    assert!(whole(&schema.fields[0]) && !whole(&schema.fields[1]));
}

#[test]
fn outputs_are_read_likewise() {
    let (schema, _) = read(None, Some(r#"{"image_9": "image", "text_3": "string"}"#));
    let outputs: Vec<_> = schema
        .outputs
        .iter()
        .map(|output| (output.label.as_str(), output.kind))
        .collect();
    let expected = [("image_9", OutputKind::Image), ("text_3", OutputKind::Text)];
    assert_eq!(outputs, expected);
}

#[test]
fn an_unreadable_list_is_a_problem_with_advice() {
    let (schema, problems) = read(Some("not json"), Some("[]"));
    assert_eq!(schema, InputSchema::default());
    assert!(
        problems[0].message.contains("list of fields"),
        "{problems:?}"
    );
    assert!(
        problems[1].message.contains("open the workflow file"),
        "{problems:?}"
    );
}

#[test]
fn a_listing_without_fields_has_none() {
    for inputs in [None, Some(""), Some("{}"), Some("null")] {
        assert_eq!(read(inputs, None), (InputSchema::default(), Vec::new()));
    }
}

fn hints_for(fields: &[Field]) -> serde_json::Value {
    let hints = hints(&InputSchema {
        fields: fields.to_vec(),
        outputs: Vec::new(),
    });
    hints.into()
}

#[test]
fn hints_say_what_is_unusual_about_a_field() {
    let bounds = |integer| Bounds {
        integer,
        min: Some("0".to_owned()),
        max: Some("16777215".to_owned()),
        step: None,
    };
    let field = |name, kind| Field {
        default: Some("1".to_owned()),
        ..Field::new(name, kind)
    };
    let usual = field("range", FieldKind::Slider(bounds(true)));
    let fields = [
        field("seed", FieldKind::Number(bounds(true))),
        usual.clone(),
        field("tint", FieldKind::Number(bounds(true))),
        field("range", FieldKind::Slider(bounds(false))),
        Field::new("photo", FieldKind::Image),
    ];
    let expected = json!({
        "0": {"control": "seed"},
        "2": {"control": "color"},
        "3": {"increment": "167772.15"},
        "4": {"optional": true},
    });
    assert_eq!(hints_for(&fields), expected);
    assert_eq!(hints_for(&[usual]), json!({}));
}
