use super::step;
use schema::Bounds;

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
    let next = step("0.2", &bounds("0", "1", "0.1"), true);
    assert_eq!(next.as_deref(), Some("0.3"));
}

#[test]
fn a_step_stops_at_the_bounds() {
    assert_eq!(
        step("9.95", &bounds("0", "10", "0.1"), true).as_deref(),
        Some("10")
    );
    assert_eq!(
        step("0", &bounds("0", "10", "0.1"), false).as_deref(),
        Some("0")
    );
}

#[test]
fn a_64_bit_seed_keeps_its_digits() {
    let next = step("18446744073709551614", &Bounds::default(), true);
    assert_eq!(next.as_deref(), Some("18446744073709551615"));
}

#[test]
fn a_text_that_is_not_a_number_has_no_next_number() {
    assert_eq!(step("twelve", &Bounds::default(), true), None);
}

#[test]
fn a_step_parses_numbers_like_the_check() {
    let next = |text| step(text, &Bounds::default(), true);
    assert_eq!(next("1e3").as_deref(), Some("1001"));
    assert_eq!(next("1_000"), None);
}
