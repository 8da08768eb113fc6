//! JavaScript and TypeScript with the package, and `fetch`.

use super::*;

const LITERAL: &str = r#""'\"\\`$(id)${x}\n\r\t\u001b[201~\u0085\u202e\u2028{y}😀""#;

const RUN_AND_WAIT: &str = "const { runId, status, error, outputs } = await deck.runAndWait(";

#[test]
fn the_package_waits_for_the_run_to_finish() {
    let code = poster(Language::Package);
    let expected = [
        "const deck = await connect({ baseUrl: \"http://127.0.0.1:8787\", apiKey: process.env.FLOWDECK_API_KEY });\n",
        RUN_AND_WAIT,
        r#""poster", {
  title: "Open studio",
  size: "512",
  photo: new File([await openAsBlob("photo.png")], "photo.png", { type: "image/png" }),
}, { signal: AbortSignal.timeout(3_600_000) });
"#,
    ];
    for piece in expected {
        assert_contains(&code, piece);
    }
}

#[test]
fn typescript_checks_the_values() {
    let code = poster(Language::TypeScript);
    let expected = [
        r#"import { connect, type Values } from "flowdeck";

const inputs = {
  title: "Open studio",
  size: "512",
  photo: new File([await openAsBlob("photo.png")], "photo.png", { type: "image/png" }),
} satisfies Values;

const deck = await connect({
  baseUrl: "http://127.0.0.1:8787",
  apiKey: process.env.FLOWDECK_API_KEY ?? "",
});
"#,
        RUN_AND_WAIT,
        "\"poster\", inputs, { signal: AbortSignal.timeout(3_600_000) });\n",
    ];
    for piece in expected {
        assert_contains(&code, piece);
    }
}

#[test]
fn a_page_reads_files_from_its_inputs() {
    let expected = r#"
const form = new FormData();
form.append("title", "Open studio");
form.append("size", "512");
form.append("photo", document.getElementsByName("photo")[0].files[0]);

const response = await fetch(`${BASE}/api/v1/runs?workflow_id=poster`, { method: "POST", headers, body: form });
"#;
    let code = poster(Language::Fetch);
    assert_contains(&code, expected);
    assert_contains(
        &code,
        "// This page needs a file input named after each file field.\n",
    );
}

#[test]
fn a_page_without_files_needs_no_inputs() {
    let code = code(Language::Fetch, &[text("t", "1")]);
    assert!(!code.contains("file input"), "{code}");
}

#[test]
fn numbers_and_booleans_are_not_strings() {
    for written in [
        "640",
        "0",
        "-1.5",
        "0.35",
        "1.0",
        "9007199254740991",
        "true",
        "false",
    ] {
        for language in [Language::Package, Language::TypeScript] {
            let expected = ["{\n  v: ", written, ",\n}"].concat();
            assert_contains(&code(language, &[literal("v", written)]), &expected);
        }
    }
}

#[test]
fn a_number_that_javascript_would_change_is_a_string_with_a_comment() {
    for digits in [
        "9007199254740992",
        "18446744073709551615",
        "0.12345678901234567890",
        "1e3",
        "010",
    ] {
        let expected = ["  v: \"", digits, "\", // as text: a JavaScript number"].concat();
        assert_contains(&code(Language::Package, &[literal("v", digits)]), &expected);
    }
}

#[test]
fn a_value_that_is_not_a_number_is_a_string() {
    for typed in ["", "abc", "1.", "NaN", "inf", "1;alert(1)"] {
        let expected = ["  v: \"", typed, "\","].concat();
        assert_contains(&code(Language::Package, &[literal("v", typed)]), &expected);
    }
}

#[test]
fn text_is_an_escaped_literal() {
    for language in [Language::Package, Language::TypeScript] {
        assert_contains(
            &code(language, &[text("t", HOSTILE)]),
            &["t: ", LITERAL, ",\n"].concat(),
        );
    }
    let fetch = code(Language::Fetch, &[text("t", HOSTILE)]);
    assert_contains(&fetch, &["append(\"t\", ", LITERAL, ");\n"].concat());
}

#[test]
fn a_name_is_quoted_unless_it_is_an_identifier() {
    for (name, key) in [
        ("aB_$1", "aB_$1"),
        ("1a", "\"1a\""),
        ("a-b", "\"a-b\""),
        ("ü", "\"ü\""),
        ("", "\"\""),
        (HOSTILE, LITERAL),
        ("__proto__", "[\"__proto__\"]"),
    ] {
        let expected = ["{\n  ", key, ": \"1\",\n}"].concat();
        assert_contains(&code(Language::Package, &[text(name, "1")]), &expected);
    }
}

#[test]
fn parts_with_one_name_are_a_list_at_the_first_position() {
    let parts = [
        file("f", "a.png", ""),
        text("t", "1"),
        file("f", "b.png", "image/png"),
        text("f", "c"),
    ];
    let expected = r#"{
  f: [
    new File([await openAsBlob("a.png")], "a.png"),
    new File([await openAsBlob("b.png")], "b.png", { type: "image/png" }),
    "c",
  ],
  t: "1",
}"#;
    for language in [Language::Package, Language::TypeScript] {
        assert_contains(&code(language, &parts), expected);
    }
}

#[test]
fn a_page_reads_the_files_of_one_field_in_order() {
    let parts = [
        file("f", "a", ""),
        text("f", "b"),
        file("g", "c", ""),
        file("f", "d", ""),
    ];
    let expected = r#"form.append("f", document.getElementsByName("f")[0].files[0]);
form.append("f", "b");
form.append("g", document.getElementsByName("g")[0].files[0]);
form.append("f", document.getElementsByName("f")[0].files[1]);
"#;
    assert_contains(&code(Language::Fetch, &parts), expected);
}

#[test]
fn nothing_is_imported_for_files_if_there_are_none() {
    for language in [Language::Package, Language::TypeScript] {
        let code = code(language, &[text("t", "1")]);
        assert!(!code.contains("openAsBlob"), "{code}");
    }
}

#[test]
fn a_call_without_fields_has_no_values() {
    assert_contains(
        &code(Language::Package, &[]),
        "runAndWait(\"poster\", {}, { signal",
    );
    assert_contains(
        &code(Language::TypeScript, &[]),
        "const inputs = {} satisfies Values;\n",
    );
    assert_contains(&code(Language::Fetch, &[]), "new FormData();\n\nconst");
}
