//! Which addresses receivers of webhooks may have. No I/O.

use std::net::IpAddr;
use std::sync::Arc;

use ipnet::IpNet;

use networks::{
    AddressRules, LINK_LOCAL, NOT_PUBLIC, Purpose, Refused, SPECIAL, canonical, special,
};

/// Callers choose the addresses, so they do not learn where the names of the operator's network lead.
static PURPOSE: Purpose = Purpose {
    all: "webhooks",
    one: "the receiver",
    option: "--webhook-allow",
    shows_addresses: false,
};

/// The networks that receivers of webhooks may be in: public ones, and those that are opened.
#[derive(Clone, Debug, Default)]
pub struct WebhookNetworks {
    opened: Arc<[IpNet]>,
}

impl WebhookNetworks {
    /// Public networks and these.
    pub fn new(opened: Vec<IpNet>) -> Self {
        Self {
            opened: opened.into(),
        }
    }
}

impl AddressRules for WebhookNetworks {
    fn check(&self, address: IpAddr) -> Result<(), Refused> {
        let address = canonical(address);
        let special = special(&[&LINK_LOCAL, &SPECIAL, &NOT_PUBLIC], address);
        match special {
            Some(special) if !special.is_opened(address, &self.opened) => {
                Err(Refused::new(address, Some(special.what), &PURPOSE))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn networks(opened: &[&str]) -> WebhookNetworks {
        WebhookNetworks::new(opened.iter().map(|net| net.parse().unwrap()).collect())
    }

    fn is_allowed(networks: &WebhookNetworks, address: &str) -> bool {
        networks.check(address.parse().unwrap()).is_ok()
    }

    const NOT_PUBLIC: [&str; 40] = [
        "127.0.0.1",
        "127.255.0.1",
        "::1",
        "::ffff:127.0.0.1",
        "::127.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b:1::7f00:1",
        "2002:7f00:1::",
        "2001:0:1:2:3:4:80ff:fffe",
        "10.0.0.7",
        "::ffff:10.0.0.7",
        "2002:a00:7::1",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.2",
        "100.64.0.1",
        "169.254.169.254",
        "::ffff:a9fe:a9fe",
        "fe80::1",
        "febf::1",
        "fec0::1",
        "fc00::1",
        "fd00::7",
        "fd00:ec2::254",
        "100.100.100.200",
        "168.63.129.16",
        "192.0.0.192",
        "192.0.0.8",
        "0.0.0.0",
        "0.1.2.3",
        "::",
        "224.0.0.1",
        "ff02::1",
        "255.255.255.255",
        "240.0.0.1",
        "198.18.0.1",
        "192.0.2.7",
        "2001:db8::1",
        "100::1",
        "4000::1",
    ];

    #[test]
    fn only_public_addresses_are_allowed() {
        let usual = networks(&[]);
        for address in NOT_PUBLIC {
            assert!(!is_allowed(&usual, address), "{address}");
        }
        for address in ["1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111"] {
            assert!(is_allowed(&usual, address), "{address}");
        }
        assert!(is_allowed(&usual, "::ffff:1.1.1.1") && is_allowed(&usual, "2002:101:101::1"));
    }

    #[test]
    fn only_a_network_within_a_refused_one_opens_it() {
        let everything = networks(&["0.0.0.0/0", "::/0"]);
        for address in NOT_PUBLIC {
            assert!(!is_allowed(&everything, address), "{address}");
        }
        let some = networks(&["10.1.0.0/16", "127.0.0.0/8", "fd00::/8", "100.64.0.0/10"]);
        for address in [
            "10.1.2.3",
            "::ffff:10.1.2.3",
            "127.0.0.1",
            "fd00::7",
            "100.64.0.1",
        ] {
            assert!(is_allowed(&some, address), "{address}");
        }
        for address in [
            "10.2.0.1",
            "::1",
            "fd00:ec2::254",
            "100.100.100.200",
            "fc00::1",
        ] {
            assert!(!is_allowed(&some, address), "{address}");
        }
        assert!(is_allowed(
            &networks(&["fd00:ec2::254/128"]),
            "fd00:ec2::254"
        ));
    }

    #[test]
    fn a_refusal_says_what_to_do_and_not_where_a_name_leads() {
        let refused = |address: &str| networks(&[]).check(address.parse().unwrap()).unwrap_err();
        assert_eq!(
            refused("10.0.0.7").to_string(),
            "10.0.0.7 is a private address, which is not allowed for webhooks; if the receiver really has it, start \
             the service with --webhook-allow 10.0.0.7/32"
        );
        assert_eq!(
            refused("10.0.0.7").by("hooks.test").to_string(),
            "hooks.test leads to a private address, which is not allowed for webhooks; if the receiver really has it, \
             start the service with --webhook-allow and its network"
        );
    }
}
