use std::net::{IpAddr, SocketAddr};

use axum::body::Body;
use axum::extract::{ConnectInfo, Request};

use super::client_address;

/// The client's address when 192.0.2.9 sends these headers.
fn of(headers: &[(&str, &str)], trust_proxy: bool) -> String {
    let mut request = Request::new(Body::empty());
    let connection: SocketAddr = "192.0.2.9:4000".parse().unwrap();
    request.extensions_mut().insert(ConnectInfo(connection));
    for (name, value) in headers {
        let name: axum::http::HeaderName = name.parse().unwrap();
        request.headers_mut().append(name, value.parse().unwrap());
    }
    let address: IpAddr = client_address(&request, trust_proxy);
    address.to_string()
}

#[test]
fn headers_count_only_if_the_proxy_is_trusted() {
    let headers = [("x-forwarded-for", "198.51.100.7")];
    assert_eq!(of(&headers, false), "192.0.2.9");
    assert_eq!(of(&headers, true), "198.51.100.7");
    assert_eq!(of(&[], true), "192.0.2.9");
}

#[test]
fn the_last_address_counts_because_clients_can_send_the_others() {
    let one = [("x-forwarded-for", "203.0.113.1, 198.51.100.7")];
    let two = [
        ("x-forwarded-for", "203.0.113.1"),
        ("x-forwarded-for", " 198.51.100.7:5060"),
    ];
    let forwarded = [(
        "forwarded",
        "for=203.0.113.1, proto=https;For=\"198.51.100.7\"",
    )];
    for headers in [&one[..], &two, &forwarded] {
        assert_eq!(of(headers, true), "198.51.100.7", "{headers:?}");
    }
}

#[test]
fn ipv6_addresses_are_read_with_brackets_and_ports() {
    for header in ["2001:db8::7", "[2001:db8::7]", "[2001:db8::7]:80"] {
        assert_eq!(of(&[("x-forwarded-for", header)], true), "2001:db8::7");
        let forwarded = format!("for=\"{header}\"");
        assert_eq!(of(&[("forwarded", &forwarded)], true), "2001:db8::7");
    }
}

#[test]
fn an_unreadable_address_leaves_that_of_the_connection() {
    for header in ["", "unknown", "198.51.100.7,", "_hidden", "1.2.3"] {
        assert_eq!(of(&[("x-forwarded-for", header)], true), "192.0.2.9");
        let forwarded = format!("for={header}");
        assert_eq!(of(&[("forwarded", &forwarded)], true), "192.0.2.9");
    }
}
