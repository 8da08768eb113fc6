use super::*;
use crate::Additional;

/// Reads declared fields built with serde_json.
fn additional(declared: &Value) -> (Vec<Additional>, Vec<Problem>) {
    let text = declared.to_string();
    crate::document::additional(&Json::read(text.as_bytes(), 8).unwrap())
}

fn refusal(declared: Value) -> String {
    let (fields, mut problems) = additional(&declared);
    assert_eq!((fields, problems.len()), (Vec::new(), 1), "{problems:?}");
    problems.remove(0).message
}

#[test]
fn a_kind_is_a_name_or_an_object_like_a_field() {
    let declared = json!({
        "mask": "image",
        "note": "text",
        "strength": {"kind": "number", "integer": true, "min": 0, "max": "18446744073709551615"},
        "style": {"kind": "choice", "options": ["a", "b"]},
    });
    let note = FieldKind::Text {
        multiline: true,
        max_length: None,
    };
    let strength = FieldKind::Number(Bounds {
        integer: true,
        min: Some("0".to_owned()),
        max: Some("18446744073709551615".to_owned()),
        step: None,
    });
    let style = FieldKind::Choice {
        options: vec!["a".to_owned(), "b".to_owned()],
    };
    let expected = [
        ("mask", FieldKind::Image),
        ("note", note),
        ("strength", strength),
        ("style", style),
    ];
    let expected = expected.map(|(name, kind)| Additional {
        name: name.to_owned(),
        kind,
    });
    assert_eq!(additional(&declared), (expected.to_vec(), Vec::new()));
}

#[test]
fn an_unknown_kind_is_a_problem_that_lists_the_known_ones() {
    for (kind, given) in [
        (json!("numbr"), "“numbr”"),
        (json!({"kind": "numbr"}), "“numbr”"),
        (json!({"kind": "slider", "min": 0, "max": 1}), "“slider”"),
        (json!({"kind": 7}), "7"),
        (json!({}), "{}"),
        (json!(7), "7"),
        (json!(null), "null"),
    ] {
        let expected = format!(
            "additional field `strength`: its kind is {given}; use one of text, number, boolean, \
             choice, image, video, audio, file, or an object that has one of these as its `kind`"
        );
        assert_eq!(refusal(json!({ "strength": kind })), expected);
    }
}

#[test]
fn a_bound_that_is_not_a_number_is_a_problem() {
    let (_, problems) = additional(&json!({"strength": {"kind": "number", "min": "low"}}));
    assert!(
        problems[0].message.contains("`min` is not a number"),
        "{problems:?}"
    );
}

#[test]
fn a_key_that_does_not_apply_to_the_kind_is_a_problem() {
    for (kind, words) in [
        (
            json!({"kind": "number", "maxLength": 7}),
            "its `maxLength` does not apply to the kind “number”, which allows `integer`, `min`, \
             `max`, `step`",
        ),
        (
            json!({"kind": "image", "accept": "image/png"}),
            "its `accept` does not apply to the kind “image”, which allows no other keys",
        ),
        (
            json!({"kind": "number", "min": null}),
            "its `min` is null, which is also how JavaScript writes NaN; give it a value or leave it \
             out",
        ),
        (
            json!({"kind": "text", "maxLength": null}),
            "its `maxLength` is null",
        ),
    ] {
        let problem = refusal(json!({ "strength": kind }));
        assert!(problem.contains(words), "{problem}");
    }
}

#[test]
fn a_file_accepts_media_types_and_extensions() {
    for (accept, fits) in [
        ("image/png", true),
        (".png, image/*", true),
        ("png", false),
        ("image/png,png", false),
        ("", false),
    ] {
        let declared = json!({"a": {"kind": "file", "accept": accept}});
        let (_, problems) = additional(&declared);
        assert_eq!(problems.is_empty(), fits, "{accept} {problems:?}");
    }
}

#[test]
fn a_declaration_that_is_not_an_object_is_a_problem() {
    for declared in [json!(["a"]), json!("a"), json!(null)] {
        assert!(refusal(declared).contains("names and kinds"));
    }
}
