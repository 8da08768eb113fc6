use std::collections::HashMap;

use serde_json::{Value, json};

use super::*;
use crate::workflow::Workflow;
use crate::workflow::lower::Fill;

/// The schema of a workflow of these nodes, by class and inputs, numbered from 1.
fn schema_of(nodes: &[(&str, Value)]) -> (InputSchema, Vec<String>) {
    let nodes = nodes.iter().enumerate().map(|(index, (class, inputs))| {
        (
            (index + 1).to_string(),
            json!({"class_type": class, "inputs": inputs}),
        )
    });
    let (workflow, problems) = Workflow::from_value(&Value::Object(nodes.collect()));
    assert!(problems.is_empty(), "{problems:?}");
    let (schema, problems) = read(&workflow);
    (schema, problems.iter().map(Problem::to_string).collect())
}

/// The one field of a workflow with this input node, which has no problem.
fn field(class: &str, inputs: Value) -> Field {
    let (mut schema, problems) = schema_of(&[(class, inputs), ("SaveImage", json!({}))]);
    assert!(problems.is_empty(), "{problems:?}");
    schema.fields.remove(0)
}

fn text(value: &str) -> Input {
    Input::Text(value.into())
}

fn file(name: &str, content_type: &str, size: u64) -> Input {
    Input::File(FileInfo {
        name: name.into(),
        content_type: content_type.into(),
        size,
    })
}

/// The type of the error that a field gives for a value, `ok` for none.
fn checked(field: &Field, value: Input) -> String {
    let schema = InputSchema {
        fields: vec![field.clone()],
        outputs: Vec::new(),
    };
    let errors = check(&schema, &[(field.name.clone(), value)]);
    errors
        .first()
        .map_or("ok".into(), |error| error.kind.clone())
}

mod reading {
    use super::*;

    #[test]
    fn a_field_has_what_its_node_says() {
        let field = field(
            "InputNumber",
            json!({"name": "size", "label": "Size", "description": "In pixels.", "default": 512,
                   "min": 64, "max": 2048, "step": 8, "integer": true}),
        );
        let bounds = Bounds {
            integer: true,
            min: Some("64".into()),
            max: Some("2048".into()),
            step: Some("8".into()),
        };
        let expected = Field {
            name: "size".into(),
            label: "Size".into(),
            help: Some("In pixels.".into()),
            kind: FieldKind::Number(bounds),
            default: Some("512".into()),
            required: false,
            node: "1".into(),
        };
        assert_eq!(field, expected);
    }

    #[test]
    fn a_nameless_node_is_named_by_kind_and_id() {
        assert_eq!(field("InputText", json!({})).name, "text_1");
        assert_eq!(field("InputImage", json!({"name": " "})).name, "image_1");
        assert_eq!(field("InputSlider", json!({})).name, "slider_1");
    }

    #[test]
    fn every_input_and_output_mark_is_found_in_order() {
        let (schema, problems) = schema_of(&[
            ("InputSlider", json!({})),
            ("SaveText", json!({})),
            ("InputImage", json!({})),
            ("KSampler", json!({})),
            ("InputText", json!({})),
            ("InputNumber", json!({})),
            ("SaveImage", json!({})),
        ]);
        let kinds: Vec<_> = schema
            .fields
            .iter()
            .map(|field| field.kind.name())
            .collect();
        let outputs: Vec<_> = schema.outputs.iter().map(|output| output.kind).collect();
        assert_eq!(kinds, ["slider", "image", "text", "number"]);
        assert_eq!(outputs, [OutputKind::Text, OutputKind::Image]);
        assert!(problems.is_empty(), "{problems:?}");
    }

