//! `/openapi.json` against the one of an earlier version, which is kept in `kept_document.json`: what generators make of
//! it goes on working. Wording, order and what is shared may change; operations and members may be added.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::common::TestServer;

const KEPT: &str = include_str!("kept_document.json");

/// What people read, and what depends on where the service runs.
const WORDING: [&str; 4] = ["description", "summary", "example", "examples"];
const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];

/// What a generator makes code of: the operations with their parameters and responses, and the schemas.
fn contract(document: &Value) -> Value {
    let paths = document["paths"].as_object().unwrap();
    let paths: Map<String, Value> = paths
        .iter()
        .map(|(path, item)| (path.clone(), path_item(document, item)))
        .collect();
    let components = &document["components"];
    json!({
        "paths": paths,
        "schemas": without_wording(&components["schemas"], true),
        "securitySchemes": components["securitySchemes"],
    })
}

fn path_item(document: &Value, item: &Value) -> Value {
    let shared = item["parameters"].as_array().into_iter().flatten();
    let shared: Vec<&Value> = shared.collect();
    let methods = METHODS.into_iter().filter_map(|method| {
        let operation = item.get(method)?;
        let mut found = without_wording(operation, false);
        let own = operation["parameters"].as_array().into_iter().flatten();
        let parameters = own.chain(shared.iter().copied()).map(|parameter| {
            let parameter = resolved(document, parameter);
            let mut found = without_wording(parameter, false);
            found["required"] = (parameter["required"] == true).into();
            (format!("{} {}", found["in"], found["name"]), found)
        });
        found["parameters"] = Value::Object(parameters.collect());
        for response in found["responses"].as_object_mut().unwrap().values_mut() {
            *response = without_wording(resolved(document, response), false);
        }
        Some((method.to_owned(), found))
    });
    Value::Object(methods.collect())
}

/// What a reference leads to, or the value itself. References to schemas stay: generators name classes after them.
fn resolved<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    match value["$ref"].as_str() {
        Some(reference) => document.pointer(&reference[1..]).unwrap(),
        None => value,
    }
}

/// A copy with sorted lists of required members. `has_names` if its members are names rather than keywords.
fn without_wording(value: &Value, has_names: bool) -> Value {
    match value {
        Value::Object(members) => {
            let kept = members
                .iter()
                .filter(|(name, _)| has_names || !WORDING.contains(&name.as_str()));
            let kept = kept.map(|(name, value)| match (name.as_str(), value.as_array()) {
                ("required", Some(list)) if !has_names => {
                    let sorted: BTreeSet<_> = list.iter().map(Value::to_string).collect();
                    (name.clone(), json!(sorted))
                }
                _ => {
                    let names_follow = !has_names && name == "properties";
                    (name.clone(), without_wording(value, names_follow))
                }
            });
            Value::Object(kept.collect())
        }
        Value::Array(list) => list
            .iter()
            .map(|value| without_wording(value, false))
            .collect(),
        other => other.clone(),
    }
}

/// The differences that break a generated client.
fn breaks(kept: &Value, now: &Value, place: &str, found: &mut Vec<String>) {
    let (Value::Object(kept), Value::Object(now)) = (kept, now) else {
        if kept != now {
            found.push(format!("{place} was {kept} and is {now}"));
        }
        return;
    };
    for (name, kept) in kept {
        let place = format!("{place} › {name}");
        match now.get(name) {
            Some(now) => breaks(kept, now, &place, found),
            None => found.push(format!("{place} is missing")),
        }
    }
    let added = now.iter().filter(|(name, _)| !kept.contains_key(*name));
    for (name, value) in added.filter(|(_, value)| !may_be_added(place, value)) {
        found.push(format!("{place} › {name} is new: {value}"));
    }
}

/// Operations, optional parameters, schemas and members of objects may be added.
fn may_be_added(place: &str, value: &Value) -> bool {
    let steps: Vec<&str> = place.split(" › ").skip(1).collect();
    match steps.as_slice() {
        ["paths" | "schemas"] | ["paths", _] => true,
        ["paths", _, _, "parameters"] => value["required"] == false,
        steps => steps.last() == Some(&"properties"),
    }
}

#[tokio::test]
async fn clients_of_an_earlier_document_find_what_they_know() {
    let server = TestServer::start().await;
    let kept: Value = serde_json::from_str(KEPT).unwrap();
    let mut found = Vec::new();
    let now = server.get("/openapi.json").await;
    breaks(&contract(&kept), &contract(&now), "document", &mut found);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn what_breaks_a_client_is_noticed() {
    let kept: Value = serde_json::from_str(KEPT).unwrap();
    let cancel = "/paths/~1api~1v1~1runs~1{run_id}~1cancel/post";
    let changes: [(String, Value); 6] = [
        (format!("{cancel}/operationId"), json!("stop")),
        (format!("{cancel}/responses/409"), Value::Null),
        (format!("{cancel}/parameters"), json!([])),
        (
            "/components/schemas/Run/required".to_owned(),
            json!(["_id"]),
        ),
        (
            "/components/schemas/Run/properties/attempts/type".to_owned(),
            json!("string"),
        ),
        (
            "/components/schemas/Run/properties/error".to_owned(),
            json!({}),
        ),
    ];
    for (place, value) in changes {
        let mut changed = kept.clone();
        let (parent, name) = place.rsplit_once('/').unwrap();
        let parent = changed.pointer_mut(parent).unwrap();
        match value {
            Value::Null => drop(parent.as_object_mut().unwrap().remove(name)),
            value => parent[name] = value,
        }
        let mut found = Vec::new();
        breaks(
            &contract(&kept),
            &contract(&changed),
            "document",
            &mut found,
        );
        assert!(!found.is_empty(), "{place}");
    }
}
