//! Which addresses engine instances may have. No I/O.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Arc;

use ipnet::{IpNet, Ipv4Net, Ipv6Net};

/// The networks that engine instances may be in.
#[derive(Clone, Debug, Default)]
pub struct EngineNetworks {
    /// Those that callers may add instances in; all if there are none, except for special ones.
    allowed: Arc<[IpNet]>,
}

/// A network in which no engine is expected.
struct Special {
    network: IpNet,
    what: &'static str,
    /// Whether not even the operator's own instances are in it.
    is_for_all: bool,
}

/// Only an allowed network within one of these opens it: 0.0.0.0/0 does not.
const SPECIAL: [Special; 12] = [
    for_all(v4([169, 254, 0, 0], 16), LINK_LOCAL),
    for_all(v6([0xfe80, 0, 0, 0, 0, 0, 0, 0], 10), LINK_LOCAL),
    special(v6([0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254], 128), METADATA),
    special(v6([0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254], 128), METADATA),
    special(v4([100, 100, 100, 200], 32), METADATA),
    special(v4([168, 63, 129, 16], 32), METADATA),
    special(v4([192, 0, 0, 192], 32), METADATA),
    special(v4([224, 0, 0, 0], 4), "a multicast address"),
    special(v6([0xff00, 0, 0, 0, 0, 0, 0, 0], 8), "a multicast address"),
    special(v4([0, 0, 0, 0], 8), "an unspecified address"),
    special(v6([0; 8], 128), "an unspecified address"),
    special(v4([240, 0, 0, 0], 4), "a reserved address"),
];
const LINK_LOCAL: &str = "a link-local address";
const METADATA: &str = "the address of a cloud’s metadata service";

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

const fn v4([a, b, c, d]: [u8; 4], prefix: u8) -> IpNet {
    IpNet::V4(Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, d), prefix))
}

const fn v6(address: [u16; 8], prefix: u8) -> IpNet {
    IpNet::V6(net(address, prefix))
}

const fn net([a, b, c, d, e, f, g, h]: [u16; 8], prefix: u8) -> Ipv6Net {
    Ipv6Net::new_assert(Ipv6Addr::new(a, b, c, d, e, f, g, h), prefix)
}

const fn special(network: IpNet, what: &'static str) -> Special {
    Special {
        network,
        what,
        is_for_all: false,
    }
}

const fn for_all(network: IpNet, what: &'static str) -> Special {
    Special {
        network,
        what,
        is_for_all: true,
    }
}

/// Why the service does not connect to an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refused {
    /// The name that leads to it.
    name: Option<String>,
    address: IpAddr,
    /// What it is; `None` if it is just not in an allowed network.
    what: Option<&'static str>,
}

impl Refused {
    /// The same for a name that leads to the address.
    pub(super) fn by(self, name: &str) -> Self {
        Self {
            name: Some(name.to_owned()),
            ..self
        }
    }
}

impl std::error::Error for Refused {}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (address, network) = (self.address, IpNet::from(self.address));
        if let Some(name) = &self.name {
            write!(f, "{name} leads to {address}: ")?;
        }
        match self.what {
            Some(what) => write!(
                f,
                "{address} is {what}, which is not allowed for engine instances; if an instance really has it, start \
                 the service with --engine-allow {network}"
            ),
            None => write!(
                f,
                "{address} is not in a network of --engine-allow; add --engine-allow {network} when you start the \
                 service"
            ),
        }
    }
}

impl EngineNetworks {
    /// Only these networks; all of them if there are none.
    pub fn new(allowed: Vec<IpNet>) -> Self {
        Self {
            allowed: allowed.into(),
        }
    }

    /// Every address, for an instance of the operator's own.
    pub(super) fn unlimited() -> Self {
        let link_local = SPECIAL.iter().filter(|special| special.is_for_all);
        Self::new(link_local.map(|special| special.network).collect())
    }

    /// Checks the address of an instance, which is the operator's own or was added by a caller.
    pub(super) fn check(&self, address: IpAddr, is_own: bool) -> Result<(), Refused> {
        let address = canonical(address);
        let refused = |what| {
            Err(Refused {
                name: None,
                address,
                what,
            })
        };
        let is_special =
            |one: &&Special| (one.is_for_all || !is_own) && one.network.contains(&address);
        let special = SPECIAL.iter().find(is_special);
        let mut allowed = self.allowed.iter().filter(|net| net.contains(&address));
        match special {
            Some(special) if allowed.any(|net| special.network.contains(net)) => Ok(()),
            Some(special) => refused(Some(special.what)),
            None if is_own || self.allowed.is_empty() || allowed.next().is_some() => Ok(()),
            None => refused(None),
        }
    }
}