    #[test]
    fn numbers_keep_their_digits() {
        let value =
            serde_json::from_str(r#"{"default": 18446744073709551615, "step": 0.10}"#).unwrap();
        let field = field("InputNumber", value);
        assert_eq!(field.default.as_deref(), Some("18446744073709551615"));
        assert!(
            matches!(field.kind, FieldKind::Number(Bounds { step: Some(step), .. }) if step == "0.10")
        );
    }

    #[test]
    fn a_file_is_required_and_a_text_is_not_unless_it_says_so() {
        assert!(field("InputImage", json!({})).required);
        assert!(!field("InputImage", json!({"required": false})).required);
        assert!(!field("InputText", json!({})).required);
        assert!(field("InputText", json!({"required": true})).required);
        assert!(field("InputNumber", json!({})).required);
    }

    #[test]
    fn a_slider_has_two_ends_and_starts_at_the_lower() {
        let field = field("InputSlider", json!({"max": 5}));
        let FieldKind::Slider(bounds) = &field.kind else {
            panic!("{field:?}")
        };
        assert_eq!(
            (bounds.min.as_deref(), bounds.max.as_deref()),
            (Some("0"), Some("5"))
        );
        assert_eq!(field.default.as_deref(), Some("0"));
    }

    #[test]
    fn options_are_a_list_or_lines() {
        let options = FieldKind::Choice {
            options: vec!["a".into(), "b".into()],
        };
        assert_eq!(
            field("InputChoice", json!({"options": ["a", "b"]})).kind,
            options
        );
        assert_eq!(
            field("InputChoice", json!({"options": "a\n\n b "})).kind,
            options
        );
    }

    #[test]
    fn two_nodes_of_one_name_are_both_named() {
        let name = json!({"name": "title"});
        let (schema, problems) = schema_of(&[
            ("InputText", name.clone()),
            ("InputNumber", name),
            ("SaveText", json!({})),
        ]);
        assert_eq!(schema.fields.len(), 1);
        assert_eq!(
            problems,
            ["node 2 (InputNumber): its name `title` is taken by node 1; give one of them another"]
        );
    }

    #[test]
    fn what_cannot_be_read_of_a_node_is_named_and_the_field_kept() {
        let cases = [
            ("InputNumber", json!({"min": "low"}), "`min` is no number"),
            (
                "InputNumber",
                json!({"min": 3, "max": 2}),
                "`min` is greater than its `max`",
            ),
            (
                "InputNumber",
                json!({"max": ["1", 0]}),
                "`max` comes from another node",
            ),
            (
                "InputNumber",
                json!({"integer": "yes"}),
                "`integer` is neither true nor false",
            ),
            (
                "InputText",
                json!({"max_length": -1}),
                "`max_length` is no whole number",
            ),
            (
                "InputText",
                json!({"default": {}}),
                "`default` is neither text, number nor boolean",
            ),
            ("InputChoice", json!({}), "no `options`"),
        ];
        for (class, inputs, expected) in cases {
            let (schema, problems) = schema_of(&[(class, inputs.clone()), ("SaveText", json!({}))]);
            assert_eq!(schema.fields.len(), 1, "{class} {inputs}");
            assert!(
                problems.iter().any(|problem| problem.contains(expected)),
                "{expected}: {problems:?}"
            );
        }
    }

    #[test]
    fn a_workflow_without_output_is_not_ready() {
        let (_, problems) = schema_of(&[("InputText", json!({}))]);
        assert!(
            problems[0].starts_with("the workflow has no output"),
            "{problems:?}"
        );
    }

    #[test]
    fn a_field_survives_json() {
        let fields = [
            field("InputText", json!({"multiline": true, "max_length": 5})),
            field("InputSlider", json!({"min": 0.1, "max": 1e3, "step": 0.1})),
            field("InputChoice", json!({"options": ["a"]})),
        ];
        for field in fields {
            let text = serde_json::to_string(&field).unwrap();
            assert_eq!(
                serde_json::from_str::<Field>(&text).unwrap(),
                field,
                "{text}"
            );
        }
    }
}

mod checking {
    use super::*;

