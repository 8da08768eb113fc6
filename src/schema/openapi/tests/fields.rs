use super::*;

fn number(integer: bool, min: Option<&str>, max: Option<&str>, step: Option<&str>) -> FieldKind {
    let owned = |text: Option<&str>| text.map(str::to_owned);
    FieldKind::Number(Bounds {
        integer,
        min: owned(min),
        max: owned(max),
        step: owned(step),
    })
}

fn text(multiline: bool, max_length: Option<u32>) -> FieldKind {
    FieldKind::Text {
        multiline,
        max_length,
    }
}

fn choice(options: &[&str]) -> FieldKind {
    FieldKind::Choice {
        options: options.iter().map(|option| (*option).to_owned()).collect(),
    }
}

fn file(accept: Option<&str>) -> FieldKind {
    FieldKind::File {
        accept: accept.map(str::to_owned),
    }
}

#[test]
fn each_type_has_its_kind() {
    let cases = [
        (json!({"type": "string"}), text(true, None)),
        (
            json!({"type": "string", "maxLength": 60}),
            text(false, Some(60)),
        ),
        (json!({}), text(true, None)),
        (json!({"type": "integer"}), number(true, None, None, None)),
        (json!({"minimum": 1}), number(false, Some("1"), None, None)),
        (
            json!({"type": "number", "minimum": 0.10, "maximum": 1e3, "multipleOf": 0.05}),
            number(false, Some("0.1"), Some("1000.0"), Some("0.05")),
        ),
        (json!({"type": "boolean"}), FieldKind::Boolean),
        (json!({"enum": ["a", "b", null]}), choice(&["a", "b"])),
        (json!({"enum": [1, 2.50, "x"]}), choice(&["1", "2.5", "x"])),
        (json!({"enum": [true, false]}), FieldKind::Boolean),
        (json!({"const": "only"}), choice(&["only"])),
        (
            json!({"oneOf": [{"const": "a", "title": "A"}, {"const": "b"}]}),
            choice(&["a", "b"]),
        ),
    ];
    for (property, expected) in cases {
        assert_eq!(field(property.clone()).kind, expected, "{property}");
    }
}

#[test]
fn a_file_is_told_by_format_media_type_or_encoding() {
    let binary =
        |media: &str| json!({"type": "string", "format": "binary", "contentMediaType": media});
    let cases = [
        (json!({"type": "string", "format": "binary"}), file(None)),
        (json!({"type": "file"}), file(None)),
        (
            json!({"contentMediaType": "application/octet-stream"}),
            file(None),
        ),
        (binary("image/*"), FieldKind::Image),
        (
            json!({"type": "string", "contentMediaType": "video/*"}),
            FieldKind::Video,
        ),
        (
            binary("image/png, image/webp"),
            file(Some("image/png,image/webp")),
        ),
        (binary("text/plain"), file(Some("text/plain"))),
        (
            json!({"type": "string", "contentMediaType": "application/json"}),
            text(true, None),
        ),
        (
            json!({"type": "string", "contentMediaType": "image/png", "contentEncoding": "base64"}),
            text(true, None),
        ),
    ];
    for (property, expected) in cases {
        assert_eq!(field(property.clone()).kind, expected, "{property}");
    }
    let body = json!({"properties": {"a": {"type": "string", "format": "binary"}, "b": {}}});
    let encoding = json!({"a": {"contentType": "audio/*"}, "b": {"contentType": "image/*"}});
    let (schemas, _) = read(&with_body(body, encoding));
    let kinds: Vec<_> = schemas[0]
        .1
        .fields
        .iter()
        .map(|field| &field.kind)
        .collect();
    assert_eq!(kinds, [&FieldKind::Audio, &FieldKind::Image]);
}

