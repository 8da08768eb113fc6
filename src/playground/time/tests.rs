use super::*;

#[test]
fn a_span_shows_the_two_units_that_matter() {
    assert_eq!(span(4_200.0), "4 s");
    assert_eq!(span(125_000.0), "2 min 05 s");
    assert_eq!(span(11_400_000.0), "3 h 10 min");
}

#[test]
fn a_clock_that_went_backwards_gives_no_negative_span() {
    assert_eq!(span(-5_000.0), "0 s");
}

#[test]
fn a_short_measurement_keeps_its_tenths() {
    assert_eq!(measured(1_240.0), "1.2 s");
    assert_eq!(measured(12_400.0), "12 s");
}
