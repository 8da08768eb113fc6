use super::*;

#[test]
fn references_and_all_of_are_merged_and_direct_keywords_win() {
    let mut document = with_body(json!({"$ref": "#/components/schemas/Body"}), json!({}));
    document["components"] = json!({"schemas": {
        "Body": {"allOf": [{"$ref": "#/components/schemas/Base"}, {"properties": {"b": {"$ref": "#/components/schemas/Size", "title": "Mine"}}}], "required": ["b"]},
        "Base": {"properties": {"a": {"allOf": [{"$ref": "#/components/schemas/Size"}], "default": 3}}},
        "Size": {"type": "integer", "title": "Theirs", "minimum": 1},
    }});
    let (schemas, problems) = read(&document);
    assert_eq!(messages(&problems), [""; 0]);
    let [a, b] = schemas[0].1.fields.as_slice() else {
        panic!("{schemas:?}")
    };
    assert_eq!(
        (a.label.as_str(), a.default.as_deref(), a.required),
        ("Theirs", Some("3"), false)
    );
    assert_eq!((b.label.as_str(), b.required), ("Mine", true));
    assert_eq!(b.kind, number(true, Some("1"), None, None));
}

#[test]
fn alternatives_get_a_kind_that_can_enter_each() {
    let cases = [
        (
            json!({"anyOf": [{"type": "integer"}, {"type": "number"}]}),
            number(false, None, None, None),
        ),
        (
            json!({"anyOf": [{"type": "integer"}, {"type": "string"}]}),
            text(true, None),
        ),
        (
            json!({"type": ["string", "integer", "boolean"]}),
            text(true, None),
        ),
        (
            json!({"anyOf": [{"enum": ["a"]}, {"enum": ["b", "a"]}]}),
            choice(&["a", "b"]),
        ),
        (
            json!({"anyOf": [{"enum": ["a"]}, {"type": "string"}]}),
            text(true, None),
        ),
    ];
    for (property, expected) in cases {
        assert_eq!(field(property.clone()).kind, expected, "{property}");
    }
}

#[test]
fn an_unreadable_keyword_is_a_problem_and_the_field_is_kept() {
    let cases = [
        (
            json!({"$ref": "#/nowhere"}),
            "refers to “#/nowhere”, which is not in it",
        ),
        (
            json!({"$ref": "other.json#/a"}),
            "refers to “other.json#/a”",
        ),
        (json!({"type": "object"}), "field `a`: it is an object"),
        (
            json!({"type": "integer", "minimum": "low"}),
            "field `a`: its `minimum` is not a number",
        ),
        (
            json!({"type": "integer", "minimum": 2, "maximum": 1}),
            "so no value is valid",
        ),
        (
            json!({"type": "string", "default": {}}),
            "field `a`: its default",
        ),
        (json!({"enum": [[], {}]}), "none of its values can be sent"),
        (
            json!({"anyOf": [{"type": "string"}, {"type": "string", "format": "binary"}]}),
            "asks for the file",
        ),
    ];
    for (property, expected) in cases {
        let body = json!({ "properties": { "a": property } });
        let (schemas, problems) = read(&with_body(body, json!({})));
        assert_eq!(schemas[0].1.fields.len(), 1, "{property}");
        let found = messages(&problems);
        assert!(
            found.iter().any(|message| message.contains(expected)),
            "{expected}: {found:?}"
        );
    }
}
