use serde_json::json;

use super::*;
use crate::schema;
use crate::workflow::Workflow;

fn schema_of(nodes: Value) -> InputSchema {
    schema::read(&Workflow::from_value(&nodes).0).0
}

fn file(name: &str) -> Value {
    json!({ "filename": name, "subfolder": "", "type": "output" })
}

fn names(pieces: &[Piece]) -> Vec<String> {
    let name = |piece: &Piece| match piece {
        Piece::File(file) => file.filename.clone(),
        Piece::Text { text, .. } => text.clone(),
    };
    pieces.iter().map(name).collect()
}

#[test]
fn marked_outputs_come_first_in_their_order_then_what_others_kept() {
    let schema =
        schema_of(json!({ "9": { "class_type": "SaveImage" }, "3": { "class_type": "SaveText" } }));
    let outputs = json!({
        "1": { "gifs": [file("a.webp")] },
        "2": { "images": [{ "filename": "p.png", "subfolder": "", "type": "temp" }] },
        "3": { "text": ["hello"] },
        "9": { "images": [file("i.png")], "animated": [true] },
    });
    assert_eq!(
        names(&pieces(outputs.as_object().unwrap(), &schema)),
        ["i.png", "hello", "a.webp"]
    );
}

#[test]
fn a_text_that_is_in_a_file_too_is_given_once() {
    let schema = schema_of(json!({ "3": { "class_type": "SaveText" } }));
    let outputs = json!({ "3": { "text": ["hello"], "files": [file("t.txt")] } });
    assert_eq!(
        names(&pieces(outputs.as_object().unwrap(), &schema)),
        ["t.txt"]
    );
}

#[test]
fn a_name_cannot_lead_out_of_its_folder() {
    for (given, safe) in [
        ("../../etc/passwd", "passwd"),
        ("..", "output"),
        ("", "output"),
        (".env", "env"),
        ("a\\b\\c.png", "c.png"),
        ("a\0b?.png", "a_b_.png"),
        ("poster (1).png", "poster (1).png"),
    ] {
        assert_eq!(safe_name(given), safe);
    }
    assert!(safe_name(&format!("{}.png", "x".repeat(500))).ends_with("x.png"));
}

#[test]
fn two_outputs_of_one_name_do_not_overwrite_each_other() {
    let taken = HashSet::from(["a.png".to_owned(), "a_2.png".to_owned()]);
    assert_eq!(free_name("A.png", &taken), "A_3.png");
}
