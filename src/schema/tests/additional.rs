use super::*;

fn errors(additional: &[(&str, FieldKind)], values: &[(&str, FieldValue)]) -> Vec<String> {
    let schema = InputSchema {
        fields: vec![Field::new("title", FieldKind::Boolean)],
        outputs: Vec::new(),
    };
    let additional: Vec<_> = additional
        .iter()
        .map(|(name, kind)| Additional {
            name: (*name).to_owned(),
            kind: kind.clone(),
        })
        .collect();
    let values: Vec<_> = values
        .iter()
        .map(|(name, value)| ((*name).to_owned(), value.clone()))
        .collect();
    let errors = check_with(&schema, &additional, &values).into_iter();
    errors
        .map(|error| format!("{} {}", error.field, error.kind))
        .collect()
}

#[test]
fn an_additional_field_is_checked_by_its_own_kind() {
    let number = FieldKind::Number(Bounds::default());
    let more = [("seed", number), ("mask", FieldKind::Image)];
    assert_eq!(errors(&more, &[("seed", text("7"))]), [""; 0]);
    assert_eq!(
        errors(&more, &[("seed", text("x")), ("mask", text("y"))]),
        ["seed float_parsing", "mask file_type"]
    );
}

#[test]
fn an_undeclared_value_passes() {
    assert_eq!(errors(&[], &[("anything", text("x"))]), [""; 0]);
}

#[test]
fn an_additional_field_needs_a_unique_name() {
    let more = [
        ("title", FieldKind::Image),
        (" ", FieldKind::Image),
        ("a", FieldKind::Image),
        ("a", FieldKind::Image),
    ];
    assert_eq!(
        errors(&more, &[("title", text("true"))]),
        ["title name_taken", "  missing", "a name_taken"]
    );
}
