//! Who may do what: the keys of callers, wrong keys, and the links that need none.

use super::keys::Keys;
use super::rejected_keys::RejectedKeys;
use super::signed_links::LinkSigner;

/// Who may do what.
pub(crate) struct Auth {
    pub(crate) keys: Keys,
    pub(crate) rejected_keys: RejectedKeys,
    pub(crate) signer: LinkSigner,
}
