//! One image blended over another.

use std::sync::Arc;

use super::{Value, compute, failure_message, frame, frames, greys, levels, text};

fn blended(below: u8, above: u8, factor: f64, mode: &str) -> u8 {
    let inputs = [
        ("image1", greys(&[below])),
        ("image2", greys(&[above])),
        ("blend_factor", Value::Float(factor)),
        ("blend_mode", text(mode)),
    ];
    levels(&compute("ImageBlend", inputs).unwrap())[0]
}

#[test]
fn each_mode_has_its_formula() {
    assert_eq!(blended(51, 204, 1.0, "normal"), 204);
    assert_eq!(blended(51, 204, 1.0, "multiply"), 41);
    assert_eq!(blended(51, 204, 1.0, "screen"), 214);
    assert_eq!(blended(51, 204, 1.0, "overlay"), 82);
    assert_eq!(blended(204, 51, 1.0, "overlay"), 173);
    assert_eq!(blended(51, 204, 1.0, "soft_light"), 89);
    assert_eq!(blended(204, 51, 1.0, "soft_light"), 180);
    assert_eq!(blended(204, 51, 1.0, "difference"), 153);
    assert_eq!(blended(51, 204, 1.0, "difference"), 0);
}

#[test]
fn the_factor_weights_the_second_image() {
    assert_eq!(blended(0, 200, 0.0, "normal"), 0);
    assert_eq!(blended(0, 200, 0.25, "normal"), 50);
}

#[test]
fn an_image_of_another_size_is_scaled_to_the_first() {
    let inputs = [
        ("image1", greys(&[0, 0, 0, 0])),
        ("image2", greys(&[80])),
        ("blend_factor", Value::Float(1.0)),
        ("blend_mode", text("normal")),
    ];
    assert_eq!(levels(&compute("ImageBlend", inputs).unwrap()), [80; 4]);
}

#[test]
fn one_image_is_blended_over_a_whole_batch() {
    let batch = |count: usize| Value::Image(Arc::new(vec![frame(&[&[[10, 10, 10]]]); count]));
    let inputs = |below, above| {
        let factor = ("blend_factor", Value::Float(0.5));
        [
            ("image1", batch(below)),
            ("image2", batch(above)),
            factor,
            ("blend_mode", text("normal")),
        ]
    };
    assert_eq!(
        frames(&compute("ImageBlend", inputs(3, 1)).unwrap()).len(),
        3
    );
    assert_eq!(
        frames(&compute("ImageBlend", inputs(1, 2)).unwrap()).len(),
        2
    );
    assert!(failure_message(compute("ImageBlend", inputs(2, 3))).contains("cannot be blended"));
}
