use super::*;

fn number(name: &str, bounds: Bounds) -> Field {
    Field::new(name, FieldKind::Number(bounds))
}

fn bounds(integer: bool, min: &str, max: &str) -> Bounds {
    Bounds {
        integer,
        min: Some(min.to_owned()),
        max: Some(max.to_owned()),
        step: None,
    }
}

#[test]
fn the_name_of_a_whole_number_says_whether_it_is_a_seed() {
    let any = bounds(true, "0", "18446744073709551615");
    assert_eq!(
        number("noise_Seed", any.clone()).control(),
        Some(Control::Seed)
    );
    assert_eq!(number("steps", any).control(), None);
    assert_eq!(number("seed", bounds(false, "0", "1")).control(), None);
    let slider = FieldKind::Slider(bounds(true, "0", "9"));
    assert_eq!(Field::new("seed", slider).control(), None);
}

#[test]
fn the_bounds_of_a_whole_number_say_whether_it_is_a_color() {
    let color = bounds(true, "0", "16777215");
    assert_eq!(
        number("tint", color.clone()).control(),
        Some(Control::Color)
    );
    assert_eq!(number("seed", color).control(), Some(Control::Seed));
    assert_eq!(
        number("tint", bounds(true, "0", "16777216")).control(),
        None
    );
    assert_eq!(
        number("tint", bounds(false, "0", "16777215")).control(),
        None
    );
}

#[test]
fn a_field_is_optional_if_it_is_not_required_and_has_no_value() {
    let text = Field::new("title", FieldKind::Boolean);
    assert!(!text.is_optional());
    let mut number = number("steps", Bounds::default());
    assert!(number.is_optional());
    number.default = Some(String::new());
    assert!(!number.is_optional());
    number.default = None;
    number.required = true;
    assert!(!number.is_optional());
}

#[test]
fn a_slider_moves_by_its_step_or_a_hundredth_of_its_range() {
    let increment = |integer, min, max| bounds(integer, min, max).increment();
    assert_eq!(increment(false, "0", "1"), "0.01");
    assert_eq!(increment(false, "-0.5", "1234.5"), "12.35");
    assert_eq!(increment(false, "0.1", "0.7"), "0.006");
    assert_eq!(increment(false, "0", "5000"), "50");
    assert_eq!(increment(false, "0", "0.05"), "0.0005");
    assert_eq!(increment(true, "0", "5000"), "1");
    let declared = Bounds {
        step: Some("0.25".to_owned()),
        ..bounds(false, "0", "1")
    };
    assert_eq!(declared.increment(), "0.25");
}

#[test]
fn a_range_that_is_none_or_too_long_has_the_increment_1() {
    let increment = |min, max| bounds(false, min, max).increment();
    assert_eq!(increment("1", "1"), "1");
    assert_eq!(increment("2", "1"), "1");
    assert_eq!(increment("0", "1e3"), "1");
    assert_eq!(increment("0", "99999999999999999999"), "1");
    assert_eq!(Bounds::default().increment(), "1");
}
