//! The addresses of receivers: what is valid, and how they are written. No I/O.

use reqwest::Url;

use networks::Refused;
use store::WebhookTarget;

/// The longest address, in bytes.
pub const MAX_URL: usize = 2000;

/// Why an address cannot be one of a receiver. Never contains its path, which may be a secret.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TargetError {
    #[error("the address is longer than {MAX_URL} bytes; use a shorter one")]
    TooLong,
    #[error("it is not an http or https address; write it like https://example.com/hooks")]
    NotWeb,
    #[error(
        "the address contains a user name or password; put a secret into its path, or verify the signature instead"
    )]
    Credentials,
    #[error(transparent)]
    Refused(#[from] Refused),
}

/// The URL in a text, without a fragment, which is never sent.
pub(super) fn parsed(text: &str) -> Result<Url, TargetError> {
    if text.len() > MAX_URL {
        return Err(TargetError::TooLong);
    }
    let mut url = Url::parse(text).map_err(|_| TargetError::NotWeb)?;
    if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
        return Err(TargetError::NotWeb);
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(TargetError::Credentials);
    }
    url.set_fragment(None);
    match url.as_str().len() > MAX_URL {
        true => Err(TargetError::TooLong),
        false => Ok(url),
    }
}

/// The target at a URL.
pub(super) fn of(url: &Url) -> WebhookTarget {
    WebhookTarget {
        origin: url.origin().ascii_serialization(),
        url: url.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_has_an_origin_and_no_fragment() {
        let url = parsed("HTTPS://Example.com:443/hooks/a b?c=d#e").unwrap();
        let target = of(&url);
        assert_eq!(target.url, "https://example.com/hooks/a%20b?c=d");
        assert_eq!(target.origin, "https://example.com");
        let port = of(&parsed("http://[::1]:8080").unwrap());
        assert_eq!(port.origin, "http://[::1]:8080");
    }

    #[test]
    fn what_is_no_address_is_refused_without_repeating_it() {
        let long = format!("https://example.com/{}", "secret".repeat(400));
        let grows = format!("https://example.com/{}", "ä secret".repeat(200));
        for text in [
            "",
            "secret",
            "/secret",
            "//example.com/secret",
            "ftp://example.com/secret",
            "file:///secret",
            "javascript:secret",
            "http://",
            "https://user:secret@example.com",
            "https://secret@example.com",
            "https://:secret@example.com",
            &long,
            &grows,
        ] {
            let why = parsed(text).unwrap_err().to_string();
            assert!(
                !why.contains("secret@") && !why.contains("/secret"),
                "{why}"
            );
        }
    }
}
