//! Percent-encoding of everything but RFC 3986's unreserved characters.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// Encodes a text as one path segment, or as a value in a fragment.
pub fn percent_encoded(text: &str) -> String {
    utf8_percent_encode(text, RESERVED).to_string()
}
