//! The address and port that a listener has. Asks no name server.

use std::net::{Ipv4Addr, SocketAddr};

/// Reads an address and port. Without an address, and for `localhost`, it is that of this machine alone, so that
/// nothing becomes reachable from the network by mistake.
pub(crate) fn listen_address(text: &str) -> Result<SocketAddr, String> {
    if let Ok(address) = text.parse() {
        return Ok(address);
    }
    let (host, port) = text.rsplit_once(':').unwrap_or(("", text));
    let is_local = host.is_empty() || host.eq_ignore_ascii_case("localhost");
    let port = port.parse().ok().filter(|_| is_local);
    let address = port.map(|port: u16| SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    address.ok_or_else(|| {
        "it is not an address and port; write it like 127.0.0.1:8787 or localhost:8787, or like 0.0.0.0:8787 for every \
         network"
            .to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::listen_address;

    #[test]
    fn an_address_has_a_port_and_may_be_local() {
        for (text, address) in [
            ("0.0.0.0:8787", "0.0.0.0:8787"),
            ("[::1]:80", "[::1]:80"),
            ("localhost:8787", "127.0.0.1:8787"),
            ("LOCALHOST:0", "127.0.0.1:0"),
            (":8787", "127.0.0.1:8787"),
            ("8787", "127.0.0.1:8787"),
        ] {
            assert_eq!(listen_address(text), Ok(address.parse().unwrap()), "{text}");
        }
        for text in [
            "",
            "localhost",
            "127.0.0.1",
            "host.example:80",
            ":70000",
            "::1",
            "http://localhost:80",
        ] {
            let why = listen_address(text).unwrap_err();
            assert!(why.contains("localhost:8787"), "{text}: {why}");
        }
    }
}
