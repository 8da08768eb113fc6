use super::super::range::range_values;
use super::{next_seeds, suggested_range};
use schema::{Bounds, Field, FieldKind};

const MAX: usize = 500;

fn bounds(min: &str, max: &str, step: &str, integer: bool) -> Bounds {
    let own = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    Bounds {
        min: own(min),
        max: own(max),
        step: own(step),
        integer,
    }
}

fn field(name: &str, kind: FieldKind) -> Field {
    Field::new(name, kind)
}

fn values(field: &Field, text: &str) -> Vec<String> {
    let range = suggested_range(field, text);
    range.map_or_else(Vec::new, |range| range_values(&range, MAX).unwrap())
}

/// The values of a number with these bounds.
fn around(text: &str, name: &str, [min, max, step]: [&str; 3], integer: bool) -> String {
    let kind = FieldKind::Number(bounds(min, max, step, integer));
    values(&field(name, kind), text).join(" ")
}

#[test]
fn sampling_settings_vary_around_their_value() {
    let steps = |text| around(text, "steps", ["1", "10000", "1"], true);
    assert_eq!(steps("20"), "12 16 20 24 28");
    assert_eq!(steps("4"), "2 3 4 5 6");
    assert_eq!(steps("1"), "1 2 3");
    let cfg = |text| around(text, "cfg", ["0", "100", "0.1"], false);
    assert_eq!(cfg("7"), "5 6 7 8 9");
    assert_eq!(cfg("7.5"), "5.5 6.5 7.5 8.5 9.5");
    assert_eq!(cfg("1"), "0.6 0.8 1 1.2 1.4");
    let strength = |text| around(text, "strength_model", ["-100", "100", "0.01"], false);
    assert_eq!(strength("0.8"), "0.4 0.6 0.8 1 1.2");
    assert_eq!(strength("-1"), "-1.4 -1.2 -1 -0.8 -0.6");
    assert_eq!(strength("0"), "-0.4 -0.2 0 0.2 0.4");
    let denoise = |text| around(text, "denoise", ["0", "1", "0.01"], false);
    assert_eq!(denoise("0.8"), "0.4 0.6 0.8 1");
    assert_eq!(denoise("1"), "0.6 0.8 1");
}

#[test]
fn sizes_vary_in_steps_of_64() {
    let size = |text, step| around(text, "width", ["16", "16384", step], true);
    assert_eq!(size("512", "8"), "384 448 512 576 640");
    assert_eq!(size("1024", "1"), "896 960 1024 1088 1152");
    // Not the width of a picture.
    assert_eq!(size("16", "1"), "16 20 24");
}

#[test]
fn an_empty_number_varies_from_its_minimum() {
    assert_eq!(around("", "steps", ["1", "10000", "1"], true), "1 2 3");
    assert_eq!(around("many", "x", ["", "", ""], true), "-2 -1 0 1 2");
    let slider = FieldKind::Slider(bounds("0", "255", "1", true));
    assert_eq!(values(&field("level", slider), "0"), ["0", "50", "100"]);
}

#[test]
fn narrow_bounds_have_narrow_steps() {
    assert_eq!(around("2", "x", ["1", "3", ""], true), "1 2 3");
    assert_eq!(around("20", "x", ["18", "22", "1"], true), "18 20 22");
    assert_eq!(around("5", "x", ["5", "5", "1"], true), "");
    assert_eq!(around("0.5", "x", ["0", "0.5", ""], false), "0.3 0.4 0.5");
}

// proptest is not compiled to WebAssembly.
#[cfg(not(target_arch = "wasm32"))]
mod properties {
    use super::*;
    use proptest::prelude::*;

    /// A number with up to three decimals.
    fn number() -> impl Strategy<Value = String> {
        (-30_000_i64..30_000, 0_u32..4).prop_map(|(digits, scale)| {
            rust_decimal::Decimal::new(digits, scale)
                .normalize()
                .to_string()
        })
    }

    fn optional() -> impl Strategy<Value = String> {
        prop_oneof![1 => Just(String::new()), 3 => number()]
    }

    fn names() -> impl Strategy<Value = &'static str> {
        prop_oneof![Just("steps"), Just("width"), Just("strength")]
    }

    proptest! {
        #[test]
        fn values_are_valid_distinct_sorted_and_contain_the_own_one(
            own in number(), first in optional(), second in optional(), step in optional(),
            integer: bool, is_slider: bool, name in names(),
        ) {
            let (min, max) = match (schema::decimal(&first), schema::decimal(&second)) {
                (Some(low), Some(high)) if low > high => (second, first),
                _ => (first, second),
            };
            let bounds = bounds(&min, &max, &step, integer);
            let kind = match is_slider {
                true => FieldKind::Slider(bounds),
                false => FieldKind::Number(bounds),
            };
            let is_valid = |text: &str| {
                let number = schema::decimal(text).unwrap();
                schema::decimal(&min).is_none_or(|min| min <= number)
                    && schema::decimal(&max).is_none_or(|max| number <= max)
                    && (!integer || number.is_integer())
            };
            let values = values(&field(name, kind), &own);
            prop_assert!(values.len() <= 5);
            prop_assert!(values.iter().all(|value| is_valid(value)), "{values:?}");
            let numbers: Vec<_> = values.iter().map(|value| schema::decimal(value).unwrap()).collect();
            prop_assert!(numbers.is_sorted_by(|one, next| one < next), "{values:?}");
            if is_valid(&own) && !values.is_empty() {
                prop_assert!(numbers.contains(&schema::decimal(&own).unwrap()), "{values:?}");
            }
        }

        #[test]
        fn any_text_gets_an_answer(own: String, min: String, max: String, step: String) {
            let kind = FieldKind::Number(bounds(&min, &max, &step, false));
            let _ = suggested_range(&field("x", kind), &own);
        }
    }
}

#[test]
fn seeds_go_on_from_their_value() {
    let kind = FieldKind::Number(bounds("0", "18446744073709551615", "1", true));
    let field = field("seed", kind);
    let next = |text| next_seeds(&field, text, 9).map(|range| range.join(" "));
    assert_eq!(next("42").as_deref(), Some("42 50 1"));
    assert_eq!(
        next("18446744073709551613").as_deref(),
        Some("18446744073709551613 18446744073709551615 1")
    );
    assert_eq!(next("18446744073709551615"), None);
}
