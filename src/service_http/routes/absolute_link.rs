//! Links as some clients need them: absolute. Does not know where they lead.

use axum::http::uri::Authority;
use axum::http::{HeaderMap, header};

use crate::http_settings::HttpSettings;

/// Headers that proxies add.
const PROXY_HEADERS: [&str; 5] = [
    "forwarded",
    "via",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
];

/// Makes a link absolute if the service knows its public address. Behind a proxy, only `--public-url` gives that
/// address; without it, the link stays relative to the address that the caller used.
pub(super) fn absolute(settings: &HttpSettings, link: String, headers: &HeaderMap) -> String {
    match base(settings, headers) {
        Some(base) => base + &link,
        None => link,
    }
}

/// The public address of the service, or else the one that a caller used, as far as either is known.
pub(super) fn known_base(settings: &HttpSettings, headers: &HeaderMap) -> Option<String> {
    let public = settings.public_url.clone();
    public.or_else(|| base(settings, headers))
}

/// The address that a caller used, if absolute links have to begin with it.
pub(super) fn base(settings: &HttpSettings, headers: &HeaderMap) -> Option<String> {
    let is_proxied = PROXY_HEADERS.iter().any(|name| headers.contains_key(*name));
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let host = host.filter(|host| host.parse::<Authority>().is_ok())?;
    (settings.public_url.is_none() && !is_proxied).then(|| {
        let scheme = if settings.is_encrypted {
            "https"
        } else {
            "http"
        };
        format!("{scheme}://{host}")
    })
}
