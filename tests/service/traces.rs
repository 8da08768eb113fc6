//! The ids of requests, and the trace of a caller from the submission of a run to its webhooks.

use reqwest::multipart::Form;
use serde_json::json;

use crate::common::receiver::Receiver;
use crate::common::webhooks::{add, service};
use crate::common::{TestServer, json as body_of, no_inputs};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

/// Submits a run with this header. Returns its id.
async fn submit(server: &TestServer, traceparent: &str, form: Form) -> String {
    let request = server.request("POST", "/api/v1/runs?workflow_id=short");
    let request = request.header("traceparent", traceparent).multipart(form);
    let answer = body_of(request.send().await.unwrap()).await;
    answer["data"][0]["run_id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn webhooks_continue_the_trace_of_the_submission() {
    let (server, receiver) = (service().await, Receiver::start().await);
    add(
        &server,
        &receiver.url("/"),
        &["run.started", "run.completed"],
    )
    .await;
    submit(&server, PARENT, no_inputs()).await;
    let calls = receiver.called(2).await;
    let parents: Vec<&str> = calls
        .iter()
        .map(|call| call.header("traceparent"))
        .collect();
    for parent in &parents {
        assert!(
            parent.starts_with(&format!("00-{TRACE}-")) && parent.ends_with("-01"),
            "{parent}"
        );
        assert!(
            !parent.contains("00f067aa0ba902b7"),
            "each attempt is a span of its own"
        );
    }
    assert_ne!(parents[0], parents[1]);
}

#[tokio::test]
async fn without_a_valid_trace_webhooks_have_none() {
    let (server, receiver) = (service().await, Receiver::start().await);
    add(&server, &receiver.url("/"), &["run.completed"]).await;
    for traceparent in ["00-damaged", &PARENT.replacen("00-", "ff-", 1)] {
        submit(&server, traceparent, no_inputs()).await;
    }
    for call in receiver.called(2).await {
        assert!(!call.headers.contains_key("traceparent"), "{call:?}");
    }
}

#[tokio::test]
async fn a_run_that_waits_keeps_its_trace_across_restarts() {
    let (mut server, receiver) = (service().await, Receiver::start().await);
    add(
        &server,
        &receiver.url("/"),
        &["run.cancelled", "run.completed"],
    )
    .await;
    let drain = json!({ "comfy_uri": server.addresses[0] });
    let drained = server
        .request("POST", "/api/v1/comfy/engines/drain")
        .json(&drain);
    assert_eq!(drained.send().await.unwrap().status(), 200);
    let run = submit(&server, PARENT, no_inputs()).await;
    server.restart(&server.addresses.clone()).await;
    // A run that is repeated belongs to the trace of its own request.
    let again = server.request("POST", &format!("/api/v1/runs/{run}/regenerate"));
    let other = PARENT.replace(TRACE, "0123456789abcdef0123456789abcdef");
    let again = again.header("traceparent", other).send().await.unwrap();
    let again = body_of(again).await["data"][0]["run_id"].clone();
    for run in [run.as_str(), again.as_str().unwrap()] {
        let cancel = format!("/api/v1/runs/{run}/cancel");
        assert_eq!(
            server
                .request("POST", &cancel)
                .send()
                .await
                .unwrap()
                .status(),
            200
        );
    }
    let calls = receiver.called(2).await;
    let trace_of = |id: &str| {
        let call = calls.iter().find(|call| call.event().1 == id).unwrap();
        call.header("traceparent")[3..35].to_owned()
    };
    assert_eq!(trace_of(&run), TRACE);
    assert_eq!(
        trace_of(again.as_str().unwrap()),
        "0123456789abcdef0123456789abcdef"
    );
}

#[tokio::test]
async fn answers_name_the_request() {
    let server = TestServer::with(0, |options| options).await;
    let id = async |chosen: Option<&str>| {
        let request = server.client.get(format!("{}/healthz", server.url));
        let request = match chosen {
            Some(id) => request.header("X-Request-Id", id),
            None => request,
        };
        let response = request.send().await.unwrap();
        response.headers()["x-request-id"]
            .to_str()
            .unwrap()
            .to_owned()
    };
    assert_eq!(id(Some("from-proxy.7")).await, "from-proxy.7");
    assert_eq!(id(Some("not plain")).await.len(), 32);
    assert_ne!(id(None).await, id(None).await);
}
