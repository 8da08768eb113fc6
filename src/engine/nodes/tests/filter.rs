//! Nodes that filter one image.

use super::{Value, compute, greys, levels, plain, rows};

fn blurred(levels_in: &[u8], radius: i64, sigma: f64) -> Vec<u8> {
    let inputs = [
        ("image", greys(levels_in)),
        ("blur_radius", Value::Int(radius)),
        ("sigma", Value::Float(sigma)),
    ];
    levels(&compute("ImageBlur", inputs).unwrap())
}

fn sharpened(levels_in: &[u8], alpha: f64) -> Vec<u8> {
    let inputs = [
        ("image", greys(levels_in)),
        ("sharpen_radius", Value::Int(1)),
        ("sigma", Value::Float(1.0)),
        ("alpha", Value::Float(alpha)),
    ];
    levels(&compute("ImageSharpen", inputs).unwrap())
}

#[test]
fn an_inversion_is_exact_at_every_level() {
    let all: Vec<u8> = (0..=255).collect();
    let inverted = compute("ImageInvert", [("image", greys(&all))]).unwrap();
    assert_eq!(levels(&inverted), (0..=255).rev().collect::<Vec<u8>>());
}

#[test]
fn a_blur_applies_its_kernel_and_mirrors_at_the_edge() {
    // Weights of radius 1, sigma 1: 0.274, 0.452, 0.274.
    assert_eq!(blurred(&[0, 255, 0], 1, 1.0), [140, 115, 140]);
    assert_eq!(blurred(&[0, 0, 255, 0, 0], 1, 1.0), [0, 70, 115, 70, 0]);
}

#[test]
fn sigma_is_relative_to_the_radius() {
    // Radius 2, sigma 0.5: distances 0, ½, 1 weigh 1, 0.607, 0.135.
    assert_eq!(
        blurred(&[0, 0, 0, 255, 0, 0, 0], 2, 0.5),
        [0, 14, 62, 103, 62, 14, 0]
    );
}

#[test]
fn a_blur_leaves_a_plain_image_unchanged() {
    let inputs = [
        ("image", plain([9, 99, 199], 4, 3)),
        ("blur_radius", Value::Int(31)),
        ("sigma", Value::Float(10.0)),
    ];
    assert_eq!(
        rows(&compute("ImageBlur", inputs).unwrap()),
        [[[9, 99, 199]; 4]; 3]
    );
}

#[test]
fn sharpening_adds_the_detail_that_a_blur_removes() {
    assert_eq!(sharpened(&[100, 110, 100], 0.0), [100, 110, 100]);
    assert_eq!(sharpened(&[100, 110, 100], 0.1), [95, 115, 95]);
    assert_eq!(
        sharpened(&[0, 255, 0], 5.0),
        [0, 255, 0],
        "levels stay between black and white"
    );
}
