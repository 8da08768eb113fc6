//! Whether each use case asks for what its operation declares: every handler is called without the check of the router.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::Router;
use axum::http::HeaderMap;
use reqwest::{Client, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::*;
use crate::app_state::AppState;
use crate::request_ids::RequestIds;
use crate::routes::answer_memory::AnswerMemory;
use crate::routes::endpoint::{Body, Endpoint};
use crate::tests::served::Served;
use parties::Party;

/// The address of a service that knows who calls, and checks nothing before it calls a handler.
async fn unchecked(served: &Served, caller: Caller) -> String {
    let app = served.app().clone();
    let party = Party {
        id: "caller".into(),
        is_privileged: false,
    };
    let memory = AnswerMemory::default();
    let routes = |submits| endpoints::routes(submits, app.settings.max_upload, &memory);
    let router: Router<Arc<AppState>> = routes(false).merge(routes(true));
    let router = router
        .layer(Extension(caller))
        .layer(Extension(party))
        .layer(Extension(endpoints::ALL))
        .layer(Extension(RequestIds::of(&HeaderMap::new())))
        .with_state(app.clone());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}

/// Something of what an operation cannot do without.
fn sample(schema: &Value) -> Value {
    match schema["type"].as_str() {
        Some("object") => {
            let alternative = &schema["oneOf"][0]["required"];
            let names = [&schema["required"], alternative].into_iter();
            let names = names.filter_map(Value::as_array).flatten();
            let names = names.map(|name| name.as_str().unwrap());
            names
                .map(|name| (name, sample(&schema["properties"][name])))
                .collect()
        }
        Some("array") => json!([]),
        Some("boolean") => json!(true),
        Some("integer" | "number") => json!(1),
        _ => json!("none"),
    }
}

/// A request of an operation for something that does not exist.
fn request(address: &str, endpoint: &Endpoint) -> RequestBuilder {
    let path = endpoint.place.template();
    let parts = path.split('/').map(|part| match part {
        "{page}" => "none.md",
        part if part.starts_with('{') => "none",
        part => part,
    });
    let path = parts.collect::<Vec<_>>().join("/");
    let parameters = (endpoint.parameters)();
    let required = parameters
        .iter()
        .filter(|one| one["in"] == "query" && one["required"] == true);
    let query: Vec<String> = required
        .map(|one| format!("{}=none", one["name"].as_str().unwrap()))
        .collect();
    let method = endpoint.place.method().parse().unwrap();
    let address = format!("{address}{path}?{}", query.join("&"));
    let request = Client::new().request(method, address);
    match endpoint.body {
        Body::Json(schema) | Body::OptionalJson(schema) => request.json(&sample(&schema())),
        Body::Nothing | Body::Form(_) => request,
    }
}

/// The reason of a refusal; `None` for any other answer.
async fn refusal(address: &str, endpoint: &Endpoint) -> Option<Value> {
    let response = request(address, endpoint).send().await.unwrap();
    match response.status() {
        StatusCode::FORBIDDEN => Some(response.json().await.unwrap()),
        // Without its body, since a stream has no end.
        _ => None,
    }
}

#[tokio::test]
async fn every_use_case_refuses_whom_its_operation_refuses_and_nobody_else() {
    let served = Served::start().await;
    let run = served.start_run().await;
    let callers = [
        served.caller("reader", json!({ "may": ["read"] })).await,
        served
            .caller("monitor", json!({ "may": ["metrics"] }))
            .await,
        served
            .caller("limited", json!({ "may": ["read"], "workflows": ["w"] }))
            .await,
        served.holder_of_token(&run).await,
    ];
    let mut refused = BTreeSet::new();
    for caller in callers {
        let address = unchecked(&served, caller.clone()).await;
        for (_, endpoint) in endpoints::ALL.iter() {
            let declared = endpoint.needs.ensure(&caller).err();
            if declared.is_some() {
                refused.insert(endpoint.id);
            }
            let declared = declared.map(|error| ApiError::from(error).body());
            let found = refusal(&address, endpoint).await;
            assert_eq!(
                found, declared,
                "what the use case of {} answers, and what the needs in its row say, with {caller:?}",
                endpoint.id
            );
        }
    }
    let all = endpoints::ALL.iter().map(|(_, endpoint)| endpoint.id);
    assert_eq!(refused, all.collect(), "some operation refuses nobody");
}
