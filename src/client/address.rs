//! What a person typed as address and key, made fit for a request. Pure: reading the address is the
//! platform's, whose `URL` gives the `href` that is judged here.

use super::Error;
use super::error::find;

/// Where the operations of every deployment stand, below its base URL.
const OPERATIONS: &str = "/api/v1";

/// The base URL without a slash at the end; `href` is an address as `URL` writes it, empty where it
/// is none. Of an operation's whole address, which is what a dashboard shows, the base URL is taken.
///
/// # Errors
/// [`super::ErrorKind::Usage`]. The text is not repeated: it may be the key, typed into the wrong
/// field.
pub fn base_url(href: &str) -> Result<String, Error> {
    let refuse = |why: &str| Err(Error::input(&["connecting: the base URL ", why]));
    if href.is_empty() {
        return refuse("is no address; give one that begins with http:// or https://");
    }
    let rest = href.strip_prefix("http://");
    let Some(rest) = rest.or_else(|| href.strip_prefix("https://")) else {
        return refuse("must begin with http:// or https://");
    };
    let mut host = rest.bytes().take_while(|byte| *byte != b'/');
    if host.any(|byte| byte == b'@') {
        return refuse("holds a user name or password; the key goes into its own field");
    }
    let href = before_operation(href);
    if href.bytes().any(|byte| matches!(byte, b'?' | b'#')) {
        return refuse("has a query or a fragment; give it without");
    }
    let mut url = href.to_owned();
    while url.ends_with("/") {
        url.truncate(url.len() - 1);
    }
    Ok(url)
}

/// What stands before an operation. `/api/v1` may as well be within a base URL.
fn before_operation(href: &str) -> &str {
    let mut from = 0;
    while let Some(place) = find(href, OPERATIONS, from) {
        from = place + OPERATIONS.len();
        let rest = href.get(from..).unwrap_or_default();
        let is_operation = rest.starts_with("/runs") || rest.starts_with("/comfy/");
        if is_operation || rest.bytes().all(|byte| byte == b'/') {
            return href.get(..place).unwrap_or_default();
        }
    }
    href
}

/// A key that a header can carry.
///
/// # Errors
/// [`super::ErrorKind::Usage`]; the key is not repeated.
pub fn key(text: &str) -> Result<&str, Error> {
    let key = text.trim_ascii();
    if key.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return Ok(key);
    }
    Err(Error::input(&[
        "connecting: the key has characters that no header can carry; copy it again",
    ]))
}

#[cfg(test)]
mod tests;
