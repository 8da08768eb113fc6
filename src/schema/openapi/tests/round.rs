use proptest::prelude::*;

use super::*;
use crate::tests::arbitrary::schema;

/// Arbitrary JSON with keywords that the reader knows.
fn any_json() -> impl Strategy<Value = Value> {
    let word = prop_oneof![
        Just("$ref"),
        Just("allOf"),
        Just("anyOf"),
        Just("oneOf"),
        Just("properties"),
        Just("type"),
        Just("enum"),
        Just("const"),
        Just("items"),
        Just("required"),
        Just("minimum"),
        Just("exclusiveMaximum"),
        Just("default"),
        Just("format"),
        Just("contentMediaType"),
        Just("x-flowdeck"),
        Just("x-workflow-id"),
        Just("discriminator"),
        Just("title"),
        Just("a"),
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<f64>().prop_map(|number| json!(number)),
        any::<u64>().prop_map(|number| json!(number)),
        Just(json!(
            "#/paths/~1api~1v1~1runs/post/requestBody/content/multipart~1form-data/schema"
        )),
        Just(json!("#")),
        prop_oneof![
            Just("string"),
            Just("array"),
            Just("number"),
            Just("binary"),
            Just("null")
        ]
        .prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 64, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            prop::collection::vec((word.clone(), inner), 0..6).prop_map(|entries| {
                let entries = entries.into_iter();
                Value::Object(
                    entries
                        .map(|(word, value)| (word.to_owned(), value))
                        .collect(),
                )
            }),
        ]
    })
}

proptest! {
    #[test]
    fn a_written_document_reads_back(schemas in prop::collection::vec(schema(), 1..4)) {
        let workflows: Vec<_> = schemas
            .into_iter()
            .enumerate()
            .map(|(index, schema)| (format!("id {index}"), format!("Name {index}"), schema))
            .collect();
        let text = document(&workflows, "https://deck.example").to_string();
        let (read, problems) = read(&serde_json::from_str(&text).unwrap());
        prop_assert_eq!(messages(&problems), [""; 0]);
        let expected: Vec<_> = workflows
            .into_iter()
            .map(|(id, _, schema)| (Some(id), schema))
            .collect();
        prop_assert_eq!(read, expected);
    }

    #[test]
    fn no_document_makes_a_reader_panic(body in any_json()) {
        read(&with_body(body.clone(), body.clone()));
        read(&body);
    }
}
