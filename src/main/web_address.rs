//! Addresses in arguments: the service's public address, and origins of web pages.

use std::net::IpAddr;

use ipnet::IpNet;
use reqwest::Url;

/// The address by which callers reach the service, without a trailing slash.
pub(crate) fn public_url(text: &str) -> Result<String, String> {
    let url = web_address(text)?;
    if url.query().is_some() || url.fragment().is_some() {
        return Err("it has a query or fragment; remove it".to_owned());
    }
    Ok(url.as_str().trim_end_matches('/').to_owned())
}

/// An origin as browsers send it: scheme, host and port.
pub(crate) fn origin(text: &str) -> Result<String, String> {
    let url = web_address(text)?;
    let origin = url.origin().ascii_serialization();
    if url.as_str().strip_suffix('/') != Some(origin.as_str()) {
        return Err(format!(
            "it has more than scheme, host and port; use {origin}"
        ));
    }
    Ok(origin)
}

/// A network, such as 10.0.0.0/8; an address alone is a network, too.
pub(crate) fn network(text: &str) -> Result<IpNet, String> {
    let address = text
        .parse()
        .ok()
        .map(|ip: IpAddr| IpNet::from(ip.to_canonical()));
    let network = address.or_else(|| text.parse().ok());
    network.ok_or_else(|| "it is not a network; write it like 10.0.0.0/8".to_owned())
}

fn web_address(text: &str) -> Result<Url, String> {
    let url = Url::parse(text).map_err(|why| format!("{why}; use one like https://example.org"))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err("it must start with http:// or https://".to_owned());
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("it has a user name or password; remove it".to_owned());
    }
    Ok(url)
}

#[cfg(test)]
mod tests {
    use super::{network, origin, public_url};

    #[test]
    fn a_public_address_may_have_a_port_and_a_path() {
        let public_url = |text| public_url(text).unwrap();
        assert_eq!(public_url("https://example.org"), "https://example.org");
        assert_eq!(public_url("https://example.org/"), "https://example.org");
        assert_eq!(
            public_url("HTTP://Example.org:8080/my/flow/"),
            "http://example.org:8080/my/flow"
        );
    }

    #[test]
    fn an_address_that_is_not_public_is_rejected_without_repeating_a_password() {
        for text in [
            "",
            "example.org",
            "/flow",
            "ftp://example.org",
            "https://",
            "https://example.org/?a=b",
            "https://example.org/#a",
            "https://user:word@example.org",
        ] {
            let why = public_url(text).unwrap_err();
            assert!(!why.is_empty() && !why.contains("word@"), "{text}: {why}");
        }
    }

    #[test]
    fn a_network_has_a_prefix_or_is_one_address() {
        for (text, shown) in [
            ("10.0.0.0/8", "10.0.0.0/8"),
            ("fd00::/8", "fd00::/8"),
            ("10.0.0.7", "10.0.0.7/32"),
            ("::ffff:10.0.0.7", "10.0.0.7/32"),
        ] {
            assert_eq!(network(text).unwrap().to_string(), shown);
        }
        for text in ["", "10.0.0.0/33", "10/8", "engine.example", "10.0.0.0/-1"] {
            assert!(network(text).is_err(), "{text}");
        }
    }

    #[test]
    fn an_origin_has_no_path() {
        for text in ["https://example.org", "https://EXAMPLE.org:443/"] {
            assert_eq!(origin(text).unwrap(), "https://example.org");
        }
        let why = origin("https://example.org:444/app").unwrap_err();
        assert!(why.ends_with("use https://example.org:444"), "{why}");
        assert!(origin("*").is_err() && origin("null").is_err());
    }
}
