//! Why the service does not connect to an address.

use std::fmt;
use std::net::IpAddr;

use ipnet::IpNet;

/// What an address is for: the words of a refusal.
#[derive(Debug, PartialEq, Eq)]
pub struct Purpose {
    /// Who has such addresses, such as `engine instances`.
    pub all: &'static str,
    /// One of them, such as `an instance`.
    pub one: &'static str,
    /// The option that allows networks.
    pub option: &'static str,
    /// Whether callers may learn which addresses a name has.
    pub shows_addresses: bool,
}

/// Why the service does not connect to an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The name that leads to it.
    name: Option<String>,
    address: IpAddr,
    /// What it is; `None` if it is just not in an allowed network.
    what: Option<&'static str>,
    purpose: &'static Purpose,
}

impl Refused {
    /// A refusal of an address without a name.
    pub fn new(address: IpAddr, what: Option<&'static str>, purpose: &'static Purpose) -> Self {
        Self {
            name: None,
            address,
            what,
            purpose,
        }
    }

    /// The same for a name that leads to the address.
    pub fn by(self, name: &str) -> Self {
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
        let Purpose {
            all,
            one,
            option,
            shows_addresses,
        } = self.purpose;
        match &self.name {
            Some(name) if !shows_addresses => {
                let what = self.what.unwrap_or("an address that is not allowed");
                return write!(
                    f,
                    "{name} leads to {what}, which is not allowed for {all}; if {one} really has it, start the service \
                     with {option} and its network"
                );
            }
            Some(name) => write!(f, "{name} leads to {address}: ")?,
            None => {}
        }
        match self.what {
            Some(what) => write!(
                f,
                "{address} is {what}, which is not allowed for {all}; if {one} really has it, start the service with \
                 {option} {network}"
            ),
            None => write!(
                f,
                "{address} is not in a network of {option}; add {option} {network} when you start the service"
            ),
        }
    }
}
