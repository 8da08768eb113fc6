//! Which certificates of a service the commands trust, and why they do not trust one.

use std::error::Error;
use std::fs;
use std::io;
use std::path::Path;

use reqwest::Certificate;
use rustls::CertificateError;

/// The certificates in a file.
pub(crate) fn authorities(path: &Path) -> Result<Vec<Certificate>, String> {
    let failed = |why: &dyn std::fmt::Display| {
        format!(
            "reading --ca {}: {why}; name a file with certificates in PEM",
            path.display()
        )
    };
    let text = fs::read(path).map_err(|why| failed(&why))?;
    match Certificate::from_pem_bundle(&text) {
        Ok(found) if found.is_empty() => Err(failed(&"it has no certificate")),
        found => found.map_err(|_| failed(&"it is not valid PEM")),
    }
}

/// What is wrong with the certificate of a service, and what to do, if that is why it cannot be called.
pub(crate) fn untrusted(error: &reqwest::Error) -> Option<String> {
    let mut cause = error.source();
    while let Some(why) = cause {
        if let Some(rustls::Error::InvalidCertificate(why)) = why.downcast_ref() {
            return Some(reason(why));
        }
        let wrapped = why.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        cause = match wrapped {
            // The source of such an error is that of the wrapped one.
            Some(wrapped) => Some(wrapped),
            None => why.source(),
        };
    }
    None
}

fn reason(why: &CertificateError) -> String {
    match why {
        CertificateError::UnknownIssuer => {
            "the authority of its certificate is unknown; name the authority's certificate with --ca"
                .to_owned()
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "its certificate is for another name; correct --url".to_owned()
        }
        // A library between has no type for it.
        CertificateError::Other(other) if format!("{other:?}").contains("CaUsedAsEndEntity") => {
            "its certificate is that of an authority; give the service one with the constraint CA:FALSE"
                .to_owned()
        }
        why => format!("its certificate is not valid: {why}; renew it"),
    }
}
