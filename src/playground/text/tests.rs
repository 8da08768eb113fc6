use super::*;

#[test]
fn a_host_is_an_address_without_scheme_and_trailing_slash() {
    assert_eq!(host("http://127.0.0.1:41234/"), "127.0.0.1:41234");
    assert_eq!(host("container #1"), "container #1");
}

#[test]
fn a_stem_lacks_only_the_last_extension() {
    assert_eq!(stem("poster.v2.json"), "poster.v2");
    assert_eq!(stem(".json"), ".json");
}
