use super::*;
use crate::ErrorKind;

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

#[test]
fn an_outputs_url_is_resolved_below_the_deployments_path() {
    for (url, whole) in [
        ("files/a.png", "http://h/pod/files/a.png"),
        ("/files/a.png?s=1", "http://h/pod/files/a.png?s=1"),
        ("/pod/files/a.png", "http://h/pod/files/a.png"),
        ("/podium/a.png", "http://h/pod/podium/a.png"),
        ("/a:b", "http://h/pod/a:b"),
        ("?file=a:b", "http://h/pod/?file=a:b"),
        ("//s/a.png", "http://s/a.png"),
        ("https://s/a", "https://s/a"),
    ] {
        let resolved = resolve("http://h/pod", url);
        assert_eq!(resolved.as_deref(), Some(whole), "{url}");
    }
    let at_root = resolve("https://h:8", "/files/a.png");
    assert_eq!(at_root.as_deref(), Some("https://h:8/files/a.png"));
}

#[test]
fn an_outputs_url_is_only_http_or_https() {
    for url in ["javascript:alert(1)", "data:text/html,a", "ftp://h/a"] {
        assert_eq!(resolve("http://h/pod", url), None, "{url}");
    }
}
