use serde_json::json;

use super::*;
use crate::{Field, InputSchema};

type Named = (Option<String>, Vec<String>);

/// Ids with the names of their fields, and the problems.
fn read_text(text: &str) -> (Vec<Named>, Vec<String>) {
    let (schemas, problems) = from_json(text);
    let names = |fields: Vec<Field>| fields.into_iter().map(|field| field.name).collect();
    let schemas = schemas.into_iter();
    (
        schemas
            .map(|(id, schema)| (id, names(schema.fields)))
            .collect(),
        problems.iter().map(Problem::to_string).collect(),
    )
}

fn some(id: &str, names: &[&str]) -> Named {
    let names = names.iter().map(|name| (*name).to_owned()).collect();
    (Some(id.to_owned()), names)
}

#[test]
fn every_format_is_detected() {
    let schema = InputSchema {
        fields: vec![Field::new("a", crate::FieldKind::Image)],
        outputs: Vec::new(),
    };
    let openapi = openapi::document(&[("x".to_owned(), "X".to_owned(), schema.clone())], "/");
    let entry = json!({"id": "x", "name": "X", "inputs": "{\"a\": \"image\"}", "outputs": "{}"});
    let own = json!({"id": "x", "name": "X", "schema": schema});
    let sources = [
        openapi,
        json!([entry]),
        json!([own]),
        json!({"status": "success", "data": [entry], "errors": null}),
        json!([{"id": "x", "inputs": {"a": "image"}}]),
        document::write(&schema, Some("x")),
    ];
    for source in sources {
        let (schemas, problems) = read_text(&source.to_string());
        assert_eq!(schemas, [some("x", &["a"])], "{source}");
        assert_eq!(problems, [""; 0], "{source}");
    }
}

#[test]
fn a_workflow_has_no_id_of_its_own() {
    let workflow = json!({
        "1": {"class_type": "InputText", "inputs": {"name": "a"}},
        "data": {"class_type": "SaveText", "inputs": {}},
        "openapi": {"class_type": "SaveImage", "inputs": {}},
    });
    let (schemas, problems) = read_text(&format!("\u{feff}\n{workflow}"));
    assert_eq!(schemas, [(None, vec!["a".to_owned()])]);
    assert_eq!(problems, [""; 0]);
}

#[test]
fn the_last_of_duplicate_keys_decides() {
    let node = r#"{"class_type": "InputText", "inputs": {"name": "a"}}"#;
    let output = r#""9": {"class_type": "SaveText", "inputs": {}}"#;
    let (schemas, _) = read_text(&format!(r#"{{"data": [7], {output}, "data": {node}}}"#));
    assert_eq!(schemas, [(None, vec!["a".to_owned()])]);
    let (_, problems) = read_text(&format!(r#"{{"data": {node}, {output}, "data": [7]}}"#));
    assert!(problems[0].contains("of the listing"), "{problems:?}");
}

#[test]
fn an_unknown_format_is_a_problem_with_advice() {
    let cases = [
        ("", "it is empty"),
        (" \n", "it is empty"),
        ("{", "not valid JSON"),
        ("[1,", "not valid JSON"),
        ("openapi", "not valid JSON"),
        ("{\nopenapi: 3.1.0", "not valid JSON"),
        ("7", "workflow is a JSON object"),
        ("[]", "the listing contains no workflows"),
        ("[7]", "workflow 1 of the listing is not a JSON object"),
        (r#"{"swagger": "2.0"}"#, "OpenAPI 2"),
        (r#"{"flowdeck": 1}"#, "`fields` is not a list"),
        (
            r#"[{"id": "x", "inputs": "?"}]"#,
            "workflow `x`: the deployment's list of fields",
        ),
    ];
    for (text, expected) in cases {
        let (_, problems) = read_text(text);
        assert!(problems[0].contains(expected), "{text}: {problems:?}");
    }
}

#[test]
fn an_openapi_document_in_yaml_gets_advice() {
    let cases = [
        "openapi: 3.1.0\npaths: {}",
        "\u{feff}---\r\n# The API of a pod\r\ninfo:\r\n  title: x\r\nopenapi: '3.1.0'\r\n",
        "swagger: '2.0'",
    ];
    for text in cases {
        let (schemas, problems) = read_text(text);
        assert!(schemas.is_empty() && problems.len() == 1, "{problems:?}");
        assert!(
            problems[0].contains("OpenAPI document in YAML"),
            "{problems:?}"
        );
        assert!(problems[0].contains("convert it to JSON"), "{problems:?}");
    }
}

#[test]
fn a_text_nested_too_deeply_has_no_fields() {
    for (open, close) in [("[", "]"), ("{\"data\":[", "]}"), ("{\"fields\":[", "]}")] {
        let text = format!("{}{}", open.repeat(100_000), close.repeat(100_000));
        let (schemas, problems) = read_text(&text);
        let has_fields = schemas.iter().any(|(_, fields)| !fields.is_empty());
        assert!(!has_fields && problems.len() <= 1, "{problems:?}");
    }
}

proptest::proptest! {
    #[test]
    fn no_text_makes_a_reader_panic(
        start in proptest::sample::select(vec!["", "{\"openapi\":\"3\",\"paths\":", "{\"fields\":", "[{\"inputs\":", "{\"data\":[{\"schema\":"]),
        rest in "[\\[\\]{}\":, a-z0-9]{0,60}",
    ) {
        from_json(&format!("{start}{rest}"));
    }

    #[test]
    fn a_truncated_or_altered_document_reads_without_panic(
        schema in crate::tests::arbitrary::schema(),
        offset in 0usize..3000,
        sign in proptest::char::range(' ', '~'),
    ) {
        let texts = [
            document::write(&schema, Some("a")).to_string(),
            openapi::document(&[("a".to_owned(), "A".to_owned(), schema)], "/").to_string(),
        ];
        for text in texts {
            let whole = |offset: &usize| text.is_char_boundary(*offset);
            let offset = (0..=offset.min(text.len())).rev().find(whole).unwrap();
            from_json(&text[..offset]);
            let rest = text[offset..].chars().skip(1).collect::<String>();
            from_json(&format!("{}{sign}{rest}", &text[..offset]));
        }
    }
}

#[test]
fn an_engines_classes_describe_the_inputs_of_a_workflow() {
    let definition = json!({"input": {"required": {
        "image": ["IMAGE"],
        "model": ["COMBO", {"options": ["fast", "exact"]}],
        "seed": ["INT", {"default": 0, "min": 0, "max": u64::MAX}],
    }}, "output": ["IMAGE"]});
    let classes: NodeClasses = [("Upscale".to_owned(), definition)].into_iter().collect();
    let workflow = json!({
        "1": {"class_type": "Upscale", "inputs": {"model": "exact", "seed": 7}, "_meta": {"app_inputs": [
            {"field": 0, "input": "model", "name": "model"},
            {"field": 1, "input": "seed", "name": "seed"}]}},
        "2": {"class_type": "SaveImage", "inputs": {"images": ["1", 0], "filename_prefix": "a"}},
    });
    let text = workflow.to_string();
    for (schemas, problems) in [
        from_json_with(&text, &classes),
        from_file_with(text.as_bytes(), &classes),
    ] {
        assert_eq!(problems, []);
        let fields = &schemas[0].1.fields;
        let options = vec!["fast".to_owned(), "exact".to_owned()];
        assert_eq!(fields[0].kind, crate::FieldKind::Choice { options });
        let crate::FieldKind::Number(bounds) = &fields[1].kind else {
            panic!("{fields:?}")
        };
        assert_eq!(bounds.max.as_deref(), Some("18446744073709551615"));
    }
}
