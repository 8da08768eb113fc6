use super::*;

fn ids(document: &Value) -> Vec<Option<String>> {
    let (schemas, problems) = read(document);
    assert_eq!(messages(&problems), [""; 0]);
    schemas.into_iter().map(|(id, _)| id).collect()
}

fn some(ids: &[&str]) -> Vec<Option<String>> {
    ids.iter().map(|id| Some((*id).to_owned())).collect()
}

fn form(name: &str) -> Value {
    json!({ "type": "object", "properties": { name: { "type": "string" } } })
}

#[test]
fn one_body_without_a_name_is_one_workflow_without_an_id() {
    assert_eq!(ids(&with_body(form("a"), json!({}))), [None]);
}

#[test]
fn alternatives_are_workflows_with_their_names() {
    let cases = [
        json!({"x-workflow-id": "poster", "title": "Other", "properties": {"a": {}}}),
        json!({"title": "Other", "properties": {"a": {}, "workflow_id": {"const": "poster"}}}),
        json!({"properties": {"a": {}, "workflow_id": {"enum": ["poster"]}}}),
        json!({"title": "poster", "properties": {"a": {}}}),
        json!({"$ref": "#/components/schemas/poster"}),
        json!({"$ref": "#/components/schemas/mapped"}),
    ];
    for case in cases {
        let mapping = json!({"poster": "#/components/schemas/mapped"});
        let discriminator = json!({"propertyName": "workflow_id", "mapping": mapping});
        let body = json!({"oneOf": [case, {"x-workflow-id": "b", "properties": {"b": {}}}],
                          "discriminator": discriminator});
        let mut document = with_body(body, json!({}));
        document["components"] = json!({"schemas": {"poster": form("a"), "mapped": form("a")}});
        assert_eq!(ids(&document), some(&["poster", "b"]), "{case}");
        let (schemas, _) = read(&document);
        let fields: Vec<_> = schemas[0]
            .1
            .fields
            .iter()
            .map(|field| &field.name)
            .collect();
        assert_eq!(fields, ["a"], "{case}");
    }
}

#[test]
fn fields_that_are_files_everywhere_are_also_beside_the_alternatives() {
    let schema = |fields: &[Field]| InputSchema {
        fields: fields.to_vec(),
        outputs: Vec::new(),
    };
    let (photo, text) = (
        Field::new("photo", FieldKind::Image),
        Field::new("x", text(false, None)),
    );
    let mixed = Field::new("x", FieldKind::Image);
    let workflows = [
        ("a", schema(&[photo.clone(), text])),
        ("b", schema(&[mixed])),
        ("c", schema(&[photo])),
    ];
    let workflows = workflows.map(|(id, schema)| (id.to_owned(), id.to_owned(), schema));
    let written = document(&workflows, "/");
    let body = &written["paths"]["/api/v1/runs"]["post"]["requestBody"]["content"];
    let file = json!({ "type": "string", "format": "binary" });
    let properties = &body["multipart/form-data"]["schema"]["properties"];
    assert_eq!(properties, &json!({ "photo": file }), "x is a text, too");
    let (read, _) = read(&written);
    for ((_, read), (.., written)) in read.iter().zip(&workflows) {
        assert_eq!(read, written);
    }
}

#[test]
fn a_field_named_like_the_parameter_is_kept_if_the_id_differs() {
    let field = |options: &[&str]| Field::new("workflow_id", choice(options));
    let schema = |options: &[&str]| InputSchema {
        fields: vec![field(options), Field::new("a", FieldKind::Image)],
        outputs: Vec::new(),
    };
    let workflows = [("a", schema(&["x"])), ("b", schema(&["x", "y"]))];
    let workflows = workflows.map(|(id, schema)| (id.to_owned(), id.to_owned(), schema));
    let (read, _) = read(&document(&workflows, "/"));
    let expected = workflows.map(|(id, _, schema)| (Some(id), schema));
    assert_eq!(read, expected);
}

#[test]
fn keywords_next_to_alternatives_apply_to_each() {
    let body = json!({
        "properties": {"seed": {"type": "integer"}},
        "required": ["seed"],
        "anyOf": [{"title": "a", "properties": {"x": {}}}, {"title": "b", "properties": {"y": {}}}],
    });
    let (schemas, _) = read(&with_body(body, json!({})));
    let names = |index: usize| -> Vec<_> {
        let fields = schemas[index].1.fields.iter();
        fields
            .map(|field| (field.name.as_str(), field.required))
            .collect()
    };
    assert_eq!(names(0), [("seed", true), ("x", false)]);
    assert_eq!(names(1), [("seed", true), ("y", false)]);
}

#[test]
fn alternatives_of_required_fields_are_not_workflows() {
    let body = json!({"properties": {"a": {}, "b": {}}, "anyOf": [{"required": ["a"]}, {"required": ["b"]}]});
    assert_eq!(ids(&with_body(body, json!({}))), [None]);
}

