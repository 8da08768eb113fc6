//! Whole runs, from the prompt to the saved file.

use serde_json::json;

use super::test_engine::{TestEngine, quick};

#[tokio::test]
async fn an_image_is_computed_saved_and_viewed() {
    let engine = TestEngine::start().await;
    let mut graph = quick(0x112233);
    graph["3"] = json!({ "class_type": "ImageInvert", "inputs": { "image": ["1", 0] } });
    graph["2"]["inputs"] = json!({ "images": ["3", 0], "filename_prefix": "sub/out" });
    let entry = engine.run(graph).await;
    let file = &entry["outputs"]["2"]["images"][0];
    assert_eq!(
        *file,
        json!({ "filename": "out_00001_.png", "subfolder": "sub", "type": "output" })
    );
    let image = engine.saved_image(file).await;
    assert_eq!(image.dimensions(), (2, 2));
    assert!(
        image.pixels().all(|pixel| pixel.0 == [0xee, 0xdd, 0xcc]),
        "{image:?}"
    );
}

#[tokio::test]
async fn text_is_concatenated_and_saved() {
    let engine = TestEngine::start().await;
    let inputs = json!({ "string_a": ["1", 0], "string_b": "wörld", "delimiter": ", " });
    let entry = engine
        .run(json!({
            "1": { "class_type": "PrimitiveString", "inputs": { "value": "hello" } },
            "2": { "class_type": "StringConcatenate", "inputs": inputs },
            "3": { "class_type": "SaveText", "inputs": { "text": ["2", 0], "filename_prefix": "t", "format": "md" } },
        }))
        .await;
    assert_eq!(entry["outputs"]["3"]["text"], json!(["hello, wörld"]));
    assert_eq!(entry["outputs"]["3"]["files"][0]["filename"], "t_00001.md");
    let saved = std::fs::read_to_string(engine.home.path().join("output/t_00001.md")).unwrap();
    assert_eq!(saved, "hello, wörld");
}

#[tokio::test]
async fn text_is_drawn_white_with_a_black_outline() {
    let engine = TestEngine::start().await;
    let overlay = json!({
        "images": ["1", 0], "text": "Hello world", "font_size": 20.0, "color": "#ffffff",
        "position": "bottom", "align": "center", "outline": true,
    });
    let size = json!({ "width": 200, "height": 100, "batch_size": 1, "color": 0xff0000 });
    let entry = engine
        .run(json!({
            "1": { "class_type": "EmptyImage", "inputs": size },
            "2": { "class_type": "TextOverlay", "inputs": overlay },
            "3": { "class_type": "PreviewImage", "inputs": { "images": ["2", 0] } },
        }))
        .await;
    let image = engine
        .saved_image(&entry["outputs"]["3"]["images"][0])
        .await;
    let count = |like: fn([u8; 3]) -> bool| image.pixels().filter(|pixel| like(pixel.0)).count();
    assert!(
        count(|[_, green, blue]| green > 180 && blue > 180) > 50,
        "letters"
    );
    assert!(
        count(|[red, green, blue]| red < 50 && green < 50 && blue < 50) > 50,
        "outline"
    );
    let above = image.enumerate_pixels().filter(|(_, y, _)| *y < 60);
    assert!(
        above
            .into_iter()
            .all(|(_, _, pixel)| pixel.0 == [255, 0, 0]),
        "the text stays at the bottom"
    );
}
