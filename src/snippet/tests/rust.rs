//! Rust with reqwest. `tests/snippet.rs` compiles the programs that are compared here.

use super::*;

#[test]
fn a_call_is_a_program() {
    let expected = include_str!("../../../tests/snippet/poster.rs");
    assert_eq!(poster(Language::Rust), expected);
}

#[test]
fn hostile_names_and_text_are_a_program() {
    let parts = [
        text(HOSTILE, HOSTILE),
        file("f", HOSTILE, ""),
        file("f", "b.png", "image/png"),
    ];
    let expected = include_str!("../../../tests/snippet/hostile.rs");
    assert_eq!(code(Language::Rust, &parts), expected);
}

#[test]
fn text_only_is_a_program() {
    let expected = include_str!("../../../tests/snippet/texts.rs");
    assert_eq!(code(Language::Rust, &[text("title", "Hi")]), expected);
}

#[test]
fn a_call_without_fields_is_a_program() {
    let expected = include_str!("../../../tests/snippet/empty.rs");
    assert_eq!(code(Language::Rust, &[]), expected);
}

#[test]
fn a_name_that_reqwest_would_encode_has_browser_escapes() {
    let code = code(Language::Rust, &[text("ü \"a\"\r\n", "1")]);
    assert_contains(
        &code,
        "        .percent_encode_noop()\n        .text(\"ü %22a%22%0D%0A\", \"1\");",
    );
}

#[test]
fn a_plain_name_needs_no_escapes() {
    let code = code(Language::Rust, &[text("a-b_c.1", "1")]);
    assert!(!code.contains("percent_encode"), "{code}");
}
