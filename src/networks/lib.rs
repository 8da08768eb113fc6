//! Which addresses the service connects to: networks in which nobody expects a server, and the guard that checks every
//! address before it is used; and clients for any system. Knows neither engine instances nor webhooks.

mod client;
mod guard;
mod refused;
mod special;
#[cfg(feature = "stand_ins")]
pub mod stand_ins;

pub use client::{build_client, install_tls};
pub use guard::{AddressRules, ContactError, Guard, Lookup, Resolver};
pub use refused::{Purpose, Refused};
pub use special::{LINK_LOCAL, NOT_PUBLIC, SPECIAL, canonical, special};