/// The IPv4 address that an IPv6 address stands for, or the address itself.
fn canonical(address: IpAddr) -> IpAddr {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn networks(allowed: &[&str]) -> EngineNetworks {
        EngineNetworks::new(allowed.iter().map(|net| net.parse().unwrap()).collect())
    }

    fn is_allowed(networks: &EngineNetworks, address: &str, is_own: bool) -> bool {
        networks.check(address.parse().unwrap(), is_own).is_ok()
    }

    const LINK_LOCALS: [&str; 10] = [
        "169.254.0.1",
        "169.254.169.254",
        "::ffff:169.254.169.254",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::a9fe:a9fe",
        "::169.254.169.254",
        "2002:a9fe:a9fe::1",
        "2001:0:1:2:3:4:5601:5601",
        "fe80::1",
        "febf::1",
    ];
    const OTHERS: [&str; 13] = [
        "fd00:ec2::254",
        "fd20:ce::254",
        "100.100.100.200",
        "168.63.129.16",
        "224.0.0.1",
        "::ffff:239.1.2.3",
        "ff02::1",
        "0.0.0.0",
        "::",
        "::ffff:0.0.0.0",
        "255.255.255.255",
        "240.0.0.1",
        "192.0.0.192",
    ];
    const USUAL: [&str; 8] = [
        "127.0.0.1",
        "::1",
        "::ffff:127.0.0.1",
        "10.0.0.7",
        "192.168.1.2",
        "100.64.0.1",
        "203.0.113.9",
        "fd00::7",
    ];

    #[test]
    fn without_networks_callers_may_add_all_but_special_addresses() {
        let usual = networks(&[]);
        for address in USUAL {
            assert!(is_allowed(&usual, address, false), "{address}");
        }
        for address in LINK_LOCALS.iter().chain(&OTHERS) {
            assert!(!is_allowed(&usual, address, false), "{address}");
        }
    }

    #[test]
    fn the_operator_s_own_instances_may_be_everywhere_but_link_local() {
        for networks in [networks(&[]), networks(&["10.0.0.0/8"])] {
            for address in OTHERS.iter().chain(&USUAL) {
                assert!(is_allowed(&networks, address, true), "{address}");
            }
            for address in LINK_LOCALS {
                assert!(!is_allowed(&networks, address, true), "{address}");
            }
        }
        for address in LINK_LOCALS.iter().chain(&OTHERS).chain(&USUAL) {
            assert!(is_allowed(&EngineNetworks::unlimited(), address, true));
        }
    }

    #[test]
    fn with_networks_callers_may_add_only_instances_in_them() {
        let some = networks(&["10.0.0.0/8", "fd00::/16", "127.0.0.1/32"]);
        for address in ["10.1.2.3", "::ffff:10.1.2.3", "fd00::7", "127.0.0.1"] {
            assert!(is_allowed(&some, address, false), "{address}");
        }
        for address in [
            "11.0.0.1",
            "::1",
            "127.0.0.2",
            "fd00:ec2::254",
            "169.254.0.1",
        ] {
            assert!(!is_allowed(&some, address, false), "{address}");
        }
    }

    #[test]
    fn only_a_network_within_a_special_one_opens_it() {
        let everything = networks(&["0.0.0.0/0", "::/0"]);
        for address in LINK_LOCALS.iter().chain(&OTHERS) {
            assert!(!is_allowed(&everything, address, false), "{address}");
        }
        let one = networks(&["169.254.7.0/24", "fd00:ec2::254/128"]);
        for is_own in [true, false] {
            assert!(is_allowed(&one, "169.254.7.1", is_own));
            assert!(!is_allowed(&one, "169.254.8.1", is_own));
        }
        assert!(is_allowed(&one, "fd00:ec2::254", false));
    }

    #[test]
    fn a_refusal_says_what_to_do() {
        let refused = |address: &str, allowed| {
            let check = networks(allowed).check(address.parse().unwrap(), false);
            check.unwrap_err()
        };
        let link_local = refused("::ffff:169.254.1.2", &[]).by("engine.test");
        assert_eq!(
            link_local.to_string(),
            "engine.test leads to 169.254.1.2: 169.254.1.2 is a link-local address, which is not allowed for engine \
             instances; if an instance really has it, start the service with --engine-allow 169.254.1.2/32"
        );
        assert_eq!(
            refused("fd00::7", &["10.0.0.0/8"]).to_string(),
            "fd00::7 is not in a network of --engine-allow; add --engine-allow fd00::7/128 when you start the service"
        );
    }
}
