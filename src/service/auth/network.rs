//! What counts as one address of a caller.

use std::net::{IpAddr, Ipv6Addr};

/// The address, or for IPv6 its network: one machine has 2^64 addresses there.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        address => address,
    }
}
