//! The reader, the writer and the JSON Schema agree with each other.

use jsonschema::Validator;
use proptest::prelude::*;

use super::*;
use crate::tests::arbitrary;

fn published() -> Value {
    serde_json::from_str(include_str!("../../../../www/schema/schema.json")).unwrap()
}

fn validator() -> Validator {
    jsonschema::draft202012::new(&published()).unwrap()
}

#[test]
fn the_json_schema_is_one() {
    assert!(jsonschema::draft202012::meta::is_valid(&published()));
}

#[test]
fn every_kind_is_in_the_json_schema() {
    let listed = |pointer: &str| -> Vec<String> {
        serde_json::from_value(published().pointer(pointer).unwrap().clone()).unwrap()
    };
    let kind = |name: &String| {
        let field = json!({"name": "a", "kind": name, "min": 0, "max": 1, "options": ["a"]});
        let (_, schema, problems) = read(&json!({ "fields": [field] }));
        assert_eq!(problems, []);
        schema.fields[0].kind.name() == name
    };
    assert!(listed("/$defs/field/properties/kind/enum").iter().all(kind));
    for name in listed("/$defs/output/properties/kind/enum") {
        assert_eq!(
            problems(&json!({"fields": [], "outputs": [{ "kind": name }]})),
            [""; 0]
        );
    }
}

/// A value that a key may have by mistake. `null` is not one, since the reader treats it as absent.
fn value() -> impl Strategy<Value = Value> {
    proptest::sample::select(vec![
        json!(true),
        json!(7),
        json!(0),
        json!(-1),
        json!(1.5),
        json!(""),
        json!("text"),
        json!("7"),
        json!("1e3"),
        json!(".5"),
        json!("slider"),
        json!("choice"),
        json!("file"),
        json!([]),
        json!(["a"]),
        json!([1]),
        json!({}),
    ])
}

const WORDS: &[&str] = &[
    "name",
    "label",
    "help",
    "kind",
    "default",
    "required",
    "multiple",
    "node",
    "multiline",
    "max_length",
    "integer",
    "min",
    "max",
    "step",
    "options",
    "accept",
];

proptest! {
    #[test]
    fn a_written_document_is_valid_and_reads_back(schema in arbitrary::schema(), id in "\\PC{1,9}") {
        let text = write(&schema, Some(&id)).to_string();
        let document: Value = serde_json::from_str(&text).unwrap();
        prop_assert!(validator().is_valid(&document), "{document}");
        prop_assert_eq!(read(&document), (Some(id), schema, Vec::new()));
    }

    #[test]
    fn the_reader_rejects_exactly_what_the_json_schema_rejects(
        schema in arbitrary::schema(),
        word in proptest::sample::select(WORDS),
        value in proptest::option::of(value()),
    ) {
        let mut document = write(&schema, None);
        let fields = document["fields"].as_array_mut().unwrap();
        fields.truncate(1);
        let field = fields[0].as_object_mut().unwrap();
        match value {
            Some(value) => { field.insert(word.to_owned(), value); }
            None => { field.remove(word); }
        }
        let mut found = problems(&document);
        // Rules that a JSON Schema cannot express.
        found.retain(|problem| !problem.contains("greater than its `max`"));
        prop_assert_eq!(validator().is_valid(&document), found.is_empty(), "{} {:?}", document, found);
    }

    #[test]
    fn no_document_makes_a_reader_panic(fields in proptest::collection::vec(value(), 0..4), outputs in value()) {
        read(&json!({"flowdeck": outputs, "workflow_id": outputs, "fields": fields, "outputs": outputs}));
        read(&outputs);
    }
}
