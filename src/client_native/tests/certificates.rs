use std::error::Error;
use std::sync::Arc;

use client::ErrorKind;
use rcgen::{CertifiedKey, generate_simple_self_signed};
use reqwest::Certificate;
use rustls::ServerConfig;
use rustls::pki_types::PrivatePkcs8KeyDer;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

use super::server::{KEY, read, success};
use crate::{Body, Client};

/// A server with a certificate that it has signed itself: its address and the certificate.
async fn server() -> (String, Certificate) {
    let names = vec!["127.0.0.1".to_owned()];
    let CertifiedKey { cert, signing_key } = generate_simple_self_signed(names).unwrap();
    let key = PrivatePkcs8KeyDer::from(signing_key.serialize_der());
    let config = ServerConfig::builder().with_no_client_auth();
    let config = config
        .with_single_cert(vec![cert.der().clone()], key.into())
        .unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("https://{}", listener.local_addr().unwrap());
    let acceptor = TlsAcceptor::from(Arc::new(config));
    tokio::spawn(async move {
        loop {
            let (connection, _) = listener.accept().await.unwrap();
            if let Ok(mut connection) = acceptor.accept(connection).await {
                read(&mut connection).await;
                let answer = success("{}");
                connection.write_all(answer.as_bytes()).await.unwrap();
            }
        }
    });
    (url, Certificate::from_pem(cert.pem().as_bytes()).unwrap())
}

#[tokio::test]
async fn a_certificate_is_trusted_if_its_authority_is() {
    let (url, authority) = server().await;
    let client = Client::new(&url, KEY, &[authority]).unwrap();
    let call = client.call(&api::CANCEL, "r", "").unwrap();
    assert!(client.send(&call, &Body::Empty).await.is_ok());
}

#[tokio::test]
async fn an_untrusted_certificate_is_the_cause_of_the_failure() {
    let (url, _) = server().await;
    let client = Client::new(&url, KEY, &[]).unwrap();
    let call = client.call(&api::CANCEL, "r", "").unwrap();
    let failure = client.send(&call, &Body::Empty).await.err().unwrap();
    assert_eq!(failure.error.kind, ErrorKind::Network);
    assert!(failure.error.reason.contains("certificate"), "{failure}");
    assert!(failure.source().is_some());
}
