use super::{is_loopback, with_scheme};

#[test]
fn an_address_without_a_scheme_gets_the_likely_one() {
    assert_eq!(with_scheme(" 127.0.0.1:8787 "), "http://127.0.0.1:8787");
    assert_eq!(with_scheme("localhost"), "http://localhost");
    assert_eq!(with_scheme("[::1]:8787/deck"), "http://[::1]:8787/deck");
    assert_eq!(
        with_scheme("pods.example/deck"),
        "https://pods.example/deck"
    );
}

#[test]
fn an_address_with_a_scheme_and_other_text_are_unchanged() {
    for address in ["http://a", "ftp://a", "htp:/a.b", "", "hello world"] {
        assert_eq!(with_scheme(address), address);
    }
}

#[test]
fn only_addresses_of_this_machine_are_loopback() {
    for own in [
        "http://127.0.0.1:8787",
        "http://127.9.0.1/studio/",
        "http://localhost:8787/",
        "http://studio.localhost",
        "http://[::1]:8787/",
    ] {
        assert!(is_loopback(own), "{own}");
    }
    for other in [
        "https://studio.example",
        "http://192.168.0.2:8787",
        "https://127.0.0.1.example.com/",
        "https://localhost.example/",
        "http://[fe80::1]:8787/",
        "",
    ] {
        assert!(!is_loopback(other), "{other}");
    }
}