    #[test]
    fn numbers() {
        let integer = field(
            "InputNumber",
            json!({"min": 1, "max": 100, "integer": true, "default": 5}),
        );
        let decimal = field("InputSlider", json!({"min": 0.1, "max": 10}));
        let cases = [
            (&integer, "1", "ok"),
            (&integer, " 100 ", "ok"),
            (&integer, "20.0", "ok"),
            (&integer, "1e1", "ok"),
            (&integer, "20.5", "int_parsing"),
            (&integer, "ten", "int_parsing"),
            (&integer, "1_000", "int_parsing"),
            (&integer, "0x10", "int_parsing"),
            (&integer, "٣", "int_parsing"),
            (&integer, "0", "greater_than_equal"),
            (&integer, "-5", "greater_than_equal"),
            (&integer, "101", "less_than_equal"),
            (&integer, "", "missing"),
            (&decimal, "0.10", "ok"),
            (&decimal, "0.09999999999999999999", "greater_than_equal"),
            (&decimal, "10.00000000000000000001", "less_than_equal"),
            (&decimal, "NaN", "float_parsing"),
            (&decimal, "inf", "float_parsing"),
            (&decimal, "1,5", "float_parsing"),
            (&decimal, "1e999", "float_parsing"),
        ];
        for (field, value, expected) in cases {
            assert_eq!(checked(field, text(value)), expected, "{value:?}");
        }
    }

    #[test]
    fn a_bound_beyond_2_to_the_53_is_exact() {
        let max: Value =
            serde_json::from_str(r#"{"max": 18446744073709551615, "integer": true}"#).unwrap();
        let seed = field("InputNumber", max);
        assert_eq!(checked(&seed, text("18446744073709551615")), "ok");
        assert_eq!(
            checked(&seed, text("18446744073709551616")),
            "less_than_equal"
        );
    }

    #[test]
    fn texts() {
        let short = field("InputText", json!({"max_length": 3, "required": true}));
        assert_eq!(checked(&short, text("äöü")), "ok");
        assert_eq!(checked(&short, text("abcd")), "string_too_long");
        assert_eq!(checked(&short, text("")), "missing");
        assert_eq!(
            checked(&field("InputText", json!({"default": "a"})), text("")),
            "ok"
        );
        assert_eq!(
            checked(&short, file("a.txt", "text/plain", 3)),
            "string_type"
        );
    }

    #[test]
    fn booleans_and_choices() {
        let boolean = field("InputBoolean", json!({}));
        for (value, expected) in [
            ("true", "ok"),
            ("False", "ok"),
            ("0", "ok"),
            ("maybe", "bool_parsing"),
        ] {
            assert_eq!(checked(&boolean, text(value)), expected, "{value}");
        }
        let choice = field("InputChoice", json!({"options": ["a", "b"]}));
        assert_eq!(checked(&choice, text("b")), "ok");
        assert_eq!(checked(&choice, text("B")), "enum");
    }

    #[test]
    fn files() {
        let image = field("InputImage", json!({}));
        let cases = [
            (file("a.png", "image/png", 10), "ok"),
            (file("a.png", "IMAGE/PNG", 10), "ok"),
            (file("a.txt", "text/plain", 10), "file_type"),
            (file("a", "", 10), "file_type"),
            (file("a.png", "image/png", 0), "file_empty"),
            (file("", "application/octet-stream", 0), "missing"),
            (text("/etc/passwd"), "file_type"),
            (text(""), "missing"),
        ];
        for (value, expected) in cases {
            assert_eq!(checked(&image, value.clone()), expected, "{value:?}");
        }
        let optional = field("InputImage", json!({"required": false}));
        assert_eq!(
            checked(&optional, file("", "application/octet-stream", 0)),
            "ok"
        );
        assert_eq!(checked(&optional, text("")), "ok");
    }

    #[test]
    fn a_required_field_that_is_absent_is_missing_unless_it_has_a_default() {
        let without = field("InputNumber", json!({"required": true}));
        let with = field("InputNumber", json!({"required": true, "default": 1}));
        let schema = |field: &Field| InputSchema {
            fields: vec![field.clone()],
            outputs: Vec::new(),
        };
        assert_eq!(check(&schema(&without), &[])[0].kind, "missing");
        assert_eq!(check(&schema(&with), &[]), []);
    }

    #[test]
    fn one_field_takes_one_value() {
        let field = field("InputText", json!({"name": "a"}));
        let schema = InputSchema {
            fields: vec![field],
            outputs: Vec::new(),
        };
        let errors = check(&schema, &[("a".into(), text("1")), ("a".into(), text("2"))]);
        assert_eq!(errors[0].kind, "too_many");
    }

    #[test]
    fn additional_fields_pass() {
        assert_eq!(
            check(&InputSchema::default(), &[("more".into(), text("x"))]),
            []
        );
    }

    #[test]
    fn a_message_quotes_no_more_than_fits() {
        let field = field("InputNumber", json!({"name": "n"}));
        let schema = InputSchema {
            fields: vec![field],
            outputs: Vec::new(),
        };
        let errors = check(&schema, &[("n".into(), text(&"x".repeat(10_000)))]);
        assert!(errors[0].msg.len() < 100, "{}", errors[0].msg);
    }

    // proptest is no dependency of the tests that run as WebAssembly.
    #[cfg(not(target_arch = "wasm32"))]
    proptest::proptest! {
        #[test]
        fn no_text_makes_a_check_panic(value in ".*") {
            let fields = vec![
                field("InputNumber", json!({"name": "a", "min": 0.5, "max": 5})),
                field("InputBoolean", json!({"name": "b"})),
            ];
            let values = [("a".to_owned(), text(&value)), ("b".to_owned(), text(&value))];
            check(&InputSchema { fields, outputs: Vec::new() }, &values);
        }

        #[test]
        fn every_integer_within_64_bits_is_accepted(value: i64) {
            let field = field("InputNumber", json!({"integer": true}));
            assert_eq!(checked(&field, text(&value.to_string())), "ok");
        }
    }
}

mod filling {
    use super::*;

