//! curl in a POSIX shell.

use super::*;

fn curl(parts: &[FormPart<'_>]) -> String {
    code(Language::Curl, parts)
}

#[test]
fn a_call_sends_every_part_in_order() {
    let expected = r#"
base='http://127.0.0.1:8787'
"#;
    assert_contains(&poster(Language::Curl), expected);
    let expected = r#"
answer=$(call --fail-with-body "$base/api/v1/runs?workflow_id=poster" \
  --form-string 'title=Open studio' \
  --form-string 'size=512' \
  -F 'photo=@"photo.png";type=image/png') || fail "$answer"
"#;
    assert_contains(&poster(Language::Curl), expected);
}

/// An interactive zsh runs them as commands, which may end the code.
#[test]
fn no_comment_is_inside_the_parentheses() {
    let code = poster(Language::Curl);
    let (_, inside) = code.split_once("\n(\n").unwrap_or_default();
    assert!(inside.ends_with("\n)\n"), "{code}");
    assert!(
        !inside.lines().any(|line| line.trim().starts_with('#')),
        "{code}"
    );
}

#[test]
fn text_is_never_sent_as_a_file() {
    for value in ["@/etc/passwd", "</etc/passwd", "a;type=text/html"] {
        let expected = ["--form-string 't=", value, "') ||"].concat();
        assert_contains(&curl(&[text("t", value)]), &expected);
    }
}

#[test]
fn the_shell_passes_text_unchanged() {
    let expected = r#"'t='\''"\`$(id)${x}
'"$(printf '\015')"'	'"$(printf '\033')"'[201~'"$(printf '\302\205')"''"$(printf '\342\200\256')"''"$(printf '\342\200\250')"'{y}😀'"#;
    assert_contains(&curl(&[text("t", HOSTILE)]), expected);
}

#[test]
fn a_file_name_is_quoted_for_curl_and_for_the_shell() {
    let parts = [file("f", "a\\b\";type=x,'.png", "")];
    assert_contains(&curl(&parts), r#"-F 'f=@"a\\b\";type=x,'\''.png"'"#);
}

#[test]
fn a_file_named_dash_is_not_standard_input() {
    assert_contains(&curl(&[file("f", "-", "")]), "'f=@\"./-\"'");
}

#[test]
fn files_of_one_field_are_parts_with_one_name() {
    let code = curl(&[file("f", "a.png", ""), file("f", "b.png", "")]);
    assert_contains(&code, "-F 'f=@\"a.png\"' \\\n  -F 'f=@\"b.png\"') ||");
}

#[test]
fn a_name_that_curl_cannot_send_is_omitted_with_a_comment() {
    let code = curl(&[text("a=b\nc", "1"), text("d", "2")]);
    assert_contains(&code, "\n# curl cannot send a field that has \"=\"");
    assert!(!code.contains("a=b"), "{code}");
    assert_contains(&code, "'d=2'");
}

#[test]
fn a_call_without_fields_is_an_empty_form() {
    let code = curl(&[]);
    assert_contains(&code, "'Content-Type: multipart/form-data; boundary=empty'");
    assert_contains(&code, "--data-binary '--empty--') ||");
}

#[test]
fn curl_does_not_expand_the_url() {
    assert_contains(
        &poster(Language::Curl),
        "load() { curl --silent --show-error --globoff \"$@\"; }\n",
    );
}

#[test]
fn a_missing_key_or_file_is_reported_before_the_call() {
    let code = curl(&[file("f", "it's.png", "")]);
    let (before, _) = code.split_once("answer=").unwrap_or_default();
    let expected = r#"
[ -n "${FLOWDECK_API_KEY:-}" ] || fail "set FLOWDECK_API_KEY to your API key"
[ -r 'it'\''s.png' ] || fail "cannot read "'it'\''s.png'": copy the file here, or change its path"
"#;
    assert_contains(before, expected);
}