#[test]
fn the_query_parameter_names_workflows_that_share_a_body() {
    let mut document = with_body(form("a"), json!({}));
    document["components"] = json!({"parameters": {"id": {"in": "query", "name": "workflow_id", "schema": {"enum": ["a", "b"]}}}});
    document["paths"]["/api/v1/runs"]["parameters"] =
        json!([{"$ref": "#/components/parameters/id"}]);
    assert_eq!(ids(&document), some(&["a", "b"]));
}

#[test]
fn a_path_may_name_the_workflow() {
    let post = with_body(form("a"), json!({}))["paths"]["/api/v1/runs"].clone();
    let paths = json!({
        "/api/v1/runs?workflow_id=my%20poster": post,
        "/api/v1/runs#workflow_id=b": post,
        "/api/v1/runs/{run_id}/cancel": post,
        "/deck/runs": post,
    });
    assert_eq!(ids(&json!({ "paths": paths })), some(&["my poster", "b"]));
}

#[test]
fn the_operation_is_found_below_a_prefix_and_by_its_name() {
    let item = with_body(form("a"), json!({}))["paths"]["/api/v1/runs"].clone();
    assert_eq!(ids(&json!({"paths": {"/v2/runs/": item}})), [None]);
    let mut named = item;
    named["post"]["operationId"] = json!("execute_workflow_api_v1_runs_post");
    assert_eq!(ids(&json!({"paths": {"/start": named}})), [None]);
}

#[test]
fn a_document_without_the_operation_gets_advice() {
    let item = with_body(form("a"), json!({}))["paths"]["/api/v1/runs"].clone();
    for document in [
        json!({}),
        json!({"paths": {"/pets": item}}),
        json!({"paths": []}),
    ] {
        let (schemas, problems) = read(&document);
        assert!(schemas.is_empty());
        assert!(
            problems[0].message.contains("/openapi.json"),
            "{problems:?}"
        );
    }
}

#[test]
fn a_duplicate_workflow_id_is_a_problem() {
    let one = json!({"title": "a", "properties": {"x": {}}});
    let (schemas, problems) = read(&with_body(json!({"oneOf": [one, one]}), json!({})));
    assert_eq!(schemas.len(), 1);
    assert!(
        problems[0].message.contains("two workflows “a”"),
        "{problems:?}"
    );
}

#[test]
fn a_body_without_fields_gets_advice() {
    let (schemas, problems) = read(&with_body(json!({"additionalProperties": true}), json!({})));
    assert_eq!(schemas.len(), 1);
    assert!(
        problems[0].message.contains("open the workflow file"),
        "{problems:?}"
    );
}

#[test]
fn a_document_that_refers_to_itself_reads_in_finite_time() {
    let doubled = |next: usize| {
        let reference = json!({"$ref": format!("#/components/schemas/S{next}")});
        json!({"anyOf": [reference, reference], "allOf": [reference, reference]})
    };
    let schemas: serde_json::Map<_, _> = (0..60)
        .map(|index| (format!("S{index}"), doubled((index + 1) % 60)))
        .collect();
    let body =
        json!({"properties": {"a": {"$ref": "#/components/schemas/S0"}, "b": {"$ref": "#"}}});
    let mut document = with_body(body, json!({}));
    document["components"] = json!({ "schemas": schemas });
    document["$ref"] = json!("#");
    let (schemas, _) = read(&document);
    assert!(schemas.len() == 1);
}

#[test]
fn many_workflows_that_share_a_large_body_stay_within_budget() {
    let properties: serde_json::Map<_, _> = (0..50_000)
        .map(|index| (format!("f{index}"), json!({})))
        .collect();
    let ids: Vec<String> = (0..50_000).map(|index| index.to_string()).collect();
    let mut document = with_body(json!({ "properties": properties }), json!({}));
    document["paths"]["/api/v1/runs"]["parameters"] =
        json!([{"in": "query", "name": "workflow_id", "schema": {"enum": ids}}]);
    let (schemas, problems) = read(&document);
    assert_eq!(schemas.len(), 50_000);
    assert!(problems[0].message.contains("too large"), "{problems:?}");
}

#[test]
fn a_large_list_that_many_fields_refer_to_stays_within_budget() {
    let options: Vec<String> = (0..50_000).map(|index| format!("option {index}")).collect();
    let property = json!({"$ref": "#/components/schemas/Great"});
    let properties: serde_json::Map<_, _> = (0..5_000)
        .map(|index| (format!("f{index}"), property.clone()))
        .collect();
    let mut document = with_body(json!({ "properties": properties }), json!({}));
    document["components"] = json!({"schemas": {"Great": {"enum": options}}});
    let (_, problems) = read(&document);
    assert!(
        problems
            .iter()
            .any(|problem| problem.message.contains("too large")),
        "{problems:?}"
    );
}