    fn filled(class: &str, inputs: Value, value: Option<&str>) -> Fill {
        let field = field(class, inputs);
        let texts: HashMap<_, _> = value
            .map(|value| (field.name.clone(), value.to_owned()))
            .into_iter()
            .collect();
        let schema = InputSchema {
            fields: vec![field],
            outputs: Vec::new(),
        };
        fill(&schema, &texts, &HashMap::new()).remove("1").unwrap()
    }

    #[test]
    fn each_kind_becomes_the_literal_an_engine_takes() {
        let cases = [
            ("InputText", json!({}), "007", r#""007""#),
            ("InputNumber", json!({"integer": true}), "20.0", "20"),
            ("InputNumber", json!({"integer": true}), "1e3", "1000"),
            (
                "InputNumber",
                json!({"integer": true}),
                "18446744073709551615",
                "18446744073709551615",
            ),
            (
                "InputNumber",
                json!({}),
                "0.1000000000000000000000001",
                "0.1000000000000000000000001",
            ),
            ("InputNumber", json!({}), "+.5", "0.5"),
            ("InputBoolean", json!({}), "false", "false"),
            ("InputChoice", json!({"options": ["1", "2"]}), "2", r#""2""#),
        ];
        for (class, inputs, value, expected) in cases {
            let Fill::Literal(literal) = filled(class, inputs, Some(value)) else {
                panic!("{class} {value}")
            };
            assert_eq!(literal.to_string(), expected);
        }
    }

    #[test]
    fn what_was_not_given_takes_its_default() {
        assert_eq!(
            filled("InputNumber", json!({"default": 7}), None),
            Fill::Literal(json!(7))
        );
        assert_eq!(
            filled("InputText", json!({}), None),
            Fill::Literal(json!(""))
        );
        assert_eq!(
            filled("InputImage", json!({"required": false}), None),
            Fill::Nothing
        );
    }

    #[test]
    fn a_file_goes_by_the_engines_name() {
        let schema = InputSchema {
            fields: vec![field("InputImage", json!({"name": "photo"}))],
            outputs: Vec::new(),
        };
        let files = HashMap::from([("photo".to_owned(), "cat.png".to_owned())]);
        assert_eq!(
            fill(&schema, &HashMap::new(), &files)["1"],
            Fill::File("cat.png".into())
        );
    }
}
