use super::wrap_into;
use schema::Bounds;

fn bounds(min: &str, max: &str) -> Bounds {
    let bound = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    Bounds {
        integer: true,
        min: bound(min),
        max: bound(max),
        step: None,
    }
}

#[test]
fn a_seed_stays_within_its_bounds() {
    assert_eq!(wrap_into(&bounds("10", "12"), 0), "10");
    assert_eq!(wrap_into(&bounds("10", "12"), 5), "12");
    assert_eq!(wrap_into(&bounds("7", "7"), u64::MAX), "7");
}

#[test]
fn a_64_bit_seed_keeps_all_its_bits() {
    let all = bounds("0", "18446744073709551615");
    assert_eq!(wrap_into(&all, u64::MAX), "18446744073709551615");
}

#[test]
fn a_seed_without_bounds_has_32_bits() {
    assert_eq!(wrap_into(&bounds("", ""), 1 << 32), "0");
    assert_eq!(wrap_into(&bounds("-5", "x"), 7), "7");
}

#[test]
fn reversed_bounds_give_the_minimum() {
    assert_eq!(wrap_into(&bounds("9", "3"), 123), "9");
}
