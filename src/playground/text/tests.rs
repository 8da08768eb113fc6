use super::*;

#[test]
fn a_place_in_line_is_said_as_people_say_it() {
    let said: Vec<String> = [1, 2, 3, 4, 11, 12, 21, 113]
        .map(ordinal)
        .into_iter()
        .collect();
    assert_eq!(
        said,
        ["1st", "2nd", "3rd", "4th", "11th", "12th", "21st", "113th"]
    );
}

#[test]
fn a_host_is_an_address_without_scheme_and_end() {
    assert_eq!(host("http://127.0.0.1:41234/"), "127.0.0.1:41234");
    assert_eq!(host("container #1"), "container #1");
}

#[test]
fn a_size_has_the_unit_that_fits() {
    assert_eq!(bytes(812.0), "812 B");
    assert_eq!(bytes(14_400.0), "14 kB");
    assert_eq!(bytes(3_210_000.0), "3.2 MB");
}

#[test]
fn a_stem_loses_the_last_ending_only() {
    assert_eq!(stem("poster.v2.json"), "poster.v2");
    assert_eq!(stem(".json"), ".json");
}
