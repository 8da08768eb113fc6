//! Nodes that move pixels.

use super::{Pixel, Value, compute, failure_message, greys, image, levels, plain, rows, text};

const R: Pixel = [255, 0, 0];
const G: Pixel = [0, 255, 0];
const B: Pixel = [0, 0, 255];
const W: Pixel = [255, 255, 255];
const K: Pixel = [0, 0, 0];
const Y: Pixel = [255, 255, 0];

/// Two rows of three colors.
fn flag() -> Value {
    image(&[&[R, G, B], &[W, K, Y]])
}

fn scaled(source: Value, method: &str, width: i64, height: i64, crop: &str) -> super::NodeOutput {
    let inputs = [
        ("image", source),
        ("upscale_method", text(method)),
        ("width", Value::Int(width)),
        ("height", Value::Int(height)),
        ("crop", text(crop)),
    ];
    compute("ImageScale", inputs).unwrap()
}

#[test]
fn a_flip_mirrors_an_image_on_one_axis() {
    let flipped = |method: &str| {
        compute(
            "ImageFlip",
            [("image", flag()), ("flip_method", text(method))],
        )
        .unwrap()
    };
    assert_eq!(rows(&flipped("x-axis: vertically")), [[W, K, Y], [R, G, B]]);
    assert_eq!(
        rows(&flipped("y-axis: horizontally")),
        [[B, G, R], [Y, K, W]]
    );
}

#[test]
fn a_rotation_is_clockwise() {
    let rotated = |by: &str| {
        rows(&compute("ImageRotate", [("image", flag()), ("rotation", text(by))]).unwrap())
    };
    assert_eq!(rotated("none"), [[R, G, B], [W, K, Y]]);
    assert_eq!(rotated("90 degrees"), [[W, R], [K, G], [Y, B]]);
    assert_eq!(rotated("180 degrees"), [[Y, K, W], [B, G, R]]);
    assert_eq!(rotated("270 degrees"), [[B, Y], [G, K], [R, W]]);
}

#[test]
fn a_crop_ends_at_the_edge_of_the_image() {
    let cropped = |width, height, x, y| {
        let inputs = [
            ("image", flag()),
            ("width", Value::Int(width)),
            ("height", Value::Int(height)),
            ("x", Value::Int(x)),
            ("y", Value::Int(y)),
        ];
        rows(&compute("ImageCrop", inputs).unwrap())
    };
    assert_eq!(cropped(1, 2, 1, 0), [[G], [K]]);
    assert_eq!(cropped(512, 512, 1, 1), [[K, Y]]);
    assert_eq!(
        cropped(4, 4, 100, 100),
        [[Y]],
        "a corner beyond the image moves to its last pixel"
    );
}

#[test]
fn nearest_scaling_repeats_pixels() {
    let done = scaled(flag(), "nearest-exact", 6, 2, "disabled");
    assert_eq!(rows(&done), [[R, R, G, G, B, B], [W, W, K, K, Y, Y]]);
    assert_eq!(
        levels(&scaled(
            greys(&[1, 2, 3, 4]),
            "nearest-exact",
            2,
            1,
            "disabled"
        )),
        [2, 4]
    );
}

#[test]
fn bilinear_scaling_mixes_the_two_nearest_pixels() {
    assert_eq!(
        levels(&scaled(greys(&[0, 255]), "bilinear", 4, 1, "disabled")),
        [0, 64, 191, 255]
    );
    assert_eq!(
        levels(&scaled(
            greys(&[0, 10, 20, 100]),
            "bilinear",
            2,
            1,
            "disabled"
        )),
        [5, 60]
    );
    let shrunk = levels(&scaled(
        greys(&[0, 0, 9, 0, 0, 0, 0, 9, 0]),
        "bilinear",
        3,
        1,
        "disabled",
    ));
    assert_eq!(shrunk, [0, 0, 9], "only the middle pixel counts");
}

#[test]
fn area_scaling_takes_the_mean() {
    assert_eq!(
        levels(&scaled(greys(&[0, 10, 20, 100]), "area", 2, 1, "disabled")),
        [5, 60]
    );
    let uneven = levels(&scaled(greys(&[0, 90, 180]), "area", 2, 1, "disabled"));
    assert_eq!(
        uneven,
        [45, 135],
        "a pixel on the border counts on both sides"
    );
}

#[test]
fn bicubic_scaling_overshoots_at_an_edge() {
    assert_eq!(
        levels(&scaled(greys(&[0, 255]), "bicubic", 4, 1, "disabled")),
        [0, 58, 197, 255]
    );
}

#[test]
fn every_method_keeps_a_plain_color() {
    for method in super::super::resample::METHODS {
        let done = scaled(plain([10, 128, 250], 7, 5), method, 13, 3, "disabled");
        assert_eq!(rows(&done), [[[10, 128, 250]; 13]; 3], "{method}");
    }
}

#[test]
fn a_side_of_zero_keeps_the_proportions() {
    let done = scaled(flag(), "nearest-exact", 6, 0, "disabled");
    assert_eq!((rows(&done)[0].len(), rows(&done).len()), (6, 4));
    assert_eq!(
        rows(&scaled(flag(), "area", 0, 0, "disabled")),
        [[R, G, B], [W, K, Y]]
    );
}

#[test]
fn a_center_crop_keeps_the_proportions() {
    let wide = image(&[&[R, G, B, W], &[R, G, B, W]]);
    assert_eq!(
        rows(&scaled(wide, "nearest-exact", 2, 2, "center")),
        [[G, B], [G, B]]
    );
    let high = image(&[&[R], &[G], &[B]]);
    assert_eq!(
        rows(&scaled(high, "nearest-exact", 2, 2, "center")),
        [[G, G], [G, G]]
    );
}

#[test]
fn a_scale_over_the_batch_limit_is_rejected() {
    let inputs = [
        ("image", greys(&[0])),
        ("upscale_method", text("area")),
        ("width", Value::Int(16384)),
        ("height", Value::Int(16384)),
        ("crop", text("disabled")),
    ];
    assert!(failure_message(compute("ImageScale", inputs)).contains("exceeds this engine's limit"));
}
