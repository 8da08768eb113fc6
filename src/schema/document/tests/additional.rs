use super::*;
use crate::schema::Additional;

fn refusal(declared: Value) -> String {
    let (fields, mut problems) = additional(&declared);
    assert_eq!((fields, problems.len()), (Vec::new(), 1), "{problems:?}");
    problems.remove(0).message
}

#[test]
fn a_kind_is_a_name_or_what_a_field_of_the_document_has() {
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
fn a_kind_that_there_is_not_is_a_problem_that_names_those_there_are() {
    for kind in [
        json!("numbr"),
        json!({"kind": "numbr"}),
        json!({}),
        json!(7),
        json!(null),
    ] {
        let problem = refusal(json!({ "strength": kind }));
        assert!(
            problem.contains("`strength`") && problem.contains("text, number"),
            "{problem}"
        );
    }
}

#[test]
fn a_bound_that_is_no_number_is_a_problem() {
    let (_, problems) = additional(&json!({"strength": {"kind": "number", "min": "low"}}));
    assert!(
        problems[0].message.contains("`min` is no number"),
        "{problems:?}"
    );
}

#[test]
fn what_is_not_by_name_is_a_problem() {
    for declared in [json!(["a"]), json!("a"), json!(null)] {
        assert!(refusal(declared).contains("by name"));
    }
}
