//! Webhooks call only addresses that are public or were opened.

use serde_json::{Value, json};
use service::{Options, WebhookNetworks};

use super::program::{command, flowdeck};
use crate::common::receiver::Receiver;
use crate::common::webhooks::{add, call, call_with, deliveries, local, run, run_with, service};
use crate::common::{KEY, TestServer, eventually};

/// Webhooks may call receivers in 10.0.0.0/8, which no receiver under test is.
fn elsewhere(mut options: Options) -> Options {
    options = local(options);
    options.webhooks.networks = WebhookNetworks::new(vec!["10.0.0.0/8".parse().unwrap()]);
    options
}

#[tokio::test]
async fn an_address_that_is_not_public_is_refused_in_every_spelling() {
    let server = TestServer::with(1, |options| options).await;
    call(&server, "POST", "/secret", Value::Null).await;
    for url in [
        "http://127.0.0.1:8787/",
        "http://2130706433/",
        "http://0x7f.1",
        "http://0177.0.0.1",
        "http://127.1",
        "http://１２７.0.0.1",
        "http://[::1]",
        "http://[::ffff:127.0.0.1]",
        "http://[::ffff:7f00:1]",
        "http://[64:ff9b::7f00:1]",
        "http://[2002:7f00:1::]",
        "http://0.0.0.0",
        "http://[::]",
        "http://10.0.0.7",
        "http://172.16.0.1",
        "http://192.168.1.1",
        "http://100.64.0.1",
        "http://169.254.169.254/latest/meta-data",
        "http://[fd00:ec2::254]",
        "http://[fc00::1]",
        "http://[fe80::1]",
        "http://224.0.0.1",
        "http://255.255.255.255",
        "http://localhost:8787",
    ] {
        let (status, answer) = call_with(&server, KEY, "POST", "", json!({ "url": url })).await;
        assert_eq!(status, 422, "{url}: {answer}");
        let why = answer["detail"][0]["msg"].as_str().unwrap();
        assert!(why.contains("--webhook-allow "), "{why}");
        let (status, answer) = run_with(&server, KEY, url).await;
        assert_eq!(status, 422, "{url}: {answer}");
        let (status, _) = call_with(&server, KEY, "POST", "/test", json!({ "url": url })).await;
        assert_eq!(status, 422, "{url}");
    }
    let list = call(&server, "GET", "", Value::Null).await;
    assert_eq!(list["webhooks"], json!([]));
    let runs = server.get("/api/v1/runs").await;
    assert_eq!(runs["data"]["count"], 0);
}

#[tokio::test]
async fn an_address_is_checked_again_at_every_delivery() {
    for by_name in [false, true] {
        let (mut server, receiver) = (service().await, Receiver::start().await);
        let url = match by_name {
            true => receiver.url("/").replace("127.0.0.1", "localhost"),
            false => receiver.url("/"),
        };
        add(&server, &url, &["run.completed"]).await;
        run(&server).await;
        receiver.called(1).await;
        server.options = elsewhere;
        let addresses = server.addresses.clone();
        server.restart(&addresses).await;
        run(&server).await;
        let is_refused = async || {
            let pending = deliveries(&server, "pending").await;
            let reason = pending.first()?["reason"].as_str()?.to_owned();
            Some(reason)
        };
        let why = eventually("the delivery is refused", is_refused).await;
        assert!(
            why.contains("a loopback address, which is not allowed for webhooks"),
            "{why}"
        );
        assert!(!by_name || !why.contains("127.0.0.1"), "{why}");
        assert_eq!(receiver.calls().len(), 1);
    }
}

#[tokio::test]
async fn a_proxy_of_the_environment_is_not_used() {
    let folder = super::program::folder();
    let folder = folder.path();
    let (receiver, proxy) = (Receiver::start().await, Receiver::start().await);
    let mut command = command(folder, "127.0.0.1:0", &["--webhook-allow", "127.0.0.0/8"]);
    command
        .env("http_proxy", proxy.origin())
        .env("HTTP_PROXY", proxy.origin());
    let mut program = super::program::Program(command.spawn().unwrap());
    let url = program.link().trim_end_matches('/').to_owned();
    let webhooks = async |arguments: &[&str]| {
        let arguments = [&["webhooks"], arguments, &["--url", &url]].concat();
        flowdeck(folder, &arguments, Some("se cret/1")).await
    };
    let (succeeded, text) = webhooks(&["secret"]).await;
    assert!(succeeded, "{text}");
    let (succeeded, text) = webhooks(&["test", &receiver.url("/")]).await;
    assert!(succeeded && text.contains("answered 204"), "{text}");
    assert_eq!((receiver.calls().len(), proxy.calls().len()), (1, 0));
}
