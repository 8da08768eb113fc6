use super::*;

#[test]
fn a_field_survives_json() {
    let field = Field {
        name: "a".into(),
        label: "A".into(),
        help: None,
        kind: FieldKind::Text {
            multiline: true,
            max_length: Some(5),
        },
        default: None,
        required: false,
        node: "1".into(),
    };
    let text = serde_json::to_string(&field).unwrap();
    assert_eq!(serde_json::from_str::<Field>(&text).unwrap(), field);
}
