//! Who may do what: the keys of callers, wrong keys, and the links that need none.

mod api_key;
mod key_file;
mod keys;
mod network;
mod rejected_keys;
mod signed_links;

pub use api_key::secret_in;
pub(crate) use api_key::{ApiKeyHash, random_key};
pub use key_file::KeyFileError;
pub(crate) use keys::{Caller, Keys};
pub(crate) use network::network;
pub(crate) use rejected_keys::RejectedKeys;
pub(crate) use signed_links::{FILES_PATH, LinkSigner, PREVIEWS_PATH};

/// Who may do what.
pub(crate) struct Auth {
    pub(crate) keys: Keys,
    pub(crate) rejected_keys: RejectedKeys,
    pub(crate) signer: LinkSigner,
}
