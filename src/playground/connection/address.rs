//! The address of a deployment, as people write it.

/// An address as people write it, with the scheme that a browser would take: a machine of one's own
/// speaks http, any other https.
pub(super) fn with_scheme(address: &str) -> String {
    let address = address.trim();
    // A slash after the first colon, even one too few, is a scheme's: a port has digits there.
    let scheme = address
        .split_once(':')
        .is_some_and(|(_, rest)| rest.starts_with('/'));
    if scheme || !address.contains(['.', ':']) && address != "localhost" {
        return address.to_owned();
    }
    let is_near = address.starts_with("localhost")
        || address.starts_with(|first: char| first.is_ascii_digit() || first == '[');
    [if is_near { "http://" } else { "https://" }, address].concat()
}

#[cfg(test)]
mod tests;
