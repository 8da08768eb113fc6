//! Which hosts a request may name. A page of another site can lead its own name to this machine, and would then share
//! its origin with a service that answers to every name. A service that listens on loopback therefore answers only to
//! names of this machine. One that others reach, directly or through a proxy, cannot know its names.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header;
use axum::http::uri::Authority;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::probes::is_probe;
use crate::api_error::ApiError;
use crate::http_settings::HttpSettings;
use crate::request_body;

/// The hosts that requests may name besides loopback ones, in lower case; `None` if they may name any.
#[derive(Clone)]
pub(super) struct AllowedHosts(Option<Arc<[String]>>);

impl AllowedHosts {
    /// Those of a service that listens at this address.
    pub(super) fn of(settings: &HttpSettings, address: Option<SocketAddr>) -> Self {
        let is_behind_proxy = settings.public_url.is_some() || settings.trust_proxy;
        Self::new(address, is_behind_proxy, &settings.allowed_origins)
    }

    /// Those of a listener at this address that no proxy forwards to.
    pub(super) fn without_proxy(address: Option<SocketAddr>) -> Self {
        Self::new(address, false, &[])
    }

    fn new(address: Option<SocketAddr>, is_behind_proxy: bool, origins: &[String]) -> Self {
        let ip = address.map(|address| address.ip().to_canonical());
        let is_local = ip.is_some_and(|ip| ip.is_loopback()) && !is_behind_proxy;
        Self(is_local.then(|| {
            origins
                .iter()
                .filter_map(|origin| host_of_origin(origin))
                .collect()
        }))
    }

    fn allow(&self, host: &str) -> bool {
        let Some(others) = &self.0 else { return true };
        is_loopback(host) || others.iter().any(|other| other == host)
    }
}

/// Passes on only requests that name allowed hosts. One without a host, as HTTP/1.0 permits, comes from no browser.
/// Probes may name any: they learn nothing that a page could not find out otherwise.
pub(super) async fn require_allowed(
    State(allowed): State<AllowedHosts>,
    request: Request,
    next: Next,
) -> Response {
    if is_probe(request.uri().path()) {
        return next.run(request).await;
    }
    let named = request.headers().get_all(header::HOST).iter();
    let named = named.map(|host| host.to_str().ok());
    let of_uri = request.uri().authority().map(|host| Some(host.as_str()));
    let are_allowed = named.chain(of_uri).all(|named| {
        let host = named.and_then(host);
        allowed.0.is_none() || host.is_some_and(|host| allowed.allow(&host))
    });
    if are_allowed {
        return next.run(request).await;
    }
    // The answer does not repeat the host.
    request_body::drain(request);
    ApiError::OtherHost.into_response()
}

/// The host in a header, in lower case, without the port and the dot of a complete name.
fn host(text: &str) -> Option<String> {
    let authority: Authority = text.parse().ok()?;
    let host = authority
        .host()
        .trim_start_matches('[')
        .trim_end_matches(']');
    Some(host.trim_end_matches('.').to_ascii_lowercase())
}

fn host_of_origin(origin: &str) -> Option<String> {
    host(origin.split_once("://")?.1)
}

/// Whether a host is this machine for everybody: nobody else can let these names lead elsewhere.
fn is_loopback(host: &str) -> bool {
    let ip = host.parse::<IpAddr>().ok();
    host == "localhost"
        || host.ends_with(".localhost")
        || ip.is_some_and(|ip| ip.to_canonical().is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loopback_hosts_have_many_spellings() {
        for named in [
            "localhost",
            "LocalHost:8787",
            "localhost.",
            "app.localhost:1",
            "127.0.0.1",
            "127.5.6.7:80",
            "[::1]:8787",
            "[::1]",
            "[::ffff:127.0.0.1]",
        ] {
            assert!(is_loopback(&host(named).unwrap()), "{named}");
        }
        for named in [
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "10.0.0.1",
            "notlocalhost",
            "[::2]",
            "0.0.0.0",
        ] {
            assert!(!is_loopback(&host(named).unwrap()), "{named}");
        }
        for named in ["", "a b", "[::1", "a/b"] {
            assert_eq!(
                host(named).filter(|host| is_loopback(host)),
                None,
                "{named}"
            );
        }
    }

    #[test]
    fn only_a_service_on_loopback_without_a_proxy_knows_its_hosts() {
        let origins = ["https://A.example:444".to_owned()];
        let allows = |address: &str, is_behind_proxy, named: &str| {
            let address = Some(address.parse().unwrap());
            AllowedHosts::new(address, is_behind_proxy, &origins).allow(named)
        };
        for address in [
            "127.0.0.1:1",
            "127.5.0.1:1",
            "[::1]:1",
            "[::ffff:127.0.0.1]:1",
        ] {
            assert!(allows(address, false, "localhost") && allows(address, false, "a.example"));
            assert!(!allows(address, false, "b.example") && !allows(address, false, "x.a.example"));
            assert!(allows(address, true, "b.example"));
        }
        for address in ["0.0.0.0:1", "192.0.2.7:1", "[::]:1"] {
            assert!(allows(address, false, "b.example"), "{address}");
        }
    }
}
