//! A named key as it is stored: without the key itself.

/// A named key as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct KeyRecord {
    pub(crate) name: String,
    /// The SHA-256 hash of the key.
    pub(crate) hash: [u8; 32],
    /// Its share of the engines' time, relative to other keys.
    pub(crate) share: f64,
    /// `None` before it is stored.
    pub(crate) created_at: Option<String>,
}
