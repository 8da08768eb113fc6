//! Which addresses the service connects to: networks in which nobody expects a server, and the guard that checks every
//! address before it is used; and clients for any system. Knows neither engine instances nor webhooks.

mod client;
mod guard;
mod refused;
mod special;
#[cfg(test)]
pub(crate) mod stand_ins;

pub use client::build_client;
#[cfg(test)]
pub(crate) use guard::Lookup;
pub(crate) use guard::{AddressRules, ContactError, Guard, Resolver};
pub(crate) use refused::{Purpose, Refused};
pub(crate) use special::{LINK_LOCAL, NOT_PUBLIC, SPECIAL, canonical, special};
