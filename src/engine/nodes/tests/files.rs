//! Nodes that read and save files.

use std::io::Cursor;

use image::{ImageFormat, Rgba, RgbaImage};
use serde_json::json;

use super::{MemoryStore, Value, compute_with, failure_message, greys, rows, text, ui};
use crate::files::FileStore;
use comfy_files::{FilePath, Folder};

fn output(store: &MemoryStore, name: &str) -> Vec<u8> {
    store
        .read(&FilePath::new(Folder::Output, "", name).unwrap())
        .unwrap()
}

#[test]
fn the_alpha_channel_is_loaded_as_the_mask() {
    let mut image = RgbaImage::new(2, 1);
    image.put_pixel(0, 0, Rgba([1, 2, 3, 255]));
    image.put_pixel(1, 0, Rgba([4, 5, 6, 51]));
    let mut png = Cursor::new(Vec::new());
    image.write_to(&mut png, ImageFormat::Png).unwrap();
    let store = MemoryStore::default();
    store.put(Folder::Input, "a.png", png.get_ref());
    let done = compute_with(&store, &[], "LoadImage", [("image", text("a.png"))]).unwrap();
    assert_eq!(rows(&done), [[[1, 2, 3], [4, 5, 6]]]);
    let Value::Mask(masks) = &done.values[1] else {
        panic!("the second output is a mask")
    };
    let levels: Vec<u8> = masks[0]
        .iter()
        .map(|level| (level * 255.0).round() as u8)
        .collect();
    assert_eq!(levels, [0, 204]);
}

#[test]
fn a_file_that_is_not_an_image_is_reported() {
    let store = MemoryStore::default();
    store.put(Folder::Input, "notes.txt", b"hello");
    let message = failure_message(compute_with(
        &store,
        &[],
        "LoadImage",
        [("image", text("notes.txt"))],
    ));
    assert!(
        message.contains("notes.txt") && message.contains("upload a PNG"),
        "{message}"
    );
}

#[test]
fn an_image_with_a_huge_declared_size_is_rejected() {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 60_000, 60_000);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().unwrap();
    writer.write_chunk(png::chunk::IDAT, &[0x78, 0x9c]).unwrap();
    drop(writer);
    let store = MemoryStore::default();
    store.put(Folder::Input, "bomb.png", &bytes);
    let message = failure_message(compute_with(
        &store,
        &[],
        "LoadImage",
        [("image", text("bomb.png"))],
    ));
    assert!(message.contains("exceeds this engine's limit"), "{message}");
}

#[test]
fn a_saved_image_has_its_metadata_and_the_next_number() {
    let store = MemoryStore::default();
    let metadata = [
        ("prompt".to_owned(), "{}".to_owned()),
        ("workflow".to_owned(), r#"{"a":1}"#.to_owned()),
    ];
    let save = || {
        let inputs = [
            ("images", greys(&[7])),
            ("filename_prefix", text("%width%x%height%")),
        ];
        ui(&compute_with(&store, &metadata, "SaveImage", inputs).unwrap())
    };
    let file =
        |name: &str| json!({ "images": [{ "filename": name, "subfolder": "", "type": "output" }] });
    assert_eq!(save(), file("1x1_00001_.png"));
    assert_eq!(save(), file("1x1_00002_.png"));
    let bytes = output(&store, "1x1_00001_.png");
    let reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
    let texts = &reader.info().uncompressed_latin1_text;
    let texts: Vec<(&str, &str)> = texts
        .iter()
        .map(|chunk| (chunk.keyword.as_str(), chunk.text.as_str()))
        .collect();
    assert_eq!(texts, [("prompt", "{}"), ("workflow", r#"{"a":1}"#)]);
}

#[test]
fn no_file_is_saved_outside_the_output_folder() {
    for prefix in [
        "../x",
        "/x",
        "a/../../x",
        "..",
        "a\\b",
        "c:x",
        "a/./b",
        "a//b",
    ] {
        let store = MemoryStore::default();
        let inputs = [("images", greys(&[7])), ("filename_prefix", text(prefix))];
        match compute_with(&store, &[], "SaveImage", inputs) {
            // Two dots alone are a valid stem: `.._00001_.png`.
            Ok(done) => assert_eq!(
                (prefix, &ui(&done)["images"][0]["subfolder"]),
                ("..", &json!(""))
            ),
            failed => assert!(failure_message(failed).contains(prefix)),
        }
    }
}

#[test]
fn text_is_saved_in_the_requested_format() {
    let store = MemoryStore::default();
    for format in ["txt", "csv", "md", "json"] {
        let inputs = [
            ("text", text("héllo")),
            ("filename_prefix", text("t")),
            ("format", text(format)),
        ];
        let done = compute_with(&store, &[], "SaveText", inputs).unwrap();
        let name = format!("t_00001.{format}");
        let file = json!({ "filename": name, "subfolder": "", "type": "output" });
        assert_eq!(ui(&done), json!({ "text": ["héllo"], "files": [file] }));
        assert_eq!(output(&store, &name), "héllo".as_bytes());
    }
}
