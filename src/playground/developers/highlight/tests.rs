//! The pieces of code.

use super::*;

fn found(code: &str, token: Token) -> Vec<&str> {
    let tokens = tokens(code).into_iter();
    tokens
        .filter(|(found, _)| *found == token)
        .map(|(_, text)| text)
        .collect()
}

#[test]
fn comments_strings_and_keywords_are_found() {
    let code = "// a \"b\"\nconst url = \"http://x\\\"y\"; // end\n  # shell\nawait f(`${a}`);\n";
    assert_eq!(
        found(code, Token::Comment),
        ["// a \"b\"", "// end", "# shell"]
    );
    assert_eq!(found(code, Token::String), ["\"http://x\\\"y\"", "`${a}`"]);
    assert_eq!(found(code, Token::Keyword), ["const", "await"]);
}

#[test]
fn a_number_sign_inside_a_word_is_not_a_comment() {
    assert_eq!(found("name=${name##*/}", Token::Comment), [""; 0]);
}

#[test]
fn an_escaped_quote_of_the_shell_begins_no_string() {
    assert_eq!(found(r"'it'\''s' -F", Token::String), ["'it'", "'s'"]);
}

#[test]
fn part_of_a_word_is_not_a_keyword() {
    assert_eq!(
        found("format in_list --set for2 $in", Token::Keyword),
        [""; 0]
    );
}

#[test]
fn the_pieces_are_the_whole_code() {
    for code in [
        "",
        "\"",
        "'\\",
        "`ü\u{202e}",
        "//",
        "#",
        "a\n\n/",
        "é'é\"é",
        "let x = 'a\\'b' // c",
    ] {
        let joined: String = tokens(code).into_iter().map(|(_, text)| text).collect();
        assert_eq!(joined, code);
    }
}
