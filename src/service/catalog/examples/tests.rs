use std::fs;

use super::*;
use crate::catalog::source::LocalFolder;
use workflow::Workflow;

const WORKFLOW: &str = r#"{"1":{"class_type":"InputText","inputs":{"name":"title","max_length":9,"required":true}},
    "2":{"class_type":"InputNumber","inputs":{"name":"size","default":8,"max":16,"integer":true}},
    "3":{"class_type":"InputBoolean","inputs":{"name":"loud","default":true}},
    "4":{"class_type":"InputImage","inputs":{"name":"photo","required":false}}}"#;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n and so on";

fn folder(examples: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("my files")).unwrap();
    fs::write(folder.path().join("my files/dusk.png"), PNG).unwrap();
    fs::write(folder.path().join("notes.txt"), "Not a picture.").unwrap();
    fs::write(folder.path().join("a b.examples.json"), examples).unwrap();
    folder
}

fn read(folder: &tempfile::TempDir) -> Examples {
    let (schema, _) = schema::read(&Workflow::parse(WORKFLOW).0);
    Examples::read(
        &LocalFolder(folder.path()),
        "a b",
        2,
        &schema,
        &About::default(),
    )
}

#[test]
fn examples_are_listed_with_the_addresses_of_their_files() {
    let folder = folder(
        r#"[{"name": "Dusk", "values": {"title": "Sea", "size": 12, "loud": false,
            "photo": {"file": "./my files/dusk.png"}}}]"#,
    );
    let examples = read(&folder);
    assert_eq!(examples.problems, [""; 0]);
    let listed: Value = serde_json::from_str(&examples.json.unwrap()).unwrap();
    let address = "/api/v1/comfy/workflows/a%20b%40v2/examples/my%20files/dusk.png";
    let values = json!({"title": "Sea", "size": 12, "loud": false, "photo": {"file": address}});
    assert_eq!(listed, json!([{"name": "Dusk", "values": values}]));
    assert!(examples.files["my files/dusk.png"].exists());
}

#[test]
fn a_thumbnail_is_listed_and_served() {
    let folder = folder(
        r#"[{"name": "Dusk", "values": {"title": "Sea",
            "photo": {"file": "my files/dusk.png", "thumbnail": "small.png"}}}]"#,
    );
    fs::write(folder.path().join("small.png"), PNG).unwrap();
    let examples = read(&folder);
    assert_eq!(examples.problems, [""; 0]);
    let listed: Value = serde_json::from_str(&examples.json.unwrap()).unwrap();
    let address = "/api/v1/comfy/workflows/a%20b%40v2/examples/small.png";
    assert_eq!(listed[0]["values"]["photo"]["thumbnail"], address);
    assert!(examples.files["small.png"].exists());
    assert!(examples.sources.contains(&"small.png".to_owned()));
}

