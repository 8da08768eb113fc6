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
fn every_kind_becomes_the_literal_an_engine_expects() {
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
fn a_field_without_a_value_takes_its_default() {
    assert_eq!(
        filled("InputNumber", json!({"default": 7}), None),
        Fill::Literal(json!(7))
    );
    assert_eq!(
        filled("InputNumber", json!({"default": 7}), Some("")),
        Fill::Literal(json!(7))
    );
    assert_eq!(
        filled("InputText", json!({"default": "a"}), Some("")),
        Fill::Literal(json!(""))
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
fn a_file_is_filled_in_by_its_name_on_the_engine() {
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
