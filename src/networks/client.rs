//! HTTP clients also on a system without certificate authorities, such as a container image without a distribution.

use std::sync::Once;

use reqwest::{Client, ClientBuilder};

/// Said once, and not for each client.
static WARNED: Once = Once::new();

/// Chooses the implementation of TLS for all connections of this process. [`build_client`] does so too.
pub fn install_tls() {
    // An error means that one is already installed.
    let _ = rustls::crypto::ring::default_provider().install_default();
}

/// Builds a client. Without certificate authorities, it trusts nobody, and still reaches what is not encrypted.
///
/// # Errors
/// When the client cannot be built for another reason.
pub fn build_client(builder: impl Fn() -> ClientBuilder) -> reqwest::Result<Client> {
    install_tls();
    builder().build().or_else(|why| {
        let client = builder().tls_certs_only([]).build().map_err(|_| why)?;
        WARNED.call_once(|| {
            tracing::warn!(
                "reading the certificate authorities of this system: there are none, so no https address can be \
                 reached; install the package ca-certificates, or name a file with them in SSL_CERT_FILE"
            );
        });
        Ok(client)
    })
}
