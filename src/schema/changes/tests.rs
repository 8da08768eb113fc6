use super::*;
use crate::schema::{Bounds, FieldKind};

fn schema(fields: Vec<Field>) -> InputSchema {
    InputSchema {
        fields,
        outputs: Vec::new(),
    }
}

fn field(kind: FieldKind) -> Field {
    Field {
        label: "Size".to_owned(),
        node: "6".to_owned(),
        ..Field::new("size", kind)
    }
}

fn number(integer: bool, min: Option<&str>, max: Option<&str>) -> Field {
    field(FieldKind::Number(Bounds {
        integer,
        min: min.map(str::to_owned),
        max: max.map(str::to_owned),
        step: None,
    }))
}

fn choice(options: &[&str]) -> Field {
    let options = options.iter().map(|option| (*option).to_owned()).collect();
    field(FieldKind::Choice { options })
}

fn text(max_length: Option<u32>) -> Field {
    field(FieldKind::Text {
        multiline: false,
        max_length,
    })
}

fn file(accept: Option<&str>) -> Field {
    let accept = accept.map(str::to_owned);
    field(FieldKind::File { accept })
}

/// Each change as `! message` where it breaks, `  message` where it does not.
fn said(old: &Field, new: &Field) -> Vec<String> {
    let found = changes(&schema(vec![old.clone()]), &schema(vec![new.clone()]));
    let line = |change: Change| {
        let mark = if change.breaks { "!" } else { " " };
        format!("{mark} {}", change.message)
    };
    found.into_iter().map(line).collect()
}

#[test]
fn each_change_of_a_kind_says_whether_values_may_fail() {
    let open = || number(false, None, None);
    let cases = [
        (
            number(false, Some("1"), None),
            number(false, Some("1.0"), None),
            "",
        ),
        (
            open(),
            number(false, Some("1"), None),
            "! “Size” must be at least 1 now",
        ),
        (
            number(false, None, Some("9")),
            number(false, None, Some("5")),
            "! “Size” must be at most 5 now; it was 9",
        ),
        (
            number(false, None, Some("9")),
            number(false, None, Some("10")),
            "  “Size” must be at most 10 now; it was 9",
        ),
        (
            number(false, None, Some("9")),
            open(),
            "  “Size” need not be at most 9 any more",
        ),
        (
            open(),
            number(true, None, None),
            "! “Size” takes whole numbers only now",
        ),
        (
            number(true, None, None),
            open(),
            "  “Size” takes decimals now",
        ),
        (choice(&["a", "b"]), choice(&["b", "a"]), ""),
        (
            choice(&["a"]),
            choice(&["a", "b"]),
            "  “Size” has a new option “b”",
        ),
        (
            choice(&["a", "b"]),
            choice(&["a"]),
            "! “Size” has no option “b” any more",
        ),
        (
            choice(&["a"]),
            choice(&["b"]),
            "! “Size” has no option “a” any more, and a new one “b”",
        ),
        (
            text(None),
            text(Some(5)),
            "! “Size” takes at most 5 characters now",
        ),
        (
            text(Some(5)),
            text(Some(9)),
            "  “Size” takes at most 9 characters now",
        ),
        (
            text(Some(5)),
            text(None),
            "  “Size” takes a text of any length now",
        ),
        (
            open(),
            text(None),
            "  “Size” takes text now; it took number",
        ),
        (
            text(None),
            open(),
            "! “Size” takes number now; it took text",
        ),
        (
            field(FieldKind::Image),
            file(None),
            "  “Size” takes file now; it took image",
        ),
        (
            file(None),
            field(FieldKind::Image),
            "! “Size” takes image now; it took file",
        ),
        (
            file(Some(".glb")),
            file(Some(".obj")),
            "! “Size” accepts .obj now; it was .glb",
        ),
        (
            file(Some(".glb")),
            file(None),
            "  “Size” accepts */* now; it was .glb",
        ),
    ];
    for (old, new, expected) in cases {
        let expected: Vec<&str> = Some(expected)
            .filter(|text| !text.is_empty())
            .into_iter()
            .collect();
        assert_eq!(said(&old, &new), expected);
    }
}

#[test]
fn a_slider_in_a_numbers_place_hurts_only_where_it_is_narrower() {
    let slider = |field: Field| match field.kind {
        FieldKind::Number(bounds) => Field {
            kind: FieldKind::Slider(bounds),
            ..field
        },
        _ => field,
    };
    let wide = number(true, Some("0"), Some("9"));
    assert_eq!(
        said(&wide, &slider(wide.clone())),
        ["  “Size” is a slider now; it was a whole number"]
    );
    let narrow = slider(number(true, Some("1"), Some("9")));
    assert!(said(&wide, &narrow)[0].starts_with('!'));
}

