//! The address of a request's client: of the connection, or as a trusted proxy reports it.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, Request};
use axum::http::{HeaderMap, HeaderName, header};

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The address of a request's client. Only a trusted proxy's headers count, and of these only the last
/// address, which the proxy itself has added: all others come from the client.
pub(crate) fn client_address(request: &Request, trust_proxy: bool) -> IpAddr {
    let connection = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let connection = connection.map_or(Ipv4Addr::UNSPECIFIED.into(), |info| info.0.ip());
    match trust_proxy {
        true => forwarded(request.headers()).unwrap_or(connection),
        false => connection,
    }
}

fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    if let Some(last) = last_element(headers, &X_FORWARDED_FOR) {
        return address(last);
    }
    let last = last_element(headers, &header::FORWARDED)?;
    let pairs = last.split(';').filter_map(|pair| pair.split_once('='));
    let mut clients = pairs.filter(|(name, _)| name.trim().eq_ignore_ascii_case("for"));
    address(clients.next()?.1)
}

/// The last element of a list that may be spread over several headers.
fn last_element<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let last = headers.get_all(name).iter().next_back()?.to_str().ok()?;
    last.rsplit(',').next()
}

/// An address, which may be in quotes, in brackets and with a port.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim().trim_matches('"');
    let with_port = || text.parse().ok().map(|address: SocketAddr| address.ip());
    let plain = text.trim_start_matches('[').trim_end_matches(']');
    with_port().or_else(|| plain.parse().ok())
}

#[cfg(test)]
mod tests;
