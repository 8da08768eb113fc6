use super::has_thousands_separator;

#[test]
fn thousands_separators_are_distinguished_from_decimal_separators() {
    for text in ["1,024", "1.024", "-12 345", "1,234,567.5", "1’000"] {
        assert!(has_thousands_separator(text), "{text}");
    }
    for text in ["", "1024", "1,5", "1.5", "a,bcd", "1,", "1234,567"] {
        assert!(!has_thousands_separator(text), "{text}");
    }
}
