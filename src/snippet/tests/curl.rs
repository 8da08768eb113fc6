//! curl in a POSIX shell.

use super::*;

fn curl(parts: &[CallPart<'_>]) -> String {
    code(Language::Curl, parts)
}

#[test]
fn a_call_is_one_command() {
    let expected = r#"curl --fail-with-body 'http://127.0.0.1:8787/api/v1/runs?workflow_id=poster' \
  -H "X-API-KEY: $FLOWDECK_KEY" \
  --form-string 'title=Open studio' \
  --form-string 'size=512' \
  -F 'photo=@"photo.png";type=image/png'
"#;
    assert_eq!(poster(Language::Curl), expected);
}

#[test]
fn a_text_is_never_a_file_of_this_name() {
    for value in ["@/etc/passwd", "</etc/passwd", "a;type=text/html"] {
        let expected = ["--form-string 't=", value, "'\n"].concat();
        holds(&curl(&[text("t", value)]), &expected);
    }
}

#[test]
fn the_shell_takes_a_text_as_it_is() {
    let expected = r#"'t='\''"\`$(id)${x}
'"$(printf '\015')"'	'"$(printf '\033')"'[201~'"$(printf '\302\205')"''"$(printf '\342\200\256')"''"$(printf '\342\200\250')"'{y}😀'"#;
    holds(&curl(&[text("t", HOSTILE)]), expected);
}

#[test]
fn a_file_name_is_in_quotes_of_curl_within_those_of_the_shell() {
    let parts = [file("f", "a\\b\";type=x,'.png", "")];
    holds(&curl(&parts), r#"-F 'f=@"a\\b\";type=x,'\''.png"'"#);
}

#[test]
fn a_file_named_as_the_standard_input_is_a_file() {
    holds(&curl(&[file("f", "-", "")]), "'f=@\"./-\"'");
}

#[test]
fn files_of_one_field_are_parts_of_one_name() {
    let code = curl(&[file("f", "a.png", ""), file("f", "b.png", "")]);
    holds(&code, "-F 'f=@\"a.png\"' \\\n  -F 'f=@\"b.png\"'\n");
}

#[test]
fn a_name_that_curl_cannot_send_is_left_out_with_a_word() {
    let code = curl(&[text("a=b\nc", "1"), text("d", "2")]);
    assert!(
        code.starts_with("# curl cannot send a field that has \"=\""),
        "{code}"
    );
    assert!(!code.contains("a=b"), "{code}");
    holds(&code, "'d=2'");
}

#[test]
fn a_call_without_a_field_is_an_empty_form() {
    let code = curl(&[]);
    holds(&code, "'Content-Type: multipart/form-data; boundary=empty'");
    holds(&code, "--data-binary '--empty--'\n");
}

#[test]
fn an_address_is_not_taken_for_several() {
    let call = Call {
        base_url: "http://pod.example.com/[1-3]",
        workflow_id: "w",
        parts: &[],
    };
    holds(
        &snippet(Language::Curl, &call),
        "curl --fail-with-body --globoff 'http://pod.example.com/[1-3]/",
    );
}
