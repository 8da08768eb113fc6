use super::*;

fn signer() -> LinkSigner {
    LinkSigner::new(&[7; 32])
}

fn query(link: &str) -> SignedLink {
    let (_, query) = link.split_once('?').unwrap();
    let mut link = SignedLink::default();
    for pair in query.split('&') {
        match pair.split_once('=').unwrap() {
            ("expires", expires) => link.expires = expires.parse().unwrap(),
            ("key", key) => link.key = key.to_owned(),
            (_, signature) => link.signature = signature.to_owned(),
        }
    }
    link
}

#[test]
fn a_link_opens_only_its_own_file() {
    let signer = signer();
    let link = query(&signer.link("run/a b.png", "k"));
    assert!(signer.verify("run/a b.png", &link));
    assert!(!signer.verify("run/other.png", &link));
    let changed = [
        SignedLink {
            expires: link.expires + 1,
            ..link.clone()
        },
        SignedLink {
            key: "other".to_owned(),
            ..link.clone()
        },
    ];
    for changed in changed {
        assert!(!signer.verify("run/a b.png", &changed));
    }
    assert!(!LinkSigner::new(&[8; 32]).verify("run/a b.png", &link));
}

#[test]
fn an_expired_link_opens_nothing() {
    let signer = signer();
    let mac = signer.mac("run/a.png", 1000, "k").unwrap();
    let link = SignedLink {
        expires: 1000,
        key: "k".to_owned(),
        signature: hex::encode(mac.finalize().into_bytes()),
    };
    assert!(!signer.verify("run/a.png", &link));
}

#[test]
fn a_signature_that_is_not_hexadecimal_opens_nothing() {
    for signature in ["", "a", "zz", "é", "+1"] {
        let link = SignedLink {
            expires: u64::MAX,
            signature: signature.to_owned(),
            ..SignedLink::default()
        };
        assert!(!signer().verify("run/a.png", &link), "{signature}");
    }
}

#[test]
fn the_file_name_in_a_link_is_percent_encoded() {
    let link = signer().link("run/a b?.png", "k");
    assert!(
        link.starts_with("/api/v1/files/run/a%20b%3F.png?expires="),
        "{link}"
    );
}
