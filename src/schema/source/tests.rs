use serde_json::json;

use super::*;
use crate::schema::Field;

type Named = (Option<String>, Vec<String>);

/// Ids with the names of their fields, and the problems.
fn given(text: &str) -> (Vec<Named>, Vec<String>) {
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
fn each_source_is_told_from_the_others() {
    let schema = InputSchema {
        fields: vec![Field::new("a", crate::schema::FieldKind::Image)],
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
        let (schemas, problems) = given(&source.to_string());
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
    let (schemas, problems) = given(&format!("\u{feff}\n{workflow}"));
    assert_eq!(schemas, [(None, vec!["a".to_owned()])]);
    assert_eq!(problems, [""; 0]);
}

#[test]
fn of_a_key_that_is_there_twice_the_last_tells() {
    let node = r#"{"class_type": "InputText", "inputs": {"name": "a"}}"#;
    let output = r#""9": {"class_type": "SaveText", "inputs": {}}"#;
    let (schemas, _) = given(&format!(r#"{{"data": [7], {output}, "data": {node}}}"#));
    assert_eq!(schemas, [(None, vec!["a".to_owned()])]);
    let (_, problems) = given(&format!(r#"{{"data": {node}, {output}, "data": [7]}}"#));
    assert!(problems[0].contains("of the listing"), "{problems:?}");
}

#[test]
fn what_is_nothing_of_these_says_what_to_give() {
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
            "workflow `x`: the deployment’s list of fields",
        ),
    ];
    for (text, expected) in cases {
        let (_, problems) = given(text);
        assert!(problems[0].contains(expected), "{text}: {problems:?}");
    }
}

#[test]
fn an_openapi_document_in_yaml_is_told_what_to_do_with() {
    let cases = [
        "openapi: 3.1.0\npaths: {}",
        "\u{feff}---\r\n# The API of a pod\r\ninfo:\r\n  title: x\r\nopenapi: '3.1.0'\r\n",
        "swagger: '2.0'",
    ];
    for text in cases {
        let (schemas, problems) = given(text);
        assert!(schemas.is_empty() && problems.len() == 1, "{problems:?}");
        assert!(
            problems[0].contains("OpenAPI document in YAML"),
            "{problems:?}"
        );
        assert!(problems[0].contains("convert it to JSON"), "{problems:?}");
    }
}

#[test]
fn a_text_that_goes_too_deep_is_a_problem() {
    for (open, close) in [("[", "]"), ("{\"data\":[", "]}"), ("{\"fields\":[", "]}")] {
        let text = format!("{}{}", open.repeat(100_000), close.repeat(100_000));
        let (schemas, problems) = given(&text);
        assert!(schemas.is_empty() && problems.len() == 1, "{problems:?}");
    }
}

#[cfg(not(target_arch = "wasm32"))]
proptest::proptest! {
    #[test]
    fn no_text_makes_a_reader_panic(
        start in proptest::sample::select(vec!["", "{\"openapi\":\"3\",\"paths\":", "{\"fields\":", "[{\"inputs\":", "{\"data\":[{\"schema\":"]),
        rest in "[\\[\\]{}\":, a-z0-9]{0,60}",
    ) {
        from_json(&format!("{start}{rest}"));
    }

    #[test]
    fn a_document_cut_or_bent_anywhere_is_read_without_panic(
        schema in crate::schema::tests::arbitrary::schema(),
        place in 0usize..3000,
        sign in proptest::char::range(' ', '~'),
    ) {
        let texts = [
            document::write(&schema, Some("a")).to_string(),
            openapi::document(&[("a".to_owned(), "A".to_owned(), schema)], "/").to_string(),
        ];
        for text in texts {
            let whole = |place: &usize| text.is_char_boundary(*place);
            let place = (0..=place.min(text.len())).rev().find(whole).unwrap();
            from_json(&text[..place]);
            let rest = text[place..].chars().skip(1).collect::<String>();
            from_json(&format!("{}{sign}{rest}", &text[..place]));
        }
    }
}
