//! The address of an engine: what is valid, and how it is written. No I/O.

use reqwest::Url;

/// The address of an engine as the service shows it, without a trailing slash.
///
/// # Errors
/// When it is not valid.
pub fn engine_address(address: &str) -> Result<String, String> {
    Ok(without_slash(&engine_url(address)?))
}

pub(crate) fn without_slash(url: &Url) -> String {
    let path = url.path().trim_end_matches('/');
    format!("{}{path}", url.origin().ascii_serialization())
}

/// The same as a URL.
pub fn engine_url(address: &str) -> Result<Url, String> {
    let url = Url::parse(address).ok();
    let is_web = |url: &Url| matches!(url.scheme(), "http" | "https") && url.has_host();
    let Some(url) = url.filter(is_web) else {
        // It may contain a password or a token.
        let shown = match address.contains(['@', '?']) {
            true => "the address".to_owned(),
            false => format!("“{address}”"),
        };
        return Err(format!(
            "{shown} is not an http or https address; write it like http://127.0.0.1:8188"
        ));
    };
    if !url.username().is_empty() || url.password().is_some() {
        return Err(
            "the address contains a user name or password, which every caller would see; write it like \
             http://127.0.0.1:8188, and set user and password in the configuration file"
                .to_owned(),
        );
    }
    if url.query().is_some_and(|query| !query.is_empty()) {
        return Err(
            "the address contains a query, which requests to an engine cannot keep; write it like \
             http://127.0.0.1:8188, and set a token or headers in the configuration file"
                .to_owned(),
        );
    }
    Ok(url)
}
