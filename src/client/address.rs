//! What a person typed as address and key, made fit for a request.

use web_sys::Url;

use super::Error;

/// The base URL without a slash at the end.
pub(crate) fn base_url(text: &str) -> Result<String, Error> {
    // The text is not repeated: it may be the key, typed into the wrong field.
    let refuse = |why: &str| Error::input(format!("connecting: {why}"));
    let url = Url::new(text.trim()).map_err(|_| {
        refuse("the base URL is no address; give one that begins with http:// or https://")
    })?;
    if !matches!(url.protocol().as_str(), "http:" | "https:") {
        return Err(refuse("the base URL must begin with http:// or https://"));
    }
    if !url.username().is_empty() || !url.password().is_empty() {
        return Err(refuse(
            "the base URL holds a user name or password; the key goes into its own field",
        ));
    }
    if !url.search().is_empty() || !url.hash().is_empty() {
        return Err(refuse(
            "the base URL has a query or a fragment; give it without",
        ));
    }
    let url = format!("{}{}", url.origin(), url.pathname());
    Ok(url.trim_end_matches('/').to_owned())
}

/// A key that a header can carry.
pub(crate) fn key(text: &str) -> Result<String, Error> {
    let key = text.trim();
    if !key.chars().all(|c| c.is_ascii_graphic() || c == ' ') {
        return Err(Error::input(
            "connecting: the key has characters that no header can carry; copy it again",
        ));
    }
    Ok(key.to_owned())
}

/// The absolute address of `url`, seen from a base URL; only `http` and `https`.
pub(crate) fn resolve(base_url: &str, url: &str) -> Option<String> {
    let url = Url::new_with_base(url, &format!("{base_url}/")).ok()?;
    matches!(url.protocol().as_str(), "http:" | "https:").then(|| url.href())
}
