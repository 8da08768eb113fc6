use super::*;

fn signer() -> LinkSigner {
    LinkSigner::new(&[7; 32], "k")
}

fn query(link: &str) -> (u64, String) {
    let (_, query) = link.split_once("?expires=").unwrap();
    let (expires, signature) = query.split_once("&signature=").unwrap();
    (expires.parse().unwrap(), signature.to_owned())
}

#[test]
fn a_link_opens_only_its_own_file() {
    let signer = signer();
    let (expires, signature) = query(&signer.link("run/a b.png"));
    assert!(signer.verify("run/a b.png", expires, &signature));
    assert!(!signer.verify("run/other.png", expires, &signature));
    assert!(!signer.verify("run/a b.png", expires + 1, &signature));
    let others = [
        LinkSigner::new(&[8; 32], "k"),
        LinkSigner::new(&[7; 32], "other"),
    ];
    for other in others {
        assert!(!other.verify("run/a b.png", expires, &signature));
    }
}

#[test]
fn an_expired_link_opens_nothing() {
    let signer = signer();
    let signature = hex::encode(
        signer
            .mac("run/a.png", 1000)
            .unwrap()
            .finalize()
            .into_bytes(),
    );
    assert!(!signer.verify("run/a.png", 1000, &signature));
}

#[test]
fn a_signature_that_is_not_hexadecimal_opens_nothing() {
    let signer = signer();
    for signature in ["", "a", "zz", "é", "+1"] {
        assert!(
            !signer.verify("run/a.png", u64::MAX, signature),
            "{signature}"
        );
    }
}

#[test]
fn the_file_name_in_a_link_is_percent_encoded() {
    let link = signer().link("run/a b?.png");
    assert!(
        link.starts_with("/api/v1/files/run/a%20b%3F.png?expires="),
        "{link}"
    );
}
