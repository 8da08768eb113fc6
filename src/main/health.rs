//! `flowdeck health`: whether a running service answers, for supervisors without an HTTP client, such as Docker.

use std::time::Duration;

use client_native::{Client, Failure};
use reqwest::header::HeaderMap;
use tokio::time::timeout;

use super::arguments::DeploymentAddress;
use super::connection::client;
use super::{call_failure, print};

/// What a service answers that is alive.
const ANSWER: &[u8] = b"ok";

/// How long the service may take.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Asks the service once.
///
/// # Errors
/// When it does not answer as a healthy service does.
pub(crate) async fn run(address: DeploymentAddress) -> Result<(), String> {
    let url = &address.url;
    let failed = |why: &str| format!("checking the service {url}: {why}");
    let client = client(&address, "")?;
    match timeout(TIMEOUT, answer(&client)).await {
        Ok(Ok(body)) if body.trim_ascii_end() == ANSWER => {
            print(&format!("{url} is healthy"));
            Ok(())
        }
        Ok(Ok(_)) => Err(failed("it is not a flowdeck service; check --url")),
        Ok(Err(failure)) => Err(failed(&call_failure::reason(&failure))),
        Err(_) => Err(failed(&format!(
            "it has not answered within {} s; restart it",
            TIMEOUT.as_secs()
        ))),
    }
}

/// The start of the answer, which needs neither a key nor the store nor an engine.
async fn answer(client: &Client) -> Result<Vec<u8>, Failure> {
    let call = client.call(&api::LIVE, "", "")?;
    let mut stream = client.open(&call, HeaderMap::new()).await?;
    let mut body = Vec::new();
    while body.len() <= ANSWER.len()
        && let Some(more) = stream.next().await?
    {
        body.extend_from_slice(&more);
    }
    Ok(body)
}
