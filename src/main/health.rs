//! `flowdeck health`: whether a running service answers, for supervisors without an HTTP client, such as Docker.

use std::time::Duration;

use super::arguments::DeploymentAddress;
use super::deployment::{client, unreachable};
use super::print;

/// The probe that needs no key. It answers `ok`, and needs neither the store nor an engine.
const PATH: &str = "/healthz";
const ANSWER: &str = "ok";

/// How long the service may take.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Asks the service once.
///
/// # Errors
/// When it does not answer as a healthy service does.
pub(crate) async fn run(address: DeploymentAddress) -> Result<(), String> {
    let url = &address.url;
    let failed = |why: &str| format!("checking the service {url}: {why}");
    let request = client(&address)?.get(format!("{url}{PATH}"));
    let response = request.timeout(TIMEOUT).send().await.map_err(|why| {
        failed(&match why.is_timeout() {
            true => format!(
                "it has not answered within {} s; restart it",
                TIMEOUT.as_secs()
            ),
            false => unreachable(why),
        })
    })?;
    let status = response.status();
    let body = response.text().await.unwrap_or_default();
    match (status.is_success(), body.trim_end()) {
        (true, ANSWER) => {
            print(&format!("{url} is healthy"));
            Ok(())
        }
        (true, _) => Err(failed("it is not a flowdeck service; check --url")),
        (false, _) => Err(failed(&format!("it answered {status}"))),
    }
}
