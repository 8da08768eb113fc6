use super::*;

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
fn a_comma_around_a_media_type_does_not_make_it_another() {
    let body = json!({"properties": {"a": {"type": "string"}}});
    for media in [",image/*", "image/*,", " , image/* ,"] {
        let (schemas, _) = read(&with_body(
            body.clone(),
            json!({"a": {"contentType": media}}),
        ));
        assert_eq!(schemas[0].1.fields[0].kind, FieldKind::Image, "{media}");
        let written = document(&[(String::new(), String::new(), schemas[0].1.clone())], "/");
        assert_eq!(read(&written).0[0].1, schemas[0].1, "{media}");
    }
}

#[test]
fn a_file_is_recognized_by_format_media_type_or_encoding() {
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
fn a_nullable_field_is_optional() {
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
fn label_and_help_come_from_the_property() {
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
fn a_help_text_that_repeats_the_tooltip_stays_the_help_text() {
    let mut written = Field::new("a", text(false, None));
    written.help = Some("In pixels.".to_owned());
    written.tooltip = written.help.clone();
    let schema = InputSchema {
        fields: vec![written],
        ..InputSchema::default()
    };
    let workflow = ("id".to_owned(), "Name".to_owned(), schema);
    let (schemas, _) = read(&document(&[workflow], "https://deck.example"));
    let read = &schemas[0].1.fields[0];
    assert_eq!(
        (read.help.as_deref(), read.tooltip.as_deref()),
        (Some("In pixels."), None)
    );
}

#[test]
fn a_read_only_property_is_not_a_field() {
    let body = json!({"properties": {"a": {"readOnly": true}, "b": {}}});
    let (schemas, _) = read(&with_body(body, json!({})));
    assert_eq!(schemas[0].1.fields[0].name, "b");
}

#[test]
fn a_field_without_a_name_is_a_problem_and_left_out() {
    let form = json!({"properties": {"": {"type": "string"}, "a": {"type": "string"}}});
    let (schemas, problems) = read(&with_body(form, json!({})));
    assert_eq!(schemas[0].1.fields.len(), 1);
    assert!(messages(&problems)[0].starts_with("a field has no name"));
}
