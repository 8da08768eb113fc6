use super::with_scheme;

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
