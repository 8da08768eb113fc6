use std::sync::{Arc, Mutex};

use reqwest::Url;

use super::super::client::EngineClient;
use super::super::headers::EngineHeaders;
use super::super::limits::EngineLimits;
use super::*;
use networks::ContactError;
use networks::stand_ins::{Names, server};

/// The names that the service may look up.
const NAMES: [&str; 2] = ["engine.test", "169.254.169.254x"];

fn url(text: &str) -> Url {
    text.parse().unwrap()
}

fn looking_up(networks: EngineNetworks, names: Arc<Names>) -> Guard {
    Guard::looking_up(EngineRules::new(networks, false), names)
}

async fn refusal(guard: &Guard, address: &str) -> Option<String> {
    let allowed = guard.ensure_allowed(&url(address)).await;
    allowed.err().map(|refused| refused.to_string())
}

#[tokio::test]
async fn every_spelling_of_an_address_is_refused() {
    let guard = EngineRules::guard(EngineNetworks::default(), false);
    for address in [
        "http://169.254.169.254",
        "http://169.254.169.254.:8188/comfy",
        "http://2852039166",
        "http://0xa9fea9fe",
        "http://0xa9.254.0251.0376",
        "http://169.16689662",
        "http://[::ffff:169.254.169.254]:80",
        "http://[::ffff:a9fe:a9fe]",
        "http://[fe80::1]",
        "http://１６９.254.169.254",
        "http://0.0.0.0:8188",
        "http://0",
        "http://[::]",
    ] {
        assert!(refusal(&guard, address).await.is_some(), "{address}");
        let url = url(address);
        guard.check_literal(&url).unwrap_err();
    }
    for address in ["http://127.0.0.1:8188", "http://[::1]", "http://0x7f.1"] {
        assert_eq!(refusal(&guard, address).await, None, "{address}");
        guard.check_literal(&url(address)).unwrap();
    }
    guard.rules().set_own(true);
    assert_eq!(refusal(&guard, "http://0.0.0.0:8188").await, None);
    assert!(refusal(&guard, "http://169.254.1.1").await.is_some());
}

#[tokio::test]
async fn only_the_allowed_addresses_of_a_name_are_used() {
    let names = Arc::new(Names::of(&NAMES));
    let guard = looking_up(EngineNetworks::default(), names.clone());
    let address = url("http://engine.test:8188");
    names.lead_to(&["169.254.169.254", "10.0.0.7", "fe80::1"]);
    let addresses = guard.addresses(&address).await.unwrap();
    assert_eq!(addresses, ["10.0.0.7:8188".parse().unwrap()]);
    names.lead_to(&["fe80::1", "169.254.169.254"]);
    let why = guard.addresses(&address).await.unwrap_err().to_string();
    assert!(why.starts_with("engine.test leads to fe80::1: "), "{why}");
    // A name that is not known yet may be added.
    names.lead_to(&[]);
    assert_eq!(refusal(&guard, "http://engine.test").await, None);
}

/// The port of an engine that answers every request, and how many connections it has had.
async fn engine() -> (u16, Arc<Mutex<usize>>) {
    server("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}").await
}

#[tokio::test]
async fn a_name_that_leads_elsewhere_later_is_refused_then() {
    let (port, connections) = engine().await;
    let names = Arc::new(Names::of(&NAMES));
    names.lead_to(&["127.0.0.1"]);
    let guard = looking_up(EngineNetworks::default(), names.clone());
    let address = format!("http://engine.test:{port}");
    let headers = EngineHeaders::default();
    let client = EngineClient::new(&address, headers, EngineLimits::default(), guard).unwrap();
    client.max_upload().await.unwrap();
    drop(client.connect().await.unwrap());
    let before = *connections.lock().unwrap();

    names.lead_to(&["0.0.0.0"]);
    let why = client.max_upload().await.unwrap_err().to_string();
    assert!(why.contains("engine.test leads to 0.0.0.0"), "{why}");
    let why = client.connect().await.unwrap_err();
    assert!(matches!(why, ContactError::Refused(_)), "{why}");
    let why = client
        .prompt(serde_json::json!({}), "a", "b", serde_json::Map::new())
        .await;
    let why = format!("{:?}", why.unwrap_err());
    assert!(why.starts_with("Unreachable"), "{why}");
    assert_eq!(*connections.lock().unwrap(), before);

    names.lead_to(&["127.0.0.1"]);
    client.max_upload().await.unwrap();
}

#[tokio::test]
async fn no_request_is_sent_to_an_address_that_is_refused() {
    let (port, connections) = engine().await;
    let address = format!("http://0.0.0.0:{port}");
    let guard = EngineRules::guard(EngineNetworks::default(), false);
    let headers = EngineHeaders::default();
    let client = EngineClient::new(&address, headers, EngineLimits::default(), guard).unwrap();
    let why = client.max_upload().await.unwrap_err().to_string();
    assert!(why.contains("--engine-allow 0.0.0.0/32"), "{why}");
    client.delete("a").await.unwrap_err();
    client.connect().await.unwrap_err();
    assert_eq!(*connections.lock().unwrap(), 0);
    client.set_own(true);
    client.max_upload().await.unwrap();
}
