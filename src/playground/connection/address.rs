//! The address of a deployment as people type it, and what it says. Pure.

use crate::text::host;

/// Adds the scheme to an address without one: http for this machine and IP addresses, https for any other
/// host.
pub(super) fn with_scheme(address: &str) -> String {
    let address = address.trim();
    // A slash after the first colon belongs to a scheme; after a host's colon follow the digits of a port.
    let has_scheme = address
        .split_once(':')
        .is_some_and(|(_, rest)| rest.starts_with('/'));
    if has_scheme || !address.contains(['.', ':']) && address != "localhost" {
        return address.to_owned();
    }
    let is_local = address.starts_with("localhost")
        || address.starts_with(|first: char| first.is_ascii_digit() || first == '[');
    [if is_local { "http://" } else { "https://" }, address].concat()
}

/// Whether an address is one of this machine only.
pub(super) fn is_loopback(address: &str) -> bool {
    let host = host(address);
    let name = match host.strip_prefix('[') {
        Some(ip) => ip.split(']').next(),
        None => host.split([':', '/']).next(),
    };
    let name = name.unwrap_or_default();
    let is_ipv4 =
        name.starts_with("127.") && name.split('.').all(|part| part.parse::<u8>().is_ok());
    is_ipv4 || name == "::1" || name == "localhost" || name.ends_with(".localhost")
}

#[cfg(test)]
mod tests;
