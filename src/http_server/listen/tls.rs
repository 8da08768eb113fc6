//! TLS for the connections of a listener: a certificate and its key, which can be replaced while connections use them.

use std::fmt::{self, Debug};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{SystemTime, UNIX_EPOCH};

use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, UnixTime};
use rustls::time_provider::TimeProvider;
use tokio_rustls::TlsAcceptor;

use crate::regular_file;

/// The one protocol that is spoken over TLS.
const PROTOCOL: &[u8] = b"http/1.1";

/// The largest file, in bytes: a hundred times that of usual ones.
const MAX_SIZE: u64 = 1 << 20;

/// Why a certificate and its key cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// The certificate cannot be read.
    #[error(
        "reading the certificate {path}: {why}; name a file with the certificate, and those between it and the \
         certificate authority, in PEM"
    )]
    Certificate {
        /// Its file.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// The key cannot be read.
    #[error(
        "reading the key {path}: {why}; name a file with the private key, in PEM and not encrypted"
    )]
    Key {
        /// Its file.
        path: PathBuf,
        /// The reason, without the file's content.
        why: String,
    },
    /// They cannot be used together.
    #[error("using the certificate {certificate} with the key {key}: {why}; {remedy}")]
    Pair {
        /// The file of the certificate.
        certificate: PathBuf,
        /// The file of the key.
        key: PathBuf,
        /// The reason.
        why: String,
        /// What to do about it.
        remedy: &'static str,
    },
}

/// A certificate and its key in files.
#[derive(Clone)]
pub struct Tls {
    certificate: PathBuf,
    key: PathBuf,
    current: Arc<RwLock<Arc<ServerConfig>>>,
}

impl Tls {
    /// Reads a certificate and its key.
    ///
    /// # Errors
    /// When they cannot be used.
    pub fn read(certificate: &Path, key: &Path) -> Result<Self, TlsError> {
        Ok(Self {
            certificate: certificate.to_owned(),
            key: key.to_owned(),
            current: Arc::new(RwLock::new(config(certificate, key)?)),
        })
    }

    /// Reads both again, for new connections. Others keep what they have.
    ///
    /// # Errors
    /// When they cannot be used. Then the previous ones stay in use.
    pub fn reload(&self) -> Result<(), TlsError> {
        let config = config(&self.certificate, &self.key)?;
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = config;
        Ok(())
    }

    /// What accepts the next connection.
    pub(super) fn acceptor(&self) -> TlsAcceptor {
        let current = self.current.read().unwrap_or_else(PoisonError::into_inner);
        current.clone().into()
    }
}

impl Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Tls");
        shown
            .field("certificate", &self.certificate)
            .finish_non_exhaustive()
    }
}

/// The time by which sessions end. That of rustls panics before 1970.
#[derive(Debug)]
struct Time;

impl TimeProvider for Time {
    fn current_time(&self) -> Option<UnixTime> {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        Some(UnixTime::since_unix_epoch(since.unwrap_or_default()))
    }
}

fn config(certificate: &Path, key: &Path) -> Result<Arc<ServerConfig>, TlsError> {
    let certificates = certificates(certificate).map_err(|why| TlsError::Certificate {
        path: certificate.to_owned(),
        why,
    })?;
    let private = private_key(key).map_err(|why| TlsError::Key {
        path: key.to_owned(),
        why,
    })?;
    let unusable = |why: rustls::Error| TlsError::Pair {
        certificate: certificate.to_owned(),
        key: key.to_owned(),
        remedy: match why {
            rustls::Error::InconsistentKeys(_) => "name the key that the certificate was made for",
            _ => "make a new key and a new certificate",
        },
        why: match why {
            rustls::Error::InconsistentKeys(_) => "they do not belong together".to_owned(),
            why => why.to_string(),
        },
    };
    let builder =
        ServerConfig::builder_with_details(Arc::new(ring::default_provider()), Arc::new(Time));
    let builder = builder
        .with_safe_default_protocol_versions()
        .map_err(unusable)?;
    let builder = builder.with_no_client_auth();
    let mut config = builder
        .with_single_cert(certificates, private)
        .map_err(unusable)?;
    config.alpn_protocols = vec![PROTOCOL.to_vec()];
    Ok(Arc::new(config))
}

fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, String> {
    let what = "certificate";
    let bytes = regular_file::read_whole(path, MAX_SIZE).map_err(|why| why.to_string())?;
    match CertificateDer::pem_slice_iter(&bytes).collect::<Result<Vec<_>, _>>() {
        Ok(found) if found.is_empty() => Err(reason(&pem::Error::NoItemsFound, what)),
        read => read.map_err(|why| reason(&why, what)),
    }
}

fn private_key(path: &Path) -> Result<PrivateKeyDer<'static>, String> {
    let bytes = regular_file::read_whole(path, MAX_SIZE).map_err(|why| why.to_string())?;
    PrivateKeyDer::from_pem_slice(&bytes).map_err(|why| reason(&why, "private key"))
}

/// Why a file in PEM cannot be read, without its content.
fn reason(why: &pem::Error, what: &str) -> String {
    match why {
        pem::Error::NoItemsFound => format!("it has no {what}"),
        _ => "it is not valid PEM".to_owned(),
    }
}
