use super::*;

fn bounds(min: &str, max: &str, step: &str) -> Bounds {
    Bounds {
        integer: false,
        min: Some(min.to_owned()),
        max: Some(max.to_owned()),
        step: Some(step.to_owned()),
    }
}

#[test]
fn a_step_keeps_decimals_exact() {
    let next = stepped("0.2", &bounds("0", "1", "0.1"), true);
    assert_eq!(next.as_deref(), Some("0.3"));
}

#[test]
fn a_step_stops_at_the_bounds() {
    assert_eq!(
        stepped("9.95", &bounds("0", "10", "0.1"), true).as_deref(),
        Some("10")
    );
    assert_eq!(
        stepped("0", &bounds("0", "10", "0.1"), false).as_deref(),
        Some("0")
    );
}

#[test]
fn a_seed_of_64_bits_keeps_its_digits() {
    let next = stepped("18446744073709551614", &Bounds::default(), true);
    assert_eq!(next.as_deref(), Some("18446744073709551615"));
}

#[test]
fn what_is_no_number_has_no_next() {
    assert_eq!(stepped("twelve", &Bounds::default(), true), None);
}

#[test]
fn a_step_reads_numbers_as_the_check_does() {
    let next = |text| stepped(text, &Bounds::default(), true);
    assert_eq!(next("1e3").as_deref(), Some("1001"));
    assert_eq!(next("1_000"), None);
}
