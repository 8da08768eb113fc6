use super::*;
use workflow::Condition;

#[test]
fn a_newly_required_field_breaks_calls() {
    let optional = text(None);
    let with = |required, default: Option<&str>| Field {
        required,
        default: default.map(str::to_owned),
        ..text(None)
    };
    assert_eq!(
        messages(&optional, &with(true, None)),
        ["! “Size” is now required"]
    );
    assert_eq!(
        messages(&with(true, None), &optional),
        ["  “Size” is now optional"]
    );
    assert_eq!(
        messages(&optional, &with(true, Some("a"))),
        [
            "! “Size” is now required",
            "  “Size” now defaults to “a” instead of nothing"
        ]
    );
    assert_eq!(
        messages(&with(true, Some("a")), &with(true, None)),
        ["! “Size” no longer has a default; runs need a value for it"]
    );
}

#[test]
fn a_field_that_becomes_conditional_breaks_calls() {
    let conditional = |is: &str| Field {
        visible_if: Some(Condition {
            field: "mode".to_owned(),
            is: is.to_owned(),
        }),
        ..text(None)
    };
    let needed = Field {
        required: true,
        ..text(None)
    };
    let needed_if = Field {
        required: true,
        ..conditional("a")
    };
    assert_eq!(
        messages(&text(None), &conditional("a")),
        ["! “Size” now counts only if `mode` is “a”, and has no effect otherwise"]
    );
    assert_eq!(
        messages(&conditional("a"), &conditional("b")),
        ["! “Size” now counts only if `mode` is “b”, and has no effect otherwise"]
    );
    assert_eq!(
        messages(&conditional("a"), &text(None)),
        ["  “Size” now always counts"]
    );
    assert_eq!(
        messages(&needed_if, &needed),
        ["! “Size” now always counts"]
    );
}

#[test]
fn an_advanced_field_is_a_change_that_breaks_nothing() {
    let advanced = Field {
        advanced: true,
        ..text(None)
    };
    assert_eq!(
        messages(&text(None), &advanced),
        ["  “Size” is now among the advanced fields"]
    );
    assert_eq!(
        messages(&advanced, &text(None)),
        ["  “Size” is no longer among the advanced fields"]
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
        messages(&plain, &called),
        [
            "  “Size” now takes several values",
            "  “Size” is now called “Width”",
            "  “Size” has a different help text",
        ]
    );
    assert_eq!(
        messages(&called, &plain)[0],
        "! “Width” now takes one value instead of several"
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
        .map(|change| (change.field.as_str(), &change.kind, change.breaks))
        .collect();
    let expected = [
        ("a", &ChangeKind::Removed, true),
        ("c", &ChangeKind::Added, true),
        ("d", &ChangeKind::Added, false),
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
        messages(&old, &new),
        [
            "! “Size” is now sent as `width` instead of `size`",
            "! “Size” must now be at most 5 instead of 9",
        ]
    );
}

#[test]
fn a_rename_is_not_guessed_without_a_node_or_among_several_fields() {
    let named = |name: &str, node: &str| Field {
        node: node.to_owned(),
        ..Field::new(name, FieldKind::Image)
    };
    for node in ["6", ""] {
        let old = schema(vec![named("a", node), named("b", node)]);
        let new = schema(vec![named("c", node), named("d", node)]);
        let whats: Vec<_> = changes(&old, &new)
            .into_iter()
            .map(|change| change.kind)
            .collect();
        assert_eq!(
            whats,
            [
                ChangeKind::Removed,
                ChangeKind::Removed,
                ChangeKind::Added,
                ChangeKind::Added
            ]
        );
    }
}

#[test]
fn a_change_serializes_with_its_kind() {
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
