//! Checks and cleans the address and key that a person typed. Pure: the platform's `URL` parses the
//! address into the `href` that is checked here.

use super::error::Error;
use super::text::{find, joined};

/// The path of every operation, below the base URL.
const OPERATIONS: &str = "/api/v1";

/// The base URL without a trailing slash. `href` is an address as `URL` writes it, or empty if it could
/// not be parsed. An operation's full address, as dashboards show it, is cut to its base URL.
///
/// # Errors
/// [`super::ErrorKind::Usage`]. The text is not repeated: it may be the key, typed into the wrong
/// field.
pub fn base_url(href: &str) -> Result<String, Error> {
    let refuse = |why: &str| Err(Error::input(&["connecting: the base URL ", why]));
    if href.is_empty() {
        return refuse("is not an address; give one that starts with http:// or https://");
    }
    let rest = href.strip_prefix("http://");
    let Some(rest) = rest.or_else(|| href.strip_prefix("https://")) else {
        return refuse("must start with http:// or https://");
    };
    let mut host = rest.bytes().take_while(|byte| *byte != b'/');
    if host.any(|byte| byte == b'@') {
        return refuse("contains a user name or password; enter the key in its own field");
    }
    let href = before_operation(href);
    if href.bytes().any(|byte| matches!(byte, b'?' | b'#')) {
        return refuse("has a query or fragment; remove it");
    }
    let mut url = href.to_owned();
    while url.ends_with("/") {
        url.truncate(url.len() - 1);
    }
    Ok(url)
}

/// The part before an operation's path. A base URL may contain `/api/v1` itself.
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

/// The absolute address of an output's `url`, which may be relative to the base URL; `None` if it is not an
/// address of `http` or `https`.
pub fn resolve(base_url: &str, url: &str) -> Option<String> {
    if url.starts_with("http://") || url.starts_with("https://") {
        return Some(url.to_owned());
    }
    if has_scheme(url) {
        return None;
    }
    let host = find(base_url, "//", 0)?;
    let path = find(base_url, "/", host + 2).unwrap_or(base_url.len());
    let (origin, prefix) = base_url.split_at_checked(path)?;
    Some(match url.as_bytes() {
        [b'/', b'/', ..] => joined(&[base_url.get(..host)?, url]),
        // A deployment behind a path prefix usually does not know that prefix.
        [b'/', ..] if url.starts_with(&*joined(&[prefix, "/"])) => joined(&[origin, url]),
        [b'/', ..] => joined(&[base_url, url]),
        _ => joined(&[base_url, "/", url]),
    })
}

/// Whether an address has a scheme: a colon before any slash, question mark or number sign.
fn has_scheme(url: &str) -> bool {
    let end = url
        .bytes()
        .find(|byte| matches!(byte, b':' | b'/' | b'?' | b'#'));
    end == Some(b':')
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
        "connecting: the key has characters that a header cannot carry; copy it again",
    ]))
}

#[cfg(test)]
mod tests;
