//! Nodes that read and save files.

use std::io::Cursor;

use image::{ImageFormat, Rgba, RgbaImage};
use serde_json::json;

use super::{Shelf, Value, compute_with, greys, reason, rows, shown, text};
use crate::engine::store::{Folder, Place, Store};

fn output(shelf: &Shelf, name: &str) -> Vec<u8> {
    shelf
        .read(&Place::new(Folder::Output, "", name).unwrap())
        .unwrap()
}

#[test]
fn a_picture_is_loaded_with_what_is_transparent_as_its_mask() {
    let mut picture = RgbaImage::new(2, 1);
    picture.put_pixel(0, 0, Rgba([1, 2, 3, 255]));
    picture.put_pixel(1, 0, Rgba([4, 5, 6, 51]));
    let mut png = Cursor::new(Vec::new());
    picture.write_to(&mut png, ImageFormat::Png).unwrap();
    let shelf = Shelf::default();
    shelf.put(Folder::Input, "a.png", png.get_ref());
    let done = compute_with(&shelf, &[], "LoadImage", [("image", text("a.png"))]).unwrap();
    assert_eq!(rows(&done), [[[1, 2, 3], [4, 5, 6]]]);
    let Value::Mask(masks) = &done.outputs[1] else {
        panic!("the second output is a mask")
    };
    let levels: Vec<u8> = masks[0]
        .iter()
        .map(|level| (level * 255.0).round() as u8)
        .collect();
    assert_eq!(levels, [0, 204]);
}

#[test]
fn a_file_that_is_no_picture_is_named() {
    let shelf = Shelf::default();
    shelf.put(Folder::Input, "notes.txt", b"hello");
    let message = reason(compute_with(
        &shelf,
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
fn a_picture_that_claims_to_be_huge_is_refused() {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 60_000, 60_000);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().unwrap();
    writer.write_chunk(png::chunk::IDAT, &[0x78, 0x9c]).unwrap();
    drop(writer);
    let shelf = Shelf::default();
    shelf.put(Folder::Input, "bomb.png", &bytes);
    let message = reason(compute_with(
        &shelf,
        &[],
        "LoadImage",
        [("image", text("bomb.png"))],
    ));
    assert!(
        message.contains("larger than this engine takes"),
        "{message}"
    );
}

#[test]
fn a_saved_picture_carries_its_notes_and_the_next_number() {
    let shelf = Shelf::default();
    let notes = [
        ("prompt".to_owned(), "{}".to_owned()),
        ("workflow".to_owned(), r#"{"a":1}"#.to_owned()),
    ];
    let save = || {
        let inputs = [
            ("images", greys(&[7])),
            ("filename_prefix", text("%width%x%height%")),
        ];
        shown(&compute_with(&shelf, &notes, "SaveImage", inputs).unwrap())
    };
    let file =
        |name: &str| json!({ "images": [{ "filename": name, "subfolder": "", "type": "output" }] });
    assert_eq!(save(), file("1x1_00001_.png"));
    assert_eq!(save(), file("1x1_00002_.png"));
    let bytes = output(&shelf, "1x1_00001_.png");
    let reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
    let texts = &reader.info().uncompressed_latin1_text;
    let texts: Vec<(&str, &str)> = texts
        .iter()
        .map(|note| (note.keyword.as_str(), note.text.as_str()))
        .collect();
    assert_eq!(texts, [("prompt", "{}"), ("workflow", r#"{"a":1}"#)]);
}

#[test]
fn nothing_is_saved_outside_the_output_folder() {
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
        let shelf = Shelf::default();
        let inputs = [("images", greys(&[7])), ("filename_prefix", text(prefix))];
        match compute_with(&shelf, &[], "SaveImage", inputs) {
            // Two dots alone are but a strange stem: `.._00001_.png`.
            Ok(done) => assert_eq!(
                (prefix, &shown(&done)["images"][0]["subfolder"]),
                ("..", &json!(""))
            ),
            failed => assert!(reason(failed).contains(prefix)),
        }
    }
}

#[test]
fn a_text_is_saved_in_the_format_asked_for() {
    let shelf = Shelf::default();
    for format in ["txt", "csv", "md", "json"] {
        let inputs = [
            ("text", text("héllo")),
            ("filename_prefix", text("t")),
            ("format", text(format)),
        ];
        let done = compute_with(&shelf, &[], "SaveText", inputs).unwrap();
        let name = format!("t_00001.{format}");
        let file = json!({ "filename": name, "subfolder": "", "type": "output" });
        assert_eq!(shown(&done), json!({ "text": ["héllo"], "files": [file] }));
        assert_eq!(output(&shelf, &name), "héllo".as_bytes());
    }
}
