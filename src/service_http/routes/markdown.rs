//! Texts of others in Markdown and in a shell: what they contain never ends what they stand in. Knows no workflows.

/// A text within a line, with nothing that Markdown or HTML would interpret.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in one_line(text).chars() {
        if r"\`*_[]<>|#&~!$".contains(letter) {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

/// A text as code within a line; in a table, too, where a bar would end the cell.
pub(super) fn code(text: &str) -> String {
    let text = one_line(text);
    if text.contains('|') || text.is_empty() {
        return escaped(&text);
    }
    let fence = "`".repeat(longest_run(&text) + 1);
    let space = if text.contains('`') { " " } else { "" };
    [&fence, space, &text, space, &fence].concat()
}

/// A block of code in this language.
pub(super) fn block(language: &str, text: &str) -> String {
    let fence = "`".repeat((longest_run(text) + 1).max(3));
    format!("{fence}{language}\n{}\n{fence}\n", text.trim_end())
}

/// A text as one word of a POSIX shell. Control characters other than line breaks are left out.
pub(super) fn shell_word(text: &str) -> String {
    let kept = |letter: &char| !letter.is_control() || matches!(letter, '\n' | '\t');
    let text: String = text.chars().filter(kept).collect();
    ["'", &text.replace('\'', r"'\''"), "'"].concat()
}

/// An address of the service as one word of a POSIX shell. Without a base, the person sets it in a variable.
pub(super) fn shell_address(base: Option<&str>, path: &str) -> String {
    match base {
        Some(base) => shell_word(&[base, path].concat()),
        None => format!("\"$FLOWDECK_URL{path}\""),
    }
}

/// White space and control characters become single spaces.
fn one_line(text: &str) -> String {
    let is_gap = |letter: char| letter.is_whitespace() || letter.is_control();
    let words: Vec<&str> = text.split(is_gap).filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

fn longest_run(text: &str) -> usize {
    let runs = text.split(|letter| letter != '`').map(str::len);
    runs.max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_neither_markup_nor_several_lines() {
        assert_eq!(escaped("Poster"), "Poster");
        assert_eq!(
            escaped("# a\n\n[b](c) <d> `e` | *f* _g_\u{0}"),
            r"\# a \[b\](c) \<d\> \`e\` \| \*f\* \_g\_"
        );
    }

    #[test]
    fn code_is_never_ended_by_its_text() {
        assert_eq!(code("size"), "`size`");
        assert_eq!(code("a`b``c"), "``` a`b``c ```");
        assert_eq!(code("a|b"), r"a\|b");
        assert_eq!(code("a\n# b"), "`a # b`");
        assert_eq!(block("sh", "a"), "```sh\na\n```\n");
        assert_eq!(block("sh", "```\nb"), "````sh\n```\nb\n````\n");
    }

    #[test]
    fn a_shell_reads_a_text_as_one_word() {
        assert_eq!(shell_word("it's $(a) `b`"), r"'it'\''s $(a) `b`'");
        assert_eq!(shell_word("a\u{0}\u{1b}b\nc"), "'ab\nc'");
        assert_eq!(shell_address(Some("http://$(a)"), "/b"), "'http://$(a)/b'");
        assert_eq!(shell_address(None, "/b"), "\"$FLOWDECK_URL/b\"");
    }
}