#[test]
fn a_list_takes_several() {
    let photos = field(
        json!({"type": "array", "items": {"type": "string", "format": "binary", "contentMediaType": "image/*"}}),
    );
    assert_eq!((photos.kind, photos.multiple), (FieldKind::Image, true));
    let either = field(
        json!({"anyOf": [{"type": "array", "items": {"type": "string", "format": "binary"}}, {"type": "null"}]}),
    );
    assert_eq!((either.kind, either.multiple), (file(None), true));
    let sizes = field(json!({"type": "array", "items": {"enum": ["s", "m"]}}));
    assert_eq!((sizes.kind, sizes.multiple), (choice(&["s", "m"]), true));
}

#[test]
fn nothing_is_allowed_where_a_schema_takes_null() {
    let body = json!({
        "properties": {
            "plain": {"type": "integer"},
            "listed": {"type": ["integer", "null"]},
            "either": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
            "older": {"type": "integer", "nullable": true},
        },
        "required": ["plain", "listed", "either", "older"],
    });
    let (schemas, problems) = read(&with_body(body, json!({})));
    assert_eq!(messages(&problems), [""; 0]);
    let fields = &schemas[0].1.fields;
    assert!(
        fields
            .iter()
            .all(|field| field.kind == number(true, None, None, None))
    );
    let required: Vec<_> = fields.iter().map(|field| field.required).collect();
    assert_eq!(required, [true, false, false, false]);
}

#[test]
fn an_exclusive_bound_of_whole_numbers_is_the_next_one() {
    let cases = [
        (
            json!({"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 10}),
            Some("1"),
            Some("9"),
        ),
        (
            json!({"type": "integer", "minimum": 0, "exclusiveMinimum": true}),
            Some("1"),
            None,
        ),
        (
            json!({"type": "integer", "minimum": 5, "exclusiveMinimum": 0}),
            Some("5"),
            None,
        ),
        (
            json!({"type": "integer", "minimum": 0, "exclusiveMinimum": 5}),
            Some("6"),
            None,
        ),
        (
            json!({"type": "integer", "exclusiveMinimum": -0.5}),
            Some("0"),
            None,
        ),
        (
            json!({"type": "integer", "maximum": 3, "exclusiveMaximum": 3}),
            None,
            Some("2"),
        ),
    ];
    for (property, min, max) in cases {
        assert_eq!(
            field(property.clone()).kind,
            number(true, min, max, None),
            "{property}"
        );
    }
    let decimal = field(json!({"type": "number", "exclusiveMinimum": 0}));
    assert_eq!(decimal.kind, number(false, Some("0"), None, None));
}

#[test]
fn bounds_and_defaults_keep_their_digits() {
    let property = r#"{"type": "integer", "minimum": -9223372036854775808,
        "maximum": 18446744073709551615, "default": 18446744073709551614}"#;
    let seed = field(serde_json::from_str(property).unwrap());
    let (min, max) = ("-9223372036854775808", "18446744073709551615");
    assert_eq!(seed.kind, number(true, Some(min), Some(max), None));
    assert_eq!(seed.default.as_deref(), Some("18446744073709551614"));
}

#[test]
fn what_a_person_reads_is_taken_from_the_property() {
    let named = field(
        json!({"title": "Size", "description": "In pixels.", "default": 8, "type": "integer"}),
    );
    assert_eq!(
        (named.label.as_str(), named.help.as_deref()),
        ("Size", Some("In pixels."))
    );
    assert_eq!(named.default.as_deref(), Some("8"));
    assert_eq!(field(json!({"title": " "})).label, "a");
}

#[test]
fn references_and_parts_are_followed_and_the_nearer_word_holds() {
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
fn alternatives_get_the_control_that_can_give_each() {
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
fn what_cannot_be_read_is_named_and_the_field_kept() {
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
            "field `a`: its `minimum` is no number",
        ),
        (
            json!({"type": "integer", "minimum": 2, "maximum": 1}),
            "no value would do",
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

#[test]
fn what_only_an_answer_has_is_no_field() {
    let body = json!({"properties": {"a": {"readOnly": true}, "b": {}}});
    let (schemas, _) = read(&with_body(body, json!({})));
    assert_eq!(schemas[0].1.fields[0].name, "b");
}
