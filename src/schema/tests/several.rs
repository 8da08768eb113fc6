use super::*;

fn photos() -> InputSchema {
    let photos = Field {
        multiple: true,
        required: true,
        ..Field::new("photos", FieldKind::Image)
    };
    InputSchema {
        fields: vec![photos, Field::new("title_0", number())],
        outputs: Vec::new(),
    }
}

fn number() -> FieldKind {
    FieldKind::Number(Bounds::default())
}

fn png() -> FieldValue {
    file("a.png", "image/png", 1)
}

fn kinds(values: &[(&str, FieldValue)]) -> Vec<(String, String)> {
    let values: Vec<_> = values
        .iter()
        .map(|(name, value)| ((*name).to_owned(), value.clone()))
        .collect();
    let errors = check(&photos(), &values).into_iter();
    errors.map(|error| (error.kind, error.msg)).collect()
}

#[test]
fn several_files_use_one_name_or_numbered_names() {
    assert_eq!(kinds(&[("photos", png()), ("photos", png())]), []);
    assert_eq!(kinds(&[("photos_0", png()), ("photos_1", png())]), []);
    assert_eq!(kinds(&[])[0].0, "missing");
}

#[test]
fn each_of_several_values_is_checked_and_named_by_position() {
    let note = || file("a.txt", "text/plain", 1);
    let errors = kinds(&[("photos", png()), ("photos", note()), ("photos_7", note())]);
    assert_eq!(errors.len(), 2);
    assert_eq!(errors[0].0, "file_type");
    assert!(errors[0].1.starts_with("value 2 of 3: "), "{errors:?}");
    assert!(errors[1].1.starts_with("value 3 of 3: "), "{errors:?}");
}

#[test]
fn a_numbered_name_belongs_to_the_field_with_that_name() {
    let errors = kinds(&[("photos", png()), ("title_0", text("x"))]);
    assert_eq!(errors[0].0, "float_parsing");
}

#[test]
fn a_numbered_name_of_a_single_value_field_is_an_additional_field() {
    let schema = InputSchema {
        fields: vec![Field::new("size", number())],
        outputs: Vec::new(),
    };
    assert_eq!(check(&schema, &[("size_0".into(), text("x"))]), []);
    assert_eq!(schema.taking("size_0"), None);
}

#[test]
fn a_form_part_finds_its_field() {
    let schema = photos();
    let name = |part| schema.taking(part).map(|field| field.name.as_str());
    assert_eq!(name("photos"), Some("photos"));
    assert_eq!(name("photos_12"), Some("photos"));
    assert_eq!(name("photos_x"), None);
    assert_eq!(name("title_0"), Some("title_0"));
}

#[test]
fn very_many_values_and_fields_are_checked_quickly() {
    let fields: Vec<Field> = (0..20_000)
        .map(|place| Field::new(format!("field {place}"), number()))
        .collect();
    let values: Vec<_> = fields
        .iter()
        .map(|field| (field.name.clone(), text("x")))
        .collect();
    let schema = InputSchema {
        fields,
        outputs: Vec::new(),
    };
    assert_eq!(check(&schema, &values).len(), 20_000);
}
