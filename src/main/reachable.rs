//! The addresses by which other devices reach a service that listens beyond this machine, and a link as a QR code.

use std::net::{IpAddr, SocketAddr};

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

/// How the names of interfaces begin that lead to containers and virtual machines of this machine alone.
const VIRTUAL: [&str; 6] = ["br-", "cni", "docker", "lxc", "veth", "virbr"];

/// The addresses by which others reach what listens here; none on loopback.
pub(crate) fn addresses(listen: SocketAddr) -> Vec<SocketAddr> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default().into_iter();
    let interfaces = interfaces.map(|one| (one.name.clone(), one.ip()));
    among(listen, &interfaces.collect::<Vec<_>>())
}

fn among(listen: SocketAddr, interfaces: &[(String, IpAddr)]) -> Vec<SocketAddr> {
    let ip = listen.ip().to_canonical();
    if ip.is_loopback() {
        return Vec::new();
    }
    if !ip.is_unspecified() {
        return vec![listen];
    }
    let is_physical = |name: &str| !VIRTUAL.iter().any(|start| name.starts_with(start));
    let others = interfaces.iter().filter(|(name, _)| is_physical(name));
    let others: Vec<IpAddr> = others.map(|(_, ip)| *ip).filter(leads_here).collect();
    let has_v4 = others.iter().any(IpAddr::is_ipv4);
    // Those of IPv6 are long, and some of them change every day.
    let shown = others
        .into_iter()
        .filter(|ip| ip.is_ipv4() || (listen.is_ipv6() && !has_v4));
    shown.map(|ip| SocketAddr::new(ip, listen.port())).collect()
}

/// Whether other devices can use it without naming an interface of their own.
fn leads_here(ip: &IpAddr) -> bool {
    let is_link_local = match ip {
        IpAddr::V4(ip) => ip.is_link_local(),
        IpAddr::V6(ip) => ip.is_unicast_link_local(),
    };
    !ip.is_loopback() && !is_link_local && !ip.is_unspecified()
}

/// A link as a QR code, for terminals with light text on dark ground; `None` if it is too long for one.
pub(crate) fn qr_code(link: &str) -> Option<String> {
    let code = QrCode::new(link).ok()?;
    let mut drawing = code.render::<Dense1x2>();
    drawing
        .dark_color(Dense1x2::Light)
        .light_color(Dense1x2::Dark);
    Some(drawing.build())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

    use super::*;

    fn shown(listen: &str) -> Vec<String> {
        let interfaces = [
            ("lo", "127.0.0.1"),
            ("eth0", "192.168.1.5"),
            ("eth0", "fe80::1"),
            ("eth0", "2001:db8::5"),
            ("wlan0", "10.0.0.9"),
            ("docker0", "172.17.0.1"),
            ("eth1", "169.254.3.4"),
        ];
        let interfaces = interfaces.map(|(name, ip)| (name.to_owned(), ip.parse().unwrap()));
        let found = among(listen.parse().unwrap(), &interfaces).into_iter();
        found.map(|address| address.to_string()).collect()
    }

    #[test]
    fn others_open_the_addresses_of_the_networks_that_this_machine_is_in() {
        let both = ["192.168.1.5:8787", "10.0.0.9:8787"];
        assert_eq!(shown("0.0.0.0:8787"), both);
        assert_eq!(shown("[::]:8787"), both);
        assert_eq!(shown("192.168.1.5:80"), ["192.168.1.5:80"]);
        assert!(shown("127.0.0.1:8787").is_empty() && shown("[::1]:8787").is_empty());
    }

    #[test]
    fn a_qr_code_has_a_quiet_zone_around_it() {
        let code = qr_code("http://192.168.1.5:8787/#key=a").unwrap();
        let lines: Vec<&str> = code.lines().collect();
        let width = lines[0].chars().count();
        assert!(lines.iter().all(|line| line.chars().count() == width));
        assert!(lines[0].chars().all(|char| char == '█'), "{code}");
    }
}
