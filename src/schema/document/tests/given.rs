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
        (json!(7), "it is not an object"),
        (json!([]), "it is not an object"),
        (reading, "it is an object that contains a `schema`"),
        (json!({}), "it has no `fields` list"),
        (json!({"fields": []}), "it has no `outputs` list"),
        (
            json!({"fields": [{"name": "a", "kind": "numbr"}], "outputs": []}),
            "item 1 of its `fields` “a” is not what inputSchema returns",
        ),
        (
            json!({"fields": [], "outputs": [7]}),
            "item 1 of its `outputs` is not what inputSchema returns",
        ),
    ] {
        let expected = format!("{why}; pass the `schema` that inputSchema returned");
        assert_eq!(given(&value.to_string()), Err(expected));
    }
}
