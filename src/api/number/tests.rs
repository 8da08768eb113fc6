use super::float;

#[test]
fn a_number_of_few_digits_is_exact() {
    for digits in [
        "0",
        "-0",
        "7",
        "-12",
        "1.5",
        "0.1",
        "-2.25",
        "1e3",
        "1E+3",
        "2.5e-3",
        "123456789012345",
    ] {
        assert_eq!(float(digits), digits.parse::<f64>().unwrap(), "{digits}");
    }
}

#[test]
fn numbers_of_many_digits_keep_their_order() {
    assert!(float("18446744073709551615") > float("18446744073709540000"));
    assert!(float("0.00000000000000000001") > 0.0);
}

#[test]
fn a_number_out_of_range_becomes_infinite_or_zero() {
    assert_eq!(float("1e999"), f64::INFINITY);
    assert_eq!(float("-1e99999999999"), f64::NEG_INFINITY);
    assert_eq!(float("1e-999"), 0.0);
    assert_eq!(float("0e999"), 0.0);
}
