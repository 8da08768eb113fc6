//! Python with requests.

use super::*;

#[test]
fn a_call_sends_every_part_in_order() {
    let expected = r#"
run_id = call("POST", "/api/v1/runs?workflow_id=poster", headers=KEY, files=[
    ("title", (None, "Open studio")),
    ("size", (None, "512")),
    ("photo", ("photo.png", open("photo.png", "rb"), "image/png")),
]).json()["data"][0]["run_id"]
"#;
    assert_contains(&poster(Language::Python), expected);
}

#[test]
fn text_is_an_escaped_literal() {
    let literal = r#""'\"\\`$(id)${x}\n\r\t\u001b[201~\u0085\u202e\u2028{y}😀""#;
    let expected = ["    (", literal, ", (None, ", literal, ")),\n"].concat();
    assert_contains(
        &code(Language::Python, &[text(HOSTILE, HOSTILE)]),
        &expected,
    );
}

#[test]
fn files_of_one_field_are_parts_with_one_name() {
    let parts = [file("f", "a.png", ""), file("f", "b\".png", "")];
    let expected = r#"    ("f", ("a.png", open("a.png", "rb"))),
    ("f", ("b\".png", open("b\".png", "rb"))),
"#;
    assert_contains(&code(Language::Python, &parts), expected);
}

#[test]
fn a_call_without_fields_is_an_empty_form() {
    let code = code(Language::Python, &[]);
    assert_contains(
        &code,
        "\"Content-Type\": \"multipart/form-data; boundary=empty\"},\n",
    );
    assert_contains(
        &code,
        "workflow_id=poster\", data=\"--empty--\\r\\n\",\n    headers=KEY",
    );
    assert!(!code.contains("files="), "{code}");
}
