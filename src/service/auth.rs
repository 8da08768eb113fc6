//! Who may do what: the keys of callers, wrong keys, and the links that need none.

mod api_key;
mod caller;
mod first_key;
mod key_end;
mod key_file;
pub(crate) mod key_uses;
mod keys;
mod links;
mod named_keys;
mod network;
mod rate_limits;
mod rejected_keys;
mod run_tokens;
mod signed_links;

use std::net::IpAddr;
use std::sync::Arc;

use api::Rate;

pub(crate) use api_key::{ApiKeyHash, random_key, random_link_id};
pub use caller::{Caller, KeyRefused, OF_ALL_WORKFLOWS};
pub(crate) use first_key::FirstKey;
pub(crate) use key_file::replace_key_in;
pub use key_file::{KeyFileError, key_in};
pub(crate) use keys::Keys;
pub use links::Links;
pub use network::network;
pub use rate_limits::{Allowance, Limited, LimitsInMemory, RateLimits};
pub use rejected_keys::RejectedKeys;
pub(crate) use run_tokens::RunTokens;
pub use signed_links::{FILES_PATH, LinkSigner, PREVIEWS_PATH, SignedLink};

/// Who may do what.
pub struct Auth {
    pub(crate) keys: Arc<Keys>,
    pub(crate) tokens: Arc<RunTokens>,
    /// The wrong keys of each address, which delay further ones.
    pub rejected_keys: RejectedKeys,
    pub(crate) limits: Box<dyn RateLimits>,
    /// How often a named key may do anything but submit runs.
    pub(crate) reads: Rate,
    pub(crate) signer: Arc<LinkSigner>,
    /// Makes the links to files.
    pub links: Links,
}

impl Auth {
    /// The holder of a key, or of a token for one run, who calls from this address.
    ///
    /// # Errors
    /// Why it is not valid now.
    pub fn caller(&self, key: &[u8], address: IpAddr) -> Result<Caller, KeyRefused> {
        let valid = self.keys.valid_until_with(&self.tokens, key);
        valid.map(|(caller, _)| caller.at(address))
    }

    /// Whether a link to a file or a preview is genuine and valid, and its key was not revoked.
    pub fn is_valid(&self, filename: &str, link: &SignedLink) -> bool {
        self.signer.verify(filename, link) && self.keys.has_link_id(&link.key)
    }
}