#[test]
fn a_field_that_is_needed_now_breaks_calls() {
    let optional = text(None);
    let with = |required, default: Option<&str>| Field {
        required,
        default: default.map(str::to_owned),
        ..text(None)
    };
    assert_eq!(
        said(&optional, &with(true, None)),
        ["! “Size” is required now"]
    );
    assert_eq!(
        said(&with(true, None), &optional),
        ["  “Size” is optional now"]
    );
    assert_eq!(
        said(&optional, &with(true, Some("a"))),
        [
            "! “Size” is required now",
            "  “Size” starts with “a” now; it was nothing"
        ]
    );
    assert_eq!(
        said(&with(true, Some("a")), &with(true, None)),
        ["! “Size” has no default any more; a run needs a value"]
    );
}

#[test]
fn labels_and_several_values_are_compared() {
    let plain = text(None);
    let called = Field {
        label: "Width".to_owned(),
        help: Some("In pixels.".to_owned()),
        multiple: true,
        ..text(None)
    };
    assert_eq!(
        said(&plain, &called),
        [
            "  “Size” takes several values now",
            "  “Size” is called “Width” now",
            "  “Size” has another help text",
        ]
    );
    assert_eq!(
        said(&called, &plain)[0],
        "! “Width” takes one value now; it took several"
    );
}

#[test]
fn fields_come_and_go() {
    let other = |name: &str, required| Field {
        required,
        ..Field::new(name, FieldKind::Image)
    };
    let old = schema(vec![other("a", true), other("b", true)]);
    let new = schema(vec![other("b", true), other("c", true), other("d", false)]);
    let found = changes(&old, &new);
    let found: Vec<_> = found
        .iter()
        .map(|change| (change.field.as_str(), &change.what, change.breaks))
        .collect();
    let expected = [
        ("a", &What::Removed, true),
        ("c", &What::Added, true),
        ("d", &What::Added, false),
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_field_of_the_same_node_is_renamed_and_compared() {
    let old = number(false, None, Some("9"));
    let new = Field {
        name: "width".to_owned(),
        ..number(false, None, Some("5"))
    };
    assert_eq!(
        said(&old, &new),
        [
            "! “Size” is sent as `width` now; it was `size`",
            "! “Size” must be at most 5 now; it was 9",
        ]
    );
}

#[test]
fn a_name_is_not_guessed_where_a_node_has_several_fields_or_none_is_known() {
    let named = |name: &str, node: &str| Field {
        node: node.to_owned(),
        ..Field::new(name, FieldKind::Image)
    };
    for node in ["6", ""] {
        let old = schema(vec![named("a", node), named("b", node)]);
        let new = schema(vec![named("c", node), named("d", node)]);
        let whats: Vec<_> = changes(&old, &new)
            .into_iter()
            .map(|change| change.what)
            .collect();
        assert_eq!(
            whats,
            [What::Removed, What::Removed, What::Added, What::Added]
        );
    }
}

#[test]
fn a_change_is_json_that_code_can_tell_apart() {
    let new = Field {
        name: "width".to_owned(),
        ..text(None)
    };
    let found = changes(&schema(vec![text(None)]), &schema(vec![new]));
    let json = serde_json::to_value(&found).unwrap();
    assert_eq!(json[0]["change"], "renamed");
    assert_eq!(json[0]["to"], "width");
    assert_eq!(json[0]["breaks"], true);
    assert_eq!(serde_json::from_value::<Vec<Change>>(json).unwrap(), found);
}

#[cfg(not(target_arch = "wasm32"))]
proptest::proptest! {
    #[test]
    fn a_schema_has_not_changed_from_itself(schema in crate::schema::tests::arbitrary::schema()) {
        assert_eq!(changes(&schema, &schema), []);
    }

    #[test]
    fn a_value_that_did_and_does_not_is_always_warned_of(
        old in crate::schema::tests::arbitrary::schema(),
        new in crate::schema::tests::arbitrary::schema(),
        value in proptest::sample::select(vec!["", "7", "0.5", "true", "a", "-99999999999"]),
    ) {
        use crate::schema::{Input, check};
        let name = old.fields[0].name.clone();
        let mut now = new.fields[0].clone();
        now.name.clone_from(&name);
        let one = |field: &Field| schema(vec![field.clone()]);
        let (before, after) = (one(&old.fields[0]), one(&now));
        let values = [(name, Input::Text(value.to_owned()))];
        if check(&before, &values).is_empty() && !check(&after, &values).is_empty() {
            let found = changes(&before, &after);
            assert!(found.iter().any(|change| change.breaks), "{found:?}");
        }
    }
}
