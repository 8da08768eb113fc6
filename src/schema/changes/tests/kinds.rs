use super::*;

/// Compares each old and new field, and expects the message, or none if it is empty.
fn assert_changes<const N: usize>(cases: [(Field, Field, &str); N]) {
    for (old, new, expected) in cases {
        let expected: Vec<&str> = Some(expected)
            .filter(|text| !text.is_empty())
            .into_iter()
            .collect();
        assert_eq!(messages(&old, &new), expected);
    }
}

/// A number without bounds.
fn open() -> Field {
    number(false, None, None)
}

#[test]
fn a_change_of_bounds_says_whether_values_may_fail() {
    assert_changes([
        (
            number(false, Some("1"), None),
            number(false, Some("1.0"), None),
            "",
        ),
        (
            open(),
            number(false, Some("1"), None),
            "! “Size” must now be at least 1",
        ),
        (
            number(false, None, Some("9")),
            number(false, None, Some("5")),
            "! “Size” must now be at most 5 instead of 9",
        ),
        (
            number(false, None, Some("9")),
            number(false, None, Some("10")),
            "  “Size” must now be at most 10 instead of 9",
        ),
        (
            number(false, None, Some("9")),
            open(),
            "  “Size” no longer has to be at most 9",
        ),
        (
            open(),
            number(true, None, None),
            "! “Size” now takes whole numbers only",
        ),
        (
            number(true, None, None),
            open(),
            "  “Size” now takes decimals",
        ),
    ]);
}

#[test]
fn a_change_of_options_or_length_says_whether_values_may_fail() {
    assert_changes([
        (choice(&["a", "b"]), choice(&["b", "a"]), ""),
        (
            choice(&["a"]),
            choice(&["a", "b"]),
            "  “Size” has the new option “b”",
        ),
        (
            choice(&["a", "b"]),
            choice(&["a"]),
            "! “Size” no longer has the option “b”",
        ),
        (
            choice(&["a"]),
            choice(&["b"]),
            "! “Size” no longer has the option “a”, and has the new option “b”",
        ),
        (
            text(None),
            text(Some(5)),
            "! “Size” now takes at most 5 characters",
        ),
        (
            text(Some(5)),
            text(Some(9)),
            "  “Size” now takes at most 9 characters",
        ),
        (
            text(Some(5)),
            text(None),
            "  “Size” now takes text of any length",
        ),
    ]);
}

#[test]
fn a_change_of_kind_says_whether_values_may_fail() {
    assert_changes([
        (
            open(),
            text(None),
            "  “Size” now takes text instead of a number",
        ),
        (
            text(None),
            open(),
            "! “Size” now takes a number instead of text",
        ),
        (
            field(FieldKind::Image),
            file(None),
            "  “Size” now takes a file instead of an image",
        ),
        (
            file(None),
            field(FieldKind::Image),
            "! “Size” now takes an image instead of a file",
        ),
        (
            file(Some(".glb")),
            file(Some(".obj")),
            "! “Size” now accepts .obj instead of .glb",
        ),
        (
            file(Some(".glb")),
            file(None),
            "  “Size” now accepts */* instead of .glb",
        ),
    ]);
}

#[test]
fn a_slider_that_replaces_a_number_breaks_only_if_narrower() {
    let slider = |field: Field| match field.kind {
        FieldKind::Number(bounds) => Field {
            kind: FieldKind::Slider(bounds),
            ..field
        },
        _ => field,
    };
    let wide = number(true, Some("0"), Some("9"));
    assert_eq!(
        messages(&wide, &slider(wide.clone())),
        ["  “Size” is now a slider instead of a whole number"]
    );
    let narrow = slider(number(true, Some("1"), Some("9")));
    assert!(messages(&wide, &narrow)[0].starts_with('!'));
}
