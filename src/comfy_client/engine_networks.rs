//! Which addresses engine instances may have. No I/O.

use std::net::IpAddr;
use std::sync::Arc;

use ipnet::IpNet;

use networks::{LINK_LOCAL, Purpose, Refused, SPECIAL, canonical, special};

static PURPOSE: Purpose = Purpose {
    all: "engine instances",
    one: "an instance",
    option: "--engine-allow",
    shows_addresses: true,
};

/// The networks that engine instances may be in.
#[derive(Clone, Debug, Default)]
pub struct EngineNetworks {
    /// Those that callers may add instances in; all if there are none, except for special ones.
    allowed: Arc<[IpNet]>,
}

impl EngineNetworks {
    /// Only these networks; all of them if there are none.
    pub fn new(allowed: Vec<IpNet>) -> Self {
        Self {
            allowed: allowed.into(),
        }
    }

    /// Every address, for an instance of the operator's own.
    pub(crate) fn unlimited() -> Self {
        Self::new(LINK_LOCAL.iter().map(|special| special.network).collect())
    }

    /// Checks the address of an instance, which is the operator's own or was added by a caller.
    pub(crate) fn check(&self, address: IpAddr, is_own: bool) -> Result<(), Refused> {
        let address = canonical(address);
        let refused = |what| Err(Refused::new(address, what, &PURPOSE));
        let special = match is_own {
            true => special(&[&LINK_LOCAL], address),
            false => special(&[&LINK_LOCAL, &SPECIAL], address),
        };
        let is_allowed = || self.allowed.iter().any(|net| net.contains(&address));
        match special {
            Some(special) if special.is_opened(address, &self.allowed) => Ok(()),
            Some(special) => refused(Some(special.what)),
            None if is_own || self.allowed.is_empty() || is_allowed() => Ok(()),
            None => refused(None),
        }
    }
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
