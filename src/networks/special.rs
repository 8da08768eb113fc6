//! Networks in which nobody expects a server, and the spellings of addresses. No I/O.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::{IpNet, Ipv4Net, Ipv6Net};

/// A network in which nobody expects a server.
#[derive(Debug)]
pub struct Special {
    pub network: IpNet,
    /// What its addresses are.
    pub what: &'static str,
}

/// The networks that lead to the metadata services of clouds, which hand out credentials.
pub static LINK_LOCAL: [Special; 2] = [
    special_v4([169, 254, 0, 0], 16, "a link-local address"),
    special_v6([0xfe80, 0, 0, 0, 0, 0, 0, 0], 10, "a link-local address"),
];

/// Further addresses that no server has.
pub static SPECIAL: [Special; 10] = [
    special_v6([0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254], 128, METADATA),
    special_v6([0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254], 128, METADATA),
    special_v4([100, 100, 100, 200], 32, METADATA),
    special_v4([168, 63, 129, 16], 32, METADATA),
    special_v4([192, 0, 0, 192], 32, METADATA),
    special_v4([224, 0, 0, 0], 4, "a multicast address"),
    special_v6([0xff00, 0, 0, 0, 0, 0, 0, 0], 8, "a multicast address"),
    special_v4([0, 0, 0, 0], 8, "an unspecified address"),
    special_v6([0; 8], 128, "an unspecified address"),
    special_v4([240, 0, 0, 0], 4, RESERVED),
];

/// Addresses that servers may have, but not on the public internet.
pub static NOT_PUBLIC: [Special; 19] = [
    special_v4([127, 0, 0, 0], 8, "a loopback address"),
    special_v6([0, 0, 0, 0, 0, 0, 0, 1], 128, "a loopback address"),
    special_v4([10, 0, 0, 0], 8, PRIVATE),
    special_v4([172, 16, 0, 0], 12, PRIVATE),
    special_v4([192, 168, 0, 0], 16, PRIVATE),
    special_v4([100, 64, 0, 0], 10, PRIVATE),
    special_v6([0xfc00, 0, 0, 0, 0, 0, 0, 0], 7, PRIVATE),
    special_v6([0xfec0, 0, 0, 0, 0, 0, 0, 0], 10, PRIVATE),
    special_v4([192, 0, 0, 0], 24, RESERVED),
    special_v4([192, 0, 2, 0], 24, RESERVED),
    special_v4([192, 88, 99, 0], 24, RESERVED),
    special_v4([198, 18, 0, 0], 15, RESERVED),
    special_v4([198, 51, 100, 0], 24, RESERVED),
    special_v4([203, 0, 113, 0], 24, RESERVED),
    special_v6([0x2001, 0xdb8, 0, 0, 0, 0, 0, 0], 32, RESERVED),
    special_v6([0x3fff, 0, 0, 0, 0, 0, 0, 0], 20, RESERVED),
    // Everything outside 2000::/3.
    special_v6([0; 8], 3, RESERVED),
    special_v6([0x4000, 0, 0, 0, 0, 0, 0, 0], 2, RESERVED),
    special_v6([0x8000, 0, 0, 0, 0, 0, 0, 0], 1, RESERVED),
];

const METADATA: &str = "the address of a cloud's metadata service";
const PRIVATE: &str = "a private address";
const RESERVED: &str = "a reserved address";

/// The networks whose addresses end with the IPv4 address that they stand for: of translators (RFC 6052, RFC 8215), and
/// those that are compatible with IPv4 (RFC 4291).
const END_WITH_V4: [Ipv6Net; 3] = [
    net([0x64, 0xff9b, 0, 0, 0, 0, 0, 0], 96),
    net([0x64, 0xff9b, 1, 0, 0, 0, 0, 0], 48),
    net([0; 8], 96),
];
/// 6to4, whose addresses have it after the prefix (RFC 3056).
const SIX_TO_FOUR: Ipv6Net = net([0x2002, 0, 0, 0, 0, 0, 0, 0], 16);
/// Teredo, whose addresses end with its complement (RFC 4380).
const TEREDO: Ipv6Net = net([0x2001, 0, 0, 0, 0, 0, 0, 0], 32);

const fn special_v4([a, b, c, d]: [u8; 4], prefix: u8, what: &'static str) -> Special {
    let network = IpNet::V4(Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, d), prefix));
    Special { network, what }
}

const fn special_v6(address: [u16; 8], prefix: u8, what: &'static str) -> Special {
    let network = IpNet::V6(net(address, prefix));
    Special { network, what }
}

const fn net([a, b, c, d, e, f, g, h]: [u16; 8], prefix: u8) -> Ipv6Net {
    Ipv6Net::new_assert(Ipv6Addr::new(a, b, c, d, e, f, g, h), prefix)
}

impl Special {
    /// Whether one of these networks opens it for an address. Only one within it does: 0.0.0.0/0 opens nothing.
    pub fn is_opened(&self, address: IpAddr, allowed: &[IpNet]) -> bool {
        let mut allowed = allowed.iter().filter(|net| net.contains(&address));
        allowed.any(|net| self.network.contains(net))
    }
}

/// The first network of these tables that an address is in.
pub fn special(tables: &[&'static [Special]], address: IpAddr) -> Option<&'static Special> {
    let mut all = tables.iter().copied().flatten();
    all.find(|special| special.network.contains(&address))
}

/// The IPv4 address that an IPv6 address stands for, or the address itself.
pub fn canonical(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        // `::` and `::1` stand for no other address.
        IpAddr::V6(address) if address.is_unspecified() || address.is_loopback() => address.into(),
        IpAddr::V6(address) => stands_for(address).map_or(address.into(), IpAddr::V4),
        address => address,
    }
}

fn stands_for(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let [_, _, i, j, k, l, .., a, b, c, d] = address.octets();
    if END_WITH_V4.iter().any(|net| net.contains(&address)) {
        return Some(Ipv4Addr::new(a, b, c, d));
    }
    if TEREDO.contains(&address) {
        return Some(Ipv4Addr::new(!a, !b, !c, !d));
    }
    SIX_TO_FOUR
        .contains(&address)
        .then(|| Ipv4Addr::new(i, j, k, l))
}
