use super::*;
use crate::client::ErrorKind;

#[test]
fn an_address_is_rejected_or_cleaned() {
    let rejected = [
        "",
        "ftp://h/",
        "file:///a",
        "http://u:p@h/",
        "http://u@h/",
        "http://h/?a=1",
        "http://h/#a",
        "http://h/api/v1/pods?a=1",
        "javascript:alert(1)",
    ];
    for href in rejected {
        let error = base_url(href).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Usage, "{href}");
        assert!(error.message.starts_with("connecting: "), "{error}");
    }
    let cleaned = [
        ("http://h/", "http://h"),
        ("https://h/pod//", "https://h/pod"),
        ("http://[::1]:8787/a%20b", "http://[::1]:8787/a%20b"),
        ("http://h/a@b", "http://h/a@b"),
        ("http://h/api/v1", "http://h"),
        ("http://h/pod/api/v1/", "http://h/pod"),
        ("http://h/api/v1/runs", "http://h"),
        ("http://h/api/v1/runs?workflow_id=poster", "http://h"),
        ("http://h/api/v1/comfy/queue/", "http://h"),
        ("http://h/api/v1/pods/a", "http://h/api/v1/pods/a"),
        ("http://h/api/v1/pods/api/v1/runs", "http://h/api/v1/pods"),
        ("http://h/api/v10", "http://h/api/v10"),
    ];
    for (href, cleaned) in cleaned {
        assert_eq!(base_url(href).unwrap(), cleaned);
    }
}

#[test]
fn a_key_that_a_header_cannot_carry_is_rejected_and_not_repeated() {
    for text in ["a\nb", "a\u{0}b", "schlüssel", "🔑"] {
        let error = key(text).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Usage);
        assert!(!error.message.contains(text));
    }
    assert_eq!(key(" k-3f9a\n").unwrap(), "k-3f9a");
}
