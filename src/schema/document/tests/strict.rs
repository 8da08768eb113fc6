use super::*;

#[test]
fn a_returned_schema_reads_back() {
    let schema = InputSchema {
        fields: vec![Field::new("title", FieldKind::Image)],
        outputs: Vec::new(),
    };
    assert_eq!(read_strict(&json!(schema).to_string()), Ok(schema));
}

#[test]
fn a_value_that_is_not_a_schema_is_explained_to_the_caller() {
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
        assert_eq!(read_strict(&value.to_string()), Err(expected));
    }
}
