use super::*;

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