#[test]
fn the_picture_of_a_result_is_listed_and_served() {
    let folder =
        folder(r#"[{"name": "Dusk", "values": {"title": "Sea"}, "result": "my files/dusk.png"}]"#);
    let examples = read(&folder);
    assert_eq!(examples.problems, [""; 0]);
    let listed: Value = serde_json::from_str(&examples.json.unwrap()).unwrap();
    let address = "/api/v1/comfy/workflows/a%20b%40v2/examples/my%20files/dusk.png";
    assert_eq!(listed[0]["result"], address);
    assert!(examples.files["my files/dusk.png"].exists());
}

#[test]
fn an_example_with_a_bad_result_is_left_out() {
    for (result, reason) in [
        (json!("notes.txt"), "result: “notes.txt” is not an image"),
        (json!("gone.png"), "result: “gone.png” cannot be read"),
        (json!(7), "invalid type"),
    ] {
        let example = json!([{"name": "x", "values": {"title": "t"}, "result": result}]);
        let examples = read(&folder(&example.to_string()));
        assert!(
            examples.problems[0].contains(reason),
            "{:?}",
            examples.problems
        );
        assert_eq!(examples.json, None);
        assert!(examples.files.is_empty());
    }
}

#[test]
fn an_example_with_a_bad_thumbnail_is_left_out() {
    for (thumbnail, reason) in [
        (json!("notes.txt"), "photo: “notes.txt” is not an image"),
        (json!("gone.png"), "“gone.png” cannot be read"),
        (json!("../dusk.png"), "is outside"),
        (json!(7), "photo: must be text"),
    ] {
        let photo = json!({"file": "my files/dusk.png", "thumbnail": thumbnail});
        let values = json!({"title": "t", "photo": photo});
        let examples = read(&folder(
            &json!([{"name": "x", "values": values}]).to_string(),
        ));
        assert!(
            examples.problems[0].contains(reason),
            "{:?}",
            examples.problems
        );
        assert_eq!(examples.json, None);
        assert!(examples.files.is_empty());
    }
}

/// Bad examples, and a part of the reason why each is left out.
fn bad_examples() -> Vec<(String, &'static str)> {
    let values = |values: &str| format!(r#"{{"name": "x", "values": {{"title": "t", {values}}}}}"#);
    vec![
        ("7".to_owned(), "invalid type"),
        (
            r#"{"values": {"title": "t"}}"#.to_owned(),
            "missing field `name`",
        ),
        (
            r#"{"name": " ", "values": {"title": "t"}}"#.to_owned(),
            "its name is empty",
        ),
        (
            r#"{"name": "x", "valeus": {}}"#.to_owned(),
            "unknown field `valeus`",
        ),
        (
            r#"{"name": "x", "values": {}}"#.to_owned(),
            "title: enter text",
        ),
        (values(r#""tilte": "t""#), "no field “tilte”"),
        (values(r#""size": 17"#), "size: "),
        (values(r#""size": "many""#), "size: "),
        (values(r#""size": null"#), "size: must be text"),
        (values(r#""size": [1]"#), "size: must be text"),
        (
            values(r#""photo": {"path": "notes.txt"}"#),
            "photo: must be text",
        ),
        (values(r#""photo": "notes.txt""#), "photo: must be a file"),
        (
            values(r#""title": {"file": "notes.txt"}"#),
            "title: must be a text",
        ),
        (
            values(r#""photo": {"file": "notes.txt"}"#),
            "“notes.txt” isn't an image",
        ),
        (
            values(r#""photo": {"file": "gone.png"}"#),
            "“gone.png” cannot be read",
        ),
        (
            values(r#""photo": {"file": "my files"}"#),
            "“my files” is not a file",
        ),
        (values(r#""photo": {"file": ""}"#), "is outside"),
        (values(r#""photo": {"file": "../dusk.png"}"#), "is outside"),
        (
            values(r#""photo": {"file": "my files/../../x.png"}"#),
            "is outside",
        ),
        (values(r#""photo": {"file": "/etc/passwd"}"#), "is outside"),
    ]
}

#[test]
fn a_bad_example_is_left_out_with_the_reason() {
    for (bad, reason) in bad_examples() {
        let examples = read(&folder(&format!(
            r#"[{bad}, {{"name": "Good", "values": {{"title": "t"}}}}]"#
        )));
        let [problem] = &examples.problems[..] else {
            panic!("{bad}: {:?}", examples.problems)
        };
        assert!(
            problem.starts_with("example 1: ") && problem.contains(reason),
            "{bad}: {problem}"
        );
        assert!(examples.json.unwrap().contains("Good"), "{bad}");
        assert!(examples.files.is_empty(), "{bad}");
    }
}

#[test]
fn a_file_of_examples_that_cannot_be_read_is_a_problem() {
    let too_long = format!("[{}]", " ".repeat(MAX_SIZE as usize));
    for (text, reason) in [
        ("{", "not a JSON list"),
        ("{}", "not a JSON list"),
        (&too_long, "larger than"),
    ] {
        let examples = read(&folder(text));
        assert!(
            examples.problems[0].contains(reason),
            "{:?}",
            examples.problems
        );
        assert_eq!(examples.json, None);
    }
}

#[test]
fn a_file_that_is_too_large_is_a_problem() {
    let folder =
        folder(r#"[{"name": "x", "values": {"title": "t", "photo": {"file": "big.png"}}}]"#);
    let big = fs::File::create(folder.path().join("big.png")).unwrap();
    big.set_len(65 << 20).unwrap();
    assert!(read(&folder).problems[0].contains("“big.png” is larger than"));
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_folder_is_a_problem() {
    let elsewhere = tempfile::tempdir().unwrap();
    fs::write(elsewhere.path().join("secret.png"), PNG).unwrap();
    let folder =
        folder(r#"[{"name": "x", "values": {"title": "t", "photo": {"file": "link.png"}}}]"#);
    let link = folder.path().join("link.png");
    std::os::unix::fs::symlink(elsewhere.path().join("secret.png"), link).unwrap();
    assert!(read(&folder).problems[0].contains("“link.png” is outside"));
}

#[cfg(unix)]
#[test]
fn a_pipe_is_a_problem_and_is_not_waited_for() {
    let folder =
        folder(r#"[{"name": "x", "values": {"title": "t", "photo": {"file": "pipe.png"}}}]"#);
    let pipe = folder.path().join("pipe.png");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let problems = read(&folder).problems;
    assert!(problems[0].contains("is not a file"), "{problems:?}");
}
