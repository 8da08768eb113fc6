//! Runs from the prompt to the file.

use serde_json::json;

use super::bench::{Bench, quick};

#[tokio::test]
async fn a_picture_is_computed_saved_and_seen() {
    let bench = Bench::start().await;
    let mut graph = quick(0x112233);
    graph["3"] = json!({ "class_type": "ImageInvert", "inputs": { "image": ["1", 0] } });
    graph["2"]["inputs"] = json!({ "images": ["3", 0], "filename_prefix": "sub/out" });
    let entry = bench.run(graph).await;
    let file = &entry["outputs"]["2"]["images"][0];
    assert_eq!(
        *file,
        json!({ "filename": "out_00001_.png", "subfolder": "sub", "type": "output" })
    );
    let picture = bench.picture(file).await;
    assert_eq!(picture.dimensions(), (2, 2));
    assert!(
        picture.pixels().all(|pixel| pixel.0 == [0xee, 0xdd, 0xcc]),
        "{picture:?}"
    );
}

#[tokio::test]
async fn a_text_is_joined_and_saved() {
    let bench = Bench::start().await;
    let inputs = json!({ "string_a": ["1", 0], "string_b": "wörld", "delimiter": ", " });
    let entry = bench
        .run(json!({
            "1": { "class_type": "PrimitiveString", "inputs": { "value": "hello" } },
            "2": { "class_type": "StringConcatenate", "inputs": inputs },
            "3": { "class_type": "SaveText", "inputs": { "text": ["2", 0], "filename_prefix": "t", "format": "md" } },
        }))
        .await;
    assert_eq!(entry["outputs"]["3"]["text"], json!(["hello, wörld"]));
    assert_eq!(entry["outputs"]["3"]["files"][0]["filename"], "t_00001.md");
    let saved = std::fs::read_to_string(bench.home.path().join("output/t_00001.md")).unwrap();
    assert_eq!(saved, "hello, wörld");
}

#[tokio::test]
async fn text_is_drawn_white_with_a_black_outline() {
    let bench = Bench::start().await;
    let overlay = json!({
        "images": ["1", 0], "text": "Hello world", "font_size": 20.0, "color": "#ffffff",
        "position": "bottom", "align": "center", "outline": true,
    });
    let size = json!({ "width": 200, "height": 100, "batch_size": 1, "color": 0xff0000 });
    let entry = bench
        .run(json!({
            "1": { "class_type": "EmptyImage", "inputs": size },
            "2": { "class_type": "TextOverlay", "inputs": overlay },
            "3": { "class_type": "PreviewImage", "inputs": { "images": ["2", 0] } },
        }))
        .await;
    let picture = bench.picture(&entry["outputs"]["3"]["images"][0]).await;
    let count = |like: fn([u8; 3]) -> bool| picture.pixels().filter(|pixel| like(pixel.0)).count();
    assert!(
        count(|[_, green, blue]| green > 180 && blue > 180) > 50,
        "letters"
    );
    assert!(
        count(|[red, green, blue]| red < 50 && green < 50 && blue < 50) > 50,
        "outline"
    );
    let above = picture.enumerate_pixels().filter(|(_, y, _)| *y < 60);
    assert!(
        above
            .into_iter()
            .all(|(_, _, pixel)| pixel.0 == [255, 0, 0]),
        "stays below"
    );
}
