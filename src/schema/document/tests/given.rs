use super::*;

#[test]
fn a_schema_that_was_given_out_is_taken_back() {
    let schema = InputSchema {
        fields: vec![Field::new("title", FieldKind::Image)],
        outputs: Vec::new(),
    };
    assert_eq!(given(&json!(schema).to_string()), Ok(schema));
}

#[test]
fn what_is_no_schema_is_told_of_in_words_of_its_caller() {
    let reading = json!({"schema": {"fields": [], "outputs": []}, "problems": [], "schemas": []});
    for (value, why) in [
        (json!(null), "it is null or undefined"),
        (json!(7), "it is no object"),
        (json!([]), "it is no object"),
        (reading, "it is an object with a `schema` in it"),
        (json!({}), "it has no list `fields`"),
        (json!({"fields": []}), "it has no list `outputs`"),
        (
            json!({"fields": [{"name": "a", "kind": "numbr"}], "outputs": []}),
            "item 1 of its `fields` “a” is not as inputSchema gives them",
        ),
        (
            json!({"fields": [], "outputs": [7]}),
            "item 1 of its `outputs` is not as inputSchema gives them",
        ),
    ] {
        let expected = format!("{why}; give the `schema` of what inputSchema gave");
        assert_eq!(given(&value.to_string()), Err(expected));
    }
}
