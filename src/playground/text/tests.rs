use super::*;

#[test]
fn a_host_is_an_address_without_scheme_and_end() {
    assert_eq!(host("http://127.0.0.1:41234/"), "127.0.0.1:41234");
    assert_eq!(host("container #1"), "container #1");
}

#[test]
fn a_stem_loses_the_last_ending_only() {
    assert_eq!(stem("poster.v2.json"), "poster.v2");
    assert_eq!(stem(".json"), ".json");
}
